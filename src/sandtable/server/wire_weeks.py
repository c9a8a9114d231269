"""What goes over the wire about play over weeks: turns, letters, vacations, results, the ladder."""

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
    """Which turn it is: a page tells of each only once."""
    seats: tuple[Seat, ...]
    since: datetime
    """The last move of anybody."""
    left: float | None = None
    """Seconds until my time is up; nothing: nobody counts, or the clock stands."""


MailMode = Literal["each", "daily", "off"]
"""A letter for each turn, one a day, or none."""
Language = Literal["en", "de"]


class MailSettings(Wire, frozen=True):
    """Letters about my games."""

    offered: bool
    """Whether this server writes letters."""
    email: str = ""
    confirmed: bool = False
    mode: MailMode = "each"
    language: Language = "en"


class SetMail(Request, frozen=True):
    """Where to write to, and how often. A new address is written to once, to ask whether it is mine."""

    email: Annotated[str, Meta(max_length=254, pattern=PLAIN)]
    """Empty: forget the address."""
    mode: MailMode = "each"
    language: Language = "en"


class MailKey(Request, frozen=True):
    """What a link in a letter holds."""

    key: Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Vacation(Wire, frozen=True):
    id: str
    begins: datetime
    ends: datetime


class Vacations(Wire, frozen=True):
    """When my clocks stand."""

    vacations: tuple[Vacation, ...]
    """Those that are not over."""
    days: int
    """Days a year that anybody may take."""
    left: float
    """Days that are left of this year's."""


class NewVacation(Request, frozen=True):
    ends: datetime
    begins: datetime | None = None
    """Nothing: now."""


class DeleteAccount(Request, frozen=True):
    """Delete my account. Name and password once more, so that it cannot happen by accident."""

    name: Name
    password: Password


Outcome = Literal["won", "lost", "draw"]


class Player(Wire, frozen=True):
    """Who played in a game that is over."""

    side: str
    seats: tuple[Seat, ...]
    outcome: Outcome
    name: str = ""
    """Of the person; empty: nobody."""
    bot: str = ""


class Result(Wire, frozen=True):
    """A game that is over."""

    table: str
    """Empty: the table is private."""
    game: str
    title: str
    ended: datetime
    winner: str
    rated: bool
    players: tuple[Player, ...]


class Results(Wire, frozen=True):
    """The results of a month, the latest first."""

    month: str
    """``2026-11``."""
    earlier: str = ""
    """The month before this one that has results."""
    later: str = ""
    results: tuple[Result, ...] = ()


class Rating(Wire, frozen=True):
    """How strong a person is at a game, by Glicko-2."""

    game: str
    name: str
    rank: int
    rating: float
    deviation: float
    """The true strength is within twice this, mostly."""
    provisional: bool
    """Too few games, or too long ago, to be sure."""
    games: int
    won: int
    lost: int
    drawn: int
    last: datetime


class Ladder(Wire, frozen=True):
    game: str
    ratings: tuple[Rating, ...]


class PersonPage(Wire, frozen=True):
    """A person, and how their games ended, as far as everybody may know."""

    person: Person
    since: datetime
    ratings: tuple[Rating, ...]
    results: tuple[Result, ...]
    won: int
    lost: int
    drawn: int
