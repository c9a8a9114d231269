"""A rulebook on disk: its rules, and what cites them."""

from pathlib import Path

import pytest

from sandtable.core.rulebook import Rulebook, UnknownRule
from sandtable.games import BUILT_IN

RULES = """
- {id: demo.move.far, section: Moving, text: Far.}
- {id: demo.fire.at-will, section: Firing, text: Fire!}
"""


def test_a_cited_rule_must_exist(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(RULES, encoding="utf-8")
    found = Rulebook.read(tmp_path / "rules.yaml")
    assert [rule.id for rule in found] == ["demo.move.far", "demo.fire.at-will"]
    found.require(["demo.fire.at-will"])
    with pytest.raises(UnknownRule, match=r"demo\.fly"):
        found.require(["demo.fly"])


def test_the_hex_game_has_all_rules_of_its_book() -> None:
    assert len(Rulebook.read(BUILT_IN / "hgw" / "rules.yaml")) == 851
