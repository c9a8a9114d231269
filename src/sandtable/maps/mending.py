"""Separates spaces that must not touch: a common neighbour is put between them."""

from collections.abc import Iterator

import numpy as np
from scipy.ndimage import distance_transform_edt, label
from scipy.spatial import cKDTree

from sandtable.maps.cells import Cells
from sandtable.maps.raster import Labels, Mask


class Mending:
    """Closes wrong borders."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells

    def mend(self) -> bool:
        """Close short borders between spaces that aren't neighbours. Returns whether anything changed."""
        changed = False
        for (a, b), cells in sorted(self.cells.contacts().items()):
            if self.cells.wrong(a, b):
                for piece in self._pieces(cells):
                    if len(piece) * self.cells.step <= self.cells.places.sheet.mend:
                        changed |= self._close(a, b, piece)
        return changed

    def polish(self) -> bool:
        """At corners, reassign cells that touch what they must not to an allowed neighbour."""
        changed = False
        for _ in range(12):
            moved = False
            for (a, b), cells in sorted(self.cells.contacts().items()):
                if self.cells.wrong(a, b) and self.cells.sea[a] != self.cells.sea[b]:
                    for row, column in cells:
                        for r, c in ((row, column), (row, column + 1), (row + 1, column)):
                            moved |= self._yield_cell(r, c, (a, b))
            changed |= moved
            if not moved:
                break
        return changed

    def _yield_cell(self, row: int, column: int, pair: tuple[int, int]) -> bool:
        if not (0 < row < self.cells.raster.rows - 1 and 0 < column < self.cells.raster.columns - 1):
            return False
        here = int(self.cells.labels[row, column])
        if here not in pair:
            return False
        cross = {int(self.cells.labels[r, c]) for r, c in _around(row, column)}
        if not any(self.cells.wrong(here, other) for other in cross):
            return False
        for third in sorted(cross - {here, self.cells.lake}):
            if self.cells.sea[third] == self.cells.sea[here] and not any(
                self.cells.wrong(third, other) for other in cross
            ):
                self.cells.labels[row, column] = third
                return True
        return False

    def _pieces(self, cells: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
        """Connected groups of contact cells."""
        left = set(cells)
        while left:
            first = min(left)
            left.discard(first)
            piece, stack = [first], [first]
            while stack:
                row, column = stack.pop()
                for r in range(row - 2, row + 3):
                    for c in range(column - 2, column + 3):
                        if (r, c) in left:
                            left.discard((r, c))
                            piece.append((r, c))
                            stack.append((r, c))
            yield piece

    def _close(self, a: int, b: int, piece: list[tuple[int, int]]) -> bool:
        """Put a third space between two that must not touch."""
        reach = int(60 / self.cells.step) + 2
        rows = np.array([p[0] for p in piece])
        columns = np.array([p[1] for p in piece])
        top, left = max(0, rows.min() - reach), max(0, columns.min() - reach)
        window = np.s_[top : rows.max() + reach + 1, left : columns.max() + reach + 1]
        labels = self.cells.labels[window]
        spots = np.ones(labels.shape, dtype=bool)
        spots[rows - top, columns - left] = False
        far = distance_transform_edt(spots) * self.cells.step
        band = far <= max(7.0, 2.2 * self.cells.step)
        across = self._across(labels)
        best: tuple[float, int, Mask] | None = None
        for taken in ((a, b), (a,), (b,)):
            if len(taken) == 2 and self.cells.sea[a] != self.cells.sea[b]:
                continue
            if len(taken) == 1 and self.cells.sea[a] == self.cells.sea[b]:
                continue
            for third in np.unique(labels).tolist():
                if third in (a, b, self.cells.lake) or self.cells.sea[third] != self.cells.sea[taken[0]]:
                    continue
                if self.cells.wrong(third, a) or self.cells.wrong(third, b):
                    continue
                area = band & np.isin(labels, taken)
                if len(taken) == 1:  # along a coast, only what doesn't then touch another wrong one
                    bad = [i for i in np.unique(across[area]).tolist() if i >= 0 and self.cells.wrong(third, i)]
                    area &= ~np.isin(across, bad)
                distance = float(far[labels == third].min())
                if area.any() and (best is None or distance < best[0]):
                    best = (distance, third, area)
        if best is None or best[0] > 40:
            return False
        _, third, area = best
        for i in (a, b):  # the places themselves are never reassigned
            for row, column in self.cells.seeds[i]:
                r, c = row - top, column - left
                if 0 <= r < labels.shape[0] and 0 <= c < labels.shape[1]:
                    area[r, c] = False
        others = np.unique(labels[area])
        labels[area] = third
        # The band must be connected with the third space, else it would be reassigned right away.
        if not self._joined(labels == third, area):
            path = self._bridge(labels, third, area, set(others.tolist()))
            labels[path] = third
        return True

    def _across(self, labels: Labels) -> Labels:
        """For each cell, the nearest region of the other medium; -1 if there is none."""
        water = self.cells.sea[labels]
        if water.all() or not water.any():
            return np.full(labels.shape, -1, dtype=np.int32)
        to_land = distance_transform_edt(water, return_distances=False, return_indices=True)
        to_water = distance_transform_edt(~water, return_distances=False, return_indices=True)
        found: Labels = np.where(water, labels[to_land[0], to_land[1]], labels[to_water[0], to_water[1]])
        return found

    def _joined(self, mask: Mask, area: Mask) -> bool:
        parts, _ = label(mask)
        inside = np.unique(parts[area])
        outside = np.unique(parts[mask & ~area])
        return bool(np.isin(inside[inside > 0], outside).all())

    def _bridge(self, labels: Labels, third: int, area: Mask, through: set[int]) -> Mask:
        """A straight path from the band to the third space through the spaces it separates."""
        home = np.argwhere((labels == third) & ~area)
        here = np.argwhere(area)
        if not len(home) or not len(here):
            return np.zeros(labels.shape, dtype=bool)
        far = cKDTree(home).query(here)
        start = here[int(np.argmin(far[0]))]
        end = home[int(far[1][int(np.argmin(far[0]))])]
        steps = int(np.abs(end - start).max()) * 2 + 1
        path = np.ones(labels.shape, dtype=bool)
        for t in np.linspace(0, 1, steps):
            row, column = np.round(start + t * (end - start)).astype(int)
            path[row, column] = False
        wide = distance_transform_edt(path) * self.cells.step <= max(6.0, 1.5 * self.cells.step)
        return np.asarray(wide & np.isin(labels, sorted(through)))


def _around(row: int, column: int) -> tuple[tuple[int, int], ...]:
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)
