"""Questions stop when their client disconnects, and Ctrl-C stops the server however busy it is."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from websockets.sync.client import connect
from websockets.typing import Origin

from sandtable.games import load
from sandtable.server.settings import Questions, Settings
from tests.patience import SECONDS
from tests.server.postgres import free_port
from tests.server.site import Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import ALL_ME, Player

MUSING = "tests.server.safety.slow:musing_auction"
ENDLESS = {"ask": "purse", "seat": "red"}
ARMY = [{"unit": unit, "count": 12} for unit in ("infantry", "artillery", "tank", "fighter", "bomber")]
HARD = {"ask": "suppose", "scene": "land", "attack": ARMY, "defend": ARMY}
"""Takes minutes if allowed."""


@pytest.fixture
def generous(settings: Settings) -> Iterator[Site]:
    """One worker, and a time limit longer than any test waits."""
    forever = Questions(processes=1, seconds=SECONDS * 10, games=MUSING)
    with running_site(replace(settings, questions=forever), {"auction": AUCTION}) as site:
        yield site


def busy(site: Site) -> bool:
    """Whether a question is being answered."""
    shown = httpx.get(f"{site.url}/metrics", timeout=SECONDS).text
    return "sandtable_questions_busy 1" in shown


def wait_until(site: Site, wanted: bool) -> None:
    end = time.monotonic() + SECONDS
    while busy(site) != wanted:
        assert time.monotonic() < end, f"a question is {'not ' if wanted else 'still '}being answered"
        time.sleep(0.02)


def begun(url: str, path: str, body: object) -> socket.socket:
    """A request that was sent and whose response nobody has read."""
    data, host = json.dumps(body).encode(), url.removeprefix("http://")
    head = (
        f"POST {path} HTTP/1.1",
        f"Host: {host}",
        f"Origin: {url}",
        "Content-Type: application/json",
        f"Content-Length: {len(data)}",
    )
    line = socket.create_connection(("127.0.0.1", int(host.rpartition(":")[2])))
    line.sendall("\r\n".join([*head, "", ""]).encode() + data)
    return line


def test_disconnecting_stops_a_question(generous: Site) -> None:
    table = Player(generous, "Anna").new(seats=ALL_ME)
    with begun(generous.url, f"/api{table.path}/ask", {"id": 1, "question": ENDLESS}):
        wait_until(generous, wanted=True)
    wait_until(generous, wanted=False)


def test_disconnecting_while_sending_is_not_logged_as_an_error(
    generous: Site, caplog: pytest.LogCaptureFixture
) -> None:
    anna = Player(generous, "Anna")
    table = anna.new(seats=ALL_ME)
    cookies = "; ".join(f"{name}={value}" for name, value in anna.client.cookies.items())
    host = generous.host
    head = f"POST /api{table.path}/act HTTP/1.1\r\nHost: {host}\r\nOrigin: {generous.url}\r\nCookie: {cookies}\r\n"
    with socket.create_connection(("127.0.0.1", int(host.rpartition(":")[2]))) as line:
        line.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
    end = time.monotonic() + SECONDS
    while 'status="408"' not in (told := httpx.get(f"{generous.url}/metrics", timeout=SECONDS).text):
        assert 'status="500"' not in told
        assert time.monotonic() < end, "the request does not end"
        time.sleep(0.02)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_closing_a_socket_stops_its_question(generous: Site) -> None:
    table = Player(generous, "Anna").new(seats=ALL_ME)
    with table.live() as live:
        live.until("hello")
        live.say("ask", id=1, seat="red", question=ENDLESS)
        wait_until(generous, wanted=True)
    wait_until(generous, wanted=False)


@contextmanager
def server(folder: Path, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str, Path]]:
    """A server as a user starts it, and the file with its stderr."""
    port, log = free_port(), folder / "stderr"
    command = [sys.executable, "-m", "sandtable", "play", "--no-browser", "--data", str(folder / "data")]
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*command, "--port", str(port)],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, **environment},
        )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if "The table is at" in line:
                break
        yield process, f"http://127.0.0.1:{port}", log
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(SECONDS)
        process.stdout.close()


def test_ctrl_c_stops_a_busy_server(tmp_path: Path) -> None:
    """While bots think, people listen, and a question is being answered."""
    questions = json.dumps({"seconds": SECONDS * 10})
    with ExitStack() as stack:
        process, url, log = stack.enter_context(server(tmp_path, SANDTABLE_QUESTIONS=questions))
        client = stack.enter_context(httpx.Client(base_url=f"{url}/api", headers={"Origin": url}, timeout=SECONDS))
        assert client.post("/visit", json={}).status_code == 200
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        seats = dict.fromkeys(load("1941").seats, "bot:hard") | {"uk": "me"}
        for _ in range(3):
            table = client.post("/tables", json={"game": "1941", "seats": seats}).json()["id"]
            address = f"{url.replace('http', 'ws')}/api/tables/{table}/live"
            headers = {"Cookie": cookies}
            live = stack.enter_context(connect(address, additional_headers=headers, origin=Origin(url)))
            assert json.loads(live.recv(SECONDS))["type"] == "hello"
        line = stack.enter_context(begun(url, "/api/games/revised-historical/ask", HARD))
        time.sleep(0.5)  # the question may be running or queued: either way it must stop
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0, log.read_text()
        line.settimeout(SECONDS)
        head = line.recv(65536).split(b"\r\n", 1)[0]
        assert b" 503 " in head or b" 200 " in head, "the client gets an error, or an answer just in time"
    assert "Traceback" not in log.read_text(), log.read_text()


def test_every_line_of_a_structured_log_names_its_request(tmp_path: Path) -> None:
    with server(tmp_path, SANDTABLE_LOG="info") as (process, url, log):
        with httpx.Client(base_url=f"{url}/api", headers={"Origin": url}, timeout=SECONDS) as client:
            came = client.post("/visit", json={"name": "Very Secret Name"})
            missing = client.get("/tables/nosuchtable")
            secret = client.cookies["sandtable"]
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0
    said = log.read_text()
    lines = [json.loads(line) for line in said.splitlines()]
    assert all({"at", "level", "from", "says"} <= line.keys() for line in lines)
    by_request = {line["request"]: line for line in lines if "request" in line}
    for answer, method, path, status in (
        (came, "POST", "/api/visit", 200),
        (missing, "GET", "/api/tables/nosuchtable", 404),
    ):
        line = by_request[answer.headers["X-Request-Id"]]
        assert (line["method"], line["path"], line["status"]) == (method, path, status)
        assert line["ms"] >= 0
    assert "Very Secret Name" not in said, "request contents are not logged"
    assert secret not in said
