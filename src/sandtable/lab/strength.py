"""Adjudicates games without a winner, by each side's strength as the game's guide measures it.

A side that has raised its share of total strength by five points since the start wins; otherwise the game is
drawn. Gains are measured because sides don't start equal.

A game is decided, and adjudicated right away, when a side starts two rounds in a row with fifteen points more than
at the start. Both rules are the same for all sides.
"""

from collections.abc import Mapping
from typing import Generic, TypeVar

from sandtable.core.guide import Guide

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

MARGIN = 0.05
"""The gain in total strength needed to win by adjudication."""

DECIDED = 0.15
"""The gain, two rounds in a row, that decides a game."""


def shares(guide: Guide[S, A, E], state: S) -> dict[str, float]:
    """Each side's share of total strength, from 0 to 1."""
    each = guide.strength(state)
    whole = sum(each.values()) or 1
    return {side: own / whole for side, own in each.items()}


def adjudged(guide: Guide[S, A, E], opening: S, state: S) -> str:
    """The side that has gained enough since the start; empty for a draw."""
    return ahead(shares(guide, opening), shares(guide, state), MARGIN)


class Course(Generic[S, A, E]):
    """Follows a game round by round, and says when it is decided."""

    def __init__(self, guide: Guide[S, A, E], opening: S) -> None:
        self._guide = guide
        self._opening = shares(guide, opening)
        self._round = guide.moment(opening).round
        self._leader = ""
        self.decided = False

    def follow(self, state: S) -> bool:
        """Check the game once a round. Returns whether it is decided."""
        now = self._guide.moment(state).round
        if now != self._round:
            self._round = now
            leader = ahead(self._opening, shares(self._guide, state), DECIDED)
            self.decided = bool(leader) and leader == self._leader
            self._leader = leader
        return self.decided


def ahead(before: Mapping[str, float], now: Mapping[str, float], margin: float) -> str:
    """The side that has gained at least this share of total strength since the start; empty if none has."""
    best = max(now, key=lambda side: now[side] - before[side])
    return best if now[best] - before[best] >= margin else ""
