"""Operators, and the games they have installed."""

from datetime import datetime

import msgspec
from sqlalchemy import CursorResult, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.storage.moment import now
from sandtable.server.storage.schema import operators, packs, tables
from sandtable.variants.packing import Note


class StoredPack(msgspec.Struct, frozen=True):
    """An installed game, without its files."""

    note: Note
    by: str
    at: datetime


# -- operators


async def appoint(connection: AsyncConnection, person_id: str) -> None:
    """Make somebody an operator, unless they are one."""
    if not await is_operator(connection, person_id):
        await connection.execute(insert(operators).values(person_id=person_id, since=now()))


async def dismiss(connection: AsyncConnection, person_id: str) -> None:
    await connection.execute(delete(operators).where(operators.c.person_id == person_id))


async def is_operator(connection: AsyncConnection, person_id: str) -> bool:
    query = select(operators.c.person_id).where(operators.c.person_id == person_id)
    return (await connection.execute(query)).first() is not None


# -- packs


async def keep(connection: AsyncConnection, note: Note, data: bytes, by: str, at: datetime) -> None:
    """Store a game, in place of another version of it."""
    values = {
        "digest": note.digest,
        "note": msgspec.json.encode(note).decode(),
        "data": data,
        "by": by,
        "at": at,
    }
    done: CursorResult[tuple[()]] = await connection.execute(
        update(packs).where(packs.c.game == note.id).values(values)
    )
    if not done.rowcount:
        await connection.execute(insert(packs).values(game=note.id, **values))


async def remove(connection: AsyncConnection, game: str) -> bool:
    """Remove a game. Returns whether it was there."""
    done: CursorResult[tuple[()]] = await connection.execute(delete(packs).where(packs.c.game == game))
    return bool(done.rowcount)


async def digests(connection: AsyncConnection) -> dict[str, str]:
    """The digest of each installed game, in the order of their ids."""
    query = select(packs.c.game, packs.c.digest).order_by(packs.c.game)
    return {row.game: row.digest for row in await connection.execute(query)}


async def file(connection: AsyncConnection, game: str) -> bytes | None:
    """The file of an installed game."""
    return (await connection.execute(select(packs.c.data).where(packs.c.game == game))).scalar_one_or_none()


async def find(connection: AsyncConnection, game: str) -> StoredPack | None:
    return next((one for one in await every(connection) if one.note.id == game), None)


async def every(connection: AsyncConnection) -> list[StoredPack]:
    """All installed games, in the order of their ids."""
    query = select(packs.c.note, packs.c.by, packs.c.at).order_by(packs.c.game)
    return [
        StoredPack(msgspec.json.decode(row.note, type=Note), row.by, row.at)
        for row in await connection.execute(query)
    ]


async def in_play(connection: AsyncConnection) -> dict[str, int]:
    """How many tables of each game wait for players or are being played."""
    query = (
        select(tables.c.game, func.count().label("count"))
        .where(tables.c.phase.in_(("waiting", "playing")), ~tables.c.study)
        .group_by(tables.c.game)
    )
    return {row.game: row._mapping["count"] for row in await connection.execute(query)}
