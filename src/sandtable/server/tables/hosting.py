"""Moderation by a table's host, and reports by anybody."""

from http import HTTPStatus

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.problems import problem
from sandtable.server.storage import moderation
from sandtable.server.storage import tables as store
from sandtable.server.storage.tables import Exclusion, StoredTable
from sandtable.server.tables import seating, sitting
from sandtable.server.tables.room import Room
from sandtable.server.wire import Person, Problem, TableInfo
from sandtable.server.wire.moderation import CloseTable, Exclude, ReportMessage

REPORTS = (10, 3600)
"""Reports per person: count and seconds."""


async def exclude(room: Room, host: Person, wanted: Exclude) -> TableInfo | Problem:
    """Mute or remove somebody, or let them back. The players see the reason."""
    if room.table.host.id != host.id:
        return _hosts_only()
    async with room.table_manager.database.read() as connection:
        person = await store.person_named(connection, wanted.name)
    if person is None:
        return problem(HTTPStatus.NOT_FOUND, f"Nobody is called {wanted.name!r}.")
    if person.id == host.id:
        return problem(HTTPStatus.CONFLICT, "You are the host.")
    why = wanted.why.strip()

    def excluded(table: StoredTable) -> StoredTable | Problem:
        others = tuple(one for one in table.excluded if one.person.id != person.id)
        if wanted.how == "welcome":
            return replace(table, excluded=others)
        removed = wanted.how == "remove"
        if removed and table.rated and table.phase == "playing":
            return problem(
                HTTPStatus.CONFLICT, "You can't remove players from a rated game. You can mute them.", "rated"
            )
        if removed and table.seats_of(person):
            left = seating.leave(table, person, room.game)
            if isinstance(left, Problem):
                return left
            table = left
        now = (*others, Exclusion(person=person, removed=removed, why=why))
        return replace(table, excluded=tuple(sorted(now, key=lambda one: one.person.name)))

    async def noted(connection: AsyncConnection) -> None:
        about = f"{person.name} at table {room.id}" + (f": {why}" if why else "")
        await moderation.note(connection, host.name, wanted.how, about)

    return await sitting.reseat(room, host, excluded, noted)


async def close(room: Room, host: Person, wanted: CloseTable) -> TableInfo | Problem:
    """Close a table, even during a game."""
    why = wanted.why.strip()

    def away(table: StoredTable) -> StoredTable | Problem:
        if table.host.id != host.id:
            return _hosts_only()
        if table.phase not in ("waiting", "playing"):
            return seating.not_in_play(table)
        if table.rated and table.phase == "playing":
            return problem(HTTPStatus.CONFLICT, "You can't close a rated game. You can resign.", "rated")
        holders = tuple(replace(one, owes=False) for one in table.holders)
        return replace(table, phase="abandoned", turn=(), due=None, closed=why, holders=holders)

    async def noted(connection: AsyncConnection) -> None:
        await moderation.note(connection, host.name, "close", f"table {room.id}" + (f": {why}" if why else ""))

    return await sitting.reseat(room, host, away, noted)


async def report(room: Room, person: Person, wanted: ReportMessage) -> Problem | None:
    """Report a message to the operator."""
    viewer, manager = room.viewer(person), room.table_manager
    if not any(one.id == wanted.said and room.may_read(one, viewer) for one in room.chat):
        return problem(HTTPStatus.NOT_FOUND, "There's no such message.")
    if manager.too_fast(f"report {person.id}", REPORTS):
        return problem(HTTPStatus.TOO_MANY_REQUESTS, "You have reported a lot. The operator will look at it.")
    async with manager.database.write() as connection:
        await moderation.report(connection, room.id, wanted.said, person, wanted.why.strip())
    return None


def _hosts_only() -> Problem:
    return problem(HTTPStatus.FORBIDDEN, "Only the host of the table can do this.")
