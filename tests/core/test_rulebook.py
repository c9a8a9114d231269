"""A rulebook on disk: its rules, and those listed for unfinished parts."""

from pathlib import Path

import pytest

from sandtable.core.rulebook import Rulebook, UnknownRule
from sandtable.games import BUILT_IN

RULES = """
- {id: demo.move.far, section: Moving, text: Far.}
- {id: demo.fire.at-will, section: Firing, text: Fire!}
"""


def book(folder: Path, later: str) -> Rulebook:
    (folder / "rules.yaml").write_text(RULES, encoding="utf-8")
    (folder / "later.yaml").write_text(later, encoding="utf-8")
    return Rulebook.read(folder / "rules.yaml")


def test_later_rules_are_listed_separately(tmp_path: Path) -> None:
    found = book(tmp_path, "campaign: [demo.fire.at-will]")
    assert len(found) == 2
    assert found.later == {"demo.fire.at-will"}


def test_a_later_rule_must_exist(tmp_path: Path) -> None:
    with pytest.raises(UnknownRule, match=r"demo\.fly"):
        book(tmp_path, "campaign: [demo.fly]")


def test_the_hex_game_lists_what_only_its_later_campaigns_use() -> None:
    found = Rulebook.read(BUILT_IN / "hgw" / "rules.yaml")
    assert len(found) == 851
    assert {"hgw.morale.submarine-attack", "hgw.chart.ranges"} <= found.later
    done = ("barbarossa", "fall", "attack", "entry", "campaign1")
    assert not {rule.id for rule in found if rule.id.split(".")[1] in done} & found.later
