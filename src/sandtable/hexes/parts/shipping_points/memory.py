"""The memory of shipping."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.hexes.part import GameMemory, Slice
from sandtable.hexes.state import HexState, Name, Place, Side


class Route(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shipping route, and its capacity. Its points stand in the port where it begins."""

    frm: Place
    points: int
    """How many points of each kind it carries per turn."""
    to: Place = ""
    via: tuple[Place, ...] = ()
    """Where it passes from one area to the next."""
    path: tuple[Place, ...] = ()
    """The hexes it enters."""
    seas: tuple[str, ...] = ()
    """The seas it crosses."""
    sea: str = ""
    """The enclosed sea all of whose ports it serves, in place of a destination."""

    @property
    def price(self) -> int:
        """The shipping points that each point of capacity uses: one for each area."""
        return 1 + len(self.via)

    @property
    def used(self) -> int:
        """The shipping points it uses."""
        return self.points * self.price


class Holdings(msgspec.Struct, frozen=True):
    """A side's shipping points."""

    free: Mapping[Place, int] = {}
    """Points in counters that no route uses, by port."""
    routes: Mapping[Name, Route] = {}

    @property
    def total(self) -> int:
        """All of its points."""
        return sum(self.free.values()) + sum(route.used for route in self.routes.values())

    def with_free(self, place: Place, count: int) -> "Holdings":
        """With this many more points in a port; negative: fewer."""
        free = {**self.free, place: self.free.get(place, 0) + count}
        return replace(self, free={port: points for port, points in free.items() if points})

    def with_route(self, name: Name, route: Route) -> "Holdings":
        return replace(self, routes={**self.routes, name: route})

    def without(self, name: Name) -> "Holdings":
        """Without a route, whose points stay in the port where it began."""
        route = self.routes[name]
        left = {other: one for other, one in self.routes.items() if other != name}
        return replace(self, routes=left).with_free(route.frm, route.used)


class Load(msgspec.Struct, frozen=True, omit_defaults=True):
    """What depends on a route."""

    strength: int = 0
    """Strength points of the armies and fleets that draw supply along it."""
    goods: Mapping[Place, int] = {}
    """Production that it brings, by place."""


class Merchant(Slice, frozen=True, tag="shipping-points"):
    """Shipping points, routes, and what was lost on them."""

    sides: Mapping[Side, Holdings] = {}
    """The shipping points of each side. A side that is not listed has what the scenario gives it."""
    gained: tuple[str, ...] = ()
    """Countries that have brought their points."""
    loads: Mapping[Name, Load] = {}
    """What depended on each route when its owner's turn was over."""
    sunk: Mapping[Name, int] = {}
    """Points lost by attacks on each convoy since its owner's last turn."""
    cut: tuple[Name, ...] = ()
    """Routes that supply nobody until their owner's next naval movement."""
    ocean: int = 0
    """Extra transport that was bought for the next Movement Phase."""
    placed: int = 0
    """Points built this turn in the country where the first ones must be placed."""


SHIPPING = GameMemory("shipping-points", Merchant())


def changed(state: HexState, **new: Any) -> HexState:
    """The state with changes to this memory."""
    return SHIPPING.put(state, replace(SHIPPING.of(state), **new))


def holding(state: HexState, side: Side, now: Holdings) -> HexState:
    """The state in which a side has these points and routes."""
    return changed(state, sides={**SHIPPING.of(state).sides, side: now})
