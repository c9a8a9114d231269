"""What a game offers its players beyond the rules: its box, its story, and answers to their questions.

Pages, terminals and programs ask in the game's own vocabulary; nothing in between needs to understand it. Every
question is about a seat's *view*, so an answer can't reveal what is hidden.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from sandtable.core.decision import Seat
from sandtable.core.refusal import Refusal
from sandtable.core.tutorial import Tutorial

S_contra = TypeVar("S_contra", contravariant=True)
A = TypeVar("A")
E_contra = TypeVar("E_contra", contravariant=True)


SHARED = "+"
"""Separates sides that share a victory."""


class Option(msgspec.Struct, frozen=True):
    """An optional rule."""

    id: str
    name: str
    text: str
    default: bool = False
    rules: tuple[str, ...] = ()
    """The rules of the book that apply only with this option."""
    scenarios: tuple[str, ...] = ()
    """The scenarios that offer it; empty: all."""


class Chair(msgspec.Struct, frozen=True):
    """A seat as shown on the box."""

    seat: Seat
    name: str
    side: str
    colour: str = ""
    scenarios: tuple[str, ...] = ()
    """The scenarios it takes part in; empty: all."""
    together: str = ""
    """The side it belongs to if one player has all chairs that name it; empty: none."""


class Box(msgspec.Struct, frozen=True):
    """What the box says: everything that can be agreed on before a game starts."""

    id: str
    title: str
    summary: str
    family: str
    """Which panels a page uses. A page that doesn't know the family offers a list of choices."""
    chairs: tuple[Chair, ...]
    sides: dict[str, str]
    scenarios: tuple[str, ...]
    options: tuple[Option, ...]
    titles: dict[str, str] = {}
    """Titles of scenarios, where they differ from the id."""
    lengths: dict[str, int] = {}
    """The number of rounds of scenarios that end on a fixed date."""

    def length_of(self, scenario: str) -> int:
        """The maximum number of rounds of a scenario; 0: it ends when somebody wins."""
        return self.lengths.get(scenario or next(iter(self.scenarios), ""), 0)

    def chairs_in(self, scenario: str) -> tuple[Chair, ...]:
        """The chairs of a scenario; by default, the first."""
        name = scenario or next(iter(self.scenarios), "")
        return tuple(chair for chair in self.chairs if not chair.scenarios or name in chair.scenarios)

    def seats_in(self, scenario: str) -> tuple[Seat, ...]:
        """The seats of a scenario."""
        return tuple(chair.seat for chair in self.chairs_in(scenario))

    def parties(self, scenario: str) -> dict[str, tuple[Seat, ...]]:
        """The sides of a scenario and their seats, as few sides as possible."""
        chairs = self.chairs_in(scenario)
        joined = [chair.together for chair in chairs]
        found: dict[str, tuple[Seat, ...]] = {}
        for chair in chairs:
            side = chair.together if joined.count(chair.together) > 1 and chair.together else chair.side
            found[side] = (*found.get(side, ()), chair.seat)
        return found

    def players_in(self, scenario: str) -> dict[str, tuple[Seat, ...]]:
        """Who commands what where some seats must play together; empty: one player per seat."""
        parties = self.parties(scenario)
        return parties if any(chair.together in parties for chair in self.chairs_in(scenario)) else {}

    def won(self, seat: Seat, winner: str) -> bool:
        """Whether a seat shares this side's victory; sides that share one are joined by a plus."""
        winners = winner.split(SHARED)
        return any(
            chair.seat == seat and (chair.side in winners or chair.together in winners) for chair in self.chairs
        )


class Moment(msgspec.Struct, frozen=True):
    """Where in a game a position is: the heading of a chapter."""

    round: int
    seat: Seat = ""
    """Whose turn it is; empty: all act at the same time."""
    phase: str = ""
    """The name of the phase."""


class Measure(msgspec.Struct, frozen=True):
    """A statistic by round."""

    id: str
    name: str
    text: str
    """What exactly is counted, as a sentence."""
    by: Literal["seat", "side"]
    how: Literal["stand", "sum", "running"]
    """The value at the end of a round, the sum within a round, or the running total."""


class Tally(msgspec.Struct, frozen=True):
    """What an event adds to a summed measure."""

    measure: str
    who: str
    """A seat or a side, depending on the measure."""
    amount: int


FACES = (1, 2, 3, 4, 5, 6)
"""The score of each face where the number counts."""


class Throw(msgspec.Struct, frozen=True):
    """A dice roll with the score of each face: enough to tell how lucky it was."""

    seat: Seat
    """Who rolled."""
    what: str
    """What is scored: ``hits``, ``damage`` ... Different kinds aren't added up."""
    place: str
    """Where; rolls in one place within one turn belong together."""
    dice: tuple[int, ...]
    scores: tuple[int, ...]
    """By face, from 1; one for each side of the die."""


