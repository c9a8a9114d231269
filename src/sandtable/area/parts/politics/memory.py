"""Political state kept until the turn ends."""

from sandtable.area.forces import Power
from sandtable.area.part import TurnMemory
from sandtable.area.state import Slice


class Diplomacy(Slice, frozen=True, tag="politics"):
    """State kept for one turn."""

    declared: tuple[Power, ...] = ()
    """Powers on which war was declared this turn."""
    moved: bool = False
    """Whether a combat move has been made, after which war can't be declared."""
    purse: int = -1
    """The active power's money at the start of its purchase phase; negative if unknown."""
    rolled: int = 0
    """How many units a neutral power may move; 0 if it hasn't rolled."""
    used: int = 0
    """How many of them it has moved."""
    spent: int = 0
    """The cost of units placed on a front where the power is neutral."""
    asked: tuple[str, Power] | None = None
    """The passage the active power has asked to use, and the power that must answer."""
    granted: tuple[tuple[str, Power], ...] = ()
    """Passages it may use, with the powers that have agreed."""
    neutral: bool = False
    """Whether the active power was at war with nobody when its phase began."""
    passed: bool = False
    """Whether it has declined to declare war before collecting income."""
    denied: tuple[str, ...] = ()
    """Passages it may not use."""


DIPLOMACY = TurnMemory("politics", Diplomacy())
