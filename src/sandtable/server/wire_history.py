"""What goes over the wire about the past of a table: chapters, moments, and the choice to make a game public."""

from msgspec import Raw

from sandtable.core.decision import Decision, Seat
from sandtable.server.wire import Request, Wire


class Chapter(Wire, frozen=True):
    """A stretch of a game: a phase of somebody's turn."""

    number: int
    """It begins after so many of the decisions that stand."""
    round: int
    seat: Seat
    phase: str
    """The name of the phase."""


class History(Wire, frozen=True):
    """What a scrubber needs: how long the game is, and where its chapters begin."""

    number: int
    """How many decisions stand."""
    chapters: tuple[Chapter, ...]


class NextMoment(Wire, frozen=True):
    """From one moment to the next."""

    number: int
    patch: Raw
    """A JSON merge patch (RFC 7396) from the view at the moment before."""
    pending: tuple[Decision, ...]
    headline: str
    winner: str


class Moments(Wire, frozen=True):
    """A few moments that follow each other: the first in full, the others by what they change."""

    first: int
    """After so many of the decisions that stand."""
    view: Raw
    pending: tuple[Decision, ...]
    headline: str
    winner: str
    steps: tuple[NextMoment, ...]


class Publish(Request, frozen=True):
    """Show a finished game in the public list, or no longer."""

    listed: bool
