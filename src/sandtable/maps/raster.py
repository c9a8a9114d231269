"""The sheet as a grid of cells: filled outlines, strokes, and deterministic noise."""

import numpy as np
import numpy.typing as npt
from scipy.ndimage import distance_transform_edt

from sandtable.maps.outline import Ring
from sandtable.maps.places import Line, Stroke
from sandtable.maps.projection import Array, Projection

Mask = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.int32]


class Raster:
    """A grid over the sheet; ``step`` is the side of a cell in units of the sheet."""

    def __init__(self, projection: Projection, columns: int) -> None:
        self.projection = projection
        self.step = projection.width / columns
        self.columns = columns
        self.rows = max(1, round(projection.height / self.step))

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows, self.columns

    def cell(self, lon: float, lat: float) -> tuple[int, int] | None:
        """The row and column of a place. None if it is off the sheet."""
        x, y = self.projection.to_sheet(np.array([lon]), np.array([lat]))
        row, column = int(y[0] // self.step), int(x[0] // self.step)
        return (row, column) if 0 <= row < self.rows and 0 <= column < self.columns else None

    def fill(self, rings: list[Ring]) -> Mask:
        """The cells whose centre is within an odd number of rings (of longitude and latitude)."""
        toggles = np.zeros((self.rows, self.columns + 1), dtype=np.int64)
        for ring in rings:
            dense = fine(ring)
            east = self.projection.eastward(dense[:1, 0])[0] + np.concatenate(
                [[0.0], np.cumsum((np.diff(dense[:, 0]) + 180) % 360 - 180)]
            )
            for turn in (-360.0, 0.0, 360.0):
                turned = east + turn
                if turned.max() < -1 or turned.min() > self.projection.span + 1:
                    continue
                x, y = self.projection.stretch(*self.projection.base_east(turned, dense[:, 1]))
                self._cross(toggles, x / self.step, y / self.step)
        return (np.cumsum(toggles, axis=1)[:, :-1] % 2).astype(bool)

    def _cross(self, toggles: npt.NDArray[np.int64], x: Array, y: Array) -> None:
        """Count the crossings of a line with the centre of every row."""
        x0, x1, y0, y1 = x[:-1], x[1:], y[:-1], y[1:]
        first = np.clip(np.ceil(np.minimum(y0, y1) - 0.5), 0, self.rows).astype(int)
        last = np.clip(np.ceil(np.maximum(y0, y1) - 0.5), 0, self.rows).astype(int)
        count = last - first
        if not count.sum():
            return
        edge = np.repeat(np.arange(len(count)), count)
        row = first[edge] + np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count)
        share = (row + 0.5 - y0[edge]) / (y1[edge] - y0[edge])
        column = np.ceil(x0[edge] + share * (x1[edge] - x0[edge]) - 0.5)
        np.add.at(toggles, (row, np.clip(column, 0, self.columns).astype(int)), 1)

    def stroke(self, pen: Stroke) -> Mask:
        """The cells under a stroke: a line with a width, or the inside of a ring."""
        if pen.ring:
            return self.fill([np.array([*pen.ring, pen.ring[0]], dtype=np.float64)])
        return self.near(pen.line, pen.width / 2)

    def near(self, line: Line, distance: float) -> Mask:
        """The cells within a distance (units) of a line."""
        dots = np.ones(self.shape, dtype=bool)
        dense = fine(np.array(line, dtype=np.float64), 0.05)
        x, y = self.projection.to_sheet(dense[:, 0], dense[:, 1])
        row, column = (y // self.step).astype(int), (x // self.step).astype(int)
        inside = (row >= 0) & (row < self.rows) & (column >= 0) & (column < self.columns)
        row, column = row[inside], column[inside]
        if not len(row):
            return ~dots
        reach = int(distance / self.step) + 2
        top, left = max(0, row.min() - reach), max(0, column.min() - reach)
        bottom, right = row.max() + reach + 1, column.max() + reach + 1
        dots[row, column] = False
        found = np.zeros(self.shape, dtype=bool)
        window = np.s_[top:bottom, left:right]
        found[window] = distance_transform_edt(dots[window]) * self.step <= max(distance, self.step * 0.75)
        return found

    def noise(self, wavelength: float, salt: int) -> Array:
        """Smooth noise between -1 and 1 that depends only on the position, at any resolution."""
        rows = int(self.projection.height / wavelength) + 4
        columns = int(self.projection.width / wavelength) + 4
        values = np.random.Generator(np.random.PCG64(salt)).uniform(-1, 1, (rows, columns))
        y: Array = (np.arange(self.rows, dtype=np.float64) + 0.5) * self.step / wavelength + 1
        x: Array = (np.arange(self.columns, dtype=np.float64) + 0.5) * self.step / wavelength + 1
        return _separable(values, y, x)


def _separable(values: Array, y: Array, x: Array) -> Array:
    """Cubic interpolation of a small table on a large regular grid: along the rows, then the columns."""
    return _weights(y, values.shape[0]) @ values @ _weights(x, values.shape[1]).T


def _weights(at: Array, size: int) -> Array:
    table = np.zeros((len(at), size))
    base = np.floor(at).astype(int)
    t = at - base
    cubic = (
        (-(t**3) + 2 * t**2 - t) / 2,
        (3 * t**3 - 5 * t**2 + 2) / 2,
        (-3 * t**3 + 4 * t**2 + t) / 2,
        (t**3 - t**2) / 2,
    )
    for offset, weight in zip((-1, 0, 1, 2), cubic, strict=True):
        table[np.arange(len(at)), np.clip(base + offset, 0, size - 1)] += weight
    return table


def fine(line: Array, most: float = 0.5) -> Array:
    """A line with points added, so that consecutive ones are at most this many degrees apart."""
    if len(line) < 2:
        return line
    steps = line[1:] - line[:-1]
    steps[:, 0] = (steps[:, 0] + 180) % 360 - 180
    parts = np.maximum(1, np.ceil(np.abs(steps).max(axis=1) / most)).astype(int)
    edge = np.repeat(np.arange(len(parts)), parts)
    share = (np.arange(len(edge)) - np.repeat(np.cumsum(parts) - parts, parts)) / parts[edge]
    return np.concatenate([line[edge] + share[:, None] * steps[edge], line[-1:]])
