"""What a game tells the people at a table beyond its rules: its box, its story, and answers to their questions.

A page, a terminal or a program asks in the game's own vocabulary; nothing between them and the game needs to know
what is asked. Every question is asked of a seat's *view*, so an answer can never tell what is hidden.
"""

from collections.abc import Mapping
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from sandtable.core.decision import Seat
from sandtable.core.refusal import Refusal
from sandtable.core.tutorial import Tutorial

S_contra = TypeVar("S_contra", contravariant=True)
A = TypeVar("A")
E_contra = TypeVar("E_contra", contravariant=True)


class Option(msgspec.Struct, frozen=True):
    """An optional rule that is agreed on before the game."""

    id: str
    name: str
    text: str
    default: bool = False
    rules: tuple[str, ...] = ()
    """The rules of the book that hold only where it was agreed on."""


class Chair(msgspec.Struct, frozen=True):
    """A seat as the box shows it."""

    seat: Seat
    name: str
    side: str
    colour: str = ""
    scenarios: tuple[str, ...] = ()
    """The scenarios that it has a part in; none named: all."""
    together: str = ""
    """The side that it is on where one player has all chairs that name it; none: they are never one side."""


class Box(msgspec.Struct, frozen=True):
    """What is on the lid, for a lobby: everything that can be agreed on before a game begins."""

    id: str
    title: str
    summary: str
    family: str
    """Which panels a page uses; one that does not know the family plays by the list of choices."""
    chairs: tuple[Chair, ...]
    sides: dict[str, str]
    scenarios: tuple[str, ...]
    options: tuple[Option, ...]
    titles: dict[str, str] = {}
    """What scenarios are called, where that is more than their id."""

    def chairs_in(self, scenario: str) -> tuple[Chair, ...]:
        """The chairs of a scenario; without a name, of the first."""
        name = scenario or next(iter(self.scenarios), "")
        return tuple(chair for chair in self.chairs if not chair.scenarios or name in chair.scenarios)

    def seats_in(self, scenario: str) -> tuple[Seat, ...]:
        """The seats of a scenario."""
        return tuple(chair.seat for chair in self.chairs_in(scenario))

    def parties(self, scenario: str) -> dict[str, tuple[Seat, ...]]:
        """The sides of a scenario and their seats, as few sides as there can be."""
        chairs = self.chairs_in(scenario)
        joined = [chair.together for chair in chairs]
        found: dict[str, tuple[Seat, ...]] = {}
        for chair in chairs:
            side = chair.together if joined.count(chair.together) > 1 and chair.together else chair.side
            found[side] = (*found.get(side, ()), chair.seat)
        return found

    def players_in(self, scenario: str) -> dict[str, tuple[Seat, ...]]:
        """Who commands what where some have to play together; nothing: one player for each seat is as well."""
        parties = self.parties(scenario)
        return parties if any(chair.together in parties for chair in self.chairs_in(scenario)) else {}

    def won(self, seat: Seat, winner: str) -> bool:
        """Whether a victory of this side is one of this seat, too."""
        return any(chair.seat == seat and winner in (chair.side, chair.together) for chair in self.chairs)


class Moment(msgspec.Struct, frozen=True):
    """Where in a game a position is: what a chapter of its story is headed by."""

    round: int
    seat: Seat = ""
    """Whose turn it is; nobody's, if all act at once."""
    phase: str = ""
    """The name of the phase, for people."""


class Measure(msgspec.Struct, frozen=True):
    """Something about a game that is counted by round."""

    id: str
    name: str
    text: str
    """What exactly is counted, in a sentence."""
    by: Literal["seat", "side"]
    how: Literal["stand", "sum", "running"]
    """As it stands at the end of a round, what a round brought, or all that came since the beginning."""


class Tally(msgspec.Struct, frozen=True):
    """What an event adds to a measure that is summed up."""

    measure: str
    who: str
    """A seat or a side, as the measure has it."""
    amount: int


