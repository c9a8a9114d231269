"""Sequential confidence intervals."""

from random import Random

import pytest

from sandtable.lab.fairness.sequential import FEWEST, always, games_wanted, is_clear, width
from sandtable.lab.ratings import Interval


def test_false_positives_are_rare() -> None:
    """Of 400 studies without a difference, checked after every pair, at most one in twenty finds one."""
    deceived = 0
    rng = Random(22)
    for _ in range(400):
        values: list[float] = []
        for _ in range(80):
            values.append(rng.gauss(0, 1))
            found = always(values)
            if found is not None and (found.low > 0 or found.high < 0):
                deceived += 1
                break
    assert deceived <= 0.05 * 400


def test_a_real_difference_is_found() -> None:
    rng = Random(1)
    found = always([rng.gauss(0.5, 1) for _ in range(200)])
    assert found is not None
    assert found.low > 0
    assert found.low < 0.5 < found.high


def test_few_values_say_nothing() -> None:
    assert always([1.0] * (FEWEST - 1)) is None
    assert not is_clear(None, 1)


@pytest.mark.parametrize(
    ("low", "high", "clear"), [(0.01, 0.9, True), (-0.9, -0.01, True), (-0.01, 0.01, True), (-0.01, 0.2, False)]
)
def test_clear_is_not_zero_or_too_small_to_matter(low: float, high: float, clear: bool) -> None:
    assert is_clear(Interval(0, low, high), 0.05) is clear


def test_how_many_more_games_would_do() -> None:
    rng = Random(3)
    values = [rng.gauss(0.2, 1) for _ in range(40)]
    more = games_wanted(values, 0.05)
    mean = sum(values) / len(values)
    spread = sum((one - mean) ** 2 for one in values) / len(values)
    assert width(40 + more, spread) <= max(abs(mean), 0.05)
    assert width(40 + more // 2, spread) > max(abs(mean), 0.05)
