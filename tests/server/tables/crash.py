"""The crash test: kills a server under load at random moments, and checks that nothing acknowledged is lost.

Players play table after table. Every action has its own key and is retried with the same key until it is answered.
In between something is killed with SIGKILL and restarted: the server, one of its workers, or the database. At the
end the log must contain every acknowledged action once, in its place, and no action twice; and every game must
finish.
"""

import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any, Protocol

import httpx
import msgspec
import psycopg

from sandtable.core.savefile import BadFile, decode
from sandtable.core.verify import verify
from sandtable.server.run import encode_settings
from sandtable.server.settings import Bots, Settings, Tables
from tests.patience import SECONDS
from tests.server.postgres import Postgres, free_port
from tests.server.site import UNHURRIED
from tests.server.tables.auction import find

PLAYERS = 3
SEATINGS = (
    {"red": "me", "blue": "me", "gold": "me"},
    {"red": "me", "blue": "bot:random", "gold": "me"},
    {"red": "bot:random", "blue": "me", "gold": "bot:random"},
)


class Report(msgspec.Struct):
    """The outcome of a run."""

    kills: int = 0
    acknowledged: int = 0
    retried: int = 0
    """Actions retried because the response was lost."""
    finished: int = 0
    """Games played to the end."""
    faults: list[str] = []


class Victim(Protocol):
    """What is killed."""

    def kill(self) -> None:
        """Kill it, and restart it."""
        ...


class NotBack(Exception):
    """What was killed didn't come back."""


