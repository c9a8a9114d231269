"""Collects the events of an action one by one, and applies each before the next is computed."""

from collections.abc import Callable
from typing import Any, Generic, Protocol, Self, TypeVar

from sandtable.core.dice import Dice


class World(Protocol):
    """What a game's rules consult: its board, its units, its tables."""

    def as_of(self, state: Any) -> Self:
        """The world in a given state, if parts of it change during the game."""
        ...


W = TypeVar("W", bound=World)
S = TypeVar("S")
E = TypeVar("E")


class Unfolding(Generic[W, S, E]):
    """The events of one action, while they are being computed."""

    def __init__(self, world: W, state: S, dice: Dice, evolve: Callable[[W, S, E], S]) -> None:
        self._base = world
        self._evolve = evolve
        self.state = state
        self.world = world.as_of(state)
        """The current world: asked for far more often than the state changes."""
        self.dice = dice
        self.events: list[E] = []

    def emit(self, event: E) -> None:
        """Record an event and apply it."""
        self.state = self._evolve(self.world, self.state, event)
        self.world = self._base.as_of(self.state)
        self.events.append(event)
