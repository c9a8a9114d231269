"""Supply: whether an unbroken chain of friendly places leads from a place to a production point, and if not, why.

A route is traced from the supplied place to the source. It may begin and end anywhere, but it passes through
blocking terrain only if it leaves it by road, by sea from a port, or where a combat advance has left its marker.
So the search runs backwards from the sources over the places that a route may *pass*; every place adjacent to one
of them is supplied. A whole position takes one sweep over the friendly places.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

import msgspec

from sandtable.hexes.atlas import Terrain
from sandtable.hexes.board import Board, Place
from sandtable.hexes.sealanes import pools
from sandtable.hexes.tables import TerrainEffect
from sandtable.hexes.waters import Waters

Level = Literal["full", "defence", "none"]
SOURCE, UNREACHED = -1, -2


class Position(msgspec.Struct, frozen=True):
    """The facts about a position that supply depends on, for one side."""

    friendly: frozenset[Place]
    home: frozenset[Place]
    """Friendly places with an undevastated production point of a home country."""
    sources: frozenset[Place]
    """Friendly places with any undevastated production point."""
    seas: frozenset[str]
    """Seas and lakes through which the side may trace."""
    marked: frozenset[Place] = frozenset()
    """Places whose occupation marker was gained by combat advance."""
    beachheads: frozenset[Place] = frozenset()
    """Coasts that serve as ports temporarily."""
    shores: frozenset[Place] = frozenset()
    """Places that are friendly only to its sea routes."""
    paved: frozenset[Place] = frozenset()
    """Places that routes pass whatever their terrain."""
    ground: Mapping[Place, Terrain] = {}
    """Places that routes pass as if they had this terrain."""
    links: tuple[frozenset[Place], ...] | None = None
    """Groups of ports between which supply goes by sea. None: all ports on the same open waters."""


class Supply(msgspec.Struct, frozen=True):
    """The supply of every place friendly to a side."""

    level: Mapping[Place, Level]
    board: Board
    onward: Mapping[Level, list[int]]
    """For full and for defence supply: the number of the next place on a route to a source."""

    def of(self, place: Place) -> Level:
        return self.level.get(place, "none")

    def full(self, place: Place) -> bool:
        return self.level.get(place) == "full"

    def route(self, place: Place) -> tuple[Place, ...]:
        """The places on the route to a source, including both ends; empty without supply. At sea it jumps from
        port to port."""
        level = self.of(place)
        if level == "none":
            return ()
        onward = self.onward[level]
        way = [self.board.number[place]]
        while (near := onward[way[-1]]) != SOURCE:
            way.append(near)
        return tuple(self.board.places[number] for number in way)

    def at(self, level: Level) -> frozenset[Place]:
        """The places with this level of supply."""
        return frozenset(place for place, one in self.level.items() if one == level)


class Shortage(msgspec.Struct, frozen=True):
    """Why a place has no supply, or no full supply."""

    pocket: tuple[Place, ...]
    """The friendly places it can trace through, including itself."""
    held: tuple[Place, ...]
    """Adjacent places that aren't friendly."""
    rough: tuple[Place, ...]
    """Friendly places in or next to the pocket that block the route: no road leads out, and there is no marker."""
    seas: tuple[str, ...]
    """Seas at its ports that the side may not use."""
    source: bool
    """It can reach a production point, but none at home."""
    unserved: tuple[Place, ...] = ()
    """Its ports that no sea route serves, where supply by sea needs one."""


def trace(board: Board, waters: Waters, terrain: Mapping[Terrain, TerrainEffect], position: Position) -> Supply:
    """The supply of a whole position."""
    return _Tracing(board, waters, terrain, position).supply()


def shortage(
    board: Board,
    waters: Waters,
    terrain: Mapping[Terrain, TerrainEffect],
    position: Position,
    supply: Supply,
    place: Place,
) -> Shortage | None:
    """What a place lacks. None if it is in full supply."""
    if supply.full(place) or place not in position.friendly:
        return None
    return _Tracing(board, waters, terrain, position).shortage(place, supply.of(place) == "defence")


