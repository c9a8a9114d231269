"""Where powers stand, as the page and the terminal tell it."""

from sandtable import games
from sandtable.area.position import Position, build
from sandtable.area.state import AreaState
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import Aims, AimsAnswer


def answer(game_id: str, position: Position | None, seat: str) -> AimsAnswer:
    game = games.area(game_id)
    state = build(game.world, position) if position is not None else game.start(Setup())
    assert isinstance(state, AreaState), state
    found = game.guide.answer(state, seat, Aims())
    assert not isinstance(found, Refusal)
    assert isinstance(found, AimsAnswer)
    return found


def test_possible_wars_say_why_not() -> None:
    found = answer("global-1940", Position(turn="ussr", phase="combat-move", round=2), "ussr")
    wars = {war.on: war for war in found.wars}
    assert wars["japan"].why_not == ""
    assert wars["germany"].rule == "g40.politics.soviet-not-before-turn-4"
    assert "round 4 or later" in wars["germany"].why_not
    assert set(found.neutral) == {"usa", "ussr"}


def test_objectives_and_victory_say_what_is_missing() -> None:
    found = answer("global-1940", None, "italy")
    italian = {one.name: one for one in found.objectives if one.whose == "italy"}
    empire = italian["A new Roman Empire"]
    assert empire.due == 0
    assert empire.finding.line.endswith("missing: Egypt, Gibraltar, Greece and Southern France")
    assert [one.due for one in found.objectives if one.name == "Trade with the Soviet Union"] == [5]
    assert [(one.whose, one.rule, one.finding.holds) for one in found.victory] == [
        ("axis", "g40.victory.axis-europe", False),
        ("axis", "g40.victory.axis-pacific", False),
        ("allies", "g40.victory.allies", False),
    ]


def test_a_game_without_politics_has_relations_and_victory() -> None:
    found = answer("classic", None, "ussr")
    assert not found.wars
    assert not found.objectives
    assert {stance.are for stance in found.relations} == {"war", "partners"}
    assert found.victory[0].finding.missing == ("Germany", "Japan")
