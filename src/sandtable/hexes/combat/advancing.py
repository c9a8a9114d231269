"""Advances: a single army rolls to enter a hex, and the consequences if it succeeds."""

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.hexes.citations import Citation
from sandtable.hexes.combat.fire import aimed, counted, led
from sandtable.hexes.events import Advanced, AdvanceRolled
from sandtable.hexes.state import Army, Combat, HexState, Name, Place, Side
from sandtable.hexes.status import active_attacks, attack_of, defence, friendly, own_army, strength_of
from sandtable.hexes.strength import Points
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.weather import winter_modifier
from sandtable.hexes.world import World


class Chance(msgspec.Struct, frozen=True):
    """The strengths, the modifier and the die needed for an advance."""

    strength: int
    defence: int | None
    """None: a friendly hex."""
    need: int
    """The highest modified die that succeeds; 0: none does."""
    modifier: int

    def succeeds(self, die: int) -> bool:
        """Whether a die succeeds.

        >>> Chance(8, 3, 5, 2).succeeds(3), Chance(8, 3, 5, 2).succeeds(4), Chance(10, 10, 0, -1).succeeds(1)
        (True, False, False)
        """
        return max(1, die + self.modifier) <= self.need


def landing_strength(points: Points) -> int:
    """The strength of an advance from the sea: amphibious points, and at most as many others.

    >>> landing_strength(Points(infantry=3, mechanized=2, amphibious=4))
    8
    """
    return points.amphibious + min(points.amphibious, points.infantry + points.mechanized)


def chance(
    world: World, state: HexState, army: Army, target: Place, advanced: int, by_sea: bool = False, name: Name = ""
) -> Chance:
    """An army's chance after advancing this many hexes this turn."""
    against = defence(world, state, army.side, target)
    strength = (
        landing_strength(army.points) if by_sea else counted(army.points.mechanized, world.effect(army.at).leaving)
    )
    if name and not by_sea:
        push = sum(part.pushes(world, state, name, army, target) for part in world.parts.pushes)
        strength = min(len(world.tables.advance) - 1, strength + push) if push else strength
    into = world.effect(target)
    empty = against == 0 or (against is None and not strength_of(state, target))
    modifier = advanced + into.advance + (into.empty if empty else 0) + winter_modifier(world, state, army)
    modifier += aimed(world, state, army.side, "advance", army.nation)
    modifier += led(world, state, (name,), target, "advance") if name else 0
    return Chance(strength, against, world.tables.reach(strength, against), modifier)


def check_strength(world: World, state: HexState, army: Army, name: Name, target: Place) -> Refusal | None:
    """Whether an army may try to advance over land: without strength only if nobody defends."""
    for part in world.parts.holds_back:
        refusal = part.holds_back(world, state, name, army, target)
        if refusal is not None:
            return refusal
    odds = chance(world, state, army, target, 0, name=name)
    if odds.strength or not odds.defence:
        return None
    why = f"{name} has no mechanized strength to advance with, and {world.title(target)} is defended."
    return world.refuse("advance.infantry-only", why)


def check_advance(world: World, state: HexState, combat: Combat, side: Side, name: Name) -> Refusal | None:
    """Validate an attempt to advance."""
    army = own_army(world, state, side, name)
    if isinstance(army, Refusal):
        return army
    attack = next((attack for attack in active_attacks(combat) if attack.army == name), None)
    if attack is None:
        rule: Citation = "exploit.steps" if combat.step == "exploitation" else "attack.announce-all"
        return world.refuse(rule, f"{name} has no attack left to make.")
    # An invasion must be tried, whatever is left of it.
    return None if attack.route else check_strength(world, state, army, name, attack.target)


def make_advance(run: Unfolding, name: Name) -> bool:
    """Roll an advance and return whether it succeeds. The defenders may then have to retreat."""
    attack = attack_of(run.combat, name)
    assert attack is not None, "the advance was not checked"
    army = run.state.armies[name]
    by_sea = bool(attack.route)
    for part in run.world.parts.attacked:
        part.attacked(run, army.side, army.at, attack.target)
    odds = chance(run.world, run.state, army, attack.target, run.combat.advanced.get(name, 0), by_sea, name)
    die = run.roll()
    success = odds.succeeds(die)
    run.emit(
        AdvanceRolled(
            army=name,
            target=attack.target,
            strength=odds.strength,
            defence=odds.defence,
            need=odds.need,
            die=die,
            modifier=odds.modifier,
            success=success,
        )
    )
    for part in run.world.parts.tried:
        part.tried(run, name, attack.target, success)
    if success:
        enter(run, name, attack.target, landed=by_sea)
    return success


def enter(run: Unfolding, name: Name, place: Place, landed: bool = False) -> None:
    """Move an army into a hex in combat: an unfriendly hex is captured, and the armies in it are displaced."""
    world, state = run.world, run.state
    side = state.armies[name].side
    captured, holder = not friendly(state, side, place), state.control.get(place, "")
    displaced = tuple(other for other, army in state.armies_at(place) if army.side != side)
    run.emit(
        Advanced(
            army=name,
            to=place,
            captured=captured,
            devastated=world.most_production(place) if captured else 0,
            marked=captured or world.effect(place).marker,
            displaced=displaced,
            landed=landed,
        )
    )
    for part in world.parts.routed if displaced else ():
        part.routed(run, name, place, displaced)
    for part in world.parts.entered if captured else ():
        part.entered(run, side, place, holder)
