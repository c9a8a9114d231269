"""Game files in the database, once for each edition."""

from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.games.editions import Packed
from sandtable.server.storage.schema import editions


async def keep(connection: AsyncConnection, packed: Packed, at: datetime) -> None:
    """Store an edition, unless it is there."""
    if await find(connection, packed.digest) is not None:
        return
    try:
        async with connection.begin_nested():
            await connection.execute(
                insert(editions).values(digest=packed.digest, game=packed.game, made=at, data=packed.data)
            )
    except IntegrityError:  # another process was faster
        return


async def find(connection: AsyncConnection, digest: str) -> bytes | None:
    """The files of an edition."""
    found = await connection.execute(select(editions.c.data).where(editions.c.digest == digest))
    return found.scalar_one_or_none()
