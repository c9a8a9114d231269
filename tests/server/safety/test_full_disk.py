"""``/health`` reports a full or nearly full disk."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server import health
from sandtable.server.storage.database import Database
from tests.patience import SECONDS
from tests.server.site import Site

MIB = 1024 * 1024


def looked(site: Site) -> tuple[int, str, str]:
    answer = httpx.get(f"{site.url}/health", timeout=SECONDS)
    return answer.status_code, answer.json()["disk"], answer.json()["database"]


@pytest.mark.parametrize(
    ("free", "told"), [(0, (503, "full", "ok")), (63 * MIB, (503, "low", "ok")), (65 * MIB, (200, "ok", "ok"))]
)
def test_health_reports_the_disk(
    site: Site, monkeypatch: pytest.MonkeyPatch, free: int, told: tuple[int, str, str]
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    assert looked(site) == (200, "ok", "ok")
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))
        assert looked(site) == told
    assert looked(site) == (200, "ok", "ok"), "and when there is room again"


def test_a_database_that_cannot_write_is_a_full_disk(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may be on another disk."""
    monkeypatch.setattr(health, "FRESH", 0.0)

    class Full(Exception):
        sqlstate = "53100"

    @asynccontextmanager
    async def write(self: Database) -> AsyncIterator[AsyncConnection]:
        raise OperationalError("update pulse", {}, Full("could not extend file"))
        yield

    with monkeypatch.context() as full:
        full.setattr(Database, "write", write)
        assert looked(site) == (503, "full", "cannot be written")
    assert looked(site) == (200, "ok", "ok")
