"""The server under load: live games of ``1941`` between two people each, on this machine's own loopback.

The players sit in this process and the server in another, so both share the cores that there are. Everything is
bounded: a number of games, a number of seconds. ``python -m bench.server --games 500`` measures one load.
"""

import argparse
import asyncio
import gc
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from bench.engine import bots_play
from bench.measure import Result, at_most
from sandtable.area.state import AreaState
from sandtable.bots.random import RandomBot
from sandtable.core.decision import Decision
from sandtable.core.savefile import encode
from sandtable.games import area, load
from sandtable.server.tables.patch import merge

GAME = "1941"
SECONDS = 8.0
"""How long each load lasts."""
PACE = 2.0
"""Seconds between two decisions of a game that people play briskly."""
LIVE = (20, 100, 200, 500)
"""How many games are played at this pace at the same time."""
PROMPT = 50.0
"""Milliseconds in which 95 of 100 decisions should be answered."""
AT_ONCE = 16
"""How many games are played without a pause, to see how much load it can take."""
IDLE = (40, 80)
"""How many games lie in memory, and nobody looks at them."""
MANY = 200
"""More than a server keeps in memory."""


class Server:
    """The process that is measured."""

    def __init__(self, url: str, pid: int) -> None:
        self.url = url
        self.pid = pid

    @property
    def megabytes(self) -> float:
        """What it holds in memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def seconds(self) -> float:
        """What it has used of the processor."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running() -> Iterator[Server]:
    """A server with an empty database."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with TemporaryDirectory() as folder:
        process = subprocess.Popen([sys.executable, "-m", "bench.serving", str(port), folder])
        url = f"http://127.0.0.1:{port}"
        try:
            for _ in range(600):
                try:
                    httpx.get(f"{url}/api/me")
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield Server(url, process.pid)
        finally:
            process.terminate()
            process.wait(30)


class Chair:
    """A person's socket at a table, with the view as a page keeps it."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._keys = count()
        self.view: Any = None
        self.seq = 0
        self.pending: list[Any] = []
        self.over = False

    async def hear(self) -> Any:
        message = json.loads(await self._connection.recv())
        match message["type"]:
            case "hello":
                stand = message["table"]["stand"]
                self.view, self.seq, self.pending = stand["view"], stand["seq"], stand["pending"]
            case "happened":
                stand = message["stand"]
                self.view = merge(self.view, message["patch"])
                self.seq, self.pending = stand["seq"], stand["pending"]
        self.over = self.view is not None and not self.pending
        return message

    async def act(self, seat: str, action: object) -> float:
        """Milliseconds from the click to the answer."""
        key = f"bench-key-{next(self._keys)}"
        said = {"type": "act", "key": key, "seat": seat, "seq": self.seq, "actions": [msgspec.to_builtins(action)]}
        start = time.perf_counter()
        await self._connection.send(json.dumps(said))
        while True:
            message = await self.hear()
            if message["type"] == "done":
                return (time.perf_counter() - start) * 1000
            if message["type"] == "failed":
                raise RuntimeError(f"the server says no: {message}")


class Match:
    """One live game: two people, each with a socket."""

    def __init__(self, chairs: dict[str, Chair], seed: int) -> None:
        self._chairs = chairs
        self._bot = RandomBot(load(GAME), seed)

    async def decide(self) -> float | None:
        """The next decision of whoever owes one; nothing: the game is over."""
        ahead = max(self._chairs.values(), key=lambda chair: chair.seq)
        if ahead.over:
            return None
        owed = ahead.pending[0]
        chair = self._chairs[owed["seat"]]
        while chair.seq < ahead.seq:
            await chair.hear()
        view = msgspec.convert(chair.view, AreaState)
        return await chair.act(owed["seat"], self._bot.choose(view, msgspec.convert(owed, Decision)))


@asynccontextmanager
async def matches(server: Server, games: int) -> AsyncIterator[list[Match]]:
    """A number of live games, ready to be played."""
    sides = {chair.seat: chair.side for chair in load(GAME).guide.box.chairs}
    headers = {"Origin": server.url}
    opened: list[ClientConnection] = []
    found = []
    try:
        async with (
            httpx.AsyncClient(base_url=f"{server.url}/api", headers=headers, timeout=60) as host,
            httpx.AsyncClient(base_url=f"{server.url}/api", headers=headers, timeout=60) as guest,
        ):
            for client in (host, guest):
                (await client.post("/visit", json={})).raise_for_status()
            for number in range(games):
                mine = {seat: "me" for seat, side in sides.items() if side == "axis"}
                table = (
                    (await host.post("/tables", json={"game": GAME, "seats": mine}))
                    .raise_for_status()
                    .json()["id"]
                )
                for seat in sides.keys() - mine.keys():
                    (await guest.post(f"/tables/{table}/sit", json={"seat": seat})).raise_for_status()
                chairs: dict[str, Chair] = {}
                for side, client in (("axis", host), ("allies", guest)):
                    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
                    connection = await connect(
                        f"{server.url.replace('http', 'ws')}/api/tables/{table}/live",
                        additional_headers={"Cookie": cookies},
                        origin=Origin(server.url),
                        ping_interval=None,  # whoever is not to move reads nothing for a while
                        close_timeout=1,
                    )
                    opened.append(connection)
                    chair = Chair(connection)
                    await chair.hear()
                    chairs |= {seat: chair for seat, one in sides.items() if one == side}
                found.append(Match(chairs, number))
        yield found
    finally:
        await asyncio.gather(*(connection.close() for connection in opened))


