"""Tidies the grid: removes islets, reassigns cut-off pieces, makes lakes, and enlarges small spaces."""

import numpy as np
from scipy.ndimage import binary_dilation, distance_transform_edt, find_objects, label

from sandtable.maps.cells import Cells
from sandtable.maps.projection import Array
from sandtable.maps.raster import Labels, Mask


class Tidying:
    """The tidying steps."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells

    def tidy(self) -> None:
        """Handle islets, lakes and cut-off pieces."""
        self.drop_islets()
        self.make_lakes()
        for _ in range(3):
            if not self.reunite():
                break

    def drop_islets(self) -> None:
        """Remove islands without a place that are too small to see."""
        land = ~self.cells.sea[self.cells.labels]
        parts, count = label(land, structure=np.ones((3, 3)))
        area = np.bincount(parts.ravel(), minlength=count + 1) * self.cells.step**2
        keep = area >= self.cells.places.sheet.islet
        for i, cells in enumerate(self.cells.seeds):
            if self.cells.sea[i]:
                continue
            for row, column in cells:
                keep[parts[row, column]] = True
            if not self.cells.regions[i].void and self.cells.is_island(self.cells.regions[i].name):
                group = self._group(i, parts)
                if not (area[group] >= self.cells.places.sheet.islet).any():
                    keep[group] = True
        keep[0] = True
        drown = ~keep[parts]
        if drown.any():
            self.cells.land &= ~drown
            self.cells.labels[drown] = self.cells.lake
            self._flood(drown, self.cells.sea)

    def _group(self, i: int, parts: Labels) -> Labels:
        """The parts of a group of islands: its own near its places."""
        near: set[int] = set()
        reach = int(70 / self.cells.step)
        for row, column in self.cells.seeds[i]:
            window = np.s_[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
            near |= set(np.unique(parts[window][self.cells.labels[window] == i]).tolist())
        return np.array(sorted(near - {0}), dtype=np.int32)

    def make_lakes(self) -> None:
        """Water without a place becomes a lake."""
        water = self.cells.sea[self.cells.labels]
        parts, count = label(water)
        open_water = np.zeros(count + 1, dtype=bool)
        for i, cells in enumerate(self.cells.seeds):
            if self.cells.sea[i]:
                for row, column in cells:
                    open_water[parts[row, column]] = True
        closed = water & ~open_water[parts]
        area = np.bincount(parts.ravel(), minlength=count + 1) * self.cells.step**2
        puddle = closed & (area[parts] < 250)
        self.cells.labels[closed] = self.cells.lake
        if puddle.any():
            self.cells.land |= puddle
            self._flood(puddle, ~self.cells.sea)

    def reunite(self) -> bool:
        """Reassign pieces cut off from all places of their space to neighbours on the same medium."""
        changed = False
        lost = np.zeros(self.cells.raster.shape, dtype=bool)
        windows = find_objects(self.cells.labels + 1, len(self.cells.regions))
        for i, window in enumerate(windows):
            if window is None or i == self.cells.lake:
                continue
            mask = self.cells.labels[window] == i
            parts, count = label(mask)
            if count < 2:
                continue
            keep = np.zeros(count + 1, dtype=bool)
            for row, column in self.cells.seeds[i]:
                r, c = row - window[0].start, column - window[1].start
                if 0 <= r < mask.shape[0] and 0 <= c < mask.shape[1]:
                    keep[parts[r, c]] = True
            sizes = np.bincount(parts.ravel(), minlength=count + 1)
            sizes[0] = 0
            if not keep[1:].any():
                keep[int(np.argmax(sizes))] = True
            alone = self._alone(window, parts, count, i)
            orphan = ~(keep | alone)
            orphan[0] = False
            if orphan.any():
                lost[window] |= orphan[parts]
                changed = True
        if changed:
            self._adopt(lost)
        return changed

    def _adopt(self, lost: Mask) -> None:
        """Assign cut-off pieces to the neighbour with the longest border that may touch all their neighbours."""
        for medium in (self.cells.sea, ~self.cells.sea):
            parts, _ = label(lost & medium[self.cells.labels])
            for number, window in enumerate(find_objects(parts), 1):
                wide = self.cells.wider(window, 1)
                piece = parts[wide] == number
                labels = self.cells.labels[wide]
                beside = labels[binary_dilation(piece) & ~piece]
                found, counts = np.unique(beside, return_counts=True)
                ranked = [int(found[i]) for i in np.argsort(-counts, kind="stable") if found[i] != self.cells.lake]
                here = int(labels[piece][0])
                same = [i for i in ranked if medium[i] and i != here]
                others = [i for i in ranked if not medium[i]]
                fitting = [i for i in same if not any(self.cells.wrong(i, other) for other in others)]
                small = piece.sum() * self.cells.step**2 < 900
                if fitting:
                    labels[piece] = fitting[0]
                elif self.cells.sea[here] and others and small:
                    labels[piece] = others[0]
                    self.cells.land[wide][piece] = True
                elif same:
                    labels[piece] = same[0]

    def _alone(self, window: tuple[slice, slice], parts: Labels, count: int, i: int) -> Mask:
        """Which parts touch nothing of their own medium: islands, which may stay."""
        wide = self.cells.wider(window, 1)
        padding = [(s.start - w.start, w.stop - s.stop) for s, w in zip(window, wide, strict=True)]
        spread = np.pad(parts, padding)
        labels = self.cells.labels[wide]
        same = (self.cells.sea[labels] == self.cells.sea[i]) & (labels != i)
        touched = np.zeros(count + 1, dtype=bool)
        for shift in ((0, 1), (1, 0)):
            a = np.s_[: spread.shape[0] - shift[0], : spread.shape[1] - shift[1]]
            b = np.s_[shift[0] :, shift[1] :]
            touched[spread[a][same[b]]] = True
            touched[spread[b][same[a]]] = True
        return ~touched

    def _flood(self, part: Mask, allowed: Mask) -> None:
        """Assign cells to the nearest allowed region."""
        for window in find_objects(label(part)[0]):
            wide = tuple(
                slice(max(0, s.start - int(40 / self.cells.step) - 2), s.stop + int(40 / self.cells.step) + 2)
                for s in window
            )
            here = part[wide]
            good = allowed[self.cells.labels[wide]] & ~part[wide] & (self.cells.labels[wide] != self.cells.lake)
            if not good.any():
                continue
            nearest = distance_transform_edt(~good, return_distances=False, return_indices=True)
            self.cells.labels[wide] = np.where(
                here, self.cells.labels[wide][nearest[0], nearest[1]], self.cells.labels[wide]
            )

    # -- small spaces

    def grow(self) -> None:
        """Enlarge land spaces that are too small to hold anything, keeping their shape."""
        area = np.bincount(self.cells.labels.ravel(), minlength=len(self.cells.regions)) * self.cells.step**2
        rough = self.cells.raster.noise(22, 7) * 5
        small = [
            (area[i], i)
            for i, region in enumerate(self.cells.regions)
            if region.medium == "land" and not region.void and area[i] < self._least(region.name)
        ]
        tiny = {i for _, i in small}
        for _, i in sorted(small):
            self._grow_one(i, rough, tiny)

    def _least(self, name: str) -> float:
        size = self.cells.places.space(name).size
        return self.cells.places.sheet.smallest if size is None else size

    def _grow_one(self, i: int, rough: Array, tiny: set[int]) -> None:
        name = self.cells.regions[i].name
        least = self._least(name)
        reach = int((least**0.5 * 1.5 + 30) / self.cells.step) + 2
        rows, columns = np.nonzero(self.cells.labels == i)
        cells = self.cells.seeds[i]
        if not len(rows):
            rows, columns = np.array([c[0] for c in cells]), np.array([c[1] for c in cells])
        top, left = max(0, rows.min() - reach), max(0, columns.min() - reach)
        window = np.s_[top : rows.max() + reach + 1, left : columns.max() + reach + 1]
        core = np.zeros(self.cells.raster.shape, dtype=bool)[window]
        core[rows - top, columns - left] = True
        labels = self.cells.labels[window]
        if self.cells.is_island(name):
            free = self.cells.sea[labels] | core
        else:
            free = ~np.isin(labels, sorted(tiny - {i}))
            if not any(self.cells.board.is_sea(n) for n in self.cells.board.neighbours(name)):
                free &= ~self.cells.sea[labels]
            free |= core
        far = distance_transform_edt(~core) * self.cells.step + np.where(core, 0, rough[window])
        far[~free] = np.inf
        order = np.argsort(far, axis=None, kind="stable")
        want = int(least / self.cells.step**2)
        take = np.zeros(far.size, dtype=bool)
        take[order[:want]] = True
        take &= np.isfinite(far.ravel())
        grown = take.reshape(far.shape)
        parts, _ = label(grown)
        labels[grown & (parts > 0)] = i
        self.cells.land[window][grown] = True
