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


def test_one_transport_is_worth_its_price_where_idle_troops_look_at_empty_islands() -> None:
    islands = ("East Indies", "Borneo", "Philippine Islands")
    australia = TABLE.at("Australia")
    troops: Units = {"Australia": {"uk": "4 infantry"}, "Japan": {"japan": "8 infantry"}}
    assert shop("uk", troops, australia, *islands)._pickings(TRANSPORT, australia) > 7
    nobody: Units = {"Japan": {"japan": "8 infantry"}}
    assert shop("uk", nobody, australia, *islands)._pickings(TRANSPORT, australia) == 0
    another: Units = {**troops, "SZ 33": {"uk": "transport"}}
    assert shop("uk", another, australia, *islands)._pickings(TRANSPORT, australia) == 0


def test_an_escort_counts_as_the_first_of_those_that_will_be_enough() -> None:
    destroyer = TABLE.unit("destroyer")
    units: Units = {
        "Russia": {"ussr": "10 infantry, fighter"},
        "United Kingdom": {"uk": "6 infantry, fighter"},
        "Japan": {"japan": "8 infantry, fighter"},
        "Eastern United States": {"usa": "8 infantry, fighter"},
        "Eastern Canada": {"usa": "13 infantry"},
        "SZ 1": {"usa": "7 transports"},
        "Germany": {"germany": "3 infantry", "japan": "2 fighters, bomber"},
        "Southern Europe": {"germany": "6 infantry, tank"},
        "Western Europe": {"uk": "3 infantry"},
    }
    position = Position(start_from="empty", turn="usa", units=units, control={"Western Europe": "uk"})
    stance = TABLE.stance(TABLE.state(position), "usa")
    found = Shopping(stance, stance.field, [Site(NEW_YORK, 6)], [destroyer])
    assert found._fleet_use(destroyer, NEW_YORK) < 0
    assert found._escort_use(destroyer, NEW_YORK, 1) > 5
