"""The waters of a board: where ships can go, where one sea ends, and who lets them pass.

A hex with separate shores has a node for each of them. Nodes of one sea between which nothing can stop a ship form
a *basin*; basins are joined by *passages*, which are open to those who hold certain hexes. Nothing else changes
during a game, so tracing over sea looks at a few dozen basins instead of thousands of hexes.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise

import msgspec

from sandtable.core.datafile import AnyFolder, read_yaml
from sandtable.hexes.atlas import Atlas, side
from sandtable.hexes.board import Place, Theatre
from sandtable.hexes.grid import Hex

Node = tuple[Place, str]
"""A hex and one of its shores; the letter is empty if it has only one."""


class Narrows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A water that runs through a hex."""

    name: str
    sea: str
    shores: tuple[str, str]


class Border(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The edge of a sea that others control."""

    between: tuple[str, str]
    hexes: tuple[Place, ...]
    rows: tuple[int, int] | None = None
    columns: tuple[int, int] | None = None
    """Only between hexes of these rows and columns."""
    rule: str = ""
    """The rule that closes it, if it has its own."""

    def covers(self, place: Place) -> bool:
        """Whether it applies to a hex."""
        row, column = int(place[:2]), int(place[2:])
        return (self.rows is None or self.rows[0] <= row <= self.rows[1]) and (
            self.columns is None or self.columns[0] <= column <= self.columns[1]
        )


class WaterFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``waters.yaml``."""

    narrows: Mapping[Place, Narrows]
    borders: Mapping[str, Border]
    half_rows: tuple[int, int]


class Passage(msgspec.Struct, frozen=True, order=True):
    """A way from one water to the next: all of some hexes must be friendly, and one of others."""

    all_of: tuple[Place, ...] = ()
    any_of: tuple[Place, ...] = ()
    name: str = ""
    rule: str = ""
    """The rule that closes it. Empty: the rule of straits."""

    @property
    def keys(self) -> tuple[Place, ...]:
        """The hexes that open it."""
        return (*self.all_of, *self.any_of)

    @property
    def free(self) -> bool:
        return not self.all_of and not self.any_of

    def open(self, friendly: "frozenset[Place] | set[Place]") -> bool:
        """Whether a side with these friendly places may pass."""
        if self.free:  # nearly all are, and searches ask by the hundred thousand
            return True
        return all(place in friendly for place in self.all_of) and (
            not self.any_of or any(place in friendly for place in self.any_of)
        )

    def __and__(self, other: "Passage") -> "Passage":
        names = ", ".join(name for name in (self.name, other.name) if name)
        rule = self.rule or other.rule
        return Passage((*self.all_of, *other.all_of), (*self.any_of, *other.any_of), names, rule)


FREE = Passage()


class Waters(msgspec.Struct, frozen=True):
    """All waters of a theatre."""

    ways: Mapping[Node, Mapping[Node, Passage]]
    """From each node to the next ones, and what lets ships pass."""
    seas: Mapping[Node, tuple[str, ...]]
    """The atlas waters that a node is in."""
    group: Mapping[str, str]
    """The theatre's sea that an atlas water belongs to."""
    borders: Mapping[str, Border]
    shores: Mapping[Place, tuple[Node, ...]]
    """The nodes of each sea or coastal hex."""
    basins: tuple[str, ...]
    """The sea of each basin."""
    basin: Mapping[tuple[Node, str], int]
    """The basin of each node in each of its waters."""
    harbours: Mapping[Place, tuple[int, ...]]
    """The basins that a coast borders."""
    passages: tuple[tuple[int, int, Passage], ...]
    """How basins are joined."""
    lakes: Mapping[str, tuple[tuple[Place, ...], ...]]
    """For each group of lakes, the shores of each lake."""
    half_rows: tuple[int, int]

    def gates(self) -> frozenset[Place]:
        """The hexes that open or close any passage."""
        ways = (place for near in self.ways.values() for passage in near.values() for place in passage.keys)
        return frozenset(ways) | {place for border in self.borders.values() for place in border.hexes}

    def change(self, a: Node, one: str, b: Node, other: str) -> Passage:
        """What lets ships pass from one sea at one node to another sea at another node."""
        for name, border in self.borders.items():
            if {one, other} == set(border.between) and border.covers(a[0]) and border.covers(b[0]):
                return Passage(any_of=border.hexes, name=name, rule=border.rule)
        return FREE

    def length(self, hexes: "tuple[Place, ...] | list[Place]") -> float:
        """The length of a route that enters these hexes."""
        first, last = self.half_rows
        return sum(0.5 if first <= int(place[:2]) <= last else 1.0 for place in hexes)


def read_waters(folder: AnyFolder, atlas: Atlas, theatre: Theatre, free: tuple[str, ...] = ()) -> Waters:
    """The waters in a game's folder. ``free``: borders between seas that nobody controls."""
    facts = read_yaml(folder / "waters.yaml", WaterFacts)
    borders = {name: border for name, border in facts.borders.items() if name not in free}
    return build_waters(atlas, theatre, msgspec.structs.replace(facts, borders=borders))


def build_waters(atlas: Atlas, theatre: Theatre, facts: WaterFacts) -> Waters:
    """Build the waters of a theatre."""
    return _Building(atlas, theatre, facts).waters()


class _Building:
    def __init__(self, atlas: Atlas, theatre: Theatre, facts: WaterFacts) -> None:
        self.atlas = atlas
        self.theatre = theatre
        self.facts = facts
        self.group = {sea: name for name, seas in theatre.seas.items() for sea in seas}
        self.parts: dict[Place, dict[str, dict[Place, str]]] = {
            str(place): {letter: {str(near): shore for near, shore in reach} for letter, reach in parts.items()}
            for place, parts in atlas.parts.items()
        }
        for gate, narrows in facts.narrows.items():
            self.parts[gate] = {
                letter: {word.rstrip("ab"): word[len(word.rstrip("ab")) :] for word in reach.split()}
                for letter, reach in zip("ab", narrows.shores, strict=True)
            }
        self.wet: dict[Hex, tuple[Node, ...]] = {
            place: tuple((str(place), letter) for letter in self.parts.get(str(place), {"": {}}))
            for place in atlas.grid.hexes()
            if self.sails(place)
        }
        listed: dict[Hex, list[str]] = defaultdict(list)
        for sea, hexes in atlas.seas.items():
            if sea in self.group:
                for place in hexes:
                    listed[place].append(sea)
        for place in atlas.seaway:
            listed[place] = listed[place] or listed[atlas.seaway[0]]
        self.listed = listed
        self.seaway = frozenset(side(a, b) for a, b in pairwise(atlas.seaway))

    def sails(self, place: Hex) -> bool:
        """Whether ships can be in a hex."""
        first, last = self.theatre.columns
        if not first <= place.column <= last:
            return False
        cell = self.atlas.cells.get(place)
        return cell is None or cell.coastal or place in self.atlas.seaway

    def over(self, a: Hex, b: Hex) -> Passage | None:
        """What lets ships pass a side. None if nothing does."""
        if side(a, b) in self.seaway:
            return FREE
        for place in (a, b):
            cell = self.atlas.cells.get(place)
            if cell is not None and not cell.coastal:
                return None
        way = self.atlas.way(a, b)
        if way == "land":
            return None
        if way == "strait":
            return Passage(all_of=tuple(sorted((str(a), str(b)))), name=self.atlas.crossings[side(a, b)])
        return FREE

    def meets(self, node: Node, other: Node) -> bool:
        """Whether the shore of one node reaches the other."""
        reach = self.parts.get(node[0], {}).get(node[1])
        return reach is None or reach.get(other[0], "-") in ("", other[1])

    def ways(self) -> dict[Node, dict[Node, Passage]]:
        found: dict[Node, dict[Node, Passage]] = {}
        for place, nodes in self.wet.items():
            for node in nodes:
                found[node] = dict(self.around(place, node))
        for gate, narrows in self.facts.narrows.items():
            self.join(found, gate, Passage(any_of=(gate,), name=narrows.name))
        for hex_, (one, other, name) in self.atlas.canals.items():
            if hex_ in self.wet:
                found[(str(hex_), one)][(str(hex_), other)] = Passage(any_of=(str(hex_),), name=name)
                found[(str(hex_), other)][(str(hex_), one)] = Passage(any_of=(str(hex_),), name=name)
        return found

    def join(self, found: dict[Node, dict[Node, Passage]], gate: Place, passage: Passage) -> None:
        if (gate, "a") in found:
            found[(gate, "a")][(gate, "b")] = passage
            found[(gate, "b")][(gate, "a")] = passage

    def around(self, place: Hex, node: Node) -> Iterator[tuple[Node, Passage]]:
        for near in self.atlas.grid.neighbours(place):
            passage = self.over(place, near) if near in self.wet else None
            if passage is not None:
                for other in self.wet[near]:
                    if self.meets(node, other) and self.meets(other, node):
                        yield other, passage

    def seas(self, ways: Mapping[Node, Mapping[Node, Passage]]) -> dict[Node, tuple[str, ...]]:
        """The waters of each node: its hex's waters that its shore touches, otherwise those it touches."""
        found: dict[Node, tuple[str, ...]] = {}
        for node, near in ways.items():
            own = self.listed[self.atlas.grid.parse(node[0])]
            if node[0] in self.facts.narrows:
                found[node] = (self.facts.narrows[node[0]].sea,)
            elif node[1]:
                beside = {sea for other in near for sea in self.beside(node, other)}
                found[node] = tuple(sea for sea in own if sea in beside) or tuple(sorted(beside))
            else:
                found[node] = tuple(own)
        return found

    def beside(self, node: Node, other: Node) -> list[str]:
        """The waters across a side of a node; none towards its own other shore."""
        return self.listed[self.atlas.grid.parse(other[0])] if other[0] != node[0] else []

    def lakes(self) -> dict[str, tuple[tuple[Place, ...], ...]]:
        return {
            name: tuple(tuple(sorted(str(place) for place in self.atlas.seas[lake])) for lake in lakes)
            for name, lakes in self.theatre.lakes.items()
        }

    def waters(self) -> Waters:
        ways = self.ways()
        shores: dict[Place, tuple[Node, ...]] = {str(place): nodes for place, nodes in self.wet.items()}
        plain = Waters(
            ways=ways,
            seas=self.seas(ways),
            group=self.group,
            borders=self.facts.borders,
            shores=shores,
            basins=(),
            basin={},
            harbours={},
            passages=(),
            lakes=self.lakes(),
            half_rows=self.facts.half_rows,
        )
        basin, names = _basins(plain)
        harbours = {
            place: tuple(sorted({basin[node, sea] for node in nodes for sea in plain.seas[node]}))
            for place, nodes in shores.items()
            if self.atlas.grid.parse(place) in self.atlas.cells
        }
        passages = tuple(sorted(set(_passages(plain, basin))))
        return msgspec.structs.replace(plain, basins=names, basin=basin, harbours=harbours, passages=passages)


def _basins(waters: Waters) -> tuple[dict[tuple[Node, str], int], tuple[str, ...]]:
    """The basin of each node in each of its seas, and the sea of each basin."""
    found: dict[tuple[Node, str], int] = {}
    names: list[str] = []
    for start in sorted(waters.ways):
        for sea in waters.seas[start]:
            if (start, sea) in found:
                continue
            found[start, sea] = len(names)
            edge = [start]
            while edge:
                node = edge.pop()
                for near, passage in waters.ways[node].items():
                    if passage.free and sea in waters.seas[near] and (near, sea) not in found:
                        found[near, sea] = len(names)
                        edge.append(near)
            names.append(waters.group[sea])
    return found, tuple(names)


def _passages(waters: Waters, basin: Mapping[tuple[Node, str], int]) -> Iterator[tuple[int, int, Passage]]:
    for node, ways in waters.ways.items():
        steps = [*ways.items(), (node, FREE)]
        for near, passage in steps:
            for one in waters.seas[node]:
                for other in waters.seas[near]:
                    a, b = basin[node, one], basin[near, other]
                    if a < b:
                        change = waters.change(node, one, near, other) if one != other else FREE
                        yield a, b, passage & change
