"""Which rules have a test: ``python -m tests.rule_report [--finished]``.

Collects every test that is marked with a rule and every scenario with its ``rules``, prints for each game what is
tested and what is not, and writes ``build/rules.json``. With ``--finished`` a rule of a finished game without a
test, or a test that cites a rule that does not exist, is a failure.
"""

import argparse
import contextlib
import io
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sandtable import games
from sandtable.core.game import Game
from sandtable.core.rulebook import Rulebook

ROOT = Path(__file__).parent.parent
REPORT = ROOT / "build" / "rules.json"


class Collected:
    """A pytest plugin that notes which test shows which rule."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = {}
        """Rule id and the tests that show it."""
        self.count = 0

    def pytest_collection_modifyitems(self, items: Sequence[pytest.Item]) -> None:
        self.count = len(items)
        for item in items:
            for marker in item.iter_markers("rule"):
                for rule in marker.args:
                    self.tests.setdefault(rule, []).append(item.nodeid)


def collect() -> Collected:
    """Collect all tests, without running any."""
    found = Collected()
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = pytest.main(
            [
                "--collect-only",
                "-q",
                "-p",
                "no:xdist",
                f"--rootdir={ROOT}",
                str(ROOT / "src"),
                str(ROOT / "tests"),
            ],
            plugins=[found],
        )
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"the tests could not be collected:\n{said.getvalue()}")
    return found


def covered(game: Game[Any, Any, Any], tests: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """For each rule of a game, in the order of the book, the tests that show it."""
    return {rule.id: sorted(tests.get(rule.id, ())) for rule in game.rulebook}


def unknown(tests: Mapping[str, Sequence[str]], books: Sequence[Any]) -> dict[str, Sequence[str]]:
    """Rules that are cited by a test and stand in no book."""
    return {rule: names for rule, names in tests.items() if not any(rule in book for book in books)}


def books() -> list[Rulebook]:
    """The rulebooks of all game folders; one may come before the game can be played."""
    return [Rulebook.read(path) for path in sorted(Path(games.__file__).parent.glob("*/rules.yaml"))]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Which rules have a test.")
    parser.add_argument("--finished", action="store_true", help="fail if a finished game has an untested rule")
    parser.add_argument("--untested", action="store_true", help="print only the untested rules, one a line")
    options = parser.parse_args(arguments)
    found = collect()
    all_games = [games.load(game_id) for game_id in games.ids()]
    report = {game.id: covered(game, found.tests) for game in all_games}
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    failed = False
    for game in all_games:
        later = game.rulebook.later
        untested = [rule for rule, names in report[game.id].items() if not names and rule not in later]
        finished = game.finished
        if options.untested:
            print("\n".join(untested))
            continue
        total = len(report[game.id]) - len(later)
        state = "finished" if finished else "in the making"
        print(f"{game.id} ({state}): {total} rules, {total - len(untested)} tested, {len(untested)} untested")
        if later:
            print(f"  not yet covered, for parts that are not built: {len(later)} rules, see later.yaml")
        for rule in untested:
            print(f"  untested: {rule}")
        failed = failed or (finished and bool(untested))
    odd = unknown(found.tests, books())
    for rule, names in odd.items():
        print(f"unknown rule {rule}, cited by {', '.join(names)}")
    return int(options.finished and (failed or bool(odd)))


if __name__ == "__main__":
    sys.exit(main())
