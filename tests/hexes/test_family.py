"""A hex game as a game: agreements, seats, conceding, undo, and what a page would show."""

import pytest

from sandtable.core.dice import ScriptedDice, SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load_hexes
from sandtable.hexes import actions as act
from sandtable.hexes import events as ev
from sandtable.hexes.state import HexState
from sandtable.hexes.strength import Points

GAME = load_hexes("hgw")
HexRecord = Record[HexState, act.HexAction, ev.HexEvent]


def begin(setup: Setup, *dice: int) -> HexRecord:
    record = Record.begin(GAME, setup, ScriptedDice(dice))
    assert not isinstance(record, Refusal), record
    return record


@pytest.mark.rule("hgw.setup.sides")
@pytest.mark.parametrize(
    "players",
    [
        {"anna": ("axis", "soviet")},
        {"anna": ("axis",)},
        {"anna": ("axis",), "bert": ("soviet",), "carl": ("soviet",)},
    ],
)
def test_every_side_has_one_player_and_enemies_have_two(players: dict[str, tuple[str, ...]]) -> None:
    refusal = GAME.start(Setup(players=players))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "hgw.setup.sides"


@pytest.mark.rule("hgw.setup.sides")
def test_one_player_may_have_both_partners() -> None:
    setup = Setup("fall-of-germany", players={"anna": ("axis",), "bert": ("soviet", "allied")})
    assert isinstance(GAME.start(setup), HexState)


def test_an_unknown_scenario_is_refused_with_those_that_there_are() -> None:
    refusal = GAME.start(Setup("waterloo"))
    assert isinstance(refusal, Refusal)
    assert "barbarossa" in refusal.why


def test_who_concedes_has_lost() -> None:
    record = begin(Setup())
    assert not isinstance(record.act("axis", act.Concede()), Refusal)
    assert record.state.winner == "soviet"
    assert record.finished


def test_partners_give_up_only_together() -> None:
    record = begin(Setup("fall-of-germany"))
    record.act("soviet", act.Concede())
    assert record.state.winner == ""
    assert isinstance(record.act("soviet", act.Concede()), Refusal)
    record.act("allied", act.Concede())
    assert record.state.winner == "axis"


def test_when_the_axis_gives_up_production_decides_between_the_partners() -> None:
    record = begin(Setup("fall-of-germany"))
    record.act("axis", act.Concede())
    assert record.state.winner in ("soviet", "allied")


@pytest.mark.rule("hgw.setup.sides")
def test_a_side_that_the_scenario_lacks_has_nothing_to_say() -> None:
    record = begin(Setup())
    refusal = record.act("allied", act.Done())
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "hgw.setup.sides"


def test_a_move_can_be_taken_back_and_a_die_cannot() -> None:
    record = begin(Setup(), 6)
    before = record.state
    record.act("axis", act.Done())
    moved = record.act("axis", act.Move("Fourth Army", "1240", Points(infantry=1), "Army Group North"))
    assert not isinstance(moved, Refusal)
    assert record.undo("axis") is None
    record.act("axis", act.Done())
    record.act("axis", act.Target("Army Group North", "1241"))
    record.act("axis", act.Done())
    fired = record.act("soviet", act.Defend(("NW Front",)))
    assert not isinstance(fired, Refusal)
    assert record.undo("soviet") is not None
    assert before != record.state


def test_the_story_tells_every_turn_and_the_headline_where_it_is() -> None:
    record = begin(Setup())
    guide = GAME.guide
    events = record.act("axis", act.Done())
    assert not isinstance(events, Refusal)
    assert guide.headline(record.state) == "Summer 1941, Axis, Movement"
    told = [line for event in events for line in guide.tell(record.at(0), event)]
    assert any("Summer 1941" in line for line in told)


def test_the_same_seed_plays_the_same_dice() -> None:
    one, two = (Record.begin(GAME, Setup(), SeededDice.from_seed(7)) for _ in range(2))
    assert not isinstance(one, Refusal)
    assert not isinstance(two, Refusal)
    for record in (one, two):
        record.act("axis", act.Done())
        record.act("axis", act.Done())
        record.act("axis", act.Target("Army Group Center", "1442"))
        record.act("axis", act.Done())
        record.act("soviet", act.Defend(("SW Front",)))
    assert GAME.digest(one.state) == GAME.digest(two.state)
