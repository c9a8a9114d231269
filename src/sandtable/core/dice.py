"""Where dice come from: the protocol, and the scripted source that tests use."""

from collections.abc import Iterable
from typing import Protocol


class Dice(Protocol):
    """A source of dice. Rules ask for them; only the edge of the program knows where they come from."""

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        """Return ``count`` dice, each from 1 to ``sides``."""
        ...


class DiceExhausted(Exception):
    """A script of dice ran out: the game rolled more often than the script foresaw."""


class ScriptedDice:
    """Dice that fall as written.

    >>> dice = ScriptedDice([1, 6, 3])
    >>> dice.roll(2)
    (1, 6)
    >>> dice.left
    (3,)
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._next = 0

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        end = self._next + count
        if end > len(self._faces):
            raise DiceExhausted(f"{count} dice asked for, {len(self.left)} left in the script")
        faces = tuple(self._faces[self._next : end])
        wrong = [f for f in faces if not 1 <= f <= sides]
        if wrong:
            raise ValueError(f"a die with {sides} sides cannot show {wrong[0]}")
        self._next = end
        return faces

    @property
    def left(self) -> tuple[int, ...]:
        """The dice that nobody has rolled yet."""
        return tuple(self._faces[self._next :])
