"""Glicko-2: a player's rating, its uncertainty, and how consistent they are.

After Mark Glickman, "Example of the Glicko-2 system". Strengths use the familiar scale that starts at 1500; the
arithmetic uses the system's own.

>>> pupil = Strength(1500, 200, 0.06)
>>> games = [Game(Strength(1400, 30), 1.0), Game(Strength(1550, 100), 0.0), Game(Strength(1700, 300), 0.0)]
>>> after = rated(pupil, games)
>>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
(1464.05, 151.52, 0.06)
"""

import math
from collections.abc import Sequence

import msgspec

SCALE = 173.7178
MIDDLE = 1500.0
TAU = 0.5
"""Limits how much the volatility changes in a period."""
CLOSE = 1e-6
SUREST, LEAST_SURE = 30.0, 350.0


class Strength(msgspec.Struct, frozen=True):
    """A player's rating."""

    rating: float = MIDDLE
    deviation: float = LEAST_SURE
    volatility: float = 0.06


class Game(msgspec.Struct, frozen=True):
    """An opponent, and the score: 1 for a win, 0 for a loss, 0.5 for a draw."""

    opponent: Strength
    score: float


def rated(player: Strength, games: Sequence[Game], periods: float = 1.0) -> Strength:
    """A player's rating after games; ``periods``: rating periods since the last ones."""
    if not games:
        return aged(player, periods)
    mu, phi = (player.rating - MIDDLE) / SCALE, player.deviation / SCALE
    weighed = [(_weight(one.opponent), _expected(mu, one.opponent), one.score) for one in games]
    variance = 1 / sum(g * g * e * (1 - e) for g, e, _ in weighed)
    surprise = sum(g * (score - e) for g, e, score in weighed)
    sigma = _volatility(phi, player.volatility, variance, variance * surprise)
    before = phi * phi + periods * sigma * sigma
    after = 1 / math.sqrt(1 / before + 1 / variance)
    return Strength(
        rating=MIDDLE + SCALE * (mu + after * after * surprise),
        deviation=min(max(SCALE * after, SUREST), LEAST_SURE),
        volatility=sigma,
    )


def aged(player: Strength, periods: float) -> Strength:
    """The rating of a player who hasn't played for a while: only the uncertainty grows.

    >>> aged(Strength(1500, 200, 0.06), 1).deviation > 200
    True
    """
    phi = player.deviation / SCALE
    wider = SCALE * math.sqrt(phi * phi + periods * player.volatility**2)
    return msgspec.structs.replace(player, deviation=min(wider, LEAST_SURE))


def together(players: Sequence[Strength]) -> Strength:
    """A team as one opponent: its average rating and average uncertainty.

    >>> together([Strength(1400, 30), Strength(1600, 40)]).rating
    1500.0
    """
    count = len(players)
    return Strength(
        rating=sum(one.rating for one in players) / count,
        deviation=math.sqrt(sum(one.deviation**2 for one in players) / count),
    )


def _weight(opponent: Strength) -> float:
    phi = opponent.deviation / SCALE
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _expected(mu: float, opponent: Strength) -> float:
    return 1 / (1 + math.exp(-_weight(opponent) * (mu - (opponent.rating - MIDDLE) / SCALE)))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """The new volatility, by the Illinois method."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        rest = phi * phi + variance + math.exp(x)
        return math.exp(x) * (delta * delta - rest) / (2 * rest * rest) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
