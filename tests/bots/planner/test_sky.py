"""Missions: bombs by day and by night, roads, and fighters that sweep the sky."""

from sandtable.area.position import Position
from sandtable.area.state import AreaState, Damage
from sandtable.bots.planner.assault import Plan
from sandtable.bots.planner.draft import Draft
from sandtable.bots.planner.sky import Flight, Sky, order_flight, released
from tests.bots.planner.historical import GARRISONS, TABLE
from tests.bots.planner.positions import Units

AIRFIELDS: Units = {
    **GARRISONS,
    "United Kingdom": {"uk": "8 infantry, bomber, industrial complex"},
    "Southern Europe": {"germany": "9 infantry, industrial complex"},
}


def state_of(units: Units, damage: dict[str, Damage] | None = None) -> AreaState:
    return TABLE.state(
        Position(
            start_from="empty",
            turn="uk",
            phase="combat-move",
            units={**AIRFIELDS, **units},
            damage=damage or {},
        )
    )


def flights(state: AreaState) -> list[Flight]:
    return Sky(TABLE.offensive(state, "uk"), TABLE.world, state).choose(Plan({}, 0.0))


def over(state: AreaState) -> set[tuple[str, str]]:
    return {(TABLE.terrain.names[f.target], f.mission) for f in flights(state)}


OPEN: Units = {"Norway": {"germany": "3 infantry"}, "Western Europe": {"germany": "4 infantry, 2 fighters"}}


def test_a_bomber_bombs_where_nobody_meets_it() -> None:
    assert over(state_of(OPEN)) == {("Norway", "bombing")}


def test_by_night_if_every_sky_is_guarded() -> None:
    state = state_of(
        {
            "Norway": {"germany": "3 infantry, 2 fighters"},
            "Western Europe": {"germany": "4 infantry, 2 fighters"},
            "Germany": {"germany": "12 infantry, 3 fighters, industrial complex"},
            "Eastern Europe": {"germany": "4 infantry, 2 fighters"},
        }
    )
    assert {mission for _, mission in over(state)} == {"night-bombing"}


def test_income_that_is_gone_already_is_not_bombed_again() -> None:
    assert over(state_of(OPEN, {"Norway": Damage(income=6)})) != over(state_of(OPEN))


def test_many_fighters_sweep_a_lone_one_and_few_do_not_meet_many() -> None:
    for there, swept in (("fighter", True), ("4 fighters", False)):
        state = state_of(
            {
                "United Kingdom": {"uk": "8 infantry, 4 fighters, industrial complex"},
                "Norway": {"germany": f"3 infantry, {there}"},
            }
        )
        assert (("Norway", "counter-air") in over(state)) is swept


def test_the_orders_are_legal() -> None:
    state = state_of(OPEN)
    offensive, draft = TABLE.offensive(state, "uk"), Draft(TABLE.game, state, "uk")
    assert flights(state)
    assert all(order_flight(draft, offensive, flight) for flight in flights(state))


def test_bombs_go_where_they_cost_more() -> None:
    state = state_of({})
    for damage, factory in ((Damage(), 0), (Damage(income=10), 2)):
        bombed = TABLE.state(
            Position(
                start_from="empty", turn="uk", phase="combat-move", units=AIRFIELDS, damage={"Germany": damage}
            )
        )
        sky = Sky(TABLE.offensive(state, "uk"), TABLE.world, bombed)
        assert released(sky, TABLE.at("Germany"), 2)[0] == factory
