"""A part of the application: what one package adds to it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime

import msgspec
from litestar import Litestar
from litestar.channels import ChannelsPlugin
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from sandtable.server.editions import Editions
from sandtable.server.limits import Limiter
from sandtable.server.settings import Settings
from sandtable.server.shelf import Shelf
from sandtable.server.storage.database import Database
from sandtable.server.storage.moment import lead, now
from sandtable.server.workers.pool import Workers


class Base(msgspec.Struct, frozen=True):
    """What every part is given. Handlers get the same things as dependencies, by these names."""

    settings: Settings
    database: Database
    shelf: Shelf
    editions: Editions
    channels: ChannelsPlugin
    limiter: Limiter
    workers: Workers
    clock: Callable[[], datetime] = now
    """The current time. Tests pass their own."""
    lead: Callable[[], float] = lead
    """How far the system clock is ahead of the monotonic clock."""


class Part(msgspec.Struct, frozen=True):
    """Routes below ``/api``, their dependencies, and background tasks."""

    handlers: Sequence[ControllerRouterHandler]
    dependencies: Mapping[str, Provide] = {}
    lifespan: Callable[[Litestar], AbstractAsyncContextManager[None]] | None = None
