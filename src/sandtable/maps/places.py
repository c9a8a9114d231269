"""What an author writes: where each space of a board really is, and how the sheet is cut.

A places file is YAML. Every mistake in it is told with its line.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec
import yaml

from sandtable.area.board import Board, Medium
from sandtable.core.datafile import DataFileError, parse_yaml

Point = tuple[float, float]
"""Longitude and latitude, in degrees."""
Line = tuple[Point, ...]
Spot = tuple[float | Point, ...]
"""A place (two numbers), or a line of places from point to point (two points or more)."""


class Magnify(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theatre that is drawn larger (or smaller) than the globe has it."""

    at: Point
    radius: float
    """Degrees from the middle to where about a third of the effect is left."""
    times: float
    """How many times its area, in the middle, against the rest of the sheet."""


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The piece of the globe that is drawn."""

    cut: float = -103.0
    """The meridian of the left and the right edge; a narrower map sets ``west`` and ``east`` instead."""
    west: float | None = None
    east: float | None = None
    north: float = 78.0
    south: float = -56.0
    outline: Literal["50m", "10m", "none"] = "50m"
    """Which Natural Earth outline; ``none`` for a world that the file's own ``land`` draws."""
    magnify: tuple[Magnify, ...] = ()
    wiggle: float = 9.0
    """How far a border on land strays from the straight line, in units of the sheet."""
    mend: float = 30.0
    """Borders between spaces that are no neighbours are closed by themselves if they are not longer than this."""
    belt: float = 18.0
    """Water this close to a coast (units) belongs to a zone that is a neighbour of that coast."""
    islet: float = 500.0
    """Islands smaller than this (square units) without a place on them are left out."""
    smallest: float = 1300.0
    """The least area of a space of land: smaller ones are drawn larger (square units)."""
    crowded: bool = False
    """So many spaces that small letters inside are better than larger ones beside."""


class Space(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a space lies, with hints for how to draw it."""

    at: tuple[Spot, ...]
    label: Point | None = None
    """Where the name goes, if not where it fits best."""
    box: Point | None = None
    """For a small island: where its box stands; a line leads from it to the island."""
    size: float | None = None
    """The least area of this space, instead of the sheet's."""
    name: str = ""
    """What is written on the map, where the whole name is too long."""


class Void(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region that belongs to no space: pack ice, a desert that nobody crosses."""

    medium: Medium
    at: tuple[Spot, ...]


class Stroke(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A touch of the pen on the outline: land or water along a line, or filling a ring."""

    line: Line = ()
    ring: Line = ()
    width: float = 8.0
    """Of the line, in units of the sheet."""


class DrawnLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Neighbours that cannot touch: a line is drawn from one to the other."""

    between: tuple[str, str]
    via: tuple[Point, ...] = ()
    """The line, if not the shortest between the two."""


class Places(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A places file."""

    spaces: Mapping[str, tuple[Spot, ...] | Space]
    sheet: Sheet = Sheet()
    void: Mapping[str, Void] = {}
    land: tuple[Stroke, ...] = ()
    """Land added to the outline."""
    water: tuple[Stroke, ...] = ()
    """Water added to the outline, after ``land``: straits that would be too narrow to see."""
    links: tuple[DrawnLink, ...] = ()
    theatres: Mapping[str, tuple[str, ...]] = {}
    """Parts of the map that one looks at as a whole: each by spaces at its edges."""

    def space(self, name: str) -> Space:
        """A space with its hints, whichever way it was written."""
        entry = self.spaces[name]
        return entry if isinstance(entry, Space) else Space(at=entry)


class PlacesError(DataFileError):
    """A places file that does not fit its board; the message has one line for each mistake."""


def read_places(path: Path, board: Board) -> Places:
    """Read a places file and hold it against the board."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlacesError(f"{path.name}: cannot be read: {error}") from None
    return parse_places(text, board, path.name)


def parse_places(text: str, board: Board, name: str = "places.yaml") -> Places:
    """Read the text of a places file and hold it against the board."""
    places = parse_yaml(text, Places, name)
    lines = lines_of(text)
    wrong = sorted(_problems(places, board, lines))
    if wrong:
        raise PlacesError("\n".join(f"{name}, line {line}: {what}" for line, what in wrong))
    return places


def lines_of(text: str) -> dict[tuple[str, ...], int]:
    """The line on which each key of the file's upper levels stands."""
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

    root = yaml.compose(text, Loader=yaml.SafeLoader)
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
    """All points as written, those of lines included.

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
