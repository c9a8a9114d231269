"""The two tables for all dice of land combat. Their numbers are the game's data."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.hexes.atlas import Terrain
from sandtable.hexes.strength import Kind

Counted = Literal["full", "half", "none"]
"""How much of the mechanized points counts."""


class TerrainEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The effects of a hex's terrain in combat."""

    assault: Counted = "full"
    """In an assault on such a hex."""
    leaving: Counted = "full"
    """In an advance out of such a hex."""
    advance: int = 0
    """Modifier to the die for an advance into it."""
    empty: int = 0
    """Further modifier if neither armies nor a garrison are in it."""
    road: bool = False
    """Whether a supply route through it must leave by road or by sea."""
    marker: bool = False
    """Whether the marker of a combat advance into it, even if the hex was friendly, replaces a road."""


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``tables.yaml``: combat tables and production costs."""

    firepower: tuple[tuple[int, ...], ...]
    """By modified die from 1, then by firing strength from 1: the points the target loses."""
    advance: tuple[tuple[int, ...], ...]
    """By attacking strength from 0, then friendly hex, defence from 0: the highest die that succeeds."""
    cost: Mapping[Kind, int]
    fort_cost: int
    repair_cost: int
    fort_limit: int
    """The most forts a side may have."""
    invasion_range: int = 6
    """How many hexes an invasion may sail."""
    invasion_extension: int = 12
    """How many more for each amphibious point spent."""
    coastal_air: int = 6
    """The strength of coastal air."""
    box_air: Mapping[str, int] = {}
    """Its strength in boxes, by side it fires at."""
    stack: int = 10
    """The most points in a hex."""
    terrain: Mapping[Terrain, TerrainEffect] = {}

    def losses(self, strength: int, die: int) -> int:
        """The losses that a firing strength inflicts with a modified die.

        >>> tables = Tables(((1, 2), (0, 1)), ((4, 4),), {}, 5, 3, 7)
        >>> tables.losses(2, 1), tables.losses(9, 0), tables.losses(2, 3), tables.losses(0, 1)
        (2, 2, 0, 0)
        """
        if strength < 1 or die > len(self.firepower):
            return 0
        row = self.firepower[max(die, 1) - 1]
        return row[min(strength, len(row)) - 1]

    def groups(self, strength: int) -> tuple[int, ...]:
        """The columns in which a strength beyond the table is rolled, one die each.

        >>> Tables(((1, 2), (0, 1)), ((4, 4),), {}, 5, 3, 7).groups(5)
        (2, 2, 1)
        """
        full, rest = divmod(strength, self.most)
        return (*(self.most for _ in range(full)), *((rest,) if rest else ()))

    @property
    def most(self) -> int:
        """The highest firing strength in the table."""
        return len(self.firepower[0])

    def reach(self, strength: int, defence: int | None) -> int:
        """The highest modified die with which an advance succeeds; 0: none does. No defence: a friendly hex.

        >>> tables = Tables(((1,),), ((4, 4, 0), (5, 4, 1)), {}, 5, 3, 7)
        >>> tables.reach(0, None), tables.reach(3, 1), tables.reach(1, 12)
        (4, 1, 1)
        """
        row = self.advance[min(strength, len(self.advance) - 1)]
        return row[0] if defence is None else row[min(defence, len(row) - 2) + 1]
