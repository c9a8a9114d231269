"""Which moves are offered: every army as a whole and point by point, never where it would be too much."""

from msgspec.structs import replace

from sandtable.hexes.actions import Disband, Move
from sandtable.hexes.movement import legal_moves
from sandtable.hexes.state import Army, Fort, HexState
from sandtable.hexes.strength import Points
from tests.hexes.static import barbarossa, position

WORLD = barbarossa()
INFANTRY, TANK = Points(infantry=1), Points(mechanized=1)


def alone(control: str) -> HexState:
    """A position in which the Axis holds a few hexes and nobody anything else."""
    state = position(WORLD)
    return replace(state, control=dict.fromkeys(control.split(), "axis"), armies={}, forts={})


def moves(state: HexState) -> list[Move]:
    return [one for one in legal_moves(WORLD, state, "axis", None) if isinstance(one, Move)]


def test_a_whole_army_or_one_point_of_a_kind_to_every_place_in_reach() -> None:
    state = alone("1238 1239 1142")
    state = replace(
        state, armies={"Army Group B": Army("axis", "1238", Points(2, 1)), "OKW": Army("axis", "1239", Points(1))}
    )
    assert set(legal_moves(WORLD, state, "axis", None)) == {
        Move("Army Group B", "1238", INFANTRY, into="Army Group North"),
        Move("Army Group B", "1238", TANK, into="Army Group North"),
        Move("Army Group B", "1239"),
        Move("Army Group B", "1239", into="OKW"),
        *(Move("Army Group B", "1239", one, into="OKW") for one in (INFANTRY, TANK)),
        *(Move("Army Group B", "1239", one, into="Army Group North") for one in (INFANTRY, TANK)),
        Move("OKW", "1238"),
        Move("OKW", "1238", into="Army Group B"),
    }


def test_nothing_is_offered_that_a_hex_cannot_hold() -> None:
    state = alone("1238 1239")
    armies = {"Army Group B": Army("axis", "1238", Points(3)), "OKW": Army("axis", "1239", Points(6))}
    state = replace(state, armies=armies, forts={"1239": Fort("axis", 2)})
    offered = set(legal_moves(WORLD, state, "axis", None))
    assert Move("Army Group B", "1239") not in offered
    assert Move("Army Group B", "1239", INFANTRY, into="OKW") in offered
    full = replace(state, forts={"1239": Fort("axis", 4)})
    assert {one.to for one in moves(full) if one.army == "Army Group B"} == {"1238"}


def test_what_is_too_much_can_be_given_up() -> None:
    state = alone("1238")
    state = replace(state, armies={"OKW": Army("axis", "1238", Points(7, 4))})
    assert set(legal_moves(WORLD, state, "axis", None)) >= {Disband("OKW", INFANTRY), Disband("OKW", TANK)}
