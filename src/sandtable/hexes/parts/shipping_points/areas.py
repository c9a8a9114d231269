"""Shipping areas: whether a route from port to port is allowed, through which areas it runs, and its path."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from sandtable.hexes.board import Board
from sandtable.hexes.parts.shipping_points.courses import Courses
from sandtable.hexes.parts.shipping_points.settings import Area, Settings
from sandtable.hexes.sealanes import Blocked, Route, check_route, closed, pools
from sandtable.hexes.state import Place
from sandtable.hexes.waters import Waters

KEPT = 256
"""How many searches are cached."""


class Ground(msgspec.Struct, frozen=True):
    """What a side's routes depend on."""

    friendly: frozenset[Place]
    """Places friendly to its ships."""
    ports: frozenset[Place]
    """The friendly ports among them."""
    seas: frozenset[str]
    """The seas it may use."""
    taken: frozenset[Place]
    """Places that other sides hold."""
    free: bool = False
    """Before the first turn, points can be placed anywhere."""


class Areas:
    """The shipping areas of a theatre."""

    def __init__(self, terms: Settings, board: Board, waters: Waters) -> None:
        self.terms = terms
        self.board = board
        self.waters = waters
        self.ports = frozenset(place for place in board.places[: board.land] if board.port_of(place) != "none")
        self._gates = waters.gates()
        self._found: dict[tuple[object, ...], Courses] = {}
        self._stops: dict[tuple[Place, ...], frozenset[Place]] = {}
        self._washed: dict[Place, frozenset[str]] = {}
        self._passed: dict[tuple[Place, tuple[Place, ...], frozenset[Place]], bool] = {}

    # coasts

    def washed(self, place: Place) -> frozenset[str]:
        """The waters of the atlas that a coast lies on."""
        if place not in self._washed:
            nodes = self.waters.shores.get(place, ())
            self._washed[place] = frozenset(sea for node in nodes for sea in self.waters.seas[node])
        return self._washed[place]

    def _starts(self, area: Area, place: Place) -> bool:
        """Whether a port is a source of an area."""
        return area.sources.covers(place, self.board.area_of(place), self.washed(place))

    def _reaches(self, area: Area, place: Place) -> bool:
        where, waters = self.board.area_of(place), self.washed(place)
        return any(reach.covers(place, where, waters) for reach in area.reaches)

    def _joins(self, area: Area, start: Place, end: Place, joints: Iterable[Place]) -> bool:
        """Whether a stretch lies within an area. Areas are used in either direction."""
        hubs = set(area.hubs) & set(joints)
        starts = [place in hubs or self._starts(area, place) for place in (start, end)]
        reaches = [place in hubs or self._reaches(area, place) for place in (start, end)]
        return (starts[0] and reaches[1]) or (starts[1] and reaches[0])

    def hub(self, ground: Ground, place: Place) -> bool:
        """Whether a place is a hub that a side can use."""
        if place not in self.terms.hubs:
            return False
        return place in ground.friendly or (self.terms.hubs[place] and place not in ground.taken)

    def major(self, place: Place) -> bool:
        """Whether a place counts as a major port for routes."""
        return place in self.terms.hubs or self.board.port_of(place) in self.terms.major

    # paths

    def _courses(self, ground: Ground, start: Place, name: str, round_hubs: bool) -> Courses:
        area = self.terms.areas[name]
        key = (start, name, ground.friendly & self._gates, round_hubs, ground.seas)
        if key not in self._found:
            if len(self._found) >= KEPT:
                self._found.clear()
            within = frozenset(sea for sea in area.waters if self.waters.group.get(sea) in ground.seas)
            apart = frozenset() if round_hubs else frozenset(frozenset(pair) for pair in area.apart)
            self._found[key] = Courses(self.waters, start, ground.friendly, self.ports, within, apart)
        return self._found[key]

    def stretch(self, ground: Ground, start: Place, end: Place, joints: Sequence[Place]) -> Route | Blocked:
        """The shortest path within one area, or why none of them has it."""
        fitting = [name for name, area in self.terms.areas.items() if self._joins(area, start, end, joints)]
        if not fitting:
            return self._outside(start, end)
        near_hub = start in self.terms.hubs or end in self.terms.hubs
        paths = (self._courses(ground, start, name, near_hub).route(end) for name in fitting)
        found = [path for path in paths if path is not None]
        if not found:
            pool = pools(self.waters, ground.friendly, ground.seas)
            here, there = (
                {pool[basin] for basin in self.waters.harbours.get(place, ())} for place in (start, end)
            )
            if not (here & there) - {-1}:
                return closed(self.waters, start, end, ground.friendly)
            why = f"no open water within the shipping area leads from {start} to {end}"
            return Blocked("shipping.area-waters", why)
        best = min(found, key=lambda path: path.length)
        limit = self.terms.longest if self.major(start) and self.major(end) else self.terms.long
        if best.length > limit:
            why = f"{start} is {best.length:g} hexes from {end}, but {limit} is the limit between these ports"
            return Blocked("shipping.path-length", why)
        return best

    def _outside(self, start: Place, end: Place) -> Blocked:
        """Why no area has both ends of a stretch."""
        for near, far in ((start, end), (end, start)):
            homes = [area for area in self.terms.areas.values() if self._starts(area, near)]
            if homes:
                waters = {sea for area in homes for sea in area.waters}
                inner = {one.sea for one in self.terms.enclosed.values()}
                if not self.washed(far) - inner and not self.washed(far) & waters:
                    lies = " and ".join(sorted(self.washed(far))) or "no sea"
                    return Blocked("shipping.area-waters", f"{far} lies on {lies}, which is in no area of {near}")
                return Blocked(homes[0].rule, f"{far} is in no shipping area of {near}")
        why = f"neither {start} nor {end} is the source of a shipping area that has both"
        return Blocked("shipping.one-route-one-destination", why)

    def route(self, ground: Ground, stops: Sequence[Place]) -> Route | Blocked:
        """The shortest path of a route with these stops: one stretch in one area from each to the next."""
        hexes: list[Place] = []
        seas: set[str] = set()
        length = 0.0
        joints = stops[1:-1]
        for place in joints:
            if not self._meets(ground, place):
                why = f"areas don't meet in {place}: it is neither a friendly source port nor a hub"
                return Blocked("shipping.area-cost", why)
        for start, end in pairwise(stops):
            found = self.stretch(ground, start, end, joints)
            if isinstance(found, Blocked):
                return found
            hexes += found.hexes
            seas |= set(found.seas)
            length += found.length
        return Route(tuple(hexes), tuple(sorted(seas)), length)

    def _meets(self, ground: Ground, place: Place) -> bool:
        """Whether areas meet in a place."""
        source = place in ground.ports and any(self._starts(area, place) for area in self.terms.areas.values())
        return source or self.hub(ground, place)

    def check_path(
        self, ground: Ground, stops: Sequence[Place], path: Sequence[Place], shortest: Route
    ) -> Blocked | None:
        """Why a route can't take the path that its owner names."""
        blocked = check_route(self.waters, stops[0], path, ground.friendly)
        if blocked is not None:
            return blocked
        places = iter(path)
        if path[-1] != stops[-1] or not all(stop in places for stop in stops[1:]):
            return Blocked("shipping.area-cost", f"the path doesn't lead by way of {' and '.join(stops[1:])}")
        seas = {self.waters.group[sea] for place in path for sea in self.washed(place)}
        if not seas & ground.seas:
            return Blocked("shipping.area-waters", "it leaves the waters of the area")
        length = self.waters.length(tuple(path))
        if length > shortest.length:
            why = f"that path is {length:g} hexes long, but the shortest has {shortest.length:g}"
            return Blocked("shipping.shortest-path", why)
        return None

    def stops(self, start: Place, path: tuple[Place, ...]) -> frozenset[Place]:
        """The ports on a path."""
        if path not in self._stops:
            if len(self._stops) >= KEPT:
                self._stops.clear()
            self._stops[path] = self.ports & {start, *path}
        return self._stops[path] | {start}

    def passable(self, start: Place, path: tuple[Place, ...], friendly: frozenset[Place]) -> bool:
        """Whether ships can still follow a path."""
        key = (start, path, friendly & self._gates)
        if key not in self._passed:
            if len(self._passed) >= KEPT:
                self._passed.clear()
            self._passed[key] = check_route(self.waters, start, path, key[2]) is None
        return self._passed[key]

    def spread(self, ground: Ground, start: Place, ends: Iterable[Place], sea: str) -> tuple[Place, ...]:
        """The hexes on the shortest paths from a port to others in an enclosed sea."""
        key = (start, sea, ground.friendly & self._gates)
        if key not in self._found:
            within = frozenset(water for water, group in self.waters.group.items() if group == sea)
            self._found[key] = Courses(self.waters, start, ground.friendly, self.ports, within, frozenset())
        paths = (self._found[key].route(end) for end in ends)
        return tuple(dict.fromkeys(place for path in paths if path is not None for place in path.hexes))

    def sources(self, ports: Iterable[Place]) -> Iterator[Place]:
        """The ports that are a source of any area."""
        return (place for place in ports if any(self._starts(area, place) for area in self.terms.areas.values()))
