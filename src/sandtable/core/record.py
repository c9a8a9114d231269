"""The record of a game: every decision and what followed from it. The one way in to a game in play."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, cast

import msgspec

from sandtable.core.amending import NOBODY, amendable
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import AbsentDice, Dice, Provenance, ScriptedDice, SeededDice, provenance_of
from sandtable.core.game import Game, Setup
from sandtable.core.refusal import Refusal

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

CHECKPOINT = 32
"""A state is kept after every so many entries: a long game stays small, and going back folds few entries."""


class Entry(msgspec.Struct, Generic[A, E], frozen=True):
    """One decision of one seat, and what followed; or an edit: the position was changed by hand."""

    seat: Seat
    """Who decided; nobody: an edit."""
    action: A
    """What was decided; of an edit, the change."""
    events: tuple[E, ...]
    edit: bool = False


class Sight(msgspec.Struct, Generic[E], frozen=True):
    """What one seat, or a spectator, saw of an entry."""

    number: int
    """The entry's number, from 1."""
    seat: Seat
    """Who acted."""
    events: tuple[E, ...]


class CannotUndo(msgspec.Struct, frozen=True):
    """Why a decision cannot be taken back. No rule of the game: a rule of the table."""

    why: str


class DiceNotRecorded(Exception):
    """A game's events do not show the dice that it rolled, in order: a bug in the game."""


class _Witness:
    """Passes dice through and remembers them."""

    __slots__ = ("_source", "faces")

    def __init__(self, source: Dice) -> None:
        self._source = source
        self.faces: tuple[int, ...] = ()

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        faces = self._source.roll(count, sides)
        self.faces += faces
        return faces


