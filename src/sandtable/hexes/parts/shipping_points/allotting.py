"""Allotting shipping: routes are opened and closed, and points move from counter to counter."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import times
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.shipping_points.areas import Areas, Ground
from sandtable.hexes.parts.shipping_points.memory import SHIPPING, Holdings, Route, changed, holding
from sandtable.hexes.parts.shipping_points.routes import drawn, ground_of, harbours, holdings, name_of
from sandtable.hexes.parts.shipping_points.settings import Plan
from sandtable.hexes.sealanes import Blocked, pools
from sandtable.hexes.sealanes import Route as Course
from sandtable.hexes.shipping import barred, is_port
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.status import friendly
from sandtable.hexes.story import side_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

NEEDS = 8
"""How many places without a route are offered one; players can name others."""


class OpenRoute(PartAction, frozen=True):
    """Open a shipping route, or give one more capacity. Free points come from any port ships can sail from."""

    phrase: ClassVar[str] = "ship from {frm} to {to} via {via} with {count} along {path}"
    example: ClassVar[str] = "ship from 1332 to 2242 with 1"

    frm: SpaceName
    to: SpaceName
    count: int = 1
    """The capacity it gets."""
    via: tuple[str, ...] = ()
    """Where it passes from one shipping area to the next."""
    path: tuple[str, ...] = ()
    """The hexes it enters. Empty: the shortest path."""


class OpenSea(PartAction, frozen=True):
    """Serve all ports of an enclosed sea, or give the route there more capacity."""

    phrase: ClassVar[str] = "serve {sea} from {frm} with {count}"
    example: ClassVar[str] = "serve Baltic from 1236 with 1"

    sea: str
    frm: SpaceName
    count: int = 1


class CloseRoute(PartAction, frozen=True):
    """Close a shipping route, or take capacity from it. Its points stay in the port where it began."""

    phrase: ClassVar[str] = "withdraw {count} from {route}"
    example: ClassVar[str] = "withdraw 1 from 1332-2656"

    route: str
    count: int = 0
    """The capacity that is taken. 0: all of it."""


class MoveShipping(PartAction, frozen=True):
    """Move shipping points that no route uses to another port."""

    phrase: ClassVar[str] = "transfer {count} shipping from {frm} to {to}"
    example: ClassVar[str] = "transfer 2 shipping from 1810 to 1332"

    frm: SpaceName
    to: SpaceName
    count: int


class ShippingPlaced(PartEvent, frozen=True):
    """A side's shipping points and routes at the start, or those that a country brings."""

    side: Side
    now: Holdings
    country: str = ""
    points: int = 0

    def evolve(self, state: HexState) -> HexState:
        state = holding(state, self.side, self.now)
        gained = SHIPPING.of(state).gained
        return changed(state, gained=(*gained, self.country)) if self.country else state

    def tell(self, world: World, state: HexState) -> str | None:
        if not self.country:
            return None
        return f"{self.country} brings {side_name(world, self.side)} {times(self.points, 'shipping point')}"


class RouteOpened(PartEvent, frozen=True):
    """A route was opened or got more capacity."""

    side: Side
    route: Name
    count: int
    now: Holdings

    def evolve(self, state: HexState) -> HexState:
        return holding(state, self.side, self.now)

    def tell(self, world: World, state: HexState) -> str:
        capacity = self.now.routes[self.route].points
        return f"{side_name(world, self.side)} ships on {title(world, self.now.routes[self.route])}: {capacity}"


class RouteClosed(PartEvent, frozen=True):
    """A route was closed or lost capacity."""

    side: Side
    route: Name
    now: Holdings

    def evolve(self, state: HexState) -> HexState:
        return holding(state, self.side, self.now)

    def tell(self, world: World, state: HexState) -> str:
        left = self.now.routes.get(self.route)
        old = SHIPPING.of(state).sides.get(self.side, Holdings()).routes.get(self.route)
        where = title(world, old) if old is not None else self.route
        if left is not None:
            return f"{side_name(world, self.side)} ships less on {where}: {left.points}"
        return f"{side_name(world, self.side)} no longer ships on {where}"


class ShippingMoved(PartEvent, frozen=True):
    """Points moved from counter to counter."""

    side: Side
    frm: Place
    to: Place
    count: int
    now: Holdings

    def evolve(self, state: HexState) -> HexState:
        return holding(state, self.side, self.now)

    def tell(self, world: World, state: HexState) -> str:
        what = times(self.count, "shipping point")
        return f"{what} from {world.title(self.frm)} to {world.title(self.to)}"


