"""Battles that wait until they are called: none starts by itself, and a retreat can be taken back."""

import msgspec
import pytest

from sandtable import games
from sandtable.area.actions import AreaAction, Done, Fight, Move, Pick, Retreat
from sandtable.area.events import AreaEvent, Rolled
from sandtable.area.position import Position, PositionError, build
from sandtable.area.state import AreaState
from sandtable.core import savefile
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.verify import verify

GAME = games.area("1941")
FRONTS = Position(
    start_from="empty",
    turn="germany",
    phase="combat-move",
    units={
        "Ukraine": {"germany": "9 infantry"},
        "Caucasus": {"ussr": "9 infantry"},
        "Norway/Finland": {"germany": "2 infantry"},
        "Karelia": {"ussr": "infantry"},
        "Germany": {"germany": "infantry"},
        "Russia": {"ussr": "infantry"},
        "United Kingdom": {"uk": "infantry"},
        "Japan": {"japan": "infantry"},
    },
)
SOUTH = Move(units=(Pick("infantry", 9),), path=("Ukraine", "Caucasus"))
NORTH = Move(units=(Pick("infantry", 2),), path=("Norway/Finland", "Karelia"))


def table(*, called: bool) -> "Record[AreaState, AreaAction, AreaEvent]":
    state = build(GAME.world, FRONTS)
    assert not isinstance(state, PositionError), state
    state = msgspec.structs.replace(state, call_battles=called)
    return Record(GAME, Setup(), SeededDice.from_seed(5), state)


def order(record: "Record[AreaState, AreaAction, AreaEvent]", *actions: AreaAction) -> None:
    for action in actions:
        answer = record.act("germany", action)
        assert not isinstance(answer, Refusal), answer


def rolled(record: "Record[AreaState, AreaAction, AreaEvent]") -> bool:
    """Whether dice fell in the last entry."""
    return any(isinstance(event, Rolled) for event in record.entries[-1].events)


def asked(record: "Record[AreaState, AreaAction, AreaEvent]") -> tuple[str, str]:
    decision = record.pending[0]
    return decision.kind, decision.prompt


def fought_until_a_retreat(record: "Record[AreaState, AreaAction, AreaEvent]") -> None:
    """Answer for both sides until the attacker may leave, and leave."""
    while record.pending[0].kind != "retreat":
        decision = record.pending[0]
        record.act(decision.seat, next(iter(GAME.legal(record.state, decision.seat))))
    away = next(one for one in GAME.legal(record.state, "germany") if isinstance(one, Retreat))
    order(record, away)


@pytest.mark.parametrize("called", [False, True])
def test_the_only_battle_starts_by_itself_unless_it_waits_to_be_called(called: bool) -> None:
    record = table(called=called)
    order(record, SOUTH, Done())
    assert rolled(record) != called
    if called:
        assert asked(record) == ("fight", "Start the battle in Caucasus.")
        order(record, Fight("Caucasus"))
        assert rolled(record)


def test_the_last_of_several_battles_waits_after_a_retreat_which_can_be_taken_back() -> None:
    record = table(called=True)
    order(record, SOUTH, NORTH, Done())
    assert asked(record) == ("fight", "Which battle do you fight next?")
    order(record, Fight("Caucasus"))
    fought_until_a_retreat(record)
    assert not rolled(record)
    assert asked(record) == ("fight", "Start the battle in Karelia.")
    assert record.first_undoable("germany") == len(record.entries)
    record.take_back("germany")
    assert record.pending[0].kind == "retreat"


def test_where_nobody_defends_nothing_is_asked() -> None:
    record = table(called=True)
    into_nothing = msgspec.structs.replace(
        record.state, stacks={k: v for k, v in record.state.stacks.items() if k != "Karelia"}
    )
    record = Record(GAME, Setup(), SeededDice.from_seed(5), into_nothing)
    order(record, NORTH, Done())
    assert record.state.control["Karelia"] == "germany"
    assert record.pending[0].kind == "noncombat-move"


def test_the_agreement_is_kept_in_the_file_and_older_files_say_nothing() -> None:
    agreed = Record.begin(GAME, Setup(call_battles=True), SeededDice.from_seed(1))
    assert not isinstance(agreed, Refusal)
    data = savefile.encode(agreed, reveal=True)
    assert isinstance(data, bytes)
    assert b'"version":5' in data and b'"call_battles":true' in data
    again = savefile.decode(data, games.find)
    assert isinstance(again, Record)
    assert again.state.call_battles
    assert verify(again).good

    older = Record.begin(GAME, Setup(), SeededDice.from_seed(1))
    assert not isinstance(older, Refusal)
    plain = savefile.encode(older, reveal=True)
    assert isinstance(plain, bytes)
    assert b'"version":3' in plain and b"call_battles" not in plain
