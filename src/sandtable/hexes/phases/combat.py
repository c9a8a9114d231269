"""The Combat Phase: initial attacks step by step, then exploitation."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import (
    Advance,
    Assault,
    CallOff,
    Defend,
    Done,
    Exploit,
    HexAction,
    Intercept,
    Invade,
    Lose,
    Move,
    Retreat,
    Sail,
    Strike,
    Support,
    Target,
)
from sandtable.hexes.citations import Citation
from sandtable.hexes.combat import sequence
from sandtable.hexes.combat.advancing import check_advance
from sandtable.hexes.combat.announcing import check_bound, check_call_off, check_target, targets
from sandtable.hexes.combat.assaulting import check_assault, legal_assaults, make_assault
from sandtable.hexes.combat.defending import announce_defence, check_defend, legal_defences
from sandtable.hexes.combat.exploiting import check_exploit, duties, legal_exploits
from sandtable.hexes.combat.losses import check_losses, legal_losses, take
from sandtable.hexes.combat.retreating import check_retreat, legal_retreats
from sandtable.hexes.events import Announced, CalledOff, LandingBegan, Retreated
from sandtable.hexes.invasion.declaring import (
    announce_invasion,
    announce_support,
    check_invade,
    check_support,
    declare,
    legal_invasions,
    legal_support,
)
from sandtable.hexes.invasion.landing import check_sail, may_intercept, sail, strike, striking, to_land
from sandtable.hexes.invasion.sailing import check_intercept, check_strike, intercept
from sandtable.hexes.phases import with_offers
from sandtable.hexes.state import Attack, Combat, HexState, Landing, Side, Stage
from sandtable.hexes.status import active_attacks, attack_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

_PROMPTS = {
    "announce": "Announce each attack (an army and its target), then continue.",
    "invasion": "Carry out the invasions.",
    "assault": "Fire at your targets, then continue to the advances.",
    "advance": "Advance with the armies you announced, then continue.",
    "exploitation": "Attack again with armies that have advanced, or end the phase.",
}


def _fight(state: HexState) -> Combat:
    assert state.combat is not None, "there is no combat now"
    return state.combat


def pending(world: World, state: HexState) -> tuple[Decision, ...]:
    combat = _fight(state)
    if combat.toll is not None:
        prompt = "Choose a loss." if combat.toll.count == 1 else f"Choose {combat.toll.count} losses."
        return (Decision(combat.toll.side, "losses", combat.toll.fort, prompt),)
    if combat.displaced:
        army = state.armies[combat.displaced[0]]
        return (Decision(army.side, "retreat", army.at, "Retreat the armies that have lost their hex."),)
    if combat.unasked:
        prompt = "Choose which armies make a defensive assault now."
        return tuple(Decision(side, "defence", prompt=prompt) for side in combat.unasked)
    if combat.landing is not None:
        return (_landing_question(world, state, combat, combat.landing),)
    if combat.step == "exploitation" and combat.attacks:
        prompt = "Fire before the advance, or advance."
        return (Decision(state.side, "attack", combat.attacks[0].target, prompt),)
    return (Decision(state.side, combat.step, prompt=_PROMPTS.get(combat.step, "")),)


def _landing_question(world: World, state: HexState, combat: Combat, landing: Landing) -> Decision:
    """The decision to be made while an invasion is carried out."""
    fleets = may_intercept(world, state, combat)
    if fleets:
        prompt = "Intercept the invasion with a fleet, or let it pass."
        return Decision(state.fleets[fleets[0]].side, "intercept", landing.target, prompt)
    if landing.stage == "strike":
        return Decision(
            state.control[landing.target], "strike", landing.target, "Choose a target for coastal air."
        )
    if landing.stage == "assault":
        return Decision(state.side, "assault", landing.target, "Fire at the invaded hex, or go ashore.")
    return Decision(state.side, "advance", landing.target, "Choose who goes ashore next.")


def check(world: World, state: HexState, side: Side, action: HexAction) -> Refusal | None:
    combat = _fight(state)
    match action:
        case Move():
            return world.refuse("move.not-in-combat-phase", "You can move points only in the Movement Phase.")
        case Lose():
            return check_losses(world, state, side, action)
        case Retreat():
            return check_retreat(world, state, side, action)
        case Defend() if side in combat.unasked and combat.toll is None:
            return check_defend(world, state, combat, side, action)
        case Intercept() if combat.toll is None and not combat.unasked:
            return check_intercept(world, state, combat, side, action)
        case Strike() if combat.toll is None and not combat.unasked:
            return check_strike(world, state, combat, side, action)
    open_question = pending(world, state)[0]
    if open_question.kind in ("losses", "retreat", "defence", "intercept", "strike"):
        return world.refuse("seq.fixed-order", open_question.prompt)
    if combat.landing is not None:
        return _check_landing(world, state, combat, side, action, combat.landing.stage)
    return _check_attacker(world, state, combat, side, action)


def _check_landing(
    world: World, state: HexState, combat: Combat, side: Side, action: HexAction, stage: Stage
) -> Refusal | None:
    match action:
        case Assault() if stage == "assault":
            return check_assault(world, state, combat, side, action)
        case Done() if stage == "assault":
            return None
        case Advance() if stage == "advance":
            return check_advance(world, state, combat, side, action.army)
        case Done():
            return world.refuse("invasion.advance-mandatory", "Every invading army must try to get ashore.")
    return world.refuse("invasion.first", "Carry out the invasion first.")


def _check_attacker(
    world: World, state: HexState, combat: Combat, side: Side, action: HexAction
) -> Refusal | None:
    exploiting = combat.step == "exploitation"
    match action:
        case Target() if combat.step == "announce":
            return check_target(world, state, combat, side, action)
        case Target() if attack_of(combat, action.army) is not None:
            why = f"{action.army} can advance only into the hex it announced its attack on."
            return world.refuse("attack.assault-and-advance", why)
        case Target():
            rule: Citation = "seq.basic-phases" if exploiting else "attack.announce-all"
            return world.refuse(rule, "It's too late to announce initial attacks.")
        case Invade() if combat.step == "announce" or (exploiting and not combat.attacks):
            if exploiting and action.army not in combat.eligible:
                return check_exploit(world, state, combat, side, Exploit(action.army, action.target))
            return check_invade(world, state, combat, side, action)
        case Invade():
            return world.refuse("invasion.declare", "It's too late to declare invasions.")
        case Support() if combat.step == "announce":
            return check_support(world, state, combat, side, action)
        case Sail() if combat.step == "invasion":
            return check_sail(world, combat, action)
        case CallOff() if combat.step in ("announce", "assault", "advance"):
            return check_call_off(world, combat, action)
        case Assault() if combat.step == "assault" or exploiting:
            return check_assault(world, state, combat, side, action)
        case Assault() if combat.step == "advance":
            return world.refuse("attack.order-assault-then-advance", "The assaults are over.")
        case Advance() if combat.step == "advance" or (exploiting and combat.attacks):
            return check_advance(world, state, combat, side, action.army)
        case Advance() if combat.step == "assault":
            return world.refuse("attack.order-assault-then-advance", "All assaults come before the advances.")
        case Exploit() if exploiting and combat.attacks:
            return world.refuse("exploit.advance-mandatory", "This attack must end with an attempt to advance.")
        case Exploit() if exploiting:
            return check_exploit(world, state, combat, side, action)
        case Exploit():
            why = "Carry out all initial attacks first."
            return world.refuse("attack.initial-before-exploitation", why)
        case Done():
            return _check_done(world, state, combat)
    return world.refuse("seq.fixed-order", _PROMPTS.get(combat.step, "Not now."))


def _check_done(world: World, state: HexState, combat: Combat) -> Refusal | None:
    if combat.step == "invasion":
        return world.refuse("invasion.advance-mandatory", "You must carry out every invasion you declared.")
    if combat.step == "exploitation" and combat.attacks:
        return world.refuse("exploit.advance-mandatory", "This attack must end with an attempt to advance.")
    if combat.step == "exploitation":
        for name in duties(world, state, combat):
            why = f"{name} is in an overstacked hex and must try to advance out of it."
            return world.refuse("stack.combat-overstack", why)
    return None


def legal(
    world: World, state: HexState, side: Side, shuffle: Random | None, more: tuple[HexAction, ...]
) -> Iterator[HexAction]:
    return with_offers(world, state, side, _legal(world, state, side, shuffle), more, shuffle)


def _legal(world: World, state: HexState, side: Side, shuffle: Random | None) -> Iterator[HexAction]:
    combat = _fight(state)
    if combat.toll is not None:
        yield from legal_losses(state, combat.toll, shuffle)
    elif combat.displaced:
        yield from legal_retreats(world, state, combat.displaced)
    elif combat.unasked:
        yield from legal_defences(world, state, combat, side, shuffle)
    elif combat.landing is not None:
        yield from _legal_landing(world, state, combat, side, combat.landing, shuffle)
    else:
        yield from _legal_attacks(world, state, combat, side, shuffle)
        if _check_done(world, state, combat) is None:
            yield Done()


def _legal_landing(
    world: World, state: HexState, combat: Combat, side: Side, landing: Landing, shuffle: Random | None
) -> Iterator[HexAction]:
    fleets = [name for name in may_intercept(world, state, combat) if state.fleets[name].side == side]
    if fleets:
        yield from (Intercept(name) for name in (*fleets, ""))
    elif landing.stage == "strike":
        yield from (Strike(name) for name in striking(world, state, combat))
    elif landing.stage == "assault":
        yield from legal_assaults(world, state, combat, shuffle)
        yield Done()
    else:
        yield from (Advance(attack.army) for attack in active_attacks(combat))


def _legal_attacks(
    world: World, state: HexState, combat: Combat, side: Side, shuffle: Random | None
) -> Iterator[HexAction]:
    exploiting = combat.step == "exploitation"
    if combat.step == "invasion":
        yield from (Sail(place) for place in to_land(combat))
        return
    if combat.step == "announce":
        free = [name for name, _ in state.armies_of(side) if attack_of(combat, name) is None]
        yield from legal_invasions(world, state, combat, side, free, shuffle)
        yield from legal_support(world, state, combat, side, to_land(combat))
        yield from _legal_targets(world, state, combat, side, shuffle)
        if not shuffle:
            yield from legal_invasions(world, state, combat, side, free, shuffle, spend=1)
            names = (attack.army or attack.fleet for attack in (*combat.attacks, *combat.supports))
            yield from (CallOff(name) for name in names if name not in combat.sailed)
    if combat.step == "assault" or exploiting:
        yield from legal_assaults(world, state, combat, shuffle)
    if combat.step == "advance" or exploiting:
        for attack in combat.attacks:
            if check_advance(world, state, combat, side, attack.army) is None:
                yield Advance(attack.army)
    if exploiting and not combat.attacks:
        landed = [name for name in combat.landed if name in combat.eligible]
        yield from legal_invasions(world, state, combat, side, landed, shuffle)
        yield from legal_exploits(world, state, combat, shuffle)


def _legal_targets(
    world: World, state: HexState, combat: Combat, side: Side, shuffle: Random | None
) -> Iterator[Target]:
    names = [name for name, army in state.armies_of(side) if check_bound(world, state, army, name) is None]
    if shuffle:
        shuffle.shuffle(names)
    for name in names:
        if attack_of(combat, name) is None:
            yield from (Target(name, place) for place in targets(world, state, state.armies[name], shuffle))


def do(run: Unfolding, side: Side, action: HexAction) -> bool:
    match action:
        case Target():
            run.emit(Announced(attack=Attack(action.army, action.target)))
        case CallOff():
            run.emit(CalledOff(army=action.army))
        case Defend():
            announce_defence(run, side, action)
        case Lose():
            assert run.combat.toll is not None, "losses were not checked"
            take(run, run.combat.toll, action)
        case Retreat():
            run.emit(Retreated(army=action.army, to=action.to))
        case Assault():
            make_assault(run, action)
        case Advance():
            sequence.advance(run, action.army)
        case Invade() if run.combat.step == "announce":
            announce_invasion(run, side, action)
        case Invade():
            sequence.exploit(run, declare(run, side, action))
        case Support():
            announce_support(run, side, action)
        case Sail():
            sail(run, action.target)
        case Intercept():
            intercept(run, side, action)
        case Strike():
            strike(run, action.army)
        case Exploit():
            sequence.exploit(run, Attack(action.army, action.target))
        case Done() if run.combat.landing is not None:
            run.emit(LandingBegan(landing=replace(run.combat.landing, stage="advance")))
        case Done():
            return _done(run)
    return sequence.advance_until_decision(run)


def _done(run: Unfolding) -> bool:
    match run.combat.step:
        case "announce":
            if not run.combat.attacks:
                return True
            sequence.open_attacks(run)
        case "assault":
            sequence.open_advances(run)
        case "advance":
            sequence.open_exploitation(run)
        case "exploitation":
            return True
    return sequence.advance_until_decision(run)
