"""The crash test: a server under load is killed at random moments, and nothing that it acknowledged may be lost.

Players play table after table. Every action is sent under a key of its own, and again under the same key until it
is answered. In between the server is killed by SIGKILL and started anew. In the end the log in the database must
hold every acknowledged action once, in its place, and no action twice; and every game must go on to its end.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg

from sandtable.core.savefile import BadFile, decode
from sandtable.core.verify import verify
from sandtable.server.settings import Bots, Settings, Tables
from tests.server.postgres import free_port
from tests.server.site import UNHURRIED
from tests.server.tables.auction import find

PATIENCE = 60.0
"""Seconds until a server must be back, or a request answered."""
PLAYERS = 3
SEATINGS = (
    {"red": "me", "blue": "me", "gold": "me"},
    {"red": "me", "blue": "bot:random", "gold": "me"},
    {"red": "bot:random", "blue": "me", "gold": "bot:random"},
)


class Report(msgspec.Struct):
    """What a run came to."""

    kills: int = 0
    acknowledged: int = 0
    retried: int = 0
    """Actions that were sent again because the answer was lost."""
    finished: int = 0
    """Games that were played to their end."""
    faults: list[str] = []


class Host:
    """The server: started, killed, and started again."""

    def __init__(self, settings: Settings) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        said = msgspec.json.encode(settings, enc_hook=str).decode()
        self._command = [
            sys.executable,
            "-m",
            "tests.server.tables.serving",
            str(self.port),
            str(os.getpid()),
            said,
        ]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(self._command)

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def wait(self) -> None:
        """Until it answers."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                httpx.get(f"{self.url}/api/me", timeout=5)
                return
            except httpx.TransportError:
                assert time.monotonic() < end, "the server does not come back"
                time.sleep(0.02)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(20)


