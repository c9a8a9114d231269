"""Tactical air: aircraft in armies fight each other before an assault, then join it; others are ferried overseas.

``combat`` computes how many aircraft fight and how many fire; ``ferrying`` handles flights over the ocean;
``tactical_air`` is the part.
"""

from sandtable.hexes.parts.tactical_air.tactical_air import TacticalAir

PART = TacticalAir

__all__ = ["PART", "TacticalAir"]
