"""The grid: numbers, neighbours, distances and points."""

from math import dist, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.hexes.grid import SIDES, WIDTH, Grid, Hex, HexError, centre, corner, step

WORLD = Grid(58, 112)
hexes = st.builds(Hex, st.integers(1, 58), st.integers(1, 112))


def codes(places: list[Hex]) -> set[str]:
    return {str(place) for place in places}


@pytest.mark.parametrize(
    ("code", "near"),
    [
        ("1838", "1837 1839 1737 1738 1937 1938"),
        ("1141", "1140 1142 1041 1042 1241 1242"),
        ("1112", "1111 1113 1012 1013 1212 1213"),
        ("12112", "12111 1201 11111 11112 13111 13112"),
        ("1301", "13112 1302 1201 1202 1401 1402"),
        ("0150", "0149 0151 0250 0251"),
    ],
)
def test_neighbours(code: str, near: str) -> None:
    assert codes(WORLD.neighbours(WORLD.parse(code))) == set(near.split())


@given(hexes)
def test_neighbours_know_each_other(place: Hex) -> None:
    for side in range(SIDES):
        near = WORLD.across(place, side)
        if near is not None:
            assert WORLD.across(near, (side + 3) % SIDES) == place
            assert WORLD.side_to(place, near) == side
            assert WORLD.distance(place, near) == 1


@given(hexes)
def test_a_number_is_read_as_it_is_written(place: Hex) -> None:
    assert WORLD.parse(str(place)) == place


@pytest.mark.parametrize(
    "code", ["", "12", "123", "0012", "5901", "1200", "12113", "012345", "12a4", "٠١٠١", "1x01"]
)
def test_what_is_no_number(code: str) -> None:
    with pytest.raises(HexError, match="is not a hex"):
        WORLD.parse(code)


@given(hexes, hexes, hexes)
def test_distance_is_a_distance(a: Hex, b: Hex, c: Hex) -> None:
    assert WORLD.distance(a, b) == WORLD.distance(b, a)
    assert (WORLD.distance(a, b) == 0) == (a == b)
    assert WORLD.distance(a, c) <= WORLD.distance(a, b) + WORLD.distance(b, c)


@pytest.mark.parametrize(
    ("a", "b", "steps"), [("4580", "3679", 9), ("1937", "1838", 1), ("0101", "01112", 1), ("2601", "26110", 3)]
)
def test_known_distances(a: str, b: str, steps: int) -> None:
    assert WORLD.distance(WORLD.parse(a), WORLD.parse(b)) == steps


@given(hexes, st.floats(-0.8, 0.8), st.floats(-0.45, 0.45))
def test_the_hex_under_a_point(place: Hex, dx: float, dy: float) -> None:
    x, y = centre(place)
    assert WORLD.at(x + dx, y + dy) == place


def test_beyond_the_poles_is_nothing() -> None:
    assert WORLD.at(50, -2) is None
    assert WORLD.at(50, 99) is None


@given(hexes)
def test_neighbours_stand_side_by_side(place: Hex) -> None:
    for side in range(SIDES):
        near = step(place, side)
        assert isclose(dist(centre(place), centre(near)), WIDTH)
        assert dist(corner(place, side), corner(near, side + 4)) < 1e-9
        assert dist(corner(place, side + 1), corner(near, side + 3)) < 1e-9
