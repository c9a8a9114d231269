"""When dice for research are a good buy."""

from msgspec.structs import replace

from sandtable.area.parts.research import BATCH, BatchRolled
from sandtable.area.position import Position
from sandtable.area.state import AreaState
from sandtable.bots.planner.research import Laboratory
from tests.bots.planner.classic import WORLD, Units, stance_of, state_of

HOME: Units = {"Eastern U.S.A.": {"usa": "8 infantry, fighter, antiaircraft gun, industrial complex"}}


def laboratory(state: AreaState, power: str = "usa") -> Laboratory:
    return Laboratory(stance_of(state, power), WORLD, state)


def at_home(money: int, more: Units | None = None) -> AreaState:
    units = {**HOME, **(more or {})}
    return state_of(Position(start_from="empty", turn="usa", units=units, treasury={"usa": money}))


def test_an_ordinary_income_buys_units() -> None:
    assert laboratory(at_home(36)).dice() == 0


def test_bombers_make_heavy_bombers_worth_having() -> None:
    heavy = WORLD.tech_table["heavy-bombers"]
    none, some = (
        laboratory(at_home(36, {"United Kingdom": {"usa": bombers}})) for bombers in ("infantry", "4 bombers")
    )
    assert none.worth(heavy) == 0
    assert some.worth(heavy) > 50


def test_every_development_serves_those_who_have_the_units() -> None:
    fleet = laboratory(at_home(36, {"Eastern U.S.A. Sea Zone": {"usa": "3 submarines"}}))
    assert fleet.worth(WORLD.tech_table["super-submarines"]) > 0
    assert fleet.worth(WORLD.tech_table["jet-power"]) > 0, "there is a fighter"
    assert fleet.worth(WORLD.tech_table["industrial-technology"]) > 20
    assert fleet.worth(WORLD.tech_table["rockets"]) == 0, "no enemy factory is near"


def test_a_rich_power_with_many_bombers_buys_a_third_of_its_money_in_dice() -> None:
    rich = at_home(60, {"United Kingdom": {"usa": "9 bombers"}})
    assert laboratory(rich).dice() == 4


def test_not_with_the_enemy_at_the_gates() -> None:
    rich = at_home(
        60,
        {"United Kingdom": {"usa": "9 bombers"}, "Eastern Canada": {"japan": "9 infantry, 9 armor"}},
    )
    assert laboratory(replace(rich, control={**rich.control, "Eastern Canada": "japan"})).dice() == 0


def test_once_a_turn() -> None:
    rich = at_home(60, {"United Kingdom": {"usa": "9 bombers"}})
    assert laboratory(BATCH.put(rich, BatchRolled(True))).dice() == 0
