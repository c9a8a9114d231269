"""Intervals and Elo against known values and simulated games."""

from itertools import combinations
from math import log10

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.lab.ratings import elo, wilson


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(60, 100, 0.502, 0.691), (100, 100, 0.963, 1.0), (0, 10, 0.0, 0.278), (71, 100, 0.615, 0.790)],
)
def test_wilson_against_published_values(points: float, games: int, low: float, high: float) -> None:
    found = wilson(points, games)
    assert found.low == pytest.approx(low, abs=0.001)
    assert found.high == pytest.approx(high, abs=0.001)


@given(st.integers(1, 500), st.data())
def test_an_interval_contains_its_rate(games: int, data: st.DataObject) -> None:
    points = data.draw(st.integers(0, 2 * games)) / 2
    found = wilson(points, games)
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_elo_of_two_is_the_logarithm_of_the_odds() -> None:
    rated = elo(["a", "b"], {("a", "b"): 7500, ("b", "a"): 2500})
    assert rated["a"].value - rated["b"].value == pytest.approx(400 * log10(3), abs=0.5)
    assert rated["a"].value == pytest.approx(-rated["b"].value)


def test_elo_is_unbiased_and_its_intervals_are_calibrated() -> None:
    """Over many arenas the ratings match the true strengths, and 95% of the intervals contain them."""
    true = {"a": -150.0, "b": -20.0, "c": 60.0, "d": 110.0}
    rng, games, arenas = np.random.default_rng(7), 200, 400
    values, held = dict.fromkeys(true, 0.0), 0
    for _ in range(arenas):
        points: dict[tuple[str, str], float] = {}
        for (one, own), (other, their) in combinations(true.items(), 2):
            won = float(rng.binomial(games, 1 / (1 + 10 ** ((their - own) / 400))))
            points[one, other], points[other, one] = won, games - won
        for name, rated in elo(list(true), points).items():
            values[name] += rated.value / arenas
            held += rated.low < true[name] < rated.high
    assert values == pytest.approx(true, abs=3)
    assert 0.92 < held / arenas / len(true) < 0.98


def test_a_clean_sweep_has_a_finite_rating() -> None:
    rated = elo(["a", "b"], {("a", "b"): 100, ("b", "a"): 0})
    assert 500 < rated["a"].value - rated["b"].value < 1500
    assert rated["a"].low > rated["b"].high


def test_more_games_give_narrower_intervals() -> None:
    few, many = (elo(["a", "b"], {("a", "b"): 6 * n, ("b", "a"): 4 * n})["a"] for n in (1, 100))
    assert many.high - many.low < (few.high - few.low) / 5
