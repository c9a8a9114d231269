"""Mail addresses, and the queue of messages by email and to browsers.

Messages are queued in the same transaction as what they report.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Literal, get_args

import msgspec
from sqlalchemy import ColumnElement, Connection, CursorResult, delete, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.security import fresh_id, fresh_secret
from sandtable.server.storage.schema import addresses, outbox, people, subscriptions
from sandtable.server.wire import Person
from sandtable.server.wire.weeks import Language, MailMode

Kind = Literal["confirm", "turn", "reminder", "out", "over"]
Fate = Literal["waiting", "sent", "dropped", "failed"]

CLAIM = timedelta(minutes=10)
"""How long a worker's claim on a message lasts. If the worker dies, another one sends it after that."""
DAY = timedelta(days=1)
KEPT = timedelta(days=30)
"""How long sent messages are remembered."""


class Call(msgspec.Struct, frozen=True):
    """A notification about a table."""

    kind: Kind
    person: str
    about: str


class Address(msgspec.Struct, frozen=True):
    """A person's mail address, and how they want mail."""

    person: Person
    email: str
    confirmed: bool
    code: str
    key: str
    mode: MailMode
    language: Language


class QueuedMessage(msgspec.Struct, frozen=True):
    """A queued message."""

    id: str
    kind: Kind
    table: str
    about: str
    tries: int


class Bundle(msgspec.Struct, frozen=True):
    """All mail that is due to one person."""

    address: Address | None
    messages: tuple[QueuedMessage, ...]


# -- addresses


async def address(connection: AsyncConnection, person_id: str) -> Address | None:
    """A person's mail address."""
    query = (
        select(addresses, people.c.name, people.c.password.is_(None).label("guest"))
        .join_from(addresses, people, people.c.id == addresses.c.person_id)
        .where(addresses.c.person_id == person_id)
    )
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    return Address(
        person=Person(id=row.person_id, name=row.name, guest=bool(row.guest)),
        email=row.email,
        confirmed=row.confirmed is not None,
        code=row.code,
        key=row.key,
        mode=row.mode if row.mode in get_args(MailMode) else "off",
        language=row.language if row.language in get_args(Language) else "en",
    )


async def set_address(
    connection: AsyncConnection, person: Person, email: str, mode: MailMode, language: Language, at: datetime
) -> None:
    """Set an address. A new one must be confirmed. Empty: delete it, and its queued messages."""
    known = await address(connection, person.id)
    if not email:
        await connection.execute(delete(addresses).where(addresses.c.person_id == person.id))
        queued = (outbox.c.person_id == person.id, outbox.c.target == "", outbox.c.fate == "waiting")
        await connection.execute(delete(outbox).where(*queued))
        return
    values: dict[str, Any] = {"email": email, "mode": mode, "language": language}
    if known is None or known.email != email:
        values |= {"confirmed": None, "code": fresh_secret()}
        await connection.run_sync(_write, person.id, "confirm", None, values["code"], at)
    if known is None:
        values |= {"person_id": person.id, "key": fresh_secret()}
        await connection.execute(insert(addresses).values(**values))
    else:
        await connection.execute(update(addresses).where(addresses.c.person_id == person.id).values(**values))


async def confirm(connection: AsyncConnection, code: str, at: datetime) -> bool:
    """Confirm the address with this code. Returns whether there is one."""
    done: CursorResult[Any] = await connection.execute(
        update(addresses).where(addresses.c.code == code, addresses.c.confirmed.is_(None)).values(confirmed=at)
    )
    known = select(addresses.c.person_id).where(addresses.c.code == code)
    return bool(done.rowcount) or (await connection.execute(known)).first() is not None


async def stop(connection: AsyncConnection, key: str) -> bool:
    """Unsubscribe the address with this key. Returns whether there is one."""
    done: CursorResult[Any] = await connection.execute(
        update(addresses).where(addresses.c.key == key).values(mode="off")
    )
    return bool(done.rowcount)


async def digested(connection: AsyncConnection, person_id: str, at: datetime) -> None:
    """Record that the daily digest was sent."""
    await connection.execute(update(addresses).where(addresses.c.person_id == person_id).values(digested=at))


# -- messages


class Delays(msgspec.Struct, frozen=True):
    """How long the news of a turn waits: a player who moves in the meantime gets none."""

    mail: timedelta
    push: timedelta


