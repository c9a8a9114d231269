"""Wire types for studies: branches of games, and bots' advice."""

from typing import Annotated

from msgspec import Meta, Raw

from sandtable.core.decision import Seat
from sandtable.server.wire import Request, Wire

Level = Annotated[str, Meta(max_length=60)]


class Branch(Request, frozen=True):
    """Create a study from a game after ``number`` decisions; null: now."""

    number: Annotated[int, Meta(ge=0)] | None = None
    title: Annotated[str, Meta(max_length=80)] = ""
    """Empty: the game's title."""


class AdviceAsked(Request, frozen=True):
    """Ask what a bot would do after ``number`` decisions (null: now). ``bot``: its level; empty: the strongest."""

    number: Annotated[int, Meta(ge=0)] | None = None
    bot: Level = ""


class Advised(Wire, frozen=True):
    """A step of a plan."""

    action: Raw
    text: str
    """The action in words."""
    reason: str
    """The bot's reason, if it gives one."""


class Advice(Wire, frozen=True):
    """A bot's plan for the rest of this turn, up to the next dice roll."""

    number: int
    """How many decisions had been made."""
    seq: int
    """The end of the log when it was asked, for playing the plan."""
    seat: Seat
    bot: str
    steps: tuple[Advised, ...]
    dice: bool
    """Whether the plan ends at a dice roll; otherwise it ends with the turn, or got too long."""
