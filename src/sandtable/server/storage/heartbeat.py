"""A heartbeat in the database, so that game clocks stop while no server runs.

If the system clock is set forward, it looks like downtime; if it is set back, like negative downtime. Either way
running game clocks are shifted by the difference.
"""

from datetime import datetime, timedelta

import msgspec
from sqlalchemy import CursorResult, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.storage.schema import pulse, seats, tables
from sandtable.server.storage.timers import Timer

ONE = 1
BREAK = timedelta(seconds=30)
"""Shorter gaps are ignored."""


async def beat(connection: AsyncConnection, at: datetime) -> None:
    """Record that a server is alive."""
    await connection.execute(update(pulse).where(pulse.c.id == ONE).values(at=at))


async def revive(connection: AsyncConnection, at: datetime) -> timedelta:
    """Shift running game clocks by the downtime or clock jump, and return it; negative: back."""
    known = select(pulse.c.at).where(pulse.c.id == ONE).with_for_update()
    last: datetime | None = (await connection.execute(known)).scalar()
    if last is None:
        await connection.execute(insert(pulse).values(id=ONE, at=at))
        return timedelta()
    mine: CursorResult[tuple[()]] = await connection.execute(
        update(pulse).where(pulse.c.id == ONE, pulse.c.at == last).values(at=at)
    )
    if not mine.rowcount or abs(at - last) < BREAK:
        return timedelta()
    query = (
        select(seats.c.table_id, seats.c.seat, seats.c.timer, tables.c.due)
        .join_from(seats, tables, tables.c.id == seats.c.table_id)
        .where(tables.c.phase == "playing", tables.c.clock.is_not(None), seats.c.timer.is_not(None))
    )
    moved: dict[str, datetime | None] = {}
    for row in (await connection.execute(query)).all():
        timer = msgspec.json.decode(row.timer, type=Timer)
        if timer.since is None:
            continue
        passed = at - max(timer.since, last) if at > last else at - last
        # A clock that started after the last heartbeat would otherwise seem to start in the future, and gain time.
        later = msgspec.structs.replace(timer, since=min(timer.since + passed, at))
        await connection.execute(
            update(seats)
            .where(seats.c.table_id == row.table_id, seats.c.seat == row.seat)
            .values(timer=msgspec.json.encode(later).decode())
        )
        moved[row.table_id] = row.due
    for table_id, due in moved.items():
        values = {"version": tables.c.version + 1, "due": due + (at - last) if due else None}
        await connection.execute(update(tables).where(tables.c.id == table_id).values(values))
    return at - last