def at_most(value: int, sides: int = 6) -> tuple[int, ...]:
    """The score of each face where a die scores at this number or less."""
    return tuple(int(face <= value) for face in range(1, sides + 1))


def at_least(value: int, sides: int = 6) -> tuple[int, ...]:
    """The score of each face where a die scores at this number or more."""
    return tuple(int(face >= value) for face in range(1, sides + 1))


class Guide(Protocol[S_contra, A, E_contra]):
    """The part of a game that helps people."""

    @property
    def kit_type(self) -> Any:
        """The type of ``kit``, for a schema."""
        ...

    @property
    def question_type(self) -> Any:
        """The tagged union of questions, for decoding."""
        ...

    @property
    def answer_type(self) -> Any:
        """The union of the answers."""
        ...

    @property
    def standing_type(self) -> Any:
        """The type of standing orders: how a seat's open decisions are answered for it."""
        ...

    @property
    def query_type(self) -> Any:
        """The tagged union of questions that need no table; ``None``: there are none."""
        ...

    @property
    def reply_type(self) -> Any:
        """The union of the answers to those."""
        ...

    @property
    def box(self) -> Box: ...

    @property
    def tutorials(self) -> tuple[Tutorial, ...]:
        """The tutorials, easiest first; empty: there are none."""
        ...

    @property
    def kit(self) -> Any:
        """Facts that don't change during the game (board, units, phases ...), in the family's format."""
        ...

    @property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        """Translations by language (``de``): the English texts of box, kit and decisions, and their translations.

        ``{n}`` stands for any value. Texts without an entry stay English.
        """
        ...

    @property
    def ground(self) -> str:
        """The board as an SVG for a page to put names and pieces on; empty if there is no drawing."""
        ...

    @property
    def boards(self) -> tuple[str, ...]:
        """The boards of a game that has several, by name."""
        ...

    def ground_of(self, board: str) -> str:
        """One of several boards, like :attr:`ground`."""
        ...

    def sheet(self, dark: bool) -> str:
        """The empty board with its names, as an SVG; empty if there is no drawing."""
        ...

    def headline(self, view: S_contra) -> str:
        """Where the game is, in a few words: ``Round 3, Japan, Combat Move``."""
        ...

    def turn(self, view: S_contra) -> str:
        """A unique id of the current turn: ``3 japan``. For clocks and email."""
        ...

    def picture(self, view: S_contra, dark: bool) -> str:
        """The position as a stand-alone SVG; empty if there is no drawing."""
        ...

    def answer(self, view: S_contra, seat: Seat | None, question: Any) -> Any | Refusal:
        """The answer to a question from a seat or (None) a spectator."""
        ...

    def reply(self, query: Any) -> Any:
        """The answer to a question that needs no table. May be slow."""
        ...

    def standing(self, view: S_contra, seat: Seat, orders: Any) -> A | None:
        """What ``seat`` does next by its standing orders. None if they have expired."""
        ...

    def lapsed(self, given: S_contra, now: S_contra, seat: Seat, orders: Any) -> bool:
        """Whether standing orders given at view ``given`` have expired by ``now``."""
        ...

    def tell(self, before: S_contra, event: E_contra) -> tuple[str, ...]:
        """An event as sentences, for the running commentary."""
        ...

    def tell_all(self, happened: Sequence[tuple[S_contra, E_contra]]) -> tuple[str, ...]:
        """The sentences for one action's events, grouped; each event comes with the position before it."""
        ...

    def moment(self, view: S_contra) -> Moment:
        """Round, turn and phase of a position."""
        ...

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The statistics by round; empty: only dice."""
        ...

    def measure(self, view: S_contra) -> Mapping[str, Mapping[str, float]]:
        """The current value of every measure, by its id, for each seat or side."""
        ...

    def strength(self, view: S_contra) -> Mapping[str, float]:
        """The strength of each side, in the family's own measure: decides bot games without a winner."""
        ...

    def leader(self, view: S_contra) -> str:
        """Who would win by the rules if the game ended now; empty: the rules don't say."""
        ...

    def tally(self, before: S_contra, event: E_contra) -> tuple[Tally, ...]:
        """What an event adds to the summed measures."""
        ...

    def throws(self, before: S_contra, event: E_contra) -> tuple[Throw, ...]:
        """The dice rolls of an event that can be lucky or unlucky."""
        ...

    def word(self, view: S_contra, seat: Seat, action: A) -> str:
        """An action in words, for a button."""
        ...
