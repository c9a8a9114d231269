"""The shape of a game: a pure function of its log.

``check`` tells whether a seat may do a thing, ``decide`` what follows from it (dice included), ``evolve`` what
the table looks like afterwards. A bot, a scenario file, a replay and a person all enter at ``check``.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec

from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import Dice
from sandtable.core.guide import Guide
from sandtable.core.refusal import Refusal
from sandtable.core.rulebook import Rulebook

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed before a game begins."""

    scenario: str = ""
    """Which starting position; empty means the game's first."""
    options: Mapping[str, bool] = {}
    """Optional rules that are switched on or off."""
    players: Mapping[str, tuple[Seat, ...]] = {}
    """Who commands which seats; empty means one player for each seat."""


class Game(Protocol[S, A, E]):
    """What a family of games offers to everything above it."""

    id: str
    title: str
    finished: bool
    """Whether every rule of its book is enforced."""
    rulebook: Rulebook
    seats: tuple[Seat, ...]
    action_type: Any
    """The tagged union of this game's actions, for decoding."""
    event_type: Any
    """The tagged union of this game's events, for decoding."""

    @property
    def ending(self) -> A | None:
        """The action by which a seat says that it has finished, if the game has one."""
        ...

    @property
    def resignation(self) -> A | None:
        """The action by which a seat gives up, if the game has one."""
        ...

    @property
    def guide(self) -> Guide[S, A, E]:
        """What helps people who play it: its box, its story, answers to their questions."""
        ...

    def start(self, setup: Setup) -> S | Refusal:
        """The opening position, or why this set-up is not allowed."""
        ...

    def pending(self, state: S) -> tuple[Decision, ...]:
        """Which seats owe which decision now; empty when the game is over."""
        ...

    def check(self, state: S, seat: Seat, action: A) -> Refusal | None:
        """Nothing if ``seat`` may take this action now, otherwise the rule against it."""
        ...

    def legal(self, state: S, seat: Seat, shuffle: Random | None = None) -> Iterator[A]:
        """Actions that ``seat`` may take now, one by one: all where the choice is finite, else each unit's reach.

        With ``shuffle`` they come in random order, so that a bot need not wait for all of them.
        """
        ...

    def decide(self, state: S, seat: Seat, action: A, dice: Dice) -> tuple[E, ...]:
        """The events that follow from an action that passed ``check``."""
        ...

    def evolve(self, state: S, event: E) -> S:
        """The state after an event. Total and deterministic: no dice, no clock."""
        ...

    def view(self, state: S, seat: Seat | None) -> S:
        """What ``seat`` (or a spectator) may see of the state."""
        ...

    def visible(self, event: E, seat: Seat | None) -> E | None:
        """The event as ``seat`` may see it, or nothing if it is hidden."""
        ...

    def dice_of(self, event: E) -> tuple[int, ...]:
        """The dice that fell in this event, in order."""
        ...

    def winner(self, state: S) -> str | None:
        """The side that has won, if the game is over."""
        ...

    def digest(self, state: S) -> str:
        """A short fingerprint of the whole state: equal states, equal digests."""
        ...


AnyGame = Game[Any, Any, Any]
"""A game of any family, for those who pass on what they need not understand."""
