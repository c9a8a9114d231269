"""Colours that can be told apart, by eyes of every kind, and drawings for every unit."""

from itertools import combinations

import pytest

from sandtable import games
from sandtable.maps.style import DARK, LIGHT, Ink, drawings, livery, mix, silhouette

EYES = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red cones": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green cones": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
}
"""How linear light is seen (Machado, Oliveira and Fernandes 2009)."""


def _lab(colour: str, eyes: str) -> tuple[float, float, float]:
    linear = [(int(colour[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]
    r, g, b = (max(0.0, sum(m * v for m, v in zip(row, linear, strict=True))) for row in EYES[eyes])
    x, y, z = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("ink", [LIGHT, DARK], ids=["light", "dark"])
def test_powers_of_1941_can_be_told_apart(eyes: str, ink: Ink) -> None:
    powers = games.world("1941").order
    for a, b in combinations(powers, 2):
        one, other = (_lab(mix(livery(p).colour, ink.paper, ink.blend), eyes) for p in (a, b))
        assert sum((x - y) ** 2 for x, y in zip(one, other, strict=True)) ** 0.5 > 12, (a, b)


def test_every_unit_of_1941_has_its_own_shadow() -> None:
    units = games.world("1941").units
    shadows = {silhouette(unit) for unit in units}
    assert len(shadows) == len(units)
    assert drawings().units["other"] not in shadows
