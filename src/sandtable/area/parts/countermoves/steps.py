"""Runs the reactions to a movement phase, up to the next decision."""

from sandtable.area import claims
from sandtable.area.events import CalledOff
from sandtable.area.forces import Power, Stack, minus
from sandtable.area.movement.voyage import troops_waiting
from sandtable.area.parts.countermoves import ambush, interdiction, overflight, scramble
from sandtable.area.parts.countermoves.events import (
    ReactionCalled,
    ReactionLosses,
    ReactionOver,
    ReactionRolled,
    ReactionsDue,
)
from sandtable.area.parts.countermoves.memory import MOVES, Step
from sandtable.area.parts.countermoves.reacting import deciders, mover
from sandtable.area.parts.countermoves.settings import Settings
from sandtable.area.state import AreaState
from sandtable.area.status import phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World

NAME = "countermoves"
"""The part's name."""
MOVEMENT = ("combat-move", "noncombat-move")
"""The phases whose moves are reacted to."""


def close(settings: Settings, run: Unfolding, power: Power) -> None:
    """Start the reactions when a power ends a movement phase."""
    phase = phase_of(run.state, power)
    if phase not in MOVEMENT or MOVES.of(run.state).closing == phase:
        return
    found = tuple(upcoming(settings, run.world, run.state, phase))
    if found:
        run.emit(ReactionsDue(phase, found))
        advance(settings, run, power)


def upcoming(settings: Settings, world: World, state: AreaState, phase: str) -> list[Step]:
    """The reactions that are possible now."""
    powers = deciders(world, state)
    moved = bool(MOVES.of(state).tracks)
    found: list[Step] = []
    if moved and any(ambush.options(world, state, power) for power in powers):
        found.append(Step("ambush"))
    if moved:
        found += overflight.steps(settings, world, state, powers)
    if moved and any(interdiction.options(settings, world, state, power) for power in powers):
        found.append(Step("interdict"))
    if phase == "combat-move" and any(scramble.options(settings, world, state, power) for power in powers):
        found.append(Step("scramble"))
    return found


def can_decide(settings: Settings, world: World, state: AreaState, power: Power, step: Step) -> bool:
    """Whether a power has a decision to make in a step."""
    match step.kind:
        case "ambush":
            return bool(ambush.options(world, state, power))
        case "intercept":
            return bool(overflight.able(settings, world, state, power, step.space))
        case "interdict":
            return bool(interdiction.options(settings, world, state, power))
        case "scramble":
            return bool(scramble.options(settings, world, state, power))
        case "flak":
            return False


def advance(settings: Settings, run: Unfolding, power: Power) -> None:
    """Run the steps until somebody has a decision to make."""
    while MOVES.of(run.state).steps:
        world, moves = run.world, MOVES.of(run.state)
        step = moves.steps[0]
        if moves.claims:
            losses = claims.only(world, moves.claims[0])
            if losses is None:
                return
            lose(run, claims.spread(moves.claims[0], losses))
        elif any(part.asks(world, run.state, power) for part in world.parts.asks if part.name != NAME):
            return
        elif not moves.opened:
            powers = deciders(world, run.state)
            run.emit(ReactionCalled(tuple(p for p in powers if can_decide(settings, world, run.state, p, step))))
        elif moves.calls:
            if can_decide(settings, world, run.state, moves.calls[0], step):
                return
            run.emit(ReactionCalled(moves.calls[1:]))
        elif not moves.rolled:
            run.emit(ReactionRolled())
            _resolve(settings, run, step)
        else:
            if step.kind == "intercept":
                overflight.advance_until_decision(run, step.space)
            run.emit(ReactionOver())


def _resolve(settings: Settings, run: Unfolding, step: Step) -> None:
    match step.kind:
        case "ambush":
            ambush.resolve(run)
        case "flak":
            overflight.fire(run, step.space)
        case "intercept":
            overflight.meet(run, step.space)
        case "interdict":
            interdiction.resolve(settings, run)
        case "scramble":
            pass  # already there; they fight in the battle


def lose(run: Unfolding, gone: tuple[claims.Gone, ...]) -> None:
    """Remove lost units with those aboard or just landed from them, and call off assaults left without troops."""
    left = {space: run.state.at(space) for space in run.world.board.spaces if run.state.at(space)}
    drowned: dict[str, Stack] = {}
    for one in gone:
        for piece, count in one.destroyed:
            need = count
            for track in MOVES.of(run.state).tracks:
                some = min(need, track.count) if (track.end, track.piece) == (one.space, piece) else 0
                for land, units in track.ashore if some else ():
                    here = tuple((p, min(n * some, dict(left.get(land, ())).get(p, 0))) for p, n in units)
                    lost = tuple((p, n) for p, n in here if n)
                    left[land] = minus(left.get(land, ()), lost)
                    drowned[land] = (*drowned.get(land, ()), *lost)
                need -= some
    run.emit(ReactionLosses(gone, {land: units for land, units in drowned.items() if units}))
    power = mover(run.state)
    if phase_of(run.state, power) != "combat-move":
        return  # the assaults are over
    for zone, land in run.state.turn.assaults:
        if not troops_waiting(run.state, power, zone, land):
            run.emit(CalledOff(zone=zone, territory=land))
