"""Blind research: the server never reveals which project a marker stands for."""

import json
import logging
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from sandtable.core.game import AnyGame
from sandtable.games import load
from sandtable.server.settings import Bots, Settings
from tests.server.site import Site
from tests.server.tables.people import JSON, Player, Seat

GAME = "global-1940"
SECRET, NAME = "atomic-bomb", "Atomic Bomb"
"""A project that no roll can develop right away. Only germany may know of it."""
OWNER = "germany"


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {GAME: load(GAME)}


@pytest.fixture(scope="module")
def usual(usual: Settings) -> Settings:
    return replace(usual, bots=Bots(pause=0.0, slow=0.0))


def has_secret(said: JSON) -> bool:
    words = said if isinstance(said, str) else json.dumps(said)
    return SECRET in words or NAME in words


def ways_out(seat: Seat, mine: tuple[str, ...]) -> list[str]:
    """Everything that can be asked about a table."""
    client, path = seat.player.client, seat.path
    last = seat.stand()["number"]
    asked = [path, *(f"{path}/{what}" for what in ("log", "log?after=0", "save", "history", "statistics"))]
    asked += [f"{path}/story", f"{path}/story?kind=md", "/tables?show=mine", "/tables?show=live"]
    asked += [f"{path}/{what}/{n}" for n in range(last + 1) for what in ("at", "moments", "picture")]
    found = [client.get(one).text for one in asked]
    questions = (
        {"ask": "choices"},
        {"ask": "contests"},
        {"ask": "budget"},
        {"ask": "reach", "space": "Germany"},
        {"ask": "odds", "space": "France"},
        {"ask": "wrong"},
    )
    for question in questions:
        for own in (None, OWNER, *mine):
            for at in (None, last):
                body = {"id": 1, "question": question, "seat": own} | ({} if at is None else {"at": at})
                found.append(client.post(f"{path}/ask", json=body).text)
    found.append(client.post(f"{path}/advice", json={"number": last, "bot": "random"}).text)
    found.append(client.post(f"{path}/branch", json={"number": last, "title": ""}).text)
    return found


def two_sides(site: Site, **wanted: object) -> tuple[Player, Player, Seat]:
    """Anna plays Germany, and Bert all others."""
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    seats = dict.fromkeys(load(GAME).seats, "open") | {OWNER: "me"}
    table = anna.new(GAME, seats=seats, listed=True, options={"blind-research": True}, **wanted)
    for seat in load(GAME).seats:
        if seat != OWNER:
            bert.at(table).post("sit", seat=seat)
    return anna, bert, table


@pytest.mark.rule("g40.research.blind")
def test_a_hidden_project_never_leaks(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    _, bert, table = two_sides(site)
    nobody = Player(site, "Nobody", site.visitor())
    others = ("uk", "ussr")
    with (
        caplog.at_level(logging.DEBUG),
        bert.at(table).live() as at_uk,
        nobody.at(table).live() as beside,
        table.live() as at_home,
    ):
        for live in (at_uk, beside, at_home):
            live.until("hello")
        table.act(OWNER, {"do": "advance", "project": SECRET})
        seq = table.stand()["seq"]
        for live in (at_uk, beside, at_home):
            live.up_to(seq)
        assert has_secret(at_home.heard), "its owner sees it"
        assert has_secret(table.look())
        for live in (at_uk, beside):
            assert not has_secret(live.heard)
            marker = live.view["parts"]["project-research"]["markers"][OWNER]["A"]
            assert marker["at"] in (1, 3), "the marker itself is there for everybody to see"
            entry = next(one for one in live.entries if one["kind"] == "act")
            assert entry["action"] is None
            assert entry["events"][0]["marker"] == "A"
        for player, mine in ((bert, others), (nobody, ())):
            for said in ways_out(player.at(table), mine):
                assert not has_secret(said)
        table.act(OWNER, {"do": "done"})
        seq = table.stand()["seq"]
        for live in (at_uk, beside):
            live.up_to(seq)
            assert not has_secret(live.heard)
        with bert.at(table).live() as again:
            again.until("hello")
            assert not has_secret(again.heard)
    assert not has_secret(caplog.text)
    assert bert.client.get(f"{table.path}/save").status_code == 409, "a file would reveal everything"


@pytest.mark.rule("g40.research.blind")
def test_a_player_of_both_seats_sees_their_own_secrets(site: Site) -> None:
    """A player of two powers sees each power's log through its own eyes."""
    anna = Player(site, "Anna")
    table = anna.new(GAME, seats=dict.fromkeys(load(GAME).seats, "me"), options={"blind-research": True})
    table.act(OWNER, {"do": "advance", "project": SECRET})
    entry = next(one for one in table.log() if one["kind"] == "act")
    assert entry["action"] == {"do": "advance", "project": SECRET}
    assert NAME in " ".join(entry["text"])
