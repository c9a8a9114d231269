"""Messages between workers."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.channels import ChannelsPlugin

from sandtable.server.channel import BadChannel, open_channel
from tests.server.redis import running_redis


def opened(url: str) -> ChannelsPlugin:
    channel = open_channel(url)
    assert isinstance(channel, ChannelsPlugin)
    return channel


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    """A private Redis server on a free local port."""
    with running_redis(tmp_path) as url:
        yield url


def heard_by_another(url: str, same: str) -> bytes:
    """What one worker receives when another publishes on the same channel."""

    async def tell() -> bytes:
        async with (
            opened(url) as one,
            opened(same) as other,
            other.start_subscription("table") as listening,
        ):
            await one.wait_published("news", "table")
            async for heard in listening.iter_events():
                return heard
        raise AssertionError("nothing was heard")

    return asyncio.run(asyncio.wait_for(tell(), 30))


def test_two_workers_communicate_over_postgresql(postgres: str) -> None:
    url = f"{postgres}/postgres"
    assert heard_by_another(url, url.replace("postgresql:", "postgresql+psycopg:")) == b"news"


def test_two_workers_communicate_over_redis(redis: str) -> None:
    assert heard_by_another(redis, f"{redis}/0") == b"news"


@pytest.mark.parametrize("url", ["carrier-pigeon://anna:hunter2@x", "http://anna:hunter2@x", "nonsense"])
def test_other_channels_are_refused_without_leaking_the_password(url: str) -> None:
    channel = open_channel(url)
    assert isinstance(channel, BadChannel)
    assert url.partition(":")[0] in channel.why
    assert "hunter2" not in channel.why
