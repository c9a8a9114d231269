"""Assembles the application from its parts."""

import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from litestar import Litestar, Router
from litestar.config.app import AppConfig
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.plugins import InitPlugin

from sandtable.core.game import AnyGame
from sandtable.server import accounts, away, operating, problems, sessions
from sandtable.server.channel import BadChannel, open_channel
from sandtable.server.editions import Editions
from sandtable.server.games import part as games_part
from sandtable.server.headers import SafeHeaders
from sandtable.server.health import ROUTES as HEALTH
from sandtable.server.health import Watch
from sandtable.server.invitations import Invitations
from sandtable.server.limits import AddressLimit, Limiter
from sandtable.server.mail.part import part as post_part
from sandtable.server.openapi import Description, openapi_config, openapi_route
from sandtable.server.origin import SameOrigin
from sandtable.server.page import page_route
from sandtable.server.part import Base, Part
from sandtable.server.push.part import part as push_part
from sandtable.server.puzzles.part import part as puzzles_part
from sandtable.server.requests import Requests
from sandtable.server.results.part import part as results_part
from sandtable.server.settings import Settings
from sandtable.server.shelf import Shelf
from sandtable.server.static_content import COMPRESSED, SMALL
from sandtable.server.storage.database import BadDatabase, Database, read_url, sqlite_file
from sandtable.server.storage.moment import lead, now
from sandtable.server.storage.upgrade import upgrade
from sandtable.server.tables.part import part as tables_part
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.workers.pool import Workers

logger = logging.getLogger(__name__)


class CannotStart(Exception):
    """The settings don't work. The message says what to change."""


class Lifespans(InitPlugin):
    """Runs the parts' lifespans: they start after the channels open and stop before they close."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        app_config.lifespan.extend(part.lifespan for part in self._parts if part.lifespan)
        return app_config


def open_database(settings: Settings) -> Database | BadDatabase:
    """Open the database named in the settings."""
    if not settings.database:
        return Database(sqlite_file(settings.data / "sandtable.db"))
    url = read_url(settings.database)
    return url if isinstance(url, BadDatabase) else Database(url)


def create_app(
    settings: Settings,
    games: Mapping[str, AnyGame] | None = None,
    clock: Callable[[], datetime] = now,
    lead: Callable[[], float] = lead,
) -> Litestar:
    """A server for these games; by default, for all installed games."""
    database = open_database(settings)
    channels = open_channel(settings.channel)
    if isinstance(database, BadDatabase):
        raise CannotStart(database.why)
    if isinstance(channels, BadChannel):
        raise CannotStart(channels.why)
    if settings.mail.host and not (settings.address and settings.mail.sender):
        raise CannotStart("email needs a sender address, and the server's public address for links (--address).")
    shelf = Shelf(_installed() if games is None else games)
    workers = Workers(settings.questions, settings.questions.games or settings.bots.games)
    editions = Editions(shelf, database)
    base = Base(settings, database, shelf, editions, channels, Limiter(), workers, clock, lead)
    table_manager = TableManager(base)
    parts = [
        accounts.part(base),
        operating.part(base),
        games_part(base),
        tables_part(base, table_manager),
        away.part(base),
        results_part(base),
        post_part(base, table_manager),
        push_part(base, table_manager),
        puzzles_part(base, table_manager),
    ]
    requests = Requests()
    watch = Watch(base, table_manager, requests)
    description = Description(shelf)

    @asynccontextmanager
    async def storage(app: Litestar) -> AsyncIterator[None]:
        problem = await upgrade(database)
        if problem is not None:
            raise CannotStart(problem.why)
        try:
            yield
        finally:
            await workers.close()
            await database.close()

    return Litestar(
        route_handlers=[
            Router("/api", route_handlers=[handler for part in parts for handler in part.handlers]),
            openapi_route(description),
            *HEALTH,
            page_route(settings.page, Invitations(table_manager).invited),
        ],
        lifespan=[storage],
        dependencies={
            "settings": Provide(lambda: settings, sync_to_thread=False),
            "database": Provide(lambda: database, sync_to_thread=False),
            "shelf": Provide(lambda: shelf, sync_to_thread=False),
            "editions": Provide(lambda: editions, sync_to_thread=False),
            "limiter": Provide(lambda: base.limiter, sync_to_thread=False),
            "watch": Provide(lambda: watch, sync_to_thread=False),
            "workers": Provide(lambda: workers, sync_to_thread=False),
            **sessions.DEPENDENCIES,
            **{name: provide for part in parts for name, provide in part.dependencies.items()},
        },
        middleware=[requests, AddressLimit(base.limiter, settings.limits), SameOrigin(settings)],
        before_send=[SafeHeaders(settings)],
        compression_config=CompressionConfig(backend="gzip", minimum_size=SMALL, exclude_opt_key=COMPRESSED),
        request_max_body_size=settings.limits.body,
        exception_handlers=problems.HANDLERS,
        openapi_config=openapi_config(description),
        logging_config=None,  # the operator configures logging
        plugins=[channels, Lifespans(parts)],
    )


def _installed() -> Mapping[str, AnyGame]:
    """All installed games. Broken ones are logged and skipped."""
    from sandtable import games  # noqa: PLC0415 - a server of other games need not load ours

    known: dict[str, AnyGame] = {}
    broken = list(games.problems())
    for game_id in games.ids():
        found = games.load(game_id) if games.is_built_in(game_id) else games.checked(game_id)
        if isinstance(found, games.Problem):
            broken.append(found)
        else:
            known[game_id] = found
    for problem in broken:
        logger.warning("skipping the game %s in %s: %s", problem.id, problem.path, problem.why)
    return known
