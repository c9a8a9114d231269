"""``sandtable admin``: reads and writes the database, whether a server is running or not."""

import asyncio
import getpass
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.table import Table
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.cli.answers import fail
from sandtable.server.app import open_database
from sandtable.server.settings import Settings
from sandtable.server.storage import moderation, packs
from sandtable.server.storage.database import BadDatabase
from sandtable.server.storage.moderation import Member
from sandtable.server.storage.schema import tables as all_tables
from sandtable.server.storage.upgrade import upgrade
from sandtable.terminal.saves import folder

T = TypeVar("T")

LISTED = 50
"""Lines per list."""
Work = Callable[[AsyncConnection], Awaitable[T]]


def _do(data: Path | None, url: str, work: Work[T]) -> T:
    """A transaction on a server's database."""
    settings = Settings(data=(data or folder()).expanduser().absolute(), database=url)
    if not url and not (settings.data / "sandtable.db").exists():
        fail(f"--data: no server keeps its games in {settings.data}.")
    database = open_database(settings)
    if isinstance(database, BadDatabase):
        fail(f"--database: {database.why}")

    async def run() -> T:
        try:
            problem = await upgrade(database)
            if problem is not None:
                fail(problem.why)
            async with database.write() as connection:
                return await work(connection)
        finally:
            await database.close()

    return asyncio.run(run())


def _show(titles: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    table = Table()
    for title in titles:
        table.add_column(title, no_wrap=title == "id")
    for row in rows:
        table.add_row(*(_worded(one) for one in row))
    Console().print(table)


def _worded(value: object) -> str:
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    return "yes" if value is True else "" if value is False else str(value)


def _operator() -> str:
    return f"operator {getpass.getuser()}"


async def _one(connection: AsyncConnection, name: str) -> Member:
    found = await moderation.members(connection, name)
    exact = [one for one in found if one.name.casefold() == name.casefold() or one.id == name]
    if len(exact) != 1:
        near = ", ".join(one.name for one in found[:5])
        fail(f"there is no account called {name!r}." + (f" Perhaps: {near}?" if near else ""))
    return exact[0]


def people(data: Path | None, url: str, search: str) -> None:
    found = _do(data, url, lambda connection: moderation.members(connection, search, LISTED))
    _show(
        ("id", "name", "guest", "made", "seen", "sessions", "tokens", "tables", "banned"),
        ((m.id, m.name, m.guest, m.made, m.seen, m.sessions, m.tokens, m.tables, m.banned) for m in found),
    )


def ban(data: Path | None, url: str, name: str, why: str) -> None:
    async def work(connection: AsyncConnection) -> str:
        person = await _one(connection, name)
        await moderation.ban(connection, person.id, why)
        await moderation.note(connection, _operator(), "ban", f"{person.name}: {why}")
        return person.name

    print(f"{_do(data, url, work)} is banned.")


def unban(data: Path | None, url: str, name: str) -> None:
    async def work(connection: AsyncConnection) -> str:
        person = await _one(connection, name)
        await moderation.unban(connection, person.id)
        await moderation.note(connection, _operator(), "unban", person.name)
        return person.name

    print(f"{_do(data, url, work)} is no longer banned.")


def sessions(data: Path | None, url: str, name: str, end: bool) -> None:
    async def work(connection: AsyncConnection) -> Member:
        person = await _one(connection, name)
        if end:
            await moderation.end_sessions(connection, person.id)
            await moderation.note(connection, _operator(), "sign out", person.name)
        return person

    person = _do(data, url, work)
    ended = ", which have ended" if end else ""
    print(f"{person.name} has {person.sessions} sessions and {person.tokens} tokens{ended}.")


def operator(data: Path | None, url: str, name: str, revoke: bool) -> None:
    async def work(connection: AsyncConnection) -> str:
        person = await _one(connection, name)
        if person.guest:
            fail(f"{person.name} is a guest. Only somebody with an account can be an operator.")
        await (packs.dismiss if revoke else packs.appoint)(connection, person.id)
        await moderation.note(connection, _operator(), "dismiss" if revoke else "appoint", person.name)
        return person.name

    who = _do(data, url, work)
    print(f"{who} is no longer an operator." if revoke else f"{who} is an operator: see /operator in the browser.")


def tables(data: Path | None, url: str) -> None:
    async def work(connection: AsyncConnection) -> list[tuple[object, ...]]:
        query = select(all_tables).order_by(all_tables.c.moved.desc()).limit(LISTED)
        return [
            (row.id, row.game, row.title, row.phase, row.listed, row.headline, row.moved)
            for row in await connection.execute(query)
        ]

    _show(("id", "game", "title", "phase", "listed", "where it is", "moved"), _do(data, url, work))


def close(data: Path | None, url: str, table: str, why: str) -> None:
    async def work(connection: AsyncConnection) -> bool:
        open_ = (all_tables.c.id == table, all_tables.c.phase.in_(("waiting", "playing")))
        closed = (
            update(all_tables)
            .where(*open_)
            .values(phase="abandoned", turn="[]", due=None, closed=why[:200], version=all_tables.c.version + 1)
        )
        done = await connection.execute(closed)
        await moderation.note(connection, _operator(), "close", f"table {table}" + (f": {why}" if why else ""))
        return bool(done.rowcount)

    if not _do(data, url, work):
        fail(f"there is no open table {table!r}.")
    print(f"Table {table} is closed.")


def reports(data: Path | None, url: str, settle: str) -> None:
    if settle:
        if not _do(data, url, lambda connection: moderation.settle(connection, settle)):
            fail(f"there is no open report {settle!r}.")
        print("Settled.")
        return
    found = _do(data, url, moderation.reported)
    _show(
        ("id", "table", "who", "message", "why it was reported", "when"),
        ((one.id, one.table, one.name, one.text, one.why, one.at) for one in found),
    )


def audit(data: Path | None, url: str) -> None:
    found = _do(data, url, moderation.audit_log)
    _show(("when", "who", "what", "about"), ((one.at, one.who, one.what, one.about) for one in found))
