"""Shipping: routes for what is cut off, capacity for troops that wait for a ship, and points held for landings."""

from collections.abc import Iterator

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.deployment import Region, Step, regions
from sandtable.bots.hexes.ferries import springboards
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.movement import reach
from sandtable.hexes.part import PartAction
from sandtable.hexes.parts.sea_links import SeaLinks
from sandtable.hexes.parts.shipping_points import ShippingPoints
from sandtable.hexes.parts.shipping_points.allotting import (
    CloseRoute,
    OpenRoute,
    OpenSea,
    check_time,
    closed_route,
    opened,
    opened_sea,
)
from sandtable.hexes.parts.shipping_points.areas import Areas
from sandtable.hexes.parts.shipping_points.building import BuildShipping
from sandtable.hexes.parts.shipping_points.memory import Holdings, holding
from sandtable.hexes.parts.shipping_points.routes import ground_of, holdings
from sandtable.hexes.production import count_production
from sandtable.hexes.sealanes import seas_at
from sandtable.hexes.state import Fleet, HexState, Place
from sandtable.hexes.supplying import supply_of

ENDS = 12
"""How many ports are tried where troops could go ashore."""
TRIED = 3
"""How many ports of a region are tried."""
STARTS = 6
"""How many ports are tried where a route could begin."""
WORTH = 0.5
"""What supplying one strength point is worth, in production points."""
GAIN = 0.25
"""The least that a route must be worth."""
LANDING = 2
"""Amphibious points for which one shipping point is kept free: it supplies what they take."""
CONVOY = 8
"""The greatest capacity that is built for troops waiting in a port."""
LAUNCHED = 3
"""How many shipping points are built before they have a route."""
SPARE = 10
"""The production points left for which shipping is built."""

Found = tuple[float, PartAction, Holdings]


def allot(outlook: Outlook) -> Step | None:
    """The next order to shipping. None: everything is served as well as it can be."""
    part, world, state, side = ShippingPoints.of(outlook.world), outlook.world, outlook.state, outlook.side
    if part is None or check_time(world, state, side) is not None:
        return None
    areas = part.areas(world)
    now = holdings(part.settings, state, side)
    if now.free:
        best = _best(outlook, state, areas)
        if best is not None:
            return Step(best[1], Reason(f"It is worth {best[0]:.1f} points a turn"))
        troops = next(_convoys(outlook, state, areas), None)
        if troops is not None:
            return Step(troops, Reason("Troops wait for a ship"))
        return None
    return _release(outlook, areas, now)


def _value(outlook: Outlook, state: HexState) -> float:
    """What counts and is supplied, in production points."""
    world, side = outlook.world, outlook.side
    supply = supply_of(world, state, side)
    strength = sum(army.points.total for _, army in state.armies_of(side) if supply.full(army.at))
    fed = [fleet.ships for fleet in _own(state, side) if supply.of(fleet.at) != "none"]
    fed += [fort.points for at, fort in state.forts.items() if fort.side == side and supply.of(at) != "none"]
    return count_production(world, state, side) + WORTH * (strength + sum(fed))


def _own(state: HexState, side: str) -> Iterator[Fleet]:
    return (fleet for fleet in state.fleets.values() if fleet.side == side)


def _best(outlook: Outlook, state: HexState, areas: Areas) -> Found | None:
    """The route that gains most for each shipping point. None: none is worth it."""
    world, side = outlook.world, outlook.side
    now, base = holdings(areas.terms, state, side), _value(outlook, state)
    found: list[Found] = []
    for order in _candidates(outlook, state, areas):
        then = (
            opened_sea(areas, world, state, side, order)
            if isinstance(order, OpenSea)
            else opened(areas, world, state, side, order)
        )
        if isinstance(then, tuple):
            gain = _value(outlook, holding(state, side, then[1])) - base
            price = sum(now.free.values()) - sum(then[1].free.values())
            if gain >= GAIN:
                found.append((gain / max(1, price), order, then[1]))
    return max(found, key=lambda one: one[0], default=None)


def _candidates(outlook: Outlook, state: HexState, areas: Areas) -> Iterator[OpenRoute | OpenSea]:
    """Routes to ports without full supply, seas without a route, and links that lack capacity."""
    world, side = outlook.world, outlook.side
    ground = ground_of(areas, world, state, side)
    fed = supply_of(world, state, side).at("full")
    own = frozenset(place for place in ground.ports if state.control.get(place) == side)
    for sea, facts in areas.terms.enclosed.items():
        shore = sorted(port for port in own if facts.sea in seas_at(world.waters, port))
        served = f"{side} {facts.sea}" in holdings(areas.terms, state, side).routes
        if side in facts.sides and shore and not served:
            yield OpenSea(sea, next((port for port in shore if port in fed), shore[0]))
    needy = list(_needy(outlook, state, own - fed))
    starts = sorted(areas.sources(own & fed), key=lambda port: (not areas.major(port), port))[:STARTS]
    hubs = [hub for hub in areas.terms.hubs if areas.hub(ground, hub)]
    for frm, to in [(frm, to) for to in needy for frm in starts] + list(_links(outlook, state, own)):
        direct = OpenRoute(frm, to)
        if isinstance(opened(areas, world, state, side, direct), tuple):
            yield direct
        else:
            yield from (OpenRoute(frm, to, via=(hub,)) for hub in hubs if hub not in (frm, to))


