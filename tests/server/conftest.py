"""Every test that uses ``site`` or ``settings`` runs twice: on SQLite and on PostgreSQL."""

import asyncio
import shutil
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from sandtable.core.game import AnyGame
from sandtable.server import security
from sandtable.server.security import fresh_id
from sandtable.server.settings import Settings
from sandtable.server.storage.database import BadDatabase, Database, read_url
from sandtable.server.storage.upgrade import upgrade
from tests.server.postgres import drop_database, new_database, running_postgres
from tests.server.site import UNHURRIED, Site, running_site

STRICTER = pytest.mark.parametrize(
    "database_kind", ["postgresql", pytest.param("sqlite", marks=pytest.mark.long)], indirect=True
)
"""For many made-up requests: the database that refuses more; the other one in ``make soak``."""


@pytest.fixture(scope="package", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Argon2 with its least work: hundreds of people sign up here, and nobody has to be kept from guessing."""
    with pytest.MonkeyPatch.context() as patch:
        quick = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr(security, "PasswordHasher", quick)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server; one for each process of the tests."""
    with running_postgres() as url:
        yield url


def with_all_tables(url: str) -> None:
    """Bring an empty database to the form that servers need."""
    found = read_url(url)
    assert not isinstance(found, BadDatabase)
    database = Database(found)

    async def build() -> None:
        assert await upgrade(database) is None
        await database.close()

    asyncio.run(build())


@pytest.fixture(scope="session")
def sqlite_pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with all tables and nothing in them: to copy it is quicker than to go through all steps again."""
    file = tmp_path_factory.mktemp("pattern") / "sandtable.db"
    with_all_tables(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def postgres_pattern(postgres: str) -> str:
    """The same on the PostgreSQL server: the name of a database."""
    with_all_tables(new_database(postgres, "pattern"))
    return "pattern"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_kind(request: pytest.FixtureRequest) -> str:
    kind: str = request.param
    return kind


@pytest.fixture
def database_url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database with all tables and nothing in them."""
    if database_kind == "sqlite":
        file = shutil.copy(request.getfixturevalue("sqlite_pattern"), tmp_path / "sandtable.db")
        yield f"sqlite:///{file}"
        return
    server: str = request.getfixturevalue("postgres")
    name = f"test_{fresh_id()}"
    yield new_database(server, name, request.getfixturevalue("postgres_pattern"))
    drop_database(server, name)


@pytest.fixture
def empty_database(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without tables, as a new server finds it."""
    if database_kind == "sqlite":
        yield f"sqlite:///{tmp_path / 'sandtable.db'}"
        return
    server: str = request.getfixturevalue("postgres")
    name = f"test_{fresh_id()}"
    yield new_database(server, name)
    drop_database(server, name)


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """A server that slows nobody down."""
    limits = UNHURRIED
    return Settings(data=tmp_path, database=database_url, limits=limits)


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    """The games on the shelf: none, unless a test brings its own."""
    return {}


@pytest.fixture
def site(settings: Settings, games: Mapping[str, AnyGame]) -> Iterator[Site]:
    """A running server."""
    with running_site(settings, games) as running:
        yield running
