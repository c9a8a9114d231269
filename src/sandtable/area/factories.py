"""Factories: which of them a power may use this turn, and how many units each still takes.

Some games have their factories printed on the board, in others they are units that can be bought and taken.
"""

from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.world import World

UNLIMITED = 10_000
"""What a factory takes that takes any number of units."""


def has_factory(world: World, state: AreaState, territory: str) -> bool:
    """Whether a factory stands in a territory."""
    if world.factory_units:
        return any(piece.unit in world.factory_units for piece, _ in state.at(territory))
    return world.board.territories[territory].factory


def eligible(world: World, state: AreaState, power: Power, territory: str) -> bool:
    """A factory that the power has controlled since its turn began."""
    if state.control.get(territory) != power or state.turn.control.get(territory) != power:
        return False
    if world.factory_units:  # one that was placed this turn has moved, as all new units have
        return any(piece.unit in world.factory_units and not piece.moved for piece, _ in state.at(territory))
    return world.board.territories[territory].factory


def capacity(world: World, power: Power, territory: str) -> int:
    """How many units a factory in this territory takes each turn for a power."""
    land, conduct = world.board.territories[territory], world.game.conduct
    if conduct.original_factories == "unlimited" and land.factory and land.owner == power:
        return UNLIMITED
    return max(land.value, conduct.least_capacity)


def room_at(world: World, state: AreaState, power: Power, territory: str) -> int:
    """How many more units the factory here may mobilize this turn."""
    if not eligible(world, state, power, territory):
        return 0
    return capacity(world, power, territory) - state.turn.charged.get(territory, 0)


def serving(world: World, state: AreaState, power: Power, space: str) -> tuple[str, ...]:
    """The eligible factories with room left that can put a unit into ``space``."""
    around = world.board.coasts[space] if world.board.is_sea(space) else (space,)
    return tuple(f for f in around if room_at(world, state, power, f) > 0)
