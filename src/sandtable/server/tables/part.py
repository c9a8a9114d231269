"""What tables bring to the application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.di import Provide

from sandtable.server.part import Base, Part
from sandtable.server.tables.house import House
from sandtable.server.tables.live import live
from sandtable.server.tables.looking_back import ROUTES as LOOKING_BACK
from sandtable.server.tables.routes import routes


def part(base: Base, house: House) -> Part:
    """The routes of tables, and the life of the house that keeps them."""

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        async with house.opened():
            yield

    return Part(
        handlers=[*routes(base), *LOOKING_BACK, live],
        dependencies={"house": Provide(lambda: house, sync_to_thread=False)},
        lifespan=opened,
    )
