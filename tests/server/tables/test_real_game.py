"""A built-in game at a table: bots play it, and the result verifies."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from sandtable.core.game import AnyGame
from sandtable.core.record import Record
from sandtable.core.savefile import decode
from sandtable.core.verify import verify
from sandtable.games import find, load
from sandtable.server.settings import Bots, Settings
from tests.server.site import Site
from tests.server.tables.people import Player

GAME = "1941"


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {GAME: load(GAME)}


@pytest.fixture(scope="module")
def usual(usual: Settings) -> Settings:
    return replace(usual, bots=Bots(pause=0.0, slow=0.0))


def test_a_person_and_bots_at_one_board(site: Site) -> None:
    anna = Player(site, "Anna")
    seats = dict.fromkeys(load(GAME).seats, "bot:random") | {"ussr": "me"}
    table = anna.new(GAME, seats=seats)
    seen = table.until(lambda seen: seen["info"]["turn"] == ["ussr"])
    assert seen["stand"]["headline"] == "Round 1, Soviet Union, Purchase Units"
    problem = table.refused(422, "ussr", {"do": "order", "units": {"battleship": 9}})
    assert problem["rule"] == "1941.purchase.affordable"
    with table.live() as live:
        live.until("hello")
        key = live.act("ussr", {"do": "order", "units": {"infantry": 2}}, {"do": "done"})
        live.until("done", key=key)
        assert live.view["turn"]["phases"] == {"ussr": "combat-move"}
        assert live.view == table.view()
        live.say("ask", id=1, seat="ussr", question={"ask": "contests"})
        assert live.until("answer", id=1)["answer"] == {"about": "contests", "battles": []}
    table.undo("ussr", number=table.stand()["undo"]["ussr"])
    assert table.view()["turn"]["phases"] == {"ussr": "purchase"}
    record = decode(anna.client.get(f"{table.path}/save").content, find)
    assert isinstance(record, Record)
    assert verify(record).good


def test_a_bot_takes_over_a_seat_and_play_continues(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(GAME, seats=dict.fromkeys(load(GAME).seats, "me"))
    for seat in load(GAME).seats[1:]:
        table.post(f"seats/{seat}", plan="bot:random")
    table.post("seats/ussr", plan="bot:random")
    table.until(lambda seen: seen["stand"]["headline"].startswith("Round 2"))
    info = table.post("seats/ussr", plan="me")
    assert info["mine"] == list(load(GAME).seats)
    numbers = [entry["seq"] for entry in table.log()]
    assert numbers == list(range(1, len(numbers) + 1))
