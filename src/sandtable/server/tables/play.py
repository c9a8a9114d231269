"""A game in memory: its record, and the log that it is the fold of. Pure: no clock, no database, no people.

Every line of the log has a number of its own (``seq``), an undo too. The decisions that stand are what is left
when each undo has taken back so many of the last ones; they are numbered anew (``number``).

Nothing is tried on a play that others look at: take a :meth:`Play.draft`, and let it take the place of the play
once its new lines are safe.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar

import msgspec

from sandtable.core.amending import NOBODY
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import Dice
from sandtable.core.game import Game, Setup
from sandtable.core.record import CannotUndo, Entry, Record
from sandtable.core.refusal import Refusal

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

OBEDIENCE = 200
"""So many decisions are taken by standing orders in one go."""


class Line(msgspec.Struct, Generic[A, E], frozen=True, kw_only=True):
    """One line of the log."""

    seq: int
    kind: Literal["act", "undo", "edit"]
    seat: Seat
    by: str
    at: datetime
    action: A | None = None
    """Of an edit, the change."""
    events: tuple[E, ...] = ()
    back: int = 0
    reason: str = ""
    key: str = ""
    person: str | None = None


class Hand(msgspec.Struct, frozen=True):
    """Who pressed the button, and when."""

    by: str
    at: datetime
    key: str = ""
    person: str | None = None
    """The id of the person; nothing for a bot or standing orders."""
    reason: str = ""


class Orders(msgspec.Struct, frozen=True):
    """Standing orders of a seat, as its game understands them."""

    value: Any
    given: int
    """How many decisions stood when they were given."""


class BadLog(Exception):
    """A log that does not hold together: a bug, or another version of the game."""


class Play(Generic[S, A, E]):
    """A game and its log."""

    def __init__(self, record: Record[S, A, E]) -> None:
        self.record = record
        self._lines: list[Line[A, E]] = []
        self._depths: list[int] = []
        """How many decisions stood after each line."""
        self._standing: list[int] = []
        """For each decision that stands, the index of its line."""

    @classmethod
    def begin(cls, game: Game[S, A, E], setup: Setup, dice: Dice, since: int = 0) -> "Play[S, A, E] | Refusal":
        """A game without a log yet."""
        record = Record.begin(game, setup, dice, since)
        return record if isinstance(record, Refusal) else cls(record)

    @property
    def game(self) -> Game[S, A, E]:
        return self.record.game

    @property
    def seq(self) -> int:
        """The number of the last line."""
        return len(self._lines)

    @property
    def number(self) -> int:
        """How many decisions stand."""
        return len(self._standing)

    @property
    def lines(self) -> Sequence[Line[A, E]]:
        return self._lines

    @property
    def pending(self) -> tuple[Decision, ...]:
        return self.record.pending

    def owed(self, seat: Seat) -> tuple[Decision, ...]:
        """What a seat has to decide now."""
        return tuple(decision for decision in self.record.pending if decision.seat == seat)

    def standing(self, number: int) -> list[Line[A, E]]:
        """The lines of the first so many decisions that stand."""
        return [self._lines[index] for index in self._standing[:number]]

    def draft(self) -> "Play[S, A, E]":
        """The same play, to try things on."""
        other = Play(self.record.draft())
        other._lines = self._lines.copy()
        other._depths = self._depths.copy()
        other._standing = self._standing.copy()
        return other

    # lines that were decided elsewhere

    def take(self, lines: Iterable[Line[A, E]]) -> None:
        """Add lines that are in the log already."""
        lines = list(lines)
        if self._lines:
            for line in lines:
                self._take(line)
            return
        stack: list[int] = []  # what is undone need not be played
        for line in lines:
            self._number(line, len(stack))
            if line.kind == "undo":
                del stack[len(stack) - line.back :]
            else:
                stack.append(len(self._lines))
            self._lines.append(line)
            self._depths.append(len(stack))
        for index in stack:
            self._replay(lines[index])
        self._standing = stack

    def _take(self, line: Line[A, E]) -> None:
        self._number(line, self.number)
        if line.kind != "undo":
            self._replay(line)
            self._add(line)
            return
        for number in range(self.number - line.back + 1, self.number + 1):
            problem = self.record.final(number)
            if problem is not None:
                raise BadLog(f"line {line.seq}: {problem.why}")
        self.record.drop(line.back)
        self._add(line)

    def _number(self, line: Line[A, E], depth: int) -> None:
        if line.seq != self.seq + 1 or not 0 <= line.back <= depth:
            raise BadLog(f"line {line.seq} cannot follow line {self.seq}")

    def _replay(self, line: Line[A, E]) -> None:
        if line.action is None:
            raise BadLog(f"line {line.seq} has no action")
        refusal = self.record.replay(Entry(line.seat, line.action, line.events, line.kind == "edit"))
        if refusal is not None:
            raise BadLog(f"line {line.seq}: {refusal.why} ({refusal.rule})")

    def _add(self, line: Line[A, E]) -> None:
        if line.kind == "undo":
            del self._standing[self.number - line.back :]
        else:
            self._standing.append(len(self._lines))
        self._lines.append(line)
        self._depths.append(self.number)

    # deciding

    def act(self, seat: Seat, actions: Iterable[A], hand: Hand) -> Refusal | None:
        """Take actions one after the other. If one is refused, throw this draft away."""
        for action in actions:
            events = self.record.act(seat, action)
            if isinstance(events, Refusal):
                return events
            self._add(
                Line(
                    seq=self.seq + 1,
                    kind="act",
                    seat=seat,
                    by=hand.by,
                    at=hand.at,
                    action=action,
                    events=events,
                    reason=hand.reason,
                    key=hand.key,
                    person=hand.person,
                )
            )
        return None

    def edit(self, changes: Iterable[Any], hand: Hand) -> Refusal | None:
        """Change the position by hand. If one change is refused, throw this draft away."""
        for change in changes:
            events = self.record.amend(change)
            if isinstance(events, Refusal):
                return events
            self._add(
                Line(
                    seq=self.seq + 1,
                    kind="edit",
                    seat=NOBODY,
                    by=hand.by,
                    at=hand.at,
                    action=change,
                    events=events,
                    key=hand.key,
                    person=hand.person,
                )
            )
        return None

    def obey(self, orders: Mapping[Seat, Orders], at: datetime, most: int = OBEDIENCE) -> bool:
        """Decide what standing orders decide; whether there may be more of it."""
        orders = dict(orders)
        for _ in range(most):
            seat = next((one.seat for one in self.record.pending if one.seat in orders), None)
            if seat is None:
                return False
            action = self._ordered(seat, orders[seat])
            if action is None or self.act(seat, (action,), Hand("standing", at)) is not None:
                del orders[seat]  # they do not say anything about this
        return True

    def lapsed(self, seat: Seat, orders: Orders) -> bool:
        """Whether standing orders have run out."""
        game = self.game
        given = self.record.at(min(orders.given, self.number))
        return game.guide.lapsed(game.view(given, seat), self.record.view(seat), seat, orders.value)

    def _ordered(self, seat: Seat, orders: Orders) -> A | None:
        if self.lapsed(seat, orders):
            return None
        return self.game.guide.standing(self.record.view(seat), seat, orders.value)

    # taking back

    def first_undoable(self, seat: Seat) -> int:
        """The number of the first decision that a seat could take back; 0: none."""
        return self.record.first_undoable(seat)

    def undo(self, seat: Seat, number: int, hand: Hand) -> CannotUndo | tuple[str, ...]:
        """Take back a decision (0: the seat's last one); those after it are taken again where they still can be.

        Returns what could not be taken again, in words.
        """
        before = self.standing(self.number)
        undone = self.record.take_back(seat, number)
        if isinstance(undone, CannotUndo):
            return undone
        number = undone.number
        self._add(
            Line(
                seq=self.seq + 1,
                kind="undo",
                seat=seat,
                by=hand.by,
                at=hand.at,
                back=len(before) - number + 1,
                key=hand.key,
                person=hand.person,
            )
        )
        for one, entry in zip(undone.kept, self.record.entries[number - 1 :], strict=True):
            line = before[one - 1]
            again = msgspec.structs.replace(
                line, seq=self.seq + 1, at=hand.at, events=entry.events, key=hand.key, person=line.person
            )
            self._add(again)
        return tuple(self._worded(before[one - 1]) for one in undone.dropped)

    def _worded(self, line: Line[A, E]) -> str:
        assert line.action is not None
        if line.kind == "edit":
            return " ".join(self.game.guide.tell(self.record.view(None), line.events[0]))
        return self.game.guide.word(self.record.view(line.seat), line.seat, line.action)

    # looking back

    def overtaken(self, seat: Seat, seq: int) -> bool:
        """Whether an action that was thought out after line ``seq`` comes too late.

        It does not if since then only other seats have decided and the seat still owes what it owed: where
        several decide at once, they need not wait for each other.
        """
        if seq == self.seq:
            return False
        if not 0 <= seq < self.seq:
            return True
        since = self._lines[seq:]
        if any(line.kind != "act" or line.seat == seat for line in since):
            return True
        then = self.game.pending(self.record.at(self.number - len(since)))
        owed = tuple(decision for decision in then if decision.seat == seat)
        return not owed or owed != self.owed(seat)

    def since(self, seq: int) -> Iterator[tuple[Line[A, E], int, S]]:
        """The lines after ``seq``, each with the number of its decision (0: an undo) and the state before it."""
        if seq >= self.seq:
            return
        low = min([self._depths[seq - 1] if seq else 0, *self._depths[seq:]])
        start = self._standing[low - 1] + 1 if low else 0
        states = [self.record.at(low)]  # these decisions stood all the time since
        for line in self._lines[start:]:
            before = states[-1]
            if line.kind == "undo":
                number = 0
                del states[len(states) - line.back :]
            else:
                number = low + len(states)
                states.append(_after(self.game.evolve, before, line.events))
            if line.seq > seq:
                yield line, number, before


def _after(evolve: Callable[[S, E], S], state: S, events: Iterable[E]) -> S:
    for event in events:
        state = evolve(state, event)
    return state
