"""Results, people's pages and ladders: what is public, and how it is counted."""

from datetime import timedelta
from typing import Any

import pytest

from sandtable.server.results.glicko import Game, Strength, rated
from sandtable.server.results.ladder import Entrant, Match, standings, today
from tests.server.site import Site
from tests.server.tables.people import ALL_ME, Player, Seat, three_rounds
from tests.server.weeks.watch import NOON, Watch

JSON = Any


def member(site: Site, name: str) -> Player:
    return Player(site, name, site.member(name))


def rated_table(anna: Player, bert: Player) -> Seat:
    """Anna has red and gold, Bert blue; the game is rated."""
    table = anna.new(seats={"red": "me", "gold": "me"}, rated=True)
    bert.at(table).post("sit", seat="blue")
    assert table.info()["phase"] == "playing"
    return table


def test_the_published_example() -> None:
    """Glickman's example, to his precision."""
    games = [Game(Strength(1400, 30), 1), Game(Strength(1550, 100), 0), Game(Strength(1700, 300), 0)]
    after = rated(Strength(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.015)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_ladder_follows_from_its_games() -> None:
    won, lost = Entrant("a", "warm", "won"), Entrant("b", "cold", "lost")
    first = Match(NOON, (won, lost))
    second = Match(NOON + timedelta(days=1), (won, Entrant("c", "cold", "lost")))
    found = standings([first, second])
    assert found == standings([first, second])
    assert found["a"].strength.rating > 1600
    assert 1500 > found["c"].strength.rating > found["b"].strength.rating
    assert (found["a"].games, found["a"].won, found["b"].lost) == (2, 2, 1)
    sure = found["a"].strength.deviation
    assert today(found["a"], NOON + timedelta(days=900)).strength.deviation > sure
    team = standings([Match(NOON, (won, Entrant("d", "warm", "won"), lost))])
    assert team["a"].strength == team["d"].strength
    assert standings([Match(NOON, (won,))]) == {}, "nobody to beat"


def test_a_rated_game_is_for_accounts_on_opposite_sides(site: Site) -> None:
    anna, bert = member(site, "Anna"), member(site, "Bert")
    for plans in ({"blue": "bot:random"}, ALL_ME):
        assert anna.fails(409, "/tables", game="auction", seats=plans, rated=True)["what"] == "rated"
    assert Player(site, "Guest").fails(409, "/tables", game="auction", rated=True)["what"] == "rated"
    table = anna.new(seats={"red": "me"}, rated=True)
    assert Player(site, "Other guest").at(table).fails(409, "sit", seat="blue")["what"] == "rated"
    assert table.fails(409, "seats/gold", plan="bot:random")["what"] == "rated"
    assert table.fails(409, "start")["what"] == "rated"
    bert.at(table).post("sit", seat="blue")
    assert bert.at(table).fails(409, "sit", seat="gold")["what"] == "rated", "Bert would be on both sides"
    table.post("sit", seat="gold")
    assert table.info()["phase"] == "playing"
    assert table.fails(409, "seats/gold", plan="bot:random")["what"] == "rated"


def test_resigning_and_leaving_count_as_lost(site: Site, watch: Watch) -> None:
    anna, bert, cleo = member(site, "Anna"), member(site, "Bert"), member(site, "Cleo")
    bert.at(rated_table(anna, bert)).post("resign")
    watch.forward(days=1)
    left = rated_table(anna, cleo)
    cleo.at(left).post("leave")
    left.post("resign", seat="red")
    ladder = anna.get("/ladder/auction")["ratings"]
    assert [(one["name"], one["games"], one["won"], one["lost"]) for one in ladder] == [
        ("Anna", 2, 1, 1),
        ("Cleo", 1, 0, 1),
        ("Bert", 1, 0, 1),
    ]
    assert all(one["provisional"] and one["rank"] == 0 for one in ladder)
    assert site.visitor().get("/ladder/nothing").status_code == 404


def test_the_calendar_shows_what_everybody_may_know(site: Site, watch: Watch) -> None:
    anna, bert, cleo = member(site, "Anna"), member(site, "Bert"), member(site, "Cleo")
    private = anna.new(seats=ALL_ME, title="Ours")
    three_rounds(private)
    watch.forward(days=40)
    listed = anna.new(seats=ALL_ME, title="Open", listed=True)
    three_rounds(listed)
    counted = rated_table(anna, bert)
    bert.at(counted).post("resign")

    def titles(who: Player, /, **query: object) -> list[str]:
        return [one["title"] for one in who.get("/results", **query)["results"]]

    assert sorted(titles(cleo)) == ["Auction", "Open"]
    assert titles(cleo, player="bert") == ["Auction"]
    assert titles(cleo, game="other") == []
    shown = {one["title"]: one for one in cleo.get("/results")["results"]}
    assert shown["Open"]["table"] == listed.id
    assert shown["Auction"]["table"] == "", "its link is a key"
    assert [(one["name"], one["side"], one["outcome"]) for one in shown["Auction"]["players"]] == [
        ("Anna", "warm", "won"),
        ("Bert", "cold", "lost"),
    ]
    assert anna.get("/results")["earlier"] == "2026-06"
    june = anna.get("/results", month="2026-06")
    assert ([one["title"] for one in june["results"]], june["later"]) == (["Ours"], "2026-07")
    assert cleo.get("/results", month="2026-06")["results"] == []
    assert cleo.client.get("/results", params={"month": "2026-13"}).status_code == 400
    assert cleo.client.get("/results", params={"player": "Nobody"}).status_code == 404
    page = cleo.get("/people/anna")
    assert (page["person"]["name"], page["won"], len(page["results"])) == ("Anna", 2, 2)
    assert page["ratings"][0]["game"] == "auction"
    assert cleo.client.get("/people/Nobody").status_code == 404
