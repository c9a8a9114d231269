"""Everything sent over the wire, as msgspec structs. The page's types are generated from these.

A game's own values (actions, events, views, questions, answers) are ``Raw``: the game decodes them.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw

from sandtable.core.decision import Decision, Seat
from sandtable.core.guide import Box

PLAIN = r"^[^\x00]*$"
"""Any text without NUL, which databases can't store."""
Name = Annotated[str, Meta(min_length=1, max_length=100, pattern=PLAIN)]
"""A person's name: 2 to 24 letters and digits, with spaces, dots, dashes and apostrophes."""
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""An idempotency key: a request with a used key does nothing."""
Text = Annotated[str, Meta(min_length=1, max_length=500, pattern=PLAIN)]


class Wire(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """Base class of server messages."""


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class of client messages. Unknown fields are errors."""


# -- errors


class Problem(Wire, frozen=True):
    """Every error response, over HTTP and the socket."""

    status: int
    what: str
    """A short name for programs: ``refused``, ``conflict``, ``not-yours``, ``too-fast``, ``bad-request`` ..."""
    why: str
    """A sentence that says what to do."""
    rule: str = ""
    """The id of the rule that refused an action; its text is at ``/api/games/{game}/rules/{rule}``."""


# -- people


class Person(Wire, frozen=True):
    id: str
    name: str
    guest: bool = False


class Me(Wire, frozen=True):
    """The signed-in person; null: nobody."""

    person: Person | None
    email: str = ""
    operator: bool = False
    """Whether they may install games on this server."""


class SignUp(Request, frozen=True):
    """Create an account. A guest keeps their tables."""

    name: Name
    password: Password


class SignIn(Request, frozen=True):
    name: Name
    password: Password


class Visit(Request, frozen=True):
    """Play as a guest. Without a name, one is made up."""

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
    """Only in the response that creates it."""


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
    """Whether there is a tutorial."""


SeatPlan = Annotated[str, Meta(max_length=80)]
"""Who plays a seat: ``me``, ``open``, ``bot:LEVEL``, or ``friend:NAME``."""


TimeIsUp = Literal["bot", "loss", "mark"]
"""When time runs out: a bot plays on, the game is lost, or it is only noted."""


class DaysClock(Request, frozen=True, tag="days", tag_field="kind"):
    """A number of days per seat and turn."""

    days: Annotated[int, Meta(ge=1, le=60)]
    grace: Annotated[int, Meta(ge=0, le=168)]
    """Extra hours before anything happens."""
    end: TimeIsUp


class LiveClock(Request, frozen=True, tag="live", tag_field="kind"):
    """A number of minutes for the whole game, plus some seconds for each turn."""

    minutes: Annotated[int, Meta(ge=1, le=600)]
    increment: Annotated[int, Meta(ge=0, le=3600)]
    end: TimeIsUp


Clock = DaysClock | LiveClock


class NewTable(Request, frozen=True):
    game: str
    scenario: str = ""
    options: dict[str, bool] = {}
    seats: dict[Seat, SeatPlan] = {}
    """Omitted seats are open."""
    title: Annotated[str, Meta(max_length=80)] = ""
    listed: bool = False
    """Shown in the list of open games; otherwise only people with the link can join."""
    study: bool = False
    """A study: all seats are the host's (``me`` or ``bot:LEVEL``), and the position can be edited."""
    entropy: Annotated[str, Meta(max_length=200)] = ""
    """Words the host mixes into the dice."""
    clock: Clock | None = None
    rated: bool = False
    """Counts for the ladder: people with accounts in all seats, on opposite sides."""


class Pair(Request, frozen=True):
    """Find an opponent who wants the same game."""

    game: str
    scenario: str = ""
    side: str = ""
    """Empty: either."""
    clock: Clock | None = None
    rated: bool = False


class SeatTime(Wire, frozen=True):
    """A seat's clock when this was sent."""

    left: float
    """Seconds; negative during grace."""
    runs: bool
    late: int = 0
    """How often time ran out."""
    away: datetime | None = None
    """On vacation until then; the clock is stopped."""


