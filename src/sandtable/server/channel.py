"""Messages between worker processes: in memory, over PostgreSQL, or over Redis."""
# ruff: noqa: PLC0415 - only the driver in use must be installed

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

logger = logging.getLogger(__name__)

MISSED = b""
"""Delivered after the connection was lost: messages may have been missed."""
TRIES = 2
"""How often to try a message: on the current connection, then on a new one."""
PAUSE = 0.5
"""Seconds between attempts to reconnect."""
EXTRA = "a {kind} channel needs a library that isn't installed: pip install 'sandtable[{extra}]'."


class BadChannel(msgspec.Struct, frozen=True):
    """Why the channel can't be opened, and what to do."""

    why: str


def open_channel(url: str) -> ChannelsPlugin | BadChannel:
    """The configured channel; empty: memory."""
    backend = _backend(url)
    if isinstance(backend, BadChannel):
        return backend
    return ChannelsPlugin(backend, arbitrary_channels_allowed=True)


def _backend(url: str) -> ChannelsBackend | BadChannel:
    scheme, _, rest = url.partition(":")
    kind = scheme.partition("+")[0]  # ignore the driver, if there is one
    match kind:
        case "" | "memory":
            return MemoryChannelsBackend()
        case "postgresql" | "postgres":
            try:
                from sandtable.server.postgres_channel import PostgresBackend
            except ImportError:
                return BadChannel(EXTRA.format(kind=kind, extra="postgres"))
            return Lasting(lambda: PostgresBackend(f"{kind}:{rest}"))
        case "redis" | "rediss":
            try:
                from litestar.channels.backends.redis import RedisChannelsPubSubBackend
                from redis.asyncio import Redis
            except ImportError:
                return BadChannel(EXTRA.format(kind=kind, extra="redis"))
            return Lasting(lambda: RedisChannelsPubSubBackend(redis=Redis.from_url(url)))
        case _:
            return BadChannel(f"{kind!r} isn't a channel: use a postgresql:// or redis:// URL.")


class Lasting(ChannelsBackend):
    """A backend that reconnects.

    It publishes over a new connection, and resubscribes as soon as it can. Messages that couldn't be sent are
    dropped. Other servers that lost the connection receive ``MISSED`` and read the database.
    """

    def __init__(self, connect: Callable[[], ChannelsBackend]) -> None:
        self._connect = connect
        self._inner = connect()
        self._channels: set[str] = set()

    async def on_startup(self) -> None:
        await self._inner.on_startup()

    async def on_shutdown(self) -> None:
        with suppress(Exception):  # the connection may just have been lost
            await self._inner.on_shutdown()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        channels = list(channels)
        for _ in range(TRIES):
            try:
                await self._inner.publish(data, channels)
                return
            except Exception as error:
                logger.warning("lost the connection to the channel: %s", " ".join(str(error).split()))

    async def subscribe(self, channels: Iterable[str]) -> None:
        self._channels |= set(channels)
        await self._inner.subscribe(self._channels)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        self._channels -= set(channels)
        await self._inner.unsubscribe(channels)

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        while True:
            try:
                async for event in self._inner.stream_events():
                    yield event
            except Exception as error:
                logger.warning("lost the connection to the channel: %s", " ".join(str(error).split()))
            await self._again()
            for channel in self._channels:
                yield channel, MISSED

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        return await self._inner.get_history(channel, limit)

    async def _again(self) -> None:
        """Reconnect and resubscribe, however long it takes."""
        await self.on_shutdown()
        while True:
            await asyncio.sleep(PAUSE)
            fresh = self._connect()
            try:
                await fresh.on_startup()
                if self._channels:
                    await fresh.subscribe(self._channels)
            except Exception:
                with suppress(Exception):
                    await fresh.on_shutdown()
                continue
            await self._replace(fresh)
            logger.warning("reconnected to the channel")
            return

    async def _replace(self, fresh: ChannelsBackend) -> None:
        lost, self._inner = self._inner, fresh
        with suppress(Exception):  # another task may still be using it
            await lost.on_shutdown()
