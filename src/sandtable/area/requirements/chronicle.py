"""What requirements remember of the past. The part ``chronicle`` writes it; others read it."""

from collections.abc import Mapping

import msgspec

from sandtable.area.forces import Power
from sandtable.area.part import GameMemory
from sandtable.area.state import Slice


class Watch(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a condition has held."""

    power: Power
    """Who was on turn when the last requirement was met,"""
    round: int
    """and in which round."""
    complete: bool = False
    """Whether the next turn of that power has begun since."""


class Chronicle(Slice, frozen=True, tag="chronicle"):
    """What has happened, as far as the game needs it."""

    deeds: Mapping[str, int] = {}
    """Deeds by name, and the round in which they were first done."""
    lasting: Mapping[str, Watch] = {}
    """Conditions that hold now and have to last."""


CHRONICLE = GameMemory("chronicle", Chronicle())
