"""Colours that everybody can tell apart, and drawings for every unit."""

from collections.abc import Mapping
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from sandtable import games
from sandtable.area.board import Board
from sandtable.core.datafile import read_yaml
from sandtable.hexes.atlas import Allegiance, read_atlas
from sandtable.maps.hexstyle import PATTERNS
from sandtable.maps.style import DARK, LIGHT, Ink, drawings, livery, mix, silhouette

EYES = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red cones": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green cones": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue cones": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How linear light is seen (Machado, Oliveira and Fernandes 2009)."""
LEAST = 7.5
"""The minimum distance in CIELAB between two powers' land, for any kind of vision."""
CLEAR = 11.0
"""Closer colours need an emblem and, on the page, a pattern; a board of five powers needs none."""
FOLDERS = Path(games.__file__).parent
BOARDS = sorted(path.parent.name for path in FOLDERS.glob("*/board.yaml"))


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


def _apart(one: str, other: str, eyes: str) -> float:
    """The distance between two colours, for this kind of vision."""
    return dist(_lab(one, eyes), _lab(other, eyes))


def _owners(board: str) -> list[str]:
    """All powers that hold land on a board."""
    lands = read_yaml(FOLDERS / board / "board.yaml", Board).territories.values()
    return sorted({land.owner for land in lands} - {""})


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("ink", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("board", BOARDS)
def test_powers_that_share_a_board_can_be_told_apart(board: str, eyes: str, ink: Ink) -> None:
    owners = _owners(board)
    land = {power: mix(livery(power).colour, ink.paper, ink.blend) for power in owners}
    least = CLEAR if len(owners) <= 5 else LEAST
    for a, b in combinations(owners, 2):
        assert _apart(land[a], land[b], eyes) > least, (a, b)


@pytest.mark.parametrize("board", BOARDS)
def test_every_power_has_an_emblem_of_its_own(board: str) -> None:
    emblems = [livery(power).emblem for power in _owners(board)]
    assert len(set(emblems)) == len(emblems)
    assert drawings().powers["other"].emblem not in emblems


def test_what_is_close_on_the_hexes_has_another_mark() -> None:
    parties = {
        power: facts
        for power, facts in read_atlas(FOLDERS / "hgw" / "atlas.yaml").allegiances.items()
        if facts.emblem or power in PATTERNS  # the others are single countries with their names on them
    }
    for a, b in combinations(parties, 2):
        close = min(_apart(parties[a].colour, parties[b].colour, eyes) for eyes in EYES) < CLEAR
        assert not close or _mark(parties, a) != _mark(parties, b), (a, b)


def _mark(parties: Mapping[str, Allegiance], power: str) -> tuple[str, str]:
    return parties[power].emblem, PATTERNS.get(power, "")


@pytest.mark.parametrize("game", games.area_ids())
def test_every_unit_has_a_silhouette(game: str) -> None:
    assert [unit for unit in games.world(game).units if silhouette(unit) == drawings().units["other"]] == []


def test_every_unit_of_1941_has_its_own_silhouette() -> None:
    units = games.world("1941").units
    shadows = {silhouette(unit) for unit in units}
    assert len(shadows) == len(units)
    assert drawings().units["other"] not in shadows
