"""Jobs that share a SQLite commit: each succeeds or fails alone, and none reports success early."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError, OperationalError

from sandtable.server.storage import database as database_module
from sandtable.server.storage.database import Database, sqlite_file
from tests.patience import SECONDS


def on_a_database(tmp_path: Path, test: Callable[[Database], Awaitable[None]]) -> None:
    async def run() -> None:
        database = Database(sqlite_file(tmp_path / "test.db"))
        try:
            await database.transact(
                lambda connection: sql(connection, "create table t (n integer primary key, x)")
            )
            await test(database)
        finally:
            await database.close()

    asyncio.run(run())


def sql(connection: Connection, statement: str) -> None:
    connection.execute(text(statement))


def insert(*numbers: int) -> Callable[[Connection], int]:
    """A job that inserts these numbers, and fails on a duplicate."""

    def work(connection: Connection) -> int:
        for number in numbers:
            sql(connection, f"insert into t (n) values ({number})")
        return len(numbers)

    return work


async def kept(database: Database) -> list[int]:
    async with database.read() as connection:
        return [row[0] for row in await connection.execute(text("select n from t order by n"))]


async def all_at_once(database: Database, *works: Callable[[Connection], int]) -> list[int | BaseException]:
    return await asyncio.gather(*(database.transact(work) for work in works), return_exceptions=True)


def test_a_failed_job_does_not_affect_others(tmp_path: Path) -> None:
    async def test(database: Database) -> None:
        outcomes = await all_at_once(database, insert(1), insert(2, 1), insert(3), insert(4, 5))
        assert [one if isinstance(one, int) else type(one) for one in outcomes] == [1, IntegrityError, 1, 2]
        assert await kept(database) == [1, 3, 4, 5], "the 2 of the work that failed is gone, too"

    on_a_database(tmp_path, test)


def test_jobs_are_written_in_order(tmp_path: Path) -> None:
    async def test(database: Database) -> None:
        order: list[int] = []

        def work(number: int) -> Callable[[Connection], int]:
            def write(connection: Connection) -> int:
                order.append(number)
                return insert(number)(connection)

            return write

        outcomes = await all_at_once(database, *(work(number) for number in range(200)))
        assert outcomes == [1] * 200
        assert order == await kept(database) == list(range(200))

    on_a_database(tmp_path, test)


def test_a_full_disk_fails_all_jobs_of_a_commit(tmp_path: Path) -> None:
    async def test(database: Database) -> None:
        assert await all_at_once(database, insert(1), insert(2)) == [1, 1]

        def too_much(connection: Connection) -> int:
            pages = connection.execute(text("pragma page_count")).scalar_one()
            sql(connection, f"pragma max_page_count = {pages + 2}")
            sql(connection, "insert into t (n, x) values (90, zeroblob(1000000))")
            return 1

        outcomes = await all_at_once(database, insert(3), insert(4), too_much, insert(5))
        assert [type(one) for one in outcomes] == [OperationalError] * 4
        assert await kept(database) == [1, 2], "SQLite has undone all of it, so nobody may hear of a success"
        assert await database.transact(insert(6)) == 1, "and it goes on when there is room"

    on_a_database(tmp_path, test)


def test_no_job_succeeds_if_the_commit_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(database: Database) -> None:
        engine = database._writer._engine  # type: ignore[union-attr]

        def no_room(connection: object) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as broken:
            broken.setattr(engine.dialect, "do_commit", no_room)
            outcomes = await all_at_once(database, insert(1), insert(2), insert(3))
            assert [type(one) for one in outcomes] == [OSError] * 3
        assert await kept(database) == []
        assert await database.transact(insert(7)) == 1

    on_a_database(tmp_path, test)


def test_the_wal_is_checkpointed_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "AHEAD", 10)

    async def test(database: Database) -> None:
        file = tmp_path / "test.db"
        before = file.stat().st_size
        for number in range(30):
            await database.transact(insert(number))
            await database.transact(lambda connection: sql(connection, "update t set x = zeroblob(20000)"))
        async with asyncio.timeout(SECONDS):
            while file.stat().st_size <= before:
                await asyncio.sleep(0.01)
        assert (tmp_path / "test.db-wal").exists(), "it is still open"
        assert len(await kept(database)) == 30

    on_a_database(tmp_path, test)


def test_a_cancelled_job_does_not_stop_others(tmp_path: Path) -> None:
    async def test(database: Database) -> None:
        tasks = [asyncio.create_task(database.transact(insert(number))) for number in range(4)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert await kept(database) == [0, 1, 2, 3], "what was begun is finished"

    on_a_database(tmp_path, test)
