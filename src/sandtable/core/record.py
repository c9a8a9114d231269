"""The record of a game: every decision and its events. The only way to change a game in play."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, cast

import msgspec

from sandtable.core.amending import NOBODY, amendable
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import AbsentDice, Dice, NoDice, Provenance, ScriptedDice, SeededDice, provenance_of
from sandtable.core.game import Game, Setup
from sandtable.core.refusal import Refusal

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

CHECKPOINT = 32
"""Entries between two stored states: keeps memory small and going back quick."""


class Entry(msgspec.Struct, Generic[A, E], frozen=True):
    """A decision of one seat with its events, or an edit of the position."""

    seat: Seat
    """Who decided; empty for an edit."""
    action: A
    """The action; for an edit, the change."""
    events: tuple[E, ...]
    edit: bool = False


class VisibleEntry(msgspec.Struct, Generic[E], frozen=True):
    """What one seat, or a spectator, saw of an entry."""

    number: int
    """The entry's number, from 1."""
    seat: Seat
    """Who acted."""
    events: tuple[E, ...]


class CannotUndo(msgspec.Struct, frozen=True):
    """Why a decision can't be undone. This is a rule of the table, not of the game."""

    why: str


class Undone(msgspec.Struct, frozen=True):
    """The result of an undo, by the decisions' old numbers."""

    number: int
    """The decision that was undone."""
    kept: tuple[int, ...]
    """Later decisions that were replayed, in order."""
    dropped: tuple[int, ...]
    """The seat's own decisions that couldn't be replayed."""


class DiceNotRecorded(Exception):
    """A game's events don't match the dice it rolled: a bug in the game."""


class _Witness:
    """Passes dice through and records them."""

    __slots__ = ("_source", "faces")

    def __init__(self, source: Dice) -> None:
        self._source = source
        self.faces: tuple[int, ...] = ()

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        faces = self._source.roll(count, sides)
        self.faces += faces
        return faces


