"""Tests for the war of ships: numbers of its tables, and what no scenario file can show."""

import pytest

from sandtable.games import load_hexes
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.parts.fleets import Fleets
from sandtable.hexes.position import HexPosition, build
from sandtable.hexes.state import Fleet, HexState

GAME = load_hexes("hgw")
WORLD = GAME.worlds["campaign-2"]


def _part() -> Fleets:
    part = Fleets.of(WORLD)
    assert part is not None
    return part


@pytest.mark.rule("hgw.chart.fleet-intercept-ranges", "hgw.fleet.interception-roll", "hgw.uboat.port-interception")
@pytest.mark.parametrize(
    ("submarines", "distance", "needed"),
    [
        (False, 2, 6),
        (False, 3, 5),
        (False, 6, 4),
        (False, 8, 3),
        (False, 11, 2),
        (False, 12, 1),
        (False, 13, 0),
        (True, 7, 6),
        (True, 11, 5),
        (True, 22, 4),
        (True, 23, 3),
        (True, 25, 3),
        (True, 30, 3),
        (True, 31, 0),
    ],
)
def test_the_die_that_intercepts_depends_on_the_distance(submarines: bool, distance: int, needed: int) -> None:
    fleet = Fleet("axis", "1236", 0, submarines=1) if submarines else Fleet("axis", "1236", 1)
    assert _part().settings.reach(fleet).needed(distance) == needed


@pytest.mark.rule("hgw.asw.combined-strength", "hgw.asw.half-in-surface-combat", "hgw.asw.level-strength")
@pytest.mark.parametrize(
    ("capital", "asw", "level", "at_submarines", "at_ships"),
    [(1, 3, 5, 8, 3), (0, 3, 5, 3, 1), (4, 0, 0, 0, 8), (2, 5, 1, 6, 6), (0, 1, 9, 1, 0), (9, 9, 9, 10, 10)],
)
def test_strength_depends_on_the_foe(
    capital: int, asw: int, level: int, at_submarines: int, at_ships: int
) -> None:
    state = build(WORLD, HexPosition(scenario="campaign-2", parts={"fleets": {"levels": {"allied": level}}}))
    assert isinstance(state, HexState)
    fleet = Fleet("allied", "1332", capital, asw)
    assert sea_strength(WORLD, state, fleet, Fleet("axis", "1236", 0, submarines=3)) == at_submarines
    assert sea_strength(WORLD, state, fleet, Fleet("axis", "1236", 2)) == at_ships
    assert sea_strength(WORLD, state, fleet, None) == at_ships


def test_a_fleet_loses_escorts_before_capital_ships() -> None:
    fleet = Fleet("allied", "1332", 2, 1)
    assert fleet.without(1) == Fleet("allied", "1332", 2)
    assert fleet.without(2) == Fleet("allied", "1332", 1)
    assert fleet.without(9).ships == 0
    assert Fleet("axis", "1236", 0, submarines=3).without(1).submarines == 2
