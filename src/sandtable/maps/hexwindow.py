"""The window of a board that a hex map shows, and the land in it."""

from collections.abc import Iterator
from functools import cached_property

from sandtable.hexes.atlas import Atlas, Cell, Crop
from sandtable.hexes.grid import PITCH, SIDES, WIDTH, Hex, centre, corner, step
from sandtable.maps.hexcoast import SIZE, Coast, Edge
from sandtable.maps.hexlabels import Box

MARGIN = 110.0


def crop_of(atlas: Atlas, wish: str) -> Crop:
    """A window by name, or from its north-western to its south-eastern hex (``0326-2350``).

    Raises :class:`ValueError` with the available windows.
    """
    if wish in atlas.crops:
        return atlas.crops[wish]
    first, dash, last = wish.partition("-")
    try:
        if dash:
            a, b = atlas.grid.parse(first), atlas.grid.parse(last)
            right = b.column if b.column >= a.column else b.column + atlas.grid.columns
            if a.row <= b.row:
                return Crop((a.row, b.row), (a.column, right))
    except ValueError:
        pass
    known = ", ".join(atlas.crops)
    raise ValueError(f"no window {wish!r}: it is one of {known}, or two hexes such as 0326-2350")


class HexWindow:
    """A window of a board."""

    def __init__(self, atlas: Atlas, crop: str, without_names: bool = False) -> None:
        self.atlas = atlas
        self.crop_name = crop
        self.crop = crop_of(atlas, crop)
        self.without_names = without_names
        self.coast = Coast(atlas)
        (self.top, self.bottom), (left, right) = self.crop.rows, self.crop.columns
        self.left, self.right = left - self.crop.repeat, right + self.crop.repeat
        self.x0, self.x1 = WIDTH * SIZE * (self.left - 0.5), WIDTH * SIZE * (self.right + 1)
        self.y0, self.y1 = PITCH * SIZE * (self.top - 1), PITCH * SIZE * (self.bottom - 1) + 2 * SIZE
        self.zoom = max(1.0, (self.x1 - self.x0) / 7000)
        """The scale of the legend and the margin."""
        self.margin = MARGIN * self.zoom

    @cached_property
    def places(self) -> list[Hex]:
        """Every land hex, plus one column on each side, cut by the frame."""
        return [
            place
            for row in range(max(1, self.top - 1), min(self.atlas.grid.rows, self.bottom + 1) + 1)
            for column in range(self.left - 1, self.right + 2)
            if self.coast.real(place := Hex(row, column)) in self.atlas.cells
        ]

    @cached_property
    def edges(self) -> dict[Hex, list[Edge]]:
        """The outline of the land in each place."""
        return {place: self.coast.edges(place) for place in self.places}

    def cell(self, place: Hex) -> Cell:
        """What is drawn at a place of land."""
        return self.atlas.cells[self.coast.real(place)]

    def whole(self, place: Hex) -> bool:
        """Whether a hex is on the sheet itself, not repeated at its edge."""
        (left, right) = self.crop.columns
        return self.top <= place.row <= self.bottom and left <= place.column <= right

    def inside(self, box: Box) -> bool:
        """Whether a rectangle is entirely on the sheet."""
        pad = 12
        again = self.crop.repeat * WIDTH * SIZE
        return (
            box.left > self.x0 + again + pad
            and box.right < self.x1 - again - pad
            and box.top > self.y0 + pad
            and box.bottom < self.y1 - pad
        )

    @cached_property
    def members(self) -> dict[str, list[Hex]]:
        """The hexes of each country."""
        found: dict[str, list[Hex]] = {}
        for place in self.places:
            found.setdefault(self.cell(place).area, []).append(place)
        return found

    def middle(self, place: Hex, side: int, part: float = 0.0) -> tuple[float, float]:
        """The centre of a side, or a point on the way from it to the centre of the hex."""
        (ax, ay), (bx, by), (cx, cy) = corner(place, side), corner(place, side + 1), centre(place)
        x, y = (ax + bx) / 2, (ay + by) / 2
        return ((x + (cx - x) * part) * SIZE, (y + (cy - y) * part) * SIZE)

    def sides(self) -> Iterator[tuple[Hex, int, Hex]]:
        """Every side between two land hexes, once."""
        for place in self.places:
            for number in range(SIDES // 2):
                near = step(place, number)
                if near in self.edges:
                    yield place, number, near
