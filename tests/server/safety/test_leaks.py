"""No 5xx and no leaks: values that databases can't store, look-alike names, weak passwords, full disks."""

import asyncio
import json
import logging
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from sandtable.core.game import AnyGame
from sandtable.games import load
from sandtable.server.run import FolderTaken, lock_folder
from sandtable.server.settings import Bots, Limits, Settings
from sandtable.server.storage import database as database_module
from sandtable.server.storage.database import BadDatabase, Database, read_url
from tests.server.site import MANY, TALKATIVE, Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import ALL_ME, ROLL, Player, Seat
from tests.server.test_accounts import everything_in

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {AUCTION.id: AUCTION, "1941": load("1941")}


@pytest.fixture(scope="module")
def usual(usual: Settings) -> Settings:
    bots = Bots(games="tests.server.tables.auction:find", pause=0.0)
    return replace(usual, bots=bots, tables=TALKATIVE)


HUGE = json.dumps([10**30, "2026-01-01T00:00:00Z", "a"]).encode().hex()
EARLY = json.dumps([0, "0001-01-01T00:00:00+23:00", "a"]).encode().hex()
NUL = json.dumps([0, "2026-01-01T00:00:00Z", "a\u0000"]).encode().hex()


@pytest.mark.parametrize("cursor", [HUGE, EARLY, NUL, "f" * 200, "zz"])
def test_an_invalid_cursor_is_refused(site: Site, cursor: str) -> None:
    assert site.visitor().get("/tables", params={"cursor": cursor}).status_code == 400


def test_characters_that_databases_cannot_store(site: Site) -> None:
    anna = Player(site, "Anna", site.member("Anna"))
    table = anna.new(seats=ALL_ME)
    wrong = b'{"name": "\xff\xfe", "password": "correct horse"}'
    for path in ("/signin", "/signup", "/visit", "/tables", f"{table.path}/say", f"{table.path}/act", "/tokens"):
        answer = anna.client.post(path, content=wrong, headers=JSON)
        assert answer.status_code in {400, 409}, (path, answer.text)
    for body in (
        {"game": "auction", "title": "a\0b"},
        {"game": "auction", "entropy": "a\0b"},
        {"game": "a\0b"},
        {"game": "auction", "seats": {"red": "friend:a\0bc"}},
        {"game": "auction", "seats": {"red": "friend:" + "\ufdfa" * 24}},  # each folds to eighteen letters
    ):
        answer = anna.client.post("/tables", json=body)
        assert answer.status_code in {201, 400}, (body, answer.text)
    for path in ("/tables?game=%00", "/tables/%00", "/tables?game=%ff", "/games/%00", "/tables/%ff/log"):
        assert anna.client.get(path).status_code < 500, path
    for name in ("a\0b", "\ufdfa" * 24):
        assert anna.client.post("/signin", json={"name": name, "password": "x" * 9}).status_code < 500
    with table.live() as live:
        live.until("hello")
        live.say("say", text="hello", side="a\0b")
        assert live.until("failed")["problem"]["status"] in {400, 403}


SECRET = "the seed of the dice"


async def _fails(url: str) -> str:
    found = read_url(url)
    assert not isinstance(found, BadDatabase)
    database = Database(found)
    try:
        async with database.write() as connection:
            await connection.execute(text("insert into people (id) values (:secret)"), {"secret": SECRET})
    except DBAPIError as error:
        return str(error)
    finally:
        await database.close()
    raise AssertionError("a person has a name")


def test_stored_values_never_reach_a_log(database_url: str) -> None:
    said = asyncio.run(_fails(database_url))
    assert SECRET not in said.partition("[SQL")[2]
    assert "hide_parameters" in said


