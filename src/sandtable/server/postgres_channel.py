"""The channel over PostgreSQL. Publishes over one connection: opening one for each message would cost more than
the rest."""

import asyncio
from collections.abc import Iterable
from typing import Any

from litestar.channels.backends.psycopg import PsycoPgChannelsBackend
from psycopg import AsyncConnection
from psycopg.sql import SQL, Identifier


class PostgresBackend(PsycoPgChannelsBackend):
    """The framework's backend, except that it publishes over one connection."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._url = url
        self._speaker: AsyncConnection[Any] | None = None
        self._one = asyncio.Lock()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        async with self._one:
            if self._speaker is None:
                self._speaker = await AsyncConnection[Any].connect(self._url, autocommit=True)
            try:
                for channel in channels:
                    say = SQL("NOTIFY {channel}, {data}").format(channel=Identifier(channel), data=data.decode())
                    await self._speaker.execute(say)
            except Exception:
                await self._hang_up()
                raise

    async def on_shutdown(self) -> None:
        async with self._one:
            await self._hang_up()
        await super().on_shutdown()

    async def _hang_up(self) -> None:
        speaker, self._speaker = self._speaker, None
        if speaker is not None:
            await speaker.close()
