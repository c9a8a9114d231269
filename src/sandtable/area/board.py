"""The board as a graph: territories, sea zones, and the passages that are not always open."""

from collections import deque
from collections.abc import Iterable, KeysView, Mapping
from functools import cached_property
from typing import Literal

import msgspec

Medium = Literal["land", "sea"]


class Territory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space of land, as the board file has it."""

    neighbours: tuple[str, ...]
    value: int = 0
    owner: str = ""
    """The power that holds it at the start and is its original controller; empty for a neutral."""
    factory: bool = False
    city: str = ""
    """The capital, or another city that counts for victory, that stands here."""
    points: int = 0
    """What the city is worth, where cities count for victory by points."""
    neutral: bool = False
    island: bool = False


class SeaZone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space of water, as the board file has it."""

    neighbours: tuple[str, ...]
    note: str = ""


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A canal or strait between two sea zones, open only to the side that holds its banks."""

    name: str
    between: tuple[str, str]
    banks: tuple[str, ...] = ()
    closed: bool = False
    """Never open to ships."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All spaces of a game."""

    territories: Mapping[str, Territory]
    sea_zones: Mapping[str, SeaZone]
    passages: tuple[Passage, ...] = ()
    edges: tuple[str, ...] = ()
    """Spaces at edges of the map that no move leads across; used to explain refusals."""

    def problems(self) -> Iterable[str]:
        """What is wrong with this board, in words; nothing if it is sound."""
        for name in self.spaces:
            for other in self.neighbours(name):
                if other not in self._all:
                    yield f"{name}: unknown neighbour {other!r}"
                elif name not in self.neighbours(other):
                    yield f"{name}: {other} does not list it as a neighbour in turn"
        yield from (f"edges: unknown space {name!r}" for name in self.edges if name not in self._all)
        for passage in self.passages:
            for end in passage.between:
                if end not in self.sea_zones:
                    yield f"{passage.name}: {end!r} is not a sea zone"
            for bank in passage.banks:
                if bank not in self.territories:
                    yield f"{passage.name}: {bank!r} is not a territory"

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
        """Whether a single step between two spaces could only be meant to lead over an edge of the map."""
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
        """For each sea zone the sea zones next to it, passages included."""
        return {zone: tuple(n for n in self.neighbours(zone) if self.is_sea(n)) for zone in self.sea_zones}

    @cached_property
    def roads(self) -> dict[str, tuple[str, ...]]:
        """For each space all spaces next to it, whatever may move between them."""
        return {space: self.neighbours(space) for space in self.spaces}

    @cached_property
    def _passage_of(self) -> dict[frozenset[str], Passage]:
        return {frozenset(p.between): p for p in self.passages}

    def passage(self, a: str, b: str) -> Passage | None:
        """The canal or strait between two sea zones, if that is how they are joined."""
        return self._passage_of.get(frozenset((a, b)))

    @cached_property
    def flights(self) -> dict[str, dict[str, int]]:
        """Spaces to fly from each space to each other one that air units can reach, neutrals avoided."""
        return self.flights_with(frozenset())

    def flights_with(
        self, violated: frozenset[str], shut: frozenset[str] = frozenset()
    ) -> dict[str, dict[str, int]]:
        """The same, where these neutrals have been violated and may be crossed by everybody, and others are shut.

        Who is in a space that is shut may still leave it.
        """
        closed = (self.neutrals - violated) | shut
        if closed not in self._flights:
            open_ = [space for space in self.spaces if space not in self.neutrals - violated]
            self._flights[closed] = {space: self._flights_from(space, closed) for space in open_}
        return self._flights[closed]

    @cached_property
    def _flights(self) -> dict[frozenset[str], dict[str, dict[str, int]]]:
        return {}

    @cached_property
    def neutrals(self) -> frozenset[str]:
        """The territories that nobody holds at the start."""
        return frozenset(name for name in self.territories if self.is_neutral(name))

    def distance(self, start: str, end: str) -> int:
        """Steps from one space to another over spaces of every kind."""
        return self._flights_from(start, frozenset()).get(end, len(self.spaces))

    def _flights_from(self, start: str, closed: frozenset[str]) -> dict[str, int]:
        distance = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in self.neighbours(here):
                if there not in distance and there not in closed:
                    distance[there] = distance[here] + 1
                    queue.append(there)
        return distance
