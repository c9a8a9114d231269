"""A game in memory: its record and its log. Pure: no clock, no database, no people.

Every line of the log has a number (``seq``), undos included. The current decisions are those that no undo has
taken back; they have numbers of their own (``number``).

Never try things on a play that others use: take a :meth:`Play.draft`, and replace the play once the new lines are
stored.
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
"""The most decisions standing orders make in one go."""


class Line(msgspec.Struct, Generic[A, E], frozen=True, kw_only=True):
    """One line of the log."""

    seq: int
    kind: Literal["act", "undo", "edit"]
    seat: Seat
    by: str
    at: datetime
    action: A | None = None
    """For an edit, the change."""
    events: tuple[E, ...] = ()
    back: int = 0
    reason: str = ""
    key: str = ""
    person: str | None = None


class Attribution(msgspec.Struct, frozen=True):
    """Who did something, when, and why."""

    by: str
    at: datetime
    key: str = ""
    person: str | None = None
    """The id of the person; None for a bot or standing orders."""
    reason: str = ""


class Orders(msgspec.Struct, frozen=True):
    """A seat's standing orders, as its game understands them."""

    value: Any
    given: int
    """How many decisions there were when they were given."""


class BadLog(Exception):
    """An inconsistent log: a bug, or another version of the game."""


class Play(Generic[S, A, E]):
    """A game and its log."""

    def __init__(self, record: Record[S, A, E]) -> None:
        self.record = record
        self._lines: list[Line[A, E]] = []
        self._depths: list[int] = []
        """How many decisions remained after each line."""
        self._standing: list[int] = []
        """For each current decision, the index of its line."""

    @classmethod
    def begin(cls, game: Game[S, A, E], setup: Setup, dice: Dice, since: int = 0) -> "Play[S, A, E] | Refusal":
        """A game with an empty log."""
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
        """How many current decisions there are."""
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
        """The lines of the first ``number`` current decisions."""
        return [self._lines[index] for index in self._standing[:number]]

    def draft(self) -> "Play[S, A, E]":
        """A copy to try things on."""
        other = Play(self.record.draft())
        other._lines = self._lines.copy()
        other._depths = self._depths.copy()
        other._standing = self._standing.copy()
        return other

    # -- replaying

    def take(self, lines: Iterable[Line[A, E]]) -> None:
        """Add lines that are already in the log."""
        for _ in self.taking(lines):
            pass

    def taking(self, lines: Iterable[Line[A, E]]) -> Iterator[None]:
        """The same in steps. Only after the last of them the play is complete."""
        lines = list(lines)
        if self._lines:
            for line in lines:
                self._take(line)
                yield
            return
        stack: list[int] = []  # skip what was undone
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
            yield
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

    # -- deciding

    def act(self, seat: Seat, actions: Iterable[A], attribution: Attribution) -> Refusal | None:
        """Take actions in order. If one is refused, discard this draft."""
        for action in actions:
            events = self.record.act(seat, action)
            if isinstance(events, Refusal):
                return events
            self._add(
                Line(
                    seq=self.seq + 1,
                    kind="act",
                    seat=seat,
                    by=attribution.by,
                    at=attribution.at,
                    action=action,
                    events=events,
                    reason=attribution.reason,
                    key=attribution.key,
                    person=attribution.person,
                )
            )
        return None

    def edit(self, changes: Iterable[Any], attribution: Attribution) -> Refusal | None:
        """Edit the position. If a change is refused, discard this draft."""
        for change in changes:
            events = self.record.amend(change)
            if isinstance(events, Refusal):
                return events
            self._add(
                Line(
                    seq=self.seq + 1,
                    kind="edit",
                    seat=NOBODY,
                    by=attribution.by,
                    at=attribution.at,
                    action=change,
                    events=events,
                    key=attribution.key,
                    person=attribution.person,
                )
            )
        return None

    def obey(self, orders: Mapping[Seat, Orders], at: datetime, most: int = OBEDIENCE) -> bool:
        """Make the decisions of standing orders. Returns whether there may be more."""
        orders = dict(orders)
        for _ in range(most):
            seat = next((one.seat for one in self.record.pending if one.seat in orders), None)
            if seat is None:
                return False
            action = self._ordered(seat, orders[seat])
            if action is None or self.act(seat, (action,), Attribution("standing", at)) is not None:
                del orders[seat]  # they don't cover this decision
        return True

    def lapsed(self, seat: Seat, orders: Orders) -> bool:
        """Whether standing orders have expired."""
        game = self.game
        given = self.record.at(min(orders.given, self.number))
        return game.guide.lapsed(game.view(given, seat), self.record.view(seat), seat, orders.value)

    def _ordered(self, seat: Seat, orders: Orders) -> A | None:
        if self.lapsed(seat, orders):
            return None
        return self.game.guide.standing(self.record.view(seat), seat, orders.value)

    # -- undo

    def first_undoable(self, seat: Seat) -> int:
        """The number of the first decision that a seat could undo; 0: none."""
        return self.record.first_undoable(seat)

    def undo(self, seat: Seat, number: int, attribution: Attribution) -> CannotUndo | tuple[str, ...]:
        """Undo a decision (0: the seat's last one). Later ones are replayed where possible.

        Returns the ones that couldn't be replayed, in words.
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
                by=attribution.by,
                at=attribution.at,
                back=len(before) - number + 1,
                key=attribution.key,
                person=attribution.person,
            )
        )
        for one, entry in zip(undone.kept, self.record.entries[number - 1 :], strict=True):
            line = before[one - 1]
            again = msgspec.structs.replace(
                line,
                seq=self.seq + 1,
                at=attribution.at,
                events=entry.events,
                key=attribution.key,
                person=line.person,
            )
            self._add(again)
        return tuple(self._worded(before[one - 1]) for one in undone.dropped)

    def _worded(self, line: Line[A, E]) -> str:
        assert line.action is not None
        if line.kind == "edit":
            return " ".join(self.game.guide.tell(self.record.view(None), line.events[0]))
        return self.game.guide.word(self.record.view(line.seat), line.seat, line.action)

    # -- history

    def overtaken(self, seat: Seat, seq: int) -> bool:
        """Whether an action based on line ``seq`` is stale.

        It isn't if only other seats have decided since and the seat still owes the same: seats that decide
        simultaneously don't wait for each other.
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
        """The lines after ``seq``, each with its decision number (0: an undo) and the state before it."""
        if seq >= self.seq:
            return
        low = min([self._depths[seq - 1] if seq else 0, *self._depths[seq:]])
        start = self._standing[low - 1] + 1 if low else 0
        states = [self.record.at(low)]  # these decisions have not changed since
        last: Line[A, E] | None = None
        for line in self._lines[start:]:
            if last is not None:
                states.append(_after(self.game.evolve, states[-1], last.events))
            before, last = states[-1], None
            if line.kind == "undo":
                number = 0
                del states[len(states) - line.back :]
            else:
                number = low + len(states)
                last = line  # the state after it is computed only if another line follows
            if line.seq > seq:
                yield line, number, before


def _after(evolve: Callable[[S, E], S], state: S, events: Iterable[E]) -> S:
    for event in events:
        state = evolve(state, event)
    return state
