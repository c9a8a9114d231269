"""Messages between a game and a bot in another process: one JSON object per line, named by its field ``say``.

    -> {"say": "hello", "protocol": 1, "game": "1941", "seed": 7}
    <- {"say": "ready", "name": "mine", "legal": 20, "think": 5.0}
    -> {"say": "choose", "view": {...}, "decision": {...}, "think": 2.0, "legal": [{...}, ...]}
    <- {"say": "chosen", "action": {...}, "reason": {"aim": "Take Ukraine"}}

A bot that can't continue says ``{"say": "failed", "why": "..."}``. It exits when its input ends.
"""

import msgspec

from sandtable.bots.bot import Reason
from sandtable.core.decision import Decision

PROTOCOL = 1
"""The protocol version."""


class Said(msgspec.Struct, frozen=True, tag=str.lower, tag_field="say"):
    """Base class of all messages."""


class Hello(Said, frozen=True):
    """The start of a game: which one, and the seed that makes the bot reproducible."""

    protocol: int
    game: str
    seed: int


class Ready(Said, frozen=True):
    """The bot is ready. ``legal``: how many legal actions it wants to see with every question."""

    name: str = ""
    legal: int = 0
    think: float = 5.0
    """Default seconds per answer."""


class Choose(Said, frozen=True):
    """A question: the seat's view, the pending decision, and the seconds allowed."""

    view: msgspec.Raw
    decision: Decision
    think: float
    legal: tuple[msgspec.Raw, ...] = ()


class Chosen(Said, frozen=True, omit_defaults=True):
    """The answer."""

    action: msgspec.Raw
    reason: Reason | None = None


class Failed(Said, frozen=True):
    """The bot can't answer, and why."""

    why: str


Question = Hello | Choose
Reply = Ready | Chosen | Failed
