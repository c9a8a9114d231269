"""``sandtable play``: starting and stopping the server, with one or several processes."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import httpx

from tests.patience import SECONDS
from tests.server.postgres import drop_database, free_port, new_database


@contextmanager
def started(
    *arguments: object, command: str = "play", **environment: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the command until it says where the table, or the workshop, is."""
    words = [sys.executable, "-m", "sandtable", command, "--no-browser", *map(str, arguments)]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **environment}
    )
    assert process.stdout is not None
    said = []
    try:
        for line in process.stdout:
            said.append(line)
            found = re.search(r"The (?:table|workshop) is at (http://\S+)", line)
            if found:
                yield process, found[1]
                break
        else:
            raise AssertionError("".join(said))
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(SECONDS)
        process.stdout.close()


def ask(url: str) -> str:
    return httpx.get(f"{url}/api/me", timeout=SECONDS).text


def test_it_serves_and_stops(tmp_path: Path) -> None:
    with started("--data", tmp_path / "data", "--port", free_port()) as (process, url):
        assert '"person":null' in ask(url)
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read() if process.stdout else ""
        assert process.wait(SECONDS) == 0
    assert "Stopped" in rest
    assert "Traceback" not in rest
    assert (tmp_path / "data" / "sandtable.db").exists()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


def house_rules(folder: Path) -> None:
    """A variant where ``sandtable new`` puts it."""
    variant = folder / "sandtable" / "games" / "house"
    variant.mkdir(parents=True)
    (variant / "game.yaml").write_text('like: "1941"\ntitle: House rules\n', encoding="utf-8")


def test_games_are_stored_in_the_users_data_folder_and_its_variants_are_in_the_lobby(tmp_path: Path) -> None:
    house_rules(tmp_path)
    with started("--port", free_port(), XDG_DATA_HOME=str(tmp_path)) as (_, url):
        games = httpx.get(f"{url}/api/games", timeout=SECONDS).json()
    assert "House rules" in [game["box"]["title"] for game in games]
    assert (tmp_path / "sandtable" / "sandtable.db").exists()


def test_the_workshop_opens_a_variant_and_stops(tmp_path: Path) -> None:
    house_rules(tmp_path)
    options = ("house", "--port", free_port())
    with started(*options, command="edit", XDG_DATA_HOME=str(tmp_path)) as (process, url):
        site, path = url.removesuffix("/workshop/house"), "/api/workshop/house"
        assert httpx.get(f"{site}{path}", timeout=SECONDS).json()["title"] == "House rules"
        assert "<title>" in httpx.get(url, timeout=SECONDS).text
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read() if process.stdout else ""
        assert process.wait(SECONDS) == 0
    assert "Everything is in the game's files" in rest
    assert "Traceback" not in rest


def test_two_servers_can_run_at_the_same_time(tmp_path: Path) -> None:
    """Without --port, a second server picks a free port."""
    with started("--data", tmp_path / "a") as (_, first), started("--data", tmp_path / "b") as (_, second):
        assert first != second
        assert '"person":null' in ask(second)


def test_several_workers_share_a_port_and_the_accounts(tmp_path: Path, postgres: str) -> None:
    database = new_database(postgres, "workers")
    port = free_port()
    with started("--data", tmp_path, "--port", port, "--database", database, "--workers", 2) as (process, url):
        with httpx.Client(base_url=f"{url}/api", headers={"Origin": url}, timeout=SECONDS) as client:
            assert client.post("/visit", json={"name": "Scout"}).status_code == HTTPStatus.OK
        cookie = client.cookies["sandtable"]
        for _ in range(20):  # each on its own connection, so that both workers are used
            answer = httpx.get(f"{url}/api/me", cookies={"sandtable": cookie}, timeout=SECONDS)
            assert answer.json()["person"]["name"] == "Scout"
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0
    drop_database(postgres, "workers")


def test_limits_can_be_set_in_the_environment(tmp_path: Path) -> None:
    limits = '{"address": [3, 3600]}'
    with started("--data", tmp_path, "--port", free_port(), SANDTABLE_LIMITS=limits) as (_, url):
        found = [httpx.get(f"{url}/api/me", timeout=SECONDS).status_code for _ in range(4)]
    assert found == [HTTPStatus.OK] * 3 + [HTTPStatus.TOO_MANY_REQUESTS]
