"""Flights over the ocean: which routes are open, and their risk."""

from sandtable.core.refusal import Refusal
from sandtable.hexes.parts.tactical_air.settings import Chain, Ferry, Settings
from sandtable.hexes.sealanes import seas_at
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
    chain = terms.chain
    if chain is not None and (not ways or not any(is_open(world, state, side, ferry) for ferry in ways)):
        if to in chained(world, state, side, frm, chain, to):
            return Ferry(side=side, frm=(), to=(), rule=chain.rule)
        if not ways and on_sea(world, frm, chain) and on_sea(world, to, chain):
            why = f"No chain of bases at most {chain.link} hexes apart leads to {world.title(to)}."
            return world.refuse_by(chain.rule, why)
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


def on_sea(world: World, place: Place, chain: Chain) -> bool:
    """Whether a place lies on the ocean that is flown over."""
    return place in world.waters.harbours and chain.sea in seas_at(world.waters, place)


def chained(
    world: World, state: HexState, side: Side, frm: Place, chain: Chain, to: Place = ""
) -> frozenset[Place]:
    """The bases that aircraft reach from a place, from base to base; no more once one of them is found."""
    if not on_sea(world, frm, chain):
        return frozenset()
    held = {army.at for _, army in state.armies_of(side)}
    bases = {
        place
        for place, holder in state.control.items()
        if holder == side and on_sea(world, place, chain) and (place in held or _base(world, place))
    }
    found, edge = {frm}, [frm]
    for here in edge:  # grows during the loop
        left = {base for base in bases - found if world.board.distance(here, base) <= chain.link}
        fresh = left & _flown(world, state, side, here, chain.link) if left else left
        found |= fresh
        edge += sorted(fresh)
        if to in found:
            break
    return frozenset(found - {frm})


def _base(world: World, place: Place) -> bool:
    return world.board.port_of(place) in ("anchor", "yard") or world.board.facts_of(place).airbase


def _flown(world: World, state: HexState, side: Side, start: Place, most: int) -> set[Place]:
    """The places within a distance over sea and friendly hexes."""
    board = world.board
    seen, edge = {start}, {start}
    for _ in range(most):
        near = {other for here in edge for other in world.around(here)} - seen
        edge = {place for place in near if board.number[place] >= board.land or friendly(state, side, place)}
        seen |= edge
    return seen


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
        for near in world.around(here):
            sea = board.number[near] >= board.land
            if near not in seen and (sea or friendly(state, side, near)):
                seen.add(near)
                edge.append(near)
    return False