def title(world: World, one: Route) -> str:
    """A route as it stands in a sentence."""
    if one.sea:
        return f"the {one.sea}"
    stops = " - ".join(world.title(place) for place in (one.frm, *one.via, one.to))
    return f"the route {stops}"


def refused(world: World, state: HexState, blocked: Blocked) -> Refusal:
    """The rule against a route."""
    if blocked.rule.startswith("shipping."):
        return world.refuse_by(blocked.rule, f"{blocked.why[:1].upper()}{blocked.why[1:]}.")
    return barred(world, state, blocked)


# moving points


def flows(world: World, ground: Ground, frm: Place, to: Place) -> bool:
    """Whether a friendly shipping route connects two ports, however long; before the first turn, any two."""
    if ground.free:
        return True
    pool = pools(world.waters, ground.friendly, ground.seas)
    here = {pool[basin] for basin in world.waters.harbours.get(frm, ())} - {-1}
    return bool(here & {pool[basin] for basin in world.waters.harbours.get(to, ())})


def gathered(world: World, ground: Ground, now: Holdings, at: Place, count: int) -> Holdings | None:
    """With this many points taken from the counter in a port, and from others that can reach it. None: too few."""
    order = sorted(now.free, key=lambda place: (place != at, place))
    for place in order:
        if count and (place == at or flows(world, ground, place, at)):
            taken = min(count, now.free[place])
            now = now.with_free(place, -taken)
            count -= taken
    return now if not count else None


# checks


def check_counter(world: World, state: HexState, side: Side, place: Place) -> Refusal | None:
    """Whether a shipping counter can be in a place."""
    if not is_port(world, place):
        return world.refuse_by("shipping.placement", f"{world.title(place)} has no port.")
    if not friendly(state, side, place):
        return world.refuse_by("shipping.placement", f"{world.title(place)} is not friendly.")
    return None


def check_time(world: World, state: HexState, side: Side) -> Refusal | None:
    """Whether shipping can be allotted now."""
    return next(filter(None, (part.allots(world, state, side) for part in world.parts.allots)), None)


def check_open(areas: Areas, world: World, state: HexState, side: Side, action: OpenRoute) -> Refusal | None:
    """Validate a route."""
    found = opened(areas, world, state, side, action)
    return found if isinstance(found, Refusal) else None


def opened(
    areas: Areas, world: World, state: HexState, side: Side, action: OpenRoute
) -> tuple[Name, Holdings] | Refusal:
    """A route's name and the holdings once it is open; or the rule against it."""
    refusal = check_time(world, state, side) or check_counter(world, state, side, action.frm)
    if refusal is not None:
        return refusal
    if action.count < 1:
        return world.refuse_by("shipping.capacity", "A route carries at least one point.")
    ground = ground_of(areas, world, state, side)
    if not harbours(areas, state, ground.friendly, action.to):
        why = f"{world.title(action.to)} is not a friendly port."
        return world.refuse_by("shipping.one-route-one-destination", why)
    return _with_route(areas, world, state, side, ground, action)


def opened_for(
    areas: Areas, world: World, state: HexState, side: Side, ground: Ground, action: OpenRoute
) -> tuple[Name, Holdings] | None:
    """A route that opens without an order, whatever the phase. None if it can't."""
    found = _with_route(areas, world, state, side, ground, action)
    return None if isinstance(found, Refusal) else found


def _with_route(
    areas: Areas, world: World, state: HexState, side: Side, ground: Ground, action: OpenRoute
) -> tuple[Name, Holdings] | Refusal:
    now = holdings(areas.terms, state, side)
    name = name_of(side, action.frm, action.to, action.via)
    back = name_of(side, action.to, action.frm, action.via[::-1])
    old = now.routes.get(name) or now.routes.get(back)
    stops = (action.frm, *action.via, action.to)
    poor = _short(world, ground, now, action.frm, action.count * len(stops[1:]), bool(action.via))
    if poor is not None:
        return poor
    course = areas.route(ground, stops)
    if isinstance(course, Blocked):
        return refused(world, state, course)
    if action.path:
        wrong = areas.check_path(ground, stops, action.path, course)
        if wrong is not None:
            return refused(world, state, wrong)
        course = Course(action.path, course.seas, course.length)
    if old is not None and not action.path and old.path:
        one, name = replace(old, points=old.points + action.count), name if name in now.routes else back
    else:
        points = action.count + (old.points if old is not None else 0)
        one = Route(action.frm, points, action.to, action.via, course.hexes, course.seas)
        name = name if old is None or name in now.routes else back
    return name, paid(world, ground, now, one.frm, action.count * one.price).with_route(name, one)


