"""Victory by production: how near a side is to it, and so how much more a territory's income counts."""

from sandtable.area.state import AreaState
from sandtable.area.victory import conditions, side_production
from sandtable.area.world import World

IN_SIGHT = 25
"""The most production points a side may be short of for this to matter."""
NEAREST = 4
"""Points below which it makes no further difference: a single territory can decide it."""


def pressure(world: World, state: AreaState) -> float:
    """What a point of production counts beyond its money, as a share of a city that decides the game.

    It affects both sides: one wants the territories, the other must not lose them.
    """
    found = 0.0
    for condition in conditions(world, state):
        missing = condition.production - side_production(world, state, condition.side)
        if condition.production and missing <= IN_SIGHT:
            found = max(found, 1.0 / (2 * max(NEAREST, missing)))
    return found
