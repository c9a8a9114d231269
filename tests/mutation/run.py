"""The mutation run: break one rule after another and see that its own scenarios notice.

``python -m tests.mutation.run [--sample N] [--game ID]``: exits 1 and names the rules of blind scenarios.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from random import Random

from rich.progress import track

from sandtable.area.family import AreaGame
from sandtable.games import area, load_hexes
from sandtable.hexes.family import HexGame
from sandtable.scenarios import AnyScenario, Result, read, run
from tests.mutation import (
    breaks,
    classic,
    global_air,
    global_research,
    global_war,
    hgw_campaign,
    hgw_campaign2,
    hgw_combat,
    hgw_fleets,
    hgw_ground,
    hgw_options,
    hgw_pacific,
    hgw_production,
    hgw_sea,
    hgw_supply,
    hgw_world,
    revised_historical,
    team_combat,
)
from tests.mutation.breaks import Break
from tests.mutation.hexes import HexBreak, playing

FOLDER = Path(__file__).parents[1] / "scenarios"

BREAKS: Mapping[str, Callable[[AreaGame], Iterable[Break]]] = {
    "1941": lambda game: (*breaks.BEHAVIOUR, *breaks.refusals(game)),
    "classic": lambda game: (*classic.BREAKS, *classic.refusals(game)),
    "revised-historical": lambda game: (
        *revised_historical.BEHAVIOUR,
        *team_combat.BREAKS,
        *revised_historical.refusals(game),
    ),
    "global-1940": lambda game: (
        *global_air.BREAKS,
        *global_air.refusals(game),
        *global_research.BREAKS,
        *global_research.refusals(game),
        *global_war.every(game),
    ),
}
"""The games of areas whose rules are broken, and how."""

HEX_BREAKS: Mapping[str, Callable[[HexGame], Iterable[HexBreak]]] = {
    "hgw": lambda game: (
        *hgw_ground.BREAKS,
        *hgw_ground.refusals(game),
        *hgw_sea.BREAKS,
        *hgw_sea.refusals(game),
        *hgw_production.BREAKS,
        *hgw_production.refusals(game),
        *hgw_combat.BREAKS,
        *hgw_combat.refusals(game),
        *hgw_supply.BREAKS,
        *hgw_supply.refusals(game),
        *hgw_campaign.BREAKS,
        *hgw_campaign.refusals(game),
        *hgw_campaign2.BREAKS,
        *hgw_campaign2.refusals(game),
        *hgw_fleets.BREAKS,
        *hgw_fleets.refusals(game),
        *hgw_options.BREAKS,
        *hgw_options.refusals(game),
        *hgw_pacific.BREAKS,
        *hgw_pacific.refusals(game),
        *hgw_world.BREAKS,
        *hgw_world.refusals(game),
    ),
}
"""The games of hexes whose rules are broken, and how."""

GAMES = (*BREAKS, *HEX_BREAKS)

Play = Callable[[AnyScenario], Result]
Way = tuple[Break | HexBreak, Play]
"""What is broken, and how a scenario is played in the broken game."""


def scenarios_by_rule(game_id: str, prefix: str) -> dict[str, list[AnyScenario]]:
    """Every scenario of the game, under each rule that it shows."""
    found: dict[str, list[AnyScenario]] = {}
    for scenario in read(FOLDER / game_id):
        for rule in scenario.rules:
            found.setdefault(rule.removeprefix(f"{prefix}."), []).append(scenario)
    return found


def area_play(game: AreaGame, broken: Break) -> Play:
    other = broken.remake(game) if broken.remake else game
    return partial(run, find_game=lambda game_id: other)


def ways_to_break(game_id: str) -> tuple[list[Way], dict[str, list[AnyScenario]]]:
    """Every way to break a game, and its scenarios by rule."""
    if game_id in HEX_BREAKS:
        hexes = load_hexes(game_id)
        ways: list[Way] = [(broken, playing(hexes, broken)) for broken in HEX_BREAKS[game_id](hexes)]
        return ways, scenarios_by_rule(game_id, hexes.facts.prefix)
    game = area(game_id)
    ways = [(broken, area_play(game, broken)) for broken in BREAKS[game_id](game)]
    return ways, scenarios_by_rule(game_id, game.world.game.prefix)


def notices(broken: Break | HexBreak, play: Play, scenarios: list[AnyScenario]) -> bool:
    """Whether at least one of these scenarios fails in the broken game."""
    with broken.during() if broken.during else nullcontext():
        return any(not play(scenario).ok for scenario in scenarios)


def break_rules(sample: int = 0, seed: int = 1, games: Iterable[str] = GAMES) -> list[str]:
    """Break every rule (or a sample of each game's); say which of them their scenarios did not notice."""
    blind, count = [], 0
    for game_id in games:
        ways, known = ways_to_break(game_id)
        if sample:
            ways = Random(seed).sample(ways, min(sample, len(ways)))
        count += len(ways)
        for broken, play in track(ways, f"Breaking rules of {game_id}", disable=not sys.stderr.isatty()):
            for rule in broken.rules:
                here = known.get(rule, [])
                if not notices(broken, play, here):
                    blind.append(f"{game_id}: {broken.name}: no scenario of {rule} notices ({len(here)} there)")
    print("\n".join([*blind, f"{count} rules broken, {len(blind)} not noticed"]))
    return blind


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=0, help="break only this many rules, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game; may be repeated")
    options = parser.parse_args()
    return 1 if break_rules(options.sample, options.seed, options.game or GAMES) else 0


if __name__ == "__main__":
    sys.exit(main())
