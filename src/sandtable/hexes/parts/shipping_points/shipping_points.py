"""The part: shipping points limit what crosses the sea, and supply over sea follows their routes."""

from collections.abc import Iterable, Iterator, Mapping

from sandtable.core.refusal import Refusal
from sandtable.core.wording import times
from sandtable.hexes.actions import Action, Move
from sandtable.hexes.part import Convoy, Line, Part, PartAction
from sandtable.hexes.parts.shipping_points import allotting, building, losses
from sandtable.hexes.parts.shipping_points.areas import Areas
from sandtable.hexes.parts.shipping_points.memory import SHIPPING, Holdings
from sandtable.hexes.parts.shipping_points.reacting import (
    Rested,
    ShippingLost,
    lapse,
    lose_ports,
    place_all,
    rest,
    supply_landing,
)
from sandtable.hexes.parts.shipping_points.routes import holdings, joining, linked, stretch_between
from sandtable.hexes.parts.shipping_points.settings import Settings as ShippingSettings
from sandtable.hexes.state import HexState, Phase, Place, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

ALLOTTING: tuple[type[PartAction], ...] = (
    allotting.OpenRoute,
    allotting.OpenSea,
    allotting.CloseRoute,
    allotting.MoveShipping,
)
MAPS = 4
"""How many boards with different ports are kept."""
BUILDING: tuple[type[PartAction], ...] = (building.BuildShipping, building.BuyTransport)


