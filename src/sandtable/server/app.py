"""The application: its parts put together."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from litestar import Litestar, Router
from litestar.config.app import AppConfig
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.plugins import InitPlugin

from sandtable.core.game import AnyGame
from sandtable.server import accounts, away, problems, sessions
from sandtable.server.channel import BadChannel, open_channel
from sandtable.server.games import part as games_part
from sandtable.server.headers import SafeHeaders
from sandtable.server.kept import COMPRESSED, SMALL
from sandtable.server.limits import Crowd, Limiter
from sandtable.server.openapi import Description, openapi_config, openapi_route
from sandtable.server.origin import SameOrigin
from sandtable.server.page import page_route
from sandtable.server.part import Base, Part
from sandtable.server.post.part import part as post_part
from sandtable.server.results.part import part as results_part
from sandtable.server.settings import Settings
from sandtable.server.shelf import Shelf
from sandtable.server.storage.database import BadDatabase, Database, read_url, sqlite_file
from sandtable.server.storage.moment import now
from sandtable.server.storage.upgrade import upgrade
from sandtable.server.tables.house import House
from sandtable.server.tables.part import part as tables_part


class CannotStart(Exception):
    """The settings do not work; the message says what to change."""


class Lives(InitPlugin):
    """Parts live as long as the server does: they begin when the channels are open, and end before they close."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        app_config.lifespan.extend(part.lifespan for part in self._parts if part.lifespan)
        return app_config


def open_database(settings: Settings) -> Database | BadDatabase:
    """The database that the settings name."""
    if not settings.database:
        return Database(sqlite_file(settings.data / "sandtable.db"))
    url = read_url(settings.database)
    return url if isinstance(url, BadDatabase) else Database(url)


def create_app(
    settings: Settings, games: Mapping[str, AnyGame] | None = None, clock: Callable[[], datetime] = now
) -> Litestar:
    """A server of these games; not given: of all that are installed."""
    database = open_database(settings)
    channels = open_channel(settings.channel)
    if isinstance(database, BadDatabase):
        raise CannotStart(database.why)
    if isinstance(channels, BadChannel):
        raise CannotStart(channels.why)
    if settings.mail.host and not (settings.address and settings.mail.sender):
        raise CannotStart(
            "letters need a sender, and the public address of the server for their links (--address)."
        )
    shelf = Shelf(_installed() if games is None else games)
    base = Base(settings, database, shelf, channels, Limiter(), clock)
    house = House(base)
    parts = [
        accounts.part(base),
        games_part(base),
        tables_part(base, house),
        away.part(base),
        results_part(base),
        post_part(base, house),
    ]
    description = Description(shelf)

    @asynccontextmanager
    async def storage(app: Litestar) -> AsyncIterator[None]:
        problem = await upgrade(database)
        if problem is not None:
            raise CannotStart(problem.why)
        try:
            yield
        finally:
            await database.close()

    return Litestar(
        route_handlers=[
            Router("/api", route_handlers=[handler for part in parts for handler in part.handlers]),
            openapi_route(description),
            page_route(settings.page),
        ],
        lifespan=[storage],
        dependencies={
            "settings": Provide(lambda: settings, sync_to_thread=False),
            "database": Provide(lambda: database, sync_to_thread=False),
            "shelf": Provide(lambda: shelf, sync_to_thread=False),
            "limiter": Provide(lambda: base.limiter, sync_to_thread=False),
            **sessions.DEPENDENCIES,
            **{name: provide for part in parts for name, provide in part.dependencies.items()},
        },
        middleware=[Crowd(base.limiter, settings.limits), SameOrigin(settings)],
        before_send=[SafeHeaders(settings)],
        compression_config=CompressionConfig(backend="gzip", minimum_size=SMALL, exclude_opt_key=COMPRESSED),
        request_max_body_size=settings.limits.body,
        exception_handlers=problems.HANDLERS,
        openapi_config=openapi_config(description),
        logging_config=None,  # who runs the server decides what is written where
        plugins=[channels, Lives(parts)],
    )


def _installed() -> Mapping[str, AnyGame]:
    from sandtable.games import ids, load  # noqa: PLC0415 - a server of other games need not load ours

    return {game_id: load(game_id) for game_id in ids()}
