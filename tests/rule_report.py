"""Which rules have a test: ``python -m tests.rule_report [--untested]``, or ``pytest --rules`` with a run.

Collects every test marked with a rule and every scenario with its ``rules``, prints for each game what is tested
and what isn't, and writes ``build/rules.json``. Fails for a rule of a finished game without a test, or a test that
cites an unknown rule. Tests that only ``make soak`` runs don't count.
"""

import argparse
import contextlib
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable import games
from sandtable.core.game import Game
from sandtable.core.rulebook import Rulebook

ROOT = Path(__file__).parent.parent
REPORT = ROOT / "build" / "rules.json"


def rules_shown(items: Iterable[pytest.Item]) -> dict[str, list[str]]:
    """Rule ids with the tests that cover them."""
    tests: dict[str, list[str]] = {}
    for item in items:
        for marker in item.iter_markers("rule"):
            for rule in marker.args:
                tests.setdefault(rule, []).append(item.nodeid)
    return tests


class Collected:
    """A pytest plugin that records which test covers which rule."""

    def __init__(self) -> None:
        self.tests: Mapping[str, list[str]] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.tests = rules_shown(session.items)


def collect() -> Mapping[str, list[str]]:
    """Collect all tests, without running any."""
    found = Collected()
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        where = (f"--rootdir={ROOT}", str(ROOT / "src"), str(ROOT / "tests"))
        code = pytest.main(["--collect-only", "-q", "-p", "no:xdist", *where], plugins=[found])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"the tests could not be collected:\n{said.getvalue()}")
    return found.tests


def covered(game: Game[Any, Any, Any], tests: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """For each rule of a game, in book order, the tests that cover it."""
    return {rule.id: sorted(tests.get(rule.id, ())) for rule in game.rulebook}


def unknown(tests: Mapping[str, Sequence[str]], books: Sequence[Any]) -> dict[str, Sequence[str]]:
    """Rules cited by tests that are in no book."""
    return {rule: names for rule, names in tests.items() if not any(rule in book for book in books)}


def books() -> list[Rulebook]:
    """The rulebooks of all game folders; one may exist before its game can be played."""
    return [Rulebook.read(path) for path in sorted(Path(games.__file__).parent.glob("*/rules.yaml"))]


class GameReport(msgspec.Struct, frozen=True):
    """The coverage of one game."""

    game: str
    finished: bool
    tests: dict[str, list[str]]
    untested: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        total = len(self.tests)
        state = "finished" if self.finished else "in the making"
        tested = total - len(self.untested)
        yield f"{self.game} ({state}): {total} rules, {tested} tested, {len(self.untested)} untested"
        yield from (f"  untested: {rule}" for rule in self.untested)


class Report(msgspec.Struct, frozen=True):
    """The coverage of all games."""

    games: tuple[GameReport, ...]
    unknown: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, tests: Mapping[str, Sequence[str]]) -> "Report":
        listed = games.ids()
        return cls(tuple(_report(games.load(game), tests) for game in listed), unknown(tests, books()))

    @property
    def good(self) -> bool:
        return not self.unknown and not any(game.finished and game.untested for game in self.games)

    def lines(self) -> Iterator[str]:
        for game in self.games:
            yield from game.lines()
        for rule, names in self.unknown.items():
            yield f"unknown rule {rule}, cited by {', '.join(names)}"

    def write(self) -> None:
        text = json.dumps({game.game: game.tests for game in self.games}, indent=1, ensure_ascii=False)
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text(f"{text}\n", encoding="utf-8")


def _report(game: Game[Any, Any, Any], tests: Mapping[str, Sequence[str]]) -> GameReport:
    shown = covered(game, tests)
    untested = tuple(rule for rule, names in shown.items() if not names)
    return GameReport(game.id, game.finished, shown, untested)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Which rules have a test.")
    parser.add_argument("--untested", action="store_true", help="print only the untested rules, one a line")
    options = parser.parse_args(arguments)
    report = Report.of(collect())
    report.write()
    if options.untested:
        print("\n".join(rule for game in report.games for rule in game.untested))
        return 0
    print("\n".join(report.lines()))
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
