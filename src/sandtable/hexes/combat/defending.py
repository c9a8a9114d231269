"""Defensive assaults: who may fire, who decides it, and the rolls."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from math import ceil
from random import Random

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Defend
from sandtable.hexes.combat.fire import GROUNDED, defence_strength, dogfight, flight, held_by, roll_fire
from sandtable.hexes.combat.losses import inflict
from sandtable.hexes.events import DefenceAnnounced, HeldFire
from sandtable.hexes.state import Army, Combat, HexState, Name, Place, Side, Toll, fort_name
from sandtable.hexes.status import active_attacks
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def targeted(state: HexState, combat: Combat) -> list[Place]:
    """Unfriendly hexes under attack."""
    return sorted({a.target for a in active_attacks(combat) if state.control.get(a.target) != state.side})


def defender(world: World, state: HexState, place: Place) -> Side | None:
    """The side that directs the defence of a place: its holder or, in a neutral place, the side with points
    there."""
    if place in state.control or not world.parts.guards:
        return state.control.get(place)
    own = (army.side for name, army in state.armies_at(place) if _guards(world, state, name))
    fort = state.forts.get(place)
    return next(own, fort.side if fort is not None else None)


def _guards(world: World, state: HexState, name: Name) -> bool:
    return any(part.guards(world, state, name) for part in world.parts.guards)


def _can_fire(world: World, state: HexState, place: Place, name: Name, army: Army) -> bool:
    """Whether an army has anything to fire with; aircraft alone only fight other aircraft."""
    return bool(defence_strength(army.points, 0)) or flight(world, state, place, place, (name,), True) != GROUNDED


def shooters(world: World, state: HexState, combat: Combat, side: Side) -> tuple[list[Name], list[Place]]:
    """A side's armies and forts that may make a defensive assault now."""
    places = [place for place in targeted(state, combat) if defender(world, state, place) == side]
    armies = [
        name
        for place in places
        for name, army in state.armies_at(place)
        if name not in state.fired and _can_fire(world, state, place, name, army)
    ]
    forts = [place for place in places if state.fort_at(place) and fort_name(place) not in state.fired]
    return armies, forts


def may_fire(world: World, state: HexState, combat: Combat) -> tuple[Side, ...]:
    """The sides with an army or fort that may fire in defence."""
    sides = filter(None, {defender(world, state, place) for place in targeted(state, combat)})
    return tuple(side for side in sorted(sides) if any(shooters(world, state, combat, side)))


def check_defend(world: World, state: HexState, combat: Combat, side: Side, action: Defend) -> Refusal | None:
    """Validate the choice of who fires."""
    armies, forts = shooters(world, state, combat, side)
    places = targeted(state, combat)
    for name in action.armies:
        army = state.armies.get(name)
        if army is None or army.side != side:
            return world.refuse("army.no-empty-army", f"{world.having(side)} no army {name} in play.")
        if army.at not in places:
            why = f"{name} isn't under attack: only armies in attacked hexes can fire."
            return world.refuse("attack.defensive-assault-first", why)
        if name in state.fired:
            why = f"{name} has already made its defensive assault this turn."
            return world.refuse("attack.defensive-assault-voluntary", why)
        if name not in armies:
            return world.refuse("table.firepower", f"{name} has nothing that can fire.")
    for place in action.forts:
        if place not in forts:
            return world.refuse("fort.no-attack", f"No fort can fire from {place} now.")
    return None


def announce_defence(run: Unfolding, side: Side, action: Defend) -> None:
    """Record which armies and forts of a side fire."""
    volleys = {run.state.armies[name].at for name in action.armies} | set(action.forts)
    volleys |= covered(run, side)
    run.emit(
        DefenceAnnounced(
            side=side,
            armies=tuple(sorted(set(action.armies))),
            forts=tuple(sorted(set(action.forts))),
            volleys=tuple(sorted(volleys)),
        )
    )


def covered(run: Unfolding, side: Side) -> set[Place]:
    """Places of a side that can be defended by aircraft alone."""
    places = (place for place in targeted(run.state, run.combat) if run.state.control.get(place) == side)
    return {place for place in places if flight(run.world, run.state, place, place, (), True) != GROUNDED}


def roll_volleys(run: Unfolding) -> bool:
    """Roll the announced defensive assaults hex by hex until somebody has losses to choose. Returns whether all
    are done."""
    while run.combat.volleys:
        if not _volley(run, run.combat.volleys[0]):
            return False
    return True


def _volley(run: Unfolding, place: Place) -> bool:
    state, combat = run.state, run.combat
    armies = tuple(name for name, _ in state.armies_at(place) if name in combat.firing)
    forts = (place,) if fort_name(place) in combat.firing else ()
    fort = state.fort_at(place) if forts else 0
    air = flight(run.world, state, place, place, armies, True)
    strength = min(run.world.tables.most, defence_strength(held_by(state, armies), fort)) + air.joins
    shooter = state.armies[armies[0]] if armies else None
    dogfight(run, place, place, armies, air, True)
    if not strength:
        run.emit(HeldFire(at=place, armies=armies, defensive=True))
        return True
    hits = roll_fire(run, shooter, place, place, armies, forts, strength, True, air.joins)
    # Aircraft have fired first: armies of aircraft alone may be gone.
    attackers = tuple(a.army for a in active_attacks(combat) if a.target == place and a.army in run.state.armies)
    if not hits or not attackers:
        return True
    amphibious = ceil(hits / 2) if combat.landing is not None else 0
    return inflict(run, Toll(run.state.side, hits, attackers, amphibious=amphibious))


def legal_defences(
    world: World, state: HexState, combat: Combat, side: Side, shuffle: Random | None
) -> Iterator[Defend]:
    """All fire, none fire, or some."""
    armies, forts = shooters(world, state, combat, side)
    who: list[tuple[bool, str]] = [*((False, name) for name in armies), *((True, place) for place in forts)]
    if shuffle:
        shuffle.shuffle(who)
    some: Iterable[tuple[tuple[bool, str], ...]] = chain.from_iterable(
        combinations(who, number) for number in range(len(who), -1, -1)
    )
    for chosen in some:
        yield Defend(
            tuple(sorted(name for fort, name in chosen if not fort)),
            tuple(sorted(name for fort, name in chosen if fort)),
        )
