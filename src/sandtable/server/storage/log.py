"""The log of each table in the database, and the idempotency keys of what was sent to it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal, cast

import msgspec
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.core.decision import Seat
from sandtable.server.storage.moment import now
from sandtable.server.storage.schema import keys, log

KEYS_LAST = timedelta(days=7)
"""How long a retry is recognized."""


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the log as stored."""

    seq: int
    kind: Literal["act", "undo", "edit"]
    seat: Seat
    by: str
    person: str | None
    key: str
    action: str
    events: str
    back: int
    reason: str
    at: datetime


async def lines(connection: AsyncConnection, table_id: str, after: int = 0) -> list[Written]:
    """The log after a line."""
    query = select(log).where(log.c.table_id == table_id, log.c.seq > after).order_by(log.c.seq)
    return [
        Written(
            seq=row.seq,
            kind=row.kind,
            seat=row.seat,
            by=row.by,
            person=row.person_id,
            key=row.key,
            action=row.action,
            events=row.events,
            back=row.back,
            reason=row.reason,
            at=row.at,
        )
        for row in await connection.execute(query)
    ]


_APPEND = insert(log)


def append(connection: Connection, table_id: str, written: Iterable[Written]) -> None:
    """Append to the log. Raises ``IntegrityError`` if a number is taken."""
    rows = [
        {
            "table_id": table_id,
            "seq": one.seq,
            "kind": one.kind,
            "seat": one.seat,
            "by": one.by,
            "person_id": one.person,
            "key": one.key,
            "action": one.action,
            "events": one.events,
            "back": one.back,
            "reason": one.reason,
            "at": one.at,
        }
        for one in written
    ]
    if rows:
        connection.execute(_APPEND, rows)


async def answer_to(connection: AsyncConnection, table_id: str, person_id: str, key: str) -> str | None:
    """The response to the first request with this key; None if this is the first."""
    query = select(keys.c.answer).where(
        keys.c.table_id == table_id, keys.c.person_id == person_id, keys.c.key == key
    )
    return cast(str | None, (await connection.execute(query)).scalar_one_or_none())


_REMEMBER = insert(keys)


def remember(connection: Connection, table_id: str, person_id: str, key: str, answer: str) -> None:
    """Store a response for retries."""
    connection.execute(
        _REMEMBER, {"table_id": table_id, "person_id": person_id, "key": key, "answer": answer, "at": now()}
    )


async def forget_keys(connection: AsyncConnection) -> None:
    """Delete keys that are too old for a retry."""
    await connection.execute(delete(keys).where(keys.c.at < now() - KEYS_LAST))
