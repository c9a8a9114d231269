"""Income: what territories pay, and how the parts of the game change it."""

import msgspec

from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import production
from sandtable.area.world import World


class Revenue(msgspec.Struct, frozen=True):
    """A power's income, and how much of its savings is destroyed."""

    amount: int
    destroyed: int = 0


def revenue(world: World, state: AreaState, power: Power) -> Revenue:
    """A power's income now: its production level, as changed by the parts of the game."""
    total = production(world, state, power)
    total += sum(part.revenue(world, state, power) for part in world.parts.revenue)
    for part in world.parts.revenue_divisor:
        total //= part.revenue_divisor(state, power)
    lost = sum(part.savings_lost(world, state, power) for part in world.parts.savings_lost)
    return Revenue(max(0, total), min(lost, state.treasury[power]))
