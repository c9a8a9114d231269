"""The two tables on which every die of land combat is read. Their numbers are data of the game."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.hexes.atlas import Terrain
from sandtable.hexes.strength import Kind

Counted = Literal["full", "half", "none"]
"""How much of the mechanized points counts."""


class TerrainEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the terrain of a hex does in combat."""

    assault: Counted = "full"
    """In an assault on such a hex."""
    leaving: Counted = "full"
    """In an advance out of such a hex."""
    advance: int = 0
    """Added to the die of an advance into it."""
    empty: int = 0
    """Added as well if neither armies nor a garrison are in it."""
    road: bool = False
    """Whether a supply route that passes through it must leave it by a road, or by sea."""
    marker: bool = False
    """Whether the marker of a combat advance into it, be it a friendly hex, does as well as a road."""


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``tables.yaml``: what dice and production points are worth."""

    firepower: tuple[tuple[int, ...], ...]
    """By modified die from 1, then by firing strength from 1: the points that the target loses."""
    advance: tuple[tuple[int, ...], ...]
    """By attacking strength from 0, then friendly hex, defence from 0: the highest die that succeeds."""
    cost: Mapping[Kind, int]
    fort_cost: int
    repair_cost: int
    fort_limit: int
    """How many forts a side may have."""
    invasion_range: int = 6
    """How many hexes an invasion may sail."""
    invasion_extension: int = 12
    """How many more for each amphibious point that is spent."""
    coastal_air: int = 6
    """The strength of coastal air."""
    box_air: Mapping[str, int] = {}
    """Its strength in boxes, against a side."""
    stack: int = 10
    """How many points may stand in a hex."""
    terrain: Mapping[Terrain, TerrainEffect] = {}

    def losses(self, strength: int, die: int) -> int:
        """What a firing strength inflicts with a modified die.

        >>> tables = Tables(((1, 2), (0, 1)), ((4, 4),), {}, 5, 3, 7)
        >>> tables.losses(2, 1), tables.losses(9, 0), tables.losses(2, 3), tables.losses(0, 1)
        (2, 2, 0, 0)
        """
        if strength < 1 or die > len(self.firepower):
            return 0
        row = self.firepower[max(die, 1) - 1]
        return row[min(strength, len(row)) - 1]

    @property
    def most(self) -> int:
        """The greatest firing strength that the table knows."""
        return len(self.firepower[0])

    def reach(self, strength: int, defence: int | None) -> int:
        """The highest modified die with which an advance succeeds; 0: none does. No defence: a friendly hex.

        >>> tables = Tables(((1,),), ((4, 4, 0), (5, 4, 1)), {}, 5, 3, 7)
        >>> tables.reach(0, None), tables.reach(3, 1), tables.reach(1, 12)
        (4, 1, 1)
        """
        row = self.advance[min(strength, len(self.advance) - 1)]
        return row[0] if defence is None else row[min(defence, len(row) - 2) + 1]
