"""What a game and a bot in another process say to each other: one JSON object a line, named by its field ``say``.

    -> {"say": "hello", "protocol": 1, "game": "1941", "seed": 7}
    <- {"say": "ready", "name": "mine", "legal": 20, "think": 5.0}
    -> {"say": "choose", "view": {...}, "decision": {...}, "think": 2.0, "legal": [{...}, ...]}
    <- {"say": "chosen", "action": {...}, "reason": {"aim": "Take Ukraine"}}

A bot that cannot go on says ``{"say": "failed", "why": "..."}``. It ends when its input ends.
"""

import msgspec

from sandtable.bots.bot import Reason
from sandtable.core.decision import Decision

PROTOCOL = 1
"""The version of this conversation."""


class Said(msgspec.Struct, frozen=True, tag=str.lower, tag_field="say"):
    """Base of everything that is said."""


class Hello(Said, frozen=True):
    """The game begins: which one, and the seed that makes the bot reproducible."""

    protocol: int
    game: str
    seed: int


class Ready(Said, frozen=True):
    """The bot is there. ``legal``: how many legal actions it wants to be shown with every question."""

    name: str = ""
    legal: int = 0
    think: float = 5.0
    """Seconds that it takes for an answer if nobody says otherwise."""


class Choose(Said, frozen=True):
    """A question: what the seat sees, what it owes, and the seconds it has."""

    view: msgspec.Raw
    decision: Decision
    think: float
    legal: tuple[msgspec.Raw, ...] = ()


class Chosen(Said, frozen=True, omit_defaults=True):
    """The answer."""

    action: msgspec.Raw
    reason: Reason | None = None


class Failed(Said, frozen=True):
    """The bot cannot answer, and says why."""

    why: str


Question = Hello | Choose
Reply = Ready | Chosen | Failed
