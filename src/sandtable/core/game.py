"""The game protocol: a game is a pure function of its log.

``check`` says whether a seat may take an action, ``decide`` what follows from it (dice included), ``evolve`` the
state afterwards. Bots, scenario files, replays and people all go through ``check``.
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
    """What is agreed before a game starts."""

    scenario: str = ""
    """The starting position; empty: the game's first."""
    options: Mapping[str, bool] = {}
    """Optional rules that are switched on or off."""
    players: Mapping[str, tuple[Seat, ...]] = {}
    """Who commands which seats; empty: one player per seat."""
    call_battles: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether every battle waits until its player starts it, even the last one.

    Unset in games from before this choice, which play on as they began.
    """


class Game(Protocol[S, A, E]):
    """What a family of games provides."""

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
        """The action that ends a seat's phase, if the game has one."""
        ...

    @property
    def resignation(self) -> A | None:
        """The action to resign, if the game has one."""
        ...

    @property
    def guide(self) -> Guide[S, A, E]:
        """Help for players: the box, the story, answers to questions."""
        ...

    def start(self, setup: Setup) -> S | Refusal:
        """The starting position, or why this set-up isn't allowed."""
        ...

    def pending(self, state: S) -> tuple[Decision, ...]:
        """Which seats owe which decisions now; empty when the game is over."""
        ...

    def check(self, state: S, seat: Seat, action: A) -> Refusal | None:
        """None if ``seat`` may take this action now, otherwise the rule against it."""
        ...

    def legal(self, state: S, seat: Seat, shuffle: Random | None = None) -> Iterator[A]:
        """Legal actions of ``seat``: all where the choice is finite, else each unit's reach.

        With ``shuffle`` they come in random order, so that a bot needn't wait for all of them.
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
        """The event as ``seat`` may see it. None if it is hidden."""
        ...

    def dice_of(self, event: E) -> tuple[int, ...]:
        """The dice rolled in this event, in order."""
        ...

    def winner(self, state: S) -> str | None:
        """The side that has won, if the game is over."""
        ...

    def read_state(self, data: bytes | msgspec.Raw) -> S:
        """Decode a state or a seat's view from JSON. Raises a msgspec error if it is invalid."""
        ...

    def digest(self, state: S) -> str:
        """A short digest of the whole state."""
        ...


AnyGame = Game[Any, Any, Any]
"""A game of any family, for code that needn't know which."""
