"""The Combat Phase: initial attacks step by step, then exploitation."""

from collections.abc import Iterator
from random import Random

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
    Lose,
    Move,
    Retreat,
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
from sandtable.hexes.events import Announced, CalledOff, Retreated
from sandtable.hexes.state import Attack, Combat, HexState, Side
from sandtable.hexes.status import attack_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

_PROMPTS = {
    "announce": "Name every army that attacks and its target, then go on.",
    "invasion": "Carry out the invasions.",
    "assault": "Fire at your targets, then go on to the advances.",
    "advance": "Advance with the armies that were named, then go on.",
    "exploitation": "Attack on with armies that have advanced, or finish the phase.",
}


def _fight(state: HexState) -> Combat:
    assert state.combat is not None, "there is no combat now"
    return state.combat


def pending(world: World, state: HexState) -> tuple[Decision, ...]:
    combat = _fight(state)
    if combat.toll is not None:
        prompt = f"Name {combat.toll.count} losses."
        return (Decision(combat.toll.side, "losses", combat.toll.fort, prompt),)
    if combat.displaced:
        army = state.armies[combat.displaced[0]]
        return (Decision(army.side, "retreat", army.at, "Retreat the armies that have lost their hex."),)
    if combat.unasked:
        prompt = "Say which armies make their defensive assault now."
        return tuple(Decision(side, "defence", prompt=prompt) for side in combat.unasked)
    if combat.step == "exploitation" and combat.attacks:
        prompt = "Fire before the advance, or advance."
        return (Decision(state.side, "attack", combat.attacks[0].target, prompt),)
    return (Decision(state.side, combat.step, prompt=_PROMPTS.get(combat.step, "")),)


def check(world: World, state: HexState, side: Side, action: HexAction) -> Refusal | None:
    combat = _fight(state)
    match action:
        case Move():
            return world.refuse("move.not-in-combat-phase", "Points move in the Movement Phase only.")
        case Lose():
            return check_losses(world, state, side, action)
        case Retreat():
            return check_retreat(world, state, side, action)
        case Defend() if side in combat.unasked and combat.toll is None:
            return check_defend(world, state, combat, side, action)
    open_question = pending(world, state)[0]
    if open_question.kind in ("losses", "retreat", "defence"):
        return world.refuse("seq.fixed-order", open_question.prompt)
    return _check_attacker(world, state, combat, side, action)


def _check_attacker(
    world: World, state: HexState, combat: Combat, side: Side, action: HexAction
) -> Refusal | None:
    exploiting = combat.step == "exploitation"
    match action:
        case Target() if combat.step == "announce":
            return check_target(world, state, combat, side, action)
        case Target():
            rule: Citation = "seq.basic-phases" if exploiting else "attack.announce-all"
            return world.refuse(rule, "All initial attacks have been announced.")
        case CallOff() if combat.step in ("announce", "assault", "advance"):
            return check_call_off(world, combat, action)
        case Assault() if combat.step == "assault" or (exploiting and combat.attacks):
            return check_assault(world, state, combat, side, action)
        case Assault() if combat.step == "advance":
            return world.refuse("attack.order-assault-then-advance", "The assaults are over.")
        case Advance() if combat.step == "advance" or (exploiting and combat.attacks):
            return check_advance(world, state, combat, side, action.army)
        case Advance() if combat.step == "assault":
            return world.refuse("attack.order-assault-then-advance", "First all assaults, then the advances.")
        case Exploit() if exploiting and combat.attacks:
            return world.refuse("exploit.advance-mandatory", "This attack must end with an attempt to advance.")
        case Exploit() if exploiting:
            return check_exploit(world, state, combat, side, action)
        case Exploit():
            why = "First all initial attacks are carried out."
            return world.refuse("attack.initial-before-exploitation", why)
        case Done():
            return _check_done(world, state, combat)
    return world.refuse("seq.fixed-order", _PROMPTS.get(combat.step, "Not now."))


def _check_done(world: World, state: HexState, combat: Combat) -> Refusal | None:
    if combat.step == "exploitation" and combat.attacks:
        return world.refuse("exploit.advance-mandatory", "This attack must end with an attempt to advance.")
    if combat.step == "exploitation":
        for name in duties(world, state, combat):
            why = f"{name} stands in an overstacked hex and has to try to advance out of it."
            return world.refuse("stack.combat-overstack", why)
    return None


def legal(world: World, state: HexState, side: Side, shuffle: Random | None) -> Iterator[HexAction]:
    combat = _fight(state)
    if combat.toll is not None:
        yield from legal_losses(state, combat.toll, shuffle)
    elif combat.displaced:
        yield from legal_retreats(world, state, combat.displaced)
    elif combat.unasked:
        yield from legal_defences(state, combat, side, shuffle)
    else:
        yield from _legal_attacks(world, state, combat, side, shuffle)
        if _check_done(world, state, combat) is None:
            yield Done()


def _legal_attacks(
    world: World, state: HexState, combat: Combat, side: Side, shuffle: Random | None
) -> Iterator[HexAction]:
    exploiting = combat.step == "exploitation"
    if combat.step == "announce":
        yield from _legal_targets(world, state, combat, side, shuffle)
    if combat.step == "assault" or exploiting:
        yield from legal_assaults(world, state, combat, shuffle)
    if combat.step == "advance" or exploiting:
        yield from (Advance(attack.army) for attack in combat.attacks)
    if exploiting and not combat.attacks:
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
        case Exploit():
            sequence.exploit(run, Attack(action.army, action.target))
        case Done():
            return _done(run)
    return sequence.go_on(run)


def _done(run: Unfolding) -> bool:
    match run.combat.step:
        case "announce":
            if not run.combat.attacks:
                return True
            sequence.open_fire(run)
        case "assault":
            sequence.open_advances(run)
        case "advance":
            sequence.open_exploitation(run)
        case "exploitation":
            return True
    return sequence.go_on(run)
