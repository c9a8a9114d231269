"""The shapes of a hex map: where in a hex the land ends.

The coast follows the atlas rather than any globe. A land side is drawn dry from corner to corner, a water side
wet, and where both can cross a side the coast crosses it, so that players see what can move. Inland hexes are
full; coastal ones have a strip of water along their open sides; shores not joined by water are separated by a
spit. Points are integers; a hex is 2 * ``SIZE`` high.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal
from zlib import crc32

import msgspec

from sandtable.hexes.atlas import Atlas, Way
from sandtable.hexes.grid import SIDES, Hex, centre, corner, step

SIZE = 100
"""From the centre of a hex to a corner, in drawing units."""
INLET = 0.3
"""The share of a mixed side that is water."""
GAP = (0.36, 0.64)
"""Where the water is if both ends of a mixed side are dry."""
DISC = 0.46
"""The size of a circular island. One that the atlas joins to other land is drawn like any land."""

Spot = tuple[int, int]


class Edge(msgspec.Struct, frozen=True):
    """A piece of the land's outline in a hex: along a side, or along the water (``near`` is then None)."""

    points: tuple[Spot, ...]
    """For a coast, all but the first and last are control points of a rounded line."""
    near: Hex | None


def spot(x: float, y: float) -> Spot:
    """A point of the grid as a point of the drawing."""
    return (round(x * SIZE), round(y * SIZE))


class Coast:
    """The land of every hex. A place beyond the edges stands for the hex that is repeated there."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas

    def real(self, place: Hex) -> Hex:
        """The hex that is drawn at a place."""
        return Hex(place.row, self.atlas.grid.wrap(place.column))

    def way(self, place: Hex, number: int) -> Way:
        """What can cross a side. The northern and southern edges of the world are land up to the frame."""
        near = step(place, number)
        if not 1 <= near.row <= self.atlas.grid.rows:
            return "land" if self.real(place) in self.atlas.cells else "water"
        return self.atlas.way(self.real(place), self.real(near))

    def wet(self, place: Hex, number: int) -> Literal["open", "inner", "dry"]:
        """Whether a corner touches open water, or at least two mixed sides, or neither."""
        before, after = self.way(place, (number - 1) % SIDES), self.way(place, number)
        first, second = step(place, (number - 1) % SIDES), step(place, number)
        ways = [before, after]
        if 1 <= first.row <= self.atlas.grid.rows and 1 <= second.row <= self.atlas.grid.rows:
            ways.append(self.atlas.way(self.real(first), self.real(second)))
        if "water" in ways or "strait" in ways:
            return "open"
        return "inner" if ways.count("both") > 1 else "dry"

    def _parted(self, place: Hex, one: int, other: int) -> bool:
        """Whether the waters behind two sides of a hex aren't connected in it."""
        here = self.real(place)
        if here not in self.atlas.parts:
            return False
        first, second = (self.atlas.shore(here, self.real(step(place, n % SIDES))) for n in (one, other))
        return bool(first) and bool(second) and not first & second

    def _dry_end(self, place: Hex, side: int, end: int) -> bool:
        """Whether the coast must not cross a mixed side at one of its ends (0 or 1), because of a spit."""
        near = step(place, side)
        beside = side - 1 if end == 0 else side + 1
        there = (side + 3) % SIDES
        across = there + 1 if end == 0 else there - 1
        return self._parted(place, side, beside) or self._parted(near, there, across)

    def spans(self, place: Hex, side: int) -> list[tuple[float, float]]:
        """Where a side is land, from its first corner (0) to its second (1)."""
        way = self.way(place, side)
        if way in ("water", "strait"):
            return []
        if way == "land":
            return [(0.0, 1.0)]
        kinds = [
            "dry" if self._dry_end(place, side, end) else self.wet(place, (side + end) % SIDES) for end in (0, 1)
        ]
        best = "open" if "open" in kinds else "inner"
        ends = [INLET if kind == best else 0.0 for kind in kinds]
        if not any(ends):
            return [(0.0, GAP[0]), (GAP[1], 1.0)]
        return [(ends[0], 1 - ends[1])]

    def edges(self, place: Hex) -> list[Edge]:
        """The outline of the land in a hex, clockwise."""
        land = [(side + a, side + b) for side in range(SIDES) for a, b in self.spans(place, side)]
        if not land:
            circular = self.atlas.cells[self.real(place)].facts.circular
            return [self._disc(place) if circular else self._island(place)]
        found: list[Edge] = []
        for (start, end), (following, _) in pairwise([*land, (land[0][0] + SIDES, 0.0)]):
            number = int(start)
            near = step(place, number)
            found.append(Edge((self._on(place, start), self._on(place, end)), near))
            if following - end > 1e-9:
                found.extend(self._shore(place, end, following))
        return found

    def _on(self, place: Hex, position: float, depth: float = 0.0) -> Spot:
        """A point on the rim of a hex, by side and fraction, moved towards the centre."""
        side = int(position)
        part = position - side
        a, b = spot(*corner(place, side)), spot(*corner(place, side + 1))
        if b < a:  # both hexes of a side measure from the same end, so that they get the same point
            a, b, part = b, a, 1 - part
        x, y = a[0] + (b[0] - a[0]) * round(part, 6), a[1] + (b[1] - a[1]) * round(part, 6)
        cx, cy = (value * SIZE for value in centre(place))
        return (round(x + (cx - x) * depth), round(y + (cy - y) * depth))

    def _depth(self, place: Hex, position: float) -> float:
        here = self.real(place)
        if not self.atlas.cells[here].coastal:
            return 0.0
        chance = crc32(f"{here}:{position:.2f}".encode()) % 1000 / 1000
        return 0.13 + 0.17 * chance

    def _shore(self, place: Hex, start: float, end: float) -> Iterator[Edge]:
        """The coast from one point of the rim to another: one line, or several where spits reach the rim."""
        if not self.atlas.cells[self.real(place)].coastal:
            corners = [float(n) for n in range(int(start), int(end) + 2) if start < n < end]
            rim = [start, *corners, end]
            for a, b in pairwise(rim):
                yield Edge((self._on(place, a), self._on(place, b)), None)
            return
        points: list[tuple[Spot, bool]] = []
        position = start
        while position < end - 1e-9:
            side = int(position + 1e-9)
            stop = min(float(side + 1), end)
            points.extend(self._along(place, side, position, stop))
            if stop < end - 1e-9 and self._parted(place, side % SIDES, (side + 1) % SIDES):
                points.append((self._on(place, stop), True))
            position = stop
        line = [self._on(place, start)]
        for point, sharp in points:
            line.append(point)
            if sharp:
                yield Edge(tuple(line), None)
                line = [point]
        yield Edge((*line, self._on(place, end)), None)

    def _along(self, place: Hex, side: int, start: float, stop: float) -> Iterator[tuple[Spot, bool]]:
        """The control points of the coast along one side."""
        long = stop - start
        near = self.real(step(place, side % SIDES))
        if long > 0.9 and len(self.atlas.shore(self.real(place), near)) > 1:
            yield self._on(place, start + 0.22, self._depth(place, side + 0.22)), False
            yield self._on(place, start + 0.5), True
            yield self._on(place, start + 0.78, self._depth(place, side + 0.78)), False
            return
        for part in (0.3, 0.7) if long > 0.5 else (0.5,):
            position = start + part * long
            yield self._on(place, position, self._depth(place, position)), False

    def _island(self, place: Hex) -> Edge:
        points = []
        for n in range(SIDES * 2):
            position = n / 2 + 0.25
            points.append(self._on(place, position, 0.14 + self._depth(place, position)))
        return _closed(points)

    def _disc(self, place: Hex) -> Edge:
        x, y = centre(place)
        out = 1 / 0.9659  # control points of a rounded line are slightly outside it
        turn = [(1, 0), (0.866, 0.5), (0.5, 0.866), (0, 1), (-0.5, 0.866), (-0.866, 0.5)]
        round_ = [*turn, *((-a, -b) for a, b in turn)]
        return _closed([spot(x + a * DISC * out, y + b * DISC * out) for a, b in round_])


