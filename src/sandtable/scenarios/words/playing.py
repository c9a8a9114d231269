"""Steps about the game itself: start it, pass, take a special action, or only check."""

from collections.abc import Mapping
from typing import Any

from sandtable.scenarios.words.base import Names, Words
from sandtable.scenarios.words.expect import Expect
from sandtable.scenarios.words.step import Step


class SpecialStep(Step, frozen=True, kw_only=True):
    """An action that only some games have."""

    special: str
    """Its name."""
    space: str | int = ""
    """Where."""
    power: str = ""
    """The other power."""
    amount: int = 0
    """How much."""
    units: str = ""
    """With which units."""


class ActionStep(Step, frozen=True, kw_only=True):
    """Any action in save file format."""

    action: Mapping[str, Any]
    """The action, with ``do`` naming its kind."""


class StartStep(Step, frozen=True, kw_only=True):
    """Start a new game with these players."""

    start: Mapping[str, Names]
    """Which powers each player commands; ``{}`` for one player per power."""
    options: Mapping[str, bool] = {}
    """Optional rules to switch on or off."""
    setup: str = ""
    """The starting position, if the game has several."""


class When(Words, frozen=True, kw_only=True):
    """A moment: the next time that all of this is true."""

    turn: str = ""
    """Whose turn it is. Default: the power on turn now."""
    phase: str = ""
    """The phase."""
    round: int | None = None
    """The round."""
    end: bool = False
    """``true``: the end of the game."""


class PassStep(Step, frozen=True, kw_only=True):
    """Pass for everyone until a moment comes: no moves, default losses, every battle fought to the end."""

    pass_to: When
    """The moment."""


class ExpectStep(Words, frozen=True, kw_only=True):
    """Only check what must be true now. It covers the events and dice of all steps so far."""

    expect: Expect
    """What must be true."""
    note: str = ""
    """A comment for readers."""
