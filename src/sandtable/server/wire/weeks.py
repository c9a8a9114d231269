"""Wire types for long games: turns, email, vacations, results, the ladder."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta

from sandtable.core.decision import Seat
from sandtable.server.wire import PLAIN, Name, Password, Person, Request, Wire


class Turn(Wire, frozen=True):
    """A table that waits for me."""

    table: str
    game: str
    title: str
    headline: str
    turn: str
    """The turn's id: a page announces each turn only once."""
    seats: tuple[Seat, ...]
    since: datetime
    """When anybody last moved."""
    left: float | None = None
    """Seconds until my time is up; null: no clock, or it is stopped."""


MailMode = Literal["each", "daily", "off"]
"""An email for each turn, a daily digest, or none."""
Language = Literal["en", "de"]


class MailSettings(Wire, frozen=True):
    """My email settings."""

    offered: bool
    """Whether this server sends email."""
    email: str = ""
    confirmed: bool = False
    mode: MailMode = "each"
    language: Language = "en"


class SetMail(Request, frozen=True):
    """Set my address and how often to write. A new address gets a confirmation message."""

    email: Annotated[str, Meta(max_length=254, pattern=PLAIN)]
    """Empty: delete the address."""
    mode: MailMode = "each"
    language: Language = "en"


class MailKey(Request, frozen=True):
    """The key from a link in an email."""

    key: Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class PushInfo(Wire, frozen=True):
    """Whether and how this server notifies browsers that have no page open (Web Push)."""

    offered: bool
    key: str = ""
    """The server's public key, which a browser subscribes with: base64url."""


class Subscribe(Request, frozen=True):
    """Notify this browser from now on. Its push service says these things."""

    endpoint: Annotated[str, Meta(min_length=8, max_length=2000, pattern=r"^https?://[!-~]+$")]
    p256dh: Annotated[str, Meta(min_length=80, max_length=100, pattern=r"^[A-Za-z0-9_-]+=*$")]
    auth: Annotated[str, Meta(min_length=16, max_length=40, pattern=r"^[A-Za-z0-9_-]+=*$")]
    language: Language = "en"


class Unsubscribe(Request, frozen=True):
    """Notify this browser no longer."""

    endpoint: Annotated[str, Meta(min_length=8, max_length=2000, pattern=r"^https?://[!-~]+$")]


class Vacation(Wire, frozen=True):
    id: str
    begins: datetime
    ends: datetime


class Vacations(Wire, frozen=True):
    """My vacations."""

    vacations: tuple[Vacation, ...]
    """Current and future ones."""
    days: int
    """Vacation days per year."""
    left: float
    """Days left this year."""


class NewVacation(Request, frozen=True):
    ends: datetime
    begins: datetime | None = None
    """Null: now."""


class DeleteAccount(Request, frozen=True):
    """Delete my account. Name and password are repeated to prevent accidents."""

    name: Name
    password: Password


Outcome = Literal["won", "lost", "draw"]


class Player(Wire, frozen=True):
    """A player of a finished game."""

    side: str
    seats: tuple[Seat, ...]
    outcome: Outcome
    name: str = ""
    """The person's name; empty: nobody."""
    bot: str = ""


class Result(Wire, frozen=True):
    """A finished game."""

    table: str
    """Empty: the table is private."""
    game: str
    title: str
    ended: datetime
    winner: str
    rated: bool
    players: tuple[Player, ...]


class Results(Wire, frozen=True):
    """A month's results, latest first."""

    month: str
    """``2026-11``."""
    earlier: str = ""
    """The previous month with results."""
    later: str = ""
    results: tuple[Result, ...] = ()


class Rating(Wire, frozen=True):
    """A person's Glicko-2 rating at a game."""

    game: str
    name: str
    rank: int
    rating: float
    deviation: float
    """The true strength is usually within twice this."""
    provisional: bool
    """Too few games, or too long ago, to be reliable."""
    games: int
    won: int
    lost: int
    drawn: int
    last: datetime


class Ladder(Wire, frozen=True):
    game: str
    ratings: tuple[Rating, ...]


class PersonPage(Wire, frozen=True):
    """A person and their public results."""

    person: Person
    since: datetime
    ratings: tuple[Rating, ...]
    results: tuple[Result, ...]
    won: int
    lost: int
    drawn: int
