"""The record of a game: every decision and what followed from it. The one way in to a game in play."""

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


class Undone(msgspec.Struct, frozen=True):
    """What became of a decision that was taken back and of those after it, by the numbers that they had."""

    number: int
    """The decision that was taken back."""
    kept: tuple[int, ...]
    """Those after it that were taken once more, in their order."""
    dropped: tuple[int, ...]
    """The seat's own that could not be taken once more."""


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
        self._final: dict[int, CannotUndo | None] = {}
        """For decisions that were asked about: why they cannot be taken back. By number."""
        self._asked: dict[int, frozenset[Seat]] = {}
        """For decisions that were asked about: who owed one when they were made. By number."""

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
        """Take back a seat's last decision, if it learned nothing from it and nothing rests on it."""
        undone = self.take_back(seat)
        return undone if isinstance(undone, CannotUndo) else None

    def take_back(self, seat: Seat, number: int = 0) -> CannotUndo | Undone:
        """Take back a decision of a seat (0: its last one); later ones are taken again where they can be.

        Others who decide at the same time are not touched: what they have decided since is taken again, or else
        nothing is taken back. Where the seat has ended a phase since, that is open again, and what it did later is
        dropped.
        """
        first = self.first_undoable(seat)
        if not first:
            return self._why_not(seat)
        count = len(self._entries)
        if not 0 <= number <= count:
            return CannotUndo("There is no such decision. It may have been taken back already.")
        own = [one for one in range(first, count + 1) if self._entries[one - 1].seat == seat]
        number = number or own[-1]
        if number not in own:
            return CannotUndo("Only what you decided since the last die or another's decision can be taken back.")
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
                return CannotUndo(f"A decision of {entry.seat} rests on it.")
        self.drop(count - number + 1)
        for entry in trial.entries[number - 1 :]:
            refusal = self.replay(entry)
            assert refusal is None, "it was tried before"
        return Undone(number, tuple(kept), tuple(dropped))

    def drop(self, count: int) -> None:
        """Forget so many of the last decisions, whoever made them: :meth:`take_back` asks whether that may be."""
        left = len(self._entries) - count
        self._state, self._previous = self.at(left), None
        self._rolled -= sum(len(_dice_in(self.game, entry.events)) for entry in self._entries[left:])
        del self._entries[left:]
        del self._checkpoints[left // CHECKPOINT + 1 :]
        for known in (self._final, self._asked):
            for number in [one for one in known if one > left]:
                del known[number]

    def first_undoable(self, seat: Seat) -> int:
        """The number of the first decision that a seat could take back, if nobody relies on it; 0: none.

        What others decide while the seat has to decide too is no obstacle, except to opening a phase again.
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
        """Take a decision again, if that is allowed and rolls no dice; whether it was."""
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
        """Why a seat can take back nothing."""
        if not self._entries:
            return CannotUndo("Nothing has been decided yet.")
        if self.finished:
            return CannotUndo("The game is over.")
        entry = self._entries[-1]
        if entry.seat != seat:
            whose = "was made by hand" if entry.edit else f"is {entry.seat}'s"
            return CannotUndo(f"The last decision {whose}, and nothing of yours from before it can be taken back.")
        return self.final(len(self._entries)) or CannotUndo("Nothing of yours can be taken back.")

    def final(self, number: int) -> CannotUndo | None:
        """Why a decision could not be taken back even if it were the last of a game in play; nothing: it could."""
        if number not in self._final:
            self._final[number] = self._finality(number)
        return self._final[number]

    def _finality(self, number: int) -> CannotUndo | None:
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
        other._final, other._asked = self._final.copy(), self._asked.copy()
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
        other._final, other._asked = self._final.copy(), self._asked.copy()
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
