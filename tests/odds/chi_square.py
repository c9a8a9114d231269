"""Whether frequencies that were seen fit the chances that were worked out."""

from collections.abc import Hashable, Mapping
from math import sqrt
from typing import TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)


def surprise(seen: Mapping[Outcome, int], chances: Mapping[Outcome, float]) -> float:
    """How many standard deviations beyond what is to be expected the frequencies differ from the chances.

    Pearson's chi-square, with rare outcomes put together until at least five of them are expected, turned into a
    normal deviate (Wilson and Hilferty). What was given no chance must not happen at all.

    >>> round(surprise({"heads": 520, "tails": 480}, {"heads": 0.5, "tails": 0.5}), 1)
    0.8
    >>> surprise({"edge": 1, "heads": 999}, {"heads": 0.5, "tails": 0.5})
    inf
    """
    total = sum(seen.values())
    if any(n and chances.get(outcome, 0.0) <= 0 for outcome, n in seen.items()):
        return float("inf")
    cells: list[tuple[float, int]] = []
    expected, got = 0.0, 0
    for outcome, chance in sorted(chances.items(), key=lambda one: one[1]):
        expected += chance * total
        got += seen.get(outcome, 0)
        if expected >= 5:
            cells.append((expected, got))
            expected, got = 0.0, 0
    if not cells:
        return 0.0
    cells[-1] = (cells[-1][0] + expected, cells[-1][1] + got)
    free = len(cells) - 1
    if not free:
        return 0.0
    chi2 = sum((n - e) ** 2 / e for e, n in cells)
    spread = 2 / (9 * free)
    return float(((chi2 / free) ** (1 / 3) - (1 - spread)) / sqrt(spread))
