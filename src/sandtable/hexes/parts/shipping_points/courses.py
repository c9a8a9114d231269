"""The shortest paths over sea within some waters; among equals, those past most ports."""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count

from sandtable.hexes.sealanes import Berth, Route, onward
from sandtable.hexes.state import Place
from sandtable.hexes.waters import Waters

Apart = frozenset[frozenset[str]]


class Courses:
    """The shortest paths from a coast to every hex in some waters."""

    def __init__(
        self,
        waters: Waters,
        start: Place,
        friendly: frozenset[Place],
        ports: frozenset[Place],
        within: frozenset[str],
        apart: Apart,
    ) -> None:
        self.waters = waters
        self.start = start
        self._before: dict[Berth, Berth | None] = {}
        self._ends: dict[Place, tuple[Berth, float]] = {}
        for here, far in self._sail(friendly, ports, within, apart):
            self._ends.setdefault(here[0][0], (here, far))

    def _sail(
        self, friendly: frozenset[Place], ports: frozenset[Place], within: frozenset[str], apart: Apart
    ) -> Iterator[tuple[Berth, float]]:
        first, last = self.waters.half_rows
        order = count()
        edge: list[tuple[float, int, int, Berth, Berth | None]] = [
            (0.0, 0, next(order), (node, ""), None) for node in self.waters.shores.get(self.start, ())
        ]
        while edge:
            far, missed, _, here, came = heappop(edge)
            if here in self._before:
                continue
            self._before[here] = came
            node, sea = here
            if node[0] != self.start:
                yield here, far
            for near, water in onward(self.waters, node, sea, friendly):
                if water not in within or (near, water) in self._before:
                    continue
                if sea and frozenset((sea, water)) in apart:
                    continue
                same = near[0] == node[0]
                step = 0.0 if same else 0.5 if first <= int(near[0][:2]) <= last else 1.0
                port = 0 if same or near[0] not in ports else 1
                heappush(edge, (far + step, missed - port, next(order), (near, water), here))

    def route(self, end: Place) -> Route | None:
        """The shortest path to a hex."""
        found = self._ends.get(end)
        if found is None:
            return None
        berth, length = found
        hexes: list[Place] = []
        seas: set[str] = set()
        here: Berth | None = berth
        while here is not None and here[0][0] != self.start:
            seas.add(self.waters.group[here[1]])
            if not hexes or hexes[-1] != here[0][0]:
                hexes.append(here[0][0])
            here = self._before[here]
        return Route(tuple(reversed(hexes)), tuple(sorted(seas)), length)
