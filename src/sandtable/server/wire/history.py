"""Wire types for a table's past: chapters, moments, and publishing a game."""

from msgspec import Raw

from sandtable.core.decision import Decision, Seat
from sandtable.server.wire import Request, Wire


class Chapter(Wire, frozen=True):
    """A stretch of a game: one phase of a turn."""

    number: int
    """How many current decisions came before it."""
    round: int
    seat: Seat
    phase: str
    """The name of the phase."""


class History(Wire, frozen=True):
    """What a scrubber needs: the length of the game, and where its chapters begin."""

    number: int
    """How many current decisions there are."""
    chapters: tuple[Chapter, ...]


class NextMoment(Wire, frozen=True):
    """The step from one moment to the next."""

    number: int
    patch: Raw
    """A JSON merge patch (RFC 7396) from the view at the previous moment."""
    pending: tuple[Decision, ...]
    headline: str
    winner: str


class Moments(Wire, frozen=True):
    """Consecutive moments: the first in full, the others as patches."""

    first: int
    """How many current decisions had been made."""
    view: Raw
    pending: tuple[Decision, ...]
    headline: str
    winner: str
    steps: tuple[NextMoment, ...]


class Publish(Request, frozen=True):
    """Add a finished game to the public list, or remove it."""

    listed: bool
