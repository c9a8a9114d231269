"""The protocol between the server and a bot process: one JSON object per line."""

import msgspec

from sandtable.bots.bot import Reason
from sandtable.core.decision import Decision, Seat


class Asked(msgspec.Struct, frozen=True):
    """A decision for a bot."""

    table: str
    game: str
    seat: Seat
    bot: str
    seed: int
    view: msgspec.Raw
    decision: Decision
    think: float | None = None
    files: bytes = b""
    """The game's files, if the process can't find them itself."""


class Reply(msgspec.Struct, frozen=True, tag=str.lower, tag_field="say"):
    """Base class of replies."""


class Thinking(Reply, frozen=True):
    """The bot has started, and will think for this many seconds."""

    seconds: float


class Chosen(Reply, frozen=True):
    """The answer."""

    action: msgspec.Raw
    reason: Reason | None = None


class Failed(Reply, frozen=True):
    """There is no answer."""

    why: str


Answer = Thinking | Chosen | Failed


def in_words(reason: Reason | None) -> str:
    """A reason as the page shows it.

    >>> in_words(Reason("take Ukraine", odds="wins 83%", alternatives=("hold Caucasus: 4.0",)))
    'Take Ukraine: wins 83%. Instead of: hold Caucasus: 4.0.'
    """
    if reason is None:
        return ""
    aim = reason.aim[:1].upper() + reason.aim[1:]
    words = f"{aim}: {reason.odds}." if reason.odds else f"{aim}."
    return f"{words} Instead of: {'; '.join(reason.alternatives)}." if reason.alternatives else words
