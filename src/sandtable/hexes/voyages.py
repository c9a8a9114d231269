"""Strength points at sea: which voyages a side may make in its Movement Phase, and which allowances they use."""

from collections.abc import Iterator

from sandtable.core.refusal import Refusal
from sandtable.hexes.sealanes import Blocked, allowances, based_on, pools, shipping
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import friendly
from sandtable.hexes.world import World


def fleets_by_sea(world: World, state: HexState, side: Side) -> dict[str, int]:
    """The fleet points of a side that are based on each sea."""
    bases = ((fleet.at, fleet.points) for fleet in state.fleets.values() if fleet.side == side)
    return based_on(world.waters, bases)


def check_ports(world: World, state: HexState, side: Side, ports: tuple[Place, Place]) -> Refusal | None:
    """Whether points can go on board in the one place and ashore in the other."""
    for port in ports:
        if not world.in_play(port):
            return world.refuse("map.theatres", f"{port} is not in play.")
        if not friendly(state, side, port):
            return world.refuse("sea.movement-phase-only", f"{world.title(port)} is not friendly.")
        if world.board.port_of(port) == "none":
            return world.refuse("map.port", f"{world.title(port)} has no port.")
    return None


def voyage(
    world: World, state: HexState, side: Side, points: int, ports: tuple[Place, Place]
) -> tuple[str, ...] | Refusal:
    """The seas, and other allowances, that a voyage of so many points uses; or why it cannot be made."""
    found = shipping(
        world.waters,
        world.setup(side),
        world.facts.sea_rules,
        held_by(state, side),
        fleets_by_sea(world, state, side),
        state.shipped,
        points,
        ports,
    )
    if isinstance(found, Blocked):
        return Refusal(world.full_id(found.rule), f"{found.why[0].upper()}{found.why[1:]}.")
    return found


def harbours(world: World, state: HexState, side: Side, start: Place) -> Iterator[Place]:
    """The friendly ports that a single point can still sail to from a port."""
    limits = allowances(world.setup(side), fleets_by_sea(world, state, side))
    left = [sea for sea, limit in limits.items() if limit is None or state.shipped.get(sea, 0) < limit]
    if not left or world.board.port_of(start) == "none":
        return
    own = held_by(state, side)
    pool = pools(world.waters, own, left)
    basins = world.waters.harbours
    here = {pool[basin] for basin in basins.get(start, ())} - {-1}
    for port in sorted(own):
        if port != start and world.board.port_of(port) != "none":
            reached = here & {pool[basin] for basin in basins.get(port, ())}
            if reached and not isinstance(voyage(world, state, side, 1, (start, port)), Refusal):
                yield port


def held_by(state: HexState, side: Side) -> frozenset[Place]:
    """The places that are friendly to a side."""
    return frozenset(place for place, holder in state.control.items() if holder == side)
