"""Who can intercept a fleet at sea, in which hex of its route, and the die needed."""

from collections.abc import Iterator
from math import ceil

from sandtable.core.refusal import Refusal
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.invasion.sailing import can_sail, not_at_war
from sandtable.hexes.parts.fleets.lookouts import companions
from sandtable.hexes.parts.fleets.memory import NAVY, Chase, Voyage
from sandtable.hexes.parts.fleets.navies import waiting
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.sealanes import check_route
from sandtable.hexes.shipping import barred, sea_friends
from sandtable.hexes.state import Fleet, HexState, Name, Place, Side
from sandtable.hexes.world import World

ZONE = 1
"""The radius around a patrol's hex within which it always intercepts."""


def sighted(
    world: World, state: HexState, terms: Settings, name: Name, way: tuple[Place, ...]
) -> dict[Place, int]:
    """The hexes of a route in which a fleet could intercept another, and their distance."""
    fleet = state.fleets[name]
    hexes = tuple(dict.fromkeys(way))
    patrol = NAVY.of(state).patrols.get(name)
    if patrol is not None:
        near = {patrol: 0, **dict.fromkeys(world.board.touching(patrol), ZONE)}
        return {place: near[place] for place in hexes if place in near}
    far = world.chart(fleet.at, sea_friends(world, state, fleet.side)).distance
    longest = terms.reach(fleet).longest
    return {place: ceil(far[place]) for place in hexes if place in far and ceil(far[place]) <= longest}


def needed(terms: Settings, state: HexState, name: Name, distance: int) -> int:
    """The highest die with which a fleet intercepts another at a distance."""
    if name in NAVY.of(state).patrols:
        return 6
    return terms.reach(state.fleets[name]).needed(distance)


def fights(world: World, state: HexState, fleet: Fleet, foe: Fleet | None) -> bool:
    """Whether a fleet could harm another, or troops: submarines don't fight each other."""
    if fleet.submarines:
        return foe is None or not foe.submarines
    hidden = foe is not None and foe.submarines
    return sea_strength(world, state, fleet, foe) > 0 or bool(fleet.carriers and not hidden)


def quarry(state: HexState, voyage: Voyage) -> list[Fleet | None]:
    """What a fleet could fight at sea: a fleet, or troops that nothing protects."""
    if voyage.shipment is not None:
        return [None]
    if voyage.force is not None:
        return [state.fleets[name] for name in companions(state, voyage)] or [None]
    return [state.fleets[voyage.fleet]]


def check_chaser(
    world: World, state: HexState, terms: Settings, side: Side, voyage: Voyage, name: Name
) -> Refusal | None:
    """Why a fleet can't intercept a voyage in any hex."""
    fleet = state.fleets.get(name)
    targets = quarry(state, voyage)
    known = NAVY.of(state)
    if fleet is None or fleet.side != side:
        return world.refuse_by("fleet.who-has-fleets", f"{world.having(side)} no fleet {name}.")
    if name in voyage.tried or any(chase.fleet == name for chase in voyage.chases):
        return world.refuse_by("uboat.one-attempt-per-target", f"{name} has already tried to meet {voyage.title}.")
    if name in state.expended:
        return world.refuse_by("c2-sequence.expended-markers-removed", f"{name} is expended.")
    if any(one.fleet == name or _promised(one, name) for one in known.voyages):
        return world.refuse_by("uboat.one-attempt-per-target", f"{name} is already at sea.")
    for part in world.parts.idles:
        refusal = part.idles(world, state, fleet)
        if refusal is not None:
            return refusal
    idle = waiting(world, state, terms.naval, name)
    if idle is not None:
        return idle
    if terms.naval is not None and name in known.escorts.values():
        return world.refuse_by("naval.escort-exclusive", f"{name} escorts a route.")
    peace = not_at_war(world, state, name, voyage.name)
    if peace is not None:
        return peace
    if not any(fights(world, state, fleet, target) for target in targets):
        hidden = any(target is not None and target.submarines for target in targets)
        rule = "uboat.patrol-can-be-intercepted" if hidden else "asw.half-in-surface-combat"
        return world.refuse_by(rule, f"{name} has nothing to fight {voyage.title} with.")
    if not can_sail(world, state, fleet, voyage.way):
        return world.refuse("supply.fleets", f"{name} is not supplied.")
    return None


def _promised(voyage: Voyage, name: Name) -> bool:
    return any(chase.fleet == name for chase in voyage.chases)


def chasers(
    world: World, state: HexState, terms: Settings, side: Side, voyage: Voyage
) -> Iterator[tuple[Name, dict[Place, int]]]:
    """A side's fleets that could intercept a voyage, with the hexes where they could."""
    for name, fleet in state.fleets.items():
        where = sighted(world, state, terms, name, voyage.way) if fleet.side == side else None
        if where and check_chaser(world, state, terms, side, voyage, name) is None:
            yield name, where


def distance_to(world: World, state: HexState, terms: Settings, chase: Chase, way: tuple[Place, ...]) -> int:
    """How far a fleet sails to the hex of a route where it meets something."""
    if chase.route:
        return ceil(world.waters.length(chase.route))
    return sighted(world, state, terms, chase.fleet, way)[chase.at]


def check_sortie(
    world: World, state: HexState, terms: Settings, chase: Chase, way: tuple[Place, ...]
) -> Refusal | None:
    """Whether a fleet gets to the hex of a route where it means to meet something."""
    fleet, where = state.fleets[chase.fleet], world.title(chase.at)
    patrols = chase.fleet in NAVY.of(state).patrols
    if chase.route and patrols:
        why = f"{chase.fleet} is at sea already: it meets what passes and names no route."
        return world.refuse_by("fleet.route-fixed", why)
    if chase.route:
        blocked = check_route(world.waters, fleet.at, chase.route, sea_friends(world, state, fleet.side))
        if blocked is not None:
            return barred(world, state, blocked)
        if chase.route[-1] != chase.at:
            return world.refuse_by("fleet.route-fixed", f"The route doesn't end in {where}.")
    longest = terms.reach(fleet).longest
    near = chase.at in sighted(world, state, terms, chase.fleet, way)
    if near and (patrols or distance_to(world, state, terms, chase, way) <= longest):
        return None
    if patrols:
        why = f"{chase.fleet} patrols more than one hex away from {where}."
        return world.refuse_by("uboat.patrol-interception-zone", why)
    rule = "uboat.port-interception" if fleet.submarines else "fleet.interception-roll"
    return world.refuse_by(rule, f"{where} is more than {longest} hexes away from its port.")


def way_out(world: World, state: HexState, chase: Chase) -> tuple[Place, ...]:
    """The hexes a fleet enters from its port to the hex of interception."""
    fleet = state.fleets[chase.fleet]
    if chase.route or chase.at == fleet.at:
        return chase.route
    found = world.chart(fleet.at, sea_friends(world, state, fleet.side)).route(chase.at)
    return found.hexes if found is not None else ()
