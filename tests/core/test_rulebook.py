"""A rulebook on disk: its rules, and those that are listed for parts that are not built yet."""

from pathlib import Path

import pytest

from sandtable.core.rulebook import Rulebook, UnknownRule
from sandtable.games import hgw

RULES = """
- {id: demo.move.far, section: Moving, text: Far.}
- {id: demo.fire.at-will, section: Firing, text: Fire!}
"""


def book(folder: Path, later: str) -> Rulebook:
    (folder / "rules.yaml").write_text(RULES, encoding="utf-8")
    (folder / "later.yaml").write_text(later, encoding="utf-8")
    return Rulebook.read(folder / "rules.yaml")


def test_rules_for_later_are_told_apart(tmp_path: Path) -> None:
    found = book(tmp_path, "campaign: [demo.fire.at-will]")
    assert len(found) == 2
    assert found.later == {"demo.fire.at-will"}


def test_a_rule_for_later_must_exist(tmp_path: Path) -> None:
    with pytest.raises(UnknownRule, match=r"demo\.fly"):
        book(tmp_path, "campaign: [demo.fly]")


def test_the_hex_game_lists_what_only_its_campaigns_use() -> None:
    found = Rulebook.read(Path(hgw.__file__).parent / "rules.yaml")
    assert len(found) == 455
    campaign = ("entry", "surrender", "neutral", "campaign1", "limits")
    assert {rule.id for rule in found if rule.id.split(".")[1] in campaign} <= found.later
    assert (
        not {rule.id for rule in found if rule.id.split(".")[1] in ("barbarossa", "fall", "attack")} & found.later
    )
