"""Assigns each cell of the sheet to the space with the nearest place on the globe.

Land first, then water; water along a coast only goes to that coast's neighbours. ``tidying`` and ``mending``
correct the rest.
"""

import msgspec
import numpy as np
from scipy.ndimage import distance_transform_edt, find_objects, label
from scipy.spatial import cKDTree

from sandtable.area.board import Board, Medium
from sandtable.maps.outline import Ring
from sandtable.maps.places import Places, PlacesError, Spot, runs_of
from sandtable.maps.projection import Array, Projection
from sandtable.maps.raster import Labels, Mask, Raster, fine

LAKE = "lake"
_SNAP = 14.0
"""How far a place may be off the coast, in units."""
_DENSE = 1.0
"""The step along lines, in degrees."""


class Region(msgspec.Struct, frozen=True):
    """A label of the grid: a space, or a void."""

    name: str
    medium: Medium
    void: bool = False


class Cells:
    """The grid with its labels."""

    def __init__(self, board: Board, places: Places, raster: Raster, rings: list[Ring]) -> None:
        self.board = board
        self.places = places
        self.raster = raster
        self.step = raster.step
        self.regions: list[Region] = [
            *(Region(name, "sea" if board.is_sea(name) else "land") for name in board.spaces),
            *(Region(name, void.medium, True) for name, void in places.void.items()),
            Region(LAKE, "sea", True),
        ]
        self.index = {region.name: i for i, region in enumerate(self.regions)}
        self.sea = np.array([region.medium == "sea" for region in self.regions])
        self.lake = len(self.regions) - 1
        self.land = self._land(rings)
        self.seeds = self._seeds()
        self.labels = np.full(raster.shape, self.lake, dtype=np.int32)
        self._stray = self._noise()

    # -- land and water

    def _land(self, rings: list[Ring]) -> Mask:
        land = self.raster.fill(rings)
        for pen in self.places.land:
            land |= self.raster.stroke(pen)
        for pen in self.places.water:
            land &= ~self.raster.stroke(pen)
        return land

    def spots(self, region: Region) -> tuple[Spot, ...]:
        """The places of a region as written."""
        return self.places.void[region.name].at if region.void else self.places.space(region.name).at

    def is_island(self, name: str) -> bool:
        """Whether all neighbours of a territory are sea zones."""
        return all(self.board.is_sea(n) for n in self.board.neighbours(name))

    def _seeds(self) -> list[list[tuple[int, int]]]:
        """The cells of each region's places; a place just off the coast is moved onto it."""
        wrong: list[str] = []
        found: list[list[tuple[int, int]]] = []
        for region in self.regions:
            cells: list[tuple[int, int]] = []
            for spot in () if len(found) == self.lake else self.spots(region):
                line = runs_of(spot)
                for lon, lat in line:
                    cell = self.raster.cell(lon, lat)
                    if cell is None:
                        if not region.void:
                            wrong.append(f"{region.name}: [{lon:g}, {lat:g}] is off the sheet")
                        continue
                    snapped = self._snap(cell, region)
                    if snapped is not None:
                        cells.append(snapped)
                    elif not region.void and len(line) == 1:
                        there = "water" if region.medium == "land" else "land"
                        wrong.append(f"{region.name}: [{lon:g}, {lat:g}] lies on {there}")
            found.append(cells)
        if wrong:
            raise PlacesError("\n".join(wrong))
        return found

    def _snap(self, cell: tuple[int, int], region: Region) -> tuple[int, int] | None:
        row, column = cell
        wanted = region.medium == "land"
        if self.land[row, column] == wanted:
            return cell
        if wanted and not region.void and self.is_island(region.name):
            return cell
        reach = int(_SNAP / self.step) + 1
        top, left = max(0, row - reach), max(0, column - reach)
        good = np.argwhere(self.land[top : row + reach + 1, left : column + reach + 1] == wanted)
        if not len(good):
            return None
        far = np.hypot(good[:, 0] + top - row, good[:, 1] + left - column)
        nearest = good[int(np.argmin(far))]
        return int(nearest[0]) + top, int(nearest[1]) + left

    # -- nearest place

    def settle_land(self) -> None:
        """Assign all land to the nearest places on land."""
        self._settle("land", self.land)
        self._keep_landmasses()

    def settle_sea(self) -> None:
        """Assign all water to the nearest places at sea; coastal water only to the coast's neighbours."""
        self._settle("sea", ~self.land)
        self._keep_coasts()

    def _noise(self) -> tuple[Array, Array]:
        """A random offset for each cell's lookup, so that borders aren't straight."""
        noise, strength = self.raster.noise, self.places.sheet.wiggle
        dx = strength * (noise(70, 1) + 0.5 * noise(32, 2) + 0.3 * noise(14, 3))
        dy = strength * (noise(70, 4) + 0.5 * noise(32, 5) + 0.3 * noise(14, 6))
        return dx, dy

    def _settle(self, medium: Medium, mask: Mask, allowed: set[int] | None = None) -> None:
        """Assign the cells of a mask to the nearest place of a medium (of the allowed regions only)."""
        projection, step = self.raster.projection, self.step
        rows, columns = np.nonzero(mask)
        stray = 1.0 if medium == "land" else 0.3
        x = (columns + 0.5) * step + stray * self._stray[0][rows, columns]
        y = (rows + 0.5) * step + stray * self._stray[1][rows, columns]
        x, y = np.clip(x, 0, projection.width), np.clip(y, 0, projection.height)
        east, lat = projection.globe(*projection.unstretch(x, y))
        owners, where, eastward = self._points(medium, allowed)
        if len(owners) and len(rows):
            self.labels[rows, columns] = self._ask(owners, where, eastward, east, lat)

    def _keep_landmasses(self) -> None:
        """Assign a land mass with places on it only to their spaces."""
        parts, count = label(self.land, structure=np.ones((3, 3)))
        homes: list[set[int]] = [set() for _ in range(count + 1)]
        for i, cells in enumerate(self.seeds):
            if not self.sea[i]:
                for row, column in cells:
                    homes[int(parts[row, column])].add(i)
        for part, window in enumerate(find_objects(parts), 1):
            if homes[part]:
                mask = (parts[window] == part) & ~np.isin(self.labels[window], sorted(homes[part]))
                if mask.any():
                    whole = np.zeros(self.raster.shape, dtype=bool)
                    whole[window] = mask
                    self._settle("land", whole, homes[part])

    def _keep_coasts(self) -> None:
        """Assign water close to a coast to a neighbour of that coast."""
        land = ~self.sea[self.labels]
        if not land.any():
            return
        far, nearest = distance_transform_edt(~land, return_indices=True)
        belt = ~land & (far * self.step <= self.places.sheet.belt)
        owner = np.where(belt, self.labels[nearest[0], nearest[1]], -1)
        voids = {i for i, region in enumerate(self.regions) if region.void and self.sea[i]}
        for i in np.unique(owner[belt]).tolist():
            if not self.regions[i].void:
                zones = {self.index[n] for n in self.board.neighbours(self.regions[i].name)}
                self._settle("sea", owner == i, {z for z in zones if self.sea[z]} | voids)

    def _points(self, medium: Medium, allowed: set[int] | None) -> tuple[Labels, Array, Array]:
        """All places of a medium: their owners, their 3D positions, and their degrees east of the edge."""
        owners: list[int] = []
        points: list[Array] = []
        for i, region in enumerate(self.regions):
            if region.medium != medium or i == self.lake or (allowed is not None and i not in allowed):
                continue
            for spot in self.spots(region):
                line = fine(np.array(runs_of(spot), dtype=np.float64), _DENSE)
                points.append(line)
                owners += [i] * len(line)
        if not owners:
            return np.zeros(0, dtype=np.int32), np.zeros((0, 3)), np.zeros(0)
        lonlat = np.concatenate(points)
        eastward = self.raster.projection.eastward(lonlat[:, 0])
        return np.array(owners, dtype=np.int32), _sphere(eastward, lonlat[:, 1]), eastward

    def _ask(self, owners: Labels, where: Array, eastward: Array, east: Array, lat: Array) -> Labels:
        """The owner of the nearest place, without looking across the cut."""
        found = np.full(len(east), self.lake, dtype=np.int32)
        span = self.raster.projection.span
        bands = [(-1.0, span + 1, -999.0, 999.0)]
        if self.raster.projection.whole:
            bands = [(-1.0, 120.0, -1.0, 240.0), (120.0, 240.0, -1.0, 361.0), (240.0, 361.0, 120.0, 361.0)]
        for low, high, first, last in bands:
            here = (east >= low) & (east < high)
            use = (eastward >= first) & (eastward <= last)
            if here.any() and use.any():
                tree = cKDTree(where[use])
                _, nearest = tree.query(_sphere(east[here], lat[here]), workers=-1)
                found[here] = owners[use][nearest]
        return found

    # -- borders

    def contacts(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """The cells on both sides of every border, by the two labels (smaller first)."""
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        flat = self.labels
        keys, rows, columns = [], [], []
        for a, b in ((flat[:, :-1], flat[:, 1:]), (flat[:-1], flat[1:])):
            r, c = np.nonzero(a != b)
            low, high = np.minimum(a[r, c], b[r, c]), np.maximum(a[r, c], b[r, c])
            keys.append(low.astype(np.int64) * 100_000 + high)
            rows.append(r)
            columns.append(c)
        key = np.concatenate(keys)
        row, column = np.concatenate(rows), np.concatenate(columns)
        order = np.argsort(key, kind="stable")
        key, row, column = key[order], row[order], column[order]
        starts: list[int] = np.flatnonzero(np.diff(key, prepend=-1)).tolist()
        for start, end in zip(starts, [*starts[1:], len(key)], strict=True):
            pair = (int(key[start]) // 100_000, int(key[start]) % 100_000)
            found[pair] = list(zip(row[start:end].tolist(), column[start:end].tolist(), strict=True))
        return found

    def wrong(self, a: int, b: int) -> bool:
        """Whether two regions must not touch."""
        one, other = self.regions[a], self.regions[b]
        return not one.void and not other.void and not self.board.adjacent(one.name, other.name)

    def wider(self, window: tuple[slice, ...], by: int) -> tuple[slice, ...]:
        """A window extended by a number of cells on every side."""
        return tuple(
            slice(max(0, s.start - by), min(n, s.stop + by))
            for s, n in zip(window, self.raster.shape, strict=True)
        )


def _sphere(east: Array, lat: Array) -> Array:
    """Points on the unit sphere."""
    u, v = np.radians(east), np.radians(lat)
    return np.stack([np.cos(v) * np.cos(u), np.cos(v) * np.sin(u), np.sin(v)], axis=-1)


def make_raster(places: Places, columns: int) -> Raster:
    """The grid for a places file."""
    return Raster(Projection(places.sheet), columns)
