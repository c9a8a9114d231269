"""Announcing attacks: each army and its one target, before any die is rolled."""

from random import Random

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import CallOff, Target
from sandtable.hexes.state import Army, Combat, HexState, Name, Place, Side
from sandtable.hexes.status import attack_of, friendly, own_army, under_way
from sandtable.hexes.supplying import supply_of
from sandtable.hexes.world import World


def check_target(world: World, state: HexState, combat: Combat, side: Side, action: Target) -> Refusal | None:
    """Validate an announced attack."""
    if action.army in state.forts and action.army not in world.counters(side):
        return world.refuse("fort.no-attack", f"The fort in {world.title(action.army)} can only defend.")
    army = own_army(world, state, side, action.army)
    if isinstance(army, Refusal):
        return army
    if attack_of(combat, action.army) is not None:
        return world.refuse("attack.adjacent-one-hex", f"{action.army} already has a target.")
    return check_bound(world, state, army, action.army) or check_aim(world, state, army, action.target)


def check_bound(world: World, state: HexState, army: Army, name: Name) -> Refusal | None:
    """Whether an army is free to move and attack."""
    if under_way(state, name):
        why = f"{name} is under way to invade {world.title(_target(state, name))}: it stays as it is until then."
        return world.refuse("c2-sequence.naval-before-land", why)
    for part in world.parts.binds:
        refusal = part.binds(world, state, name, army)
        if refusal is not None:
            return refusal
    if army.at in state.cut_off or name in state.hungry:
        fed = name in state.hungry or supply_of(world, state, army.side).of(army.at) == "defence"
        why = f"{name} wasn't in full supply at the start of the turn, so it can't move or attack."
        return world.refuse("supply.defense-only-effects" if fed else "supply.start-of-turn", why)
    rule = world.frozen(state.turn).get(army.at)
    if rule is not None:
        return Refusal(rule, f"{name} must stay in {world.title(army.at)} this turn.")
    return None


def _target(state: HexState, name: Name) -> Place:
    attack = attack_of(state.combat, name) if state.combat is not None else None
    return attack.target if attack is not None else ""


def check_aim(world: World, state: HexState, army: Army, target: Place) -> Refusal | None:
    """Whether an army may attack, or advance into, an adjacent hex."""
    absent = world.out_of_play(target, at_sea="terrain.crossing-attack")
    if absent is not None:
        return absent
    if target not in world.near(army.at) and target not in _leaps(world, state, army):
        if world.touches(army.at, target):
            return world.refuse("terrain.crossing-attack", f"There's only sea between {army.at} and {target}.")
        return world.refuse("attack.adjacent-one-hex", f"{target} isn't adjacent to {world.title(army.at)}.")
    holder = state.control.get(target)
    if holder is None:
        return check_neutral(world, target) or check_barred(world, state, army, target)
    if holder != army.side and not world.hostile(army.side, holder):
        why = f"{world.title(target)} is friendly to {world.the(holder)}."
        return world.at_peace(army.side, holder, "coop.no-attack", why)
    return check_barred(world, state, army, target)


def check_barred(world: World, state: HexState, army: Army, target: Place) -> Refusal | None:
    """Whether an army may attack a place that its side could attack."""
    refusals = (part.bars_attack(world, state, army, target) for part in world.parts.bars_attack)
    return next(filter(None, refusals), None)


def _leaps(world: World, state: HexState, army: Army) -> frozenset[Place]:
    """Places an army can attack across water."""
    return frozenset().union(*(part.leaps(world, state, army) for part in world.parts.leaps))


def check_neutral(world: World, target: Place) -> Refusal | None:
    """Whether a hex that nobody holds may be attacked."""
    if not world.facts.neutrals:
        return None
    return world.refuse_by(world.facts.neutrals, f"{world.title(target)} is neutral: you can't attack it.")


def check_call_off(world: World, combat: Combat, action: CallOff) -> Refusal | None:
    """Validate calling off an attack."""
    if action.army in combat.sailed:
        return world.refuse("invasion.advance-mandatory", f"{action.army} has sailed: its invasion goes on.")
    supporting = any(attack.fleet == action.army for attack in combat.supports)
    if attack_of(combat, action.army) is None and not supporting:
        return world.refuse("attack.announce-all", f"{action.army} has no attack announced.")
    return None


def targets(world: World, state: HexState, army: Army, shuffle: Random | None = None) -> list[Place]:
    """Hexes an army could attack, enemy ones first."""
    beside = [
        near
        for near in (*world.near(army.at), *_leaps(world, state, army))
        if check_aim(world, state, army, near) is None
    ]
    if shuffle:
        shuffle.shuffle(beside)
    return sorted(beside, key=lambda near: friendly(state, army.side, near))
