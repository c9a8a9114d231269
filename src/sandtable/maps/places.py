"""The places file: where each space of a board really is, and how the sheet is cut.

It is YAML, written by the board's author. Every error names its line.
"""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec
import yaml

from sandtable.area.board import Board, Medium
from sandtable.core.datafile import AnyFile, DataFileError, compose, parse_node, read_node

Point = tuple[float, float]
"""Longitude and latitude, in degrees."""
Line = tuple[Point, ...]
Spot = tuple[float | Point, ...]
"""A place (two numbers), or a line of two or more points."""


class Magnify(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theatre to magnify (or shrink)."""

    at: Point
    radius: float
    """Degrees from the centre to where about a third of the effect is left."""
    times: float
    """The area scale at the centre, relative to the rest of the sheet."""


class MapLayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the globe to draw."""

    cut: float = -103.0
    """The meridian of the left and right edges; a narrower map sets ``west`` and ``east`` instead."""
    west: float | None = None
    east: float | None = None
    north: float = 78.0
    south: float = -56.0
    outline: Literal["50m", "10m", "none"] = "50m"
    """Which Natural Earth outline; ``none`` for a world drawn by the file's own ``land``."""
    magnify: tuple[Magnify, ...] = ()
    wiggle: float = 9.0
    """How far land borders deviate from a straight line, in units of the sheet."""
    mend: float = 30.0
    """Borders up to this length between spaces that aren't neighbours are closed automatically."""
    belt: float = 18.0
    """Water this close to a coast (in units) belongs to a neighbour of that coast."""
    islet: float = 500.0
    """Smaller islands (in square units) without a place on them are left out."""
    smallest: float = 1300.0
    """The minimum area of a land space, in square units: smaller ones are enlarged."""
    crowded: bool = False
    """Whether the map is so full that small text inside a space is better than larger text beside it."""


class Space(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a space is, with drawing hints."""

    at: tuple[Spot, ...]
    label: Point | None = None
    """Where the name goes, if not where it fits best."""
    box: Point | None = None
    """For a small island: where its box goes; a line connects it with the island."""
    size: float | None = None
    """The minimum area of this space, instead of the sheet's."""
    name: str = ""
    """The name on the map, if the full name is too long."""


class Void(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region that belongs to no space: pack ice, an impassable desert."""

    medium: Medium
    at: tuple[Spot, ...]


class Stroke(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A correction of the outline: land or water along a line, or filling a ring."""

    line: Line = ()
    ring: Line = ()
    width: float = 8.0
    """Of the line, in units of the sheet."""


class DrawnLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Neighbours that can't touch: a line joins them."""

    between: tuple[str, str]
    via: tuple[Point, ...] = ()
    """The line, if it isn't the shortest."""


class Places(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A places file."""

    spaces: Mapping[str, tuple[Spot, ...] | Space]
    sheet: MapLayout = MapLayout()
    void: Mapping[str, Void] = {}
    land: tuple[Stroke, ...] = ()
    """Land added to the outline."""
    water: tuple[Stroke, ...] = ()
    """Water added to the outline, after ``land``: straits that would be too narrow to see."""
    links: tuple[DrawnLink, ...] = ()
    theatres: Mapping[str, tuple[str, ...]] = {}
    """Parts of the map to zoom to, each by spaces at its edges."""

    def space(self, name: str) -> Space:
        """A space with its hints, in either notation."""
        entry = self.spaces[name]
        return entry if isinstance(entry, Space) else Space(at=entry)


class PlacesError(DataFileError):
    """A places file that doesn't fit its board. The message has one line per error."""


def read_places(path: AnyFile, board: Board) -> Places:
    """Read a places file and check it against the board."""
    return _read(read_node(path), board, path.name)


def parse_places(text: str, board: Board, name: str = "places.yaml") -> Places:
    """Parse a places file and check it against the board."""
    return _read(compose(text, name), board, name)


def _read(root: yaml.Node | None, board: Board, name: str) -> Places:
    places = parse_node(root, Places, name)
    lines = lines_of(root)
    wrong = sorted(_problems(places, board, lines))
    if wrong:
        raise PlacesError("\n".join(f"{name}, line {line}: {what}" for line, what in wrong))
    return places


def fingerprint(places: Places, board: Board) -> str:
    """Tells apart what a map is built from: other places or other neighbours make another map."""
    neighbours = {space: board.neighbours(space) for space in board.spaces}
    return hashlib.sha256(msgspec.json.encode((places, neighbours), order="sorted")).hexdigest()[:16]


def lines_of(root: yaml.Node | None) -> dict[tuple[str, ...], int]:
    """The line number of each key of the file's upper levels."""
    found: dict[tuple[str, ...], int] = {}

    def walk(node: yaml.Node, path: tuple[str, ...]) -> None:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                here = (*path, str(key.value))
                found[here] = key.start_mark.line + 1
                walk(value, here)
        elif isinstance(node, yaml.SequenceNode):
            for number, value in enumerate(node.value):
                found[(*path, str(number))] = value.start_mark.line + 1

    if root is not None:
        walk(root, ())
    return found


def _problems(places: Places, board: Board, lines: Mapping[tuple[str, ...], int]) -> Iterator[tuple[int, str]]:
    top = lines.get(("spaces",), 1)
    taken: dict[tuple[Point, Medium], str] = {}
    for name in places.spaces:
        line = lines.get(("spaces", name), top)
        if name not in board.spaces:
            yield line, f"the board has no space {name!r}"
            continue
        medium: Medium = "sea" if board.is_sea(name) else "land"
        space = places.space(name)
        if not space.at:
            yield line, f"{name} has no place"
        if any(_ill_formed(spot) for spot in space.at):
            yield line, f"{name}: a place is two numbers, a line is a list of places"
            continue
        for point in points_of(space.at):
            yield from ((line, f"{name}: {why}") for why in _off_globe(point))
            other = taken.setdefault((point, medium), name)
            if other != name:
                yield line, f"{name} and {other} have the same place {list(point)}"
    for name in board.spaces:
        if name not in places.spaces:
            yield top, f"{name} has no place"
    for number, link in enumerate(places.links):
        line = lines.get(("links", str(number)), 1)
        for end in link.between:
            if end not in board.spaces:
                yield line, f"the board has no space {end!r}"
    for theatre, spaces in places.theatres.items():
        line = lines.get(("theatres", theatre), 1)
        if not spaces:
            yield line, f"the theatre {theatre!r} has no space"
        yield from ((line, f"the board has no space {name!r}") for name in spaces if name not in board.spaces)


def _off_globe(point: Point) -> Iterator[str]:
    if not (-180 <= point[0] <= 180 and -90 <= point[1] <= 90):
        yield f"{list(point)} is not a longitude (-180 to 180) and a latitude (-90 to 90)"


def points_of(spots: tuple[Spot, ...]) -> Iterator[Point]:
    """All points, including those of lines.

    >>> list(points_of(((1.0, 2.0), ((3.0, 4.0), (5.0, 6.0)))))
    [(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]
    """
    for spot in spots:
        yield from runs_of(spot)


def runs_of(spot: Spot) -> Line:
    """A place or a line, as a line.

    >>> runs_of((1.0, 2.0)), runs_of(((3.0, 4.0), (5.0, 6.0)))
    (((1.0, 2.0),), ((3.0, 4.0), (5.0, 6.0)))
    """
    numbers = [part for part in spot if not isinstance(part, tuple)]
    if numbers:
        return ((float(numbers[0]), float(numbers[1])),)
    return tuple(part for part in spot if isinstance(part, tuple))


def _ill_formed(spot: Spot) -> bool:
    numbers = sum(not isinstance(part, tuple) for part in spot)
    return not spot or (numbers > 0 and (numbers != 2 or len(spot) != 2))
