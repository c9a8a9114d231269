"""What happens to shipping without an order: points arrive, routes lapse, ports fall, landings are supplied."""

from msgspec.structs import replace

from sandtable.hexes.part import PartEvent
from sandtable.hexes.parts.shipping_points.allotting import (
    OpenRoute,
    RouteClosed,
    RouteOpened,
    ShippingPlaced,
    added,
    opened_for,
    settled,
)
from sandtable.hexes.parts.shipping_points.areas import Areas
from sandtable.hexes.parts.shipping_points.building import joined
from sandtable.hexes.parts.shipping_points.memory import SHIPPING, Holdings, changed, holding
from sandtable.hexes.parts.shipping_points.routes import ground_of, groups, havens, holdings, linked, usable
from sandtable.hexes.parts.shipping_points.settings import Settings
from sandtable.hexes.sealanes import Blocked
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import friendly
from sandtable.hexes.story import side_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class ShippingLost(PartEvent, frozen=True):
    """Shipping points were lost with their ports."""

    side: Side
    count: int
    now: Holdings
    why: str

    def evolve(self, state: HexState) -> HexState:
        return holding(state, self.side, self.now)

    def tell(self, world: World, state: HexState) -> str:
        return f"{side_name(world, self.side)} loses {self.count} shipping points with their ports ({self.why})"


class Rested(PartEvent, frozen=True):
    """Extra transport is used up, and nothing has been built yet."""

    def evolve(self, state: HexState) -> HexState:
        return changed(state, ocean=0, placed=0)


def place_all(areas: Areas, run: Unfolding) -> None:
    """Points of sides that have none yet, and of countries that have joined one."""
    fresh = {side for side in areas.terms.start if side not in SHIPPING.of(run.state).sides}
    for side in areas.terms.start:
        old = SHIPPING.of(run.state).sides.get(side)
        if old is None or any(not one.path and not one.sea for one in old.routes.values()):
            now = settled(areas, run.world, run.state, side, holdings(areas.terms, run.state, side))
            run.emit(ShippingPlaced(side=side, now=now))
    for gain in areas.terms.gains:
        had = gain.country in SHIPPING.of(run.state).gained and gain.side not in fresh
        if had or not joined(run.state, gain.country, gain.side):
            continue
        old = holdings(areas.terms, run.state, gain.side)
        now = added(old, gain.side, gain.routes)
        for place, count in gain.free.items():
            now = now.with_free(place, count)
        now = settled(areas, run.world, run.state, gain.side, now)
        points = now.total - old.total
        run.emit(ShippingPlaced(side=gain.side, now=now, country=gain.country, points=points))


def lapse(areas: Areas, run: Unfolding, side: Side) -> None:
    """Close a side's routes that no longer lead anywhere: their points are free."""
    own, seas = havens(areas.terms, run.world, run.state, side), usable(run.world, run.state, side)
    for name, one in holdings(areas.terms, run.state, side).routes.items():
        if not groups(areas, run.world, run.state, side, one, own, seas):
            now = holdings(areas.terms, run.state, side).without(name)
            run.emit(RouteClosed(side=side, route=name, now=now))


def lose_ports(areas: Areas, run: Unfolding) -> None:
    """Points in ports that are no longer friendly are lost."""
    for side, old in SHIPPING.of(run.state).sides.items():
        free = {place: count for place, count in old.free.items() if friendly(run.state, side, place)}
        routes = {name: one for name, one in old.routes.items() if friendly(run.state, side, one.frm)}
        now = replace(old, free=free, routes=routes)
        if now.total < old.total:
            why = run.world.full_id("shipping.shipping-points-survive")
            run.emit(ShippingLost(side=side, count=old.total - now.total, now=now, why=why))


def supply_landing(areas: Areas, run: Unfolding, side: Side, place: Place) -> None:
    """A free point opens a route to a coast that an invasion has just taken."""
    world, state = run.world, run.state
    now = holdings(areas.terms, state, side)
    if place not in state.beachheads or not now.free:
        return
    if any(place in group for group in linked(areas, world, state, side)):
        return
    ground = ground_of(areas, world, state, side)
    ground = replace(ground, ports=ground.ports | {place})
    tried = sorted(areas.sources(ground.ports), key=lambda port: (port not in now.free, port))
    best: tuple[float, OpenRoute] | None = None
    for start in tried:
        course = areas.route(ground, (start, place)) if friendly(state, side, start) else None
        if course is not None and not isinstance(course, Blocked) and (best is None or course.length < best[0]):
            best = (course.length, OpenRoute(start, place))
    found = opened_for(areas, world, state, side, ground, best[1]) if best is not None else None
    if found is not None:
        run.emit(RouteOpened(side=side, route=found[0], count=1, now=found[1]))


def rest(terms: Settings, run: Unfolding) -> None:
    """The side on turn begins to spend: transport that it bought for this turn is over."""
    known = SHIPPING.of(run.state)
    owner = terms.ocean.side if terms.ocean is not None else terms.duty.side if terms.duty is not None else ""
    if run.state.side == owner and (known.ocean or known.placed):
        run.emit(Rested())
