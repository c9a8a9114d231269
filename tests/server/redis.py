"""A private Redis server for tests, on a free local port."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import SECONDS
from tests.server.postgres import free_port


class NoRedis(Exception):
    """Redis is not installed."""


@contextmanager
def running_redis(folder: Path, port: int = 0) -> Iterator[str]:
    """Start one, on this port or a free one. Yields its URL."""
    program = shutil.which("redis-server")
    if program is None:
        raise NoRedis("Redis is not installed: 'make tools' installs it, or run 'apt-get install redis-server'.")
    port = port or free_port()
    place = ["--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder), "--save", ""]
    server = subprocess.Popen([program, *place], stdout=subprocess.DEVNULL)
    try:
        _wait(port, server)
        yield f"redis://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            if server.poll() is not None:
                raise RuntimeError("Redis exited right after starting") from None
            assert time.monotonic() < end, "Redis did not start"
            time.sleep(0.02)
