"""Luck is the exact percentile of a roll among all possible ones."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.guide import Throw
from sandtable.statistics.luck import percentile, purse

HITS = [tuple(int(face <= need) for face in range(1, 7)) for need in range(1, 6)]
DAMAGE = (1, 2, 3, 4, 5, 6)
dice = st.lists(st.sampled_from([*HITS, DAMAGE]), min_size=1, max_size=4)


@given(dice, st.data())
def test_the_percentile_is_a_count_of_all_outcomes(kinds: list[tuple[int, ...]], data: st.DataObject) -> None:
    sums = [sum(faces) for faces in product(*kinds)]
    scored = data.draw(st.sampled_from(sums))
    below, same = sum(one < scored for one in sums), sum(one == scored for one in sums)
    counts = {kind: kinds.count(kind) for kind in kinds}
    assert percentile(counts, scored) == pytest.approx(100 * (below + same / 2) / len(sums))


def test_thousands_of_dice_are_counted_exactly_enough() -> None:
    half = (1, 1, 1, 0, 0, 0)
    assert percentile({half: 5000}, 2500) == pytest.approx(50)
    assert percentile({half: 5000}, 2600) == pytest.approx(99.766, abs=0.01)


def test_scored_and_expected() -> None:
    throws = [Throw("red", "hits", "", (1, 6), HITS[1]), Throw("red", "hits", "", (3,), HITS[2])]
    luck = purse(throws).luck("red", "hits")
    assert (luck.dice, luck.scored) == (3, 2)
    assert luck.expected == pytest.approx(2 / 6 * 2 + 0.5)
    assert luck.difference == pytest.approx(2 - 7 / 6)
