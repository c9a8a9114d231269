"""Landing as an assignment problem: the search agrees with trying everything."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from sandtable.area.movement.landing import Berth, _left_over

ZONES = st.frozensets(st.sampled_from("abcde"), max_size=4)


def by_trying_everything(needy: list[frozenset[str]], berths: list[Berth]) -> int:
    """Station the carriers in every possible way and match units with places each time."""
    best = len(needy)
    for stations in product(*(sorted(b.zones) or [""] for b in berths)):
        places = [zone for zone, berth in zip(stations, berths, strict=True) for _ in range(berth.places)]
        best = min(best, len(needy) - _matched(needy, places))
    return best


def _matched(needy: list[frozenset[str]], places: list[str]) -> int:
    taken: dict[int, int] = {}

    def seat(unit: int, seen: set[int]) -> bool:
        for k, zone in enumerate(places):
            if zone in needy[unit] and k not in seen:
                seen.add(k)
                if k not in taken or seat(taken[k], seen):
                    taken[k] = unit
                    return True
        return False

    return sum(seat(unit, set()) for unit in range(len(needy)))


@given(
    st.lists(ZONES, max_size=5),
    st.lists(st.builds(Berth, ZONES, st.integers(1, 2)), max_size=3),
)
def test_the_search_finds_the_best_way_to_land(needy: list[frozenset[str]], berths: list[Berth]) -> None:
    assert _left_over(needy, berths) == by_trying_everything(needy, berths)


def test_two_units_share_a_carrier_only_if_it_has_two_places() -> None:
    wing = [frozenset("ab"), frozenset("bc")]
    assert _left_over(wing, [Berth(frozenset("abc"), 2)]) == 0
    assert _left_over(wing, [Berth(frozenset("abc"), 1)]) == 1
    assert _left_over(wing, [Berth(frozenset("ac"), 2)]) == 1
