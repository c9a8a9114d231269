"""The settings of research."""

from collections.abc import Mapping

import msgspec

from sandtable.hexes.state import Side
from sandtable.hexes.strength import Amount


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"tied": "with"}):
    """Something that can be built."""

    cost: tuple[Amount | None, ...]
    """Its price at each level, from 0. None: it can't be built yet."""
    tied: str = ""
    """The item whose level it shares. Empty: it has its own."""


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Minimum levels of a side once a country has joined it."""

    country: str
    side: Side
    levels: Mapping[str, int]


class Fixed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The level at which a nation's areas build an item, whatever their side has learned."""

    areas: tuple[str, ...]
    item: str
    level: int
    rule: str


class Peace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side that may spend only one point per item until it and an enemy have attacked each other."""

    side: Side
    enemy: Side


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Items, prices and the research track."""

    items: Mapping[str, Item]
    track: tuple[str, ...]
    """For each step of the track, the results of the dice 1 to 6."""
    setback: tuple[int, ...]
    """How many steps back after a C, for the dice 1 to 6."""
    start: Mapping[Side, Mapping[str, int]] = {}
    """Levels at the start, if not 0."""
    gains: tuple[Gain, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    peace: Peace | None = None
    most: int = 2
    """The most points that may be spent on an item per turn."""
