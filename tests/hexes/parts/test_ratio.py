"""Victory by ratio: what the counts of three sides are worth."""

import pytest

from sandtable.hexes.parts.ratio_victory import RatioVictory
from tests.hexes.static import campaign


def part() -> RatioVictory:
    found = RatioVictory.of(campaign())
    assert found is not None
    return found


def levels(axis: int, soviet: int, allied: int) -> tuple[int, ...]:
    return tuple(part().levels({"axis": axis, "soviet": soviet, "allied": allied}).values())


@pytest.mark.rule("hgw.campaign1.ratio", "hgw.campaign1.victory-levels")
def test_the_example_of_the_book() -> None:
    """Axis 1:8 with Berlin, Soviets 1:2, Allies 5:4: all marginal."""
    assert levels(10, 30, 50) == (1, 1, 1)


@pytest.mark.rule("hgw.campaign1.ratio-special", "hgw.campaign1.victory-levels")
def test_without_berlin_the_axis_counts_nothing() -> None:
    """Soviets 3:5, Allies 5:3."""
    assert levels(0, 30, 50) == (0, 1, 2)


@pytest.mark.rule("hgw.campaign1.victory-levels")
@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ((20, 30, 30), 1),  # 1:3 exactly is marginal
        ((20, 25, 25), 2),  # 2:5
        ((50, 25, 25), 3),  # 1:1
    ],
)
def test_the_levels_of_the_axis(counts: tuple[int, int, int], wanted: int) -> None:
    assert levels(*counts)[0] == wanted


@pytest.mark.rule("hgw.campaign1.victory-levels")
def test_the_levels_of_the_others() -> None:
    assert [part().level("soviet", own, 60) for own in (29, 30, 59, 60, 89, 90)] == [0, 1, 1, 2, 2, 3]
    assert [part().level("allied", own, 60) for own in (59, 60, 89, 90, 119, 120)] == [0, 1, 1, 2, 2, 3]
