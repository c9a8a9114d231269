"""Accounts, guests, sessions and tokens in the database."""

import unicodedata
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import CursorResult, Row, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.security import fingerprint, fresh_id
from sandtable.server.storage import packs
from sandtable.server.storage.database import Database
from sandtable.server.storage.moment import now
from sandtable.server.storage.schema import chat, log, people, seats, sessions, tables, tokens
from sandtable.server.wire import Person, Token

FRESH = timedelta(minutes=10)
"""How often the time of last use is updated."""


class NameTaken(msgspec.Struct, frozen=True):
    """The name is taken."""


class Credentials(msgspec.Struct, frozen=True):
    """A person and their password's hash; guests have none."""

    person: Person
    password: str
    banned: str = ""


def folded(name: str) -> str:
    """A name normalized for comparison: case, width and composed letters don't matter.

    >>> folded("\\uff21NNA  M\\u00fcller") == folded("anna mu\\u0308ller")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


class Accounts:
    """Accounts, guests, sessions and tokens."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- people

    async def add(self, name: str, password: str | None, skeleton: str) -> Person | NameTaken:
        """Add a person; a guest if there is no password. Names with the same ``skeleton`` look alike."""
        person = Person(id=fresh_id(), name=name, guest=password is None)
        at = now()
        row = {
            "id": person.id,
            "name": name,
            "folded": folded(name),
            "skeleton": skeleton,
            "password": password,
            "made": at,
            "seen": at,
        }
        try:
            async with self._database.write() as connection:
                if await self._looks_alike(connection, skeleton):
                    return NameTaken()
                await connection.execute(insert(people).values(**row))
        except IntegrityError:
            return NameTaken()
        return person

    async def _looks_alike(self, connection: AsyncConnection, skeleton: str, but: str = "") -> bool:
        query = select(people.c.id).where(people.c.skeleton == skeleton, people.c.id != but).limit(1)
        return (await connection.execute(query)).first() is not None

    async def claim(self, guest: Person, name: str, password: str, skeleton: str) -> Person | NameTaken | None:
        """Turn a guest into an account, which keeps everything. None if they are no longer a guest."""
        change = (
            update(people)
            .where(people.c.id == guest.id, people.c.password.is_(None))
            .values(name=name, folded=folded(name), skeleton=skeleton, password=password)
        )
        try:
            async with self._database.write() as connection:
                if await self._looks_alike(connection, skeleton, guest.id):
                    return NameTaken()
                done: CursorResult[tuple[()]] = await connection.execute(change)
        except IntegrityError:
            return NameTaken()
        return Person(id=guest.id, name=name) if done.rowcount else None

    async def credentials(self, name: str) -> Credentials | None:
        """The person with this name, and their password's hash."""
        query = select(people).where(people.c.folded == folded(name))
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        return Credentials(
            Person(id=row.id, name=row.name, guest=row.password is None), row.password or "", row.banned or ""
        )

    async def set_password(self, person: Person, password: str) -> None:
        """Set a new password. Ends all sessions and tokens."""
        async with self._database.write() as connection:
            await connection.execute(update(people).where(people.c.id == person.id).values(password=password))
            await connection.execute(delete(sessions).where(sessions.c.person_id == person.id))
            await connection.execute(delete(tokens).where(tokens.c.person_id == person.id))

    async def rehash(self, person: Person, password: str) -> None:
        """Store a stronger hash of the same password."""
        async with self._database.write() as connection:
            await connection.execute(update(people).where(people.c.id == person.id).values(password=password))

    async def forget_guests(self, unseen: timedelta) -> int:
        """Delete guests who have been away for long and left nothing. Returns how many."""
        traces = (
            select(column) for column in (tables.c.host_id, seats.c.person_id, log.c.person_id, chat.c.person_id)
        )
        quiet = (people.c.password.is_(None), people.c.seen < now() - unseen)
        gone = delete(people).where(
            *quiet, *(~exists(one.where(one.selected_columns[0] == people.c.id)) for one in traces)
        )
        async with self._database.write() as connection:
            done: CursorResult[tuple[()]] = await connection.execute(gone)
        return done.rowcount

    # -- sessions

    async def open_session(self, person: Person, session: str, length: timedelta, instead_of: str = "") -> None:
        """Open a session. Ends the one it replaces, and expired ones."""
        at = now()
        async with self._database.write() as connection:
            await connection.execute(
                delete(sessions).where(or_(sessions.c.hash == instead_of, sessions.c.ends < at))
            )
            row = {"hash": session, "person_id": person.id, "made": at, "seen": at, "ends": at + length}
            await connection.execute(insert(sessions).values(**row))

    async def by_session(self, session: str, length: timedelta) -> Person | None:
        """The person of a session. Using it extends it."""
        at = now()
        query = (
            select(people.c.id, people.c.name, people.c.password.is_(None).label("guest"), sessions.c.seen)
            .join(people, people.c.id == sessions.c.person_id)
            .where(sessions.c.hash == session, sessions.c.ends > at, people.c.banned.is_(None))
        )
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        if row.seen < at - FRESH:
            async with self._database.write() as connection:
                await connection.execute(
                    update(sessions).where(sessions.c.hash == session).values(seen=at, ends=at + length)
                )
                await self._seen(connection, row.id, at)
        return _person(row)

    async def is_operator(self, person: Person) -> bool:
        if person.guest:
            return False
        async with self._database.read() as connection:
            return await packs.is_operator(connection, person.id)

    async def close_session(self, session: str) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(sessions).where(sessions.c.hash == session))

    # -- tokens

    async def add_token(self, person: Person, label: str, secret: str, most: int) -> Token | None:
        """Create a token. None if the person already has ``most``."""
        token = Token(id=fresh_id(), label=label, made=now(), secret=secret)
        row = {
            "id": token.id,
            "hash": fingerprint(secret),
            "person_id": person.id,
            "label": label,
            "made": token.made,
        }
        count = select(func.count()).select_from(tokens).where(tokens.c.person_id == person.id)
        async with self._database.write() as connection:
            if (await connection.execute(count)).scalar_one() >= most:
                return None
            await connection.execute(insert(tokens).values(**row))
        return token

    async def tokens(self, person: Person) -> tuple[Token, ...]:
        """A person's tokens, newest first."""
        query = (
            select(tokens.c.id, tokens.c.label, tokens.c.made, tokens.c.used)
            .where(tokens.c.person_id == person.id)
            .order_by(tokens.c.made.desc(), tokens.c.id)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
        return tuple(Token(id=row.id, label=row.label, made=row.made, used=row.used) for row in rows)

    async def revoke(self, person: Person, token_id: str) -> bool:
        """Revoke a person's token. Returns whether there was one."""
        mine = delete(tokens).where(tokens.c.id == token_id, tokens.c.person_id == person.id)
        async with self._database.write() as connection:
            done: CursorResult[tuple[()]] = await connection.execute(mine)
        return bool(done.rowcount)

    async def by_token(self, token: str) -> Person | None:
        """The person of a token."""
        at = now()
        query = (
            select(people.c.id, people.c.name, people.c.password.is_(None).label("guest"), tokens.c.used)
            .join(people, people.c.id == tokens.c.person_id)
            .where(tokens.c.hash == token, people.c.banned.is_(None))
        )
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        if row.used is None or row.used < at - FRESH:
            async with self._database.write() as connection:
                await connection.execute(update(tokens).where(tokens.c.hash == token).values(used=at))
                await self._seen(connection, row.id, at)
        return _person(row)

    async def _seen(self, connection: AsyncConnection, person_id: str, at: datetime) -> None:
        await connection.execute(update(people).where(people.c.id == person_id).values(seen=at))


def _person(row: Row[Any]) -> Person:
    return Person(id=row.id, name=row.name, guest=bool(row.guest))