@pytest.mark.parametrize(
    "name",
    [
        "\u0410nna",  # a Cyrillic capital A
        "Anna\u034f",  # an invisible joiner
        "\u3164\u3164",  # fillers
        "An\u0301\u0301\u0301\u0301na",
        "Anna\u200bx",
        "\ua4ee\ua4e0\ua4e0\ua4ee",  # Lisu: ANNA
        "\u13aa\u13c1\u13c1\u13aa",  # Cherokee
        "\u15c5\u144e\u144e\u15c5",  # Canadian syllabics
        "\u0251nna",  # a Latin alpha
        "\u1d00\u0274\u0274\u1d00",  # small capitals
        "An\u01c3a",  # a click
        "B\u3007B",  # an ideographic zero
    ],
)
def test_invisible_and_mixed_names_are_refused(site: Site, name: str) -> None:
    answer = site.visitor().post("/signup", json={"name": name, "password": "correct horse"})
    assert (answer.status_code, answer.json()["what"]) == (400, "bad-name")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Coco", "\u0421\u043e\u0441\u043e"),
        ("Bill 10", "BilI lO"),
        ("Hanna", "\u0397\u0391\u039d\u039d\u0391"),  # Greek capitals
        ("Max 3", "Max \u0663"),
    ],
)
def test_look_alike_names_are_taken(site: Site, first: str, second: str) -> None:
    site.member(first)
    answer = site.visitor().post("/visit", json={"name": second})
    assert (answer.status_code, answer.json()["what"]) == (409, "name-taken")
    assert site.visitor().post("/visit", json={"name": "hard"}).status_code == 409, "a bot is called that"


@pytest.mark.parametrize(
    "name",
    [
        *(
            "\u015eule",
            "\u0141ukasz",
            "\u00c6r\u00f8",
            "\u0110o\u00e0n",
            "Nguy\u1ec5n",
            "Zo\u00eb",
            "\u674e\u96f7",
        ),
        *(
            "\u3055\u304f\u3089\u30fc",
            "\uae40\ucca0\uc218",
            "\u0631\u0627\u0634\u062f",
            "\u041e\u043b\u044c\u0433\u0430",
            "\u039d\u03af\u03ba\u03bf\u03c2",
        ),
        "\u05d3\u05d5\u05d3",
    ],
)
def test_everyday_names_of_all_languages_are_welcome(site: Site, name: str) -> None:
    assert site.visitor().post("/visit", json={"name": name}).status_code == 200


@pytest.mark.parametrize("password", ["password1", "12345678", "qwertyuiop", "aaaaaaaa", "Zacharias", "letmein!!"])
def test_common_passwords_are_refused(site: Site, password: str) -> None:
    body = {"name": "Zacharias", "password": password}
    answer = site.visitor().post("/signup", json=body)
    assert (answer.status_code, answer.json()["what"]) == (400, "weak-password")


def test_guessing_is_rate_limited_without_locking_out_the_owner(settings: Settings) -> None:
    limits = Limits(address=MANY, person=MANY, sign_ins=MANY, names=MANY, names_anywhere=(3, 3600))
    with running_site(replace(settings, limits=limits), {}) as site:
        site.member("Anna")
        right = {"name": "Anna", "password": "correct horse"}
        assert site.visitor().post("/signin", json=right).status_code == 200
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(
            base_url=f"{site.url}/api", headers={"Origin": site.url}, transport=elsewhere
        ) as guesser:
            tries = [guesser.post("/signin", json={**right, "password": "wrong horse"}) for _ in range(5)]
            assert [one.status_code for one in tries] == [401, 401, 401, 429, 429]
            assert guesser.post("/signin", json=right).status_code == 429
        assert site.visitor().post("/signin", json=right).status_code == 200, (
            "the owner has signed in from here before"
        )


def test_a_deleted_name_disappears_from_branches_and_invitations(site: Site) -> None:
    anna, bert = Player(site, "first", site.member("Zacharias")), Player(site, "Bert")
    game = a_round(anna, bert)
    study = bert.post(f"{game.path}/branch", number=None)
    again = bert.post(f"/tables/{study['id']}/branch", number=None)
    kept = bert.new(seats={"red": "me", "blue": "friend:Zacharias"})
    gone = anna.client.post("/account/delete", json={"name": "Zacharias", "password": "correct horse"})
    assert gone.status_code == 200
    assert "zacharias" not in everything_in(site.settings.database).lower()
    assert "former player" in [one["by"] for one in bert.at(again["id"]).log()]
    assert kept.info()["seats"][1]["invited"] == ""


