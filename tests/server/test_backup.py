"""Backup and restore, within one kind of database and between both."""

import asyncio
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Executable
from typer.testing import CliRunner

from sandtable import __version__
from sandtable.cli.app import app
from sandtable.games import load
from sandtable.server.settings import Bots, Settings
from sandtable.server.storage.database import BadDatabase, Database, read_url, sqlite_file
from sandtable.server.storage.moment import now
from sandtable.server.storage.schema import (
    attempts,
    audit,
    editions,
    exclusions,
    metadata,
    operators,
    packs,
    puzzles,
    reports,
    subscriptions,
    tables,
)
from sandtable.server.storage.upgrade import upgrade
from tests.old.making import FOLDER, SERVED
from tests.old.test_old import VERSIONS, returning, told, unpacked
from tests.server.conftest import POSTGRESQL, SQLITE
from tests.server.postgres import drop_database, new_database
from tests.server.site import TALKATIVE, UNHURRIED, running_site

OLD = VERSIONS[0]


@pytest.fixture(params=[SQLITE, POSTGRESQL])
def database_kind(request: pytest.FixtureRequest) -> str:
    """Both, in every run: this tests the databases themselves."""
    kind: str = request.param
    return kind


@pytest.fixture
def elsewhere(request: pytest.FixtureRequest, database_kind: str, tmp_path: Path) -> Iterator[str]:
    """An empty database of the other kind."""
    if database_kind == POSTGRESQL:
        yield f"sqlite:///{tmp_path / 'other.db'}"
        return
    server: str = request.getfixturevalue("postgres")
    yield new_database(server, "elsewhere")
    drop_database(server, "elsewhere")


def sandtable(*arguments: object) -> tuple[int, str]:
    """Run the command. Returns its exit code and output."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, result.output


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a database, in order."""
    found = read_url(url)
    assert not isinstance(found, BadDatabase)
    database = Database(found)

    async def read() -> dict[str, list[tuple[object, ...]]]:
        try:
            async with database.read() as connection:
                return {
                    table.name: sorted((tuple(row) for row in await connection.execute(table.select())), key=repr)
                    for table in metadata.sorted_tables
                    if table.name != "versions"
                }
        finally:
            await database.close()

    return asyncio.run(read())


def refer(url: str, table: str, rematch: str) -> None:
    """Make one table the rematch of another."""
    execute(url, tables.update().where(tables.c.id == table).values(next_id=rematch))


def execute(url: str, statement: Executable) -> None:
    found = read_url(url)
    assert not isinstance(found, BadDatabase)
    database = Database(found)

    async def write() -> None:
        try:
            async with database.write() as connection:
                await connection.execute(statement)
        finally:
            await database.close()

    asyncio.run(write())


@pytest.fixture
def old_backup(tmp_path: Path) -> Path:
    """A database of an old version is a backup too."""
    return unpacked(FOLDER / OLD / "sandtable.db.gz", tmp_path / "old.backup")


def test_a_backup_restores_into_either_kind_of_database(
    old_backup: Path, empty_database: str, elsewhere: str, tmp_path: Path
) -> None:
    assert sandtable("restore", old_backup, "--database", empty_database)[0] == 0
    first, *_, last = told(OLD).tables
    refer(empty_database, first.id, last.id)
    refer(empty_database, last.id, first.id)
    files = {"digest": "0" * 32, "game": "house", "made": now(), "data": bytes(range(256))}
    execute(empty_database, editions.insert().values(files))
    person = rows(empty_database)["people"][0][0]
    execute(empty_database, exclusions.insert().values(table_id=first.id, person_id=person, removed=True))
    line = {"table_id": first.id, "said": 1, "name": "Anna", "text": "Hello", "reporter_id": person, "why": "rude"}
    execute(empty_database, reports.insert().values(id="r" * 24, at=now(), **line))
    execute(empty_database, audit.insert().values(id="a" * 24, at=now(), who="admin", what="ban", about="Anna"))
    browser = {
        "endpoint": "https://push.example/1",
        "hash": "0" * 64,
        "p256dh": "p",
        "auth": "a",
        "language": "en",
    }
    execute(empty_database, subscriptions.insert().values(id="s" * 24, person_id=person, made=now(), **browser))
    execute(empty_database, operators.insert().values(person_id=person, since=now()))
    pack = {
        "game": "house",
        "digest": "0" * 32,
        "note": "{}",
        "data": bytes(range(256)),
        "by": "Anna",
        "at": now(),
    }
    execute(empty_database, packs.insert().values(pack))
    strength = {"rating": 1500.0, "deviation": 300.0, "volatility": 0.06}
    attempt = {"puzzle": "p", "table_id": first.id, "grade": "good", "value": 0.5, "before": 1500.0, **strength}
    execute(empty_database, attempts.insert().values(person_id=person, at=now(), **attempt))
    execute(empty_database, puzzles.insert().values(id="p", tries=1, **strength))
    there = rows(empty_database)
    assert {name for name, found in there.items() if not found} <= {"drivers"}, "something of everything"
    new = tmp_path / "new.backup"
    code, said = sandtable("backup", new, "--database", empty_database)
    assert (code, f"{len(there['tables'])} tables and {len(there['people'])} people" in said) == (0, True), said
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    assert sandtable("restore", new, "--database", elsewhere)[0] == 0
    assert rows(elsewhere) == there


