"""Edits in the record, the file and the verdict."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from sandtable.core.amending import amendable
from sandtable.core.dice import SeededDice
from sandtable.core.game import Game, Setup
from sandtable.core.record import CannotUndo, Entry, Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import BadFile, decode, encode
from sandtable.core.verify import verify
from tests.core.toy import TOY, Bid, Event, Roll, Table, Toy, ToyAction, ToyEvent


class Purse(msgspec.Struct, frozen=True, tag="purse", tag_field="set", forbid_unknown_fields=True):
    seat: str
    coins: int


class Filled(Event, frozen=True):
    seat: str
    coins: int


WorkshopEvent = ToyEvent | Filled


class Workshop(Toy):
    """The toy game with editable purses."""

    event_type = WorkshopEvent
    change_type = Purse

    def amend(self, state: Table, change: Purse) -> tuple[Filled, ...] | Refusal:
        if change.coins < 0:
            return Refusal("", "Nobody has less than nothing.")
        return (Filled(change.seat, change.coins),)

    def evolve(self, state: Table, event: WorkshopEvent) -> Table:
        if isinstance(event, Filled):
            return msgspec.structs.replace(state, coins={**state.coins, event.seat: event.coins})
        return super().evolve(state, event)


WORKSHOP: Game[Table, ToyAction, ToyEvent] = Workshop()
Log = Record[Table, ToyAction, ToyEvent]


def begun() -> Log:
    record = Record.begin(WORKSHOP, Setup(), SeededDice.from_seed(3))
    assert not isinstance(record, Refusal)
    return record


def edited() -> Log:
    """Red bids and fills its purse; the others bid, and red rolls."""
    record = begun()
    record.act("red", Bid(3))
    record.amend(Purse("red", 50))
    record.act("blue", Bid(2))
    record.act("gold", Bid(1))
    record.act("red", Roll())
    return record


def file_of(record: Log) -> bytes:
    data = encode(record, reveal=True)
    assert isinstance(data, bytes)
    return data


def loaded(data: bytes) -> Log | BadFile:
    return decode(data, lambda _: WORKSHOP)


def test_editing_is_optional_for_a_game() -> None:
    assert amendable(WORKSHOP) is not None
    assert amendable(TOY) is None


def test_an_edit_has_no_seat() -> None:
    record = edited()
    entry: Entry[Any, Any] = Entry("", Purse("red", 50), (Filled("red", 50),), edit=True)
    assert record.entries[1] == entry
    assert record.state.coins["red"] == 47
    assert record.at(1).coins["red"] == 10


def test_an_impossible_change_changes_nothing() -> None:
    record = begun()
    assert record.amend(Purse("red", -1)) == Refusal("", "Nobody has less than nothing.")
    assert not record.entries


def test_a_game_without_edits_refuses_all() -> None:
    record = Record.begin(TOY, Setup(), SeededDice.from_seed(3))
    assert not isinstance(record, Refusal)
    assert isinstance(record.amend(Purse("red", 1)), Refusal)


def test_no_seat_can_undo_an_edit() -> None:
    record = begun()
    record.act("red", Bid(3))
    record.amend(Purse("red", 50))
    refused = record.undo("red")
    assert isinstance(refused, CannotUndo)
    assert "by hand" in refused.why
    assert record.undo("") is None
    assert record.state.coins["red"] == 10
    assert record.undo("red") is None


def test_edits_are_in_the_file_and_in_the_verdict() -> None:
    data = file_of(edited())
    again = loaded(data)
    assert isinstance(again, Record)
    assert list(again.entries) == list(edited().entries)
    verdict = verify(again)
    assert (verdict.good, verdict.dice, verdict.edits) == (True, "verified", (2,))
    assert verdict.says.startswith("Entry 2 was changed by hand. All 4 other entries follow the rules.")


def test_a_file_without_edits_has_the_old_version() -> None:
    record = begun()
    record.act("red", Bid(3))
    assert b'"version":3' in file_of(record)
    assert b'"version":4' in file_of(edited())


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (lambda line: line.replace(b'"seat":"",', b'"seat":"red",'), "without a seat"),
        (lambda line: line.replace(b'"edit":', b'"action":'), "without a seat"),
        (lambda line: line.replace(b'"coins":50}', b'"coins":-1}', 1), "cannot be changed by hand"),
        (lambda line: line.replace(b'"set":"purse"', b'"set":"hat"'), "damaged"),
    ],
)
def test_a_forged_edit_is_found(forge: Callable[[bytes], bytes], why: str) -> None:
    lines = file_of(edited()).split(b"\n")
    changed = forge(lines[2])
    assert changed != lines[2]
    bad = loaded(b"\n".join([*lines[:2], changed, *lines[3:]]))
    assert isinstance(bad, BadFile)
    assert (bad.line, why in bad.why) == (3, True)


def test_an_edit_whose_events_do_not_follow_is_found() -> None:
    record, forged = edited(), begun()
    for number, entry in enumerate(record.entries):
        events = (Filled("red", 60),) if number == 1 else entry.events
        assert forged.replay(msgspec.structs.replace(entry, events=events)) is None
    fault = verify(forged).fault
    assert fault is not None
    assert (fault.entry, fault.why) == (2, "This does not follow from the change.")
