"""Borders as lines shared by neighbours: traced along the grid, smoothed, simplified, and joined into rings."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from sandtable.maps.projection import Array
from sandtable.maps.raster import Labels

Corner = tuple[int, int]
"""Row and column of a corner of cells."""
OUTSIDE = -1


class Traced:
    """All lines of a grid and, for each label, the rings they form."""

    def __init__(self, labels: Labels) -> None:
        self.lines: list[list[Corner]] = []
        self.sides: list[tuple[int, int]] = []
        """The labels left and right of each line."""
        self._trace(np.pad(labels, 1, constant_values=OUTSIDE))
        self.rings = self._rings()

    def _trace(self, wide: Labels) -> None:
        # Corner (r, c) is the upper left of cell (r, c), which is cell (r + 1, c + 1) of the padded grid.
        right = wide[:-1, 1:] != wide[1:, 1:]  # the edge from (r, c) to (r, c + 1): cells above and below it
        down = wide[1:, :-1] != wide[1:, 1:]  # the edge from (r, c) to (r + 1, c): cells left and right of it
        right[:, -1] = False
        down[-1, :] = False
        degree = right.astype(np.int8) + down
        degree[:, 1:] += right[:, :-1]
        degree[1:, :] += down[:-1, :]
        columns = int(right.shape[1])
        open_right, open_down = bytearray(right.tobytes()), bytearray(down.tobytes())
        node = bytearray((degree > 2).tobytes())

        def step(at: int) -> int:
            """Follow one free edge from a corner; -1 if there is none."""
            if open_right[at]:
                open_right[at] = 0
                return at + 1
            if open_down[at]:
                open_down[at] = 0
                return at + columns
            if at % columns and open_right[at - 1]:
                open_right[at - 1] = 0
                return at - 1
            if at >= columns and open_down[at - columns]:
                open_down[at - columns] = 0
                return at - columns
            return -1

        def walk(start: int) -> None:
            first = step(start)
            path = [start, first]
            while not node[path[-1]] and path[-1] != start:
                path.append(step(path[-1]))
            corners = [divmod(at, columns) for at in path]
            self.lines.append(corners)
            self.sides.append(self._beside(wide, corners[0], corners[1]))

        for start in np.flatnonzero((degree > 2).ravel()).tolist():
            while _free(start, columns, open_right, open_down):
                walk(start)
        for start in np.flatnonzero((degree == 2).ravel()).tolist():
            if _free(start, columns, open_right, open_down):
                walk(start)

    @staticmethod
    def _beside(wide: Labels, a: Corner, b: Corner) -> tuple[int, int]:
        """The labels left and right of an edge from a to b."""
        row, column = min(a[0], b[0]), min(a[1], b[1])
        if a[0] == b[0]:
            above, below = int(wide[row, column + 1]), int(wide[row + 1, column + 1])
            return (above, below) if b[1] > a[1] else (below, above)
        before, after = int(wide[row + 1, column]), int(wide[row + 1, column + 1])
        return (after, before) if b[0] > a[0] else (before, after)

    def _rings(self) -> dict[int, list[list[int]]]:
        """For each label, the rings around it, with the label on the left."""
        starts: dict[int, dict[Corner, list[int]]] = {}
        for number, (left, right) in enumerate(self.sides):
            line = self.lines[number]
            if left != OUTSIDE:
                starts.setdefault(left, {}).setdefault(line[0], []).append(number)
            if right != OUTSIDE:
                starts.setdefault(right, {}).setdefault(line[-1], []).append(-1 - number)
        rings: dict[int, list[list[int]]] = {}
        for name, free in sorted(starts.items()):
            found = rings.setdefault(name, [])
            for corner in sorted(free):
                while free[corner]:
                    ring = [free[corner].pop(0)]
                    end = self._end(ring[0])
                    while end != corner:
                        ring.append(free[end].pop(0))
                        end = self._end(ring[-1])
                    found.append(ring)
        return rings

    def _end(self, number: int) -> Corner:
        return self.lines[number][-1] if number >= 0 else self.lines[-1 - number][0]


def _free(at: int, columns: int, right: bytearray, down: bytearray) -> bool:
    return bool(
        right[at] or down[at] or (at % columns and right[at - 1]) or (at >= columns and down[at - columns])
    )


def smooth(line: list[Corner], rounds: int, frame: tuple[int, int]) -> Array:
    """A smoothed line. Its ends and what is on the frame stay. Returns rows of x and y."""
    points = np.array(line, dtype=np.float64)[:, ::-1].copy()
    closed = line[0] == line[-1]
    fixed = ((points[:, 0] == 0) | (points[:, 1] == 0) | (points[:, 0] == frame[1]) | (points[:, 1] == frame[0]))[
        :, None
    ]
    for _ in range(rounds):
        if closed:
            ring = points[:-1]
            new = (np.roll(ring, 1, axis=0) + 2 * ring + np.roll(ring, -1, axis=0)) / 4
            new = np.concatenate([new, new[:1]])
        else:
            new = points.copy()
            new[1:-1] = (points[:-2] + 2 * points[1:-1] + points[2:]) / 4
        points = np.where(fixed, points, new)
    return points


def thin(points: Array, tolerance: float) -> Array:
    """Douglas-Peucker simplification: no point moves farther than the tolerance. A closed line keeps an area."""
    if len(points) < 3:
        return points
    keep = np.zeros(len(points), dtype=bool)
    keep[[0, -1]] = True
    stack = [(0, len(points) - 1)]
    if (points[0] == points[-1]).all():
        far = int(np.argmax(((points - points[0]) ** 2).sum(axis=1)))
        keep[far] = True
        stack = [(0, far), (far, len(points) - 1)]
        side = max(_farthest(points, *stack[0]), _farthest(points, *stack[1]))
        keep[side[1]] = True
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        distance, middle = _farthest(points, first, last)
        if distance > tolerance:
            keep[middle] = True
            stack += [(first, middle), (middle, last)]
    return points[keep]


def _farthest(points: Array, first: int, last: int) -> tuple[float, int]:
    if last - first < 2:
        return 0.0, first
    part = points[first + 1 : last]
    start, along = points[first], points[last] - points[first]
    length = float(np.hypot(*along))
    offset = part - start
    far = np.abs(offset[:, 0] * along[1] - offset[:, 1] * along[0]) / length if length else np.hypot(*offset.T)
    at = int(np.argmax(far))
    return float(far[at]), first + 1 + at


def steps_of(points: npt.NDArray[np.int64]) -> tuple[int, ...]:
    """A line for the file: its first point, then relative steps, without duplicate points."""
    kept: list[tuple[int, int]] = []
    for x, y in points.tolist():
        if not kept or kept[-1] != (x, y):
            kept.append((x, y))
    if len(kept) == 1:
        kept.append(kept[0])
    return tuple(_flat(kept))


def _flat(points: list[tuple[int, int]]) -> Iterable[int]:
    before = (0, 0)
    for x, y in points:
        yield from (x - before[0], y - before[1])
        before = (x, y)
