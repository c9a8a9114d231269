"""Harbours: a fleet within reach makes new transports safe; one that attacks elsewhere does not."""

from collections.abc import Mapping

from sandtable.area.position import Position
from sandtable.bots.planner.assault import Key
from sandtable.bots.planner.harbours import harbours
from sandtable.bots.planner.reach import Reach
from sandtable.bots.planner.shopping import Shopping, Site
from sandtable.bots.planner.terrain import Force
from tests.bots.planner.positions import Table, Units

TABLE = Table("1941")
LONDON, NEW_YORK = TABLE.at("United Kingdom"), TABLE.at("Eastern United States")
CHANNEL, GIBRALTAR = TABLE.at("Sea Zone 8"), TABLE.at("Sea Zone 14")
CARRIER, FIGHTER, TRANSPORT = TABLE.unit("carrier"), TABLE.unit("fighter"), TABLE.unit("transport")

FLEET: Units = {
    "United Kingdom": {"uk": "7 infantry"},
    "SZ 14": {"uk": "carrier, 2 fighters, transport"},
    "Germany": {"germany": "4 infantry, 2 fighters"},
}


def fleets(busy: dict[Key, float] | None = None) -> dict[int, Force]:
    stance = TABLE.stance(TABLE.state(Position(start_from="empty", turn="uk", units=FLEET)), "uk")
    return harbours(stance, Reach(stance.field, stance.power), [LONDON], busy)


def shop(power: str, units: Units, site: int, *lost: str) -> Shopping:
    position = Position(start_from="empty", turn=power, units=units, control=dict.fromkeys(lost, "japan"))
    stance = TABLE.stance(TABLE.state(position), power)
    return Shopping(stance, stance.field, [Site(site, 6)], [TRANSPORT])


def test_a_carrier_comes_with_its_planes_and_without_transports() -> None:
    found = fleets()[CHANNEL]
    assert (found[CARRIER], found[FIGHTER], found[TRANSPORT]) == (1, 2, 0)


def test_a_carrier_that_attacks_does_not_come() -> None:
    assert CHANNEL not in fleets({(GIBRALTAR, CARRIER): 1.0})


def test_a_transport_is_worth_more_where_a_fleet_meets_it() -> None:
    alone = shop("uk", FLEET, LONDON)
    price = alone.marginal(TRANSPORT, LONDON, CHANNEL)
    alone.fleets = fleets()
    assert alone.marginal(TRANSPORT, LONDON, CHANNEL) > price + 5


HOME: Units = {"Eastern United States": {"usa": "6 infantry"}, "Germany": {"germany": "8 infantry"}}


def test_a_raider_is_no_war_at_home_but_an_army_is() -> None:
    assert shop("usa", {**HOME, "Alaska": {"japan": "infantry"}}, NEW_YORK, "Alaska").overseas(NEW_YORK)
    assert not shop("usa", {**HOME, "Mexico": {"japan": "6 infantry"}}, NEW_YORK, "Mexico").overseas(NEW_YORK)


def test_raiders_count_with_those_who_are_about_to_land() -> None:
    landing: dict[str | int, str | Mapping[str, str]] = {
        **HOME,
        "Alaska": {"japan": "infantry"},
        "Hawaiian Islands": {"japan": "6 infantry"},
    }
    assert shop("usa", landing, NEW_YORK, "Alaska").overseas(NEW_YORK)
    landing["SZ 40"] = {"japan": "3 transports"}
    assert not shop("usa", landing, NEW_YORK, "Alaska").overseas(NEW_YORK)


def test_ships_on_another_ocean_fetch_nobody_here() -> None:
    far = shop("uk", {"United Kingdom": {"uk": "7 infantry"}, "SZ 33": {"uk": "2 transports"}}, LONDON)
    near = shop("uk", {"United Kingdom": {"uk": "7 infantry"}, "SZ 6": {"uk": "2 transports"}}, LONDON)
    assert far.lift < 1
    assert near.lift == 4