class Gambler:
    """A player who never gives up on an answer."""

    def __init__(self, host: Host, name: str, seed: int, report: Report) -> None:
        self.name = name
        self.tables: list[str] = []
        self.done: dict[str, tuple[str, int, int]] = {}
        """For each key that was acknowledged: the table, the log's end, and how many actions."""
        self.sent: set[str] = set()
        self.faults: list[str] = []
        self._chance = random.Random(seed)
        self._client = httpx.Client(base_url=f"{host.url}/api", headers={"Origin": host.url}, timeout=10)
        self._report = report
        self._keys = 0

    def run(self, over: threading.Event) -> None:
        try:
            self._must(lambda: self._client.post("/visit", json={}))
            while not over.is_set():
                self._play(over.is_set)
            for table in self.tables:
                self._play_on(table, lambda: False)
        except Exception as error:
            self.faults.append(f"{self.name}: {type(error).__name__}: {error}")

    def _play(self, enough: Callable[[], bool]) -> None:
        seats = self._chance.choice(SEATINGS)
        made = self._must(lambda: self._client.post("/tables", json={"game": "auction", "seats": seats}))
        self.tables.append(made["id"])
        self._play_on(made["id"], enough)

    def _play_on(self, table: str, enough: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not enough():
            seen = self._must(lambda: self._client.get(f"/tables/{table}"))
            info, stand = seen["info"], seen["stand"]
            if info["phase"] == "finished":
                return
            mine = [one for one in stand["pending"] if one["seat"] in info["mine"]]
            if not mine:
                if time.monotonic() > end:
                    raise TimeoutError(f"table {table} does not go on: {info['turn']}")
                time.sleep(0.01)
                continue
            end = time.monotonic() + PATIENCE
            self._decide(table, self._chance.choice(mine), stand)

    def _decide(self, table: str, owed: Any, stand: Any) -> None:
        self._keys += 1
        body = {"key": f"{self.name}-{self._keys:06}", "seat": owed["seat"], "seq": stand["seq"]}
        if owed["seat"] in stand["undo"] and self._chance.random() < 0.3:
            self._send(table, "undo", body, 1)
        elif owed["kind"] == "bid":
            coins = stand["view"]["coins"][owed["seat"]]
            self._send(table, "act", {**body, "actions": [{"do": "bid", "amount": coins // 3}]}, 1)
        else:
            stakes = [
                {"do": "stake", "dice": self._chance.randint(1, 3)} for _ in range(self._chance.randrange(3))
            ]
            actions = [*stakes, {"do": "roll"}]
            self._send(table, "act", {**body, "actions": actions}, len(actions))

    def _send(self, table: str, what: str, body: dict[str, Any], lines: int) -> None:
        key = body["key"]
        self.sent.add(key)
        end, tries = time.monotonic() + PATIENCE, 0
        while True:
            tries += 1
            try:
                answer = self._client.post(f"/tables/{table}/{what}", json=body)
                break
            except httpx.TransportError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)
        self._report.retried += tries > 1
        if answer.status_code == 200:
            done = answer.json()
            self.done[key] = (table, done["seq"], lines)
            self._report.acknowledged += 1
        elif answer.status_code != 409:  # a bot may have been faster
            self.faults.append(f"{what} {body}: {answer.status_code} {answer.text}")

    def _must(self, request: Callable[[], httpx.Response]) -> Any:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = request()
            except httpx.TransportError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)
                continue
            if not answer.is_success:
                raise AssertionError(f"{answer.status_code} {answer.text}")
            return answer.json()

    def file(self, table: str) -> bytes:
        answer = self._client.get(f"/tables/{table}/save")
        assert answer.is_success, answer.text
        return answer.content


def crash(database: str, data: Path, kills: int, seed: int, told: Callable[[], None] = lambda: None) -> Report:
    """Kill a server so many times; what was wrong afterwards is in the report."""
    settings = Settings(
        data=data,
        database=database,
        limits=UNHURRIED,
        bots=Bots(games="tests.server.tables.auction:find", pause=0.0),
        tables=Tables(kept=4),
    )
    chance, host, report, over = random.Random(seed), Host(settings), Report(), threading.Event()
    gamblers = [Gambler(host, f"gambler-{number}", seed * 100 + number, report) for number in range(PLAYERS)]
    threads = [threading.Thread(target=gambler.run, args=(over,), daemon=True) for gambler in gamblers]
    host.start()
    for thread in threads:
        thread.start()
    for _ in range(kills):
        # Now and then it dies before it is quite there, otherwise in the midst of work.
        if chance.random() < 0.9:
            host.wait()
            busy = report.acknowledged + chance.randrange(1, 40)
            end = time.monotonic() + PATIENCE
            while report.acknowledged < busy and time.monotonic() < end:
                time.sleep(0.001)
        time.sleep(chance.uniform(0.0, 0.02))
        host.kill()
        report.kills += 1
        host.start()
        told()
    host.wait()
    over.set()
    for thread in threads:
        thread.join(PATIENCE * 4)
    try:
        report.faults += [fault for gambler in gamblers for fault in gambler.faults]
        report.faults += [f"a player hangs: {thread.name}" for thread in threads if thread.is_alive()]
        for gambler in gamblers:
            _judge_games(gambler, report)
    finally:
        host.stop()
    _judge_log(read_log(database), gamblers, report)
    return report


def _judge_games(gambler: Gambler, report: Report) -> None:
    """Every game was played to its end, by the rules and with the dice that were sealed."""
    for table in gambler.tables:
        record = decode(gambler.file(table), find)
        if isinstance(record, BadFile):
            report.faults.append(f"table {table}: {record}")
        elif not record.finished or verify(record).dice != "verified":
            report.faults.append(f"table {table}: {verify(record).says}")
        else:
            report.finished += 1


Written = tuple[str, int, str, str]
"""A line of the log: table, number, kind, key."""


def _judge_log(log: list[Written], gamblers: list[Gambler], report: Report) -> None:
    """Each acknowledged action stands once, where its answer said; no action stands twice."""
    numbers: dict[str, list[int]] = {}
    by_key: dict[str, list[Written]] = {}
    for line in log:
        numbers.setdefault(line[0], []).append(line[1])
        if line[3]:
            by_key.setdefault(line[3], []).append(line)
    for table, found in numbers.items():
        if sorted(found) != list(range(1, len(found) + 1)):
            report.faults.append(f"table {table}: lines are missing or doubled: {sorted(found)}")
    done = {key: what for gambler in gamblers for key, what in gambler.done.items()}
    sent = {key for gambler in gamblers for key in gambler.sent}
    for key, (table, seq, lines) in done.items():
        written = by_key.get(key, [])
        places = [(one[0], one[1]) for one in written]
        if len(places) < lines or any(place[0] != table for place in places) or (table, seq) not in places:
            report.faults.append(f"{key} was acknowledged as {table} {seq}, and the log has {places}")
    for key, written in by_key.items():
        if key not in sent:
            report.faults.append(f"nobody sent {key}")
        kinds = Counter(one[2] for one in written)
        expected = done[key][2] if key in done else None
        if kinds["undo"] > 1 or (not kinds["undo"] and expected is not None and kinds["act"] != expected):
            report.faults.append(f"{key} is in the log {len(written)} times")
        if key not in done:
            report.faults.append(f"{key} is in the log, and its player was never told")


def read_log(database: str) -> list[Written]:
    """The log as it is kept."""
    query = 'select table_id, seq, kind, "key" from log'
    if database.startswith("sqlite"):
        with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
            return [tuple(row) for row in connection.execute(query)]
    with psycopg.connect(database) as server:
        return [(row[0], row[1], row[2], row[3]) for row in server.execute(query)]


def in_words(report: Report) -> str:
    """One line."""
    return (
        f"{report.kills} kills, {report.acknowledged} actions acknowledged, {report.retried} sent again, "
        f"{report.finished} games finished, {len(report.faults)} faults"
    )
