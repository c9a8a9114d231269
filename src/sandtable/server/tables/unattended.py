"""What happens without a player's request: bots answer, standing orders apply, clocks run out."""

from datetime import datetime

from msgspec import Raw

from sandtable.core.decision import Decision, Seat
from sandtable.server.storage.tables import Holder, StoredTable
from sandtable.server.tables import answering, seating, timing
from sandtable.server.tables.acting import gave_up
from sandtable.server.tables.building import AnyPlay
from sandtable.server.tables.drafts import Draft, acted, conflict, settled
from sandtable.server.tables.play import Attribution
from sandtable.server.tables.room import Room
from sandtable.server.tables.writing import catch_up, write
from sandtable.server.wire import Problem

CLOCK = "clock"
"""The name in the log for a resignation on time."""


def bots_due(room: Room) -> list[tuple[Decision, Holder]]:
    """Decisions that bots owe."""
    if room.table.phase != "playing":
        return []
    holders = {one.seat: one for one in room.table.holders if one.bot}
    return [(one, holders[one.seat]) for one in room.play.pending if one.seat in holders]


def orders_due(room: Room) -> bool:
    """Whether a seat with standing orders owes a decision."""
    if room.table.phase != "playing" or not room.unsettled:
        return False
    ordered = {one.seat for one in room.table.holders if one.standing is not None and not one.bot}
    return any(one.seat in ordered for one in room.play.pending)


async def obey(room: Room) -> None:
    """Apply standing orders."""
    room.unsettled = False
    await write(room, lambda: settled(room, room.play.draft(), None))


async def bot_acts(room: Room, seat: Seat, bot: str, seq: int, action: Raw, reason: str) -> Problem | None:
    """Apply a bot's answer to the table as it was at ``seq``. The rules judge it like anybody's."""

    def think() -> Draft | Problem:
        if room.table.phase != "playing" or room.holder(seat).bot != bot or room.play.overtaken(seat, seq):
            return conflict()
        actions = answering.read_actions(room.game, [action])
        if isinstance(actions, Problem):
            return actions
        draft = room.play.draft()
        attribution = Attribution(bot, room.table_manager.clock(), reason=reason)
        return settled(room, draft, acted(draft, seat, actions, attribution))

    done = await write(room, think)
    return done if isinstance(done, Problem) else None


async def check_clocks(room: Room) -> None:
    """Apply the penalty where time is up, and mark who must be reminded."""

    def think() -> Draft | Problem:
        at = room.table_manager.clock()
        if room.table.phase != "playing" or room.table.due is None or room.table.due > at:
            return conflict()
        draft, table = room.play.draft(), timing.warned(room.table, at)
        for seat in timing.overdue(table, at):
            table = _time_is_up(room, table, draft, seat, at)
        return settled(room, draft, None, table)

    await write(room, think)


def _time_is_up(room: Room, table: StoredTable, draft: AnyPlay, seat: Seat, at: datetime) -> StoredTable:
    holder = table.holder(seat)
    clock = table.clock
    if holder is None or holder.person is None or holder.bot or clock is None:
        return table  # it resigned with another seat
    table = table.with_holder(timing.run_out(holder))
    action = room.game.resignation
    if clock.end == "mark" or draft.record.finished:
        return table
    if clock.end == "loss" and action is not None:
        lost = gave_up(room, table, draft, action, holder.person, seat, Attribution(CLOCK, at))
        if isinstance(lost, StoredTable):
            return lost
    return seating.stood_in(table, room.game, seat)


async def update_clocks(room: Room) -> None:
    """Recompute the clocks after a change to somebody's vacations."""
    await catch_up(room)
    await write(room, lambda: Draft(room.play, room.table))
