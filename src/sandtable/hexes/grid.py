"""A grid of pointy-top hexes in rows that wraps around east to west: numbers, neighbours, distances, points.

Rows are counted from the north, columns from the west, both from 1. Odd rows are shifted half a hex east of even
ones, and the first column follows the last. Points are in a plane with y pointing down and hexes of size 1, the
distance from the centre of a hex to its corners.
"""

from collections.abc import Iterator
from math import hypot, sqrt
from typing import NamedTuple

import msgspec

WIDTH = sqrt(3)
"""The distance between the centres of neighbours in a row."""
PITCH = 1.5
"""The distance between rows."""
CORNERS = ((WIDTH / 2, -0.5), (WIDTH / 2, 0.5), (0.0, 1.0), (-WIDTH / 2, 0.5), (-WIDTH / 2, -0.5), (0.0, -1.0))
"""The corners of a hex, clockwise. Side ``i`` runs from corner ``i`` to corner ``i + 1``: east, south-east, and
so on."""
SIDES = 6

Point = tuple[float, float]


class Hex(NamedTuple):
    """The row and column of a hex.

    >>> str(Hex(9, 42)), str(Hex(15, 107))
    ('0942', '15107')
    """

    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.row:02d}{self.column:02d}"


class HexError(ValueError):
    """A number that isn't a hex of the grid."""


class Grid(msgspec.Struct, frozen=True):
    """A grid of rows and columns.

    >>> world = Grid(58, 112)
    >>> [str(near) for near in world.neighbours(world.parse("1838"))]
    ['1839', '1938', '1937', '1837', '1737', '1738']
    """

    rows: int
    columns: int

    def parse(self, code: str) -> Hex:
        """The hex with a number: two digits for the row, two or three for the column.

        >>> Grid(58, 112).parse("15107")
        Hex(row=15, column=107)
        """
        if code.isascii() and code.isdigit() and len(code) in (4, 5):
            found = Hex(int(code[:2]), int(code[2:]))
            if str(found) == code and found in self:
                return found
        raise HexError(f"{code!r} is not a hex: rows 01 to {self.rows:02d}, then columns 01 to {self.columns}")

    def __contains__(self, place: Hex) -> bool:
        return 1 <= place.row <= self.rows and 1 <= place.column <= self.columns

    def wrap(self, column: int) -> int:
        """Wrap a column that may lie beyond either edge.

        >>> Grid(58, 112).wrap(113), Grid(58, 112).wrap(0)
        (1, 112)
        """
        return (column - 1) % self.columns + 1

    def hexes(self) -> Iterator[Hex]:
        """All hexes, row by row."""
        for row in range(1, self.rows + 1):
            for column in range(1, self.columns + 1):
                yield Hex(row, column)

    def across(self, place: Hex, side: int) -> Hex | None:
        """The neighbour across a side. None beyond the northern or southern edge."""
        row, column = step(place, side)
        return Hex(row, self.wrap(column)) if 1 <= row <= self.rows else None

    def neighbours(self, place: Hex) -> list[Hex]:
        """The neighbours, clockwise from the east."""
        return [near for side in range(SIDES) if (near := self.across(place, side)) is not None]

    def side_to(self, place: Hex, near: Hex) -> int | None:
        """The side of a hex that faces another one. None if they aren't neighbours."""
        return next((side for side in range(SIDES) if self.across(place, side) == near), None)

    def distance(self, a: Hex, b: Hex) -> int:
        """The number of steps between two hexes, the shorter way around the world.

        >>> world = Grid(58, 112)
        >>> world.distance(world.parse("4580"), world.parse("3679"))
        9
        """
        return min(_distance(a, Hex(b.row, b.column + turn)) for turn in (-self.columns, 0, self.columns))

    def at(self, x: float, y: float) -> Hex | None:
        """The hex at a point. None beyond the northern or southern edge.

        >>> world = Grid(58, 112)
        >>> world.at(*centre(world.parse("1237")))
        Hex(row=12, column=37)
        """
        middle = round((y - 1) / PITCH) + 1
        best: tuple[float, Hex] | None = None
        for row in (middle - 1, middle, middle + 1):
            guess = round(x / WIDTH - 0.5 * (row % 2))
            for column in (guess, guess + 1):
                cx, cy = centre(Hex(row, column))
                far = hypot(cx - x, cy - y)
                if best is None or far < best[0]:
                    best = (far, Hex(row, column))
        assert best is not None
        found = best[1]
        return Hex(found.row, self.wrap(found.column)) if 1 <= found.row <= self.rows else None


_STEPS = (
    ((0, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)),  # even rows
    ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1)),  # odd rows
)


def step(place: Hex, side: int) -> Hex:
    """The hex across a side, ignoring the edges."""
    down, right = _STEPS[place.row % 2][side]
    return Hex(place.row + down, place.column + right)


def centre(place: Hex) -> Point:
    """The centre of a hex. A column beyond the edges is one that is drawn again there."""
    return (WIDTH * (place.column + 0.5 * (place.row % 2)), PITCH * (place.row - 1) + 1)


def corner(place: Hex, number: int) -> Point:
    """A corner of a hex, clockwise from the north-east."""
    x, y = centre(place)
    dx, dy = CORNERS[number % SIDES]
    return (x + dx, y + dy)


def _distance(a: Hex, b: Hex) -> int:
    dr = a.row - b.row
    dq = (a.column - (a.row - a.row % 2) // 2) - (b.column - (b.row - b.row % 2) // 2)
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2
