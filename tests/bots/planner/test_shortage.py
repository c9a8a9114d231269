"""Whether a capital's garrison is thought too small: by those who can really come."""

from collections.abc import Mapping

from sandtable.area.position import Position, build
from sandtable.area.state import AreaState
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.shortage import shortage
from sandtable.bots.planner.terrain import Terrain
from sandtable.games import area

GAME = area("1941")
TERRAIN = Terrain(GAME.world)
Units = dict[str | int, str | Mapping[str, str]]

HOME: Units = {"United Kingdom": {"uk": "2 infantry"}, "Russia": {"ussr": "4 infantry"}}


def short(capital: str, units: Units) -> float:
    state = build(GAME.world, Position(start_from="empty", turn="ussr", units={**HOME, **units}))
    assert isinstance(state, AreaState)
    side = TERRAIN.side[TERRAIN.power["uk"]]
    return shortage(Field.of(TERRAIN, state), side, TERRAIN.index[capital])


def test_an_army_next_door_makes_a_capital_short() -> None:
    assert short("Russia", {"West Russia": {"germany": "3 infantry"}}) == 0
    assert short("Russia", {"West Russia": {"germany": "14 infantry"}}) > 0.5


def test_help_that_is_near_makes_it_less_so() -> None:
    army: Units = {"West Russia": {"germany": "14 infantry"}}
    assert short("Russia", {**army, "Archangel": {"ussr": "6 infantry"}}) < short("Russia", army)


def test_an_army_without_ships_is_no_danger_across_the_water() -> None:
    army: Units = {"Western Europe": {"germany": "14 infantry"}}
    assert short("United Kingdom", army) == 0
    assert short("United Kingdom", {**army, "Sea Zone 5": {"germany": "4 transports"}}) > 0


def test_a_capital_that_is_lost_needs_nobody() -> None:
    assert short("Germany", {"Germany": {"germany": "infantry"}}) == 0
