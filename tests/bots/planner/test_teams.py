"""Powers that play at the same time: threats and attacks together, closed land, cities, limits of placement."""

from random import Random

from sandtable.area.actions import Mobilize, Order
from sandtable.area.position import Position
from sandtable.area.state import AreaState
from sandtable.bots.planner.appraisal import Appraisal
from sandtable.bots.planner.deployment import Deployment, Party
from sandtable.bots.planner.quartermaster import Quartermaster
from sandtable.bots.planner.reach import Coalition, Reach
from sandtable.bots.planner.stance import cities_of
from tests.bots.planner.historical import GARRISONS, TABLE
from tests.bots.planner.positions import HARD, Units


def state_of(units: Units, power: str, phase: str = "combat-move", money: int = 30) -> AreaState:
    return TABLE.state(
        Position(
            start_from="empty", turn=power, phase=phase, units={**GARRISONS, **units}, treasury={power: money}
        )
    )


def test_the_enemies_strike_together() -> None:
    state = state_of({"Kazakh S.S.R.": {"japan": "3 infantry"}, "West Russia": {"germany": "4 infantry"}}, "ussr")
    (threat,) = TABLE.stance(state, "ussr").threats
    assert isinstance(threat, Coalition)
    assert threat.force(TABLE.at("Russia"))[TABLE.unit("infantry")] == 7
    assert threat.reaches(TABLE.at("West Russia"), TABLE.at("Russia"))


def test_partners_who_attack_already_count() -> None:
    state = state_of(
        {"Ukraine": {"ussr": "5 infantry", "germany": "2 infantry"}, "Russia": {"ussr": "9 infantry"}}, "uk"
    )
    stance = TABLE.stance(state, "uk")
    appraisal = Appraisal(stance, Reach(stance.field, stance.power))
    assert appraisal.base[TABLE.at("Ukraine")][TABLE.unit("infantry")] == 5


def test_fighters_next_door_are_expected_to_help() -> None:
    state = state_of(
        {
            "Ukraine": {"germany": "2 infantry"},
            "Balkans": {"germany": "2 fighters"},
            "Algeria": {"germany": "fighter"},
        },
        "ussr",
    )
    stance = TABLE.stance(state, "ussr")
    met = Appraisal(stance, Reach(stance.field, stance.power)).foes[TABLE.at("Ukraine")]
    assert 0 < met[TABLE.unit("fighter")] <= 2


def test_nobody_marches_into_closed_land() -> None:
    state = state_of({"Persia": {"uk": "4 infantry"}, "Caucasus": {"germany": "infantry"}}, "uk")
    stance = TABLE.stance(state, "uk")
    assert TABLE.at("Caucasus") not in Reach(stance.field, stance.power).march(TABLE.at("Persia"), 1, False)
    deployment = Deployment(stance, state, {}, Random(1))
    places = deployment.options(Party(TABLE.at("Persia"), TABLE.unit("infantry"), 1))
    assert TABLE.at("Trans-Jordan") in places
    assert TABLE.at("Caucasus") not in places


def test_planes_go_out_with_half_of_their_movement() -> None:
    state = state_of({"United Kingdom": {"uk": "fighter"}}, "uk")
    stance = TABLE.stance(state, "uk")
    strikes = Reach(stance.field, stance.power).strikes
    steps = TABLE.terrain.flights[TABLE.at("United Kingdom")]
    reached = [s for s, here in enumerate(strikes) if any(one.unit == TABLE.unit("fighter") for one in here)]
    assert max(steps[s] for s in reached) == 2


def test_cities_count_by_their_points() -> None:
    cities = cities_of(TABLE.terrain, TABLE.state(Position()), HARD.victory)
    assert cities[TABLE.at("Russia")] > cities[TABLE.at("Karelia S.S.R.")] > cities[TABLE.at("Archangel")] > 0


def test_infantry_enters_play_without_a_factory_and_the_rest_with_one() -> None:
    state = state_of({"Archangel": {"ussr": "infantry"}}, "ussr", "purchase", 60)
    master = Quartermaster(TABLE.game, TABLE.terrain, state, "ussr")
    order = master.order(TABLE.stance(state, "ussr"), TABLE.field(state))
    assert TABLE.game.check(state, "ussr", Order(order)) is None
    levied = sum(site.room for site in master.sites if site.levy)
    charged = sum(site.room for site in master.sites if not site.levy)
    assert 0 < order["infantry"] <= levied
    assert sum(order.values()) - order["infantry"] <= charged


def test_everything_that_was_bought_finds_its_place() -> None:
    state = TABLE.state(
        Position(
            start_from="empty",
            turn="ussr",
            phase="mobilize",
            units=GARRISONS,
            bought="5 infantry, 2 tanks, artillery, fighter, submarine",
        )
    )
    orders = Quartermaster(TABLE.game, TABLE.terrain, state, "ussr").mobilize(TABLE.stance(state, "ussr"))
    after = TABLE.after(state, "ussr", *(order for order, _ in orders))
    assert all(isinstance(order, Mobilize) for order, _ in orders)
    assert not after.bought.get("ussr")
