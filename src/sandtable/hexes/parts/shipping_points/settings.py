"""The settings of shipping: areas and their waters, starting points, and limits."""

from collections.abc import Mapping

import msgspec

from sandtable.hexes.atlas import Port
from sandtable.hexes.state import Place, Side


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the settings. Unknown keys are rejected."""


class Reach(_Strict, frozen=True):
    """Coasts: those on some waters, as far as rows, columns and areas limit them; and single places."""

    waters: tuple[str, ...] = ()
    """Waters of the atlas."""
    areas: tuple[str, ...] = ()
    """Only coasts of these. Empty: of all."""
    rows: tuple[int, int] = (1, 99)
    columns: tuple[int, int] = (1, 999)
    places: tuple[Place, ...] = ()
    """Places that belong to it in any case."""

    def covers(self, place: Place, area: str, waters: frozenset[str]) -> bool:
        """Whether a coast belongs to it."""
        if place in self.places:
            return True
        row, column = int(place[:2]), int(place[2:])
        return (
            bool(waters & set(self.waters))
            and (not self.areas or area in self.areas)
            and self.rows[0] <= row <= self.rows[1]
            and self.columns[0] <= column <= self.columns[1]
        )


class Area(_Strict, frozen=True):
    """A shipping area: a route inside it joins one of its sources with a coast it reaches."""

    sources: Reach
    reaches: tuple[Reach, ...]
    waters: tuple[str, ...]
    """The waters of the atlas that its routes stay in."""
    rule: str
    apart: tuple[tuple[str, str], ...] = ()
    """Pairs of waters between which its routes don't pass."""
    hubs: tuple[Place, ...] = ()
    """Hubs at its edge, where routes pass from one area to the next."""


class Enclosed(_Strict, frozen=True):
    """A sea that is a shipping area of its own: one route serves all of its ports."""

    sea: str
    sides: tuple[Side, ...]


class Plan(_Strict, frozen=True):
    """A route that exists from the start, or from the day a country joins."""

    frm: Place
    points: int
    to: Place = ""
    via: tuple[Place, ...] = ()
    sea: str = ""
    """An enclosed sea, in place of a destination."""


class Start(_Strict, frozen=True):
    """A side's shipping points at the start: those in counters, and those that its routes use."""

    routes: tuple[Plan, ...] = ()
    free: Mapping[Place, int] = {}


class Gain(_Strict, frozen=True):
    """Shipping points that a country brings when it joins a side."""

    country: str
    side: Side
    routes: tuple[Plan, ...] = ()
    free: Mapping[Place, int] = {}


class Duty(_Strict, frozen=True):
    """The first points that a side builds each turn are placed in a country, once it has joined."""

    side: Side
    country: str
    areas: tuple[str, ...]
    points: int


class Ocean(_Strict, frozen=True):
    """Transport for one turn that a side can buy between a country and the rest of the world."""

    side: Side
    country: str
    areas: tuple[str, ...]
    price: int


class Settings(_Strict, frozen=True):
    """Shipping points and their routes."""

    areas: Mapping[str, Area]
    enclosed: Mapping[str, Enclosed]
    start: Mapping[Side, Start]
    gains: tuple[Gain, ...] = ()
    hubs: Mapping[Place, bool] = {}
    """Places that count as major ports for routes, and where areas meet; whether they do so while nobody's."""
    major: tuple[Port, ...] = ("anchor", "yard")
    """Ports between which the longer limit applies."""
    longest: int = 55
    """The longest route inside an area between two major ports."""
    long: int = 27
    """The longest route inside an area otherwise."""
    welcome: Mapping[Side, tuple[str, ...]] = {}
    """Areas whose ports serve a side's routes while they are nobody's."""
    duty: Duty | None = None
    ocean: Ocean | None = None
