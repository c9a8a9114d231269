"""Serving: one process, or several that share a port."""

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from sandtable.server.app import create_app
from sandtable.server.settings import Settings

VARIABLE = "SANDTABLE_SERVER"
"""Where worker processes find the settings."""
PATIENCE = 60
"""Seconds that a worker may be silent before it is taken for dead and replaced."""
GOODBYE = 3
"""Seconds that open connections have to end when the server stops."""


class PortTaken(msgspec.Struct, frozen=True):
    """Somebody else listens there, or it is not ours to use."""

    why: str


def listen(host: str, port: int) -> socket.socket | PortTaken:
    """Take a port; 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        return PortTaken(error.strerror or str(error))
    return listener


def how_to_serve(settings: Settings) -> dict[str, Any]:
    """What the web server must know."""
    return {
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": GOODBYE,
        "ws_max_size": settings.limits.body,
        "lifespan": "on",
        "timeout_worker_healthcheck": PATIENCE,
    }


def serve(settings: Settings, listener: socket.socket, workers: int) -> None:
    """Serve until somebody presses Ctrl-C."""
    options = how_to_serve(settings)
    with contextlib.suppress(KeyboardInterrupt):
        if workers == 1:
            uvicorn.Server(uvicorn.Config(create_app(settings), **options)).run(sockets=[listener])
            return
        with _told(settings):
            config = uvicorn.Config(f"{__name__}:worker", factory=True, workers=workers, **options)
            Multiprocess(config, sockets=[listener]).run()


def worker() -> Litestar:
    """The application in a worker process."""
    return create_app(decode_settings(os.environ[VARIABLE]))


def encode_settings(settings: Settings) -> str:
    return msgspec.json.encode(settings, enc_hook=str).decode()


def decode_settings(text: str) -> Settings:
    return msgspec.json.decode(text, type=Settings, dec_hook=_path)


def _path(kind: type, value: Any) -> Path:
    assert issubclass(kind, Path)
    return Path(value)


@contextlib.contextmanager
def _told(settings: Settings) -> Iterator[None]:
    os.environ[VARIABLE] = encode_settings(settings)
    try:
        yield
    finally:
        del os.environ[VARIABLE]
