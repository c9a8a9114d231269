"""The attacker's assaults: armies in one hex fire together at their target."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Assault
from sandtable.hexes.atlas import Terrain
from sandtable.hexes.citations import Citation
from sandtable.hexes.combat.fire import (
    GROUNDED,
    assault_strength,
    dogfight,
    flight,
    held_by,
    roll_fire,
    room_to_fire,
)
from sandtable.hexes.combat.losses import hit_hex
from sandtable.hexes.events import HeldFire
from sandtable.hexes.state import Attack, Combat, HexState, Name, Place, Side
from sandtable.hexes.status import active_attacks, friendly, own_army
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

_NO_MECHANIZED: Mapping[Terrain, Citation] = {
    "mountain": "terrain.mountain-no-mech-assault",
    "swamp": "terrain.swamp-no-mech-assault",
    "jungle": "terrain.jungle-assault",
}
"""The rule that keeps mechanized points from firing into a terrain."""


def can_assault(world: World, state: HexState, combat: Combat, attack: Attack) -> bool:
    """Whether an army could fire at its target now."""
    army = state.armies[attack.army]
    return (
        attack.army not in combat.assaulted
        and not friendly(state, army.side, attack.target)
        and _can_fire(world, state, (attack.army,), attack.target, bool(attack.route))
    )


def _can_fire(world: World, state: HexState, armies: tuple[Name, ...], target: Place, by_sea: bool) -> bool:
    """Whether armies in one hex have anything left to fire at a target, on the ground or in the air."""
    frm = state.armies[armies[0]].at
    ground = _ground_fire(world, state, armies, target, by_sea)
    return (ground > 0 and room_to_fire(world, state, frm, target) > 0) or flight(
        world, state, frm, target, armies, False
    ) != GROUNDED


def _ground_fire(world: World, state: HexState, armies: tuple[Name, ...], target: Place, by_sea: bool) -> int:
    """The ground strength of the given armies; across water only aircraft fire."""
    if not by_sea and target not in world.near(state.armies[armies[0]].at):
        return 0
    return assault_strength(world, held_by(state, armies), target, by_sea)


def check_assault(world: World, state: HexState, combat: Combat, side: Side, action: Assault) -> Refusal | None:
    """Validate an assault."""
    if friendly(state, side, action.target):
        return world.refuse("advance.no-friendly-assault", f"{world.title(action.target)} is friendly.")
    if not action.armies or len(set(action.armies)) != len(action.armies):
        return world.refuse("assault.by-hex", "Name each army that takes part once.")
    for name in action.armies:
        refusal = _check_army(world, state, combat, side, name, action.target)
        if refusal is not None:
            return refusal
    places = {state.armies[name].at for name in action.armies}
    if len(places) > 1:
        return world.refuse("assault.by-hex", "Armies can fire together only from the same hex.")
    by_sea = combat.landing is not None
    airborne = flight(world, state, places.copy().pop(), action.target, action.armies, False) != GROUNDED
    strength = _ground_fire(world, state, action.armies, action.target, by_sea)
    if not strength and not airborne:
        rule = _NO_MECHANIZED.get(world.terrain(action.target), "table.firepower")
        return world.refuse(rule, "These armies have nothing that can fire there.")
    if not airborne and not room_to_fire(world, state, places.pop(), action.target):
        return world.refuse("assault.cap-ten", "Everything in this hex has already fired at that one.")
    return None


def _check_army(
    world: World, state: HexState, combat: Combat, side: Side, name: Name, target: Place
) -> Refusal | None:
    army = own_army(world, state, side, name)
    if isinstance(army, Refusal):
        return army
    if name in combat.failed:
        return world.refuse("exploit.fail-loses-assault", f"{name} failed to advance and can't fire again.")
    if name in combat.assaulted:
        return world.refuse("attack.one-assault", f"{name} has already made its assault this turn.")
    attack = next((attack for attack in active_attacks(combat) if attack.army == name), None)
    if attack is None and combat.step == "exploitation":
        return world.refuse("exploit.single-army-assault", f"Only the exploiting army can fire, not {name}.")
    if attack is None or attack.target != target:
        return world.refuse("attack.announce-all", f"{name} has no attack announced on {target}.")
    return None


def make_assault(run: Unfolding, action: Assault) -> bool:
    """Roll an assault and return whether the defender has no losses to choose."""
    world, state = run.world, run.state
    armies = tuple(sorted(action.armies))
    shooter = state.armies[armies[0]]
    for part in world.parts.attacked:
        part.attacked(run, shooter.side, shooter.at, action.target)
    state = run.state
    room = room_to_fire(world, state, shooter.at, action.target)
    by_sea = run.combat.landing is not None
    air = flight(world, state, shooter.at, action.target, armies, False)
    strength = min(room, _ground_fire(world, state, armies, action.target, by_sea)) + air.joins
    dogfight(run, shooter.at, action.target, armies, air, False)
    if not strength:
        run.emit(HeldFire(at=action.target, armies=armies))
        return True
    hits = roll_fire(run, shooter, shooter.at, action.target, armies, (), strength, False, air.joins)
    return hit_hex(run, action.target, hits)


def legal_assaults(world: World, state: HexState, combat: Combat, shuffle: Random | None) -> Iterator[Assault]:
    """Every assault that could be made now."""
    groups: dict[tuple[Place, Place], list[Name]] = {}
    for attack in active_attacks(combat):
        if can_assault(world, state, combat, attack):
            groups.setdefault((state.armies[attack.army].at, attack.target), []).append(attack.army)
    lanes = list(groups.items())
    if shuffle:
        shuffle.shuffle(lanes)
    for (_, target), names in lanes:
        for number in range(len(names), 0, -1):
            for some in combinations(names, number):
                yield Assault(target, some)
