"""Routes in use: which ports they join, how much they carry, and what depends on them."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from sandtable.hexes.parts.shipping_points.areas import Areas, Ground
from sandtable.hexes.parts.shipping_points.memory import SHIPPING, Holdings, Load, Route
from sandtable.hexes.parts.shipping_points.settings import Plan, Settings
from sandtable.hexes.sealanes import Blocked, pools, supplying
from sandtable.hexes.shipping import fleets_by_sea, rights, sea_friends
from sandtable.hexes.state import HexState, Name, Phase, Place, Side
from sandtable.hexes.supplying import supply_of
from sandtable.hexes.world import World

Group = frozenset[Place]
"""Ports between which a route carries."""


def usable(world: World, state: HexState, side: Side) -> frozenset[str]:
    """The seas where a side can have routes."""
    return supplying(rights(world, state, side), fleets_by_sea(world, state, side))


def havens(terms: Settings, world: World, state: HexState, side: Side) -> Group:
    """The places friendly to a side's ships, and neutral ones whose ports serve it."""
    own, areas = sea_friends(world, state, side), terms.welcome.get(side, ())
    return own | {place for place in world.places_in(areas) if place not in state.control} if areas else own


def ground_of(areas: Areas, world: World, state: HexState, side: Side) -> Ground:
    """What a side's routes depend on."""
    own = havens(areas.terms, world, state, side)
    return Ground(
        friendly=own,
        ports=own & (areas.ports | state.beachheads.keys()),
        seas=usable(world, state, side),
        taken=frozenset(place for place, holder in state.control.items() if holder != side),
        free=state.phase == "setup",
    )


def harbours(areas: Areas, state: HexState, own: Group, place: Place) -> bool:
    """Whether routes can begin and end in a place: a port friendly to a side's ships, or a coast that it has just
    invaded."""
    return place in own and (place in areas.ports or place in state.beachheads)


def planned(terms: Settings, side: Side) -> Holdings:
    """A side's points and routes before the first turn."""
    start = terms.start.get(side)
    if start is None:
        return Holdings()
    routes = {name_of(side, one.frm, one.to, one.via, one.sea): _route(one) for one in start.routes}
    return Holdings(start.free, routes)


def _route(plan: Plan) -> Route:
    return Route(plan.frm, plan.points, plan.to, plan.via, sea=plan.sea)


def name_of(side: Side, frm: Place, to: Place, via: tuple[Place, ...] = (), sea: str = "") -> Name:
    """The name of a route.

    >>> name_of("allied", "1332", "2656"), name_of("axis", "1236", "", sea="Baltic")
    ('1332-2656', 'axis Baltic')
    """
    return f"{side} {sea}" if sea else "-".join((frm, *via, to))


def holdings(terms: Settings, state: HexState, side: Side) -> Holdings:
    """A side's points and routes."""
    found = SHIPPING.of(state).sides.get(side)
    return planned(terms, side) if found is None else found


def disrupted(world: World, state: HexState, side: Side) -> frozenset[Name]:
    """A side's routes that supply nobody: until its own naval movement."""
    cut = SHIPPING.of(state).cut
    order: tuple[Phase, ...] = world.facts.phases
    late = state.phase in order and order.index(state.phase) >= order.index("naval")
    return frozenset() if state.side == side and late else frozenset(cut)


def groups(
    areas: Areas,
    world: World,
    state: HexState,
    side: Side,
    one: Route,
    own: frozenset[Place],
    seas: frozenset[str],
) -> tuple[Group, ...]:
    """The ports that a route joins; none if it is closed. ``own``: places friendly to the side's ships."""
    if one.sea:
        if one.sea not in seas:
            return ()
        pool = pools(world.waters, own, {one.sea})
        found: dict[int, set[Place]] = {}
        for place in own & (areas.ports | state.beachheads.keys()):
            for basin in world.waters.harbours.get(place, ()):
                if pool[basin] >= 0:
                    found.setdefault(pool[basin], set()).add(place)
        return tuple(frozenset(ports) for ports in found.values())
    open_here = harbours(areas, state, own, one.frm) and harbours(areas, state, own, one.to)
    if not open_here or not one.path or not set(one.seas) <= seas:
        return ()
    if not areas.passable(one.frm, one.path, own):
        return ()
    stops = areas.stops(one.frm, one.path) | state.beachheads.keys() & set(one.path)
    return (own & stops,)


