"""The database: migrations, and concurrent access by several servers."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Boolean, Connection, Integer, String, Table, Text, insert, inspect, select, text

from sandtable.server.security import fresh_id
from sandtable.server.storage.accounts import Accounts
from sandtable.server.storage.database import BadDatabase, Database, read_url
from sandtable.server.storage.moment import Moment, now
from sandtable.server.storage.schema import chat, metadata, people, seats, tables
from sandtable.server.storage.upgrade import upgrade
from tests.server.conftest import POSTGRESQL, SQLITE

T = TypeVar("T")


@pytest.fixture(params=[SQLITE, POSTGRESQL])
def database_kind(request: pytest.FixtureRequest) -> str:
    """Both, in every run: this tests the databases themselves."""
    kind: str = request.param
    return kind


def in_database(url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    """Run work on a migrated database."""

    async def run() -> T:
        found = read_url(url)
        assert not isinstance(found, BadDatabase)
        database = Database(found)
        try:
            assert await upgrade(database) is None
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())


def test_the_migrations_produce_the_schema(empty_database: str) -> None:
    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async def compare(database: Database) -> object:
        async with database.read() as connection:
            return await connection.run_sync(differences)

    assert in_database(empty_database, compare) == []


def test_two_servers_may_upgrade_at_the_same_time(empty_database: str) -> None:
    url = read_url(empty_database)
    assert not isinstance(url, BadDatabase)

    async def both() -> list[BadDatabase | None]:
        first, second = Database(url), Database(url)
        try:
            return list(await asyncio.gather(upgrade(first), upgrade(second)))
        finally:
            await first.close()
            await second.close()

    assert asyncio.run(both()) == [None, None]


def test_a_failed_migration_is_rolled_back(empty_database: str) -> None:
    url = read_url(empty_database)
    assert not isinstance(url, BadDatabase)

    async def stumble() -> tuple[BadDatabase | None, list[str]]:
        database = Database(url)
        try:
            async with database.write() as connection:
                await connection.execute(text("create table seats (mine integer)"))
            problem = await upgrade(database)
            async with database.read() as connection:
                return problem, await connection.run_sync(lambda one: inspect(one).get_table_names())
        finally:
            await database.close()

    problem, left = asyncio.run(stumble())
    assert problem is not None
    assert "seats" in problem.why
    assert left == ["seats"]


def test_a_database_of_a_newer_version_is_refused(empty_database: str) -> None:
    async def age(database: Database) -> BadDatabase | None:
        async with database.write() as connection:
            await connection.execute(text("update alembic_version set version_num = '9999'"))
        return await upgrade(database)

    problem = in_database(empty_database, age)
    assert problem is not None
    assert "newer version" in problem.why


def test_a_failed_transaction_is_rolled_back(empty_database: str) -> None:
    class Interrupted(Exception):
        pass

    async def fail_in_the_middle(database: Database) -> int:
        with pytest.raises(Interrupted):
            async with database.write() as connection:
                await connection.execute(insert(people).values(_row("Anna", now())))
                raise Interrupted
        async with database.read() as connection:
            return len((await connection.execute(select(people.c.id))).all())

    assert in_database(empty_database, fail_in_the_middle) == 0


def test_many_writers_wait_for_each_other(empty_database: str) -> None:
    async def write(database: Database) -> int:
        async def add(number: int) -> None:
            async with database.write() as connection:
                seen = (await connection.execute(select(people.c.id))).all()
                await asyncio.sleep(0)
                await connection.execute(insert(people).values(_row(f"{number} {len(seen)}", now())))

        await asyncio.gather(*(add(number) for number in range(30)))
        async with database.read() as connection:
            return len((await connection.execute(select(people.c.id))).all())

    assert in_database(empty_database, write) == 30


def test_timestamps_are_stored_as_utc(empty_database: str) -> None:
    noon = datetime(2024, 6, 1, 12, 30, tzinfo=timezone(timedelta(hours=2)))

    async def keep(database: Database) -> datetime:
        async with database.write() as connection:
            await connection.execute(insert(people).values(_row("Anna", noon)))
        async with database.read() as connection:
            found: datetime = (await connection.execute(select(people.c.made))).scalar_one()
            return found

    kept = in_database(empty_database, keep)
    assert kept == noon
    assert kept.tzinfo is UTC


def test_only_guests_who_left_nothing_are_deleted(empty_database: str) -> None:
    long_ago = now() - timedelta(days=100)

    async def forget(database: Database) -> set[str]:
        rows = {name: _row(name, long_ago) for name in ("Idle", "Host", "Player", "Talker", "Member")}
        rows["Member"]["password"] = "$argon2id$"
        rows["Fresh"] = _row("Fresh", now())
        table = {"id": "t", "phase": "waiting", "host_id": rows["Host"]["id"]}
        async with database.write() as connection:
            await connection.execute(insert(people).values(list(rows.values())))
            await connection.execute(insert(tables).values(**_filled(tables, table)))
            seat = {"table_id": "t", "seat": "red", "person_id": rows["Player"]["id"]}
            await connection.execute(insert(seats).values(**_filled(seats, seat)))
            said = {"table_id": "t", "person_id": rows["Talker"]["id"]}
            await connection.execute(insert(chat).values(**_filled(chat, said)))
        assert await Accounts(database).forget_guests(timedelta(days=90)) == 1
        async with database.read() as connection:
            return set((await connection.execute(select(people.c.name))).scalars())

    assert in_database(empty_database, forget) == {"Host", "Player", "Talker", "Member", "Fresh"}


def test_urls_of_databases_are_checked() -> None:
    for text_, why in {
        "mysql://localhost/x": "not supported",
        "nonsense": "not a database URL",
        "sqlite://": "needs a file",
    }.items():
        found = read_url(text_)
        assert isinstance(found, BadDatabase)
        assert why in found.why


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear Anna, " * 500)
    url = read_url(f"sqlite:///{tmp_path / 'letter.db'}")
    assert not isinstance(url, BadDatabase)
    problem = asyncio.run(upgrade(Database(url)))
    assert problem is not None
    assert "letter.db" in problem.why


def test_sqlite_is_durable(tmp_path: Path) -> None:
    async def pragmas(database: Database) -> tuple[object, object]:
        async with database.read() as connection:
            mode = (await connection.execute(text("pragma journal_mode"))).scalar_one()
            return mode, (await connection.execute(text("pragma synchronous"))).scalar_one()

    assert in_database(f"sqlite:///{tmp_path / 'a.db'}", pragmas) == ("wal", 2)
    assert sqlite3.connect(tmp_path / "a.db").execute("select count(*) from people").fetchone() == (0,)


def _row(name: str, at: datetime) -> dict[str, Any]:
    return {"id": fresh_id(), "name": name, "folded": name.casefold(), "password": None, "made": at, "seen": at}


def _filled(table: Table, known: Mapping[str, Any]) -> dict[str, Any]:
    """A row with a value in every required column."""
    empty = {String: "", Text: "", Integer: 0, Boolean: False, Moment: now()}
    needed = (column for column in table.c if not column.nullable)
    return {column.name: empty[type(column.type)] for column in needed} | dict(known)
