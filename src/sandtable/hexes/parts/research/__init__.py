"""Research: what everything costs a side, and how it gets cheaper.

``settings`` holds the prices, the research track and the starting levels; ``memory`` keeps levels, lowered prices
and markers; ``prices`` computes what something costs; ``laboratory`` is the part, with its two actions.
"""

from sandtable.hexes.parts.research.laboratory import Invest, Research, Resolve

PART = Research

__all__ = ["PART", "Invest", "Research", "Resolve"]
