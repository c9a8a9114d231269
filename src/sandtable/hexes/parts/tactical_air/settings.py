"""The settings of tactical air."""

import msgspec

from sandtable.hexes.state import Place, Side


class Ferry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A route over the ocean that aircraft can fly."""

    side: Side
    frm: tuple[str, ...]
    """Areas they come from."""
    to: tuple[str, ...]
    """Areas they reach."""
    rule: str
    places: tuple[Place, ...] = ()
    """Places that must all be friendly."""
    areas: tuple[str, ...] = ()
    """Areas in each of which a place must be friendly."""
    risk: int = 0
    """If two dice, rolled once a turn, total at least this, one aircraft is lost; 0: no risk."""


class Chain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Flights over an ocean from base to base: places with armies, major naval ports or airbases."""

    sea: str
    link: int
    """How many hexes apart two bases can be."""
    rule: str


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Coastal aircraft and ferry routes."""

    coast: int = 6
    """Aircraft that defend an invaded coast."""
    ferries: tuple[Ferry, ...] = ()
    """The ferry routes, safe ones first."""
    chain: Chain | None = None
