"""Turns: how one begins, how it ends, and who is next."""

import msgspec

from sandtable.area.forces import EMPTY, Power, Stack, add, ashore, rested, stack
from sandtable.area.state import AreaState, Turn
from sandtable.area.status import capital_lost, hostile_zone
from sandtable.area.world import World


def turn_begins(world: World, state: AreaState, power: Power, phase: str) -> AreaState:
    """The state at the start of ``power``'s turn: turn memory set, own air units off their own carriers."""
    flyers = frozenset(name for name, unit in world.units.items() if unit.kind == "air")
    state = msgspec.structs.replace(
        state, stacks={space: _launched(pieces, power, flyers) for space, pieces in state.stacks.items()}
    )
    hostile = tuple(
        zone for zone in state.stacks if world.board.is_sea(zone) and hostile_zone(world, state, power, zone)
    )
    turn = Turn(phases={power: phase}, control=state.control, hostile=tuple(sorted(hostile)))
    return msgspec.structs.replace(state, turn=turn)


def _launched(pieces: Stack, power: Power, flyers: frozenset[str]) -> Stack:
    """Own air units take off from own carriers: they move on their own, whatever the ship does."""
    result = EMPTY
    for piece, count in pieces:
        own = tuple(c for c in piece.cargo if c.power == power == piece.power and c.unit in flyers)
        result = add(result, ashore(piece, *own) if own else piece, count)
        for one in own:
            result = add(result, one, count)
    return result


def turn_ends(state: AreaState) -> AreaState:
    """The state when a turn is over: every piece rested, nothing remembered."""
    stacks = {space: stack((rested(p), n) for p, n in pieces) for space, pieces in state.stacks.items()}
    return msgspec.structs.replace(state, stacks=stacks)


def next_power(world: World, power: Power) -> Power:
    """Who plays after ``power``."""
    order = world.order
    return order[(order.index(power) + 1) % len(order)]


def next_phase(world: World, state: AreaState, power: Power, phase: str) -> str:
    """The phase after ``phase`` that the power plays; empty when its turn is over.

    With an empty ``phase``: the first one. Phases that need a capital are left out while an enemy holds it.
    """
    names = tuple(world.game.phases)
    lost = capital_lost(world, state, power)
    for name in names[names.index(phase) + 1 if phase else 0 :]:
        if not (lost and world.game.phases[name].needs_capital):
            return name
    return ""
