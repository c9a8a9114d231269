"""Builds a map: from a board and its places to the geometry that ships."""

from collections.abc import Iterator
from math import hypot

import msgspec
import numpy as np
from scipy.spatial import cKDTree

from sandtable.area.board import Board
from sandtable.core.datafile import compose
from sandtable.maps.cells import Cells, make_raster
from sandtable.maps.check import TOUCH
from sandtable.maps.geometry import UNIT, Geometry, Link, LinkKind, Shape, Spot, box_around
from sandtable.maps.lettering import Lettering
from sandtable.maps.lines import Traced, smooth, steps_of, thin
from sandtable.maps.mending import Mending
from sandtable.maps.outline import CREDIT, read_outline
from sandtable.maps.places import Places, PlacesError, fingerprint, lines_of
from sandtable.maps.tidying import Tidying

FINE, DRAFT = 4000, 1600
"""Grid columns for the shipped map, and for a quick draft."""


class Built:
    """A map with the grid it was made from, to locate things."""

    def __init__(self, board: Board, places: Places, columns: int = FINE) -> None:
        raster = make_raster(places, columns)
        none = places.sheet.outline == "none"
        self.board = board
        self.places = places
        self.raster = raster
        self.cells = _settled(Cells(board, places, raster, [] if none else read_outline(places.sheet.outline)))
        self.geometry = self._geometry("" if none else CREDIT)

    def where(self, a: str, b: str) -> tuple[float, float, float]:
        """The longitude and latitude where two spaces touch or are closest, and their distance."""
        cells, step = self.cells, self.raster.step
        rows_a = np.argwhere(cells.labels == cells.index[a])
        rows_b = np.argwhere(cells.labels == cells.index[b])
        if not len(rows_a) or not len(rows_b):
            return 0.0, 0.0, float("inf")
        distance, nearest = cKDTree(rows_b).query(rows_a)
        touching = np.flatnonzero(distance <= distance.min() + 0.01)
        i = int(touching[len(touching) // 2])
        row, column = (rows_a[i] + rows_b[int(nearest[i])] + 1) / 2
        lon, lat = self.raster.projection.to_globe(np.array([column * step]), np.array([row * step]))
        return float(lon[0]), float(lat[0]), float(distance[i] * step)

    def between(self, a: str, b: str) -> list[str]:
        """The spaces on the shortest line between two spaces."""
        cells = self.cells
        one = np.argwhere(cells.labels == cells.index[a])
        other = np.argwhere(cells.labels == cells.index[b])
        if not len(one) or not len(other):
            return []
        distance, nearest = cKDTree(other).query(one)
        i = int(np.argmin(distance))
        names: dict[str, None] = {}
        for share in np.linspace(0, 1, int(distance[i]) * 2 + 2):
            row, column = np.round(one[i] + share * (other[int(nearest[i])] - one[i])).astype(int)
            names[cells.regions[int(cells.labels[row, column])].name] = None
        return [name for name in names if name not in (a, b)]

    # -- from grid to geometry

    def _geometry(self, credit: str) -> Geometry:
        cells, step = self.cells, self.raster.step
        traced = Traced(cells.labels)
        # A coarse grid needs more smoothing than a fine one.
        drawn = [
            thin(smooth(line, 4, self.raster.shape) * step, 0.55 * max(1.0, step / 2)) for line in traced.lines
        ]
        lines = tuple(steps_of(np.round(line * UNIT).astype(np.int64)) for line in drawn)
        lettering = Lettering(cells)
        shapes: dict[str, Shape] = {}
        voids: list[Shape] = []
        for i, region in enumerate(cells.regions):
            rings = tuple(tuple(ring) for ring in traced.rings.get(i, []))
            if not rings:
                continue
            if region.void:
                voids.append(lettering.void(region, rings))
            else:
                shapes[region.name] = lettering.shape(region, rings)
        size = (round(self.raster.projection.width * UNIT), round(self.raster.rows * step * UNIT))
        source = fingerprint(self.places, self.board)
        geometry = Geometry(
            size=size, credit=credit, lines=lines, shapes=shapes, voids=tuple(voids), made_from=source
        )
        theatres = {
            name: box_around(shapes[space] for space in spaces) for name, spaces in self.places.theatres.items()
        }
        return msgspec.structs.replace(geometry, links=tuple(self._links(geometry)), theatres=theatres)

    # -- links

    def _links(self, geometry: Geometry) -> Iterator[Link]:
        done: set[tuple[str, ...]] = set()
        for link in self.places.links:
            done.add(tuple(sorted(link.between)))
            yield self._link(link.between, "link", tuple(self._spot(*p) for p in link.via))
        for passage in self.board.passages:
            pair = tuple(sorted(passage.between))
            if pair not in done:
                done.add(pair)
                touch = geometry.borders.get((pair[0], pair[1]), 0.0) >= TOUCH
                kind: LinkKind = "strait" if touch or passage.closed else "canal"
                yield self._link(passage.between, kind, (), passage.name)
        if self.raster.projection.whole:
            yield from self._wraps(geometry, done)

    def _link(self, pair: tuple[str, str], kind: LinkKind, via: tuple[Spot, ...], name: str = "") -> Link:
        if via:
            return Link(pair, kind, via, name)
        cells, step = self.cells, self.raster.step
        ends: list[Spot] = []
        a = np.argwhere(cells.labels == cells.index[pair[0]])
        b = np.argwhere(cells.labels == cells.index[pair[1]])
        distance, nearest = cKDTree(b).query(a)
        nearest_ones = np.flatnonzero(distance <= distance.min() + 0.01)
        i = int(nearest_ones[len(nearest_ones) // 2])
        one, other = (a[i] + 0.5) * step, (b[int(nearest[i])] + 0.5) * step
        # Both ends reach a little into the water, so that the line is visible.
        along = (other - one) / max(1e-9, hypot(*(other - one)))
        for end in (one - along * 14, other + along * 14):
            ends.append((round(end[1] * UNIT), round(end[0] * UNIT)))
        return Link(pair, kind, tuple(ends), name)

    def _spot(self, lon: float, lat: float) -> Spot:
        x, y = self.raster.projection.to_sheet(np.array([lon]), np.array([lat]))
        return round(float(x[0]) * UNIT), round(float(y[0]) * UNIT)

    def _wraps(self, geometry: Geometry, done: set[tuple[str, ...]]) -> Iterator[Link]:
        """Neighbours at opposite edges that are closest across them."""
        cells, raster = self.cells, self.raster
        step = raster.step
        height = np.arange(raster.rows)
        for left in sorted(set(cells.labels[:, 0].tolist())):
            for right in sorted(set(cells.labels[:, -1].tolist())):
                one, other = cells.regions[left], cells.regions[right]
                pair = tuple(sorted((one.name, other.name)))
                if one.void or other.void or left == right or pair in done:
                    continue
                if (
                    not self.board.adjacent(one.name, other.name)
                    or geometry.borders.get((pair[0], pair[1]), 0) >= TOUCH
                ):
                    continue
                rows_left, rows_right = height[cells.labels[:, 0] == left], height[cells.labels[:, -1] == right]
                both = np.intersect1d(rows_left, rows_right)
                if len(both):
                    y_left = y_right = float(both[len(both) // 2])
                else:
                    gaps = np.abs(rows_left[:, None] - rows_right[None, :])
                    i, j = np.unravel_index(int(np.argmin(gaps)), gaps.shape)
                    y_left, y_right = float(rows_left[i]), float(rows_right[j])
                done.add(pair)
                marks = (
                    (0, round((y_left + 0.5) * step * UNIT)),
                    (geometry.size[0], round((y_right + 0.5) * step * UNIT)),
                )
                yield Link((one.name, other.name), "wrap", marks)


def _settled(cells: Cells) -> Cells:
    """All cells assigned to spaces: settled, tidied, mended."""
    tidying, mending = Tidying(cells), Mending(cells)
    cells.settle_land()
    tidying.drop_islets()
    tidying.reunite()
    tidying.grow()
    cells.settle_sea()
    tidying.tidy()
    for _ in range(6):
        polished = mending.polish()
        if not mending.mend() and not polished:
            break
        tidying.tidy()
    mending.polish()
    return cells


def build(board: Board, places: Places, text: str = "", columns: int = FINE, name: str = "places.yaml") -> Built:
    """Build a map. Errors about a place on the wrong medium name its line in ``text``."""
    try:
        return Built(board, places, columns)
    except PlacesError as error:
        lines = lines_of(compose(text, name)) if text else {}
        told = []
        for what in str(error).splitlines():
            line = lines.get(("spaces", what.split(": ", 1)[0]))
            told.append(f"{name}, line {line}: {what}" if line else f"{name}: {what}")
        raise PlacesError("\n".join(told)) from None
