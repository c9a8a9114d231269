"""What goes over the wire about study: branches of games, and a bot's advice."""

from typing import Annotated

from msgspec import Meta, Raw

from sandtable.core.decision import Seat
from sandtable.server.wire import Request, Wire

Level = Annotated[str, Meta(max_length=60)]


class Branch(Request, frozen=True):
    """A study that begins where a game was after so many decisions; null: as it stands now."""

    number: Annotated[int, Meta(ge=0)] | None = None
    title: Annotated[str, Meta(max_length=80)] = ""
    """Empty: as the game is called."""


class AdviceAsked(Request, frozen=True):
    """What would a bot do after so many decisions (null: now)? ``bot``: its level; empty: the strongest."""

    number: Annotated[int, Meta(ge=0)] | None = None
    bot: Level = ""


class Advised(Wire, frozen=True):
    """One step of a plan."""

    action: Raw
    text: str
    """The action in words."""
    reason: str
    """Why the bot would do it, if it says."""


class Advice(Wire, frozen=True):
    """What a bot would do with the rest of this turn, as far as no die has to fall."""

    number: int
    """After so many decisions."""
    seq: int
    """The end of the log when it was asked: for playing it."""
    seat: Seat
    bot: str
    steps: tuple[Advised, ...]
    dice: bool
    """It ends where dice decide; otherwise with the turn, or because it became too long."""
