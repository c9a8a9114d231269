"""The report on tested rules."""

from sandtable import games
from tests.rule_report import covered, unknown


def test_every_rule_of_the_book_is_in_the_report() -> None:
    game = games.load("1941")
    report = covered(game, {"1941.turn.order": ["b", "a"]})
    assert list(report) == [rule.id for rule in game.rulebook]
    assert report["1941.turn.order"] == ["a", "b"]
    assert report["1941.turn.round"] == []


def test_citations_that_no_book_has() -> None:
    book = games.load("1941").rulebook
    assert unknown({"1941.turn.order": ["a"], "1941.turn.odrer": ["b"]}, [book]) == {"1941.turn.odrer": ["b"]}
