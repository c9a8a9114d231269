"""Every test that uses ``site`` or ``settings`` runs twice: on SQLite and on PostgreSQL."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from sandtable.core.game import AnyGame
from sandtable.server.security import fresh_id
from sandtable.server.settings import Limits, Settings
from tests.server.postgres import drop_database, new_database, running_postgres
from tests.server.site import Site, running_site

MANY = (1_000_000, 60)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server; one for each process of the tests."""
    with running_postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'sandtable.db'}"
        return
    url: str = request.getfixturevalue("postgres")
    name = f"test_{fresh_id()}"
    yield new_database(url, name)
    drop_database(url, name)


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """A server that slows nobody down."""
    limits = Limits(address=MANY, person=MANY, sign_ins=MANY, names=MANY)
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
