"""Factories: which of them a power may use this turn, and how many units each still takes."""

from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.world import World


def eligible(world: World, state: AreaState, power: Power, territory: str) -> bool:
    """A factory that the power has controlled since its turn began."""
    return (
        world.board.territories[territory].factory
        and state.control.get(territory) == power
        and state.turn.control.get(territory) == power
    )


def room_at(world: World, state: AreaState, power: Power, territory: str) -> int:
    """How many more units the factory here may mobilize this turn."""
    if not eligible(world, state, power, territory):
        return 0
    return world.board.territories[territory].value - state.turn.charged.get(territory, 0)


def serving(world: World, state: AreaState, power: Power, space: str) -> tuple[str, ...]:
    """The eligible factories with room left that can put a unit into ``space``."""
    around = world.board.coasts[space] if world.board.is_sea(space) else (space,)
    return tuple(f for f in around if room_at(world, state, power, f) > 0)
