"""Checks that spaces touch on the map exactly where they are neighbours on the board."""

from collections.abc import Iterator

import msgspec

from sandtable.area.board import Board
from sandtable.maps.geometry import Geometry

CORNER = 3.0
"""The longest border that spaces which aren't neighbours may share: a corner (in units of the sheet)."""
TOUCH = 6.0
"""The shortest border that neighbours must share, unless a link joins them."""


class Difference(msgspec.Struct, frozen=True, order=True):
    """A pair of spaces whose drawing doesn't match the board."""

    kind: str
    """``touching`` (but not neighbours), ``apart`` (but neighbours), ``missing`` (not drawn), ``unknown``."""
    a: str
    b: str = ""
    length: float = 0.0

    def __str__(self) -> str:
        match self.kind:
            case "touching":
                return f"{self.a} and {self.b} touch along {self.length:.0f} units, but are no neighbours"
            case "apart":
                return f"{self.a} and {self.b} are neighbours, but do not touch"
            case "missing":
                return f"{self.a} is not drawn"
            case "linked":
                return f"{self.a} and {self.b} are joined by a line, but are no neighbours"
            case _:
                return f"{self.a} is drawn, but the board has no such space"


def check(board: Board, geometry: Geometry, corner: float = CORNER) -> list[Difference]:
    """All differences between a board and its map."""
    return sorted(_differences(board, geometry, corner))


def _differences(board: Board, geometry: Geometry, corner: float) -> Iterator[Difference]:
    yield from (Difference("missing", name) for name in board.spaces if name not in geometry.shapes)
    yield from (Difference("unknown", name) for name in geometry.shapes if name not in board.spaces)
    linked = {tuple(sorted(link.between)) for link in geometry.links}
    for a, b in linked:
        if a not in board.spaces or b not in board.spaces or not board.adjacent(a, b):
            yield Difference("linked", a, b)
    for (a, b), length in geometry.borders.items():
        if a in board.spaces and b in board.spaces and not board.adjacent(a, b) and length > corner:
            yield Difference("touching", a, b, round(length, 1))
    for a in board.spaces:
        for b in board.neighbours(a):
            if a < b and (a, b) not in linked and geometry.borders.get((a, b), 0.0) < TOUCH:
                yield Difference("apart", a, b)
