"""Clocks at tables: agreed on, visible to all, and kept across restarts."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sandtable.core.game import AnyGame
from sandtable.server.settings import Settings
from tests.server.site import Site, running_site
from tests.server.tables.people import ROLL, Player, Seat
from tests.server.weeks.watch import Watch

JSON = Any


def days(end: str = "bot", number: int = 3, grace: int = 0) -> JSON:
    return {"kind": "days", "days": number, "grace": grace, "end": end}


def live(end: str = "bot") -> JSON:
    return {"kind": "live", "minutes": 10, "increment": 30, "end": end}


def time_of(table: Seat, seat: str) -> JSON:
    return next(one for one in table.info()["seats"] if one["seat"] == seat)["time"]


def two(site: Site, clock: JSON, **wanted: Any) -> tuple[Seat, Seat]:
    """Anna has red and gold, Bert has blue."""
    anna, bert = Player(site, "Anna", site.member("Anna")), Player(site, "Bert", site.member("Bert"))
    table = anna.new(seats={"red": "me", "gold": "me"}, clock=clock, **wanted)
    bert.at(table).post("sit", seat="blue")
    return table, bert.at(table)


def test_a_clock_runs_for_seats_that_owe_a_decision(site: Site, watch: Watch) -> None:
    table, _ = two(site, days())
    assert table.info()["clock"] == days()
    watch.forward(hours=6)
    assert time_of(table, "red") == {"left": 66 * 3600, "runs": True, "late": 0, "away": None}
    table.bid("red", 1)
    watch.forward(hours=6)
    assert time_of(table, "red")["left"] == 66 * 3600
    assert time_of(table, "blue")["left"] == 60 * 3600
    shown = table.player.get("/tables", show="mine")["tables"][0]
    assert shown["clock"] == days()
    assert shown["seats"][1]["time"]["runs"]


def test_when_time_is_up_a_bot_plays_and_the_seat_can_be_taken_back(site: Site, watch: Watch) -> None:
    table, other = two(site, days("bot"))
    table.bid("red", 3)
    table.bid("gold", 1)
    watch.forward(days=4)
    table.until(lambda seen: seen["stand"]["seq"] >= 3)
    blue = table.info()["seats"][1]
    assert blue["bot"]
    assert blue["person"]["name"] == "Bert"
    assert blue["time"]["late"] == 1
    assert other.post("seats/blue", plan="me")["seats"][1]["bot"] == ""


def test_running_out_of_time_can_lose_the_game(site: Site, watch: Watch) -> None:
    table, _ = two(site, live("loss"))
    table.bid("red", 3)
    table.bid("gold", 1)
    watch.forward(minutes=11)
    over = table.until(lambda seen: seen["info"]["phase"] == "finished")
    assert over["info"]["winner"] == "warm"
    assert over["info"]["seats"][1]["conceded"]
    assert table.log()[-1]["by"] == "clock"


def test_running_out_of_time_can_be_only_noted(site: Site, watch: Watch) -> None:
    table, other = two(site, days("mark", grace=12))
    table.bid("red", 3)
    table.bid("gold", 1)
    watch.forward(days=3, hours=11)
    assert time_of(table, "blue")["left"] == -11 * 3600
    assert time_of(table, "blue")["late"] == 0
    watch.forward(hours=2)
    table.until(lambda seen: seen["info"]["seats"][1]["time"]["late"] == 1)
    assert not time_of(table, "blue")["runs"]
    other.bid("blue", 2)
    table.act("red", ROLL)
    assert time_of(table, "blue") == {"left": 3 * 86400, "runs": True, "late": 1, "away": None}


def test_clocks_survive_a_restart_and_stop_while_no_server_runs(
    settings: Settings, games: Mapping[str, AnyGame], watch: Watch
) -> None:
    with running_site(settings, games, watch) as site:
        table, _ = two(site, live())
        watch.forward(minutes=2)
        cookies = dict(table.player.client.cookies)
        before = time_of(table, "red")["left"]
    watch.forward(hours=5)
    with running_site(settings, games, watch) as site:
        again = site.visitor()
        again.cookies.update(cookies)
        same = Player(site, "Anna again", again).at(table.id)
        assert abs(time_of(same, "red")["left"] - before) <= 10
        watch.forward(minutes=1)
        assert abs(time_of(same, "red")["left"] - before + 60) <= 10
        assert time_of(same, "red")["runs"]


def test_a_vacation_stops_days_and_is_limited(site: Site, watch: Watch) -> None:
    table, other = two(site, days("loss"))
    bert = other.player
    for seat in ("red", "gold"):
        table.bid(seat, 1)
    watch.forward(days=2)
    there = watch.at + timedelta(days=20)
    shown = bert.post("/vacations", ends=there.isoformat())
    assert shown["left"] == 10
    assert time_of(table, "blue")["away"] is not None
    watch.forward(days=19)
    assert time_of(table, "blue")["left"] == 86400
    assert not time_of(table, "blue")["runs"]
    assert bert.fails(409, "/vacations", ends=there.isoformat())["what"] == "bad-vacation"
    too_long = (there + timedelta(days=11)).isoformat()
    assert "10 are left" in bert.fails(409, "/vacations", begins=there.isoformat(), ends=too_long)["why"]
    [mine] = shown["vacations"]
    back = bert.client.delete(f"/vacations/{mine['id']}").json()
    assert back["vacations"] == []
    assert back["left"] == 11
    assert time_of(table, "blue")["runs"]
    watch.forward(days=1, minutes=1)
    table.until(lambda seen: seen["info"]["phase"] == "finished")


def test_my_turns_are_listed(site: Site, watch: Watch) -> None:
    table, other = two(site, days())
    watch.forward(days=1)
    [turn] = other.player.get("/turns")
    assert (turn["table"], turn["seats"], turn["left"]) == (table.id, ["blue"], 2 * 86400)
    other.bid("blue", 1)
    assert other.player.get("/turns") == []
    assert site.visitor().get("/turns").json() == []


def test_invalid_clocks_are_refused(site: Site) -> None:
    anna = Player(site, "Anna")
    for clock in ({"kind": "days"}, {"kind": "sand"}, days(number=0), days("nothing"), live() | {"minutes": 9999}):
        anna.fails(400, "/tables", game="auction", clock=clock)
