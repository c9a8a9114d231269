"""Factories: which of them a power may use this turn, and how many units each still takes.

Some games have their factories printed on the board, in others they are units that can be bought and taken.
"""

from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import capital_lost
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
    if territory in state.turn.scorched:
        return False
    if world.factory_units:  # one that was placed this turn has moved, as all new units have
        return any(piece.unit in world.factory_units and not piece.moved for piece, _ in state.at(territory))
    return world.board.territories[territory].factory


def capacity(world: World, power: Power, territory: str) -> int:
    """How many units a factory in this territory takes each turn for a power."""
    land, conduct = world.board.territories[territory], world.game.conduct
    if conduct.original_factories == "unlimited" and land.factory and land.owner == power:
        return UNLIMITED
    if land.owner != power:
        return max(land.value // conduct.captured_capacity, conduct.least_capacity)
    return max(land.value, conduct.least_capacity)


def levy_room(world: World, state: AreaState, power: Power, territory: str) -> int:
    """How many units that need no factory may still enter play in a territory this turn."""
    levies = world.game.conduct.levies
    if levies is None or not levy_place(world, state, power, territory):
        return 0
    return levy_limit(world, power, territory) - state.turn.raised.get(territory, 0)


def levy_limit(world: World, power: Power, territory: str) -> int:
    """How many units that need no factory a territory takes each turn for a power."""
    levies, land = world.game.conduct.levies, world.board.territories[territory]
    if levies is None:
        return 0
    return land.value // (levies.original if land.owner == power else levies.captured)


def levy_place(world: World, state: AreaState, power: Power, territory: str) -> bool:
    """Whether such units may enter play in a territory at all this turn."""
    held = state.control.get(territory) == power == state.turn.control.get(territory)
    if not held or territory in state.turn.scorched:
        return False
    if not world.game.conduct.build_where_lost or not capital_lost(world, state, power):
        return True
    return has_factory(world, state, territory) or bool(world.board.territories[territory].city)


def room_at(world: World, state: AreaState, power: Power, territory: str) -> int:
    """How many more units the factory here may mobilize this turn."""
    if not eligible(world, state, power, territory):
        return 0
    bombed = state.damage[territory].production if territory in state.damage else 0
    return max(0, capacity(world, power, territory) - bombed - state.turn.charged.get(territory, 0))


def serving(world: World, state: AreaState, power: Power, space: str) -> tuple[str, ...]:
    """The eligible factories with room left that can put a unit into ``space``."""
    around = world.board.coasts[space] if world.board.is_sea(space) else (space,)
    return tuple(f for f in around if room_at(world, state, power, f) > 0)
