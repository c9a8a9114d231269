"""A private PostgreSQL server for tests, on a free local port."""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp

import psycopg

from tests.patience import SECONDS

UNPRIVILEGED = ("postgres", "nobody")
"""Users to run it as when the tests run as root, which PostgreSQL refuses."""


class NoPostgres(Exception):
    """PostgreSQL is not installed."""


PORTS = range(10_000, 32_000)
"""Below those that the kernel hands out: nobody takes the port of a server that is being restarted."""


def free_port() -> int:
    """A free port."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


class Postgres:
    """A PostgreSQL server that can be started, killed and restarted."""

    QUICK = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off")
    """For tests that do not kill it."""
    KILLED = ("-c", "fsync=off")
    """Commits survive killing the process; only a crash of the machine would lose them."""

    def __init__(self, folder: Path, options: tuple[str, ...]) -> None:
        self._programs, self._user = _programs(), _user()
        self._folder, self._data, self._port = folder, folder / "data", free_port()
        self._options = options
        self._server: subprocess.Popen[bytes] | None = None
        self.url = f"postgresql://sandtable@127.0.0.1:{self._port}"
        if self._user:
            shutil.chown(folder, self._user)
        initdb: list[str | Path] = [
            self._programs / "initdb",
            "-D",
            self._data,
            "-U",
            "sandtable",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "-N",
        ]
        _run(initdb, self._user)

    def start(self) -> None:
        place: list[str | Path] = ["-D", self._data, "-h", "127.0.0.1", "-p", str(self._port), "-k", self._folder]
        self._server = subprocess.Popen(
            [self._programs / "postgres", *place, *self._options],
            user=self._user,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        _wait(self.url, self._server)

    def kill(self) -> None:
        """Kill all its processes, as in a power cut."""
        assert self._server is not None
        os.killpg(self._server.pid, signal.SIGKILL)
        self._server.wait()

    def stop(self) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait(SECONDS)


@contextmanager
def postgres_server(options: tuple[str, ...] = Postgres.QUICK) -> Iterator[Postgres]:
    """Start one."""
    folder = Path(mkdtemp(prefix="sandtable-pg-"))
    try:
        server = Postgres(folder, options)
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running_postgres() -> Iterator[str]:
    """Start one. Yields the server's URL, without a database name."""
    # Durability is up to PostgreSQL; here it only has to be fast.
    with postgres_server() as server:
        yield server.url


def new_database(url: str, name: str, pattern: str = "template1") -> str:
    """Create a database, empty or as a copy. Returns its URL."""
    with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
        connection.execute(f'create database "{name}" template "{pattern}"'.encode())
    return f"{url}/{name}"


def drop_database(url: str, name: str) -> None:
    with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
        connection.execute(f'drop database "{name}" with (force)'.encode())


def _programs() -> Path:
    """The folder of its programs: Debian keeps them off the path."""
    found = shutil.which("postgres")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists():
            return folder
    raise NoPostgres("PostgreSQL is not installed: 'make test' installs it, or run 'apt-get install postgresql'.")


def _user() -> str | None:
    if os.getuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(user for user in UNPRIVILEGED if user in known)


def _run(command: list[str | Path], user: str | None) -> None:
    done = subprocess.run(command, user=user, cwd="/", capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stderr}")


def _wait(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            psycopg.connect(f"{url}/postgres").close()
            return
        except psycopg.OperationalError:
            if server.poll() is not None:
                raise RuntimeError("PostgreSQL exited right after starting") from None
            time.sleep(0.05)
    raise RuntimeError("PostgreSQL did not start within 30 seconds")
