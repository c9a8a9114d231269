"""Strikes from the air: an attack that can't take a place may still be worth making, and succeed."""

from sandtable.area.position import Position
from sandtable.bots.planner.assault import Assault
from sandtable.bots.planner.foresight import expected
from tests.bots.planner.positions import Table, Units

TABLE = Table("1941")
CHANNEL, NORWAY, LONDON = TABLE.at("Sea Zone 6"), TABLE.at("Norway/Finland"), TABLE.at("United Kingdom")
FIGHTER, SUBMARINE, DESTROYER = TABLE.unit("fighter"), TABLE.unit("submarine"), TABLE.unit("destroyer")

LONDONERS: Units = {"United Kingdom": {"uk": "6 infantry, 3 fighters"}, "Germany": {"germany": "8 infantry"}}


def best(units: Units, target: int) -> Assault:
    state = TABLE.state(Position(start_from="empty", turn="uk", units={**LONDONERS, **units}))
    offensive = TABLE.offensive(state, "uk")
    return offensive.package(target, offensive.stock, {}, frozenset(), frozenset())


def test_planes_sink_a_destroyer_although_its_submarine_slips_away() -> None:
    assault = best({"SZ 6": {"germany": "destroyer, submarine"}}, CHANNEL)
    assert assault.win > 0.9
    assert assault.value > 3


def test_submarines_alone_are_no_target_for_planes() -> None:
    assert best({"SZ 6": {"germany": "2 submarines"}}, CHANNEL).value <= 0


def test_the_submarines_are_still_there_after_that_and_so_are_the_planes() -> None:
    units = {**LONDONERS, "SZ 6": {"germany": "destroyer, submarine"}}
    state = TABLE.state(Position(start_from="empty", turn="uk", units=units))
    offensive = TABLE.offensive(state, "uk")
    plan = next(plan for plan in offensive.plans(4, 2) if CHANNEL in plan.assaults)
    field, _ = expected(offensive, plan)
    germans = field.force[CHANNEL][TABLE.terrain.power["germany"]]
    assert (germans[SUBMARINE], germans[DESTROYER]) == (1, 0)
    assert field.force[LONDON][TABLE.terrain.power["uk"]][FIGHTER] >= 2


def test_planes_strike_bombers_on_the_ground_and_take_no_land() -> None:
    units = {**LONDONERS, "Norway/Finland": {"germany": "2 bombers"}}
    state = TABLE.state(Position(start_from="empty", turn="uk", units=units))
    offensive = TABLE.offensive(state, "uk")
    plan = next(plan for plan in offensive.plans(4, 2) if NORWAY in plan.assaults)
    assert plan.assaults[NORWAY].win > 0.9
    field, _ = expected(offensive, plan)
    assert field.control[NORWAY] == TABLE.terrain.power["germany"]


def test_infantry_is_not_worth_a_fighter() -> None:
    assert best({"Norway/Finland": {"germany": "3 infantry"}}, NORWAY).value <= 0
