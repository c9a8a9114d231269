"""The settings of fleets."""

from collections.abc import Mapping

import msgspec

from sandtable.hexes.state import Fleet, Side


class Reach(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ranges of a kind of fleet."""

    patrol: int
    """How far a patrol hex can be from port."""
    intercept: Mapping[int, int]
    """The highest die that intercepts, by distance up to which it applies."""

    @property
    def longest(self) -> int:
        """The greatest distance at which a fleet can intercept."""
        return max(self.intercept)

    def needed(self, distance: int) -> int:
        """The highest die that intercepts at a distance; 0: too far.

        >>> reach = Reach(12, {2: 6, 12: 1})
        >>> reach.needed(2), reach.needed(3), reach.needed(13)
        (6, 1, 0)
        """
        return next((die for far, die in sorted(self.intercept.items()) if distance <= far), 0)


class Weather(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's submarines fire better in some waters while it holds one of some areas."""

    side: Side
    areas: tuple[str, ...]
    sea: str
    rows: tuple[int, int]
    rule: str


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How fleets fight at sea."""

    surface: Reach
    submarines: Reach
    weather: Weather | None = None

    def reach(self, fleet: Fleet) -> Reach:
        """The ranges of a fleet."""
        return self.submarines if fleet.submarines else self.surface
