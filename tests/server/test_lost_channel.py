"""The channel between workers reconnects after an outage."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest
from litestar.channels import ChannelsPlugin

from sandtable.server.channel import MISSED, open_channel
from tests.patience import SECONDS
from tests.server.postgres import Postgres, free_port, postgres_server
from tests.server.redis import running_redis

CHANNEL = "tables"
Lost = tuple[str, Callable[[], None]]
"""The URL of a channel, and a function that kills and restarts its server."""
Carrier = Callable[[Path], AbstractContextManager[Lost]]


@contextmanager
def postgres(folder: Path) -> Iterator[Lost]:
    with postgres_server(Postgres.KILLED) as server:

        def die() -> None:
            server.kill()
            server.start()

        yield f"{server.url}/postgres", die


@contextmanager
def redis(folder: Path) -> Iterator[Lost]:
    port = free_port()
    with ExitStack() as running:
        url = running.enter_context(running_redis(folder, port))

        def die() -> None:
            running.close()
            running.enter_context(running_redis(folder, port))

        yield url, die


@pytest.mark.parametrize("carrier", [postgres, redis])
def test_workers_reconnect(tmp_path: Path, carrier: Carrier) -> None:
    with carrier(tmp_path) as (url, die):
        asyncio.run(_lost_and_found(url, die))


async def _lost_and_found(url: str, die: Callable[[], None]) -> None:
    one, other = open_channel(url), open_channel(url)
    assert isinstance(one, ChannelsPlugin)
    assert isinstance(other, ChannelsPlugin)
    async with asyncio.timeout(SECONDS), one, other, other.start_subscription(CHANNEL) as heard:
        events = heard.iter_events()
        one.publish(b"before", CHANNEL)
        assert await anext(events) == b"before"
        await asyncio.to_thread(die)
        assert await anext(events) == MISSED, "so that what was missed is read"
        one.publish(b"after", CHANNEL)
        while (event := await anext(events)) != b"after":
            assert event == MISSED


def test_a_server_can_stop_while_the_channel_is_gone(tmp_path: Path) -> None:
    async def stop(url: str, running: ExitStack) -> None:
        channel = open_channel(url)
        assert isinstance(channel, ChannelsPlugin)
        async with asyncio.timeout(SECONDS), channel, channel.start_subscription(CHANNEL):
            running.close()
            for _ in range(20):
                channel.publish(b"into the void", CHANNEL)

    with ExitStack() as running:
        asyncio.run(stop(running.enter_context(running_redis(tmp_path)), running))
