"""The settings of the strategic war."""

from collections.abc import Mapping

import msgspec

from sandtable.hexes.state import Place, Side


class MoraleEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that moves a country's morale: a place lost, or a country joining a side or surrendering."""

    country: str
    by: int
    lost: Place = ""
    """The place its side loses."""
    joined: str = ""
    """The country that joins a side."""
    side: Side = ""
    """The side it joins."""
    surrendered: str = ""
    """The country that surrenders."""
    carriers: int = 0
    """The country's navy has lost this many carriers."""


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A country with morale."""

    side: Side
    areas: tuple[str, ...]
    capital: Place
    rival: str
    """The country whose morale is always the opposite."""
    nations: tuple[str, ...] = ()
    """The armies that its morale counts for. None: all of its side that no other country's morale counts for."""
    coasts: tuple[str, ...] = ()
    """The areas whose coasts can be attacked for its morale. None: all of its areas."""
    columns: tuple[int, int] = (1, 112)
    """Where hexes gained and lost count for it."""


class Materials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What atomic bomb research needs."""

    places: tuple[Place, ...]
    need: int
    abroad: Mapping[str, Side] = {}
    """Countries that supply one from outside the theatre, once they have joined this side."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of strategic warfare."""

    ranges: tuple[int, ...]
    """The range of bombers at each level."""
    legs: Mapping[str, int]
    """The longest ferry leg, by kind."""
    homes: Mapping[Side, tuple[str, ...]]
    """Where a side builds missiles."""
    materials: Materials
    nations: Mapping[str, Nation]
    unmoved: tuple[str, ...] = ()
    """The nations whose armies no country's morale counts for."""
    events: tuple[MoraleEvent, ...] = ()
    penalties: tuple[int, ...] = (-5, -8, -11, -14)
    """Attacks add one to their dice for each of these values that morale has fallen to."""
    limit: int = 14
    counters: int = 3
    """The number of missile counters per side."""
    missile_range: int = 2
    blast: int = 6
    """The strength of an atomic bomb against forces."""
    shock: int = 4
    """The morale lost to an atomic bomb."""
    gained: int = 6
    """How many hexes gained in a Combat Phase raise a side's morale."""
    lost: int = 5
    """How many hexes lost in a Combat Phase lower it."""