class Record(Generic[S, A, E]):
    """A game in progress or finished: its log, and its state as the fold of that log.

    Begin one with :meth:`begin`; play with :meth:`act`. A source of dice serves one record only.
    """

    def __init__(self, game: Game[S, A, E], setup: Setup, dice: Dice, opening: S, since: int = 0) -> None:
        self.game = game
        self.setup = setup
        self._dice = dice
        self._state = opening
        self._previous: S | None = None
        """The state before the last entry, where it is known."""
        self._entries: list[Entry[A, E]] = []
        self._checkpoints: list[S] = [opening]
        self._rolled = 0
        self._since = since

    @classmethod
    def begin(cls, game: Game[S, A, E], setup: Setup, dice: Dice, since: int = 0) -> "Record[S, A, E] | Refusal":
        """A new game, or why this set-up is not allowed.

        ``since``: so many dice of the entries that are about to be replayed fell before ``dice`` took over.
        """
        _require_unused(dice)
        opening = game.start(setup)
        if isinstance(opening, Refusal):
            return opening
        return cls(game, setup, dice, opening, since)

    @property
    def state(self) -> S:
        """The table as it stands, nothing hidden."""
        return self._state

    @property
    def entries(self) -> Sequence[Entry[A, E]]:
        """All decisions so far, oldest first. Read it; :meth:`act` is what adds to it."""
        return self._entries

    @property
    def pending(self) -> tuple[Decision, ...]:
        """Which seats owe which decision now."""
        return self.game.pending(self._state)

    @property
    def finished(self) -> bool:
        return not self.game.pending(self._state)

    @property
    def dice_rolled(self) -> int:
        """How many dice have fallen so far."""
        return self._rolled

    @property
    def provenance(self) -> Provenance:
        """Where the dice come from, with the secret if this record holds it."""
        return msgspec.structs.replace(provenance_of(self._dice), since=self._since)

    @property
    def can_roll(self) -> bool:
        """Whether its dice are here; without them a record can be read, replayed and forked."""
        return not isinstance(self._dice, AbsentDice)

    def act(self, seat: Seat, action: A) -> Refusal | tuple[E, ...]:
        """Take an action: what follows from it, or the rule against it (and then nothing has changed)."""
        game, state = self.game, self._state
        refusal = game.check(state, seat, action)
        if refusal is not None:
            return refusal
        if isinstance(self._dice, SeededDice):
            # The log alone says which die is next, so neither an undo nor a failure can shift the dice.
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
        """Change the position by hand, in study: what happens, or why it cannot be."""
        events = amended(self.game, self._state, change)
        if isinstance(events, Refusal):
            return events
        state = self._state
        for event in events:
            state = self.game.evolve(state, event)
        self._append(Entry(NOBODY, cast(A, change), events, edit=True), state, 0)
        return events

    def replay(self, entry: Entry[A, E]) -> Refusal | None:
        """Add an entry that was decided elsewhere: its action is checked, its events are taken as they are."""
        game, state = self.game, self._state
        if entry.edit:
            found = amended(game, state, entry.action)
            refusal = found if isinstance(found, Refusal) else None
        else:
            refusal = game.check(state, entry.seat, entry.action)
        if refusal is not None:
            return refusal
        for event in entry.events:
            state = game.evolve(state, event)
        self._append(entry, state, len(_dice_in(game, entry.events)))
        return None

    def undo(self, seat: Seat) -> CannotUndo | None:
        """Take back the last decision, if it is this seat's and the seat learned nothing from it."""
        if not self._entries:
            return CannotUndo("Nothing has been decided yet.")
        entry = self._entries[-1]
        if entry.seat != seat:
            whose = "was made by hand" if entry.edit else f"is {entry.seat}'s"
            return CannotUndo(f"The last decision {whose}; only the last one can be taken back.")
        if self.finished:
            return CannotUndo("The game is over.")  # its dice may be public by now
        problem = self.final(len(self._entries))
        if problem is not None:
            return problem
        self._state, self._previous = self.at(len(self._entries) - 1), None
        self._entries.pop()
        if len(self._checkpoints) > len(self._entries) // CHECKPOINT + 1:
            self._checkpoints.pop()
        return None

    def final(self, number: int) -> CannotUndo | None:
        """Why a decision could not be taken back even if it were the last of a game in play; nothing: it could."""
        entry = self._entries[number - 1]
        if entry.edit:
            return None
        if _dice_in(self.game, entry.events):
            return CannotUndo("Dice were rolled; they cannot be taken back.")
        if not self._foreseen(entry, self.at(number - 1), self.at(number)):
            return CannotUndo("Something hidden came to light; it cannot be hidden again.")
        return None

    def draft(self) -> "Record[S, A, E]":
        """A second record to try things on, under the same seal: what happens to one does not happen to the other.

        Whoever acts on a draft sees the dice that will fall: keep it from the players until it is the record.
        """
        other = Record(self.game, self.setup, self._dice, self._state, self._since)
        other._entries = self._entries.copy()
        other._checkpoints = self._checkpoints.copy()
        other._rolled = self._rolled
        return other

    def fork(self, dice: Dice) -> "Record[S, A, E]":
        """A second record that goes on from here by itself, with dice of its own.

        The dice must be given: a fork under the same seal would show the dice that are still to fall.
        """
        _require_unused(dice)
        other = Record(self.game, self.setup, dice, self._state, self._rolled)
        other._entries = self._entries.copy()
        other._checkpoints = self._checkpoints.copy()
        other._rolled = self._rolled
        return other

    def at(self, number: int) -> S:
        """The state after so many entries; 0 is the opening."""
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
        """Replay: the opening, then the state after each entry."""
        state = self._checkpoints[0]
        yield state
        for entry in self._entries:
            state = self._after(state, entry)
            yield state

    def view(self, seat: Seat | None) -> S:
        """What ``seat``, or a spectator, may see of the table."""
        return self.game.view(self._state, seat)

    def visible(self, events: Iterable[E], seat: Seat | None) -> tuple[E, ...]:
        """These events as ``seat``, or a spectator, may see them; hidden ones are left out."""
        seen = (self.game.visible(event, seat) for event in events)
        return tuple(event for event in seen if event is not None)

    def seen(self, seat: Seat | None, after: int = 0) -> Iterator[Sight[E]]:
        """What ``seat``, or a spectator, saw happen after so many entries; wholly hidden entries are left out."""
        for number in range(after, len(self._entries)):
            entry = self._entries[number]
            events = self.visible(entry.events, seat)
            if events:
                yield Sight(number + 1, entry.seat, events)

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
        """Whether the seat could have told the outcome from what it saw: then it learned nothing."""
        game = self.game
        state = game.view(before, entry.seat)
        try:
            if game.decide(state, entry.seat, entry.action, ScriptedDice(())) != entry.events:
                return False
            state = game.view(self._after(state, entry), entry.seat)
        except Exception:  # a rule may stumble over what a view hides: then the hidden thing mattered
            return False
        return game.digest(state) == game.digest(game.view(after, entry.seat))


def amended(game: Game[S, A, E], state: S, change: Any) -> Refusal | tuple[E, ...]:
    """What a change by hand makes happen, or why it cannot be."""
    found = amendable(game)
    if found is None:
        return Refusal("", "Positions of this game cannot be changed by hand.")
    return cast("Refusal | tuple[E, ...]", found.amend(state, change))


def _dice_in(game: Game[S, A, E], events: Iterable[E]) -> tuple[int, ...]:
    return tuple([face for event in events for face in game.dice_of(event)])


def _require_unused(dice: Dice) -> None:
    if isinstance(dice, SeededDice) and dice.used:
        raise ValueError("these dice have been rolled before: give each record dice of its own")