class Record(Generic[S, A, E]):
    """A game in progress or finished: its log, and the state that results from it.

    Start one with :meth:`begin`, play with :meth:`act`. Each record needs its own source of dice.
    """

    def __init__(self, game: Game[S, A, E], setup: Setup, dice: Dice, opening: S, since: int = 0) -> None:
        self.game = game
        self.setup = setup
        self._dice = dice
        self._state = opening
        self._previous: S | None = None
        """The state before the last entry, if known."""
        self._entries: list[Entry[A, E]] = []
        self._checkpoints: list[S] = [opening]
        self._rolled = 0
        self._since = since
        self._pending: tuple[S, tuple[Decision, ...]] | None = None
        """Cached pending decisions of a state."""
        self._final: dict[int, CannotUndo | None] = {}
        """Cached by decision number: why it can't be undone."""
        self._asked: dict[int, frozenset[Seat]] = {}
        """Cached by decision number: who owed a decision when it was made."""

    @classmethod
    def begin(cls, game: Game[S, A, E], setup: Setup, dice: Dice, since: int = 0) -> "Record[S, A, E] | Refusal":
        """A new game, or why this set-up isn't allowed.

        ``since``: how many dice of the entries about to be replayed were rolled before ``dice`` took over.
        """
        _require_unused(dice)
        opening = game.start(setup)
        if isinstance(opening, Refusal):
            return opening
        return cls(game, setup, dice, opening, since)

    @property
    def state(self) -> S:
        """The current state, nothing hidden."""
        return self._state

    @property
    def entries(self) -> Sequence[Entry[A, E]]:
        """All decisions so far, oldest first. Read only: use :meth:`act` to add to it."""
        return self._entries

    @property
    def pending(self) -> tuple[Decision, ...]:
        """Which seats owe which decisions now."""
        if self._pending is None or self._pending[0] is not self._state:
            self._pending = self._state, self.game.pending(self._state)
        return self._pending[1]

    @property
    def finished(self) -> bool:
        return not self.pending

    @property
    def dice_rolled(self) -> int:
        """How many dice have been rolled so far."""
        return self._rolled

    @property
    def provenance(self) -> Provenance:
        """The dice's provenance, with the secret if this record has it."""
        return msgspec.structs.replace(provenance_of(self._dice), since=self._since)

    @property
    def can_roll(self) -> bool:
        """Whether its dice are available; without them a record can be read, replayed and forked."""
        return not isinstance(self._dice, AbsentDice)

    def act(self, seat: Seat, action: A) -> Refusal | tuple[E, ...]:
        """Take an action. Returns its events, or the rule against it, in which case nothing has changed."""
        game, state = self.game, self._state
        refusal = game.check(state, seat, action)
        if refusal is not None:
            return refusal
        if isinstance(self._dice, SeededDice):
            # The log alone determines the next die, so neither an undo nor a failure can shift the dice.
            self._dice.seek(self._rolled - self._since)
        dice = _Witness(self._dice)
        events = game.decide(state, seat, action, dice)
        for event in events:
            state = game.evolve(state, event)
        if dice.faces and dice.faces != _dice_in(game, events):
            raise DiceNotRecorded(f"{game.id}: rolled {dice.faces}, events show {_dice_in(game, events)}")
        self._append(Entry(seat, action, events), state, len(dice.faces))
        return events

    def amend(self, change: Any) -> Refusal | tuple[E, ...]:
        """Edit the position, in study. Returns the events, or why it isn't possible."""
        events = amended(self.game, self._state, change)
        if isinstance(events, Refusal):
            return events
        state = self._state
        for event in events:
            state = self.game.evolve(state, event)
        self._append(Entry(NOBODY, cast(A, change), events, edit=True), state, 0)
        return events

    def replay(self, entry: Entry[A, E]) -> Refusal | None:
        """Add an entry decided elsewhere: its action is checked, its events are taken as they are.

        An action forbidden by a rule that was ruled differently before may have been legal when it was taken.
        """
        game, state = self.game, self._state
        if entry.edit:
            found = amended(game, state, entry.action)
            refusal = found if isinstance(found, Refusal) else None
        else:
            refusal = game.check(state, entry.seat, entry.action)
        if refusal is not None and not game.rulebook.overruled(refusal.rule):
            return refusal
        for event in entry.events:
            state = game.evolve(state, event)
        self._append(entry, state, len(_dice_in(game, entry.events)))
        return None

    def undo(self, seat: Seat) -> CannotUndo | None:
        """Undo a seat's last decision, if the seat learned nothing from it and nothing depends on it."""
        undone = self.take_back(seat)
        return undone if isinstance(undone, CannotUndo) else None

    def take_back(self, seat: Seat, number: int = 0) -> CannotUndo | Undone:
        """Undo a decision of a seat (0: its last one). Later ones are replayed where possible.

        Decisions of others at the same time are unaffected: they are replayed, or else the undo is refused. If the
        seat has since ended a phase, the phase is reopened and what the seat did later is dropped.
        """
        first = self.first_undoable(seat)
        if not first:
            return self._why_not(seat)
        count = len(self._entries)
        if not 0 <= number <= count:
            return CannotUndo("There's no such decision. It may already have been undone.")
        own = [one for one in range(first, count + 1) if self._entries[one - 1].seat == seat]
        number = number or own[-1]
        if number not in own:
            return CannotUndo(
                "You can undo only what you decided since the last roll or somebody else's decision."
            )
        trial = self.draft()
        trial.drop(count - number + 1)
        kept, dropped, reopened = [], [], False
        for later in range(number + 1, count + 1):
            entry = self._entries[later - 1]
            mine = entry.seat == seat
            reopened = reopened or (mine and entry.action == self.game.ending)
            if not (mine and reopened) and trial._once_more(entry, mine):
                kept.append(later)
            elif mine:
                dropped.append(later)
            else:
                return CannotUndo(f"A decision by {entry.seat} depends on it.")
        self.drop(count - number + 1)
        for entry in trial.entries[number - 1 :]:
            refusal = self.replay(entry)
            assert refusal is None, "it was tried before"
        return Undone(number, tuple(kept), tuple(dropped))

    def drop(self, count: int) -> None:
        """Drop the last decisions, whoever made them. :meth:`take_back` checks whether that is allowed."""
        left = len(self._entries) - count
        self._state, self._previous = self.at(left), None
        self._rolled -= sum(len(_dice_in(self.game, entry.events)) for entry in self._entries[left:])
        del self._entries[left:]
        del self._checkpoints[left // CHECKPOINT + 1 :]
        for known in (self._final, self._asked):
            for number in [one for one in known if one > left]:
                del known[number]

    def first_undoable(self, seat: Seat) -> int:
        """The number of the first decision that a seat could undo, if nobody depends on it; 0: none.

        What others decide while the seat has a decision too is no obstacle, except to reopening a phase.
        """
        first, beside = 0, False
        if self.finished:
            return first  # its dice may be public by now
        for number in range(len(self._entries), 0, -1):
            entry = self._entries[number - 1]
            if entry.seat != seat and (entry.edit or seat not in self._owing(number)):
                break
            if self.final(number) is not None:
                break
            if entry.seat != seat:
                beside = True
            elif beside and entry.action == self.game.ending:
                break
            else:
                first = number
        return first

    def _owing(self, number: int) -> frozenset[Seat]:
        """Who owed a decision when this one was made."""
        if number not in self._asked:
            asked = self.game.pending(self.at(number - 1))
            self._asked[number] = frozenset(decision.seat for decision in asked)
        return self._asked[number]

    def _once_more(self, entry: Entry[A, E], may_differ: bool) -> bool:
        """Replay a decision, if it is legal and rolls no dice. Returns whether it was."""
        if entry.edit:
            return not isinstance(self.amend(entry.action), Refusal)
        if self.game.check(self._state, entry.seat, entry.action) is not None:
            return False
        try:
            events = self.game.decide(self._state, entry.seat, entry.action, ScriptedDice(()))
        except NoDice:
            return False
        if not may_differ and events != entry.events:
            return False
        return self.replay(msgspec.structs.replace(entry, events=events)) is None

    def _why_not(self, seat: Seat) -> CannotUndo:
        """Why a seat can't undo anything."""
        if not self._entries:
            return CannotUndo("There's nothing to undo yet.")
        if self.finished:
            return CannotUndo("The game is over.")
        entry = self._entries[-1]
        if entry.seat != seat:
            whose = "was made by hand" if entry.edit else f"is {entry.seat}'s"
            return CannotUndo(f"The last decision {whose}, and you have nothing before it to undo.")
        return self.final(len(self._entries)) or CannotUndo("You have nothing to undo.")

    def final(self, number: int) -> CannotUndo | None:
        """Why a decision couldn't be undone even as the last of a game in play. None if it could."""
        if number not in self._final:
            self._final[number] = self._finality(number)
        return self._final[number]

    def _finality(self, number: int) -> CannotUndo | None:
        entry = self._entries[number - 1]
        if entry.edit:
            return None
        if _dice_in(self.game, entry.events):
            return CannotUndo("Dice were rolled. You can't undo them.")
        if not self._foreseen(entry, self.at(number - 1), self.at(number)):
            return CannotUndo("Something hidden was revealed. You can't undo that.")
        return None

    def draft(self) -> "Record[S, A, E]":
        """A copy to try things on, with the same dice. The copies don't affect each other.

        Acting on a draft reveals the dice to come: keep it from the players until it becomes the record.
        """
        other = Record(self.game, self.setup, self._dice, self._state, self._since)
        other._entries = self._entries.copy()
        other._checkpoints = self._checkpoints.copy()
        other._rolled = self._rolled
        other._final, other._asked = self._final.copy(), self._asked.copy()
        return other

    def fork(self, dice: Dice) -> "Record[S, A, E]":
        """A copy that continues from here independently, with its own dice.

        New dice are required: with the same seal, a fork would reveal the dice to come.
        """
        _require_unused(dice)
        other = Record(self.game, self.setup, dice, self._state, self._rolled)
        other._entries = self._entries.copy()
        other._checkpoints = self._checkpoints.copy()
        other._rolled = self._rolled
        other._final, other._asked = self._final.copy(), self._asked.copy()
        return other

    def at(self, number: int) -> S:
        """The state after a number of entries; 0 is the start."""
        if not 0 <= number <= len(self._entries):
            raise IndexError(f"there are {len(self._entries)} entries, not {number}")
        if number == len(self._entries):
            return self._state
        if number == len(self._entries) - 1 and self._previous is not None:
            return self._previous
        mark = number // CHECKPOINT
        state = self._checkpoints[mark]
        for entry in self._entries[mark * CHECKPOINT : number]:
            state = self._after(state, entry)
        return state

    def states(self) -> Iterator[S]:
        """Replay: the starting position, then the state after each entry."""
        state = self._checkpoints[0]
        yield state
        for entry in self._entries:
            state = self._after(state, entry)
            yield state

    def view(self, seat: Seat | None) -> S:
        """What ``seat``, or a spectator, may see of the table."""
        return self.game.view(self._state, seat)

    def visible(self, events: Iterable[E], seat: Seat | None) -> tuple[E, ...]:
        """These events as ``seat``, or a spectator, may see them, without hidden ones."""
        seen = (self.game.visible(event, seat) for event in events)
        return tuple(event for event in seen if event is not None)

    def seen(self, seat: Seat | None, after: int = 0) -> Iterator[VisibleEntry[E]]:
        """What ``seat``, or a spectator, saw after the first ``after`` entries, without fully hidden ones."""
        for number in range(after, len(self._entries)):
            entry = self._entries[number]
            events = self.visible(entry.events, seat)
            if events:
                yield VisibleEntry(number + 1, entry.seat, events)

    def _append(self, entry: Entry[A, E], state: S, dice: int) -> None:
        self._entries.append(entry)
        self._state, self._previous = state, self._state
        self._rolled += dice
        if not len(self._entries) % CHECKPOINT:
            self._checkpoints.append(state)

    def _after(self, state: S, entry: Entry[A, E]) -> S:
        for event in entry.events:
            state = self.game.evolve(state, event)
        return state

    def _foreseen(self, entry: Entry[A, E], before: S, after: S) -> bool:
        """Whether the seat could predict the outcome from what it saw, and so learned nothing."""
        game = self.game
        state = game.view(before, entry.seat)
        if state is before and game.view(after, entry.seat) is after:
            return True  # it saw everything, and no dice were rolled
        try:
            if game.decide(state, entry.seat, entry.action, ScriptedDice(())) != entry.events:
                return False
            state = game.view(self._after(state, entry), entry.seat)
        except Exception:  # a rule may fail on what a view hides: then the hidden thing mattered
            return False
        return game.digest(state) == game.digest(game.view(after, entry.seat))


def amended(game: Game[S, A, E], state: S, change: Any) -> Refusal | tuple[E, ...]:
    """The events of an edit, or why it isn't possible."""
    found = amendable(game)
    if found is None:
        return Refusal("", "You can't change positions of this game by hand.")
    return cast("Refusal | tuple[E, ...]", found.amend(state, change))


def _dice_in(game: Game[S, A, E], events: Iterable[E]) -> tuple[int, ...]:
    return tuple([face for event in events for face in game.dice_of(event)])


def _require_unused(dice: Dice) -> None:
    if isinstance(dice, SeededDice) and dice.used:
        raise ValueError("these dice have been rolled before: give each record dice of its own")
