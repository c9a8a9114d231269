"""A part of the application: what one package brings to the whole."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime

import msgspec
from litestar import Litestar
from litestar.channels import ChannelsPlugin
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from sandtable.server.limits import Limiter
from sandtable.server.settings import Settings
from sandtable.server.shelf import Shelf
from sandtable.server.storage.database import Database
from sandtable.server.storage.moment import now


class Base(msgspec.Struct, frozen=True):
    """What every part stands on. The same things are dependencies of handlers, by these names."""

    settings: Settings
    database: Database
    shelf: Shelf
    channels: ChannelsPlugin
    limiter: Limiter
    clock: Callable[[], datetime] = now
    """What time it is: tests need not wait."""


class Part(msgspec.Struct, frozen=True):
    """Routes below ``/api``, what they depend on, and what runs as long as the server does."""

    handlers: Sequence[ControllerRouterHandler]
    dependencies: Mapping[str, Provide] = {}
    lifespan: Callable[[Litestar], AbstractAsyncContextManager[None]] | None = None