def paid(world: World, ground: Ground, now: Holdings, at: Place, count: int) -> Holdings:
    """Holdings without points that were found to be there."""
    left = gathered(world, ground, now, at, count)
    assert left is not None, "it was not checked"
    return left


def _short(world: World, ground: Ground, now: Holdings, at: Place, count: int, far: bool) -> Refusal | None:
    """Why there are too few points for a route that begins in a port. ``far``: it runs through several areas."""
    if gathered(world, ground, now, at, count) is not None:
        return None
    near = (place for place in now.free if place == at or flows(world, ground, place, at))
    able = sum(now.free[place] for place in near)
    why = f"That takes {times(count, 'shipping point')}, but only {able} can get to {world.title(at)}."
    if sum(now.free.values()) >= count:
        return world.refuse_by("shipping.reallocation", why)
    return world.refuse_by("shipping.area-cost" if far else "shipping.capacity", why)


def check_sea(areas: Areas, world: World, state: HexState, side: Side, action: OpenSea) -> Refusal | None:
    """Validate a route in an enclosed sea."""
    found = opened_sea(areas, world, state, side, action)
    return found if isinstance(found, Refusal) else None


def opened_sea(
    areas: Areas, world: World, state: HexState, side: Side, action: OpenSea
) -> tuple[Name, Holdings] | Refusal:
    """An enclosed sea's route and the holdings once it is open; or the rule against it."""
    refusal = check_time(world, state, side) or check_counter(world, state, side, action.frm)
    if refusal is not None:
        return refusal
    if action.count < 1:
        return world.refuse_by("shipping.capacity", "A route carries at least one point.")
    facts = areas.terms.enclosed.get(action.sea)
    ground = ground_of(areas, world, state, side)
    if facts is None or side not in facts.sides:
        why = f"{action.sea} isn't a shipping area of {world.the(side)}."
        return world.refuse_by("shipping.enclosed-seas", why)
    if facts.sea not in ground.seas:
        return world.refuse_by("shipping.enclosed-seas", f"The {facts.sea} is closed to {world.the(side)} now.")
    if facts.sea not in {world.waters.basins[basin] for basin in world.waters.harbours.get(action.frm, ())}:
        why = f"{world.title(action.frm)} doesn't lie on the {facts.sea}."
        return world.refuse_by("shipping.enclosed-seas", why)
    now = holdings(areas.terms, state, side)
    name = name_of(side, "", "", sea=facts.sea)
    old = now.routes.get(name)
    one = (
        Route(action.frm, action.count, sea=facts.sea)
        if old is None
        else replace(old, points=old.points + action.count)
    )
    poor = _short(world, ground, now, one.frm, action.count, False)
    return poor or (name, paid(world, ground, now, one.frm, action.count).with_route(name, one))


def check_close(areas: Areas, world: World, state: HexState, side: Side, action: CloseRoute) -> Refusal | None:
    """Validate closing a route."""
    late = check_time(world, state, side)
    if late is not None:
        return late
    one = holdings(areas.terms, state, side).routes.get(action.route)
    if one is None:
        why = f"{world.having(side)} no route {action.route}."
        return world.refuse_by("shipping.one-route-one-destination", why)
    if not 0 <= action.count <= one.points:
        return world.refuse_by("shipping.capacity", f"That route carries only {one.points}.")
    return None


def closed_route(areas: Areas, state: HexState, side: Side, action: CloseRoute) -> Holdings:
    """The holdings once a route has lost capacity."""
    now = holdings(areas.terms, state, side)
    one = now.routes[action.route]
    if action.count in (0, one.points):
        return now.without(action.route)
    smaller = replace(one, points=one.points - action.count)
    return now.with_route(action.route, smaller).with_free(one.frm, action.count * one.price)


