"""The part for tables."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.di import Provide

from sandtable.server.part import Base, Part
from sandtable.server.tables.live import live
from sandtable.server.tables.looking_back import ROUTES as LOOKING_BACK
from sandtable.server.tables.routes import routes
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.tables.turns_live import turns_live


def part(base: Base, table_manager: TableManager) -> Part:
    """The routes, and the table manager's lifespan."""

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        async with table_manager.opened():
            yield

    return Part(
        handlers=[*routes(base), *LOOKING_BACK, live, turns_live],
        dependencies={"table_manager": Provide(lambda: table_manager, sync_to_thread=False)},
        lifespan=opened,
    )
