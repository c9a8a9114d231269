"""Places names and markers: inside the space if there is room, else beside it, and never overlapping."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.ndimage import distance_transform_edt, find_objects

from sandtable.maps.cells import LAKE, Cells, Region
from sandtable.maps.geometry import UNIT, Area, Box, Label, Shape
from sandtable.maps.raster import Mask
from sandtable.maps.sizes import LEADING, MARKER, badge_radius, text_width

GRAIN = 4.0
"""The grid on which room is searched for, in units."""
_SIZES = (30, 27, 24, 21, 19, 17, 15)
_STACKS = tuple(
    (columns * MARKER[0], rows * MARKER[1])
    for columns, rows in ((4, 2), (3, 2), (2, 2), (4, 1), (3, 1), (2, 1), (1, 2), (1, 1))
)
"""Sizes of the stack area, in units: four by two markers, three by two, and so on."""
_NO_STACK = (0, 0)
_SMALL = (40, 31)
"""A stack area for one marker at its smallest."""
_SMALL_SIZES = (17, 15, 13, 12, 11)


def short_name(name: str) -> str:
    """The default short name of a space on the map.

    >>> short_name("Sea Zone 12"), short_name("Baltic Sea Zone"), short_name("Eire")
    ('12', 'Baltic', 'Eire')
    """
    return name.removeprefix("Sea Zone ").removesuffix(" Sea Zone")


def splits(name: str) -> Iterator[tuple[str, ...]]:
    """A name on one, two or three lines, broken between words.

    >>> list(splits("Italian East Africa"))[1]
    ('Italian', 'East Africa')
    """
    yield (name,)
    words = name.replace("/", "/ ").replace("-", "- ").split(" ")
    if len(words) > 1:
        yield tuple(_joined(words, 2))
    if len(words) > 2:
        yield tuple(_joined(words, 3))


def _joined(words: list[str], count: int) -> list[str]:
    """Words on a number of lines, with the longest as short as possible."""
    if count == 1:
        return [_line(words)]
    options = [[_line(words[:i]), *_joined(words[i:], count - 1)] for i in range(1, len(words) - count + 2)]
    return min(options, key=lambda lines: (max(text_width(line, 1) for line in lines), -len(lines[0])))


def _line(words: list[str]) -> str:
    text = ""
    for word in words:
        text += word if not text or text.endswith(("/", "-")) else f" {word}"
    return text


class Block(NamedTuple):
    """A name with the stack area below it; its size in grid cells."""

    lines: tuple[str, ...]
    size: int
    stack: tuple[int, int]
    badge: bool

    @property
    def text(self) -> tuple[float, float]:
        """Width and height of the name with its badge, in units."""
        last = text_width(self.lines[-1], self.size) + (4 * badge_radius(self.size) + 8 if self.badge else 0)
        widest = max(text_width(line, self.size) for line in self.lines)
        return max(widest, last), self.size * LEADING * len(self.lines)

    @property
    def room(self) -> tuple[int, int]:
        """Columns and rows of the whole block, with a margin."""
        width, height = self.text
        return (
            int(np.ceil((max(width, self.stack[0]) + 8) / GRAIN)),
            int(np.ceil((height + self.stack[1] + 12) / GRAIN)),
        )


class Lettering:
    """Finds room for the names and markers of all spaces."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        every = max(1, round(GRAIN / cells.step))
        self.grain = cells.step * every
        self.labels = cells.labels[every // 2 :: every, every // 2 :: every]
        self.taken = np.zeros(self.labels.shape, dtype=bool)
        self.windows = find_objects(self.labels + 1, len(cells.regions))
        self.fine = find_objects(cells.labels + 1, len(cells.regions))
        self.placed: dict[int, tuple[Label, Box, Box | None]] = {}
        self._place_all()

    def shape(self, region: Region, rings: tuple[Area, ...]) -> Shape:
        """A space with its name, its stack area and its centre."""
        i = self.cells.index[region.name]
        label, stack, box = self.placed[i]
        return Shape(rings, region.medium, self._centre(i), label, stack, box)

    def void(self, region: Region, rings: tuple[Area, ...]) -> Shape:
        """A void has no name on the map."""
        return Shape(
            rings, region.medium, (0, 0), Label((), 0, 0, 0), (0, 0, 0, 0), None, True, region.name == LAKE
        )

    def _centre(self, i: int) -> tuple[int, int]:
        """The centre of the largest circle in the space."""
        window = self.fine[i]
        mask = np.pad(self.cells.labels[window] == i, 1)
        far = distance_transform_edt(mask)
        row, column = np.unravel_index(int(np.argmax(far)), far.shape)
        step = self.cells.step
        x = (window[1].start + float(column) - 0.5) * step
        y = (window[0].start + float(row) - 0.5) * step
        return round(x * UNIT), round(y * UNIT)

    # -- placing

    def _place_all(self) -> None:
        regions = self.cells.regions
        size = np.bincount(self.labels.ravel(), minlength=len(regions))
        order = sorted((i for i, region in enumerate(regions) if not region.void), key=lambda i: (size[i], i))
        land = [i for i in order if regions[i].medium == "land"]
        outside = [
            i
            for i in land
            if not self._place_inside(i) and not self._place_name_only(i) and not self._place_small(i)
        ]
        for i in outside:
            self._place_beside(i)
        for i in order:
            if regions[i].medium == "sea" and not self._place_inside(i) and not self._place_small(i):
                self._place_beside(i)

    def _name(self, i: int) -> str:
        name = self.cells.regions[i].name
        return self.cells.places.space(name).name or short_name(name)

    def _blocks(
        self, i: int, sizes: tuple[int, ...], stacks: tuple[tuple[int, int], ...] = _STACKS
    ) -> list[Block]:
        """All ways to write a name with room for markers, best first."""
        region = self.cells.regions[i]
        sea = region.medium == "sea"
        name = self._name(i)
        badge = not sea and self.cells.board.territories[region.name].value > 0
        limit = 30 if not sea or name.isdigit() else 24
        found = [
            Block(lines, size, stack, badge)
            for lines in splits(name)
            for size in sizes
            for stack in stacks
            if size <= limit
        ]

        crowd = 4 if sea else 3 + self._busy(region.name)

        def worth(block: Block) -> float:
            columns, rows = block.stack[0] / MARKER[0], block.stack[1] / MARKER[1]
            return block.size * 4 + 15 * min(columns * rows, crowd) - 6 * len(block.lines)

        return sorted(found, key=lambda b: (-worth(b), b))

    def _place_name_only(self, i: int) -> bool:
        """A neutral, which rarely has units, may have its name in the area for markers."""
        neutral = self.cells.board.is_neutral(self.cells.regions[i].name)
        return neutral and self._place_inside(i, (_NO_STACK,))

    def _place_small(self, i: int) -> bool:
        """On a crowded sheet, small text inside is better than larger text in a neighbour."""
        if not self.cells.places.sheet.crowded:
            return False
        land = self.cells.board.territories.get(self.cells.regions[i].name)
        marked = land is not None and land.factory  # a factory is always there: it would hide the name
        stacks = (_SMALL,) if marked else (_SMALL, _NO_STACK)
        return any(self._place_inside(i, (stack,), _SMALL_SIZES) for stack in stacks)

    def _place_inside(
        self, i: int, stacks: tuple[tuple[int, int], ...] = _STACKS, sizes: tuple[int, ...] = _SIZES
    ) -> bool:
        window = self.windows[i]
        if window is None:
            return False
        mask = (self.labels[window] == i) & ~self.taken[window]
        sums = _sums(mask)
        hint = self.cells.places.space(self.cells.regions[i].name).label
        far: npt.NDArray[np.float64] | None = None
        for block in self._blocks(i, sizes, stacks):
            columns, rows = block.room
            if columns > mask.shape[1] or rows > mask.shape[0]:
                continue
            good = _boxes(sums, rows, columns) == rows * columns
            if not good.any():
                continue
            if far is None:
                far = np.asarray(distance_transform_edt(np.pad(mask, 1)))[1:-1, 1:-1]
            spots = np.argwhere(good)
            middle = spots + np.array([rows / 2, columns / 2])
            if hint is not None:
                row, column = self._cell(hint)
                aim = np.array([row - window[0].start, column - window[1].start])
                score = -((middle - aim) ** 2).sum(axis=1)
            else:
                score = _sums_box(far, spots, rows, columns)
            row, column = spots[int(np.argmax(score))]
            self._settle(i, block, int(row) + window[0].start, int(column) + window[1].start, boxed=False)
            return True
        return False

    def _cell(self, point: tuple[float, float]) -> tuple[float, float]:
        x, y = self.cells.raster.projection.to_sheet(np.array([point[0]]), np.array([point[1]]))
        return float(y[0]) / self.grain, float(x[0]) / self.grain

    def _place_beside(self, i: int) -> None:
        """A box near the space, in water if possible, never over another name."""
        name = self.cells.regions[i].name
        window = self.windows[i] or self._seed_window(i)
        hint = self.cells.places.space(name).box
        zones = [self.cells.index[n] for n in self.cells.board.neighbours(name)]
        rows_all, columns_all = self.labels.shape
        home = np.argwhere(self.labels == i)
        middle = home.mean(axis=0) if len(home) else np.array([window[0].start, window[1].start])
        reach = int(200 / self.grain)
        top, left = max(0, window[0].start - reach), max(0, window[1].start - reach)
        wide = np.s_[top : window[0].stop + reach, left : window[1].stop + reach]
        labels = self.labels[wide]
        taken = _sums(self.taken[wide])
        land = _sums(~self.cells.sea[labels] & (labels != i))
        own = _sums(labels == i)
        strange = _sums(self.cells.sea[labels] & ~np.isin(labels, zones))
        best: tuple[float, Block, int, int] | None = None
        at_sea = bool(self.cells.sea[i])
        island = not at_sea and all(self.cells.sea[z] for z in zones)
        neutral = self.cells.board.is_neutral(name)
        w, h = MARKER
        for block in self._blocks(
            i,
            (21, 19, 17, 15),
            (_NO_STACK,) if neutral else ((4 * w, h), (3 * w, h), (2 * w, 2 * h), (2 * w, h), (w, h)),
        ):
            columns, rows = block.room
            if rows > labels.shape[0] or columns > labels.shape[1]:
                continue
            free = _boxes(taken, rows, columns) == 0
            # A box beside a small island leaves it visible; it may cover a large one.
            over = -0.8 if at_sea else -0.3 if not island else 2.5 if len(home) < 0.8 * rows * columns else 0.2
            spots = np.argwhere(free)
            if not len(spots):
                continue
            at = spots + np.array([rows / 2 + top, columns / 2 + left])
            aim = middle if hint is None else np.array(self._cell(hint))
            distance = np.hypot(*(at - aim).T) * self.grain
            cost = (
                distance
                + (2.0 if at_sea else 1.5 if island else 0.4) * _boxes(land, rows, columns)[free]
                + over * _boxes(own, rows, columns)[free]
                + 0.35 * _boxes(strange, rows, columns)[free]
                - 3.0 * block.size
                - 14 * min(block.stack[0] * block.stack[1] / (w * h), 2 + self._busy(name))
            )
            k = int(np.argmin(cost))
            if best is None or float(cost[k]) < best[0]:
                best = (float(cost[k]), block, int(spots[k][0]) + top, int(spots[k][1]) + left)
        if best is None:  # no room at all: overlap, and let the test report it
            block = self._blocks(i, (15,))[-1]
            best = (0.0, block, min(rows_all - 1, int(middle[0])), min(columns_all - 1, int(middle[1])))
        self._settle(i, best[1], best[2], best[3], boxed=True)

    def _busy(self, name: str) -> int:
        """How many kinds of units beyond two a territory needs room for: rich ones get crowded."""
        land = self.cells.board.territories.get(name)
        return 0 if land is None else 3 if land.factory else min(2, land.value)

    def _seed_window(self, i: int) -> tuple[slice, slice]:
        row, column = self.cells.seeds[i][0]
        r, c = int(row * self.cells.step / self.grain), int(column * self.cells.step / self.grain)
        return slice(r, r + 1), slice(c, c + 1)

    def _settle(self, i: int, block: Block, row: int, column: int, *, boxed: bool) -> None:
        columns, rows = block.room
        self.taken[row : row + rows, column : column + columns] = True
        left, top = column * self.grain, row * self.grain
        width, height = columns * self.grain, rows * self.grain
        x = left + width / 2
        text_height = block.text[1]
        label = Label(
            block.lines, round(x * UNIT), round((top + 4 + block.size * 0.86) * UNIT), round(block.size * UNIT)
        )
        wide, high = float(block.stack[0]), float(block.stack[1])
        stack: Box = (
            round((x - wide / 2) * UNIT),
            round((top + 6 + text_height) * UNIT),
            round(wide * UNIT),
            round(high * UNIT),
        )
        if block.stack == _NO_STACK:
            wide, high = MARKER[0] * 0.75, MARKER[1] * 0.75
            middle = top + height / 2
            stack = (
                round((x - wide / 2) * UNIT),
                round((middle - high / 2) * UNIT),
                round(wide * UNIT),
                round(high * UNIT),
            )
        box: Box = (round(left * UNIT), round(top * UNIT), round(width * UNIT), round(height * UNIT))
        self.placed[i] = (label, stack, box if boxed else None)


def _sums(mask: Mask) -> npt.NDArray[np.int64]:
    """Sums over all rectangles from the upper left corner."""
    return np.pad(np.cumsum(np.cumsum(mask, axis=0, dtype=np.int64), axis=1), ((1, 0), (1, 0)))


def _boxes(sums: npt.NDArray[np.int64], rows: int, columns: int) -> npt.NDArray[np.int64]:
    """The sum over a box of this size at every position."""
    return sums[rows:, columns:] - sums[:-rows, columns:] - sums[rows:, :-columns] + sums[:-rows, :-columns]


def _sums_box(
    far: npt.NDArray[np.float64], spots: npt.NDArray[np.intp], rows: int, columns: int
) -> npt.NDArray[np.float64]:
    """How deep inside the space a box is: the least depth at its corners and sides."""
    found = []
    for row_share in (0, rows // 2, rows - 1):
        for column_share in (0, columns // 2, columns - 1):
            found.append(far[spots[:, 0] + row_share, spots[:, 1] + column_share])
    depth = np.array(found)
    return np.asarray(depth.min(axis=0) + 0.1 * depth.mean(axis=0))
