"""Raids and rockets."""

from msgspec.structs import replace

from sandtable.area.actions import Raid
from sandtable.area.parts.rockets import Rocket, Rockets
from sandtable.area.position import Position
from sandtable.bots.planner.assault import Assault, Plan
from sandtable.bots.planner.bombing import Mission, Raids, order_raid, rocket
from sandtable.bots.planner.draft import Draft
from tests.bots.planner.classic import GAME, TERRAIN, WORLD, Units, at, offensive_of, state_of, unit

NOTHING = Plan({}, 0.0)


def raids(units: Units, treasury: dict[str, int], plan: Plan = NOTHING) -> list[Mission]:
    state = state_of(Position(start_from="empty", turn="uk", units=units, treasury=treasury))
    return Raids(offensive_of(state, "uk"), WORLD).choose(plan)[1]


OPEN: Units = {
    "United Kingdom": {"uk": "3 infantry, 2 bombers"},
    "Germany": {"germany": "9 infantry, industrial complex"},
    "Southern Europe": {"germany": "3 infantry, antiaircraft gun, industrial complex"},
}
GUARDED: Units = {**OPEN, "Germany": {"germany": "9 infantry, antiaircraft gun, industrial complex"}}


def test_an_open_factory_is_bombed_by_everybody_who_is_free() -> None:
    (mission,) = raids(OPEN, {"germany": 30})
    assert (mission.key, mission.target, mission.number) == (
        (at("United Kingdom"), unit("bomber")),
        at("Germany"),
        2,
    )
    assert 3 < mission.value <= 3.5


def test_an_empty_treasury_is_not_worth_a_flight() -> None:
    assert raids(OPEN, {"germany": 0}) == []


def test_no_more_bombers_than_there_is_money() -> None:
    (mission,) = raids(OPEN, {"germany": 3})
    assert mission.number == 1


def test_a_gun_makes_an_ordinary_raid_a_bad_bargain() -> None:
    assert raids(GUARDED, {"germany": 30}) == []


def test_what_an_attack_takes_is_not_bombed_as_well() -> None:
    assault = Assault(at("Germany"))
    assert raids(OPEN, {"germany": 30}, Plan({at("Germany"): assault}, 0.0)) == []


def test_a_bomber_leaves_a_poor_attack_for_a_good_raid_and_a_good_attack_for_none() -> None:
    key, zone = (at("United Kingdom"), unit("bomber")), "Western Mediterranean Sea Zone"
    for ships, flown in (("2 battleships, transport", 2), ("transport[infantry, infantry]", 1)):
        units: Units = {**OPEN, zone: {"germany": ships}}
        state = state_of(Position(start_from="empty", turn="uk", units=units, treasury={"germany": 30}))
        offensive = offensive_of(state, "uk")
        assault = Assault(at(zone))
        assault.arms = {key: 1.0}
        offensive.appraise(assault, frozenset())
        plan, found = Raids(offensive, WORLD).choose(Plan({at(zone): assault}, 0.0))
        assert sum(mission.number for mission in found) == flown, ships
        assert (at(zone) in plan.assaults) == (flown == 1)


def test_a_raid_is_ordered_around_the_guns() -> None:
    units: Units = {**OPEN, "Western Europe": {"germany": "5 infantry, antiaircraft gun"}}
    state = state_of(
        Position(start_from="empty", turn="uk", phase="combat-move", units=units, treasury={"germany": 30})
    )
    offensive = offensive_of(state, "uk")
    (mission,) = Raids(offensive, WORLD).choose(NOTHING)[1]
    draft = Draft(GAME, state, "uk")
    assert order_raid(draft, TERRAIN, offensive.appraisal.flak, mission)
    (order,) = draft.actions
    assert isinstance(order, Raid)
    assert order.path[-1] == "Germany"
    assert "Western Europe" not in order.path


def test_a_rocket_is_fired_at_those_who_have_something_to_lose() -> None:
    state = state_of(
        Position(
            start_from="empty",
            turn="uk",
            units={
                "United Kingdom": {"uk": "infantry, antiaircraft gun"},
                "Germany": {"germany": "infantry, industrial complex"},
            },
            treasury={"germany": 9},
            developments={"uk": ("rockets",)},
        )
    )
    answer = rocket(WORLD, state, "uk")
    assert answer is not None
    assert isinstance(answer[0], Rocket)
    part = Rockets.of(WORLD)
    assert part is not None
    assert part.check(WORLD, state, "uk", "uk", answer[0]) is None
    assert state.control[answer[0].target] == "germany"
    assert rocket(WORLD, replace(state, treasury={**state.treasury, "germany": 0}), "uk") is None
    assert rocket(WORLD, state, "germany") is None
