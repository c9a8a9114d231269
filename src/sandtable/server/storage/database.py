"""The way to the database: SQLite in a file, or PostgreSQL by its URL."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

WAIT = 20
"""Seconds that a writer of SQLite waits for another."""
WRITING = "sandtable_writing"


class BadDatabase(msgspec.Struct, frozen=True):
    """Why a database cannot be used, and what to do."""

    why: str


class Database:
    """Reads and writes are apart: with SQLite a writer takes the lock at once, so that it cannot fail later."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.sqlite = url.get_backend_name() == "sqlite"
        # SQLite lets writers that wait try again and again, and luck decides who is next: here they stand in line.
        self._turn: AbstractAsyncContextManager[object] = asyncio.Lock() if self.sqlite else nullcontext()
        self.engine = _sqlite(url) if self.sqlite else create_async_engine(url, pool_pre_ping=True)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """One consistent look."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """One transaction: committed at the end, taken back if anything is raised."""
        async with self._turn, self.engine.connect() as connection:
            await connection.execution_options(**{WRITING: True})
            async with connection.begin():
                yield connection

    async def close(self) -> None:
        await self.engine.dispose()


def read_url(text: str) -> URL | BadDatabase:
    """The URL of a database as people write it, with the driver that we use.

    >>> read_url("postgresql://anna@localhost/games").drivername
    'postgresql+psycopg'
    >>> read_url("mysql://anna@localhost/games").why
    "'mysql' is not supported: give a sqlite:///FILE or a postgresql://... URL."
    """
    try:
        url = make_url(text)
    except ArgumentError:
        return BadDatabase("this is no database URL: write sqlite:///FILE or postgresql://USER@HOST/NAME.")
    match url.get_backend_name():
        case "sqlite":
            if not url.database or url.database == ":memory:":
                return BadDatabase("SQLite needs a file: write sqlite:///FILE.")
            return url.set(drivername="sqlite+aiosqlite")
        case "postgresql" | "postgres":
            return url.set(drivername="postgresql+psycopg")
        case other:
            return BadDatabase(f"{other!r} is not supported: give a sqlite:///FILE or a postgresql://... URL.")


def sqlite_file(path: Path) -> URL:
    """The URL of a file."""
    return URL.create("sqlite+aiosqlite", database=str(path))


def _sqlite(url: URL) -> AsyncEngine:
    engine = create_async_engine(url, connect_args={"timeout": WAIT})

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        # The driver begins transactions late and only for some statements: we begin them ourselves.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get(WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine
