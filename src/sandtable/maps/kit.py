"""What a page needs to put its own markers, names and arrows on the map: numbers and paths.

All numbers are units of the sheet, as in the SVG; the map's own lines stay in the SVG.
"""

from collections.abc import Mapping

import msgspec

from sandtable.maps.geometry import UNIT, Geometry, LinkKind, Shape
from sandtable.maps.style import livery, readable_on, silhouette

Point = tuple[float, float]
Rectangle = tuple[float, float, float, float]
"""Left, top, width, height."""


class Name(msgspec.Struct, frozen=True):
    """A name on the map: its lines, the centre of the first baseline, and the font size."""

    lines: tuple[str, ...]
    x: float
    y: float
    size: float


class Spot(msgspec.Struct, frozen=True):
    """Where a space's contents go."""

    centre: Point
    stack: Rectangle
    """The area for markers."""
    label: Name
    box: Rectangle | None
    """The box of a small island."""


class Join(msgspec.Struct, frozen=True):
    """Neighbours that don't touch, and the line that joins them (for a wrap: a mark at each edge)."""

    between: tuple[str, str]
    kind: LinkKind
    line: tuple[Point, ...]
    name: str


class MapFacts(msgspec.Struct, frozen=True):
    """The map as a whole."""

    size: Point
    wraps: bool
    """Whether its left and right edges meet."""
    credit: str
    links: tuple[Join, ...]
    theatres: Mapping[str, Rectangle]
    """Parts of the map to zoom to."""


class Colours(msgspec.Struct, frozen=True):
    """A power's colour, a readable text colour on it, and its emblem: a path in a square from -10 to 10."""

    colour: str
    on: str
    emblem: str


class Marks(msgspec.Struct, frozen=True):
    """Silhouettes, as paths in a box of 32 by 24, of what isn't a unit: a factory, several units together, a
    convoy."""

    factory: str
    army: str
    convoy: str


def map_facts(geometry: Geometry) -> MapFacts:
    """The map as a whole."""
    links = tuple(
        Join(link.between, link.kind, tuple((x / UNIT, y / UNIT) for x, y in link.line), link.name)
        for link in geometry.links
    )
    size = (geometry.size[0] / UNIT, geometry.size[1] / UNIT)
    theatres = {name: _rectangle(box) for name, box in geometry.theatres.items()}
    return MapFacts(size, any(link.kind == "wrap" for link in links), geometry.credit, links, theatres)


def spots(geometry: Geometry) -> Mapping[str, Spot]:
    """Where each space's contents go."""
    return {name: _spot(shape) for name, shape in geometry.shapes.items()}


def _spot(shape: Shape) -> Spot:
    label = Name(shape.label.lines, shape.label.x / UNIT, shape.label.y / UNIT, shape.label.size / UNIT)
    centre = (shape.centre[0] / UNIT, shape.centre[1] / UNIT)
    return Spot(centre, _rectangle(shape.stack), label, _rectangle(shape.box) if shape.box else None)


def _rectangle(box: tuple[int, int, int, int]) -> Rectangle:
    x, y, w, h = box
    return (x / UNIT, y / UNIT, w / UNIT, h / UNIT)


def colours(power: str) -> Colours:
    """A power's colours."""
    known = livery(power)
    return Colours(known.colour, readable_on(known.colour), known.emblem)


def marks() -> Marks:
    """The silhouettes of what isn't a unit."""
    return Marks(silhouette("factory"), silhouette("army"), silhouette("convoy"))
