"""The mutation run: break one rule after another and see that its own scenarios notice.

``python -m tests.mutation.run [--sample N]``: exits 1 and names the rules whose scenarios do not notice.
"""

import argparse
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from random import Random

from rich.progress import track

from sandtable.area.family import AreaGame
from sandtable.games import load
from sandtable.scenarios import AnyScenario, read, run
from tests.mutation.breaks import BEHAVIOUR, Break, refusals

FOLDER = Path(__file__).parents[1] / "scenarios" / "1941"


def scenarios_by_rule() -> dict[str, list[AnyScenario]]:
    """Every scenario of the game, under each rule that it shows."""
    found: dict[str, list[AnyScenario]] = {}
    for scenario in read(FOLDER):
        for rule in scenario.rules:
            found.setdefault(rule.removeprefix("1941."), []).append(scenario)
    return found


def notices(broken: Break, scenarios: list[AnyScenario]) -> bool:
    """Whether at least one of these scenarios fails in the broken game."""
    game = load("1941")
    other = broken.remake(game) if broken.remake else game
    find: Callable[[str], AreaGame] = lambda game_id: other  # noqa: E731
    with broken.during() if broken.during else nullcontext():
        return any(not run(scenario, find).ok for scenario in scenarios)


def break_rules(sample: int = 0, seed: int = 1) -> list[str]:
    """Break every rule (or a sample); say which of them their scenarios did not notice."""
    breaks = [*BEHAVIOUR, *refusals()]
    if sample:
        breaks = Random(seed).sample(breaks, min(sample, len(breaks)))
    known = scenarios_by_rule()
    blind = []
    for broken in track(breaks, "Breaking rules", disable=not sys.stderr.isatty()):
        for rule in broken.rules:
            if not notices(broken, known.get(rule, [])):
                blind.append(f"{broken.name}: no scenario of {rule} notices ({len(known.get(rule, []))} there)")
    print("\n".join([*blind, f"{len(breaks)} rules broken, {len(blind)} not noticed"]))
    return blind


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=0, help="break only so many rules, chosen by chance")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    return 1 if break_rules(options.sample, options.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
