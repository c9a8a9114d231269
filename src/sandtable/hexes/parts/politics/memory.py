"""The memory of politics, besides who has joined and surrendered, which is in the state itself."""

from collections.abc import Mapping

import msgspec

from sandtable.hexes.part import GameMemory, Slice
from sandtable.hexes.state import Side
from sandtable.hexes.strength import Points


class Due(msgspec.Struct, frozen=True):
    """Points a side has yet to place in a country, or to give up for it."""

    side: Side
    points: Points


class Affairs(Slice, frozen=True, tag="politics"):
    """The part's memory."""

    violated: Mapping[str, Side] = {}
    """Unaligned countries attacked this Combat Phase, and their first attacker."""
    gifts: Mapping[str, Due] = {}
    """Points that have yet to be placed, by country."""
    forfeits: Mapping[str, Due] = {}
    """Points lost with a country that have yet to be chosen."""
    offered: bool = False
    """An offer to surrender is open."""
    refused: bool = False
    """It was refused, and is never made again."""


AFFAIRS = GameMemory("politics", Affairs())