def _closed(handles: list[Spot]) -> Edge:
    """A closed line around control points."""
    (ax, ay), (bx, by) = handles[-1], handles[0]
    middle = ((ax + bx) // 2, (ay + by) // 2)
    return Edge((middle, *handles, middle), None)


def outline(edges: Iterable[Edge]) -> str:
    """The outline of pieces of land, without shared edges."""
    inner: dict[tuple[Spot, Spot], int] = {}
    kept: list[Edge] = []
    for edge in edges:
        if edge.near is not None:
            a, b = edge.points[0], edge.points[-1]
            if inner.get((b, a)):
                inner[b, a] -= 1
                continue
            inner[a, b] = inner.get((a, b), 0) + 1
        kept.append(edge)
    left: list[Edge] = []
    for edge in kept:
        if edge.near is not None:
            key = (edge.points[0], edge.points[-1])
            if not inner[key]:
                continue
            inner[key] -= 1
        left.append(edge)
    return "".join(path(chain) + "z" for chain in chains(left))


def chains(edges: Iterable[Edge]) -> list[list[Edge]]:
    """Pieces joined end to start."""
    waiting = list(edges)
    starts: dict[Spot, list[int]] = {}
    ends: dict[Spot, int] = {}
    for index, edge in enumerate(waiting):
        starts.setdefault(edge.points[0], []).append(index)
        ends[edge.points[-1]] = ends.get(edge.points[-1], 0) + 1
    used = [False] * len(waiting)
    found: list[list[Edge]] = []
    order = sorted(range(len(waiting)), key=lambda n: (ends.get(waiting[n].points[0], 0) > 0, n))
    for first in order:
        if used[first]:
            continue
        chain: list[Edge] = []
        number: int | None = first
        while number is not None:
            used[number] = True
            chain.append(waiting[number])
            following = starts.get(waiting[number].points[-1], [])
            number = next((n for n in following if not used[n]), None)
        found.append(chain)
    return found


def path(chain: list[Edge]) -> str:
    """A chain as SVG: straight along sides, rounded along the water."""
    at = chain[0].points[0]
    text = [f"M{at[0]} {at[1]}"]
    for edge in chain:
        end = edge.points[-1]
        handles = edge.points[1:-1]
        if not handles:
            text.append(f"l{_pair(end, at)}")
            at = end
            continue
        for i, handle in enumerate(handles):
            after = end
            if i + 1 < len(handles):
                after = ((handle[0] + handles[i + 1][0]) // 2, (handle[1] + handles[i + 1][1]) // 2)
            text.append(f"q{_pair(handle, at)} {_pair(after, at)}")
            at = after
    return "".join(text)


def _pair(point: Spot, start: Spot) -> str:
    return f"{point[0] - start[0]} {point[1] - start[1]}".replace(" -", "-")
