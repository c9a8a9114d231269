"""The consequences of captured hexes: fleets lose their bases, and somebody may have won."""

from sandtable.hexes.fleets import expel
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.victory import judge_captures


def hexes_fell(run: Unfolding) -> None:
    """The immediate consequences when hexes change hands."""
    for part in run.world.parts.hexes_fell:
        part.hexes_fell(run)
    expel(run)
    judge_captures(run)
