"""The side a country is on, if any."""

from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import free_counters
from sandtable.hexes.world import World


def standing(world: World, state: HexState, country: str) -> Side:
    """The side a country is on. Empty: it is unaligned."""
    entry = state.joined.get(world.realm(country))
    if entry is not None:
        return entry.side
    facts = world.facts.countries.get(country)
    if facts is not None and facts.until and facts.until in state.surrendered:
        return ""  # a possession that was freed
    start = world.scenario.control
    return next((start[place] for place in world.lands.get(country, ()) if place in start), "")


def unaligned(world: World, state: HexState, realm: str) -> bool:
    """Whether a country has neither joined a side nor surrendered."""
    return realm not in state.surrendered and not standing(world, state, realm)


def unclaimed(world: World, state: HexState, realm: str) -> tuple[Place, ...]:
    """The places of a country that nobody holds."""
    places = world.realms.get(realm, frozenset())
    return tuple(sorted(place for place in places if place not in state.control and place in world.board))


def in_areas(world: World, areas: tuple[str, ...]) -> list[Place]:
    """The places in play in the given areas."""
    return sorted(world.places_in(areas))


def counter_for(world: World, state: HexState, side: Side, name: str) -> str:
    """The counter an army uses after changing to a side; its own, if none is free."""
    return next(iter(free_counters(world, state, side)), name)
