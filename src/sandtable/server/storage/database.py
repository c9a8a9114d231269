"""Access to the database: a SQLite file, or PostgreSQL by URL."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

WAIT = 20
"""Seconds that one SQLite writer waits for another."""
PRAGMAS = ("synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY", "wal_autocheckpoint=0")
"""SQLite's settings. The WAL is checkpointed by ``_Checkpointer``, outside commits."""
WRITING = "sandtable_writing"
TOGETHER = 64
"""The most jobs committed together."""
AHEAD = 200
"""Transactions between two checkpoints of the WAL: a few megabytes."""

T = TypeVar("T")


class BadDatabase(msgspec.Struct, frozen=True):
    """Why a database can't be used, and what to do."""

    why: str


class Database:
    """Separate connections for reading and writing. A SQLite writer takes the lock at once, so that it can't fail
    later."""

    def __init__(self, url: URL, journal: str = "WAL") -> None:
        self.url = url
        self.sqlite = url.get_backend_name() == "sqlite"
        # Waiting SQLite writers poll, and luck decides who is next. Here they queue.
        self._turn: AbstractAsyncContextManager[object] = asyncio.Lock() if self.sqlite else nullcontext()
        # Failed statements must not put their values in a log: dice have secrets.
        self.engine = (
            _sqlite(url, journal)
            if self.sqlite
            else create_async_engine(url, pool_pre_ping=True, hide_parameters=True)
        )
        self._checkpointer = _Checkpointer(url, journal) if self.sqlite else None
        self._writer = _Writer(url, journal, self._turn) if self.sqlite else None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A consistent read."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed at the end, rolled back if anything is raised."""
        async with self._turn, self.engine.connect() as connection:
            await connection.execution_options(**{WRITING: True})
            async with connection.begin():
                yield connection
        if self._checkpointer is not None:
            self._checkpointer.count()

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """A transaction like :meth:`write`, done by one function in another thread.

        With SQLite, transactions that arrive during a commit share the next one: see :class:`_Writer`.
        """
        if self._writer is not None and self._checkpointer is not None:
            done = await self._writer.run(work)
            self._checkpointer.count()
            return done
        async with self.write() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        if self._writer is not None and self._checkpointer is not None:
            await self._writer.close()
            await self._checkpointer.close()
        await self.engine.dispose()


class _Checkpointer:
    """Checkpoints SQLite's WAL in a thread of its own.

    SQLite itself would do so within some commit, and everybody would wait for it.
    """

    def __init__(self, url: URL, journal: str) -> None:
        self._engine = create_engine(url.set(drivername="sqlite"), connect_args={"timeout": WAIT})
        _prepare(self._engine, journal)
        self._thread = ThreadPoolExecutor(1, "sqlite-home")
        self._count = 0
        self._running: asyncio.Future[None] | None = None

    def count(self) -> None:
        """Count a transaction."""
        self._count += 1
        if self._count >= AHEAD and (self._running is None or self._running.done()):
            self._count = 0
            self._running = asyncio.get_running_loop().run_in_executor(self._thread, self._checkpoint)

    def _checkpoint(self) -> None:
        with suppress(DBAPIError, sqlite3.Error), self._engine.connect() as connection:  # or next time
            connection.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").close()

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


class _Writer:
    """A thread that writes to SQLite.

    Switching threads for every statement would take most of a decision's time, and the disk is slow. So jobs that
    arrive during a commit are run and committed together. Each job has a savepoint, and none reports success
    before it is on disk.
    """

    def __init__(self, url: URL, journal: str, turn: AbstractAsyncContextManager[object]) -> None:
        self._engine = create_engine(
            url.set(drivername="sqlite"),
            connect_args={"timeout": WAIT},
            execution_options={WRITING: True},
            hide_parameters=True,
        )
        _prepare(self._engine, journal)
        self._thread = ThreadPoolExecutor(1, "sqlite-writer")
        self._turn = turn
        self._waiting: list[tuple[Callable[[Connection], Any], asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        """The result of the job, once it is on disk."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._task is None:
            self._task = asyncio.create_task(self._write())
        return await done

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            async with self._turn:
                batch, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
                works = [work for work, _ in batch]
                try:
                    outcomes = await loop.run_in_executor(self._thread, self._transaction, works)
                except Exception as error:
                    outcomes = [_Failed(error) for _ in works]
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                if done.cancelled():
                    continue
                if isinstance(outcome, _Failed):
                    done.set_exception(outcome.error)
                else:
                    done.set_result(outcome)
        self._task = None

    def _transaction(self, works: Sequence[Callable[[Connection], Any]]) -> list[Any]:
        with self._engine.begin() as connection:
            if len(works) == 1:
                return [works[0](connection)]
            return [_in_savepoint(connection, work) for work in works]

    async def close(self) -> None:
        if self._task is not None:
            await self._task
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


class _Failed(msgspec.Struct, frozen=True):
    error: Exception


def _in_savepoint(connection: Connection, work: Callable[[Connection], T]) -> T | _Failed:
    """Run a job in a savepoint, so that its failure doesn't affect the others."""
    nested = connection.begin_nested()
    try:
        done = work(connection)
        nested.commit()
    except Exception as error:
        # On some errors, such as a full disk, SQLite rolls back the whole transaction: then all jobs have failed.
        if not connection.connection.dbapi_connection.in_transaction:  # type: ignore[union-attr]
            raise
        nested.rollback()
        return _Failed(error)
    return done


def read_url(text: str) -> URL | BadDatabase:
    """A database URL as people write it, with our driver.

    >>> read_url("postgresql://anna@localhost/games").drivername
    'postgresql+psycopg'
    >>> read_url("mysql://anna@localhost/games").why
    "'mysql' is not supported: give a sqlite:///FILE or a postgresql://... URL."
    """
    try:
        url = make_url(text)
    except ArgumentError:
        return BadDatabase("not a database URL: write sqlite:///FILE or postgresql://USER@HOST/NAME.")
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
    """The URL of a SQLite file."""
    return URL.create("sqlite+aiosqlite", database=str(path))


def _sqlite(url: URL, journal: str) -> AsyncEngine:
    engine = create_async_engine(url, connect_args={"timeout": WAIT}, hide_parameters=True)
    _prepare(engine.sync_engine, journal)
    return engine


def _prepare(engine: Engine, journal: str) -> None:
    """Configure every SQLite connection."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        # The driver begins transactions late and only for some statements: we begin them ourselves.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (f"journal_mode={journal}", *PRAGMAS):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get(WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
