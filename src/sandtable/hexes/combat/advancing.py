"""Advances: one army rolls alone to enter a hex, and what it means if it does."""

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.hexes.citations import Citation
from sandtable.hexes.combat.fire import counted
from sandtable.hexes.events import Advanced, AdvanceRolled
from sandtable.hexes.state import Army, Combat, HexState, Name, Place, Side
from sandtable.hexes.status import active_attacks, attack_of, defence, friendly, own_army, strength_of
from sandtable.hexes.strength import Points
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.weather import winter_modifier
from sandtable.hexes.world import World


class Chance(msgspec.Struct, frozen=True):
    """What an advance is rolled with."""

    strength: int
    defence: int | None
    """Nothing: a friendly hex."""
    need: int
    """The highest modified die that succeeds; 0: none does."""
    modifier: int

    def succeeds(self, die: int) -> bool:
        """Whether a die makes it.

        >>> Chance(8, 3, 5, 2).succeeds(3), Chance(8, 3, 5, 2).succeeds(4), Chance(10, 10, 0, -1).succeeds(1)
        (True, False, False)
        """
        return max(1, die + self.modifier) <= self.need


def landing_strength(points: Points) -> int:
    """The strength of an advance from the sea: amphibious points, and as many others at most.

    >>> landing_strength(Points(infantry=3, mechanized=2, amphibious=4))
    8
    """
    return points.amphibious + min(points.amphibious, points.infantry + points.mechanized)


def chance(
    world: World, state: HexState, army: Army, target: Place, advanced: int, by_sea: bool = False
) -> Chance:
    """What an army would roll with that has advanced so many hexes this turn."""
    against = defence(world, state, army.side, target)
    strength = (
        landing_strength(army.points) if by_sea else counted(army.points.mechanized, world.effect(army.at).leaving)
    )
    into = world.effect(target)
    empty = against == 0 or (against is None and not strength_of(state, target))
    modifier = advanced + into.advance + (into.empty if empty else 0) + winter_modifier(world, state, army)
    return Chance(strength, against, world.tables.reach(strength, against), modifier)


def check_advance(world: World, state: HexState, combat: Combat, side: Side, name: Name) -> Refusal | None:
    """Judge an attempt to advance."""
    army = own_army(world, state, side, name)
    if isinstance(army, Refusal):
        return army
    if not any(attack.army == name for attack in active_attacks(combat)):
        rule: Citation = "exploit.steps" if combat.step == "exploitation" else "attack.announce-all"
        return world.refuse(rule, f"{name} has no attack left to carry out.")
    return None


def make_advance(run: Unfolding, name: Name) -> bool:
    """Roll an advance; whether it succeeds. Then the defenders may have to retreat."""
    attack = attack_of(run.combat, name)
    assert attack is not None, "the advance was not checked"
    army = run.state.armies[name]
    by_sea = bool(attack.route)
    odds = chance(run.world, run.state, army, attack.target, run.combat.advanced.get(name, 0), by_sea)
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
    if success:
        enter(run, name, attack.target, landed=by_sea)
    return success


def enter(run: Unfolding, name: Name, place: Place, landed: bool = False) -> None:
    """An army enters a hex in combat: an unfriendly one is captured, and those in it are displaced."""
    world, state = run.world, run.state
    side = state.armies[name].side
    captured = not friendly(state, side, place)
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
