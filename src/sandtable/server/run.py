"""Runs the server: one process, or several that share a port."""

import contextlib
import fcntl
import gc
import os
import resource
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from sandtable.server.app import create_app
from sandtable.server.requests import write_structured
from sandtable.server.settings import Settings
from sandtable.server.timeouts import StallTimeout

VARIABLE = "SANDTABLE_SERVER"
"""The environment variable that passes the settings to worker processes."""
PATIENCE = 60
"""Seconds without a sign of life after which a worker is replaced."""
COLLECTING = (20_000, 20, 1_000)
"""The thresholds of the garbage collector's three generations."""
FILES = 65_536
"""The most open files we ask for."""
GOODBYE = 3
"""Seconds for open connections to close when the server stops."""


class PortTaken(msgspec.Struct, frozen=True):
    """Another program uses the port, or we have no permission to."""

    why: str


def listen(host: str, port: int) -> socket.socket | PortTaken:
    """Listen on a port; 0 picks a free one."""
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


class FolderTaken(msgspec.Struct, frozen=True):
    """Another server uses this data folder."""

    why: str


@contextlib.contextmanager
def lock_folder(data: Path) -> Iterator[FolderTaken | None]:
    """Lock a data folder for this server. The lock ends with the process, however it ends."""
    with (data / "server.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            pid = lock.read().strip() or "unknown"
            yield FolderTaken(f"another server (process {pid}) keeps its games in {data}")
            return
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield None


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """Settings for uvicorn."""
    return {
        "log_level": settings.log or "warning",
        **({"log_config": None} if settings.log else {}),
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": GOODBYE,
        "ws_max_size": settings.limits.body,
        "lifespan": "on",
        "timeout_worker_healthcheck": PATIENCE,
        "http": StallTimeout,
    }


def tune_garbage_collector() -> None:
    """Make full garbage collections rare.

    Loaded games are never freed, and a table's states have no cycles. Scanning hundreds of tables would stop the
    server for half a second and free nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)


def allow_open_files() -> None:
    """Allow as many open files as we may have: every connection is one, and the usual limit is low."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve(
    settings: Settings, listener: socket.socket, workers: int, application: str = f"{__name__}:worker"
) -> None:
    """Serve until Ctrl-C. ``application``: what worker processes import and serve."""
    allow_open_files()
    options = uvicorn_options(settings)
    if settings.log:
        write_structured(settings.log)
    with contextlib.suppress(KeyboardInterrupt):
        if workers == 1:
            app = create_app(settings)
            tune_garbage_collector()
            uvicorn.Server(uvicorn.Config(app, **options)).run(sockets=[listener])
            return
        with _settings_in_environment(settings):
            config = uvicorn.Config(application, factory=True, workers=workers, **options)
            Multiprocess(config, sockets=[listener]).run()


def worker() -> Litestar:
    """The application in a worker process."""
    settings = decode_settings(os.environ[VARIABLE])
    if settings.log:
        write_structured(settings.log)
    app = create_app(settings)
    tune_garbage_collector()
    return app


def encode_settings(settings: Settings) -> str:
    return msgspec.json.encode(settings, enc_hook=str).decode()


def decode_settings(text: str) -> Settings:
    return msgspec.json.decode(text, type=Settings, dec_hook=_path)


def _path(kind: type, value: Any) -> Path:
    assert issubclass(kind, Path)
    return Path(value)


@contextlib.contextmanager
def _settings_in_environment(settings: Settings) -> Iterator[None]:
    os.environ[VARIABLE] = encode_settings(settings)
    try:
        yield
    finally:
        del os.environ[VARIABLE]