def test_a_running_game_cannot_be_imported_for_advice(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    game = a_round(anna, bert)
    file = anna.client.get(f"{game.path}/save")
    assert file.status_code == 200, file.text
    brought = anna.client.post(
        "/tables/import?study=true", content=file.content, headers={"content-type": "application/x-ndjson"}
    )
    assert (brought.status_code, brought.json()["what"]) == (409, "in-play"), brought.text


def a_round(anna: Player, bert: Player) -> Seat:
    """A game between two people after its first roll: nothing is hidden."""
    game = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(game).post("sit", seat="blue")
    game.bid("red", 3)
    bert.at(game).bid("blue", 1)
    game.bid("gold", 1)
    game.act("red", ROLL)
    return game


def test_undoing_an_edit_keeps_the_act_before_it_in_the_story(site: Site) -> None:
    study = Player(site, "Anna").new("1941", study=True)
    first = study.stand()["pending"][0]["seat"]
    choice = study.ask({"ask": "choices"}, first)["choices"][0]
    study.act(first, choice["action"])
    told = study.player.client.get(f"{study.path}/story").text
    change = {"set": "treasury", "power": "ussr", "amount": 40}
    study.post("edit", key="changed-by-hand", seq=study.stand()["seq"], changes=[change])
    assert "Changed by hand" in study.player.client.get(f"{study.path}/story").text
    study.undo("")
    assert study.player.client.get(f"{study.path}/story").text == told


def test_a_data_folder_belongs_to_one_server(tmp_path: Path) -> None:
    with lock_folder(tmp_path) as free:
        assert free is None
        with lock_folder(tmp_path) as taken:
            assert isinstance(taken, FolderTaken)
            assert "another server" in taken.why
    with lock_folder(tmp_path) as again:
        assert again is None


class TestFullDisk:
    """SQLite reports the same error when its file must not grow."""

    @pytest.fixture(params=["sqlite"])
    def database_kind(self, request: pytest.FixtureRequest) -> str:
        kind: str = request.param
        return kind

    def test_people_and_monitoring_are_notified(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        file = settings.database.removeprefix("sqlite:///")
        pages = sqlite3.connect(file).execute("pragma page_count").fetchone()[0]
        full = (*database_module.PRAGMAS, f"max_page_count={pages + 2}")
        monkeypatch.setattr(database_module, "PRAGMAS", full)
        with running_site(settings, {"auction": AUCTION}) as site:
            root = httpx.Client(base_url=site.url)
            assert root.get("/health").json()["ok"]
            answers = [site.visitor().post("/visit", json={"name": f"Guest {n} {'x' * 12}"}) for n in range(60)]
            last = answers[-1]
            assert last.status_code == 507, last.text
            assert last.json()["what"] == "disk-full"
            assert "disk" in last.json()["why"]


def test_health_and_metrics(own_site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "sandtable.server.requests")
    Player(own_site, "Anna").new(seats=ALL_ME)
    with httpx.Client(base_url=own_site.url) as client:
        answer = client.get("/health")
        assert (answer.status_code, answer.json()["ok"], answer.json()["disk"]) == (200, True, "ok")
        assert len(answer.headers["X-Request-Id"]) == 10
        shown = client.get("/metrics").text
        assert 'sandtable_tables{phase="playing"} 1' in shown
        assert "# TYPE sandtable_requests_total counter" in shown
        forwarded = client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"})
        assert forwarded.status_code == 404, "a proxy asks for somebody else"
    assert any(getattr(record, "about", {}).get("path") == "/health" for record in caplog.records)
