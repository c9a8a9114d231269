"""Hexes have changed hands: fleets lose their bases, and somebody may have won."""

from sandtable.hexes.fleets import expel
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.victory import judge_captures


def hexes_fell(run: Unfolding) -> None:
    """What follows at once when hexes have changed hands."""
    expel(run)
    judge_captures(run)
