"""The mutation run: break one rule after another and see that its own scenarios notice.

``python -m tests.mutation.run [--sample N] [--game ID]``: exits 1 and names the rules of blind scenarios.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from random import Random

from rich.progress import track

from sandtable.area.family import AreaGame
from sandtable.games import area
from sandtable.scenarios import AnyScenario, read, run
from tests.mutation import breaks, revised_historical, team_combat
from tests.mutation.breaks import Break

FOLDER = Path(__file__).parents[1] / "scenarios"

BREAKS: Mapping[str, Callable[[AreaGame], Iterable[Break]]] = {
    "1941": lambda game: (*breaks.BEHAVIOUR, *breaks.refusals(game)),
    "revised-historical": lambda game: (
        *revised_historical.BEHAVIOUR,
        *team_combat.BREAKS,
        *revised_historical.refusals(game),
    ),
}
"""The games whose rules are broken, and how."""


def scenarios_by_rule(game: AreaGame) -> dict[str, list[AnyScenario]]:
    """Every scenario of the game, under each rule that it shows."""
    found: dict[str, list[AnyScenario]] = {}
    for scenario in read(FOLDER / game.id):
        for rule in scenario.rules:
            found.setdefault(rule.removeprefix(f"{game.world.game.prefix}."), []).append(scenario)
    return found


def notices(game: AreaGame, broken: Break, scenarios: list[AnyScenario]) -> bool:
    """Whether at least one of these scenarios fails in the broken game."""
    other = broken.remake(game) if broken.remake else game
    find: Callable[[str], AreaGame] = lambda game_id: other  # noqa: E731
    with broken.during() if broken.during else nullcontext():
        return any(not run(scenario, find).ok for scenario in scenarios)


def break_rules(sample: int = 0, seed: int = 1, games: Iterable[str] = tuple(BREAKS)) -> list[str]:
    """Break every rule (or a sample of each game's); say which of them their scenarios did not notice."""
    blind, count = [], 0
    for game_id in games:
        game = area(game_id)
        ways = list(BREAKS[game_id](game))
        if sample:
            ways = Random(seed).sample(ways, min(sample, len(ways)))
        known = scenarios_by_rule(game)
        count += len(ways)
        for broken in track(ways, f"Breaking rules of {game_id}", disable=not sys.stderr.isatty()):
            for rule in broken.rules:
                here = known.get(rule, [])
                if not notices(game, broken, here):
                    blind.append(f"{game_id}: {broken.name}: no scenario of {rule} notices ({len(here)} there)")
    print("\n".join([*blind, f"{count} rules broken, {len(blind)} not noticed"]))
    return blind


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=0, help="break only so many rules, chosen by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=tuple(BREAKS), action="append", help="only this game; may be repeated")
    options = parser.parse_args()
    return 1 if break_rules(options.sample, options.seed, options.game or tuple(BREAKS)) else 0


if __name__ == "__main__":
    sys.exit(main())
