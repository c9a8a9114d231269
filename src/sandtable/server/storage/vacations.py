"""Vacations in the database: a limited number of days per calendar year, without overlap."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import CursorResult, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.security import fresh_id
from sandtable.server.storage.schema import people, vacations
from sandtable.server.wire.weeks import Vacation

DAY = timedelta(days=1)


async def of(connection: AsyncConnection, person_id: str) -> tuple[Vacation, ...]:
    """All of a person's vacations, earliest first."""
    query = select(vacations).where(vacations.c.person_id == person_id).order_by(vacations.c.begins)
    return tuple(Vacation(id=row.id, begins=row.begins, ends=row.ends) for row in await connection.execute(query))


async def lock(connection: AsyncConnection, person_id: str) -> None:
    """Lock a person's vacations until the transaction ends."""
    await connection.execute(select(people.c.id).where(people.c.id == person_id).with_for_update())


async def add(connection: AsyncConnection, person_id: str, begins: datetime, ends: datetime) -> None:
    await connection.execute(
        insert(vacations).values(id=fresh_id(), person_id=person_id, begins=begins, ends=ends)
    )


async def end(connection: AsyncConnection, person_id: str, vacation_id: str, at: datetime) -> bool:
    """End a vacation now, or cancel it. Returns whether there was one."""
    mine = (vacations.c.id == vacation_id, vacations.c.person_id == person_id)
    gone: CursorResult[Any] = await connection.execute(delete(vacations).where(*mine, vacations.c.begins >= at))
    cut: CursorResult[Any] = await connection.execute(
        update(vacations).where(*mine, vacations.c.ends > at).values(ends=at)
    )
    return bool(gone.rowcount or cut.rowcount)


def days_in(year: int, begins: datetime, ends: datetime) -> float:
    """How many days of a vacation are in a year."""
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return max((min(ends, last) - max(begins, first)) / DAY, 0.0)
