"""Browsers that want push messages."""

from collections.abc import Sequence
from datetime import datetime
from typing import get_args

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.security import fingerprint, fresh_id
from sandtable.server.storage.schema import outbox, people, subscriptions
from sandtable.server.wire import Person
from sandtable.server.wire.weeks import Language, Subscribe

MOST = 10
"""Browsers of one person; a new one replaces the oldest."""


class Subscription(msgspec.Struct, frozen=True):
    """A browser, its push service's endpoint, and the keys to write to it."""

    id: str
    person: Person
    endpoint: str
    p256dh: str
    auth: str
    language: Language


async def subscribe(connection: AsyncConnection, person: Person, wanted: Subscribe, at: datetime) -> None:
    """Remember a browser. Whoever was at it before gets nothing there any more."""
    await unsubscribe(connection, wanted.endpoint)
    await connection.execute(
        insert(subscriptions).values(
            id=fresh_id(),
            person_id=person.id,
            endpoint=wanted.endpoint,
            hash=fingerprint(wanted.endpoint),
            p256dh=wanted.p256dh,
            auth=wanted.auth,
            language=wanted.language,
            made=at,
        )
    )
    mine = (
        select(subscriptions.c.id)
        .where(subscriptions.c.person_id == person.id)
        .order_by(subscriptions.c.made.desc(), subscriptions.c.id)
    )
    await _forget(connection, list((await connection.execute(mine)).scalars())[MOST:])


async def unsubscribe(connection: AsyncConnection, endpoint: str) -> None:
    """Forget a browser and what waits for it."""
    found = select(subscriptions.c.id).where(subscriptions.c.hash == fingerprint(endpoint))
    await _forget(connection, list((await connection.execute(found)).scalars()))


async def find(connection: AsyncConnection, subscription_id: str) -> Subscription | None:
    """A browser, if it still wants messages."""
    query = (
        select(subscriptions, people.c.name, people.c.password.is_(None).label("guest"))
        .join_from(subscriptions, people, people.c.id == subscriptions.c.person_id)
        .where(subscriptions.c.id == subscription_id)
    )
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    return Subscription(
        id=row.id,
        person=Person(id=row.person_id, name=row.name, guest=bool(row.guest)),
        endpoint=row.endpoint,
        p256dh=row.p256dh,
        auth=row.auth,
        language=row.language if row.language in get_args(Language) else "en",
    )


async def _forget(connection: AsyncConnection, ids: Sequence[str]) -> None:
    if ids:
        await connection.execute(delete(outbox).where(outbox.c.target.in_(ids), outbox.c.fate == "waiting"))
        await connection.execute(delete(subscriptions).where(subscriptions.c.id.in_(ids)))