class Excluded(Wire, frozen=True):
    """Somebody the host has muted at this table; ``removed``: they can't sit down either."""

    name: str
    removed: bool
    why: str


class Chairholder(Wire, frozen=True):
    """Who plays a seat."""

    seat: Seat
    person: Person | None = None
    bot: str = ""
    """The level of the bot that plays it, also when standing in for ``person``."""
    invited: str = ""
    """The name of an invited friend."""
    here: bool = False
    """Whether the person is watching the table now."""
    conceded: bool = False
    time: SeatTime | None = None


Phase = Literal["waiting", "playing", "finished", "abandoned"]
"""Waiting for players, in play, over, or closed."""


class TableInfo(Wire, frozen=True):
    """A table as lists show it."""

    id: str
    """Also the link: anyone who has it can watch, and take an open seat."""
    game: str
    """The game's id, plus ``@`` and the edition if the game's files have changed since."""
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
    """The viewer's seats."""
    headline: str
    """Where the game is, in a few words: ``Round 3, Japan, Combat Move``."""
    winner: str
    made: datetime
    moved: datetime
    seq: int
    next: str = ""
    """The table of the rematch."""
    study: bool = False
    """A private study, which can be edited."""
    source: str = ""
    """The table it branched from."""
    moment: int = 0
    """How many of that table's decisions it starts with."""
    clock: Clock | None = None
    rated: bool = False
    pairing: str = ""
    """The side its host wants while waiting for an opponent, or ``any``; empty: no quick pairing."""
    closed: str = ""
    """Why it was closed, if a reason was given."""
    puzzle: str = ""
    """The puzzle that a study sets."""
    excluded: tuple[Excluded, ...] = ()
    """Who is muted or removed. Visible to the host and the players; others see only themselves."""


class Tables(Wire, frozen=True):
    tables: tuple[TableInfo, ...]
    more: str = ""
    """The cursor of the next page."""


class TakeSeat(Request, frozen=True):
    seat: Seat
    entropy: Annotated[str, Meta(max_length=200)] = ""
    """Words the player mixes into the dice, before the game starts."""


class Start(Request, frozen=True):
    """Start with bots in the free seats."""

    bot: Annotated[str, Meta(max_length=60)] = ""
    """Their level; empty: the default."""


class Resign(Request, frozen=True):
    """Resign a seat; empty: your first one."""

    seat: Seat = ""


class Rematch(Request, frozen=True):
    """Play again with the same people; ``swap``: on opposite sides."""

    swap: bool = False


class SetSeat(Request, frozen=True):
    """Hand a seat to a bot (``bot:hard``), or back to its person (``me``). The host can open an empty one."""

    plan: SeatPlan


class Entry(Wire, frozen=True):
    """A line of the log, as the viewer may see it."""

    seq: int
    """Its number in the log, where undos count too."""
    number: int
    """Its number among the current decisions, from 1; 0 for an undo."""
    kind: Literal["act", "undo", "edit"]
    """A decision, an undo, or an edit (in a study)."""
    seat: Seat
    """The seat that decided; empty for an edit."""
    by: str
    """Who acted: a person's name, a bot's level, or ``standing`` for standing orders."""
    at: datetime
    action: Raw
    """Null while hidden from the viewer, and for an edit, which its events describe."""
    events: tuple[Raw, ...]
    text: tuple[str, ...]
    """The events as sentences."""
    back: int = 0
    """For an undo: how many decisions were taken back."""
    reason: str = ""
    """A bot's reason, if it gives one."""


class Stand(Wire, frozen=True):
    """The current table, for one viewer."""

    seq: int
    number: int
    """How many current decisions there are."""
    view: Raw
    pending: tuple[Decision, ...]
    headline: str
    undo: dict[Seat, int]
    """For each of the viewer's seats that can undo: the number of its first undoable decision.

    In a study, an empty name stands for edits.
    """
    standing: dict[Seat, Raw]
    """The standing orders of the viewer's seats."""
    winner: str
    digest: str
    """Of the view."""


