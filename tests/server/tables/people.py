"""People at tables: helpers for what a page does, over HTTP and the socket."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sandtable.server.tables.patch import merge
from tests.patience import SECONDS
from tests.server.site import Site

JSON = Any
LONGEST_PAUSE = 0.16
"""The longest pause between two polls, in seconds. Polling all the time would slow the server down."""
ALL_ME = {"red": "me", "blue": "me", "gold": "me"}


class Player:
    """Somebody with a browser."""

    def __init__(self, site: Site, name: str, client: httpx.Client | None = None) -> None:
        self.site = site
        self.name = name
        self.client = client or site.guest(name)
        self._keys = count()

    def get(self, path: str, **query: object) -> JSON:
        return good(self.client.get(path, params={key: str(value) for key, value in query.items()}))

    def post(self, path: str, **body: object) -> JSON:
        return good(self.client.post(path, json=body))

    def fails(self, status: int, path: str, **body: object) -> JSON:
        """A request that must be refused. Returns the problem."""
        answer = self.client.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def new(self, game: str = "auction", **wanted: object) -> "Seat":
        """A new table."""
        made = self.post("/tables", game=game, **wanted)
        return Seat(self, made["id"], made)

    def at(self, table: "Seat | str") -> "Seat":
        """The same table, as this player."""
        return Seat(self, table if isinstance(table, str) else table.id, {})

    def key(self) -> str:
        return f"key-{self.name}-{next(self._keys)}".replace(" ", "-")


class Seat:
    """A person at a table."""

    def __init__(self, player: Player, table_id: str, made: JSON) -> None:
        self.player = player
        self.id = table_id
        self.made = made

    @property
    def path(self) -> str:
        return f"/tables/{self.id}"

    def look(self) -> JSON:
        return self.player.get(self.path)

    def info(self) -> JSON:
        return self.look()["info"]

    def stand(self) -> JSON:
        return self.look()["stand"]

    def view(self) -> JSON:
        return self.stand()["view"]

    def log(self, after: int = 0) -> JSON:
        return self.player.get(f"{self.path}/log", after=after)

    def post(self, what: str, **body: object) -> JSON:
        return self.player.post(f"{self.path}/{what}", **body)

    def fails(self, status: int, what: str, **body: object) -> JSON:
        return self.player.fails(status, f"{self.path}/{what}", **body)

    def body(self, seat: str, actions: tuple[JSON, ...], seq: int | None, key: str) -> dict[str, JSON]:
        known = self.stand()["seq"] if seq is None else seq
        return {"key": key or self.player.key(), "seat": seat, "seq": known, "actions": list(actions)}

    def act(self, seat: str, *actions: JSON, seq: int | None = None, key: str = "") -> JSON:
        return self.post("act", **self.body(seat, actions, seq, key))

    def refused(self, status: int, seat: str, *actions: JSON, seq: int | None = None, key: str = "") -> JSON:
        return self.fails(status, "act", **self.body(seat, actions, seq, key))

    def bid(self, seat: str, amount: int, **how: Any) -> JSON:
        return self.act(seat, bid(amount), **how)

    def undo(self, seat: str, number: int = 0) -> JSON:
        return self.post("undo", key=self.player.key(), seat=seat, seq=self.stand()["seq"], number=number)

    def ask(self, question: JSON, seat: str | None = None) -> JSON:
        return self.post("ask", id=1, question=question, seat=seat)["answer"]

    def until(self, true: Callable[[JSON], bool]) -> JSON:
        """Poll until this is true."""
        end, pause = time.monotonic() + SECONDS, 0.01
        while not true(seen := self.look()):
            assert time.monotonic() < end, seen
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        return seen

    @contextmanager
    def live(self, origin: str | None = "") -> Iterator["Live"]:
        """The table over a socket."""
        client = self.player.client
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        sent = {"Cookie": cookies} if cookies else {}
        if "authorization" in client.headers:
            sent["Authorization"] = client.headers["authorization"]
        url = f"ws://{self.player.site.host}/api{self.path}/live"
        from_ = Origin(self.player.site.url if origin == "" else origin) if origin is not None else None
        with connect(url, additional_headers=sent, origin=from_, max_size=None) as connection:
            yield Live(connection, self.player)


class Live:
    """A socket, and the table as a page keeps it: updated from messages."""

    def __init__(self, socket: ClientConnection, player: Player) -> None:
        self.socket = socket
        self.player = player
        self.heard: list[JSON] = []
        self.view: JSON = None
        self.seq = -1
        self.number = 0
        self.entries: list[JSON] = []

    def hear(self) -> JSON:
        """The next message."""
        message = json.loads(self.socket.recv(SECONDS))
        self.heard.append(message)
        match message["type"]:
            case "hello":
                stand = message["table"]["stand"]
                self.view, self.seq = stand["view"], stand["seq"]
                self.entries = message["table"]["recent"]
            case "happened":
                assert message["after"] == self.seq, "a gap"
                self.view = merge(self.view, message["patch"])
                self.seq = message["stand"]["seq"]
                self.entries += message["entries"]
        return message

    def until(self, kind: str, **fields: JSON) -> JSON:
        """Receive until a message of this kind arrives."""
        while True:
            message = self.hear()
            if message["type"] == kind and all(message[name] == value for name, value in fields.items()):
                return message

    def up_to(self, seq: int) -> None:
        """Receive until the log has reached this line."""
        while self.seq < seq:
            self.hear()

    def say(self, kind: str, **fields: JSON) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def act(self, seat: str, *actions: JSON, key: str = "") -> str:
        key = key or self.player.key()
        self.say("act", key=key, seat=seat, seq=self.seq, actions=list(actions))
        return key

    def bid(self, seat: str, amount: int) -> JSON:
        return self.until("done", key=self.act(seat, bid(amount)))


def bid(amount: int) -> JSON:
    return {"do": "bid", "amount": amount}


STAKE2 = {"do": "stake", "dice": 2}
STAKE3 = {"do": "stake", "dice": 3}
ROLL = {"do": "roll"}


def good(answer: httpx.Response) -> JSON:
    assert answer.is_success, answer.text
    return answer.json()


def three_rounds(table: Seat) -> None:
    """Play a game to the end, with one person in all seats."""
    for _ in range(3):
        for seat, amount in (("red", 3), ("blue", 2), ("gold", 1)):
            table.bid(seat, amount)
        table.act("red", ROLL)
