"""Health and metrics, for operators and monitoring."""

import asyncio
import ipaddress
import shutil
import time
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from sqlalchemy import func, select, text

from sandtable.server.part import Base
from sandtable.server.problems import Trouble, is_disk_full
from sandtable.server.requests import Requests
from sandtable.server.storage.schema import people, tables
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import Wire

LITTLE = 64 * 1024 * 1024
"""Free disk space, in bytes, below which the disk counts as low."""
FRESH = 2.0
"""Seconds for which a result is cached."""

HttpRequest = Request[Any, Any, State]


class Health(Wire, frozen=True):
    """Whether the server works."""

    ok: bool
    database: str
    """``ok``, or what is wrong."""
    disk: str
    """``ok``, ``low`` or ``full``."""
    free: int
    """Free bytes on the data folder's disk."""


class Watch:
    """Checks the database and the disk."""

    def __init__(self, base: Base, table_manager: TableManager, requests: Requests) -> None:
        self._base = base
        self._table_manager = table_manager
        self._requests = requests
        self._began = time.monotonic()
        self._looked: tuple[float, Health] | None = None

    async def health(self) -> Health:
        """The state of the server, cached for a few seconds."""
        if self._looked is None or time.monotonic() - self._looked[0] > FRESH:
            self._looked = time.monotonic(), await self._look()
        return self._looked[1]

    async def _look(self) -> Health:
        free = await asyncio.to_thread(_free, self._base.settings.data)
        disk = "ok" if free > LITTLE else "low" if free else "full"
        database = "ok"
        try:
            async with asyncio.timeout(5), self._base.database.write() as connection:
                await connection.execute(text("update pulse set at = at"))
        except Exception as error:
            database = "unreachable"
            if is_disk_full(error):
                database, disk = "cannot be written", "full"
        return Health(ok=database == "ok" and disk == "ok", database=database, disk=disk, free=free)

    async def metrics(self) -> str:
        async with self._base.database.read() as connection:
            phases = (
                await connection.execute(select(tables.c.phase, func.count()).group_by(tables.c.phase))
            ).all()
            persons = (await connection.execute(select(func.count()).select_from(people))).scalar_one()
        manager, workers = self._table_manager, self._base.workers
        lines: list[str] = []
        for phase, count in sorted((row[0], row[1]) for row in phases):
            lines.append(f'sandtable_tables{{phase="{phase}"}} {count}')
        values = {
            "sandtable_people": persons,
            "sandtable_rooms": manager.rooms,
            "sandtable_sockets": manager.sockets,
            "sandtable_bots_waiting": manager.pool.waiting,
            "sandtable_questions_total": workers.done,
            "sandtable_questions_cpu_seconds_total": round(workers.cost, 3),
            "sandtable_questions_busy": workers.busy,
            "sandtable_questions_waiting": workers.waiting,
            "sandtable_disk_free_bytes": _free(self._base.settings.data),
            "sandtable_uptime_seconds": round(time.monotonic() - self._began, 1),
        }
        lines += [f"{name} {value}" for name, value in values.items()]
        lines += self._requests.lines()
        return "\n".join(_typed(lines)) + "\n"


def _typed(lines: list[str]) -> Iterator[str]:
    """The lines, each metric's type before its first line."""
    typed = set()
    for line in lines:
        name = line.partition("{")[0].partition(" ")[0]
        if name not in typed:
            typed.add(name)
            yield f"# TYPE {name} {'counter' if name.endswith('_total') else 'gauge'}"
        yield line


def _free(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0


@get("/health", media_type="application/json", status_code=HTTPStatus.OK)
async def health(watch: NamedDependency[Watch]) -> Response[Health]:
    """Whether the server works; 503 if not."""
    found = await watch.health()
    return Response(found, status_code=HTTPStatus.OK if found.ok else HTTPStatus.SERVICE_UNAVAILABLE)


@get("/metrics", media_type="text/plain", include_in_schema=False)
async def metrics(request: HttpRequest, watch: NamedDependency[Watch]) -> str:
    """Prometheus metrics, for local requests only."""
    if not _from_here(request):
        raise Trouble.of(HTTPStatus.NOT_FOUND, "Not found.")
    return await watch.metrics()


def _from_here(request: HttpRequest) -> bool:
    """Whether the request comes from this machine, and not through a proxy on it."""
    client = request.scope.get("client")
    if not client or any(name in request.headers for name in ("x-forwarded-for", "forwarded", "via")):
        return False
    try:
        return ipaddress.ip_address(client[0]).is_loopback
    except ValueError:
        return False


ROUTES = [health, metrics]