class _Tracing:
    def __init__(
        self, board: Board, waters: Waters, terrain: Mapping[Terrain, TerrainEffect], position: Position
    ) -> None:
        self.board = board
        self.waters = waters
        self.position = position
        number = board.number
        self.own = bytearray(board.land)
        self.rough = bytearray(board.land)
        barring = {kind for kind, effect in terrain.items() if effect.road}
        marking = {kind for kind, effect in terrain.items() if effect.marker}
        for place in position.friendly:
            here = number[place]
            self.own[here] = 1
            kind = position.ground.get(place) or board.terrain[here]
            if kind in barring and not (kind in marking and place in position.marked):
                self.rough[here] = place not in position.paved
        for place in position.shores:
            self.own[number[place]] = board.ports[number[place]] != "none"
        self.pool = pools(waters, position.friendly | position.shores, position.seas)
        self.docks: dict[int, list[int]] = {}
        """The friendly ports on each pool."""
        self.berths: dict[int, list[int]] = {}
        """The pools of each friendly port."""
        self.find_ports()
        self.lakeside: dict[int, list[int]] = {}
        for lakes, shores in waters.lakes.items():
            for shore in shores if lakes in position.seas else ():
                for place in shore:
                    others = [number[other] for other in shore if other != place and other in number]
                    self.lakeside.setdefault(number[place], []).extend(others)

    def find_ports(self) -> None:
        if self.position.links is not None:
            self.find_links(self.position.links)
            return
        if max(self.pool, default=-1) < 0:
            return
        board, harbours = self.board, self.waters.harbours
        moored = (
            board.number[place]
            for place in self.position.friendly | self.position.shores
            if board.ports[board.number[place]] != "none" or place in self.position.beachheads
        )
        # In a fixed order: what supplies whom must not depend on how a set is stored.
        for here in sorted(moored):
            for pool in sorted({self.pool[basin] for basin in harbours.get(board.places[here], ())}):
                if pool >= 0:
                    self.docks.setdefault(pool, []).append(here)
                    self.berths.setdefault(here, []).append(pool)

    def find_links(self, links: tuple[frozenset[Place], ...]) -> None:
        """The ports that sea routes join, in place of those on the same waters."""
        number, held = self.board.number, self.position.friendly | self.position.shores
        for group, ports in enumerate(links):
            for here in sorted(number[place] for place in ports & held):
                self.docks.setdefault(group, []).append(here)
                self.berths.setdefault(here, []).append(group)

    def supply(self) -> Supply:
        number = self.board.number
        passed = bytearray(self.board.land)
        full = self.sweep(self.position.home, passed)
        # Places adjacent to one that routes pass are in full supply already: only other sources can add to it.
        some = self.sweep((one for one in self.position.sources if not passed[number[one]]), passed)
        level: dict[Place, Level] = {}
        for place in self.position.friendly:
            here = number[place]
            level[place] = "full" if full[here] != UNREACHED else "defence" if some[here] != UNREACHED else "none"
        return Supply(level, self.board, {"full": full, "defence": some})

    def sweep(self, sources: Iterable[Place], passed: bytearray) -> list[int]:
        """For each place the next one on a route to one of the sources; a source has none.

        ``passed``: the places that any route so far passes.
        """
        own, rough, steps, roads = self.own, self.rough, self.board.steps, self.board.roads
        onward = [UNREACHED] * len(own)
        sailed: set[int] = set()
        edge = sorted(self.board.number[place] for place in sources)
        for here in edge:
            onward[here] = SOURCE
            passed[here] = 1

        def reach(near: int, here: int, leaves: bool) -> None:
            """A place adjacent to one that routes pass is supplied; routes pass it too if they can leave it
            there."""
            if own[near] and not passed[near]:
                if leaves:
                    passed[near] = 1
                    edge.append(near)
                if leaves or onward[near] == UNREACHED:
                    onward[near] = here

        for here in edge:  # grows during the loop
            paved = roads[here]
            for near in steps[here]:
                reach(near, here, not rough[near] or near in paved)
            for near in self.lakeside.get(here, ()):
                reach(near, here, not rough[near])
            for pool in self.berths.get(here, ()):
                if pool not in sailed:
                    sailed.add(pool)
                    for near in self.docks[pool]:
                        reach(near, here, True)
        return onward

    def shortage(self, place: Place, source: bool) -> Shortage:
        """Walk forward from a place as far as a route goes, and record what stops it."""
        board = self.board
        start = board.number[place]
        pocket = {start}
        held: set[int] = set()
        rough: set[int] = set()
        seas: set[str] = set()
        edge = [start]
        for here in edge:
            paved = board.roads[here] if here != start and self.rough[here] else None
            ahead = [near for near in board.steps[here] if paved is None or near in paved]
            if len(ahead) < len(board.steps[here]):
                rough.add(here)
            ahead += self.lakeside.get(here, ())
            ahead += [near for pool in self.berths.get(here, ()) for near in self.docks[pool]]
            seas |= self.closed_seas(here)
            for near in ahead:
                if not self.own[near]:
                    held.add(near)
                elif near not in pocket:
                    pocket.add(near)
                    edge.append(near)
        names = board.places
        return Shortage(
            pocket=_named(names, pocket),
            held=_named(names, held),
            rough=_named(names, rough),
            seas=tuple(sorted(seas)),
            source=source,
            unserved=_named(names, self.unserved(pocket)),
        )

    def unserved(self, pocket: Collection[int]) -> list[int]:
        """The ports among some places that no sea route serves; none if supply needs no routes."""
        if self.position.links is None:
            return []
        return [here for here in pocket if self.board.ports[here] != "none" and here not in self.berths]

    def closed_seas(self, here: int) -> set[str]:
        """The seas at a port that the side may not use."""
        if self.board.ports[here] == "none":
            return set()
        basins = self.waters.harbours.get(self.board.places[here], ())
        return {self.waters.basins[basin] for basin in basins if self.pool[basin] < 0}


def _named(places: tuple[Place, ...], numbers: Collection[int]) -> tuple[Place, ...]:
    return tuple(places[number] for number in sorted(numbers))
