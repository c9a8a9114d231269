"""Maps the globe to the sheet and back: a cylindrical projection, then a smooth magnification of busy theatres.

The magnification is a density-equalising flow: where the density is high, the sheet expands until every part has
the area that its density asks for. It never folds, and the edges stay straight.
"""

import numpy as np
import numpy.typing as npt
from scipy.fft import dctn, idctn
from scipy.ndimage import map_coordinates

from sandtable.maps.places import MapLayout

Array = npt.NDArray[np.float64]

WIDTH = 4000
"""The width of every sheet, in units. All sizes are in these units, whatever a build's resolution."""
_NODES = 480
_STEPS = 48


def _miller(lat: Array) -> Array:
    return np.asarray(1.25 * np.arcsinh(np.tan(0.8 * np.radians(lat))))


def _unmiller(y: Array) -> Array:
    return np.asarray(np.degrees(1.25 * np.arctan(np.sinh(0.8 * y))))


class Projection:
    """Converts longitude and latitude to the sheet (x to the right, y down) and back."""

    def __init__(self, sheet: MapLayout) -> None:
        self.whole = sheet.west is None or sheet.east is None
        """Whether the sheet goes round the globe, so that its edges meet."""
        self.west = sheet.cut if sheet.west is None else sheet.west
        self.span = 360.0 if sheet.west is None or sheet.east is None else (sheet.east - sheet.west) % 360 or 360.0
        self.top = float(_miller(np.array(sheet.north)))
        self.bottom = float(_miller(np.array(sheet.south)))
        self.width = float(WIDTH)
        self.height = float(round(WIDTH * (self.top - self.bottom) / np.radians(self.span)))
        self.there, self.back = self._flow(sheet)

    def eastward(self, lon: Array) -> Array:
        """Degrees east of the left edge, 0 to 360; negative just west of a narrower map."""
        east = (lon - self.west) % 360
        slack = (360 - self.span) / 2
        return np.where(east > self.span + slack, east - 360, east) if slack else east

    def base(self, lon: Array, lat: Array) -> tuple[Array, Array]:
        """The sheet before magnification."""
        return self.base_east(self.eastward(lon), lat)

    def base_east(self, east: Array, lat: Array) -> tuple[Array, Array]:
        """The same from degrees east of the left edge."""
        x = east / self.span * self.width
        y = (self.top - _miller(lat)) / (self.top - self.bottom) * self.height
        return x, y

    def globe(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Longitude (degrees east of the left edge) and latitude of points on the base sheet."""
        return x / self.width * self.span, _unmiller(self.top - y / self.height * (self.top - self.bottom))

    def stretch(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Points of the base sheet on the magnified one."""
        return self._look_up(self.there, x, y)

    def unstretch(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Points of the magnified sheet on the base one."""
        return self._look_up(self.back, x, y)

    def to_sheet(self, lon: Array, lat: Array) -> tuple[Array, Array]:
        """Longitude and latitude to the sheet."""
        return self.stretch(*self.base(lon, lat))

    def to_globe(self, x: Array, y: Array) -> tuple[Array, Array]:
        """The sheet to longitude (-180 to 180) and latitude."""
        east, lat = self.globe(*self.unstretch(x, y))
        return (east + self.west + 180) % 360 - 180, lat

    def _grid(self) -> tuple[int, int, Array, Array]:
        columns = _NODES
        rows = max(8, round(_NODES * self.height / self.width))
        x = (np.arange(columns) + 0.5) * self.width / columns
        y = (np.arange(rows) + 0.5) * self.height / rows
        gx, gy = np.meshgrid(x, y)
        return columns, rows, gx, gy

    def _density(self, sheet: MapLayout) -> Array:
        _, _, gx, gy = self._grid()
        east, lat = self.globe(gx, gy)
        density = np.ones_like(gx)
        for place in sheet.magnify:
            lon = (east + self.west - place.at[0] + 180) % 360 - 180
            far = np.hypot(lon * np.cos(np.radians(place.at[1])), lat - place.at[1])
            density *= 1 + (place.times - 1) * np.exp(-((far / place.radius) ** 2))
        return density

    def _flow(self, sheet: MapLayout) -> tuple[Array, Array]:
        """The magnified position of every node, and the inverse (as shifts of x and y)."""
        columns, rows, gx, gy = self._grid()
        if not sheet.magnify:
            nothing = np.zeros((2, rows, columns))
            return nothing, nothing
        density = self._density(sheet)
        mean = float(density.mean())
        # In units of nodes: solve div(J) = density - mean with no flow across the edges.
        wave_y = (2 * np.cos(np.pi * np.arange(rows) / rows) - 2)[:, None]
        wave_x = (2 * np.cos(np.pi * np.arange(columns) / columns) - 2)[None, :]
        waves = wave_y + wave_x
        waves[0, 0] = 1
        spectrum = dctn(density - mean, type=2) / waves
        spectrum[0, 0] = 0
        potential = np.asarray(idctn(spectrum, type=2))
        padded = np.pad(potential, 1, mode="edge")
        flux_x = (padded[1:-1, 2:] - padded[1:-1, :-2]) / 2
        flux_y = (padded[2:, 1:-1] - padded[:-2, 1:-1]) / 2
        step_x, step_y = self.width / columns, self.height / rows

        def speed(x: Array, y: Array, time: float) -> tuple[Array, Array]:
            where = np.array([np.clip(y, -0.5, rows - 0.5), np.clip(x, -0.5, columns - 0.5)])
            now = (1 - time) * map_coordinates(density, where, order=1, mode="nearest") + time * mean
            vx = map_coordinates(flux_x, where, order=1, mode="nearest") / now
            vy = map_coordinates(flux_y, where, order=1, mode="nearest") / now
            # No flow across the edges, including between the last node and the edge itself.
            vx *= np.clip(np.minimum(x + 0.5, columns - 0.5 - x) / 0.5, 0, 1)
            vy *= np.clip(np.minimum(y + 0.5, rows - 0.5 - y) / 0.5, 0, 1)
            return vx, vy

        def travel(start: float, step: float) -> Array:
            x, y = gx / step_x - 0.5, gy / step_y - 0.5
            time = start
            for _ in range(_STEPS):
                vx, vy = speed(x, y, time)
                vx, vy = speed(x + vx * step / 2, y + vy * step / 2, time + step / 2)
                x, y, time = x + vx * step, y + vy * step, time + step
            return np.array([(x + 0.5) * step_x - gx, (y + 0.5) * step_y - gy])

        return travel(0.0, 1 / _STEPS), travel(1.0, -1 / _STEPS)

    def _look_up(self, shift: Array, x: Array, y: Array) -> tuple[Array, Array]:
        _, rows, columns = shift.shape
        u = x / self.width * columns - 0.5
        v = y / self.height * rows - 0.5
        where = np.array([v, u])
        dx = map_coordinates(shift[0], where, order=1, mode="nearest")
        dy = map_coordinates(shift[1], where, order=1, mode="nearest")
        # The shift across an edge fades within half a node of it, so that the edge stays in place.
        dx *= np.clip(np.minimum(u + 0.5, columns - 0.5 - u) / 0.5, 0, 1)
        dy *= np.clip(np.minimum(v + 0.5, rows - 0.5 - v) / 0.5, 0, 1)
        return x + dx, y + dy
