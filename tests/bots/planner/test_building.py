"""New factories."""

from sandtable.area.position import Position
from sandtable.area.state import AreaState
from sandtable.bots.planner.building import Building
from sandtable.bots.planner.shopping import Shopping, Site
from tests.bots.planner.classic import TERRAIN, WORLD, Units, at, stance_of, state_of

EAST: Units = {
    "Japan": {"japan": "8 infantry, antiaircraft gun, industrial complex"},
    "Japan Sea Zone": {"japan": "transport, battleship"},
    "Manchuria": {"japan": "9 infantry, 2 armor, 3 fighters"},
    "Yakut S.S.R.": {"ussr": "2 infantry"},
    "Russia": {"ussr": "6 infantry, industrial complex"},
    "Eastern Europe": {"germany": "9 infantry, 3 armor"},
    "Eastern U.S.A.": {"usa": "9 infantry, 3 armor, industrial complex"},
    "United Kingdom": {"uk": "9 infantry, industrial complex"},
}


def building(state: AreaState, power: str) -> Building:
    stance = stance_of(state, power)
    home = TERRAIN.capital[TERRAIN.power[power]]
    market = [u for u in range(TERRAIN.roster.count) if TERRAIN.roster.counts[u]]
    return Building(Shopping(stance, stance.field, [Site(home, 12)], market), WORLD, state, power)


def japan(units: Units) -> Building:
    return building(state_of(Position(start_from="empty", turn="japan", units=units)), "japan")


def test_an_island_power_builds_behind_its_front_on_the_mainland() -> None:
    best = japan(EAST).grounds()[0]
    assert best.space == at("Manchuria")
    assert japan(EAST).wanted(25) == ("industrial_complex", 15)
    assert japan(EAST).wanted(14) is None, "it costs more"


def test_not_where_it_falls() -> None:
    threatened: Units = {
        **EAST,
        "Manchuria": {"japan": "infantry"},
        "Yakut S.S.R.": {"ussr": "9 infantry, 3 armor"},
    }
    assert japan(threatened).worth(at("Manchuria")) == 0


def test_not_on_an_island_that_is_as_far_away() -> None:
    assert japan(EAST).worth(at("Okinawa")) == 0


def test_not_beside_a_factory_that_serves_the_same_front() -> None:
    state = state_of(
        Position(
            start_from="empty",
            turn="germany",
            units={
                "Germany": {"germany": "8 infantry, industrial complex"},
                "Eastern Europe": {"germany": "9 infantry"},
                "Russia": {"ussr": "6 infantry, industrial complex"},
            },
        )
    )
    assert building(state, "germany").wanted(40) is None


def test_what_was_bought_is_built_where_it_is_best() -> None:
    state = state_of(
        Position(
            start_from="empty", turn="japan", phase="mobilize", units=EAST, bought="infantry, industrial complex"
        )
    )
    order = building(state, "japan").site("industrial_complex")
    assert order is not None
    assert order.space == "Manchuria"