def _needy(outlook: Outlook, state: HexState, ports: frozenset[Place]) -> Iterator[Place]:
    """Ports that would serve anything worth supplying: a few for each region without supply."""
    world, side = outlook.world, outlook.side
    held = {army.at for _, army in state.armies_of(side)} | {fleet.at for fleet in _own(state, side)}
    held |= set(state.forts) | world.productive
    seen: set[Place] = set()
    for port in sorted(ports):
        if port in seen:
            continue
        region = reach(world, state, side, port)
        seen |= region
        if region & held:
            yield from sorted(region & ports, key=lambda one: (world.board.port_of(one) == "port", one))[:TRIED]


def _links(outlook: Outlook, state: HexState, own: frozenset[Place]) -> Iterator[tuple[Place, Place]]:
    """The ends of links on which production depends, if they lack capacity."""
    links = SeaLinks.of(outlook.world)
    if links is None:
        return
    for link in links.lacking(outlook.world, state, outlook.side):
        starts = [place for place in link.frm if place in own][:TRIED]
        yield from ((start, end) for start in starts for end in link.to[:TRIED])


def _convoys(outlook: Outlook, state: HexState, areas: Areas) -> Iterator[OpenRoute]:
    """More capacity from ports of regions without an enemy to those of regions with one, and to those from which
    landings are possible."""
    world, side = outlook.world, outlook.side
    now = holdings(areas.terms, state, side)
    spare = sum(now.free.values()) - _kept(outlook)
    every = regions(outlook) if spare > 0 else []
    ends = [port for front in every if front.front for port in _ports(outlook, areas, front)]
    springs = springboards(outlook) if any(not one.front for one in every) else {}
    ends += sorted((port for port in springs if port in areas.ports), key=lambda port: (-springs[port], port))
    for rear in every:
        waiting = sum(army.points.total for army in rear.armies.values())
        own = {outlook.board.places[here] for here in rear.places}
        if rear.front or not waiting or own & springs.keys():
            continue
        for frm in _ports(outlook, areas, rear):
            for to in dict.fromkeys(port for port in ends[:ENDS] if port not in own):
                order = OpenRoute(frm, to, min(spare, waiting, CONVOY))
                if isinstance(opened(areas, world, state, side, order), tuple):
                    yield order


def _ports(outlook: Outlook, areas: Areas, region: Region) -> list[Place]:
    """A region's ports, those nearest to its aims first."""
    near = sorted(region.places, key=lambda here: (outlook.distance[here], here))
    return [outlook.board.places[here] for here in near if outlook.board.places[here] in areas.ports][:TRIED]


def _release(outlook: Outlook, areas: Areas, now: Holdings) -> Step | None:
    """Close a route that serves nothing, if its points are worth more elsewhere."""
    state, side = outlook.state, outlook.side
    base = _value(outlook, state)
    for name in sorted(now.routes):
        order = CloseRoute(name)
        left = closed_route(areas, state, side, order)
        without = holding(state, side, left)
        if _value(outlook, without) < base:
            continue
        better = _best(outlook, without, areas)
        if better is not None and _value(outlook, holding(state, side, better[2])) >= base + GAIN:
            return Step(order, Reason("Its shipping is needed elsewhere"))
    return None


def _kept(outlook: Outlook) -> int:
    """The shipping points that are kept free for landings."""
    amphibious = sum(army.points.amphibious for _, army in outlook.state.armies_of(outlook.side))
    return 1 if amphibious >= LANDING else 0


def build(outlook: Outlook) -> Step | None:
    """Shipping points for what has no route, and transport for troops that wait overseas."""
    part, world, state, side = ShippingPoints.of(outlook.world), outlook.world, outlook.state, outlook.side
    if part is None or state.budget < SPARE:
        return None
    areas = part.areas(world)
    now = holdings(part.settings, state, side)
    waiting = sum(now.free.values()) - _kept(outlook)
    if waiting >= LAUNCHED:
        return None
    for frm in sorted({one.frm for one in now.routes.values()}):
        more = now.with_free(frm, 1)
        order = BuildShipping(frm, 1)
        if part.check(world, state, side, order) is None:
            then = holding(state, side, more)
            waits = next(_convoys(outlook, then, areas), None) if _few(now, waiting) else None
            if waits is not None or _best(outlook, then, areas) is not None:
                return Step(order, Reason("Shipping is short"))
    return None


def _few(now: Holdings, waiting: int) -> bool:
    """Whether no route will have all the capacity that is worth building for troops."""
    return max((one.points for one in now.routes.values()), default=0) + waiting < CONVOY
