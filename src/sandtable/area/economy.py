"""Income: what territories pay, what bombs and rockets take from it, and where savings lie."""

import msgspec

from sandtable.area.factories import has_factory
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import production
from sandtable.area.world import World


class Revenue(msgspec.Struct, frozen=True):
    """What a power collects, and which of its savings are destroyed."""

    amount: int
    destroyed: int = 0


def revenue(world: World, state: AreaState, power: Power) -> Revenue:
    """The income of a power now. Without any damage it is its production level."""
    total, excess = production(world, state, power), 0
    for space, damage in state.damage.items():
        if state.control.get(space) != power or not damage.income:
            continue
        value = world.board.territories[space].value
        if has_factory(world, state, space):
            total -= min(value, damage.income)
            if space == savings_at(world, state, power):
                excess += max(0, damage.income - value)
        else:
            total -= min(value // 2, damage.income)
    if power in state.halved:
        total //= 2
    return Revenue(total, min(excess, state.treasury[power]))


def savings_at(world: World, state: AreaState, power: Power) -> str:
    """Where the savings of a power lie: in its capital, or in the most valuable territory that it holds."""
    capital = world.powers[power].capital
    if state.control.get(capital) == power:
        return capital
    held = [space for space, holder in state.control.items() if holder == power]
    lands = world.board.territories
    return min(held, key=lambda s: (-lands[s].value, not has_factory(world, state, s), s), default="")
