"""Luck: dice compared with their expectation. Exact: computes the whole distribution."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import reduce

import msgspec
import numpy as np
from numpy.typing import NDArray

from sandtable.core.guide import Throw

Scores = tuple[int, ...]
Chances = NDArray[np.float64]


class Luck(msgspec.Struct, frozen=True):
    """The dice of one seat or side, of one kind."""

    who: str
    what: str
    """What was scored: ``hits``, ``damage`` ..."""
    dice: int
    expected: float
    scored: int
    percentile: float
    """How many of a hundred such series would have scored less; ties count half."""

    @property
    def difference(self) -> float:
        return self.scored - self.expected


class Purse:
    """Dice that are counted together."""

    def __init__(self) -> None:
        self.dice: Counter[Scores] = Counter()
        self.scored = 0

    def add(self, throw: Throw) -> None:
        self.dice[throw.scores] += len(throw.dice)
        self.scored += sum(throw.scores[face - 1] for face in throw.dice)

    @property
    def expected(self) -> float:
        return sum(count * sum(scores) / len(scores) for scores, count in self.dice.items())

    def luck(self, who: str, what: str) -> Luck:
        count = sum(self.dice.values())
        return Luck(who, what, count, self.expected, self.scored, percentile(self.dice, self.scored))


def purse(throws: Iterable[Throw]) -> Purse:
    """All of these together."""
    found = Purse()
    for throw in throws:
        found.add(throw)
    return found


def percentile(dice: Mapping[Scores, int], scored: int) -> float:
    """Out of a hundred series of these dice, how many score less than ``scored``; ties count half.

    >>> hit_on_three = (1, 1, 1, 0, 0, 0)
    >>> percentile({hit_on_three: 2}, 2)
    87.5
    >>> percentile({hit_on_three: 2}, 1)
    50.0
    """
    lowest = sum(min(scores) * count for scores, count in dice.items())
    chances = reduce(np.convolve, (_chances(scores, count) for scores, count in dice.items()), np.ones(1))
    at = scored - lowest
    return float(100 * (chances[:at].sum() + chances[at] / 2))


def _chances(scores: Scores, count: int) -> Chances:
    """The chance of every sum of ``count`` such dice, from the lowest; computed by doubling, so thousands are
    quick."""
    least = min(scores)
    one = np.bincount([score - least for score in scores]) / len(scores)
    found = np.ones(1)
    while count:
        if count & 1:
            found = np.convolve(found, one)
        count >>= 1
        if count:
            one = np.convolve(one, one)
    return found