def lines(
    areas: Areas, world: World, state: HexState, side: Side
) -> Iterator[tuple[Name, Route, tuple[Group, ...]]]:
    """A side's open routes and the ports they join."""
    ground = ground_of(areas, world, state, side)
    own, seas = ground.friendly, ground.seas
    cut = disrupted(world, state, side)
    for name, listed in holdings(areas.terms, state, side).routes.items():
        if name not in cut:
            one = drawn(areas, ground, listed)
            joined = groups(areas, world, state, side, one, own, seas)
            if joined:
                yield name, one, joined


def drawn(areas: Areas, ground: Ground, one: Route) -> Route:
    """A route with its path: before the first turn it may have none yet."""
    if one.path or one.sea:
        return one
    course = areas.route(ground, (one.frm, *one.via, one.to))
    return one if isinstance(course, Blocked) else replace(one, path=course.hexes, seas=course.seas)


def linked(areas: Areas, world: World, state: HexState, side: Side) -> tuple[Group, ...]:
    """All groups of ports that a side's routes join."""
    return tuple(group for _, _, joined in lines(areas, world, state, side) for group in joined)


def joining(
    areas: Areas, world: World, state: HexState, side: Side, starts: tuple[Place, ...], ends: tuple[Place, ...]
) -> Iterator[tuple[Name, Route]]:
    """The routes that carry between one of some ports and one of others."""
    for name, one, joined in lines(areas, world, state, side):
        if any(group & set(starts) and group & set(ends) for group in joined):
            yield name, one


def stretch_between(
    one: Route, starts: tuple[Place, ...], ends: tuple[Place, ...]
) -> tuple[Place, tuple[Place, ...]]:
    """Where along a route the way between two ports begins, and the hexes it enters."""
    way = (one.frm, *one.path)
    first = min((way.index(place) for place in starts if place in way), default=0)
    last = max((way.index(place) for place in ends if place in way), default=len(way) - 1)
    part = way[first : last + 1] if first <= last else way[last : first + 1][::-1]
    return part[0], part[1:]


def loads(areas: Areas, world: World, state: HexState, side: Side) -> dict[Name, Load]:
    """What draws supply along each of a side's routes, and the production that comes by it."""
    found: dict[Name, Load] = {}
    open_now = list(lines(areas, world, state, side))
    if not open_now:
        return found
    supply = supply_of(world, state, side)
    points: dict[Place, int] = {}
    for _, army in state.armies_of(side):
        points[army.at] = points.get(army.at, 0) + army.points.total
    for fleet in state.fleets.values():
        if fleet.side == side:
            points[fleet.at] = points.get(fleet.at, 0) + fleet.ships
    home = world.home(side)
    goods = {place for place in world.productive - home if supply.full(place)}
    for place in sorted({*points, *goods}):
        for name in _along(world, supply.route(place), open_now):
            load = found.get(name, Load())
            more = {place: _made(world, state, place)} if place in goods and _made(world, state, place) else {}
            found[name] = replace(
                load, strength=load.strength + points.get(place, 0), goods={**load.goods, **more}
            )
    return found


def _made(world: World, state: HexState, place: Place) -> int:
    return max(0, world.production(place, state.turn) - state.devastated.get(place, 0))


def _along(
    world: World, way: tuple[Place, ...], open_now: list[tuple[Name, Route, tuple[Group, ...]]]
) -> Iterator[Name]:
    """The routes that a way to a source of supply uses: the first that joins the ports between which it jumps."""
    for here, there in pairwise(way):
        if there not in world.near(here):
            for name, _, joined in open_now:
                if any(here in group and there in group for group in joined):
                    yield name
                    break
