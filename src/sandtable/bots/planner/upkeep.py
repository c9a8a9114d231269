"""What a power pays for before it buys units: trained pilots, and the repair of its facilities."""

from sandtable.area.forces import Power
from sandtable.area.parts.air_war import SKY, AirWar
from sandtable.area.parts.air_war.actions import Train
from sandtable.area.parts.facilities import Facilities, Restore
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.bots.bot import Reason

SQUADRON = 3
"""Planes for which it pays to maintain pilot training,"""
AIR_FORCE = 8
"""and to raise it above average."""


def train(world: World, state: AreaState, seat: Power) -> tuple[Train, Reason] | None:
    """How to train pilots now; None if not at all. The more planes there are, the better they should be."""
    war = AirWar.of(world)
    if war is None or seat in SKY.of(state).trained:
        return None
    planes = sum(
        count
        for pieces in state.stacks.values()
        for piece, count in pieces
        for one in (piece, *piece.cargo)
        if one.power == seat and world.type(one).kind == "air"
    )
    if planes < SQUADRON:
        return None
    level = war.level(state, seat)
    wanted = level < 0 or (planes >= AIR_FORCE and level < 1)
    for order in (Train(1), Train(0)) if wanted else (Train(0),):
        if war.check(world, state, seat, seat, order) is None:
            return order, Reason(f"{planes} planes need good pilots")
    return None


def restore(world: World, state: AreaState, seat: Power) -> tuple[Restore, Reason] | None:
    """A facility to repair now: the most damaged one, completely if affordable."""
    part = Facilities.of(world)
    if part is None:
        return None
    orders = [one for one in part.offers(world, state, seat, seat) if isinstance(one, Restore)]
    best = max(orders, key=lambda one: (one.points, one.territory, one.facility), default=None)
    if best is None:
        return None
    return best, Reason(f"repair the {world.units[best.facility].name} in {best.territory}")