async def play(match: Match, pace: float, end: float, start: float, times: list[float]) -> None:
    """Play a game until the time is up, one decision every ``pace`` seconds."""
    due = start
    while True:
        await asyncio.sleep(max(due - time.perf_counter(), 0))
        if time.perf_counter() >= end:
            return
        took = await match.decide()
        if took is None:
            return
        times.append(took)
        due = max(due + pace, time.perf_counter()) if pace else 0.0


class Load(msgspec.Struct, frozen=True):
    """What a load came to."""

    times: list[float]
    """Of all decisions, in milliseconds from the click to the answer."""
    seconds: float
    server: float
    """Processor time of the server."""
    players: float
    """Processor time of everybody who played, on the same machine."""

    def told(self, name: str) -> Iterator[Result]:
        """As people feel it, and what it cost."""
        points = quantiles(self.times, n=100)
        yield Result(f"{name}: decisions", len(self.times) / self.seconds, "a second")
        yield Result(f"{name}: of one core", self.server / self.seconds * 100, "%")
        yield Result(f"{name}: the players' share of one core", self.players / self.seconds * 100, "%")
        yield Result(f"{name}: processor time of a decision", self.server / len(self.times) * 1000, "ms")
        yield Result(f"{name}: p50 from click to answer", points[49], "ms")
        yield at_most(f"{name}: p95 from click to answer", points[94], PROMPT, "ms")
        yield Result(f"{name}: p99 from click to answer", points[98], "ms")


@asynccontextmanager
async def no_garbage() -> AsyncIterator[None]:
    """Thousands of views lie in this process: what it takes to look through them is no delay of the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def loaded(server: Server, games: int, pace: float, seconds: float = SECONDS) -> Load:
    """Play a number of games for a while."""
    async with matches(server, games) as live, no_garbage():
        times: list[float] = []
        begin, used, own = time.perf_counter(), server.seconds, time.process_time()
        players = [
            play(match, pace, begin + seconds, begin + pace * number / games, times)
            for number, match in enumerate(live)
        ]
        await asyncio.gather(*players)
        took = time.perf_counter() - begin
        return Load(times, took, server.seconds - used, time.process_time() - own)


def load_results(server: Server) -> Iterator[Result]:
    load = asyncio.run(loaded(server, AT_ONCE, 0.0))
    yield from load.told(f"server, {AT_ONCE} games without a pause")
    for games in LIVE:
        load = asyncio.run(loaded(server, games, PACE))
        yield from load.told(f"server, {games} live games, a decision every {PACE:g} s each")


def memory_results(server: Server) -> Iterator[Result]:
    """Games that nobody looks at: brought by a save file of two rounds."""
    record = bots_play(area(GAME), 1, 2)
    file = encode(record, reveal=True)
    assert isinstance(file, bytes)
    decisions = len(record.entries)
    with httpx.Client(base_url=f"{server.url}/api", headers={"Origin": server.url}, timeout=60) as client:
        client.post("/visit", json={}).raise_for_status()
        for _ in range(20):  # what the first ones need is not theirs
            bring(client, file)
        before, made = server.megabytes, 0
        for games in IDLE:
            for _ in range(games - made):
                bring(client, file)
            made = games
            each = (server.megabytes - before) / games * 1000
            yield Result(f"server, memory of an idle game of {decisions} decisions, {games} of them", each, "kB")
        for _ in range(MANY - made):
            bring(client, file)
        yield Result(f"server, memory with {MANY} idle games, most of them on disk", server.megabytes, "MB")


def bring(client: httpx.Client, file: bytes) -> None:
    headers = {"content-type": "application/x-ndjson"}
    client.post("/tables/import", content=file, headers=headers).raise_for_status()


def server_results() -> Iterator[Result]:
    with running() as server:
        yield Result("server, memory at the start", server.megabytes, "MB")
        yield from memory_results(server)
    with running() as server:
        yield from load_results(server)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--times", type=int, default=1, help="how often; each is told by itself")
    options = parser.parse_args()
    for _ in range(options.times):
        with running() as server:
            load = asyncio.run(loaded(server, options.games, PACE, options.seconds))
        for result in load.told(f"{options.games} games"):
            print(f"{result.name}: {result.value:.1f} {result.unit} {result.aim}", flush=True)


if __name__ == "__main__":
    main()
