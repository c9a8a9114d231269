"""A puzzle as data."""

from typing import Literal

import msgspec
from msgspec import Raw

from sandtable.core.decision import Seat

Aim = Literal["take", "gain"]
"""What is asked for: the best chance to take a space this turn, or the combat moves that are worth most."""


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position at the start of a combat move, a question about it, and its answer."""

    id: str
    game: str
    seat: Seat
    aim: Aim
    round: int
    changes: tuple[Raw, ...]
    """What is different from the game's opening, as changes by hand; the last one sets the turn."""
    solution: tuple[Raw, ...]
    """The combat moves of the best plan."""
    best: float
    """Its measure: a chance from 0 to 1 if a space is to be taken, otherwise money."""
    other: float
    """The best measure without one of the keys: the difference is the margin."""
    keys: tuple[str, ...]
    """What every good answer has: spaces to attack, or, for one space, the groups that have to come along."""
    rating: float
    """Before anybody has tried it: by the bots that failed."""
    space: str = ""
    """What is to be taken."""
    found_by: tuple[str, ...] = ()
    """The bots that find it."""
    source: str = ""
    """The game that it comes from: bot and seed."""

    @property
    def margin(self) -> float:
        return self.best - self.other
