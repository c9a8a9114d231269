"""Steps about the game itself: to begin it, to pass, to end a phase, to give up, or only to look."""

from collections.abc import Mapping
from typing import Any

from sandtable.scenarios.words.base import Names, Words
from sandtable.scenarios.words.expect import Expect
from sandtable.scenarios.words.step import Step


class DoneStep(Step, frozen=True, kw_only=True):
    """Finish one's phase."""

    done: bool
    """Always ``true``."""


class ConcedeStep(Step, frozen=True, kw_only=True):
    """Give the game up."""

    concede: bool
    """Always ``true``."""


class SpecialStep(Step, frozen=True, kw_only=True):
    """An action that only some games have."""

    special: str
    """Its name."""
    space: str | int = ""
    """Where."""
    power: str = ""
    """Towards whom."""
    amount: int = 0
    """How much."""
    units: str = ""
    """With whom."""


class ActionStep(Step, frozen=True, kw_only=True):
    """Any action in the form that it has in a save file."""

    action: Mapping[str, Any]
    """The action, with ``do`` naming its kind."""


class StartStep(Step, frozen=True, kw_only=True):
    """Begin a new game with these players."""

    start: Mapping[str, Names]
    """Who commands which powers; ``{}`` for one player each."""
    options: Mapping[str, bool] = {}
    """Optional rules that are switched on or off."""
    setup: str = ""
    """Which starting position, where the game has several."""


class When(Words, frozen=True, kw_only=True):
    """A moment: the next time that all of this is so."""

    turn: str = ""
    """Whose turn it is; left out, the same power's as now."""
    phase: str = ""
    """The phase."""
    round: int | None = None
    """The round."""
    end: bool = False
    """``true``: the end of the game."""


class PassStep(Step, frozen=True, kw_only=True):
    """Let everybody pass until a moment comes: no moves, default losses, every battle fought on."""

    pass_to: When
    """The moment."""


class ExpectStep(Words, frozen=True, kw_only=True):
    """Only look: what must be true now. Its events and dice are those of all steps so far."""

    expect: Expect
    """What must be true."""
    note: str = ""
    """A word to the reader."""
