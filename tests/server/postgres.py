"""A PostgreSQL of the tests' own: started on a free port of this machine, gone afterwards."""

import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import psycopg

UNPRIVILEGED = ("postgres", "nobody")
"""Who runs it when the tests run as root, which PostgreSQL refuses to be."""


class NoPostgres(Exception):
    """PostgreSQL is not installed."""


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def running_postgres() -> Iterator[str]:
    """Start one; gives the URL of its server, without the name of a database."""
    programs, user = _programs(), _user()
    folder = Path(mkdtemp(prefix="sandtable-pg-"))
    data, port = folder / "data", free_port()
    if user:
        shutil.chown(folder, user)
    try:
        _run([programs / "initdb", "-D", data, "-U", "sandtable", "-A", "trust", "-E", "UTF8", "-N"], user)
        # Durability is PostgreSQL's own affair; here it only has to be quick.
        quick = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"]
        server = subprocess.Popen(
            [programs / "postgres", "-D", data, "-h", "127.0.0.1", "-p", str(port), "-k", folder, *quick],
            user=user,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            url = f"postgresql://sandtable@127.0.0.1:{port}"
            _wait(url, server)
            yield url
        finally:
            server.terminate()
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(url: str, name: str, pattern: str = "template1") -> str:
    """A database on a server, empty or a copy of another one; gives its URL."""
    with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
        connection.execute(f'create database "{name}" template "{pattern}"'.encode())
    return f"{url}/{name}"


def drop_database(url: str, name: str) -> None:
    with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
        connection.execute(f'drop database "{name}" with (force)'.encode())


def _programs() -> Path:
    """Where its programs are: Debian keeps them off the path."""
    found = shutil.which("postgres")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists():
            return folder
    raise NoPostgres("PostgreSQL is not installed: 'make test' installs it, or say 'apt-get install postgresql'.")


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
                raise RuntimeError("PostgreSQL ended as soon as it was started") from None
            time.sleep(0.05)
    raise RuntimeError("PostgreSQL did not start within 30 seconds")
