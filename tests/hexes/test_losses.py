"""Losses: all ways to take them are offered, and none that would be refused."""

from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from sandtable.games import load_hexes
from sandtable.hexes.actions import Lose
from sandtable.hexes.state import Army, Combat, Fort, HexState, Toll
from sandtable.hexes.strength import Points
from tests.hexes.static import fall, position

GAME = load_hexes("hgw")


def owing(count: int, amphibious: int = 0) -> HexState:
    """The Axis owes losses: two armies, one of them mixed, and a fort."""
    armies = {"OKW": Army("axis", "1236", Points(2, 1, 2)), "Army Group A": Army("axis", "1236", Points(2))}
    toll = Toll("axis", count, ("Army Group A", "OKW"), fort="1236", amphibious=amphibious)
    state = replace(position(fall()), side="soviet", phase="combat", armies=armies)
    return replace(state, forts={"1236": Fort("axis", 2)}, combat=Combat(step="assault", toll=toll))


def every_way(state: HexState) -> list[Lose]:
    """All losses that can be written down, as far as they are allowed."""
    found = []
    for a, b, c, d, fort in product(range(3), range(2), range(3), range(3), range(3)):
        named = {"OKW": Points(a, b, c), "Army Group A": Points(d)}
        action = Lose({name: points for name, points in named.items() if points.total}, fort)
        if GAME.check(state, "axis", action) is None:
            found.append(action)
    return found


@pytest.mark.rule("hgw.assault.owner-chooses-losses", "hgw.assault.losses-attack")
@pytest.mark.parametrize(("count", "amphibious"), [(1, 0), (3, 0), (4, 2), (9, 0), (12, 1)])
@pytest.mark.parametrize("shuffle", [None, Random(5)])
def test_every_way_to_take_losses_is_offered_once(count: int, amphibious: int, shuffle: Random | None) -> None:
    state = owing(count, amphibious)
    offered = list(GAME.legal(state, "axis", shuffle))
    wanted = every_way(state)
    assert wanted
    assert len(offered) == len(wanted)
    assert all(action in offered for action in wanted)


def test_the_plain_ways_come_first() -> None:
    """Whoever takes the first offer loses one kind of one army, as far as it goes."""
    first = next(iter(GAME.legal(owing(2), "axis")))
    assert first == Lose({"Army Group A": Points(2)})
