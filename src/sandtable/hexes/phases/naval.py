"""Naval movement: what parts offer, then the routes of invasions. Their armies wait for the Combat Phase."""

from collections.abc import Iterator
from random import Random

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import CallOff, Done, HexAction, Intercept, Invade, Lose, Sail, Support
from sandtable.hexes.combat.announcing import check_call_off
from sandtable.hexes.combat.losses import check_losses, legal_losses, take
from sandtable.hexes.events import CalledOff
from sandtable.hexes.invasion.declaring import (
    announce_invasion,
    announce_support,
    check_invade,
    check_support,
    legal_invasions,
    legal_support,
)
from sandtable.hexes.invasion.landing import advance_landing, may_intercept, put_to_sea
from sandtable.hexes.invasion.sailing import check_intercept, intercept
from sandtable.hexes.phases import offered
from sandtable.hexes.state import Combat, HexState, Place, Side
from sandtable.hexes.status import attack_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

NOTHING = Combat()


def pending(world: World, state: HexState) -> tuple[Decision, ...]:
    combat = state.combat or NOTHING
    if combat.toll is not None:
        prompt = "Choose a loss." if combat.toll.count == 1 else f"Choose {combat.toll.count} losses."
        return (Decision(combat.toll.side, "losses", prompt=prompt),)
    if combat.landing is not None:
        fleets = may_intercept(world, state, combat)
        prompt = "Intercept the invasion with a fleet, or let it pass."
        return (Decision(state.fleets[fleets[0]].side, "intercept", combat.landing.target, prompt),)
    return offered.pending(world, state)


def check(world: World, state: HexState, side: Side, action: HexAction) -> Refusal | None:
    combat = state.combat or NOTHING
    if combat.toll is not None:
        if isinstance(action, Lose):
            return check_losses(world, state, side, action)
        return world.refuse("seq.fixed-order", pending(world, state)[0].prompt)
    if combat.landing is not None:
        if isinstance(action, Intercept):
            return check_intercept(world, state, combat, side, action)
        return world.refuse("seq.fixed-order", pending(world, state)[0].prompt)
    match action:
        case Invade():
            return _check_homecoming(world, state, side) or check_invade(world, state, combat, side, action)
        case Support():
            return check_support(world, state, combat, side, action)
        case Sail():
            return _check_sail(world, combat, action)
        case CallOff():
            return check_call_off(world, combat, action)
        case Done() if waiting(combat):
            why = f"The invasion of {world.title(waiting(combat)[0])} has yet to sail."
            return world.refuse("c2-sequence.naval-movement-steps", why)
    return offered.check(world, state, side, action)


def _check_homecoming(world: World, state: HexState, side: Side) -> Refusal | None:
    """Whether nothing that comes before invasions is left to do."""
    return next(filter(None, (part.lingers(world, state, side) for part in world.parts.lingers)), None)


def waiting(combat: Combat) -> list[Place]:
    """The targets of invasions that have yet to sail."""
    targets = {attack.target for attack in combat.attacks}
    found = {attack.target for attack in combat.attacks if attack.army not in combat.sailed}
    found |= {one.target for one in combat.supports if one.fleet not in combat.sailed and one.target in targets}
    return sorted(found)


def _check_sail(world: World, combat: Combat, action: Sail) -> Refusal | None:
    if action.target not in waiting(combat):
        return world.refuse("invasion.attacker-order", f"No invasion of {action.target} waits to sail.")
    return None


def legal(
    world: World, state: HexState, side: Side, shuffle: Random | None, more: tuple[HexAction, ...]
) -> Iterator[HexAction]:
    combat = state.combat or NOTHING
    if combat.toll is not None:
        yield from legal_losses(state, combat.toll, shuffle)
    elif combat.landing is not None:
        fleets = [name for name in may_intercept(world, state, combat) if state.fleets[name].side == side]
        yield from (Intercept(name) for name in (*fleets, ""))
    elif combat.attacks:
        yield from _legal_routes(world, state, side, shuffle)
        if check(world, state, side, Done()) is None:
            yield from offered.legal(world, state, side, shuffle, more)
    elif shuffle is not None and shuffle.random() < offered.ENOUGH:
        yield from _legal_routes(world, state, side, shuffle)
        yield from offered.legal(world, state, side, shuffle, more)
    else:
        yield from offered.legal(world, state, side, shuffle, more)
        yield from _legal_routes(world, state, side, shuffle)


def _legal_routes(world: World, state: HexState, side: Side, shuffle: Random | None) -> Iterator[HexAction]:
    combat = state.combat or NOTHING
    yield from (Sail(place) for place in waiting(combat))
    if _check_homecoming(world, state, side) is not None:
        return
    free = [name for name, _ in state.armies_of(side) if attack_of(combat, name) is None]
    yield from legal_support(world, state, combat, side, waiting(combat))
    yield from legal_invasions(world, state, combat, side, free, shuffle)
    if not shuffle:
        yield from legal_invasions(world, state, combat, side, free, shuffle, spend=1)
        names = (attack.army or attack.fleet for attack in (*combat.attacks, *combat.supports))
        yield from (CallOff(name) for name in names if check_call_off(world, combat, CallOff(name)) is None)


def do(run: Unfolding, side: Side, action: HexAction) -> bool:
    match action:
        case Invade():
            announce_invasion(run, side, action)
        case Support():
            announce_support(run, side, action)
        case CallOff():
            run.emit(CalledOff(army=action.army))
        case Sail():
            put_to_sea(run, action.target)
        case Intercept():
            intercept(run, side, action)
        case Lose():
            assert run.combat.toll is not None, "losses were not checked"
            take(run, run.combat.toll, action)
    return advance_until_decision(run, over=isinstance(action, Done))


def advance_until_decision(run: Unfolding, over: bool = False) -> bool:
    """Take what is at sea further until somebody has to decide. Returns whether the phase is over."""
    combat = run.state.combat
    while combat is not None and combat.toll is None and combat.landing is not None:
        if not advance_landing(run):
            return False
        combat = run.state.combat
    if combat is not None and combat.toll is not None:
        return False
    ending = [part.closes(run, over) for part in run.world.parts.closes]
    asked = any(part.asks(run.world, run.state) for part in run.world.parts.asks)
    due = run.state.combat is not None and run.state.combat.toll is not None
    return not asked and not due and (over or any(ending))
