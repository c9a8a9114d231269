"""Sitting down, leaving, starting, and closing a table before it starts."""

from collections.abc import Callable
from http import HTTPStatus

from msgspec.structs import replace

from sandtable.core.decision import Seat
from sandtable.server import wire
from sandtable.server.problems import problem
from sandtable.server.storage.tables import StoredTable
from sandtable.server.tables import seating
from sandtable.server.tables.building import build, summed_up, write_line
from sandtable.server.tables.drafts import Draft
from sandtable.server.tables.room import Room
from sandtable.server.tables.writing import Also, write, write_for
from sandtable.server.wire import Person, Problem


async def sit(room: Room, person: Person, wanted: wire.TakeSeat) -> wire.TableInfo | Problem:
    """Take a free seat, unless the host has removed this person."""

    def seated(table: StoredTable) -> StoredTable | Problem:
        exclusion = table.exclusion(person)
        if exclusion is not None and exclusion.removed:
            return problem(HTTPStatus.FORBIDDEN, "The host has removed you from this table.", "removed")
        return seating.sit(table, person, wanted.seat, wanted.entropy)

    return await reseat(room, person, seated)


async def stand_up(room: Room, person: Person) -> wire.TableInfo | Problem:
    """Leave the table."""
    return await reseat(room, person, lambda table: seating.leave(table, person, room.game))


async def set_seat(room: Room, person: Person, seat: Seat, plan: str) -> wire.TableInfo | Problem:
    return await reseat(room, person, lambda table: seating.set_seat(table, person, room.game, seat, plan))


async def start(room: Room, person: Person, bot: str) -> wire.TableInfo | Problem:
    """Start with bots in the free seats."""

    def fill(table: StoredTable) -> StoredTable | Problem:
        stop = _hosts_only(table, person)
        return seating.filled(table, room.game, bot) if stop is None else stop

    if not any(one.person for one in room.table.holders):
        stop = await room.table_manager.too_many_bots(room.table.host.id)
        if stop is not None:
            return stop
    return await reseat(room, person, fill)


async def abandon(room: Room, person: Person) -> wire.TableInfo | Problem:
    """Close the table before the game starts."""

    def away(table: StoredTable) -> StoredTable | Problem:
        return _hosts_only(table, person) or replace(table, phase="abandoned", turn=())

    return await reseat(room, person, away)


async def clear_seats(room: Room, person: Person) -> None:
    """Clear the seats of a deleted account. Bots play on; a table that hasn't started loses them, or is closed."""
    if room.table.phase == "waiting" and room.table.host.id == person.id:
        await abandon(room, person)
    elif room.table.seats_of(person):
        await stand_up(room, person)


async def publish(room: Room, person: Person, listed: bool) -> wire.TableInfo | Problem:
    """Add a finished game to the public list, or remove it."""
    return await reseat(room, person, lambda table: seating.published(table, person, listed))


async def follow_with(room: Room, next_id: str) -> str:
    """Record the table of the rematch, unless there is one. Returns its id."""

    def think() -> Draft:
        return Draft(room.play, room.table if room.table.next else replace(room.table, next=next_id))

    await write(room, think)
    return room.table.next


async def reseat(
    room: Room,
    person: Person,
    seated: Callable[[StoredTable], StoredTable | Problem],
    also: Also | None = None,
) -> wire.TableInfo | Problem:
    """Change the seats or the table itself. Starts the game once no seat is free."""

    def think() -> Draft | Problem:
        table = seated(room.table)
        if isinstance(table, Problem):
            return table
        play = room.play
        if seating.ready(table):
            table = seating.begun(table, room.game)
            if isinstance(table, Problem):
                return table
            play = build(room.game, table, map(write_line, play.lines))
        return Draft(play, summed_up(table, play))

    return await write_for(room, person, think, also, apart=room.play.seq > 0)  # an imported game may be long


def _hosts_only(table: StoredTable, person: Person) -> Problem | None:
    if table.host.id != person.id:
        return problem(HTTPStatus.FORBIDDEN, "Only the host of the table can do this.")
    if table.phase != "waiting":
        return problem(HTTPStatus.CONFLICT, "The game has already started.")
    return None
