"""Money beside the purchase: aid, repairs, scorched earth, research for a weapon."""

from msgspec.structs import replace

from sandtable.area.actions import Done
from sandtable.area.forces import Piece
from sandtable.area.parts.lend_lease import Aid
from sandtable.area.parts.repairs import Repair
from sandtable.area.parts.scorched_earth import Scorch
from sandtable.area.position import Position
from sandtable.area.state import AreaState
from sandtable.bots.planner.research import Laboratory
from sandtable.bots.planner.treasury import aid, repair, scorch
from tests.bots.planner.historical import GARRISONS, TABLE
from tests.bots.planner.positions import Units


def state_of(
    units: Units, power: str, money: int, phase: str = "purchase", control: dict[str, str] | None = None
) -> AreaState:
    return TABLE.state(
        Position(
            start_from="empty",
            turn=power,
            phase=phase,
            units={**GARRISONS, **units},
            treasury={power: money},
            control=control or {},
        )
    )


def help_from(state: AreaState) -> Aid | Done:
    return aid(TABLE.stance(state, "usa"), TABLE.world, state, "usa")[0]


def test_money_goes_where_the_war_is() -> None:
    state = state_of({"West Russia": {"germany": "9 infantry, 4 tanks"}}, "usa", 40, "income")
    assert help_from(state) == Aid("ussr", 12)


def test_money_goes_to_nobody_whose_capital_is_lost() -> None:
    state = state_of(
        {"Russia": {"germany": "9 infantry, industrial complex"}}, "usa", 40, "income", {"Russia": "germany"}
    )
    assert help_from(state) != Aid("ussr", 12)


def test_who_is_in_need_keeps_his_money() -> None:
    state = state_of(
        {
            "Eastern United States": {"usa": "infantry, industrial complex"},
            "Central United States": {"germany": "9 infantry, 5 tanks"},
        },
        "usa",
        40,
        "income",
        {"Central United States": "germany"},
    )
    assert help_from(state) == Done()


def test_a_great_ship_is_repaired_where_there_is_a_yard_and_money() -> None:
    for zone, money, order in (
        ("Sea Zone 8", 10, Repair("battleship", "Sea Zone 8")),
        ("Sea Zone 8", 5, None),
        ("Sea Zone 12", 10, None),
    ):
        state = state_of({}, "uk", money)
        state = replace(state, stacks={**state.stacks, zone: ((Piece("uk", "battleship", damage=1), 1),)})
        found = repair(TABLE.world, state, "uk")
        assert (found and found[0]) == order


def test_a_factory_that_falls_is_destroyed_and_one_that_holds_is_not() -> None:
    for force, expected in (("18 infantry, 9 tanks, 4 fighters", ("Caucasus",)), ("2 infantry", ())):
        state = state_of(
            {"Ukraine": {"germany": force}, "Caucasus": {"ussr": "infantry, industrial complex"}}, "ussr", 10
        )
        found = scorch(TABLE.stance(state, "ussr"), TABLE.world, state, "ussr")
        assert (found[0] if found else Scorch(())) == Scorch(expected)


def test_rockets_are_researched_by_who_has_guns_in_range_of_factories() -> None:
    many: Units = {
        "Western Europe": {"germany": "9 infantry, 3 infrastructure defenses"},
        "Germany": {"germany": "9 infantry, 2 infrastructure defenses, industrial complex"},
    }
    for units, bought in ((many, True), ({}, False)):
        state = state_of(units, "germany", 40)
        program = Laboratory(TABLE.stance(state, "germany"), TABLE.world, state).program()
        assert ("rockets" in program) is bought
        assert sum(program.values()) * 5 <= 40 / 2
