"""Moderation in the database: exclusions, reports, bans, and the audit log."""

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, CursorResult, Label, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.security import fresh_id
from sandtable.server.storage.accounts import folded
from sandtable.server.storage.moment import now
from sandtable.server.storage.schema import audit, chat, exclusions, people, reports, sessions, tables, tokens
from sandtable.server.wire import Person


class Member(msgspec.Struct, frozen=True):
    """A person, as an operator sees them."""

    id: str
    name: str
    guest: bool
    made: datetime
    seen: datetime
    banned: str
    sessions: int
    tokens: int
    tables: int


class Report(msgspec.Struct, frozen=True):
    """A reported message."""

    id: str
    table: str
    said: int
    name: str
    text: str
    why: str
    at: datetime


class AuditEntry(msgspec.Struct, frozen=True):
    """An entry of the audit log."""

    at: datetime
    who: str
    what: str
    about: str


# -- hosts


async def excluded(connection: AsyncConnection, table_id: str, person_id: str) -> bool:
    """Whether the host has muted or removed somebody. Asks the database, since a room may be stale."""
    query = select(exclusions.c.person_id).where(
        exclusions.c.table_id == table_id, exclusions.c.person_id == person_id
    )
    return (await connection.execute(query)).first() is not None


# -- reports


async def report(connection: AsyncConnection, table_id: str, said: int, reporter: Person, why: str) -> bool:
    """Report a message. Returns whether it exists and this person hasn't reported it before."""
    line = select(chat.c.name, chat.c.text).where(chat.c.table_id == table_id, chat.c.id == said)
    row = (await connection.execute(line)).one_or_none()
    again = select(reports.c.id).where(
        reports.c.table_id == table_id, reports.c.said == said, reports.c.reporter_id == reporter.id
    )
    if row is None or (await connection.execute(again)).first() is not None:
        return False
    await connection.execute(
        insert(reports).values(
            id=fresh_id(),
            table_id=table_id,
            said=said,
            name=row.name,
            text=row.text,
            reporter_id=reporter.id,
            why=why,
            at=now(),
        )
    )
    return True


async def reported(connection: AsyncConnection) -> list[Report]:
    """Open reports, oldest first."""
    query = select(reports).where(reports.c.settled.is_(None)).order_by(reports.c.at)
    return [
        Report(row.id, row.table_id, row.said, row.name, row.text, row.why, row.at)
        for row in await connection.execute(query)
    ]


async def settle(connection: AsyncConnection, report_id: str) -> bool:
    done: CursorResult[tuple[()]] = await connection.execute(
        update(reports).where(reports.c.id == report_id, reports.c.settled.is_(None)).values(settled=now())
    )
    return bool(done.rowcount)


# -- people


def _count(of: ColumnElement[Any], name: str) -> Label[int]:
    return select(func.count()).where(of == people.c.id).scalar_subquery().label(name)


async def members(connection: AsyncConnection, search: str = "", most: int = 50) -> list[Member]:
    """People, most recently seen first."""
    counts = (
        _count(sessions.c.person_id, "session_count"),
        _count(tokens.c.person_id, "token_count"),
        _count(tables.c.host_id, "table_count"),
    )
    query = select(people, *counts).order_by(people.c.seen.desc()).limit(most)
    if search:
        wanted = f"%{folded(search)}%"
        query = query.where(or_(people.c.folded.like(wanted), people.c.id == search))
    return [
        Member(
            row.id,
            row.name,
            row.password is None,
            row.made,
            row.seen,
            row.banned or "",
            row.session_count,
            row.token_count,
            row.table_count,
        )
        for row in await connection.execute(query)
    ]


async def ban(connection: AsyncConnection, person_id: str, why: str) -> None:
    """Ban somebody. Ends their sessions and tokens."""
    await connection.execute(update(people).where(people.c.id == person_id).values(banned=why))
    await end_sessions(connection, person_id)


async def unban(connection: AsyncConnection, person_id: str) -> None:
    await connection.execute(update(people).where(people.c.id == person_id).values(banned=None))


async def end_sessions(connection: AsyncConnection, person_id: str) -> None:
    """Sign somebody out everywhere."""
    for column in (sessions.c.person_id, tokens.c.person_id):
        await connection.execute(delete(column.table).where(column == person_id))


# -- the audit log


async def note(connection: AsyncConnection, who: str, what: str, about: str) -> None:
    """Add an entry to the audit log."""
    await connection.execute(insert(audit).values(id=fresh_id(), at=now(), who=who, what=what, about=about))


async def audit_log(connection: AsyncConnection, most: int = 100) -> list[AuditEntry]:
    """The latest entries of the audit log, newest first."""
    query = select(audit).order_by(audit.c.at.desc()).limit(most)
    return [AuditEntry(row.at, row.who, row.what, row.about) for row in await connection.execute(query)]