class ShippingPoints(Part[ShippingSettings]):
    """Shipping points and routes."""

    name = "shipping-points"
    Settings = ShippingSettings
    memory = SHIPPING
    actions = (*ALLOTTING, *BUILDING)
    events = (
        allotting.ShippingPlaced,
        allotting.RouteOpened,
        allotting.RouteClosed,
        allotting.ShippingMoved,
        building.ShippingBuilt,
        building.TransportBought,
        building.PointsPlaced,
        losses.LoadsCounted,
        losses.PointsSunk,
        losses.RouteCut,
        losses.RoutesMended,
        ShippingLost,
        Rested,
    )
    citations = (
        "shipping.capacity",
        "shipping.one-route-one-destination",
        "shipping.cost",
        "shipping.placement",
        "shipping.reallocation",
        "shipping.supply-needs-capacity",
        "shipping.functions-attacked-separately",
        "shipping.area-cost",
        "shipping.area-waters",
        "shipping.enclosed-seas",
        "shipping.path-length",
        "shipping.shortest-path",
        "shipping.first-six-in-us",
        "shipping.extra-transport",
        "shipping.shipping-points-survive",
        "uboat.loss-limit",
        "uboat.supply-disrupted",
    )

    def __init__(self, settings: ShippingSettings) -> None:
        super().__init__(settings)
        self._areas: list[Areas] = []

    def areas(self, world: World) -> Areas:
        """The shipping areas on the world's map, with the ports that were built."""
        for known in self._areas:
            if known.board is world.board and known.waters is world.waters:
                return known
        fresh = Areas(self.settings, world.board, world.waters)
        self._areas = [fresh, *self._areas[: MAPS - 1]]
        return fresh

    def rules(self) -> Iterable[str]:
        return (area.rule for area in self.settings.areas.values())

    def problems(self, world: World) -> Iterable[str]:
        group, seas = world.waters.group, world.board.theatre.seas
        for name, area in self.settings.areas.items():
            for water in area.waters:
                if water not in group:
                    yield f"{name}: no water {water!r}"
        yield from (f"no sea {one.sea!r}" for one in self.settings.enclosed.values() if one.sea not in seas)
        for side in self.settings.start:
            if side not in world.order:
                yield f"no side {side!r}"

    # orders

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        if action in ALLOTTING:
            return ("naval", "setup")
        return ("production",) if action in BUILDING else ()

    def misplaced(self, world: World, state: HexState, side: Side, action: Action) -> Refusal:
        if isinstance(action, ALLOTTING):
            return world.refuse_by("shipping.placement", "Shipping is allotted in naval movement.")
        return world.refuse_by("c2-sequence.production-steps", "You can buy that only in the Production Phase.")

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        areas = self.areas(world)
        match action:
            case allotting.OpenRoute():
                return allotting.check_open(areas, world, state, side, action)
            case allotting.OpenSea():
                return allotting.check_sea(areas, world, state, side, action)
            case allotting.CloseRoute():
                return allotting.check_close(areas, world, state, side, action)
            case allotting.MoveShipping():
                return allotting.check_transfer(areas, world, state, side, action)
            case building.BuildShipping():
                return building.check_build(world, state, side, action)
            case building.BuyTransport():
                return building.check_transport(self.settings, world, state, side, action)
        raise TypeError(f"{action} is no order to shipping")

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        if state.phase == "production":
            yield from building.offers(self.settings, world, state, side)
        elif allotting.check_time(world, state, side) is None:
            yield from allotting.offers(self.areas(world), world, state, side)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        areas, world, state = self.areas(run.world), run.world, run.state
        match action:
            case allotting.OpenRoute():
                self._open(run, side, action.count, allotting.opened(areas, world, state, side, action))
            case allotting.OpenSea():
                self._open(run, side, action.count, allotting.opened_sea(areas, world, state, side, action))
            case allotting.CloseRoute():
                now = allotting.closed_route(areas, state, side, action)
                run.emit(allotting.RouteClosed(side=side, route=action.route, now=now))
            case allotting.MoveShipping():
                allotting.move(areas, run, side, action)
            case building.BuildShipping():
                building.build(self.settings, run, side, action)
            case building.BuyTransport():
                building.buy(self.settings, run, side, action)

    def _open(self, run: Unfolding, side: Side, count: int, found: tuple[str, Holdings] | Refusal) -> None:
        assert not isinstance(found, Refusal), "it was not checked"
        run.emit(allotting.RouteOpened(side=side, route=found[0], count=count, now=found[1]))

    def words(self, world: World, action: Action) -> str:
        match action:
            case allotting.OpenRoute():
                stops = " - ".join(world.title(place) for place in (action.frm, *action.via, action.to))
                return f"ship {times(action.count, 'point')} on the route {stops}"
            case allotting.OpenSea():
                return f"ship {times(action.count, 'point')} on the {action.sea}"
            case allotting.CloseRoute():
                return f"ship {action.count or 'nothing'} {'less ' if action.count else ''}on {action.route}"
            case allotting.MoveShipping():
                what = times(action.count, "shipping point")
                return f"transfer {what} from {world.title(action.frm)} to {world.title(action.to)}"
            case building.BuildShipping():
                return f"build {times(action.count, 'shipping point')} in {world.title(action.at)}"
            case building.BuyTransport():
                return f"buy transport for {times(action.count, 'point')}"
        raise TypeError(f"{action} is no order to shipping")

    # what routes carry

    def linked(self, world: World, state: HexState, side: Side) -> tuple[frozenset[Place], ...]:
        return linked(self.areas(world), world, state, side)

    def plies(
        self, world: World, state: HexState, side: Side, frm: tuple[Place, ...], to: tuple[Place, ...]
    ) -> Line | None:
        found = dict(joining(self.areas(world), world, state, side, frm, to))
        if not found:
            return Line(0)
        start, way = stretch_between(next(iter(found.values())), frm, to)
        return Line(sum(one.points for one in found.values()), start, way)

    def carries(
        self, world: World, state: HexState, side: Side, ports: tuple[Place, Place], points: int
    ) -> tuple[str, ...] | Refusal:
        found = dict(joining(self.areas(world), world, state, side, ports[:1], ports[1:]))
        more = 0
        if building.crosses_ocean(self.settings, world, ports):
            more = building.capacity(self.settings, state, holdings(self.settings, state, side))
        left = {name: one.points - state.shipped.get(name, 0) for name, one in found.items()}
        for name, room in left.items():
            if points <= room:
                return (name,)
        for name, room in left.items():
            if points <= max(0, room) + more:
                return (name,)
        where = f"{world.title(ports[0])} and {world.title(ports[1])}"
        if not found:
            why = f"No shipping route joins {where}."
            return world.refuse_by("shipping.one-route-one-destination", why)
        most = max(max(0, room) for room in left.values()) + more
        why = f"A route between {where} has room for only {most} more points this turn."
        return world.refuse_by("shipping.capacity", why)

    def crosses(
        self, world: World, state: HexState, side: Side, action: Move, seas: tuple[str, ...]
    ) -> Refusal | None:
        assert action.ports is not None, "they go by land"
        routes = holdings(self.settings, state, side).routes
        one = next((routes[name] for name in seas if name in routes), None)
        if one is None or not one.path:
            return None
        _, way = stretch_between(one, action.ports[:1], action.ports[1:])
        length, most = world.waters.length(action.route), world.waters.length(way)
        if length > most:
            why = f"That path is {length:g} hexes long, but the route has {most:g}."
            return world.refuse_by("shipping.shortest-path", why)
        return None

    def follows(
        self, world: World, state: HexState, side: Side, ports: tuple[Place, Place], seas: tuple[str, ...]
    ) -> tuple[Place, ...]:
        routes = holdings(self.settings, state, side).routes
        one = next((routes[name] for name in seas if name in routes), None)
        return stretch_between(one, ports[:1], ports[1:])[1] if one is not None and one.path else ()

    # attacks

    def convoys(self, world: World, state: HexState, side: Side) -> Iterator[Convoy]:
        return losses.convoys(self.areas(world), world, state, side)

    def sunk(self, run: Unfolding, convoy: Convoy, count: int) -> None:
        losses.sunk(self.areas(run.world), run, convoy, count)

    def harvests(
        self, world: World, state: HexState, side: Side, counted: Mapping[Place, int]
    ) -> Mapping[Place, int]:
        return losses.harvest(self.areas(world), world, state, side, counted)

    # the course of the war

    def sets_up(self, world: World, side: Side) -> bool:
        return side in self.settings.start

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        areas = self.areas(run.world)
        place_all(areas, run)
        if run.state.phase != "setup" and run.state.side != side:
            losses.mend(areas, run, run.state.side)
        lapse(areas, run, side)
        losses.count_loads(areas, run, side)

    def settles(self, run: Unfolding) -> None:
        place_all(self.areas(run.world), run)

    def realigned(self, run: Unfolding) -> None:
        if SHIPPING.of(run.state).sides:
            place_all(self.areas(run.world), run)
            lose_ports(self.areas(run.world), run)

    def hexes_fell(self, run: Unfolding) -> None:
        lose_ports(self.areas(run.world), run)

    def entered(self, run: Unfolding, side: Side, place: Place, holder: Side) -> None:
        supply_landing(self.areas(run.world), run, side, place)

    def production_begins(self, run: Unfolding) -> None:
        rest(self.settings, run)

    def spends(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        return building.check_duty(world, state, side, self.settings.duty, action)

    def spending(self, run: Unfolding, side: Side, action: Action) -> None:
        building.note(run, self.settings.duty, side, action)


__all__ = ["ShippingPoints"]
