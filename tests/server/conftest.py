"""Tests that use ``site`` or ``settings`` run on SQLite, and on PostgreSQL in ``make test-postgresql``."""

import asyncio
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace

from sandtable.core.game import AnyGame
from sandtable.server import security
from sandtable.server.security import fresh_id
from sandtable.server.settings import Settings
from sandtable.server.storage.database import BadDatabase, Database, read_url
from sandtable.server.storage.upgrade import upgrade
from tests.server.postgres import drop_database, new_database, running_postgres
from tests.server.site import UNHURRIED, Site, forget_everybody, running_site

SQLITE, POSTGRESQL = "sqlite", "postgresql"
ALSO_POSTGRESQL = pytest.param(
    POSTGRESQL, marks=(pytest.mark.postgresql, pytest.mark.long("the same on PostgreSQL"))
)
STRICTER = pytest.mark.parametrize(
    "database_kind",
    [POSTGRESQL, pytest.param(SQLITE, marks=pytest.mark.long("the same on the database that refuses less"))],
    indirect=True,
)
"""For fuzzing: the stricter database; the other one in ``make soak``."""


@pytest.fixture(scope="package", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Argon2 with minimal cost: hundreds of people sign up here, and there is nothing to protect."""
    with pytest.MonkeyPatch.context() as patch:
        quick = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr(security, "PasswordHasher", quick)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server, one per test process."""
    with running_postgres() as url:
        yield url


def with_all_tables(url: str) -> None:
    """Migrate an empty database."""
    found = read_url(url)
    assert not isinstance(found, BadDatabase)
    database = Database(found)

    async def build() -> None:
        assert await upgrade(database) is None
        await database.close()

    asyncio.run(build())


@pytest.fixture(scope="session")
def sqlite_pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty SQLite file: copying it is faster than running the migrations again."""
    file = tmp_path_factory.mktemp("pattern") / "sandtable.db"
    with_all_tables(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def postgres_pattern(postgres: str) -> str:
    """The name of a migrated, empty PostgreSQL database."""
    with_all_tables(new_database(postgres, "pattern"))
    return "pattern"


@pytest.fixture(scope="module", params=[SQLITE, ALSO_POSTGRESQL])
def database_kind(request: pytest.FixtureRequest) -> str:
    kind: str = request.param
    return kind


@contextmanager
def database_in(
    folder: Path, kind: str, request: pytest.FixtureRequest, with_tables: bool = True
) -> Iterator[str]:
    """The URL of an empty database of this kind."""
    if kind == SQLITE:
        file = folder / "sandtable.db"
        if with_tables:
            shutil.copy(request.getfixturevalue("sqlite_pattern"), file)
        yield f"sqlite:///{file}"
        return
    server: str = request.getfixturevalue("postgres")
    name = f"test_{fresh_id()}"
    yield new_database(server, name, request.getfixturevalue("postgres_pattern") if with_tables else "template1")
    drop_database(server, name)


@pytest.fixture
def database_url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a migrated, empty database."""
    with database_in(tmp_path, database_kind, request) as url:
        yield url


@pytest.fixture
def empty_database(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without tables, as a new server finds it."""
    with database_in(tmp_path, database_kind, request, with_tables=False) as url:
        yield url


@pytest.fixture(scope="module")
def usual() -> Settings:
    """The default settings, with generous limits."""
    return Settings(data=Path(), limits=UNHURRIED)


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    """The games on the shelf: none, unless a test module overrides this."""
    return {}


@pytest.fixture
def settings(usual: Settings, database_url: str, tmp_path: Path) -> Settings:
    """Settings for a test that starts its own server."""
    return replace(usual, data=tmp_path, database=database_url)


@pytest.fixture(scope="module")
def shared_site(
    database_kind: str,
    usual: Settings,
    games: Mapping[str, AnyGame],
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """One server per test module: starting one costs more than most tests."""
    folder = tmp_path_factory.mktemp("site")
    with (
        database_in(folder, database_kind, request) as url,
        running_site(replace(usual, data=folder, database=url), games) as running,
    ):
        yield running


@pytest.fixture
def site(shared_site: Site) -> Iterator[Site]:
    """A running server without people or listed tables."""
    running = Site(shared_site.url, shared_site.settings)
    yield running
    running.close()
    forget_everybody(running.settings.database)


@pytest.fixture
def own_site(settings: Settings, games: Mapping[str, AnyGame]) -> Iterator[Site]:
    """A fresh server, for tests that count everything on it or change what its processes see."""
    with running_site(settings, games) as running:
        yield running
