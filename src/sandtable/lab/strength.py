"""What a side has: the neutral measure by which a game that nobody has won is adjudicated.

A side's strength is what its units cost, the money in its treasuries, and the income of three rounds. A side that
has raised its share of all strength by five points since the opening is adjudged the winner; otherwise it is a
draw. The opening is the yardstick because sides do not begin equal.

A game is decided, and adjudicated at once, when a side begins two rounds running with fifteen points more than at
the opening. Both rules are the same for both sides.
"""

from sandtable.area.state import AreaState
from sandtable.area.status import capital_lost, production
from sandtable.area.world import World

INCOME_ROUNDS = 3
"""How many rounds of income count."""
MARGIN = 0.05
"""How much a side must have gained of all strength."""

DECIDED = 0.15
"""How much it must have gained, two rounds running, for the game to be decided."""


def strength(world: World, state: AreaState, side: str) -> int:
    """What the powers of a side have, in money."""
    return sum(_of_power(world, state, power) for power in world.order if world.side(power) == side)


def shares(world: World, state: AreaState) -> dict[str, float]:
    """Each side's part of all strength, from 0 to 1."""
    each = {side: strength(world, state, side) for side in world.game.sides}
    whole = sum(each.values()) or 1
    return {side: own / whole for side, own in each.items()}


def adjudged(world: World, opening: AreaState, state: AreaState) -> str:
    """The side that has gained enough since the opening; empty for a draw."""
    return _ahead(world, opening, state, MARGIN)


class Course:
    """Follows a game round by round, and says when it is decided."""

    def __init__(self, world: World, opening: AreaState) -> None:
        self._world = world
        self._opening = opening
        self._round = opening.round
        self._leader = ""
        self.decided = False

    def follow(self, state: AreaState) -> bool:
        """Look at the game once a round; whether it is decided."""
        if state.round != self._round:
            self._round = state.round
            leader = _ahead(self._world, self._opening, state, DECIDED)
            self.decided = bool(leader) and leader == self._leader
            self._leader = leader
        return self.decided


def _ahead(world: World, opening: AreaState, state: AreaState, margin: float) -> str:
    """The side that has gained so much of all strength since the opening; empty if none has."""
    before, now = shares(world, opening), shares(world, state)
    best = max(now, key=lambda side: now[side] - before[side])
    return best if now[best] - before[best] >= margin else ""


def _of_power(world: World, state: AreaState, power: str) -> int:
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
