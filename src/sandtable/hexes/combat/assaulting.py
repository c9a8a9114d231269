"""The attacker's assaults: armies of one hex fire together at their target."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Assault
from sandtable.hexes.atlas import Terrain
from sandtable.hexes.citations import Citation
from sandtable.hexes.combat.fire import assault_strength, held_by, roll_fire, room_to_fire
from sandtable.hexes.combat.losses import hit_hex
from sandtable.hexes.state import Attack, Combat, HexState, Name, Place, Side
from sandtable.hexes.status import active_attacks, friendly, own_army
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

_NO_MECHANIZED: Mapping[Terrain, Citation] = {
    "mountain": "terrain.mountain-no-mech-assault",
    "swamp": "terrain.swamp-no-mech-assault",
    "jungle": "terrain.jungle-assault",
}
"""The rule by which mechanized points do not fire into a terrain."""


def can_assault(world: World, state: HexState, combat: Combat, attack: Attack) -> bool:
    """Whether an army that has been named against a hex could fire at it now."""
    army = state.armies[attack.army]
    return (
        attack.army not in combat.assaulted
        and not friendly(state, army.side, attack.target)
        and assault_strength(world, army.points, attack.target, bool(attack.route)) > 0
        and room_to_fire(world, state, army.at, attack.target) > 0
    )


def check_assault(world: World, state: HexState, combat: Combat, side: Side, action: Assault) -> Refusal | None:
    """Judge an assault."""
    if friendly(state, side, action.target):
        return world.refuse("advance.no-friendly-assault", f"{world.title(action.target)} is friendly.")
    if not action.armies or len(set(action.armies)) != len(action.armies):
        return world.refuse("assault.by-hex", "Name the armies that take part, each once.")
    for name in action.armies:
        refusal = _check_army(world, state, combat, side, name, action.target)
        if refusal is not None:
            return refusal
    places = {state.armies[name].at for name in action.armies}
    if len(places) > 1:
        return world.refuse("assault.by-hex", "Armies fire together only from one hex.")
    by_sea = combat.landing is not None
    strength = assault_strength(world, held_by(state, action.armies), action.target, by_sea)
    if not strength:
        rule = _NO_MECHANIZED.get(world.terrain(action.target), "table.firepower")
        return world.refuse(rule, "Nothing of theirs can fire there.")
    if not room_to_fire(world, state, places.pop(), action.target):
        return world.refuse("assault.cap-ten", "All that may be fired from this hex at that one has been fired.")
    return None


def _check_army(
    world: World, state: HexState, combat: Combat, side: Side, name: Name, target: Place
) -> Refusal | None:
    army = own_army(world, state, side, name)
    if isinstance(army, Refusal):
        return army
    if name in combat.failed:
        return world.refuse("exploit.fail-loses-assault", f"{name} has failed to advance and fires no more.")
    if name in combat.assaulted:
        return world.refuse("attack.one-assault", f"{name} has made its assault of this turn.")
    attack = next((attack for attack in active_attacks(combat) if attack.army == name), None)
    if attack is None and combat.step == "exploitation":
        return world.refuse("exploit.single-army-assault", f"Only the army that exploits fires, not {name}.")
    if attack is None or attack.target != target:
        return world.refuse("attack.announce-all", f"{name} has not been named against {target}.")
    return None


def make_assault(run: Unfolding, action: Assault) -> bool:
    """Roll an assault; whether the defender has nothing to name."""
    world, state = run.world, run.state
    armies = tuple(sorted(action.armies))
    shooter = state.armies[armies[0]]
    room = room_to_fire(world, state, shooter.at, action.target)
    by_sea = run.combat.landing is not None
    strength = min(room, assault_strength(world, held_by(state, armies), action.target, by_sea))
    hits = roll_fire(run, shooter, shooter.at, action.target, armies, (), strength, defensive=False)
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
