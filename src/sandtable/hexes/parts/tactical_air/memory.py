"""The memory of tactical air."""

from collections.abc import Mapping

from sandtable.hexes.part import GameMemory, Slice
from sandtable.hexes.state import Name, Place


class AirWar(Slice, frozen=True, tag="tactical-air"):
    """The part's memory during a turn."""

    ordered: Mapping[str, int] = {}
    """Aircraft that will fight enemy aircraft, as ``1142>1143``."""
    support: Mapping[Place, tuple[Name, ...]] = {}
    """Armies whose aircraft support the invasion of a hex."""
    coast: Mapping[Place, int] = {}
    """Aircraft still defending an invaded coast."""
    ferried: bool = False
    """The dice for risky flights have been rolled this turn."""


AIR_WAR = GameMemory("tactical-air", AirWar())


def lane(frm: Place, at: Place) -> str:
    """The key of an order to fight."""
    return f"{frm}>{at}"
