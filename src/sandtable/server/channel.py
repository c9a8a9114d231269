"""How workers tell each other that something happened: in memory, by PostgreSQL, or by Redis."""
# ruff: noqa: PLC0415 - only the one that is used need be installed

import msgspec
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

EXTRA = "a {kind} channel needs a library that is not installed: pip install 'sandtable[{extra}]'."


class BadChannel(msgspec.Struct, frozen=True):
    """Why there is no such channel, and what to do."""

    why: str


def open_channel(url: str) -> ChannelsPlugin | BadChannel:
    """The channel that an operator chose; empty: memory."""
    backend = _backend(url)
    if isinstance(backend, BadChannel):
        return backend
    return ChannelsPlugin(backend, arbitrary_channels_allowed=True)


def _backend(url: str) -> ChannelsBackend | BadChannel:
    scheme, _, rest = url.partition(":")
    kind = scheme.partition("+")[0]  # whoever names a driver means the database
    match kind:
        case "" | "memory":
            return MemoryChannelsBackend()
        case "postgresql" | "postgres":
            try:
                from litestar.channels.backends.psycopg import PsycoPgChannelsBackend
            except ImportError:
                return BadChannel(EXTRA.format(kind=kind, extra="postgres"))
            return PsycoPgChannelsBackend(f"{kind}:{rest}")
        case "redis" | "rediss":
            try:
                from litestar.channels.backends.redis import RedisChannelsPubSubBackend
                from redis.asyncio import Redis
            except ImportError:
                return BadChannel(EXTRA.format(kind=kind, extra="redis"))
            return RedisChannelsPubSubBackend(redis=Redis.from_url(url))
        case _:
            return BadChannel(f"{kind!r} is no channel: give a postgresql:// or a redis:// URL.")