def call(connection: Connection, table_id: str, calls: Iterable[Call], at: datetime, delays: Delays) -> None:
    """Queue messages for those who want them, once about each thing. The table must be locked."""
    wanted = {one.person: one for one in calls}
    if not wanted:
        return
    readers = select(addresses.c.person_id).where(
        addresses.c.person_id.in_(wanted), addresses.c.confirmed.is_not(None), addresses.c.mode != "off"
    )
    browsers = select(subscriptions.c.person_id, subscriptions.c.id).where(subscriptions.c.person_id.in_(wanted))
    targets = [(row.person_id, "") for row in connection.execute(readers).all()]
    targets += [(row.person_id, row.id) for row in connection.execute(browsers).all()]
    for person_id, target in targets:
        one = wanted[person_id]
        already_queued = select(outbox.c.id).where(
            outbox.c.person_id == one.person,
            outbox.c.kind == one.kind,
            outbox.c.table_id == table_id,
            outbox.c.about == one.about,
            outbox.c.target == target,
        )
        if connection.execute(already_queued).first() is not None:
            continue
        delay = delays.push if target else delays.mail
        due = at + delay if one.kind == "turn" else at
        _write(connection, one.person, one.kind, table_id, one.about, due, at, target)


async def claim(connection: AsyncConnection, worker: str, at: datetime) -> Bundle | None:
    """Claim all mail that is due to one person. None if none is due."""
    had_todays = exists().where(
        addresses.c.person_id == outbox.c.person_id,
        addresses.c.mode == "daily",
        addresses.c.digested.between(at - DAY, at),
    )
    free = (outbox.c.target == "", *_free(at), or_(outbox.c.kind == "confirm", ~had_todays))
    person_id = (
        await connection.execute(select(outbox.c.person_id).where(*free).order_by(outbox.c.due).limit(1))
    ).scalar_one_or_none()
    if person_id is None:
        return None
    await connection.execute(
        update(outbox).where(outbox.c.person_id == person_id, *free).values(worker=worker, until=at + CLAIM)
    )
    mine = (
        select(outbox)
        .where(
            outbox.c.person_id == person_id,
            outbox.c.target == "",
            outbox.c.fate == "waiting",
            outbox.c.worker == worker,
            outbox.c.until == at + CLAIM,
        )
        .order_by(outbox.c.made, outbox.c.id)
    )
    rows = (await connection.execute(mine)).all()
    letters = tuple(QueuedMessage(row.id, row.kind, row.table_id or "", row.about, row.tries) for row in rows)
    return Bundle(await address(connection, person_id), letters)


async def has_push(connection: AsyncConnection, at: datetime) -> bool:
    """Whether a message is due to any browser; asked often, so that nobody locks the database for nothing."""
    due = select(outbox.c.id).where(outbox.c.target != "", *_free(at)).limit(1)
    return (await connection.execute(due)).first() is not None


async def claim_push(connection: AsyncConnection, worker: str, at: datetime) -> tuple[QueuedMessage, str] | None:
    """Claim one message that is due to a browser, and its subscription's id. None if none is due."""
    due = select(outbox).where(outbox.c.target != "", *_free(at)).order_by(outbox.c.due).limit(1)
    row = (await connection.execute(due)).one_or_none()
    if row is None:
        return None
    await connection.execute(update(outbox).where(outbox.c.id == row.id).values(worker=worker, until=at + CLAIM))
    return QueuedMessage(row.id, row.kind, row.table_id or "", row.about, row.tries), row.target


def _free(at: datetime) -> tuple[ColumnElement[bool], ...]:
    """Due, and claimed by nobody."""
    return (
        outbox.c.fate == "waiting",
        outbox.c.due <= at,
        # No claim is longer than this. One that seems to be was made before the clock was set back.
        or_(outbox.c.until.is_(None), outbox.c.until < at, outbox.c.until > at + CLAIM),
    )


async def settle(connection: AsyncConnection, worker: str, queued: QueuedMessage, fate: Fate) -> None:
    """Record the fate of a message."""
    await connection.execute(
        update(outbox).where(outbox.c.id == queued.id, outbox.c.worker == worker).values(fate=fate, until=None)
    )


async def put_off(
    connection: AsyncConnection, worker: str, queued: QueuedMessage, due: datetime, tries: int
) -> None:
    """Retry at ``due``."""
    await connection.execute(
        update(outbox)
        .where(outbox.c.id == queued.id, outbox.c.worker == worker)
        .values(due=due, tries=tries, until=None)
    )


async def forget_old(connection: AsyncConnection, at: datetime) -> None:
    """Delete old messages."""
    await connection.execute(delete(outbox).where(outbox.c.fate != "waiting", outbox.c.made < at - KEPT))


def _write(
    connection: Connection,
    person_id: str,
    kind: Kind,
    table_id: str | None,
    about: str,
    due: datetime,
    made: datetime | None = None,
    target: str = "",
) -> None:
    connection.execute(
        insert(outbox).values(
            id=fresh_id(),
            person_id=person_id,
            kind=kind,
            table_id=table_id,
            about=about,
            target=target,
            made=made or due,
            due=due,
            tries=0,
            fate="waiting",
            worker="",
        )
    )
