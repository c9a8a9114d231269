"""How workers hear of each other."""

import asyncio
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.channels import ChannelsPlugin

from sandtable.server.channel import BadChannel, open_channel
from tests.server.postgres import free_port


def opened(url: str) -> ChannelsPlugin:
    channel = open_channel(url)
    assert isinstance(channel, ChannelsPlugin)
    return channel


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    """A Redis of this test's own, on a free port of this machine."""
    port = free_port()
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--dir", str(tmp_path), "--save", ""]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while server.poll() is None and not _listens(port):
            time.sleep(0.02)
        assert server.poll() is None
        yield f"redis://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def _listens(port: int) -> bool:
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


def heard_by_another(url: str, same: str) -> bytes:
    """What a worker hears when another one, with the same channel, tells news."""

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


def test_two_workers_hear_of_each_other_by_postgresql(postgres: str) -> None:
    url = f"{postgres}/postgres"
    assert heard_by_another(url, url.replace("postgresql:", "postgresql+psycopg:")) == b"news"


def test_two_workers_hear_of_each_other_by_redis(redis: str) -> None:
    assert heard_by_another(redis, f"{redis}/0") == b"news"


@pytest.mark.parametrize("url", ["carrier-pigeon://anna:hunter2@x", "http://anna:hunter2@x", "nonsense"])
def test_other_channels_are_refused_without_telling_the_password(url: str) -> None:
    channel = open_channel(url)
    assert isinstance(channel, BadChannel)
    assert url.partition(":")[0] in channel.why
    assert "hunter2" not in channel.why
