"""Sea routes: which seas are open to a side, where a route goes, how long it is, and which allowances it uses.

Pure functions over the static :class:`~sandtable.hexes.waters.Waters`, the places friendly to a side, and the seas
it may use. If a route doesn't exist, the result says why.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count

import msgspec

from sandtable.hexes.board import Place
from sandtable.hexes.scenario import Overseas, SideSetup
from sandtable.hexes.waters import FREE, Node, Passage, Waters

Friendly = frozenset[Place] | set[Place]
OVERSEAS = "overseas"
"""The allowance for points to and from distant places, in addition to those of the seas."""


class Blocked(msgspec.Struct, frozen=True):
    """Why there is no route: the citation of a rule, and an explanation for the player."""

    rule: str
    why: str
    keys: tuple[Place, ...] = ()
    """The hexes that would open it."""


class Route(msgspec.Struct, frozen=True):
    """A sea route: the hexes it enters, the seas it uses, and its length."""

    hexes: tuple[Place, ...]
    seas: tuple[str, ...]
    length: float


def allowances(setup: SideSetup, based: Mapping[str, int]) -> dict[str, int | None]:
    """How many points a side may ship through each sea per turn. None: unlimited.

    ``based``: its fleet points by sea.
    """
    found: dict[str, int | None] = {}
    for sea, right in setup.seas.items():
        match right.ship:
            case "any":
                found[sea] = None
            case "fleets":
                found[sea] = based.get(sea, 0)
            case int() as limit:
                found[sea] = limit
    return found


def supplying(setup: SideSetup, based: Mapping[str, int]) -> frozenset[str]:
    """The seas and lakes through which a side may trace supply."""
    limits = allowances(setup, based)
    return frozenset(sea for sea, right in setup.seas.items() if right.supply or limits[sea] != 0)


def based_on(waters: Waters, bases: Iterable[tuple[Place, int]]) -> dict[str, int]:
    """Fleet points by sea; a port on two seas counts for both."""
    found: dict[str, int] = {}
    for place, points in bases:
        for sea in seas_at(waters, place):
            found[sea] = found.get(sea, 0) + points
    return found


def seas_at(waters: Waters, place: Place) -> tuple[str, ...]:
    """The seas that a coast borders."""
    return tuple(sorted({waters.basins[basin] for basin in waters.harbours.get(place, ())}))


def pools(waters: Waters, friendly: Friendly, seas: Iterable[str]) -> tuple[int, ...]:
    """The pool of each basin: ships can get from any basin of a pool to any other. -1: closed."""
    allowed = set(seas)
    pool = [number if sea in allowed else -1 for number, sea in enumerate(waters.basins)]

    def root(basin: int) -> int:
        while pool[basin] != basin:
            basin = pool[basin]
        return basin

    for a, b, passage in waters.passages:
        if pool[a] >= 0 and pool[b] >= 0 and passage.open(friendly):
            one, other = sorted((root(a), root(b)))
            pool[other] = one
    return tuple(root(basin) if pool[basin] >= 0 else -1 for basin in range(len(pool)))


def ways(waters: Waters, start: Place, end: Place, friendly: Friendly) -> tuple[frozenset[str], ...]:
    """The minimal sets of seas through which ships get from one coast to another, smallest first.

    Only the hexes that a route enters count, not its start.
    """
    found: set[tuple[int, frozenset[str]]] = set()
    edge = [(basin, frozenset((waters.basins[basin],))) for basin in set(_departures(waters, start, friendly))]
    around = _around(waters, friendly)
    while edge:
        here = edge.pop()
        if here in found:
            continue
        found.add(here)
        basin, used = here
        edge.extend((near, used | {waters.basins[near]}) for near in around.get(basin, ()))
    goal = set(waters.harbours.get(end, ()))
    reached = {used for basin, used in found if basin in goal}
    least = (one for one in reached if not any(other < one for other in reached))
    return tuple(sorted(least, key=lambda seas: (len(seas), sorted(seas))))


def _around(waters: Waters, friendly: Friendly) -> dict[int, list[int]]:
    around: dict[int, list[int]] = {}
    for a, b, passage in waters.passages:
        if passage.open(friendly):
            around.setdefault(a, []).append(b)
            around.setdefault(b, []).append(a)
    return around


def _departures(waters: Waters, start: Place, friendly: Friendly) -> Iterator[int]:
    """The basins that the first hex of a route can be in."""
    for node in waters.shores.get(start, ()):
        for near, passage in waters.ways[node].items():
            if near[0] != start and passage.open(friendly):
                yield from (waters.basin[near, sea] for sea in waters.seas[near])


def shipping(
    waters: Waters,
    setup: SideSetup,
    rules: Mapping[str, str],
    friendly: Friendly,
    based: Mapping[str, int],
    used: Mapping[str, int],
    points: int,
    ports: tuple[Place, Place],
) -> tuple[str, ...] | Blocked:
    """What shipping points from one port to another uses: the seas, and ``overseas``; or why it isn't possible.

    ``rules``: by sea; ``based``: fleet points by sea; ``used``: points shipped this turn, by sea.
    """
    start, end = ports
    found = ways(waters, start, end, friendly)
    if not found:
        return closed(waters, start, end, friendly)
    limits = allowances(setup, based)
    short: list[str] = []
    for seas in found:
        full = [sea for sea in sorted(seas) if not _room(limits.get(sea, 0), used.get(sea, 0), points)]
        if not full:
            return _with_overseas(setup.overseas, seas, used, points, ports)
        short += full[:1]
    sea = short[0]
    limit = limits.get(sea, 0)
    right = setup.seas.get(sea)
    rule = right.rule if right is not None and right.rule else rules[sea]
    if not limit:
        return Blocked(rule, f"no points can be shipped through the {sea}")
    return Blocked(
        rule, f"only {limit} points a turn can go through the {sea}, and {used.get(sea, 0)} already have"
    )


def _room(limit: int | None, used: int, points: int) -> bool:
    return limit is None or used + points <= limit


def _with_overseas(
    far: Overseas | None, seas: frozenset[str], used: Mapping[str, int], points: int, ports: tuple[Place, Place]
) -> tuple[str, ...] | Blocked:
    if far is None or far.sea not in seas or (ports[0] in far.places) == (ports[1] in far.places):
        return tuple(sorted(seas))
    if not _room(far.limit, used.get(OVERSEAS, 0), points):
        left = far.limit - used.get(OVERSEAS, 0)
        return Blocked(far.rule, f"only {left} more points can go to or from there in this turn")
    return (*sorted(seas), OVERSEAS)


def closed(waters: Waters, start: Place, end: Place, friendly: Friendly = frozenset()) -> Blocked:
    """Why there is no route from one coast to another."""
    for place in (start, end):
        if place not in waters.harbours:
            return Blocked("sea.route-hexes", f"{place} has no coast")
    everything = frozenset(place for _, _, passage in waters.passages for place in passage.keys)
    if not ways(waters, start, end, everything):
        return Blocked("sea.route-hexes", f"there's no water route from {start} to {end}")
    bar = _first_bar(waters, start, end, friendly, everything)
    if bar is None:
        return Blocked("sea.controlled-straits", f"a strait between {start} and {end} is not in friendly hands")
    return _shut(bar, f"the water between {start} and {end}")


def _first_bar(
    waters: Waters, start: Place, end: Place, friendly: Friendly, everything: Friendly
) -> Passage | None:
    """The first closed passage on the route with the fewest of them."""
    goal, seen = set(waters.harbours.get(end, ())), set[int]()
    edge: list[tuple[int, int, int, tuple[Passage, ...]]] = [
        (0, 0, basin, ()) for basin in set(_departures(waters, start, everything))
    ]
    while edge:
        shut, far, here, bars = heappop(edge)
        if here in goal:
            return bars[0] if bars else None
        if here in seen:
            continue
        seen.add(here)
        for a, b, passage in waters.passages:
            if here in (a, b):
                closed_here = not passage.open(friendly)
                met = (*bars, passage) if closed_here else bars
                heappush(edge, (shut + closed_here, far + 1, b if here == a else a, met))
    return None


def route(
    waters: Waters,
    start: Place,
    end: Place,
    friendly: Friendly,
    seas: Iterable[str],
    avoid: Friendly = frozenset(),
) -> Route | None:
    """The shortest route over the given seas that avoids certain hexes. None if there is none."""
    cruise = _Cruise(waters, start, friendly, seas, avoid)
    return next((cruise.route(here, far) for here, far in cruise.sail() if here[0][0] == end), None)


def routes(
    waters: Waters,
    start: Place,
    friendly: Friendly,
    seas: Iterable[str],
    longest: float,
    avoid: Friendly = frozenset(),
) -> dict[Place, Route]:
    """The shortest route to every sea and coastal hex no further than ``longest``. Hexes to avoid are reached,
    but not passed through."""
    cruise = _Cruise(waters, start, friendly, seas, avoid)
    found: dict[Place, Route] = {}
    for here, far in cruise.sail():
        if far > longest:
            break
        if here[0][0] not in found:
            found[here[0][0]] = cruise.route(here, far)
    return found


Berth = tuple[Node, str]
"""A node in one of its waters. Empty: the start."""


class _Cruise:
    """A search outward from a coast, nearest hexes first."""

    def __init__(
        self, waters: Waters, start: Place, friendly: Friendly, seas: Iterable[str], avoid: Friendly
    ) -> None:
        groups = set(seas)
        self.avoid = avoid
        self.waters = waters
        self.start = start
        self.friendly = friendly
        self.allowed = {sea for sea, group in waters.group.items() if group in groups}
        self.before: dict[Berth, Berth | None] = {}

    def sail(self) -> Iterator[tuple[Berth, float]]:
        """Every berth with its distance; a hex appears once for each of its shores and seas."""
        first, last = self.waters.half_rows
        order = count()
        edge: list[tuple[float, int, Berth, Berth | None]] = [
            (0.0, next(order), (node, ""), None) for node in self.waters.shores.get(self.start, ())
        ]
        while edge:
            far, _, here, came = heappop(edge)
            if here in self.before:
                continue
            self.before[here] = came
            node, sea = here
            if node[0] != self.start:
                yield here, far
                if node[0] in self.avoid:
                    continue
            for near, next_sea in onward(self.waters, node, sea, self.friendly):
                ahead = (near, next_sea)
                if next_sea in self.allowed and ahead not in self.before:
                    step = 0.0 if near[0] == node[0] else 0.5 if first <= int(near[0][:2]) <= last else 1.0
                    heappush(edge, (far + step, next(order), ahead, here))

    def route(self, end: Berth, length: float) -> Route:
        """The route that led to a berth."""
        hexes: list[Place] = []
        used: set[str] = set()
        here: Berth | None = end
        while here is not None and here[0][0] != self.start:
            (place, _), sea = here
            used.add(self.waters.group[sea])
            if not hexes or hexes[-1] != place:
                hexes.append(place)
            here = self.before[here]
        return Route(tuple(reversed(hexes)), tuple(sorted(used)), length)


class Chart:
    """The shortest routes from a coast to every hex, over all seas."""

    def __init__(self, waters: Waters, start: Place, friendly: Friendly) -> None:
        self._cruise = _Cruise(waters, start, friendly, set(waters.group.values()), frozenset())
        self._ends: dict[Place, tuple[Berth, float]] = {}
        for here, far in self._cruise.sail():
            self._ends.setdefault(here[0][0], (here, far))
        self.distance: Mapping[Place, float] = {start: 0.0} | {
            place: far for place, (_, far) in self._ends.items()
        }
        """The distance of every hex, including the start, nearest first."""

    def route(self, end: Place) -> Route | None:
        """The shortest route to a hex."""
        found = self._ends.get(end)
        return self._cruise.route(*found) if found is not None else None


def onward(waters: Waters, node: Node, sea: str, friendly: Friendly) -> Iterator[tuple[Node, str]]:
    """The next nodes of a route, and the waters in which it can continue."""
    for near, passage in waters.ways[node].items():
        if not passage.open(friendly):
            continue
        for other in waters.seas[near]:
            change = waters.change(node, sea, near, other) if sea not in ("", other) else FREE
            if change.open(friendly):
                yield near, other


def check_route(
    waters: Waters, start: Place, hexes: Sequence[Place], friendly: Friendly, shore: str = ""
) -> Blocked | None:
    """Why a route that enters these hexes in order isn't valid. None if it is.

    ``shore``: the shore it starts from, if the hex has several. Empty: any of them.
    """
    shores = waters.shores.get(start, ())
    here: set[tuple[Node, str]] = {(node, "") for node in shores if shore in ("", node[1])}
    if not here:
        return Blocked("sea.route-hexes", f"{start} has no coast")
    last = start
    for place in hexes:
        here = _within(waters, here, friendly)
        ahead = {step for node, sea in here for step in onward(waters, node, sea, friendly) if step[0][0] == place}
        if not ahead:
            return _barrier(waters, last, place, {node for node, _ in here}, friendly)
        here, last = ahead, place
    return None


def _within(waters: Waters, here: set[tuple[Node, str]], friendly: Friendly) -> set[tuple[Node, str]]:
    """Including the other shores of the same hex that a canal or narrow water connects."""
    more = {step for node, sea in here for step in onward(waters, node, sea, friendly) if step[0][0] == node[0]}
    return here | more


def _barrier(waters: Waters, last: Place, place: Place, nodes: Iterable[Node], friendly: Friendly) -> Blocked:
    if place not in waters.shores:
        return Blocked("sea.route-hexes", f"{place} isn't a sea or coast hex")
    between = [
        (node, passage)
        for node in waters.shores[last]
        for near, passage in waters.ways[node].items()
        if near[0] == place
    ]
    if not between:
        return Blocked("sea.route-no-land", f"no water leads from {last} into {place}")
    if all(not passage.open(friendly) for _, passage in between):
        return Blocked("sea.route-crossing", _held(between[0][1], f"{last} and {place}"))
    if not {node for node, _ in between} & set(nodes):
        gate = [passage for node in nodes for near, passage in waters.ways[node].items() if near[0] == last]
        if gate:
            return _shut(gate[0], last)
        return Blocked("map.shoreline-marker", f"{place} is reached from another shore of {last}")
    borders = [
        waters.change(node, one, near, other)
        for node, _ in between
        for near in waters.shores[place]
        for one in waters.seas[node]
        for other in waters.seas[near]
    ]
    shut = next((border for border in borders if not border.open(friendly)), None)
    if shut is not None and shut.rule:
        return _shut(shut, last)
    return Blocked("sea.controlled-straits", f"the water between {last} and {place} is not in friendly hands")


def _shut(passage: Passage, where: str) -> Blocked:
    return Blocked(passage.rule or "sea.controlled-straits", _held(passage, where), passage.keys)


def _held(passage: Passage, where: str) -> str:
    name = passage.name or where
    if passage.any_of == (name,):
        return f"{name} is closed"
    keys = [*passage.all_of, " or ".join(passage.any_of)]
    return f"{name}: only whoever holds {' and '.join(key for key in keys if key)} can pass"
