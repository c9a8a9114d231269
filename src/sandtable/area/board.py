"""The board as a graph: territories, sea zones, and the passages that are not always open."""

from collections.abc import Iterable, KeysView, Mapping
from functools import cached_property
from itertools import chain
from typing import Literal, NamedTuple

import msgspec

from sandtable.core.bounds import Amount
from sandtable.core.datafile.misfits import Misfit

Medium = Literal["land", "sea"]

FILE = "board.yaml"


class Territory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A territory, as in the board file."""

    neighbours: tuple[str, ...]
    value: Amount = 0
    owner: str = ""
    """Its original controller, who holds it at the start; empty for a neutral."""
    held_by: str = ""
    """Who holds it at the start, if not its original controller: a power, or a side jointly."""
    factory: bool = False
    city: str = ""
    """The capital or victory city here."""
    points: Amount = 0
    """The city's victory points, in games that count them."""
    neutral: bool = False
    leans: str = ""
    """For a neutral: the side it is friendly to; empty if neither."""
    army: Amount = 0
    """For a neutral: how many units appear to defend it."""
    island: bool = False

    @property
    def holder(self) -> str:
        """Who holds it at the start."""
        return self.held_by or self.owner


class Region(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Spaces that rules refer to together: those named, and those of original owners."""

    spaces: tuple[str, ...] = ()
    """Spaces, or other regions."""
    original: tuple[str, ...] = ()
    """All territories of these original owners."""
    all_but: tuple[str, ...] = ()
    """Everything on the board except these spaces and regions."""


class SeaZone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sea zone, as in the board file."""

    neighbours: tuple[str, ...]
    note: str = ""


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A canal or strait between two sea zones, open only to the side that holds its banks."""

    name: str
    between: tuple[str, str]
    banks: tuple[str, ...] = ()
    closed: bool = False
    """Never open to ships."""
    exempt: tuple[str, ...] = ()
    """Unit types that may pass whoever holds it."""
    held: str = ""
    """The book's own rule against passing while enemies hold it, without the prefix, if it has one,"""
    won: str = ""
    """and the rule against passing in the turn it was captured."""
    joined: str = ""
    """The book's own rule against passing while a side holds it and no power does, if neutrals can join a side."""


class Waters(NamedTuple):
    """The sea around a zone."""

    zones: frozenset[str]
    passages: tuple[tuple[str, str], ...]
    """Steps through a canal or strait, each from a zone to the next."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All spaces of a game."""

    territories: Mapping[str, Territory]
    sea_zones: Mapping[str, SeaZone]
    passages: tuple[Passage, ...] = ()
    regions: Mapping[str, Region] = {}
    """Spaces that rules refer to together."""
    edges: tuple[str, ...] = ()
    """Spaces at edges of the map that no move may cross; used to explain refusals."""

    def problems(self) -> Iterable[Misfit]:
        """What is wrong with this board; empty if it is valid."""
        for name in self.spaces:
            under = ("sea_zones" if self.is_sea(name) else "territories", name)
            for other in self.neighbours(name):
                if other not in self._all:
                    what = f"{name}: unknown neighbour {other!r}"
                    yield Misfit(FILE, what, other, self.spaces, under)
                elif name not in self.neighbours(other):
                    yield Misfit(
                        FILE, f"{name}: {other} does not list it as a neighbour in turn", other, (), under
                    )
        for name in self.edges:
            if name not in self._all:
                yield Misfit(FILE, f"edges: unknown space {name!r}", name, self.spaces, ("edges",))
        for title, region in self.regions.items():
            for name in (*region.spaces, *region.all_but):
                if name not in self._all and name not in self.regions:
                    known = (*self.spaces, *self.regions)
                    yield Misfit(FILE, f"{title}: unknown space {name!r}", name, known, ("regions", title))
        for passage in self.passages:
            for end in passage.between:
                if end not in self.sea_zones:
                    what = f"{passage.name}: {end!r} is not a sea zone"
                    yield Misfit(FILE, what, end, self.sea_zones, ("passages",))
            for bank in passage.banks:
                if bank not in self.territories:
                    what = f"{passage.name}: {bank!r} is not a territory"
                    yield Misfit(FILE, what, bank, self.territories, ("passages",))

    @cached_property
    def _all(self) -> dict[str, Territory | SeaZone]:
        return {**self.territories, **self.sea_zones}

    @property
    def spaces(self) -> KeysView[str]:
        return self._all.keys()

    def neighbours(self, space: str) -> tuple[str, ...]:
        return self._all[space].neighbours

    def adjacent(self, a: str, b: str) -> bool:
        return b in self._all[a].neighbours

    def across_edge(self, a: str, b: str) -> bool:
        """Whether a single step between two spaces could only mean crossing an edge of the map."""
        return a in self.edges and b in self.edges and not set(self.neighbours(a)) & set(self.neighbours(b))

    def is_sea(self, space: str) -> bool:
        return space in self.sea_zones

    def is_neutral(self, space: str) -> bool:
        land = self.territories.get(space)
        return land is not None and land.neutral

    @cached_property
    def coasts(self) -> dict[str, tuple[str, ...]]:
        """For each territory its sea zones, for each sea zone its territories."""
        return {
            space: tuple(n for n in self.neighbours(space) if self.is_sea(n) != self.is_sea(space))
            for space in self.spaces
        }

    @cached_property
    def sea_lanes(self) -> dict[str, tuple[str, ...]]:
        """For each sea zone the adjacent sea zones, passages included."""
        return {zone: tuple(n for n in self.neighbours(zone) if self.is_sea(n)) for zone in self.sea_zones}

    def waters(self, start: str, points: int) -> Waters:
        """The zones a ship could reach in this many steps if nothing blocked its way."""
        key = (start, points)
        known = self._waters.get(key)
        if known is None:
            near = self.sailed(start, points - 1, frozenset(), frozenset())
            ways = ((here, there) for here in near for there in self.sea_lanes[here]) if points > 0 else ()
            passages = tuple(sorted(way for way in ways if self.passage(*way) is not None))
            known = self._waters[key] = Waters(self.sailed(start, points, frozenset(), frozenset()), passages)
        return known

    def sailed(
        self, start: str, points: int, barred: frozenset[str], shut: frozenset[tuple[str, str]]
    ) -> frozenset[str]:
        """The zones a ship can reach in this many steps, given blocked zones and closed passages."""
        key = (start, points, barred, shut)
        known = self._sailed.get(key)
        if known is None:
            reached, frontier = {start}, {start}
            for _ in range(points):
                frontier = {
                    there
                    for zone in frontier
                    for there in self.sea_lanes[zone]
                    if there not in reached and there not in barred and (zone, there) not in shut
                }
                reached |= frontier
            if len(self._sailed) > VOYAGES_KEPT:
                self._sailed.clear()
            known = self._sailed[key] = frozenset(reached)
        return known

    @cached_property
    def _waters(self) -> dict[tuple[str, int], Waters]:
        return {}

    @cached_property
    def _sailed(
        self,
    ) -> dict[tuple[str, int, frozenset[str], frozenset[tuple[str, str]]], frozenset[str]]:
        return {}

    @cached_property
    def roads(self) -> dict[str, tuple[str, ...]]:
        """For each space all adjacent spaces, whatever may move between them."""
        return {space: self.neighbours(space) for space in self.spaces}

    @cached_property
    def _passages_from(self) -> dict[str, dict[str, Passage]]:
        found: dict[str, dict[str, Passage]] = {}
        for passage in self.passages:
            a, b = passage.between
            found.setdefault(a, {})[b] = found.setdefault(b, {})[a] = passage
        return found

    def passage(self, a: str, b: str) -> Passage | None:
        """The canal or strait between two sea zones, if one joins them."""
        known = self._passages_from.get(a)
        return known.get(b) if known else None

    @cached_property
    def flights(self) -> dict[str, dict[str, int]]:
        """Flying distances from each space to every other that air units can reach without crossing neutrals."""
        return self.flights_with(frozenset())

    def flights_with(
        self, violated: frozenset[str], shut: frozenset[str] = frozenset()
    ) -> dict[str, dict[str, int]]:
        """The same, with some neutrals violated, so that everyone may cross them, and other spaces closed.

        Units in a closed space may still leave it.
        """
        closed = (self.neutrals - violated) | shut
        if closed not in self._flights:
            if len(self._flights) > KEPT:
                self._flights.clear()
            self._flights[closed] = Flights(self, closed)
        return self._flights[closed]

    @cached_property
    def _flights(self) -> dict[frozenset[str], "Flights"]:
        return {}

    @cached_property
    def neutrals(self) -> frozenset[str]:
        """The territories that nobody holds at the start."""
        return frozenset(name for name in self.territories if self.is_neutral(name))

    def named(self, names: Iterable[str]) -> frozenset[str]:
        """The spaces that some names mean; a region stands for all its spaces."""
        found: frozenset[str] = frozenset()
        for name in names:
            found |= self._region(name) if name in self.regions else {name}
        return found

    def _region(self, name: str) -> frozenset[str]:
        if name not in self._regions:
            region = self.regions[name]
            found = self.named(region.spaces)
            found |= {space for space, land in self.territories.items() if land.owner in region.original}
            if region.all_but:
                found |= self.spaces - self.named(region.all_but)
            self._regions[name] = found
        return self._regions[name]

    @cached_property
    def _regions(self) -> dict[str, frozenset[str]]:
        return {}

    def distance(self, start: str, end: str) -> int:
        """Steps from one space to another over spaces of any kind."""
        return self.flights_from(start, frozenset()).get(end, len(self.spaces))

    def flights_from(self, start: str, closed: frozenset[str]) -> dict[str, int]:
        """Steps from a space to all that can be reached without entering a closed one."""
        distance, frontier, steps, roads = {start: 0}, [start], 0, self.roads
        while frontier:
            steps += 1
            beside = dict.fromkeys(chain.from_iterable(map(roads.__getitem__, frontier)))
            frontier = [there for there in beside if there not in distance and there not in closed]
            distance.update(dict.fromkeys(frontier, steps))
        return distance


KEPT = 64
"""How many sets of distances are cached."""
VOYAGES_KEPT = 4096
"""The same for sets of zones in a ship's reach."""


class Flights(dict[str, dict[str, int]]):
    """Flying distances, computed from each space on demand."""

    def __init__(self, board: Board, closed: frozenset[str]) -> None:
        super().__init__()
        self.board, self.closed = board, closed

    def __missing__(self, space: str) -> dict[str, int]:
        self[space] = found = self.board.flights_from(space, self.closed)
        return found
