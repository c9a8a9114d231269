"""Aircraft in an assault: how many fight enemy aircraft, and how many fire with the ground forces."""

from collections.abc import Iterable

from sandtable.hexes.part import Flight
from sandtable.hexes.parts.tactical_air.memory import AIR_WAR, lane
from sandtable.hexes.state import Army, HexState, Name, Place
from sandtable.hexes.status import active_attacks
from sandtable.hexes.world import World


def wings(world: World, state: HexState, name: Name) -> int:
    """What other aircraft of an army are worth as tac air."""
    return sum(part.wings(world, state, name) for part in world.parts.wings)


def aircraft(world: World, state: HexState, names: Iterable[Name]) -> int:
    """The number of aircraft in the given armies."""
    return sum(state.armies[name].points.tac_air + wings(world, state, name) for name in names)


def flown_in(world: World, state: HexState, at: Place) -> int:
    """The aircraft that support the invasion of a place from ships."""
    landing = state.combat.landing if state.combat is not None else None
    if landing is None or landing.target != at:
        return 0
    return sum(part.flights(world, state, at) for part in world.parts.flights)


def airborne_only(army: Army) -> bool:
    """Whether only an army's aircraft can take part in a normal assault."""
    points = army.points
    return not points.infantry and not points.mechanized and not points.paratroop


def over_water(world: World, state: HexState, names: Iterable[Name], at: Place) -> bool:
    """Whether armies attack a hex connected to theirs only by water."""
    return any(state.armies[name].at != at and at not in world.near(state.armies[name].at) for name in names)


def opposed(state: HexState, at: Place, defensive: bool) -> list[Name]:
    """The armies whose aircraft are the target of an air attack."""
    if not defensive:
        return [name for name, _ in state.armies_at(at)]
    combat = state.combat
    attacks = active_attacks(combat) if combat is not None else ()
    found = [attack.army for attack in attacks if attack.target == at]
    return [*found, *AIR_WAR.of(state).support.get(at, ())]


def coast(state: HexState, at: Place) -> int:
    """The aircraft that defend a coast during an invasion."""
    landing = state.combat.landing if state.combat is not None else None
    return AIR_WAR.of(state).coast.get(at, 0) if landing is not None and landing.target == at else 0


def own(world: World, state: HexState, at: Place, armies: tuple[Name, ...], defensive: bool) -> tuple[int, int]:
    """The aircraft that can only fight enemy aircraft, and those that may fire with the ground forces."""
    landing = state.combat.landing if state.combat is not None else None
    only = aircraft(world, state, [name for name in armies if airborne_only(state.armies[name])])
    free = aircraft(world, state, armies) - only
    if defensive:
        return only, free + coast(state, at)
    if landing is not None and landing.target == at:
        support = aircraft(world, state, AIR_WAR.of(state).support.get(at, ()))
        return 0, free + only + support + flown_in(world, state, at)
    return only, free


def against(world: World, state: HexState, at: Place, defensive: bool) -> int:
    """The number of aircraft that an air attack is aimed at."""
    others = flown_in(world, state, at) if defensive else coast(state, at)
    return aircraft(world, state, opposed(state, at, defensive)) + others


def flight(
    world: World, state: HexState, frm: Place, at: Place, armies: tuple[Name, ...], defensive: bool
) -> Flight:
    """How many aircraft of an assault fight enemy aircraft, and how many fire with the ground forces."""
    only, free = own(world, state, at, armies, defensive)
    by_land = not defensive and state.combat is not None and state.combat.landing is None
    if by_land and over_water(world, state, armies, at):
        only, free = 0, only + free
    theirs = against(world, state, at, defensive)
    ordered = AIR_WAR.of(state).ordered.get(lane(frm, at), theirs)
    fights = min(only + free, max(ordered, theirs)) if theirs else 0
    return Flight(fights, free - max(0, fights - only))
