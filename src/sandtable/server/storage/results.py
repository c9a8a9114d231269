"""Finished games in the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Row, Select, and_, case, exists, false, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.core.decision import Seat
from sandtable.server.storage.accounts import folded
from sandtable.server.storage.schema import people, seats, tables
from sandtable.server.wire import Person


class Seated(msgspec.Struct, frozen=True):
    """The person a seat counts for."""

    seat: Seat
    person: Person | None
    bot: str
    gave_up: bool
    """Resigned, or left a rated game."""


class Finished(msgspec.Struct, frozen=True):
    """A finished game."""

    id: str
    game: str
    title: str
    ended: datetime
    winner: str
    rated: bool
    open: bool
    """Whether the viewer may have its link."""
    seated: tuple[Seated, ...]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which games to find: public ones and the viewer's own."""

    viewer: str = ""
    game: str = ""
    person: str = ""
    since: datetime | None = None
    until: datetime | None = None


# In a rated game a seat counts for whoever had it at the start, elsewhere for whoever played it last.
_WHOSE = case(
    (and_(tables.c.rated, seats.c.began != ""), seats.c.began),
    else_=func.coalesce(seats.c.person_id, seats.c.began),
)


async def finished(connection: AsyncConnection, wanted: Wanted, most: int) -> list[Finished]:
    """Finished games, latest first."""
    mine = _played_by(wanted.viewer)
    query = (
        select(tables, case((or_(tables.c.listed, mine), 1), else_=0).label("open"))
        .where(*_shown(wanted))
        .order_by(tables.c.moved.desc(), tables.c.id)
        .limit(most)
    )
    return await _read(connection, query)


async def rated(connection: AsyncConnection, game: str) -> list[Finished]:
    """All rated games of a kind, in the order they ended."""
    query = (
        select(tables, tables.c.listed.label("open"))
        .where(tables.c.phase == "finished", tables.c.rated, tables.c.game == game)
        .order_by(tables.c.moved, tables.c.id)
    )
    return await _read(connection, query)


async def neighbours(connection: AsyncConnection, wanted: Wanted) -> tuple[datetime | None, datetime | None]:
    """When the last game before the requested period ended, and the first one after it."""
    anytime = msgspec.structs.replace(wanted, since=None, until=None)
    before = select(func.max(tables.c.moved)).where(*_shown(anytime), tables.c.moved < wanted.since)
    after = select(func.min(tables.c.moved)).where(*_shown(anytime), tables.c.moved >= wanted.until)
    earlier: datetime | None = (await connection.execute(before)).scalar()
    later: datetime | None = (await connection.execute(after)).scalar()
    return earlier, later


async def person_named(connection: AsyncConnection, name: str) -> tuple[Person, datetime] | None:
    """The person with this name, and since when they have been here."""
    query = select(people).where(people.c.folded == folded(name))
    row = (await connection.execute(query)).one_or_none()
    return (Person(id=row.id, name=row.name, guest=row.password is None), row.made) if row else None


def _shown(wanted: Wanted) -> list[ColumnElement[bool]]:
    known = or_(tables.c.listed, tables.c.rated, _played_by(wanted.viewer))
    anybody = exists().where(
        seats.c.table_id == tables.c.id, or_(seats.c.person_id.is_not(None), seats.c.began != "")
    )
    where: list[ColumnElement[bool]] = [tables.c.phase == "finished", known, anybody]
    if wanted.game:
        where.append(tables.c.game == wanted.game)
    if wanted.person:
        where.append(_played_by(wanted.person))
    if wanted.since is not None:
        where.append(tables.c.moved >= wanted.since)
    if wanted.until is not None:
        where.append(tables.c.moved < wanted.until)
    return where


def _played_by(person_id: str) -> ColumnElement[bool]:
    if not person_id:
        return false()
    own = or_(seats.c.person_id == person_id, seats.c.began == person_id)
    return exists().where(seats.c.table_id == tables.c.id, own)


async def _read(connection: AsyncConnection, query: Select[Any]) -> list[Finished]:
    rows = (await connection.execute(query)).all()
    held = await _seated(connection, [row.id for row in rows])
    return [
        Finished(
            id=row.id,
            game=row.game,
            title=row.title,
            ended=row.moved,
            winner=row.winner,
            rated=bool(row.rated),
            open=bool(row.open),
            seated=held.get(row.id, ()),
        )
        for row in rows
    ]


async def _seated(connection: AsyncConnection, ids: Sequence[str]) -> Mapping[str, tuple[Seated, ...]]:
    found: dict[str, tuple[Seated, ...]] = {}
    if not ids:
        return found
    query = (
        select(seats, tables.c.rated, people.c.id.label("whose"), people.c.name, people.c.password)
        .join_from(seats, tables, tables.c.id == seats.c.table_id)
        .join(people, people.c.id == _WHOSE, isouter=True)
        .where(seats.c.table_id.in_(ids))
        .order_by(seats.c.place)
    )
    for row in await connection.execute(query):
        found[row.table_id] = (*found.get(row.table_id, ()), _one(row))
    return found


def _one(row: Row[Any]) -> Seated:
    person = Person(id=row.whose, name=row.name, guest=row.password is None) if row.whose else None
    left = bool(row.rated) and row.began != (row.person_id or "")
    return Seated(row.seat, person, "" if person else row.bot, bool(row.conceded) or left)
