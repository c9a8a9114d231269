"""Attacks on routes: supply and production are separate targets; points are sunk, never the shipping itself."""

from collections.abc import Iterator, Mapping

from sandtable.hexes.part import Convoy, PartEvent
from sandtable.hexes.parts.shipping_points.areas import Areas
from sandtable.hexes.parts.shipping_points.memory import SHIPPING, Load, Route, changed
from sandtable.hexes.parts.shipping_points.routes import ground_of, groups, holdings, loads
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

SUPPLY, GOODS = " supply route", " production route"
"""How the names of what goes along a route end."""


class LoadsCounted(PartEvent, frozen=True):
    """What depends on the routes of the sides that aren't on turn."""

    loads: Mapping[Name, Load]

    def evolve(self, state: HexState) -> HexState:
        return changed(state, loads=self.loads)


class PointsSunk(PartEvent, frozen=True):
    """Production points were lost with a convoy."""

    convoy: Name
    count: int
    why: str

    def evolve(self, state: HexState) -> HexState:
        sunk = SHIPPING.of(state).sunk
        return changed(state, sunk={**sunk, self.convoy: sunk.get(self.convoy, 0) + self.count})

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.count} production points are lost on the {self.convoy} ({self.why})"


class RouteCut(PartEvent, frozen=True):
    """A route supplies nobody until its owner's next naval movement."""

    route: Name
    why: str

    def evolve(self, state: HexState) -> HexState:
        return changed(state, cut=(*SHIPPING.of(state).cut, self.route))

    def tell(self, world: World, state: HexState) -> str:
        return f"the {self.route}{SUPPLY} is cut: whatever depends on it is out of supply ({self.why})"


class RoutesMended(PartEvent, frozen=True):
    """A turn is over: losses were deducted, and routes that were cut supply again."""

    sunk: Mapping[Name, int]
    """Losses that have yet to be deducted."""
    cut: tuple[Name, ...]

    def evolve(self, state: HexState) -> HexState:
        return changed(state, sunk=self.sunk, cut=self.cut)


def convoys(areas: Areas, world: World, state: HexState, side: Side) -> Iterator[Convoy]:
    """What a side sends along its routes, besides troops: supply, and production."""
    known = SHIPPING.of(state)
    for name, one in holdings(areas.terms, state, side).routes.items():
        way = _way(areas, world, state, side, one)
        if way:
            load = known.loads.get(name, Load())
            yield Convoy(f"{name}{SUPPLY}", side, one.frm, way, load.strength)
            if load.goods:
                left = sum(load.goods.values()) - known.sunk.get(f"{name}{GOODS}", 0)
                yield Convoy(f"{name}{GOODS}", side, one.frm, way, max(0, left))


def _way(areas: Areas, world: World, state: HexState, side: Side, one: Route) -> tuple[Place, ...]:
    """The hexes of a route: in an enclosed sea, those on the way to every port that depends on it."""
    if not one.sea:
        return one.path
    ground = ground_of(areas, world, state, side)
    joined = groups(areas, world, state, side, one, ground.friendly, ground.seas)
    ports = next((group for group in joined if one.frm in group), frozenset())
    return areas.spread(ground, one.frm, sorted(ports - {one.frm}), one.sea)


def sunk(areas: Areas, run: Unfolding, convoy: Convoy, count: int) -> None:
    """Points of a convoy were sunk."""
    supplies, name = convoy.name.endswith(SUPPLY), convoy.name.removesuffix(SUPPLY).removesuffix(GOODS)
    routes = holdings(areas.terms, run.state, convoy.side).routes
    if name not in routes or not convoy.name.endswith((SUPPLY, GOODS)):
        return
    rule = "uboat.loss-limit" if supplies else "shipping.functions-attacked-separately"
    run.emit(PointsSunk(convoy=convoy.name, count=count, why=run.world.full_id(rule)))
    known = SHIPPING.of(run.state)
    strength = known.loads.get(name, Load()).strength
    if supplies and known.sunk[convoy.name] >= strength and name not in known.cut:
        run.emit(RouteCut(route=name, why=run.world.full_id("uboat.supply-disrupted")))


def harvest(
    areas: Areas, world: World, state: HexState, side: Side, counted: Mapping[Place, int]
) -> Mapping[Place, int]:
    """Production without what was sunk: supply costs the country where the route begins."""
    known = SHIPPING.of(state)
    if not known.sunk:
        return counted
    left = dict(counted)
    for name, one in holdings(areas.terms, state, side).routes.items():
        home = world.realms.get(world.realm(world.country_of.get(one.frm, "")), frozenset())
        _deduct(left, sorted(home & left.keys()), known.sunk.get(f"{name}{SUPPLY}", 0))
        goods = known.loads.get(name, Load()).goods
        _deduct(left, sorted(goods.keys() & left.keys()), known.sunk.get(f"{name}{GOODS}", 0))
    return left


def _deduct(left: dict[Place, int], places: list[Place], lost: int) -> None:
    for place in places:
        taken = min(lost, left[place])
        left[place] -= taken
        lost -= taken


def count_loads(areas: Areas, run: Unfolding, side: Side) -> None:
    """Count what depends on routes, except for the side whose turn begins: it keeps its last count."""
    known = SHIPPING.of(run.state)
    now: dict[Name, Load] = {}
    for other in run.world.order:
        if other == side:
            routes = holdings(areas.terms, run.state, other).routes
            now |= {name: load for name, load in known.loads.items() if name in routes}
        else:
            now |= loads(areas, run.world, run.state, other)
    now = dict(sorted(now.items()))
    if now != dict(known.loads):
        run.emit(LoadsCounted(loads=now))


def mend(areas: Areas, run: Unfolding, ended: Side) -> None:
    """A side's turn is over: its losses were deducted, and its routes work again."""
    known = SHIPPING.of(run.state)
    own = holdings(areas.terms, run.state, ended).routes
    names = {f"{name}{kind}" for name in own for kind in (SUPPLY, GOODS)}
    left = {name: count for name, count in known.sunk.items() if name not in names}
    cut = tuple(name for name in known.cut if name not in own)
    if left != dict(known.sunk) or cut != known.cut:
        run.emit(RoutesMended(sunk=left, cut=cut))
