"""Jungle: no hex of it is at war in Europe, so its rules are shown by their functions alone."""

import pytest
from msgspec.structs import replace

from sandtable.hexes.combat.advancing import chance
from sandtable.hexes.combat.fire import assault_strength, defence_strength
from sandtable.hexes.state import Army
from sandtable.hexes.strength import Points
from tests.hexes.static import fall, position

LIBERIA = "3129"


@pytest.mark.rule("hgw.terrain.jungle-assault")
def test_mechanized_points_count_half_in_an_assault() -> None:
    world = fall()
    assert world.terrain(LIBERIA) == "jungle"
    assert assault_strength(world, Points(2, 5), LIBERIA) == 4
    assert defence_strength(Points(2, 5), 0) == 7


@pytest.mark.rule("hgw.terrain.jungle-advance-out")
def test_mechanized_points_count_half_on_the_way_out() -> None:
    world = fall()
    state = position(world, allied=LIBERIA, axis="3130")
    state = replace(state, armies={"OKW": Army("axis", "3130", Points(2))})
    army = Army("allied", LIBERIA, Points(mechanized=7))
    found = chance(world, state, army, "3130", 0)
    assert (found.strength, found.defence, found.need) == (3, 2, 1)


@pytest.mark.rule("hgw.terrain.jungle-empty")
def test_an_empty_jungle_is_hard_to_enter() -> None:
    world = fall()
    state = position(world, allied=LIBERIA, axis="3130")
    army = Army("allied", LIBERIA, Points(4))
    ungarrisoned = chance(world, replace(state, ungarrisoned=("3130",)), army, "3130", 0)
    assert (ungarrisoned.need, ungarrisoned.modifier) == (4, 1)
    assert ungarrisoned.succeeds(3)
    assert not ungarrisoned.succeeds(4)
    assert chance(world, state, army, "3130", 0).modifier == 0
