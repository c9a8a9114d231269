"""Balance: which side wins more between equals, and what bid would even it out.

A bid is money that the weaker side gets before the game, split evenly between its powers in order of play; games
without money have none. The same seeds are played with several bids. A logistic curve through all games gives the
bid at which both sides win equally often, and resampled seeds give its confidence interval.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from sandtable.area.forces import Power
from sandtable.area.world import World
from sandtable.bots.asking import Fault
from sandtable.core.decision import Seat
from sandtable.lab.arena import STRIDE, Tally, tally
from sandtable.lab.jobs import Crew, run
from sandtable.lab.match import Entrant, Match, Played, play_match
from sandtable.lab.ratings import Interval

STEPS = 4
"""How many bids are tried besides none."""
RESAMPLES = 400
RIDGE = 0.01
"""Keeps the curve finite if one side wins every game."""

Floats = NDArray[np.float64]


class Trial(msgspec.Struct, frozen=True, omit_defaults=True):
    """A balance study: one bot plays both sides."""

    game: str
    entrant: Entrant
    games: int
    """Per bid."""
    most: int
    """The largest bid to try; 0: only find who wins more."""
    rounds: int
    seed: int = 1
    think: float | None = None
    options: Mapping[str, bool] = {}
    scenario: str = ""
    """Empty: the game's first."""


class Point(msgspec.Struct, frozen=True):
    """The weaker side's results with a bid."""

    bid: int
    tally: Tally


class Verdict(msgspec.Struct, frozen=True):
    """The result of a trial."""

    trial: Trial
    sides: Mapping[str, Tally]
    """Without any bid."""
    weaker: str
    points: tuple[Point, ...]
    bid: Interval | None
    """The bid that evens it out. None if no bid up to the largest does, or none was tried."""
    faults: tuple[Fault, ...]


def weigh(
    trial: Trial,
    names: Sequence[str],
    dealt: Callable[[str, int], Mapping[Seat, int]],
    crew: Crew,
    done: Callable[[Played], None] = lambda _: None,
) -> Verdict:
    """Play without a bid, then with bids for the weaker side; ``dealt`` splits them."""
    plain = run(crew, play_match, [_match(trial, names, seed, {}) for seed in _seeds(trial)], done)
    sides = {side: tally(plain, [side] * len(plain)) for side in names}
    weaker = min(sides, key=lambda side: sides[side].rate.value)
    bids = [round(trial.most * step / STEPS) for step in range(1, STEPS + 1)] if trial.most else []
    tasks = [_match(trial, names, seed, dealt(weaker, bid)) for bid in bids for seed in _seeds(trial)]
    played = plain + run(crew, play_match, tasks, done)
    games = [played[start : start + trial.games] for start in range(0, len(played), trial.games)]
    points = tuple(
        Point(bid, tally(some, [weaker] * len(some))) for bid, some in zip((0, *bids), games, strict=True)
    )
    scores = np.array([[_points(one, weaker) for one in some] for some in games])
    return Verdict(
        trial=trial,
        sides=sides,
        weaker=weaker,
        points=points,
        bid=even_bid((0, *bids), scores, trial.seed) if bids else None,
        faults=tuple(one.result.fault for one in played if one.result.fault is not None),
    )


def games_in(trial: Trial) -> int:
    """How many games a trial plays."""
    return trial.games * (STEPS + 1 if trial.most else 1)


def deal(world: World, side: str, amount: int) -> dict[Power, int]:
    """Split a bid between a side's powers in order of play.

    >>> from sandtable.games import world
    >>> deal(world("1941"), "axis", 5)
    {'germany': 3, 'japan': 2}
    """
    powers = [power for power in world.order if world.side(power) == side]
    return {power: len(range(number, amount, len(powers))) for number, power in enumerate(powers)}


def even_bid(bids: Sequence[int], scores: Floats, seed: int) -> Interval | None:
    """The bid that gives half of the points, from ``scores[bid, seed]``: points of the bidding side.

    >>> even = even_bid((0, 10, 20), np.array([[0.0, 0, 0, 1], [0, 1, 0, 1], [1, 1, 0, 1]]), 1)
    >>> even is not None and 8 < even.value < 12
    True
    """
    rng = np.random.default_rng(seed)
    best = _crossing(bids, scores.mean(axis=1), scores.shape[1])
    if best is None:
        return None
    drawn = rng.integers(scores.shape[1], size=(RESAMPLES, scores.shape[1]))
    found = [_crossing(bids, scores[:, some].mean(axis=1), scores.shape[1]) for some in drawn]
    ends = [float(max(bids)) if one is None else one for one in found]
    low, high = np.percentile(ends, [2.5, 97.5])
    return Interval(best, float(low), float(high))


def _crossing(bids: Sequence[int], rates: Floats, games: int) -> float | None:
    """Where a logistic curve through the rates crosses one half. None if it doesn't."""
    most = max(bids)
    x = np.column_stack([np.ones(len(bids)), np.array(bids) / most])
    weights = np.zeros(2)
    for _ in range(50):
        expected = 1 / (1 + np.exp(-x @ weights))
        slope = games * x.T @ (rates - expected) - RIDGE * weights
        curvature = games * (x.T * (expected * (1 - expected))) @ x + RIDGE * np.eye(2)
        step = np.linalg.solve(curvature, slope)
        weights += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    if weights[0] >= 0:
        return 0.0
    if weights[1] <= 0 or -weights[0] > weights[1]:
        return None
    return float(-weights[0] / weights[1] * most)


def _match(trial: Trial, sides: Sequence[str], seed: int, bid: Mapping[Seat, int]) -> Match:
    entrants = dict.fromkeys(sides, trial.entrant)
    return Match(trial.game, entrants, seed, trial.rounds, trial.think, trial.options, bid, trial.scenario)


def _seeds(trial: Trial) -> range:
    first = trial.seed * STRIDE
    return range(first, first + trial.games)


def _points(played: Played, side: str) -> float:
    winner = played.result.winner
    return 1.0 if winner == side else 0.0 if winner else 0.5
