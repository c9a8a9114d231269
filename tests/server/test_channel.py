"""How workers hear of each other."""

import asyncio

import pytest
from litestar.channels import ChannelsPlugin

from sandtable.server.channel import BadChannel, open_channel


def opened(url: str) -> ChannelsPlugin:
    channel = open_channel(url)
    assert isinstance(channel, ChannelsPlugin)
    return channel


def test_two_workers_hear_of_each_other_by_postgresql(postgres: str) -> None:
    async def tell() -> bytes:
        async with (
            opened(f"{postgres}/postgres") as one,
            opened(f"{postgres}/postgres".replace("postgresql:", "postgresql+psycopg:")) as other,
            other.start_subscription("table") as listening,
        ):
            await one.wait_published("news", "table")
            async for heard in listening.iter_events():
                return heard
        raise AssertionError("nothing was heard")

    assert asyncio.run(asyncio.wait_for(tell(), 30)) == b"news"


def test_redis_is_understood() -> None:
    opened("redis://127.0.0.1:1/0")


@pytest.mark.parametrize("url", ["carrier-pigeon://anna:hunter2@x", "http://anna:hunter2@x", "nonsense"])
def test_other_channels_are_refused_without_telling_the_password(url: str) -> None:
    channel = open_channel(url)
    assert isinstance(channel, BadChannel)
    assert url.partition(":")[0] in channel.why
    assert "hunter2" not in channel.why
