"""Players' actions: act, undo, standing orders, edit a study, resign."""

from http import HTTPStatus
from typing import Any

from msgspec.structs import replace

from sandtable.core.amending import NOBODY
from sandtable.core.decision import Seat
from sandtable.core.record import CannotUndo
from sandtable.server import wire
from sandtable.server.problems import problem, refused
from sandtable.server.storage.tables import StoredTable
from sandtable.server.tables import answering, seating, studying
from sandtable.server.tables.building import AnyPlay, summed_up
from sandtable.server.tables.drafts import Draft, acted, conflict, edited, settled
from sandtable.server.tables.play import Attribution
from sandtable.server.tables.room import Room
from sandtable.server.tables.writing import write_for, write_once
from sandtable.server.wire import Done, Person, Problem


async def act(room: Room, person: Person, wanted: wire.Act) -> Done | Problem:
    """Take actions for a seat, all or none."""

    def think() -> Draft | Problem:
        stop = _not_acting(room, person, wanted.seat)
        if stop is not None:
            return stop
        actions = answering.read_actions(room.game, wanted.actions)
        if isinstance(actions, Problem):
            return actions
        if room.table.puzzle and room.game.ending in actions:
            why = "A puzzle ends with its combat moves. Check your answer, or branch from here to play on."
            return problem(HTTPStatus.CONFLICT, why, "puzzle")
        if room.play.overtaken(wanted.seat, wanted.seq):
            return conflict()
        draft = room.play.draft()
        return settled(room, draft, acted(draft, wanted.seat, actions, _by(room, person, wanted.key)))

    return await write_once(room, person, wanted.key, think)


async def undo(room: Room, person: Person, wanted: wire.Undo) -> Done | Problem:
    """Take back a decision. Later ones are replayed where possible."""

    def think() -> Draft | Problem:
        by_hand = wanted.seat == NOBODY
        stop = studying.not_editing(room.table, person) if by_hand else _not_acting(room, person, wanted.seat)
        if stop is not None:
            return stop
        if room.play.overtaken(wanted.seat, wanted.seq):
            return conflict()
        draft = room.play.draft()
        dropped = draft.undo(wanted.seat, wanted.number, _by(room, person, wanted.key))
        if isinstance(dropped, CannotUndo):
            return problem(HTTPStatus.UNPROCESSABLE_ENTITY, dropped.why)
        return Draft(draft, summed_up(room.table, draft), dropped)

    return await write_once(room, person, wanted.key, think)


async def standing(room: Room, person: Person, wanted: wire.Standing) -> Done | Problem:
    """Set or clear standing orders."""

    def think() -> Draft | Problem:
        stop = _not_acting(room, person, wanted.seat)
        if stop is not None:
            return stop
        orders = answering.read_orders(room.game, wanted.orders)
        if isinstance(orders, Problem):
            return orders
        holder = room.holder(wanted.seat)
        left = room.table.with_holder(replace(holder, standing=orders, given=room.play.number))
        return settled(room, room.play.draft(), None, left)

    return await write_once(room, person, wanted.key, think, apart=True)


async def edit(room: Room, person: Person, wanted: wire.Edit) -> Done | Problem:
    """Edit the position of a study."""

    def think() -> Draft | Problem:
        stop = studying.not_editing(room.table, person)
        if stop is not None:
            return stop
        changes = answering.read_changes(room.game, wanted.changes)
        if isinstance(changes, Problem):
            return changes
        if wanted.seq != room.play.seq:
            return conflict()
        draft = room.play.draft()
        return settled(room, draft, edited(draft, changes, _by(room, person, wanted.key)))

    return await write_once(room, person, wanted.key, think)


async def resign(room: Room, person: Person, seat: Seat) -> wire.TableInfo | Problem:
    """Resign."""

    def think() -> Draft | Problem:
        if room.table.phase != "playing":
            return seating.not_in_play(room.table)
        action = room.game.resignation
        if action is None:
            return problem(HTTPStatus.CONFLICT, "You can't resign in this game. You can hand your seat to a bot.")
        draft = room.play.draft()
        table = gave_up(room, room.table, draft, action, person, seat, _by(room, person, ""))
        return table if isinstance(table, Problem) else settled(room, draft, None, table)

    return await write_for(room, person, think)


def gave_up(
    room: Room,
    table: StoredTable,
    draft: AnyPlay,
    action: Any,
    person: Person,
    seat: Seat,
    attribution: Attribution,
) -> StoredTable | Problem:
    """Resign for a person in a draft. Returns the stored table that goes with it."""
    seats = seating.resigning(table, room.game, person, seat)
    if isinstance(seats, Problem):
        return seats
    first = draft.act(seats[0], (action,), attribution)
    if first is not None:
        return refused(first)
    for other in seats[1:]:
        if draft.record.finished:
            break
        draft.act(other, (action,), attribution)  # seats of the same player have already resigned
    return seating.given_up(table, room.game, seats)


def _by(room: Room, person: Person, key: str) -> Attribution:
    return Attribution(person.name, room.table_manager.clock(), key, person.id)


def _not_acting(room: Room, person: Person, seat: Seat) -> Problem | None:
    holder = room.table.holder(seat)
    if holder is None or holder.person is None or holder.person.id != person.id:
        return problem(HTTPStatus.FORBIDDEN, "This seat isn't yours.")
    if room.table.phase != "playing":
        return seating.not_in_play(room.table)
    if holder.bot:
        return problem(HTTPStatus.CONFLICT, "A bot is playing this seat for you. Take it back first.", "bot-plays")
    return None
