"""The drawn board, as the file that ships with a game: lines shared by neighbours, and shapes made of them.

Reading it needs no geometry library. All numbers are integers: half units of a sheet 4000 units wide.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import Literal

import msgspec

from sandtable.area.board import Medium
from sandtable.core.datafile import AnyFolder, DataFileError

UNIT = 2
"""File units per unit of the sheet."""
FILE = "map.json"

Spot = tuple[int, int]
Box = tuple[int, int, int, int]
"""Left, top, width, height."""
Area = tuple[int, ...]
"""Line numbers; a line traversed backwards has the number ``-1 - n``."""
LinkKind = Literal["canal", "strait", "wrap", "link"]


class Label(msgspec.Struct, frozen=True, array_like=True):
    """A name on the map: its lines, the centre of the first baseline, and the font size."""

    lines: tuple[str, ...]
    x: int
    y: int
    size: int


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """A space as it is drawn."""

    rings: tuple[Area, ...]
    medium: Medium
    centre: Spot
    label: Label
    stack: Box
    """The area for markers."""
    box: Box | None = None
    """The box of a small island; a line connects it with the centre."""
    void: bool = False
    """A region that belongs to no space."""
    lake: bool = False
    """A void of water without access to the sea."""


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """Neighbours that don't touch, and the line that joins them (for a wrap: a mark at each edge)."""

    between: tuple[str, str]
    kind: LinkKind
    line: tuple[Spot, ...]
    name: str = ""


class Geometry(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """A drawn board."""

    sandtable_map: int = 1
    """The version of this format."""
    size: Spot
    credit: str
    lines: tuple[tuple[int, ...], ...]
    """Each line as x, y, then relative steps."""
    shapes: Mapping[str, Shape]
    voids: tuple[Shape, ...] = ()
    links: tuple[Link, ...] = ()
    theatres: Mapping[str, Box] = {}
    """Parts of the map to zoom to."""
    made_from: str = ""
    """The fingerprint of the places and neighbours it was built from; empty: unknown."""

    @cached_property
    def points(self) -> tuple[tuple[Spot, ...], ...]:
        """The points of every line."""
        return tuple(_walk(line) for line in self.lines)

    @cached_property
    def lengths(self) -> tuple[float, ...]:
        """The length of every line, in units of the sheet."""
        return tuple(sum(hypot(c - a, d - b) for (a, b), (c, d) in pairwise(line)) / UNIT for line in self.points)

    @cached_property
    def sides(self) -> dict[int, tuple[str, ...]]:
        """The spaces on both sides of every line, without voids."""
        found: dict[int, list[str]] = {}
        for name, shape in self.shapes.items():
            for ring in shape.rings:
                for number in ring:
                    found.setdefault(number if number >= 0 else -1 - number, []).append(name)
        return {number: tuple(names) for number, names in found.items()}

    @cached_property
    def borders(self) -> dict[tuple[str, str], float]:
        """The length of the drawn border between two spaces, in units of the sheet; names sorted."""
        found: dict[tuple[str, str], float] = {}
        for number, names in self.sides.items():
            if len(names) == 2 and names[0] != names[1]:
                pair = (min(names), max(names))
                found[pair] = found.get(pair, 0.0) + self.lengths[number]
        return found

    def outline(self, ring: Area) -> list[Spot]:
        """The points of a ring; the first isn't repeated at the end."""
        points: list[Spot] = []
        for number in ring:
            line = self.points[number] if number >= 0 else self.points[-1 - number][::-1]
            points += line[:-1]
        return points


def box_around(shapes: Iterable[Shape]) -> Box:
    """The bounding box of these spaces' contents."""
    boxes = [shape.stack for shape in shapes]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return (left, top, right - left, bottom - top)


def _walk(line: tuple[int, ...]) -> tuple[Spot, ...]:
    x, y = line[0], line[1]
    points = [(x, y)]
    for dx, dy in zip(line[2::2], line[3::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return tuple(points)


def write_geometry(geometry: Geometry) -> bytes:
    """The contents of a geometry file: one text line per line and shape, so that diffs are readable."""
    whole = msgspec.to_builtins(geometry)
    if not geometry.made_from:
        del whole["made_from"]
    encode = msgspec.json.encode
    parts: list[bytes] = []
    for key, value in whole.items():
        head = encode(key) + b":"
        if isinstance(value, list | tuple) and value and isinstance(value[0], list | tuple | dict):
            parts.append(head + b"[\n" + b",\n".join(encode(item) for item in value) + b"\n]")
        elif isinstance(value, dict):
            items = (encode(name) + b":" + encode(item) for name, item in value.items())
            parts.append(head + b"{\n" + b",\n".join(items) + b"\n}")
        else:
            parts.append(head + encode(value))
    return b"{" + b",\n".join(parts) + b"}\n"


def parse_geometry(data: bytes, name: str = FILE) -> Geometry:
    """Read a geometry file."""
    try:
        return msgspec.json.decode(data, type=Geometry)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataFileError(f"{name}: {error}") from None


def read_geometry(folder: AnyFolder) -> Geometry:
    """The drawn board of a game's folder."""
    try:
        data = (folder / FILE).read_bytes()
    except OSError as error:
        raise DataFileError(f"{FILE}: cannot be read: {error}") from None
    return parse_geometry(data)
