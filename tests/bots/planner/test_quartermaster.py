"""What is bought beside troops, and where it is placed."""

from sandtable.area.actions import Mobilize
from sandtable.area.position import Position
from sandtable.area.state import AreaState
from sandtable.bots.planner.quartermaster import Quartermaster
from tests.bots.planner.classic import GAME, TERRAIN, WORLD, Units, at, stance_of, state_of

RAIDERS: Units = {
    "Germany": {"germany": "9 infantry, fighter, industrial complex"},
    "Southern Europe": {"germany": "5 infantry, antiaircraft gun, industrial complex"},
    "United Kingdom": {"uk": "6 infantry, 3 bombers, antiaircraft gun, industrial complex"},
    "Russia": {"ussr": "6 infantry, antiaircraft gun, industrial complex"},
}


def quartermaster(state: AreaState, seat: str) -> Quartermaster:
    return Quartermaster(GAME, TERRAIN, state, seat)


def bought(state: AreaState, seat: str) -> dict[str, int]:
    stance = stance_of(state, seat)
    return quartermaster(state, seat).order(stance, stance.field)


def germany(units: Units, **more: tuple[str, ...]) -> AreaState:
    return state_of(
        Position(start_from="empty", turn="germany", units=units, treasury={"germany": 30}, developments=more)
    )


def test_a_gun_for_a_factory_that_bombers_can_reach() -> None:
    assert bought(germany(RAIDERS), "germany").get("antiaircraft_gun") == 1


def test_no_second_gun_and_none_where_no_bomber_comes() -> None:
    guarded: Units = {**RAIDERS, "Germany": {"germany": "9 infantry, antiaircraft gun, industrial complex"}}
    assert "antiaircraft_gun" not in bought(germany(guarded), "germany")
    alone: Units = {**RAIDERS, "United Kingdom": {"uk": "6 infantry, industrial complex"}}
    assert "antiaircraft_gun" not in bought(germany(alone), "germany")


def test_the_gun_is_placed_where_it_is_missing() -> None:
    state = state_of(
        Position(
            start_from="empty",
            turn="germany",
            phase="mobilize",
            units=RAIDERS,
            bought="2 infantry, antiaircraft gun",
        )
    )
    orders = [order for order, _ in quartermaster(state, "germany").mobilize(stance_of(state, "germany"))]
    assert Mobilize(unit="antiaircraft_gun", space="Germany") in orders
    assert sum(order.count for order in orders if order.unit == "infantry") == 2
    assert quartermaster(state, "germany").posts(stance_of(state, "germany")) == {
        "antiaircraft_gun": at("Germany")
    }


def test_cheaper_units_mean_more_of_them() -> None:
    usual = bought(germany(RAIDERS), "germany")
    cheap = bought(germany(RAIDERS, germany=("industrial-technology",)), "germany")
    assert sum(cheap.values()) > sum(usual.values())
    world = WORLD.developed((("germany", "industrial-technology"),))
    assert sum(world.unit("germany", unit).cost * n for unit, n in cheap.items()) <= 30


def test_no_ship_is_bought_for_a_zone_that_the_enemy_holds() -> None:
    state = state_of(
        Position(
            start_from="empty",
            turn="uk",
            units={
                "United Kingdom": {"uk": "8 infantry, 2 bombers, antiaircraft gun, industrial complex"},
                "English Channel Sea Zone": {"germany": "transport"},
            },
            treasury={"uk": 30},
        )
    )
    ships = {name for name, unit in WORLD.units.items() if unit.kind == "sea"}
    assert not ships & bought(state, "uk").keys()


def test_troops_take_the_few_places_near_the_front_and_planes_those_at_home() -> None:
    state = state_of(
        Position(
            start_from="empty",
            turn="japan",
            phase="mobilize",
            units={
                "Japan": {"japan": "8 infantry, antiaircraft gun, industrial complex"},
                "Manchuria": {"japan": "6 infantry, antiaircraft gun, industrial complex"},
                "Yakut S.S.R.": {"ussr": "2 infantry"},
                "Russia": {"ussr": "6 infantry, industrial complex"},
                "Eastern Europe": {"germany": "9 infantry"},
                "Eastern U.S.A.": {"usa": "9 infantry, industrial complex"},
            },
            bought="3 infantry, 3 fighters",
        )
    )
    orders = [order for order, _ in quartermaster(state, "japan").mobilize(stance_of(state, "japan"))]
    assert {(order.unit, order.space) for order in orders} == {("infantry", "Manchuria"), ("fighter", "Japan")}
