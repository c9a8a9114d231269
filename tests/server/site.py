"""A server on a port of this machine, in a thread, and visitors of it."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

import httpx
import uvicorn

from sandtable.core.game import AnyGame
from sandtable.server.app import create_app
from sandtable.server.run import how_to_serve
from sandtable.server.settings import Limits, Settings, Tables
from sandtable.server.storage.moment import now
from tests.server.postgres import free_port

MANY = (1_000_000, 60)
UNHURRIED = Limits(address=MANY, person=MANY, sign_ins=MANY, names=MANY)
"""Nobody is slowed down."""
TALKATIVE = Tables(messages=MANY, chat=MANY)
"""Nobody says too much."""


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
        """A browser of its own: it keeps cookies and says where it comes from."""
        client = httpx.Client(base_url=f"{self.url}/api", headers={"Origin": self.url, **headers}, timeout=30)
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
        """A program with a token of this member: no cookie, no origin."""
        token = owner.post("/tokens", json={"label": label}).json()["secret"]
        client = httpx.Client(base_url=f"{self.url}/api", headers={"Authorization": f"Bearer {token}"}, timeout=30)
        self._visitors.append(client)
        return client

    def close(self) -> None:
        for client in self._visitors:
            client.close()


@contextmanager
def running_site(
    settings: Settings,
    games: Mapping[str, AnyGame] | None = None,
    clock: Callable[[], datetime] = now,
    port: int = 0,
) -> Iterator[Site]:
    """Start a server; it is stopped at the end."""
    port = port or free_port()
    app = create_app(settings, games, clock)
    config = uvicorn.Config(app, host="127.0.0.1", port=port, **how_to_serve(settings))
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
        thread.join(20)
