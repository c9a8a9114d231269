"""Statistics of results: confidence intervals of win rates, and Elo by maximum likelihood."""

from collections.abc import Mapping, Sequence
from math import sqrt

import msgspec
import numpy as np

Z = 1.959963984540054
"""Two-sided 95%."""
SCALE = 400 / np.log(10)
"""Elo points per unit of log-odds."""
PRIOR = 1.0
"""Draws credited to every pairing, so that a bot that wins every game has a finite rating."""


ENOUGH_PAIRS = 10
"""Fewer pairs of games don't give a usable spread."""
RESAMPLES = 4000


class Interval(msgspec.Struct, frozen=True):
    """An estimate and its 95% confidence interval."""

    value: float
    low: float
    high: float


def wilson(points: float, games: int) -> Interval:
    """The rate of points won with Wilson's interval. A draw is half a point.

    >>> found = wilson(75, 100)
    >>> round(found.low, 3), round(found.high, 3)
    (0.657, 0.825)
    >>> wilson(0, 0)
    Interval(value=0.5, low=0.0, high=1.0)
    """
    if not games:
        return Interval(0.5, 0.0, 1.0)
    rate, z2 = points / games, Z * Z / games
    middle = (rate + z2 / 2) / (1 + z2)
    half = Z * sqrt(rate * (1 - rate) / games + z2 / games / 4) / (1 + z2)
    # At the ends the bound is the rate itself; rounding must not put it beyond.
    return Interval(rate, min(rate, max(0.0, middle - half)), max(rate, min(1.0, middle + half)))


def paired(scores: Sequence[float]) -> Interval | None:
    """The mean score of pairs of games, with an interval from resampling the pairs. None if there are too few.

    Two games with the same dice and the sides swapped share luck and side advantage, so that their sum says more
    than its parts. A clean sweep gives an interval of zero width: use Wilson's then.

    >>> paired([0.5] * 6 + [1.0] * 6)
    Interval(value=0.75, low=0.625, high=0.875)
    >>> paired([1.0] * 3) is None
    True
    """
    if len(scores) < ENOUGH_PAIRS:
        return None
    values = np.array(scores)
    drawn = np.random.default_rng(0).choice(values, (RESAMPLES, len(values))).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Interval(float(values.mean()), float(low), float(high))


def elo(names: Sequence[str], points: Mapping[tuple[str, str], float]) -> dict[str, Interval]:
    """Ratings with mean 0; ``points[a, b]`` is what ``a`` won against ``b``, a draw half a point to each.

    The ratings maximize the likelihood under P(a beats b) = 1 / (1 + 10 ** ((b - a) / 400)); the intervals come
    from the curvature of the likelihood.

    >>> rated = elo(["a", "b"], {("a", "b"): 150, ("b", "a"): 50})
    >>> round(rated["a"].value - rated["b"].value)
    190
    """
    count = len(names)
    won = np.array([[points.get((a, b), 0.0) for b in names] for a in names])
    played = won + won.T > 0
    won = won + np.where(played, PRIOR / 2, 0.0)
    games = won + won.T
    rating = np.zeros(count)
    for _ in range(100):
        expected = 1 / (1 + np.exp(rating[None, :] - rating[:, None]))
        slope = (won - games * expected).sum(axis=1)
        weight = games * expected * (1 - expected)
        curvature = np.diag(weight.sum(axis=1)) - weight
        step = np.linalg.pinv(curvature) @ slope
        rating += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    rating -= rating.mean()
    error = np.sqrt(np.maximum(np.diag(np.linalg.pinv(curvature)), 0)) * Z * SCALE
    return {
        name: Interval(float(value), float(value - off), float(value + off))
        for name, value, off in zip(names, rating * SCALE, error, strict=True)
    }
