"""Drafts: changes to a table before they are written."""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from time import thread_time
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.core.decision import Seat
from sandtable.core.dice import NoDice
from sandtable.core.refusal import Refusal
from sandtable.server.problems import problem, refused
from sandtable.server.storage.tables import StoredTable
from sandtable.server.tables.building import AnyPlay, standing_orders, summed_up
from sandtable.server.tables.play import Attribution
from sandtable.server.tables.room import Room
from sandtable.server.wire import Problem

LONGEST = 1.0
"""CPU seconds after which a request takes no further action."""


class Draft(msgspec.Struct, frozen=True):
    """A change to be written: the new play and stored table."""

    play: AnyPlay
    table: StoredTable
    dropped: tuple[str, ...] = ()
    unsettled: bool = False
    """Whether standing orders may have more to decide."""


def settled(room: Room, draft: AnyPlay, stop: Problem | None, table: StoredTable | None = None) -> Draft | Problem:
    """A draft after standing orders have decided."""
    if stop is not None:
        return stop
    table = room.table if table is None else table
    unsettled = False
    if any(one.standing is not None for one in table.holders):
        orders = standing_orders(room.game, table)
        by_hand = {one.seat: orders[one.seat] for one in table.holders if one.seat in orders and not one.bot}
        try:
            unsettled = draft.obey(by_hand, room.table_manager.clock())
        except NoDice:
            return no_dice()
        for seat, left in orders.items():
            if draft.lapsed(seat, left):
                holder = table.holder(seat)
                assert holder is not None
                table = table.with_holder(replace(holder, standing=None))
    return Draft(draft, summed_up(table, draft), unsettled=unsettled)


def acted(draft: AnyPlay, seat: Seat, actions: Iterable[Any], attribution: Attribution) -> Problem | None:
    """Take actions in a draft. None if they are legal."""
    return _one_by_one(actions, lambda action: draft.act(seat, (action,), attribution))


def edited(draft: AnyPlay, changes: Iterable[Any], attribution: Attribution) -> Problem | None:
    """Make changes by hand in a draft. None if they are possible."""
    return _one_by_one(changes, lambda change: draft.edit((change,), attribution))


def _one_by_one(things: Iterable[Any], do: Callable[[Any], Refusal | None]) -> Problem | None:
    end = thread_time() + LONGEST
    for number, one in enumerate(things):
        if thread_time() > end:
            why = f"This is too much for one request: there was time for {number}. Send fewer at a time."
            return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, why, "too-large")
        refusal = do(one)
        if refusal is not None:
            return refused(refusal)
    return None


def conflict() -> Problem:
    return problem(HTTPStatus.CONFLICT, "The game has moved on since you looked. Check the table and try again.")


def no_dice() -> Problem:
    return problem(
        HTTPStatus.CONFLICT, "This game's dice aren't on this server, so you can only view it.", "no-dice"
    )