class Seal(Wire, frozen=True):
    """The dice: committed before the first roll, revealed at the end."""

    source: str
    commitment: str
    entropy: str
    secret: str = ""
    rolled: int = 0
    since: int = 0
    """How many dice were rolled before this source took over: an imported game gets fresh dice."""


class TableView(Wire, frozen=True):
    """Everything a page needs to show a table."""

    info: TableInfo
    stand: Stand
    recent: tuple[Entry, ...]
    """The end of the log, at least this turn's lines."""
    chat: tuple["Said", ...]
    dice: Seal


class Said(Wire, frozen=True):
    id: int
    person: str
    at: datetime
    text: str
    """Plain text."""
    side: str = ""
    """Only for this side; empty: for everybody."""


# -- acting: the same over HTTP (``POST /api/tables/{id}/act``) and the socket


class Act(Request, frozen=True, tag="act", tag_field="type"):
    """Take actions in order: all, or none if one is refused."""

    key: Key
    seat: Seat
    seq: int
    """The last log number the client knows. An action on a stale table is a conflict."""
    actions: Annotated[list[Raw], Meta(min_length=1, max_length=200)]


class Undo(Request, frozen=True, tag="undo", tag_field="type"):
    """Undo the last decision, or (``number``) one decision of this stretch.

    Decisions that depend on it are undone too, as is everything after the end of its phase.
    """

    key: Key
    seat: Seat
    seq: int
    number: int = 0


class Standing(Request, frozen=True, tag="standing", tag_field="type"):
    """Set standing orders, or (null) clear them."""

    key: Key
    seat: Seat
    orders: Raw


class Edit(Request, frozen=True, tag="edit", tag_field="type"):
    """Edit your study's position: all changes, or none if one is refused."""

    key: Key
    seq: int
    changes: Annotated[list[Raw], Meta(min_length=1, max_length=100)]


class Ask(Request, frozen=True, tag="ask", tag_field="type"):
    """A question in the game's vocabulary, or one that every game answers.

    ``{"ask": "choices"}`` lists the legal actions. ``{"ask": "ending"}`` fails with the refusal that ending the
    phase would meet; otherwise the answer is empty.
    """

    id: int
    question: Raw
    seat: Seat | None = None
    at: Annotated[int, Meta(ge=0)] | None = None
    """Ask about the table after this many current decisions; null: now."""


class Say(Request, frozen=True, tag="say", tag_field="type"):
    """A chat message. With a key, the socket confirms it with ``done``, and a retry is posted once."""

    text: Text
    side: str = ""
    key: Key | None = None


class Ping(Request, frozen=True, tag="ping", tag_field="type"):
    pass


ClientMessage = Act | Undo | Standing | Edit | Ask | Say | Ping


class Choice(Wire, frozen=True):
    """A legal action."""

    text: str
    action: Raw


class Choices(Wire, frozen=True):
    """The first legal actions of a seat; ``more``: there are others."""

    choices: tuple[Choice, ...]
    more: bool
    schema: Raw
    """JSON Schema of the actions, for a form."""


class Done(Wire, frozen=True, tag="done", tag_field="type"):
    """The request with this key was accepted; ``seq`` is the end of the log after it. A retry gets the same
    response."""

    key: str
    seq: int
    dropped: tuple[str, ...] = ()
    """For an undo in the middle: later decisions that were dropped with it, in words."""


class Failed(Wire, frozen=True, tag="failed", tag_field="type"):
    """A request failed and changed nothing. ``key`` or ``id`` identify it."""

    problem: Problem
    key: str = ""
    id: int = 0
    changed: tuple[Entry, ...] = ()
    """For a conflict: the latest log lines since the one the request was based on."""


class Hello(Wire, frozen=True, tag="hello", tag_field="type"):
    """First message of a connection, and again whenever the client must start over."""

    table: TableView
    me: Person | None


class Happened(Wire, frozen=True, tag="happened", tag_field="type"):
    """New log entries, and a JSON merge patch (RFC 7396) from the view at ``after``."""

    after: int
    """The log number the patch starts from. A client at another number reconnects."""
    entries: tuple[Entry, ...]
    patch: Raw
    stand: Stand
    """With ``view`` null: apply the patch."""


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