def check_transfer(
    areas: Areas, world: World, state: HexState, side: Side, action: MoveShipping
) -> Refusal | None:
    """Validate moving free points."""
    refusal = check_time(world, state, side) or check_counter(world, state, side, action.to)
    if refusal is not None:
        return refusal
    free = holdings(areas.terms, state, side).free.get(action.frm, 0)
    if not 1 <= action.count <= free:
        why = f"{world.title(action.frm)} has {times(free, 'shipping point')} that no route uses."
        return world.refuse_by("shipping.reallocation", why)
    if action.frm == action.to or not flows(world, ground_of(areas, world, state, side), action.frm, action.to):
        why = f"No friendly shipping route leads from {world.title(action.frm)} to {world.title(action.to)}."
        return world.refuse_by("shipping.reallocation", why)
    return None


def move(areas: Areas, run: Unfolding, side: Side, action: MoveShipping) -> None:
    """Points move to another port; nobody can intercept them."""
    now = holdings(areas.terms, run.state, side).with_free(action.frm, -action.count)
    now = now.with_free(action.to, action.count)
    run.emit(ShippingMoved(side=side, frm=action.frm, to=action.to, count=action.count, now=now))


# what nobody orders


def settled(areas: Areas, world: World, state: HexState, side: Side, now: Holdings) -> Holdings:
    """Holdings whose routes have their paths: those that can't be opened leave their points free."""
    ground = ground_of(areas, world, state, side)
    for name, one in dict(now.routes).items():
        if not friendly(state, side, one.frm):
            now = replace(now, routes={other: left for other, left in now.routes.items() if other != name})
        elif one.sea:
            now = now if one.sea in ground.seas else now.without(name)
        elif not one.path:
            whole = harbours(areas, state, ground.friendly, one.to)
            found = drawn(areas, ground, one) if whole else one
            now = now.with_route(name, found) if found.path else now.without(name)
    return replace(now, free={place: count for place, count in now.free.items() if friendly(state, side, place)})


def added(now: Holdings, side: Side, plans: tuple[Plan, ...]) -> Holdings:
    """Holdings with more routes."""
    for plan in plans:
        name = name_of(side, plan.frm, plan.to, plan.via, plan.sea)
        old = now.routes.get(name)
        fresh = Route(plan.frm, plan.points, plan.to, plan.via, sea=plan.sea)
        one = fresh if old is None else replace(old, points=old.points + plan.points)
        now = now.with_route(name, one)
    return now


def offers(areas: Areas, world: World, state: HexState, side: Side) -> Iterator[PartAction]:
    """Routes to places that need one and from ports with armies, seas to serve, and routes to close."""
    now, ground = holdings(areas.terms, state, side), ground_of(areas, world, state, side)
    yield from (CloseRoute(name) for name in now.routes)
    if not now.free:
        return
    for sea, facts in areas.terms.enclosed.items():
        ports = sorted(place for place in ground.ports if facts.sea in _seas(world, place))
        if side in facts.sides and ports:
            yield OpenSea(sea, next((place for place in ports if place in now.free), ports[0]))
    for frm, to in wishes(areas, world, state, side, ground):
        yield OpenRoute(frm, to)
        yield from (OpenRoute(frm, to, via=(hub,)) for hub in areas.terms.hubs if areas.hub(ground, hub))
    yield from (MoveShipping(place, to, 1) for place in now.free for to in sorted(ground.ports)[:1])


def _seas(world: World, place: Place) -> set[str]:
    return {world.waters.basins[basin] for basin in world.waters.harbours.get(place, ())}


def wishes(
    areas: Areas, world: World, state: HexState, side: Side, ground: Ground
) -> Iterator[tuple[Place, Place]]:
    """Pairs of ports that a route could join: from ports with free points or production to those without supply,
    and to those with armies."""
    now = holdings(areas.terms, state, side)
    sources = sorted(areas.sources(ground.ports), key=lambda place: (place not in now.free, place))
    needy = [place for place in sorted(ground.ports) if wanting(world, state, side, place)]
    for to in needy[:NEEDS]:
        for frm in sources[:NEEDS]:
            if frm != to and friendly(state, side, frm):
                yield frm, to


def wanting(world: World, state: HexState, side: Side, place: Place) -> bool:
    """Whether a port has anything that a route could serve, there or beside it: forces, a fort or production."""
    near = (place, *world.near(place)) if place in world.board else (place,)
    return any(
        state.control.get(one) == side
        and (
            bool(world.production(one, state.turn))
            or one in state.forts
            or any(army.at == one for _, army in state.armies_of(side))
            or any(fleet.at == one for fleet in state.fleets.values())
        )
        for one in near
    )