class Host:
    """The server: can be started, killed and restarted."""

    def __init__(self, settings: Settings, workers: int = 1) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        place = [str(self.port), str(os.getpid()), str(workers), encode_settings(settings)]
        self._command = [sys.executable, "-m", "tests.server.tables.serving", *place]
        self._forked = workers == 1
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        if self._process is None:
            pipe = subprocess.PIPE if self._forked else None
            self._process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe, text=True)
        if self._forked:
            self._order("start")

    def kill(self) -> None:
        """Kill it, and restart it."""
        self._order("kill")
        self.start()

    def _order(self, what: str) -> bool:
        """Tell the process that forks servers. Whether one is running then."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline() == "True\n"

    def workers(self) -> list[int]:
        """The worker processes, if there are several."""
        assert self._process is not None
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in children if b"spawn_main" in _command_of(child)]

    def wait(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + SECONDS
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS) as line:
                    line.settimeout(SECONDS)
                    line.sendall(f"GET /api/me HTTP/1.1\r\nHost: {self.url[7:]}\r\n\r\n".encode())
                    if line.recv(1):
                        return
            except OSError:
                pass  # not yet
            if not self._runs():
                raise NotBack("the server exited")
            if time.monotonic() > end:
                raise NotBack(f"the server did not answer for {SECONDS:.0f} seconds")
            time.sleep(0.02)

    def _runs(self) -> bool:
        assert self._process is not None
        return self._process.poll() is None and (not self._forked or self._order("look"))

    def stop(self) -> None:
        if self._process is None:
            return
        if self._process.stdin is None:
            self._process.terminate()
        else:
            self._process.stdin.close()
        self._process.wait(SECONDS)
        if self._process.stdout is not None:
            self._process.stdout.close()


def _command_of(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""  # it has exited


class OneWorker:
    """One worker of a server. The others carry on, and it is replaced."""

    def __init__(self, host: Host, chance: random.Random) -> None:
        self._host = host
        self._chance = chance

    def kill(self) -> None:
        end = time.monotonic() + SECONDS
        while not (found := self._host.workers()):
            if time.monotonic() > end:
                raise NotBack("no worker came back")
            time.sleep(0.05)
        os.kill(self._chance.choice(found), signal.SIGKILL)


class Below:
    """The database of a server that keeps running."""

    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres

    def kill(self) -> None:
        self._postgres.kill()
        self._postgres.start()


class RetryingPlayer:
    """A player who retries until there is an answer."""

    def __init__(self, host: Host, name: str, seed: int, report: Report) -> None:
        self.name = name
        self.tables: list[str] = []
        self.done: dict[str, tuple[str, int, int]] = {}
        """For each acknowledged key: the table, the end of the log, and the number of actions."""
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
        end = time.monotonic() + SECONDS
        while not enough():
            seen = self._must(lambda: self._client.get(f"/tables/{table}"))
            info, stand = seen["info"], seen["stand"]
            if info["phase"] == "finished":
                return
            mine = [one for one in stand["pending"] if one["seat"] in info["mine"]]
            if not mine:
                if time.monotonic() > end:
                    raise TimeoutError(f"table {table} is stuck: {info['turn']}")
                time.sleep(0.01)
                continue
            end = time.monotonic() + SECONDS
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
        end, tries = time.monotonic() + SECONDS, 0
        while True:
            tries += 1
            try:
                answer = self._client.post(f"/tables/{table}/{what}", json=body)
                if answer.status_code != HTTPStatus.SERVICE_UNAVAILABLE or time.monotonic() > end:
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
        end = time.monotonic() + SECONDS
        while True:
            try:
                answer = request()
            except httpx.TransportError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)
                continue
            if answer.is_success:
                return answer.json()
            if answer.status_code != HTTPStatus.SERVICE_UNAVAILABLE or time.monotonic() > end:
                raise AssertionError(f"{answer.status_code} {answer.text}")
            time.sleep(0.02)

    def file(self, table: str) -> bytes:
        answer = self._client.get(f"/tables/{table}/save")
        assert answer.is_success, answer.text
        return answer.content


def settings_for(data: Path, database: str, channel: str = "") -> Settings:
    """Settings with generous limits, and so few cached tables that they are often reloaded."""
    return Settings(
        data=data,
        database=database,
        channel=channel,
        limits=UNHURRIED,
        bots=Bots(games="tests.server.tables.auction:find", pause=0.0, slow=0.0),
        tables=Tables(kept=4),
    )


def crash(
    host: Host,
    database: str,
    kills: int,
    seed: int,
    victim: Victim | None = None,
    report_progress: Callable[[], None] = lambda: None,
    enough: Callable[[], bool] = lambda: False,
) -> Report:
    """Kill the server, or another victim, this many times or until ``enough``. Faults are in the report."""
    chance, report, over = random.Random(seed), Report(), threading.Event()
    victim = victim or host
    players = [RetryingPlayer(host, f"player-{number}", seed * 100 + number, report) for number in range(PLAYERS)]
    threads = [threading.Thread(target=player.run, args=(over,), daemon=True) for player in players]
    host.start()
    host.wait()
    for thread in threads:
        thread.start()
    try:
        while report.kills < kills and not enough():
            _kill_at_work(host, victim, chance, report)
            report_progress()
        host.wait()
    except NotBack as why:
        report.faults.append(str(why))
    over.set()
    for thread in threads:
        thread.join(SECONDS * 4)
    try:
        report.faults += [fault for player in players for fault in player.faults]
        report.faults += [f"a player hangs: {thread.name}" for thread in threads if thread.is_alive()]
        if not report.faults:
            for player in players:
                _judge_games(player, report)
    finally:
        host.stop()
    _judge_log(read_log(database), players, report)
    return report


def _kill_at_work(host: Host, victim: Victim, chance: random.Random, report: Report) -> None:
    """Kill it under load, or now and then before it is fully up."""
    if chance.random() < 0.9:
        host.wait()
        busy = report.acknowledged + chance.randrange(1, 40)
        end = time.monotonic() + SECONDS
        while report.acknowledged < busy and time.monotonic() < end:
            time.sleep(0.001)
    time.sleep(chance.uniform(0.0, 0.02))
    victim.kill()
    report.kills += 1


def _judge_games(player: RetryingPlayer, report: Report) -> None:
    """Check that every game was played to the end, by the rules and with the sealed dice."""
    for table in player.tables:
        record = decode(player.file(table), find)
        if isinstance(record, BadFile):
            report.faults.append(f"table {table}: {record}")
        elif not record.finished or verify(record).dice != "verified":
            report.faults.append(f"table {table}: {verify(record).says}")
        else:
            report.finished += 1


class Sender(Protocol):
    """What a player sent, and what was acknowledged."""

    sent: set[str]
    done: dict[str, tuple[str, int, int]]


Written = tuple[str, int, str, str]
"""A line of the log: table, number, kind, key."""


def _judge_log(log: list[Written], players: Sequence[Sender], report: Report) -> None:
    """Check that each acknowledged action is in the log once, where its response said, and none twice."""
    numbers: dict[str, list[int]] = {}
    by_key: dict[str, list[Written]] = {}
    for line in log:
        numbers.setdefault(line[0], []).append(line[1])
        if line[3]:
            by_key.setdefault(line[3], []).append(line)
    for table, found in numbers.items():
        if sorted(found) != list(range(1, len(found) + 1)):
            report.faults.append(f"table {table}: lines are missing or duplicated: {sorted(found)}")
    done = {key: what for player in players for key, what in player.done.items()}
    sent = {key for player in players for key in player.sent}
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
            report.faults.append(f"{key} is in the log, and its player was never answered")


def read_log(database: str) -> list[Written]:
    """The stored log."""
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
