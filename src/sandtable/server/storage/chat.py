"""What people say at a table, in the database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.storage.moment import now
from sandtable.server.storage.schema import chat
from sandtable.server.wire import Person, Said


async def say(
    connection: AsyncConnection, table_id: str, person: Person, text: str, side: str, key: str | None = None
) -> Said:
    """Add a chat message, or find the one already posted with this key. The table must be locked."""
    if key is not None:
        earlier = select(chat).where(chat.c.table_id == table_id, chat.c.person_id == person.id, chat.c.key == key)
        if found := (await connection.execute(earlier)).first():
            return _said(found)
    last = select(func.coalesce(func.max(chat.c.id), 0)).where(chat.c.table_id == table_id)
    number = (await connection.execute(last)).scalar_one() + 1
    said = Said(id=number, person=person.name, at=now(), text=text, side=side)
    await connection.execute(
        insert(chat).values(
            table_id=table_id,
            id=number,
            person_id=person.id,
            name=person.name,
            text=text,
            side=side,
            at=said.at,
            key=key,
        )
    )
    return said


async def chatted(
    connection: AsyncConnection, table_id: str, sides: Sequence[str], after: int = 0, most: int = 100
) -> tuple[Said, ...]:
    """The latest chat messages that members of these sides may read."""
    query = (
        select(chat)
        .where(chat.c.table_id == table_id, chat.c.id > after, chat.c.side.in_(["", *sides]))
        .order_by(chat.c.id.desc())
        .limit(most)
    )
    rows = (await connection.execute(query)).all()
    return tuple(_said(row) for row in reversed(rows))


def _said(row: Row[Any]) -> Said:
    return Said(id=row.id, person=row.name, at=row.at, text=row.text, side=row.side)
