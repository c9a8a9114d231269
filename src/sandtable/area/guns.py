"""Guns that fire at air units: which of them fire, and at what."""

from sandtable.area.battle.sequence import Volley
from sandtable.area.forces import Power, Stack, where
from sandtable.area.state import AreaState
from sandtable.area.status import hostile_land
from sandtable.area.world import World


def guns_at(world: World, state: AreaState, power: Power, space: str) -> Stack:
    """The guns in a territory that fire at air units of ``power``.

    A gun that ``power`` or a partner took this turn still fires: all moves of a turn count as made together.
    """
    taken = hostile_land(world, state.turn.control, power, space)
    foes = world.enemies[power]
    return where(state.at(space), lambda p: world.can(p, "anti-air") and (taken or p.power in foes))


def shots_at(world: World, guns: Stack, planes: int) -> tuple[int, ...]:
    """What each die of these guns needs outside a battle, or less: no more dice than air units."""
    steps = world.sequences.sequences["land"].steps
    flak = next(step for step in steps if isinstance(step, Volley) and step.per_target and step.side == "defend")
    found: list[int] = []
    for gun, count in guns:
        found += [flak.value + world.type(gun).aim] * (count * world.type(gun).anti_air)
    return tuple(sorted(found, reverse=True)[:planes])
