"""Team mates give orders at the same time: each may take back its own, as long as nobody else's rests on them."""

from collections.abc import Mapping

import pytest

from sandtable import games
from sandtable.area.actions import AreaAction, Done, Move, Order, Pick
from sandtable.area.events import AreaEvent
from sandtable.area.position import Position, PositionError, build
from sandtable.area.state import AreaState
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import CannotUndo, Record, Undone
from sandtable.core.refusal import Refusal

GAME = games.area("revised-historical")
UNITS: Mapping[str | int, str | Mapping[str, str]] = {
    "China": {"japan": "tank"},
    "Kazakh S.S.R.": {"germany": "tank"},
    "Novosibirsk": {"ussr": "infantry"},
    "Ukraine": {"germany": "2 infantry"},
    "Caucasus": {"ussr": "infantry"},
}
ATTACK = Move(units=(Pick("infantry"),), path=("Ukraine", "Caucasus"))
BLITZ = Move(units=(Pick("tank"),), path=("China", "Sinkiang", "Novosibirsk"))
FOLLOW = Move(units=(Pick("tank"),), path=("Kazakh S.S.R.", "Sinkiang", "Novosibirsk"))


def table(phase: str = "combat-move") -> "Record[AreaState, AreaAction, AreaEvent]":
    position = Position(
        start_from="empty",
        turn="germany",
        phase=phase,
        control={"China": "japan", "Kazakh S.S.R.": "germany"},
        treasury={"germany": 9, "japan": 9},
        units=UNITS,
    )
    state = build(GAME.world, position)
    assert not isinstance(state, PositionError)
    return Record(GAME, Setup(), SeededDice.from_seed(1), state)


def order(record: "Record[AreaState, AreaAction, AreaEvent]", seat: str, *actions: AreaAction) -> None:
    for action in actions:
        answer = record.act(seat, action)
        assert not isinstance(answer, Refusal), answer


@pytest.mark.rule("rh.turn.combat-move-is-final")
def test_an_order_is_taken_back_beside_those_of_a_mate() -> None:
    record = table()
    order(record, "germany", ATTACK)
    order(record, "japan", BLITZ)
    assert record.first_undoable("germany") == 1
    assert record.take_back("germany") == Undone(1, (2,), ())
    assert [entry.action for entry in record.entries] == [BLITZ]
    assert record.state.control["Sinkiang"] == "japan"
    alone = table()
    order(alone, "japan", BLITZ)
    assert record.state == alone.state


@pytest.mark.rule("rh.turn.combat-move-is-final")
def test_what_a_mate_relies_on_stands() -> None:
    record = table()
    order(record, "japan", BLITZ)
    order(record, "germany", FOLLOW)
    before = record.state
    answer = record.undo("japan")
    assert isinstance(answer, CannotUndo)
    assert "germany" in answer.why
    assert record.state == before
    assert record.undo("germany") is None
    assert record.undo("japan") is None
    assert record.state == table().state


@pytest.mark.rule("rh.turn.combat-move-is-final")
def test_a_combat_move_that_is_complete_is_not_opened_again() -> None:
    record = table()
    order(record, "germany", ATTACK, Done())
    order(record, "japan", BLITZ)
    assert record.first_undoable("germany") == 0
    assert isinstance(record.undo("germany"), CannotUndo)
    assert record.undo("japan") is None
    assert record.undo("germany") is None, "nobody has decided anything since"


@pytest.mark.rule("rh.purchase.final")
def test_nor_is_a_purchase_when_a_mate_has_gone_on() -> None:
    record = table("purchase")
    order(record, "germany", Order(units={"infantry": 1}), Done(), ATTACK)
    order(record, "japan", Order(units={"tank": 1}))
    assert record.first_undoable("germany") == 3
    assert record.take_back("germany", 3) == Undone(3, (4,), ())
    assert isinstance(record.take_back("germany", 1), CannotUndo)


def test_of_several_orders_the_later_ones_are_given_again() -> None:
    record = table()
    order(record, "germany", ATTACK)
    order(record, "japan", BLITZ)
    order(record, "germany", ATTACK)
    assert record.take_back("germany", 1) == Undone(1, (2, 3), ())
    assert [entry.seat for entry in record.entries] == ["japan", "germany"]
    assert isinstance(record.take_back("germany", 1), CannotUndo), "that one is Japan's"
