"""The memory of research."""

from collections.abc import Mapping

from sandtable.hexes.part import GameMemory, Slice
from sandtable.hexes.state import Side
from sandtable.hexes.strength import Amount


class Knowledge(Slice, frozen=True, tag="research"):
    """Levels, prices and markers of all sides. Nothing is hidden."""

    risen: Mapping[Side, Mapping[str, int]] = {}
    """Levels a side has reached by research."""
    lowered: Mapping[Side, Mapping[str, Amount]] = {}
    """Prices below those of the level."""
    steps: Mapping[Side, Mapping[str, int]] = {}
    """Markers on the track; those on Start are left out."""
    invested: Mapping[str, int] = {}
    """What the side on turn has spent on each item this phase."""
    rolled: tuple[str, ...] = ()
    """The items it has rolled for this phase."""
    fought: bool = False
    """The sides that were at peace have attacked each other."""


KNOWLEDGE = GameMemory("research", Knowledge())
