"""Announcing attacks: every army and its one target, before any die is rolled."""

from random import Random

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import CallOff, Target
from sandtable.hexes.state import Army, Combat, HexState, Name, Place, Side
from sandtable.hexes.status import attack_of, friendly, own_army
from sandtable.hexes.world import World


def check_target(world: World, state: HexState, combat: Combat, side: Side, action: Target) -> Refusal | None:
    """Judge an announced attack."""
    army = own_army(world, state, side, action.army)
    if isinstance(army, Refusal):
        return army
    if attack_of(combat, action.army) is not None:
        return world.refuse("attack.adjacent-one-hex", f"{action.army} has a target already.")
    return check_bound(world, state, army, action.army) or check_aim(world, state, army, action.target)


def check_bound(world: World, state: HexState, army: Army, name: Name) -> Refusal | None:
    """Whether an army is free to move and to attack."""
    if army.at in state.cut_off:
        why = f"{name} had no full supply when the turn began: it neither moves nor attacks."
        return world.refuse("supply.start-of-turn", why)
    rule = world.frozen(state.turn).get(army.at)
    if rule is not None:
        return Refusal(rule, f"{name} stays in {world.title(army.at)} this turn.")
    return None


def check_aim(world: World, state: HexState, army: Army, target: Place) -> Refusal | None:
    """Whether an army may attack, or advance into, a hex beside its own."""
    if not world.in_play(target):
        return world.refuse("map.theatres", f"{target} is not in play.")
    if target not in world.near(army.at):
        if world.touches(army.at, target):
            return world.refuse("terrain.crossing-attack", f"Only sea lies between {army.at} and {target}.")
        return world.refuse("attack.adjacent-one-hex", f"{target} is not beside {world.title(army.at)}.")
    holder = state.control.get(target)
    if holder is None:
        return Refusal(world.full_id(world.facts.neutrals), f"{world.title(target)} is neutral and stays so.")
    if holder != army.side and not world.hostile(army.side, holder):
        return world.refuse("coop.no-attack", f"{world.title(target)} is a friend of {world.name(holder)}.")
    return None


def check_call_off(world: World, combat: Combat, action: CallOff) -> Refusal | None:
    """Judge taking an attack back."""
    supporting = any(attack.fleet == action.army for attack in combat.supports)
    if attack_of(combat, action.army) is None and not supporting:
        return world.refuse("attack.announce-all", f"{action.army} has not been named for an attack.")
    return None


def targets(world: World, state: HexState, army: Army, shuffle: Random | None = None) -> list[Place]:
    """Hexes that an army could be named against, enemy ones first."""
    beside = [near for near in world.near(army.at) if check_aim(world, state, army, near) is None]
    if shuffle:
        shuffle.shuffle(beside)
    return sorted(beside, key=lambda near: friendly(state, army.side, near))
