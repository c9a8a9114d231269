"""Moderation by hosts and operators, and its audit log."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from sandtable.cli.app import app
from sandtable.core.game import AnyGame
from sandtable.server.settings import Bots, Settings
from tests.server.site import TALKATIVE, Site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import Live, Player, Seat


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {AUCTION.id: AUCTION}


@pytest.fixture(scope="module")
def usual(usual: Settings) -> Settings:
    bots = Bots(games="tests.server.tables.auction:nothing")
    return replace(usual, bots=bots, tables=TALKATIVE)


def a_table(site: Site) -> tuple[Seat, Seat]:
    """Anna hosts, and Bert plays."""
    anna, bert = Player(site, "Anna", site.member("Anna")), Player(site, "Bert", site.member("Bert"))
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    return table, bert.at(table)


def admin(site: Site, *words: str) -> str:
    done = CliRunner().invoke(app, ["admin", *words, "--database", site.settings.database])
    assert done.exit_code == 0, done.output
    return done.output


def until_info(live: Live, **wanted: object) -> None:
    """Read messages until the table's news match."""
    while True:
        info = live.until("table")["info"]
        if all(info[name] == value for name, value in wanted.items()):
            return


def test_a_host_mutes_and_unmutes(site: Site) -> None:
    table, bert = a_table(site)
    bert.post("say", text="rude")
    assert bert.fails(403, "exclude", name="Anna", how="mute")["what"] == "not-yours"
    table.post("exclude", name="bert", how="mute")
    assert bert.fails(403, "say", text="ruder")["what"] == "muted"
    with bert.live() as live:
        live.until("hello")
        live.say("say", text="rudest")
        assert live.until("failed")["problem"]["what"] == "muted"
    bert.bid("blue", 1)
    table.post("exclude", name="Bert", how="welcome")
    bert.post("say", text="sorry")
    assert [one["text"] for one in table.look()["chat"]] == ["rude", "sorry"]
    assert table.fails(404, "exclude", name="Nobody", how="mute")
    assert table.fails(409, "exclude", name="Anna", how="mute")


def test_a_removed_player_cannot_come_back(site: Site) -> None:
    table, bert = a_table(site)
    table.post("exclude", name="Bert", how="remove")
    blue = next(one for one in table.info()["seats"] if one["seat"] == "blue")
    assert (blue["person"], bool(blue["bot"])) == (None, True), "a bot plays on"
    table.post("seats/blue", plan="open")
    assert bert.fails(403, "sit", seat="blue")["what"] == "removed"
    assert bert.fails(403, "say", text="let me in")["what"] == "muted"


def test_players_see_what_the_host_did_and_why(site: Site) -> None:
    table, bert = a_table(site)
    carl = Player(site, "Carl", site.member("Carl"))
    with bert.live() as live, carl.at(table).live() as watching:
        live.until("hello")
        watching.until("hello")
        table.post("exclude", name="Bert", how="mute", why=" insults ")
        muted = [{"name": "Bert", "removed": False, "why": "insults"}]
        until_info(live, excluded=muted)
        assert table.info()["excluded"] == muted
        assert carl.at(table).info()["excluded"] == [], "spectators need not know"
        table.post("exclude", name="Bert", how="remove", why="more insults")
        hello = live.until("hello")["table"]["info"]
        assert hello["mine"] == []
        assert hello["excluded"] == [{"name": "Bert", "removed": True, "why": "more insults"}]
        table.post("exclude", name="Bert", how="welcome")
        until_info(live, excluded=[])
        table.post("close", why="It is late.")
        until_info(live, phase="abandoned", closed="It is late.")
    noted = " ".join(admin(site, "audit").split())
    assert "insults" in noted
    assert "late" in noted


def test_a_muted_guest_stays_muted_after_signing_in(site: Site) -> None:
    anna = Player(site, "Anna", site.member("Anna"))
    site.member("Dora")
    table = anna.new(seats={"red": "me", "gold": "me"})
    client = site.visitor()
    guest = client.post("/visit", json={"name": "Guest Dora"}).json()["person"]["name"]
    table.post("exclude", name=guest, how="remove", why="spam")
    client.post("/signin", json={"name": "Dora", "password": "correct horse"}).raise_for_status()
    dora = Player(site, "Dora", client).at(table)
    assert dora.fails(403, "sit", seat="blue")["what"] == "removed"
    assert dora.fails(403, "say", text="hello")["what"] == "muted"
    assert table.info()["excluded"] == [{"name": "Dora", "removed": True, "why": "spam"}]


def test_a_host_closes_a_table_during_a_game(site: Site) -> None:
    table, bert = a_table(site)
    bert.fails(403, "close")
    assert table.post("close")["phase"] == "abandoned"
    assert bert.refused(409, "blue", {"do": "bid", "amount": 1})["what"] == "not-in-play"
    table.fails(409, "close")
    assert "close" in admin(site, "audit")


def test_a_message_is_reported_and_settled(site: Site) -> None:
    table, bert = a_table(site)
    said = bert.post("say", text="something unspeakable")["id"]
    answer = table.player.client.post(f"{table.path}/report", json={"said": said, "why": "offensive"})
    assert answer.status_code == 204
    assert table.player.client.post(f"{table.path}/report", json={"said": said}).status_code == 204, (
        "once is enough"
    )
    assert table.fails(404, "report", said=99)
    shown = admin(site, "reports")
    assert "unspeakable" in shown.replace("\n", " ")
    assert "offensive" in shown


def test_an_operator_bans_and_unbans(site: Site) -> None:
    bert = site.member("Bert")
    program = site.program(bert)
    assert "Bert" in admin(site, "people")
    assert "1 sessions and 1 tokens" in admin(site, "sessions", "Bert")
    admin(site, "ban", "Bert", "--why", "spam")
    assert bert.get("/me").json()["person"] is None
    assert program.get("/me").status_code == 401
    again = site.visitor().post("/signin", json={"name": "Bert", "password": "correct horse"})
    assert (again.status_code, again.json()["what"]) == (403, "banned")
    assert "spam" in again.json()["why"]
    admin(site, "unban", "Bert")
    assert site.visitor().post("/signin", json={"name": "Bert", "password": "correct horse"}).status_code == 200
    until_info = admin(site, "audit")
    assert until_info.index("unban") < until_info.rindex("ban"), "newest first"


def test_an_operator_closes_a_table(site: Site) -> None:
    table, _ = a_table(site)
    assert table.id in admin(site, "tables")
    with table.live() as live:
        live.until("hello")
        admin(site, "close", table.id, "--why", "The server moves.")
        while (info := live.until("table")["info"])["phase"] != "abandoned":
            pass
        assert info["closed"] == "The server moves."
    assert "server moves." in admin(site, "audit")
    wrong = CliRunner().invoke(app, ["admin", "close", "nothing", "--database", site.settings.database])
    assert wrong.exit_code != 0