class Throw(msgspec.Struct, frozen=True):
    """Dice that fell, and what each face of such a die would have brought: enough to say how lucky it was."""

    seat: Seat
    """Who threw them."""
    what: str
    """What is scored: ``hits``, ``damage`` ... Scores of different kinds are not added."""
    place: str
    """Where; throws in one place within one turn belong together."""
    dice: tuple[int, ...]
    scores: tuple[int, ...]
    """By face, from 1; there are as many as the die has sides."""


class Guide(Protocol[S_contra, A, E_contra]):
    """The part of a game that helps people."""

    @property
    def kit_type(self) -> Any:
        """What ``kit`` is, for a schema."""
        ...

    @property
    def question_type(self) -> Any:
        """The tagged union of what may be asked, for decoding."""
        ...

    @property
    def answer_type(self) -> Any:
        """The union of the answers."""
        ...

    @property
    def standing_type(self) -> Any:
        """Standing orders that a seat may leave: how its open decisions are to be answered for it."""
        ...

    @property
    def query_type(self) -> Any:
        """The tagged union of what may be asked of the game itself, without a table; ``None``: nothing."""
        ...

    @property
    def reply_type(self) -> Any:
        """The union of the answers to that."""
        ...

    @property
    def box(self) -> Box: ...

    @property
    def tutorial(self) -> Tutorial | None:
        """A lesson for newcomers, if somebody has written one."""
        ...

    @property
    def kit(self) -> Any:
        """Facts that stay the same while the game is played (board, units, phases ...), as the family has them."""
        ...

    @property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        """By language (``de``), what box, kit and decisions say in English, and what is said instead.

        ``{n}`` in both stands for whatever is there. What has no entry stays English.
        """
        ...

    @property
    def ground(self) -> str:
        """The board as an SVG, on which a page lays names and pieces; empty if nothing is drawn."""
        ...

    def sheet(self, dark: bool) -> str:
        """The whole drawing of the empty board, with its names, as an SVG; empty if nothing is drawn."""
        ...

    def headline(self, view: S_contra) -> str:
        """Where the game is, in a few words: ``Round 3, Japan, Combat Move``."""
        ...

    def turn(self, view: S_contra) -> str:
        """Which turn it is, in a word that no other turn of the game has: ``3 japan``. For clocks and letters."""
        ...

    def picture(self, view: S_contra, dark: bool) -> str:
        """The position as an SVG that needs no page; empty if nothing is drawn."""
        ...

    def answer(self, view: S_contra, seat: Seat | None, question: Any) -> Any | Refusal:
        """The answer to a question, asked from a seat or (nothing) by a spectator."""
        ...

    def reply(self, query: Any) -> Any:
        """The answer to what is asked of the game itself. May take a while."""
        ...

    def standing(self, view: S_contra, seat: Seat, orders: Any) -> A | None:
        """What ``seat`` does next by its standing orders; nothing: they have run out."""
        ...

    def lapsed(self, given: S_contra, now: S_contra, seat: Seat, orders: Any) -> bool:
        """Whether standing orders that were left when the seat saw ``given`` have run out by ``now``."""
        ...

    def tell(self, before: S_contra, event: E_contra) -> tuple[str, ...]:
        """An event in sentences, as the running text beside the board has it."""
        ...

    def moment(self, view: S_contra) -> Moment:
        """Round, turn and phase of a position."""
        ...

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What can be counted by round; none: the game has no statistics but its dice."""
        ...

    def measure(self, view: S_contra) -> Mapping[str, Mapping[str, float]]:
        """Every measure that stands, by its id: the value of each seat or side."""
        ...

    def strength(self, view: S_contra) -> Mapping[str, float]:
        """What each side has, in the family's own measure: a game of bots that nobody has won is judged by it."""
        ...

    def tally(self, before: S_contra, event: E_contra) -> tuple[Tally, ...]:
        """What an event adds to the measures that are summed up."""
        ...

    def throws(self, before: S_contra, event: E_contra) -> tuple[Throw, ...]:
        """The dice of an event, as far as luck has a say in them."""
        ...

    def word(self, view: S_contra, seat: Seat, action: A) -> str:
        """An action in words: what a button says that takes it."""
        ...