def test_a_server_continues_after_a_restore(old_backup: Path, empty_database: str, tmp_path: Path) -> None:
    assert sandtable("restore", old_backup, "--database", empty_database)[0] == 0
    settings = Settings(
        data=tmp_path, database=empty_database, limits=UNHURRIED, bots=Bots(pause=0.0), tables=TALKATIVE
    )
    with running_site(settings, {name: load(name) for name in SERVED}) as site:
        anna = returning(site, "Anna")
        found = {one["id"] for one in anna.get("/tables", show="mine")["tables"]}
        assert found >= {table.id for table in told(OLD).tables if table.title == "Against bots"}


def test_nothing_is_overwritten(old_backup: Path, empty_database: str, tmp_path: Path) -> None:
    assert sandtable("restore", old_backup, "--database", empty_database)[0] == 0
    before = rows(empty_database)
    code, said = sandtable("restore", old_backup, "--database", empty_database)
    assert (code, "restore into an empty one" in said) == (2, True)
    assert rows(empty_database) == before
    content = old_backup.read_bytes()
    code, said = sandtable("backup", old_backup, "--database", empty_database)
    assert (code, "already exists" in said) == (2, True)
    assert old_backup.read_bytes() == content


def test_an_invalid_backup_is_refused(tmp_path: Path) -> None:
    noise = tmp_path / "noise.backup"
    noise.write_bytes(b"no database" * 100)
    for file, why in ((noise, "cannot be used"), (tmp_path / "nowhere", "there is no file")):
        code, said = sandtable("restore", file, "--data", tmp_path / "data")
        assert (code, why in said, "Traceback" in said) == (2, True, False), said
    code, said = sandtable("backup", tmp_path / "x.backup", "--data", tmp_path / "nowhere")
    assert (code, "there is no database" in said) == (2, True)
    assert not (tmp_path / "x.backup").exists()


def test_a_database_of_another_version_is_not_backed_up(tmp_path: Path) -> None:
    unpacked(FOLDER / OLD / "sandtable.db.gz", tmp_path / "sandtable.db")
    code, said = sandtable("backup", tmp_path / "x.backup", "--data", tmp_path)
    assert (code, "start the server once" in said) == (2, True), said
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == []


def test_a_database_names_the_version_that_wrote_it(tmp_path: Path) -> None:
    file = tmp_path / "sandtable.db"
    assert asyncio.run(_upgraded(file)) is None
    with sqlite3.connect(file) as database:
        assert database.execute("select version from versions").fetchall() == [(__version__,)]
        database.execute("insert into versions values ('9.0', '2999-01-01 00:00:00')")
        database.execute("update alembic_version set version_num = '9'")
    problem = asyncio.run(_upgraded(file))
    assert problem is not None
    assert problem.why == "this database was written by sandtable 9.0: install that version."


async def _upgraded(file: Path) -> BadDatabase | None:
    database = Database(sqlite_file(file))
    try:
        return await upgrade(database)
    finally:
        await database.close()
