"""How a game that nobody has won is adjudicated: by what each side has, as the game's guide weighs it.

A side that has raised its share of all strength by five points since the opening is adjudged the winner; otherwise
it is a draw. The opening is the yardstick because sides do not begin equal.

A game is decided, and adjudicated at once, when a side begins two rounds running with fifteen points more than at
the opening. Both rules are the same for all sides.
"""

from collections.abc import Mapping
from typing import Generic, TypeVar

from sandtable.core.guide import Guide

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

MARGIN = 0.05
"""How much a side must have gained of all strength."""

DECIDED = 0.15
"""How much it must have gained, two rounds running, for the game to be decided."""


def shares(guide: Guide[S, A, E], state: S) -> dict[str, float]:
    """Each side's part of all strength, from 0 to 1."""
    each = guide.strength(state)
    whole = sum(each.values()) or 1
    return {side: own / whole for side, own in each.items()}


def adjudged(guide: Guide[S, A, E], opening: S, state: S) -> str:
    """The side that has gained enough since the opening; empty for a draw."""
    return _ahead(shares(guide, opening), shares(guide, state), MARGIN)


class Course(Generic[S, A, E]):
    """Follows a game round by round, and says when it is decided."""

    def __init__(self, guide: Guide[S, A, E], opening: S) -> None:
        self._guide = guide
        self._opening = shares(guide, opening)
        self._round = guide.moment(opening).round
        self._leader = ""
        self.decided = False

    def follow(self, state: S) -> bool:
        """Look at the game once a round; whether it is decided."""
        now = self._guide.moment(state).round
        if now != self._round:
            self._round = now
            leader = _ahead(self._opening, shares(self._guide, state), DECIDED)
            self.decided = bool(leader) and leader == self._leader
            self._leader = leader
        return self.decided


def _ahead(before: Mapping[str, float], now: Mapping[str, float], margin: float) -> str:
    """The side that has gained so much of all strength since the opening; empty if none has."""
    best = max(now, key=lambda side: now[side] - before[side])
    return best if now[best] - before[best] >= margin else ""
