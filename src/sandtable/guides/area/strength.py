"""A side's strength in money: the cost of its units, its treasuries, and three rounds of income."""

from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import capital_lost, production
from sandtable.area.world import World

INCOME_ROUNDS = 3
"""How many rounds of income count."""


def strengths(world: World, state: AreaState) -> dict[str, float]:
    """The strength of each side."""
    found: dict[str, float] = dict.fromkeys(world.game.sides, 0)
    for power in world.order:
        found[world.side(power)] += _of_power(world, state, power)
    return found


def _of_power(world: World, state: AreaState, power: Power) -> int:
    units = sum(
        count * world.units[one.unit].cost
        for pieces in state.stacks.values()
        for piece, count in pieces
        for one in (piece, *piece.cargo)
        if one.power == power
    )
    ordered = sum(count * world.units[unit].cost for unit, count in state.bought.get(power, {}).items())
    income = 0 if capital_lost(world, state, power) else production(world, state, power)
    return units + ordered + state.treasury[power] + INCOME_ROUNDS * income
