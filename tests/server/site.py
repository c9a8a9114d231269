"""A local server in a thread, and clients for it."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from typing import Any

import httpx
import psycopg
import uvicorn

from sandtable.core.game import AnyGame
from sandtable.server.app import create_app
from sandtable.server.run import uvicorn_options
from sandtable.server.settings import Limits, Settings, Tables
from sandtable.server.storage.moment import lead, now
from tests.patience import SECONDS
from tests.server.postgres import free_port

MANY = (1_000_000, 60)
UNHURRIED = Limits(
    address=MANY, person=MANY, work=MANY, sign_ins=MANY, names=MANY, new_tables=MANY, save_files=MANY
)
"""Practically no rate limits."""
PLAIN: Any = {"timeout": SECONDS, "verify": False}
"""For clients of local servers: reading the system's certificates takes longer than most tests."""
CROWD = 1_000_000
TALKATIVE = Tables(messages=MANY, chat=MANY, running=CROWD, bots_only=CROWD, address_bots_only=CROWD)
"""Practically no limits at tables."""


class Site:
    """A running server."""

    def __init__(self, url: str, settings: Settings) -> None:
        self.url = url
        self.settings = settings
        self._visitors: list[httpx.Client] = []

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://")

    def visitor(self, **headers: str) -> httpx.Client:
        """A new browser: keeps cookies and sends its origin."""
        client = httpx.Client(base_url=f"{self.url}/api", headers={"Origin": self.url, **headers}, **PLAIN)
        self._visitors.append(client)
        return client

    def guest(self, name: str | None = None) -> httpx.Client:
        """A visitor who plays as a guest."""
        client = self.visitor()
        answer = client.post("/visit", json={} if name is None else {"name": name})
        assert answer.status_code == 200, answer.text
        return client

    def member(self, name: str, password: str = "correct horse") -> httpx.Client:
        """A visitor with a new account."""
        client = self.visitor()
        answer = client.post("/signup", json={"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        return client

    def program(self, owner: httpx.Client, label: str = "bot") -> httpx.Client:
        """A program with this member's token: no cookie, no origin."""
        token = owner.post("/tokens", json={"label": label}).json()["secret"]
        bearer = {"Authorization": f"Bearer {token}"}
        client = httpx.Client(base_url=f"{self.url}/api", headers=bearer, **PLAIN)
        self._visitors.append(client)
        return client

    def close(self) -> None:
        for client in self._visitors:
            client.close()


FORGET = (
    "update people set name = id, folded = id, skeleton = id",
    "update seats set invited = '', invited_name = ''",
    "update tables set listed = false",
)


def forget_everybody(database: str) -> None:
    """Free all names and unlist all tables, so that the next test finds an empty server."""
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"), SECONDS)) as file, file:
            for statement in FORGET:
                file.execute(statement)
        return
    with psycopg.connect(database, autocommit=True) as server:
        for statement in FORGET:
            _until_done(server, statement)


def _until_done(server: "psycopg.Connection[Any]", statement: str) -> None:
    """Retry if it deadlocks with a bot that is writing."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            server.execute(statement.encode())
            return
        except psycopg.errors.DeadlockDetected:
            assert time.monotonic() < end, "the database keeps deadlocking"


@contextmanager
def running_site(
    settings: Settings,
    games: Mapping[str, AnyGame] | None = None,
    clock: Callable[[], datetime] = now,
    port: int = 0,
    lead: Callable[[], float] = lead,
) -> Iterator[Site]:
    """Start a server; it is stopped at the end."""
    port = port or free_port()
    app = create_app(settings, games, clock, lead)
    config = uvicorn.Config(app, host="127.0.0.1", port=port, **uvicorn_options(settings))
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError("the server did not start")
        time.sleep(0.005)
    site = Site(f"http://127.0.0.1:{port}", settings)
    try:
        yield site
    finally:
        site.close()
        server.should_exit = True
        thread.join(SECONDS)
