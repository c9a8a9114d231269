"""Factories: which ones a power may use this turn, and how many more units each can produce.

In some games factories are printed on the board, in others they are units that can be bought and captured.
"""

from collections.abc import Iterable
from typing import Any

from sandtable.area.forces import Power
from sandtable.area.part import Part
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

UNLIMITED = 10_000
"""The capacity of a factory without a limit."""


def has_factory(world: World, state: AreaState, territory: str) -> bool:
    """Whether there is a factory in a territory."""
    if world.factory_units:
        return any(piece.unit in world.factory_units for piece, _ in state.at(territory))
    return world.board.territories[territory].factory


def factory_closed(world: World, state: AreaState, power: Power, territories: Iterable[str]) -> Refusal | None:
    """Why one of these territories mobilizes nothing for a power this turn, if a part of the game says so."""
    for part in world.parts.factory_closed:
        for territory in territories:
            closed = part.factory_closed(world, state, power, territory)
            if closed:
                return closed
    return None


def eligible(world: World, state: AreaState, power: Power, territory: str) -> bool:
    """Whether this is a factory that the power has controlled since its turn began."""
    if state.control.get(territory) != power or state.turn.control.get(territory) != power:
        return False
    if factory_closed(world, state, power, (territory,)):
        return False
    if world.factory_units:  # one placed this turn has moved, like all new units
        return any(piece.unit in world.factory_units and not piece.moved for piece, _ in state.at(territory))
    return world.board.territories[territory].factory


def capacity(world: World, state: AreaState, power: Power, territory: str) -> int:
    """How many units a factory in this territory can produce for a power each turn."""
    for part in world.parts.factory_capacity:
        return part.factory_capacity(world, state, territory)
    return capacity_by_value(world, power, territory)


def capacity_by_value(world: World, power: Power, territory: str) -> int:
    """How many units a factory can produce each turn if that depends on its territory's value."""
    land, conduct = world.board.territories[territory], world.game.conduct
    if conduct.factories.original == "unlimited" and land.factory and land.owner == power:
        return UNLIMITED
    if land.owner != power:
        return max(land.value // conduct.factories.captured, conduct.factories.least)
    return max(land.value, conduct.factories.least)


def levying(world: World, power: Power, unit: str) -> Part[Any] | None:
    """The part of the game by which a power's units of a type need no factory, if any."""
    return next((part for part in world.parts.levies if part.levies(power, unit)), None)


def levy_room(world: World, state: AreaState, power: Power, territory: str) -> int:
    """How many units that need no factory may still enter play in a territory this turn."""
    return sum(part.levy_room(world, state, power, territory) for part in world.parts.levies)


def barred_from(world: World, state: AreaState, power: Power, unit: str, territory: str) -> Refusal | None:
    """Why a unit can't enter play in a territory, if a part of the game says so."""
    refusals = (part.builds(world, state, power, unit, territory) for part in world.parts.builds)
    return next((refusal for refusal in refusals if refusal), None)


def closed_or_barred(world: World, state: AreaState, power: Power, unit: str, territory: str) -> Refusal | None:
    """Why a territory mobilizes nothing this turn, or no units of this type."""
    closed = factory_closed(world, state, power, (territory,))
    return closed or barred_from(world, state, power, unit, territory)


def stands_since_start(world: World, state: AreaState, territory: str) -> bool:
    """Whether the original factory in a territory was never destroyed."""
    razed = any(part.factory_razed(state, territory) for part in world.parts.factory_razed)
    return world.board.territories[territory].factory and not razed


def room_at(world: World, state: AreaState, power: Power, territory: str) -> int:
    """How many more units the factory here can mobilize this turn."""
    if not eligible(world, state, power, territory):
        return 0
    lost = factory_damage(world, state, territory)
    return max(0, capacity(world, state, power, territory) - lost - state.turn.charged.get(territory, 0))


def factory_damage(world: World, state: AreaState, territory: str) -> int:
    """By how many units damage reduces a factory's capacity."""
    return sum(part.factory_damage(world, state, territory) for part in world.parts.factory_damage)


def serving(world: World, state: AreaState, power: Power, space: str) -> tuple[str, ...]:
    """The eligible factories with capacity left that can put a unit into ``space``."""
    around = world.board.coasts[space] if world.board.is_sea(space) else (space,)
    return tuple(f for f in around if room_at(world, state, power, f) > 0)
