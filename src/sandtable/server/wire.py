"""Everything that goes over the wire, as msgspec structs. The page's types are generated from these.

What a game itself says (actions, events, views, questions, answers) is ``Raw``: the game decodes it.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw

from sandtable.core.decision import Decision, Seat
from sandtable.core.guide import Box

PLAIN = r"^[^\x00]*$"
"""Any text, but the character that databases cannot keep."""
Name = Annotated[str, Meta(min_length=1, max_length=100, pattern=PLAIN)]
"""What a person is called at the tables: 2 to 24 letters and digits, with spaces, dots, dashes and apostrophes."""
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""An idempotency key: the same key does nothing twice."""
Text = Annotated[str, Meta(min_length=1, max_length=500, pattern=PLAIN)]


class Wire(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """What the server sends."""


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client sends; unknown fields are mistakes."""


# -- trouble


class Problem(Wire, frozen=True):
    """Every error answer, of HTTP and of the socket."""

    status: int
    what: str
    """A short name for programs: ``refused``, ``conflict``, ``not-yours``, ``too-fast``, ``bad-request`` ..."""
    why: str
    """A sentence for people that says what to do."""
    rule: str = ""
    """The id of the rule that refused an action; its text is at ``/api/games/{game}/rules/{rule}``."""


# -- people


class Person(Wire, frozen=True):
    id: str
    name: str
    guest: bool = False


class Me(Wire, frozen=True):
    """Who the session belongs to; nobody yet: ``person`` is null."""

    person: Person | None
    email: str = ""


class SignUp(Request, frozen=True):
    """A new account; a guest who signs up keeps their tables."""

    name: Name
    password: Password


class SignIn(Request, frozen=True):
    name: Name
    password: Password


class Visit(Request, frozen=True):
    """Play as a guest; without a name one is made up."""

    name: Name | None = None


class NewPassword(Request, frozen=True):
    old: Password
    new: Password


class NewToken(Request, frozen=True):
    label: Annotated[str, Meta(min_length=1, max_length=60, pattern=PLAIN)]


class Token(Wire, frozen=True):
    id: str
    label: str
    made: datetime
    used: datetime | None = None
    secret: str = ""
    """Only in the answer that makes it."""


# -- games and tables


class BotInfo(Wire, frozen=True):
    name: str
    text: str


class GameInfo(Wire, frozen=True):
    box: Box
    bots: tuple[BotInfo, ...]
    answers: bool
    """Whether it answers questions without a table, such as the odds of a battle."""
    lesson: bool
    """Whether there is a lesson for newcomers."""


SeatPlan = Annotated[str, Meta(max_length=80)]
"""Who sits there: ``me``, ``open``, ``bot:LEVEL``, or ``friend:NAME``."""


TimeIsUp = Literal["bot", "loss", "mark"]
"""What happens when time runs out: a bot plays on, the game is given up, or it is only noted."""


class DaysClock(Request, frozen=True, tag="days", tag_field="kind"):
    """So many days for all that a seat decides in one turn."""

    days: Annotated[int, Meta(ge=1, le=60)]
    grace: Annotated[int, Meta(ge=0, le=168)]
    """Hours that are let pass before anything happens."""
    end: TimeIsUp


class LiveClock(Request, frozen=True, tag="live", tag_field="kind"):
    """So many minutes for the whole game, and some seconds more for each turn."""

    minutes: Annotated[int, Meta(ge=1, le=600)]
    increment: Annotated[int, Meta(ge=0, le=3600)]
    end: TimeIsUp


Clock = DaysClock | LiveClock


class NewTable(Request, frozen=True):
    game: str
    scenario: str = ""
    options: dict[str, bool] = {}
    seats: dict[Seat, SeatPlan] = {}
    """Seats that are not named are open."""
    title: Annotated[str, Meta(max_length=80)] = ""
    listed: bool = False
    """In the list of open games; otherwise only who has the link can come."""
    study: bool = False
    """A position to study: all seats are the host's (``me`` or ``bot:LEVEL``), and it may be changed by hand."""
    entropy: Annotated[str, Meta(max_length=200)] = ""
    """Words that the host adds to the dice."""
    clock: Clock | None = None
    rated: bool = False
    """Counts for the ladder: persons with accounts in all seats, on opposite sides."""


class SeatTime(Wire, frozen=True):
    """The clock of a seat, when this was sent."""

    left: float
    """Seconds; below zero: the days of grace run."""
    runs: bool
    late: int = 0
    """How often time ran out."""
    away: datetime | None = None
    """On vacation until then: the clock stands."""


class Chairholder(Wire, frozen=True):
    """Who plays a seat."""

    seat: Seat
    person: Person | None = None
    bot: str = ""
    """The level of the bot that plays it (also while it stands in for ``person``)."""
    invited: str = ""
    """The name of a friend who is expected."""
    here: bool = False
    """Whether the person is looking at the table now."""
    conceded: bool = False
    time: SeatTime | None = None


Phase = Literal["waiting", "playing", "finished", "abandoned"]
"""Waiting for players; in play; over."""


class TableInfo(Wire, frozen=True):
    """A table as a list shows it."""

    id: str
    """Also the link: whoever knows it can look on, and take an open seat."""
    game: str
    title: str
    scenario: str
    options: dict[str, bool]
    phase: Phase
    listed: bool
    host: Person
    seats: tuple[Chairholder, ...]
    turn: tuple[Seat, ...]
    """Seats that owe a decision now."""
    mine: tuple[Seat, ...]
    """Seats of the person who asks."""
    headline: str
    """Where the game is, in a few words: ``Round 3, Japan, Combat Move``."""
    winner: str
    made: datetime
    moved: datetime
    seq: int
    next: str = ""
    """The table of the rematch."""
    study: bool = False
    """A position that its host studies: private, and it may be changed by hand."""
    source: str = ""
    """The table that it branched from."""
    moment: int = 0
    """After so many of that table's decisions."""
    clock: Clock | None = None
    rated: bool = False


class Tables(Wire, frozen=True):
    tables: tuple[TableInfo, ...]
    more: str = ""
    """The cursor of the next page."""


class TakeSeat(Request, frozen=True):
    seat: Seat
    entropy: Annotated[str, Meta(max_length=200)] = ""
    """Words that the player adds to the dice, if the game has not begun."""


class Start(Request, frozen=True):
    """Begin with bots in the seats that are still free."""

    bot: Annotated[str, Meta(max_length=60)] = ""
    """Their level; empty: the usual one."""


class Resign(Request, frozen=True):
    """Give up. The seat that gives up; empty: the first of one's own."""

    seat: Seat = ""


class Rematch(Request, frozen=True):
    """Play it again with the same people; ``swap``: on the other sides."""

    swap: bool = False


class SetSeat(Request, frozen=True):
    """Hand a seat to a bot (``bot:hard``), or back to its person (``me``); the host may open an empty one."""

    plan: SeatPlan


class Entry(Wire, frozen=True):
    """One line of the log, as the viewer may see it."""

    seq: int
    """Number in the log; grows with everything, an undo included."""
    number: int
    """Number among the decisions that stand, from 1; 0 for an undo."""
    kind: Literal["act", "undo", "edit"]
    """A decision, one that was taken back, or a change by hand (in a study)."""
    seat: Seat
    """Whose decision; nobody's: a change by hand."""
    by: str
    """Who pressed the button: a person's name, a bot's level, or ``standing`` for standing orders."""
    at: datetime
    action: Raw
    """As the viewer may see it: null while it is hidden, and for a change by hand, which its events tell."""
    events: tuple[Raw, ...]
    text: tuple[str, ...]
    """The events in sentences."""
    back: int = 0
    """An undo: so many of the last decisions were taken back."""
    reason: str = ""
    """Why a bot did it, if it says."""


class Stand(Wire, frozen=True):
    """The table as it stands, for one viewer."""

    seq: int
    number: int
    """How many decisions stand."""
    view: Raw
    pending: tuple[Decision, ...]
    headline: str
    undo: dict[Seat, int]
    """For each seat of the viewer that could take something back: the number of the first decision it could.

    In a study also for nobody (an empty name): changes by hand.
    """
    standing: dict[Seat, Raw]
    """Standing orders of the viewer's seats."""
    winner: str
    digest: str
    """Of the view."""


class Seal(Wire, frozen=True):
    """The dice: sealed before the first roll, opened at the end."""

    source: str
    commitment: str
    entropy: str
    secret: str = ""
    rolled: int = 0
    since: int = 0
    """How many dice of the log fell before this source took over: an imported game has dice of its own."""


class TableView(Wire, frozen=True):
    """All that a page needs to show a table."""

    info: TableInfo
    stand: Stand
    recent: tuple[Entry, ...]
    """The end of the log, at least this turn's."""
    chat: tuple["Said", ...]
    dice: Seal


class Said(Wire, frozen=True):
    id: int
    person: str
    at: datetime
    text: str
    """Plain text."""
    side: str = ""
    """Only for this side; empty: for everybody at the table."""


# -- acting: the same over HTTP (``POST /api/tables/{id}/act``) and the socket


class Act(Request, frozen=True, tag="act", tag_field="type"):
    """Take actions, one after the other: all, or none if one is refused."""

    key: Key
    seat: Seat
    seq: int
    """The last log number that the client knows: an action upon an old table is a conflict."""
    actions: Annotated[list[Raw], Meta(min_length=1, max_length=200)]


class Undo(Request, frozen=True, tag="undo", tag_field="type"):
    """Take back the last decision, or (``number``) one decision of this stretch.

    What rests on it goes too, and what followed the end of its phase.
    """

    key: Key
    seat: Seat
    seq: int
    number: int = 0


class Standing(Request, frozen=True, tag="standing", tag_field="type"):
    """Leave standing orders, or (null) take them back."""

    key: Key
    seat: Seat
    orders: Raw


class Edit(Request, frozen=True, tag="edit", tag_field="type"):
    """Change the position of one's study by hand: all of these changes, or none if one is refused."""

    key: Key
    seq: int
    changes: Annotated[list[Raw], Meta(min_length=1, max_length=100)]


class Ask(Request, frozen=True, tag="ask", tag_field="type"):
    """A question in the game's vocabulary; also ``{"ask": "choices"}``, which every game answers."""

    id: int
    question: Raw
    seat: Seat | None = None
    at: Annotated[int, Meta(ge=0)] | None = None
    """Asked of the table as it stood after so many of the decisions that stand; null: as it stands now."""


class Say(Request, frozen=True, tag="say", tag_field="type"):
    text: Text
    side: str = ""


class Ping(Request, frozen=True, tag="ping", tag_field="type"):
    pass


ClientMessage = Act | Undo | Standing | Edit | Ask | Say | Ping


class Choice(Wire, frozen=True):
    """One thing that a seat may do now."""

    text: str
    action: Raw


class Choices(Wire, frozen=True):
    """What a seat may do now, the first so many; ``more``: there are others."""

    choices: tuple[Choice, ...]
    more: bool
    schema: Raw
    """JSON Schema of the actions, for a form."""


class Done(Wire, frozen=True, tag="done", tag_field="type"):
    """An act, an undo or standing orders were taken; ``seq`` is the log's end after it. A retry gets the same."""

    key: str
    seq: int
    dropped: tuple[str, ...] = ()
    """Undo in the middle: decisions that could not stand without it, in words."""


class Failed(Wire, frozen=True, tag="failed", tag_field="type"):
    """A message could not be obeyed; nothing changed. ``key`` or ``id`` say which."""

    problem: Problem
    key: str = ""
    id: int = 0


class Hello(Wire, frozen=True, tag="hello", tag_field="type"):
    """First message of a connection, and again whenever the client must start afresh."""

    table: TableView
    me: Person | None


class Happened(Wire, frozen=True, tag="happened", tag_field="type"):
    """New log entries, and what they changed: a JSON merge patch (RFC 7396) from the view at ``after``."""

    after: int
    """The log number that the patch starts from; a client that stands elsewhere reconnects."""
    entries: tuple[Entry, ...]
    patch: Raw
    stand: Stand
    """With ``view`` null: the patch tells it."""


class TableChanged(Wire, frozen=True, tag="table", tag_field="type"):
    """Seats, presence, title, phase."""

    info: TableInfo


class Chatted(Wire, frozen=True, tag="said", tag_field="type"):
    said: Said


class Answered(Wire, frozen=True, tag="answer", tag_field="type"):
    id: int
    answer: Raw


class Opened(Wire, frozen=True, tag="opened", tag_field="type"):
    """The game is over: the secret of the dice."""

    dice: Seal


class Pong(Wire, frozen=True, tag="pong", tag_field="type"):
    seq: int


ServerMessage = Hello | Happened | TableChanged | Chatted | Answered | Done | Failed | Opened | Pong
