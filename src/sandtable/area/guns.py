"""Guns that fire at air units: which of them fire, and at whom."""

from sandtable.area.battle.sequence import Volley
from sandtable.area.forces import Power, Stack, where
from sandtable.area.state import AreaState, Route
from sandtable.area.status import enemies_at, hostile_land
from sandtable.area.world import World


def guns_at(world: World, state: AreaState, power: Power, space: str) -> Stack:
    """The guns in a territory that fire at air units of ``power``.

    A gun that ``power`` or a partner took this turn still fires: all moves of a turn count as made together.
    """
    taken = hostile_land(world, state.turn.control, power, space)
    foes = world.enemies[power]
    return where(state.at(space), lambda p: world.can(p, "anti-air") and (taken or p.power in foes))


def fire_on_the_way(world: World) -> bool:
    """Whether guns fire at air units that only fly over them."""
    return any(
        isinstance(step, Volley) and step.support and step.per_target
        for step in world.sequences.sequences["land"].steps
    )


def gun_value(world: World) -> int:
    """What guns have to roll, or less: on the way as in a battle."""
    return next(
        step.value
        for step in world.sequences.sequences["land"].steps
        if isinstance(step, Volley) and step.support and step.per_target
    )


def guns_on_the_way(world: World, state: AreaState, power: Power, path: Route, raid: bool) -> tuple[str, ...]:
    """Where guns fire at air units on this path; at its end only if neither a battle nor a raid follows there."""
    if not fire_on_the_way(world):
        return ()
    crossed = [space for space in dict.fromkeys(path[1:]) if space != path[-1]]
    if not raid and not enemies_at(world, state, power, path[-1]):
        crossed.append(path[-1])
    return tuple(space for space in crossed if guns_at(world, state, power, space))
