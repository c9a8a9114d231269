"""Flights over the ocean: which routes are open, and their risk."""

from sandtable.core.refusal import Refusal
from sandtable.hexes.parts.tactical_air.settings import Ferry, Settings
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import friendly
from sandtable.hexes.world import World


def ferry_for(
    terms: Settings, world: World, state: HexState, side: Side, frm: Place, to: Place
) -> Ferry | Refusal:
    """The first open route from one place to another, or why there is none."""
    ways = [
        ferry
        for ferry in terms.ferries
        if ferry.side == side and world.country(frm) in ferry.frm and world.country(to) in ferry.to
    ]
    if not ways:
        why = f"No ferry route leads from {world.title(frm)} to {world.title(to)}."
        return world.refuse_by("tacair.build-and-assign", why)
    for ferry in ways:
        if is_open(world, state, side, ferry):
            if not flyable(world, state, side, frm, to):
                why = f"Every way to {world.title(to)} leads over land that is not friendly."
                return world.refuse_by("tacair.ferry-path", why)
            return ferry
    return world.refuse_by(ways[-1].rule, f"The ferry route to {world.title(to)} is not open.")


def is_open(world: World, state: HexState, side: Side, ferry: Ferry) -> bool:
    """Whether everything a route needs is friendly."""
    stops = all(friendly(state, side, place) for place in ferry.places)
    lands = all(any(friendly(state, side, p) for p in world.places_in((area,))) for area in ferry.areas)
    return stops and lands


def flyable(world: World, state: HexState, side: Side, frm: Place, to: Place) -> bool:
    """Whether a route leads only over sea and friendly hexes."""
    board = world.board
    seen, edge = {frm}, [frm]
    while edge:
        here = edge.pop()
        if here == to:
            return True
        for near in board.touching(here):
            sea = board.number[near] >= board.land
            if near not in seen and (sea or friendly(state, side, near)):
                seen.add(near)
                edge.append(near)
    return False
