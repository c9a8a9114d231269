"""A hex game at a table: seats that depend on the scenario, partners with one player, the list of choices."""

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
from tests.server.tables.people import JSON, Player, Seat

GAME = "hgw"
FALL = "fall-of-germany"


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {GAME: load(GAME)}


@pytest.fixture(scope="module")
def usual(usual: Settings) -> Settings:
    return replace(usual, bots=Bots(pause=0.0, slow=0.0))


def seats(table: Seat) -> list[str]:
    return [one["seat"] for one in table.info()["seats"]]


def test_a_person_and_a_bot_play_barbarossa(site: Site) -> None:
    anna = Player(site, "Anna")
    problem = anna.fails(400, "/tables", game=GAME, seats={"axis": "me", "allied": "bot:random"})
    assert "there are axis, soviet" in problem["why"]
    table = anna.new(GAME, seats={"axis": "me", "soviet": "bot:random"})
    assert seats(table) == ["axis", "soviet"]
    table.act("axis", {"do": "done"})
    assert table.stand()["headline"] == "Summer 1941, Axis, Movement"
    problem = table.refused(422, "axis", {"do": "move", "army": "OKW", "to": "1144"})
    assert problem["rule"].startswith("hgw.")
    choices = table.ask({"ask": "choices"}, "axis")["choices"]
    assert any(one["text"].startswith("Army Group North: move to") for one in choices)
    table.act("axis", {"do": "move", "army": "Army Group North", "to": "1237"})
    moved = table.log()[-1]
    assert "Army Group North moved from East Prussia (1240) to Berlin (1237)." in str(moved)
    table.undo("axis", number=1)
    supply = table.ask({"ask": "supply", "side": "axis"})
    assert "1240" in supply["full"]
    orders = {"losses": ["infantry"], "defend": "always", "retreat": "supplied", "until": "cancelled"}
    table.post("standing", key=anna.key(), seat="axis", orders=orders)
    table.act("axis", *[{"do": "done"}] * 4)
    table.until(lambda seen: seen["stand"]["headline"].startswith("Winter 1941, Axis"))
    record = decode(anna.client.get(f"{table.path}/save").content, find)
    assert isinstance(record, Record)
    assert verify(record).good


def begun(site: Site) -> tuple[Player, Player, Seat]:
    """Two people: one plays the Axis, the other the rest."""
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    plans = {"axis": "me", "soviet": "open", "allied": "open"}
    table = anna.new(GAME, scenario=FALL, seats=plans, listed=True)
    assert seats(table) == ["axis", "soviet", "allied"]
    for seat in ("soviet", "allied"):
        bert.at(table).post("sit", seat=seat)
    assert table.info()["phase"] == "playing"
    return anna, bert, table


def outcomes(who: Player) -> list[tuple[str, str]]:
    (result,) = who.get("/results")["results"]
    return [(one["name"], one["outcome"]) for one in result["players"]]


def test_a_player_of_both_partners_is_one_player(site: Site) -> None:
    _, bert, table = begun(site)
    assert table.view()["players"] == {"Anna": ["axis"], "Bert": ["soviet", "allied"]}
    table.act("axis", {"do": "deploy-all"}, {"do": "done"})
    info: JSON = table.post("resign")
    assert info["winner"] == "partners"
    assert outcomes(bert) == [("Anna", "lost"), ("Bert", "won"), ("Bert", "won")]


def test_both_partners_resign_together(site: Site) -> None:
    anna, bert, table = begun(site)
    info = bert.at(table).post("resign", seat="soviet")
    assert info["winner"] == "axis"
    assert all(one["conceded"] for one in info["seats"] if one["seat"] != "axis")
    assert ("Anna", "won") in outcomes(anna)


def test_what_a_page_needs_of_the_game(site: Site) -> None:
    client = site.visitor()
    info = client.get(f"/games/{GAME}").json()
    assert info["answers"]
    assert info["box"]["titles"]["barbarossa"] == "Barbarossa"
    assert [one["scenarios"] for one in info["box"]["chairs"]] == [
        [],
        [],
        [FALL, "campaign-1", "campaign-2", "campaign-3", "campaign-4"],
    ]
    kit = client.get(f"/games/{GAME}/kit").json()
    assert kit["boards"][0]["id"] == "europe"
    assert client.get(f"/games/{GAME}/ground.svg").text.startswith("<svg")
    asked = {
        "ask": "suppose",
        "groups": [{"armies": [{"infantry": 5, "mechanized": 5}]}],
        "path": [{"points": {}}],
    }
    assert client.post(f"/games/{GAME}/ask", json=asked).json()["entered"] == [1.0]
    topics = client.get(f"/games/{GAME}/contents").json()
    rules = [rule["id"] for rule in client.get(f"/games/{GAME}/rules").json()]
    assert sorted(one for topic in topics for one in topic["rules"]) == sorted(rules)
