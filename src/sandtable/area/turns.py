"""Turns: how they begin and end, and who is next."""

from collections.abc import Collection, Mapping

import msgspec

from sandtable.area.forces import EMPTY, Power, Stack, add, ashore, rested, stack
from sandtable.area.state import AreaState, Turn
from sandtable.area.status import active, capital, capital_lost, hostile_land, hostile_zone, phase_of
from sandtable.area.world import World


def turn_begins(world: World, state: AreaState, phases: Mapping[Power, str]) -> AreaState:
    """The state at the start of a turn: turn memory set, own air units of the powers on turn off their carriers.

    ``phases``: the powers whose turn it is, and each one's first phase.
    """
    flyers = frozenset(name for name, unit in world.units.items() if unit.kind == "air")
    state = msgspec.structs.replace(
        state, stacks={space: _launched(world, pieces, phases, flyers) for space, pieces in state.stacks.items()}
    )
    lead = next(iter(phases))
    hostile = tuple(
        zone for zone in state.stacks if world.board.is_sea(zone) and hostile_zone(world, state, lead, zone)
    )
    turn = Turn(phases=phases, control=state.control, hostile=tuple(sorted(hostile)))
    return msgspec.structs.replace(state, turn=turn)


def _launched(world: World, pieces: Stack, team: Collection[Power], flyers: frozenset[str]) -> Stack:
    """Own air units take off from own carriers: they move independently of the ship."""
    result = EMPTY
    for piece, count in pieces:
        if piece.power not in team or (piece.cargo and world.deck_closed(piece)):
            result = add(result, piece, count)
            continue
        own = tuple(c for c in piece.cargo if c.power == piece.power and c.unit in flyers)
        result = add(result, ashore(piece, *own) if own else piece, count)
        for one in own:
            result = add(result, one, count)
    return result


def turn_ends(state: AreaState) -> AreaState:
    """The state at the end of a turn: every piece rested, turn memory cleared."""
    stacks = {space: stack((rested(p), n) for p, n in pieces) for space, pieces in state.stacks.items()}
    return msgspec.structs.replace(state, stacks=stacks)


def first_round(world: World) -> int:
    """The number of the first round: a special opening comes before round one."""
    return 0 if world.game.rota.opening else 1


def next_turn(world: World, state: AreaState) -> tuple[int, tuple[Power, ...]]:
    """The round after this turn, and who plays in it."""
    teams = world.teams(state.round)
    after = teams.index(active(state)) + 1
    if after < len(teams):
        return state.round, teams[after]
    return state.round + 1, world.teams(state.round + 1)[0]


def first_phases(world: World, state: AreaState, team: tuple[Power, ...]) -> Mapping[Power, str]:
    """The first phase of each power of a team."""
    return {power: next_phase(world, state, power, "") for power in team}


def speaker(world: World, state: AreaState, power: Power) -> Power | None:
    """The power in whose name a power on turn plays its phase now; None if it waits for its team.

    Phases that a team plays together are played in the name of its first power, once all have reached them.
    """
    phase = phase_of(state, power)
    if not world.together(phase):
        return power if phase else None
    return active(state)[0] if set(state.turn.phases.values()) == {phase} else None


def waited_for(world: World, state: AreaState) -> tuple[Power, ...]:
    """The powers of the team on turn that the others have to wait for."""
    return tuple(p for p, phase in state.turn.phases.items() if phase and not world.together(phase))


def next_phase(world: World, state: AreaState, power: Power, phase: str) -> str:
    """The phase after ``phase`` that the power plays; empty if its turn is over.

    With an empty ``phase``: the first one. Phases that need a capital are skipped while an enemy holds it.
    """
    names = tuple(world.game.phases)
    lost = capital_lost(world, state, power)
    held = state.turn.control or state.control
    for name in names[names.index(phase) + 1 if phase else 0 :]:
        info = world.game.phases[name]
        without = hostile_land(world, held, power, capital(world, state, power)) if info.capital_at_start else lost
        if not (without and info.needs_capital):
            return name
    return ""
