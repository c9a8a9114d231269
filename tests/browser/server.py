"""A server of its own process, as an operator would start it, that can be stopped and started again."""

import os
import subprocess
import sys
import time
from pathlib import Path

import httpx
import msgspec

from tests.patience import SECONDS
from tests.server.postgres import free_port

MANY = (1_000_000, 60)
UNLIMITED = ("address", "person", "work", "sign_ins", "names", "new_tables")


class Server:
    """A server process with its data in a folder."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        environment = {
            **os.environ,
            "SANDTABLE_LIMITS": _json(dict.fromkeys(UNLIMITED, MANY)),
            "SANDTABLE_BOTS": _json({"pause": 0.0}),
            "SANDTABLE_TABLES": _json({"messages": MANY, "chat": MANY}),
        }
        command = [sys.executable, "-m", "sandtable", "play", "--no-browser", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--data", str(self.data)], env=environment, stdout=subprocess.DEVNULL
        )
        deadline = time.monotonic() + SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not start")
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop at once, as a machine that loses its power."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/api/me", timeout=5).status_code == 200
        except httpx.TransportError:
            return False


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
