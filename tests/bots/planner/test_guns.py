"""Guns, as an attacker and a defender see them."""

import pytest

from sandtable.area.position import Position
from sandtable.bots.planner.assault import Assault
from sandtable.bots.planner.draft import names
from sandtable.bots.planner.guns import Flak, gun_chance
from sandtable.bots.planner.terrain import Terrain
from sandtable.games import area
from tests.bots.planner.classic import TERRAIN, WORLD, Units, at, field_of, offensive_of, stance_of, state_of, unit

LINE = state_of(
    Position(
        start_from="empty",
        turn="uk",
        units={
            "United Kingdom": {"uk": "2 bombers"},
            "Western Europe": {"germany": "infantry, antiaircraft gun"},
            "Western Mediterranean Sea Zone": {"germany": "transport"},
            "Germany": {"germany": "3 infantry, antiaircraft gun"},
        },
    )
)
SIDE = TERRAIN.side[TERRAIN.power["uk"]]


def test_a_gun_hits_one_in_six_where_there_are_guns() -> None:
    assert gun_chance(TERRAIN) == pytest.approx(1 / 6)
    assert gun_chance(Terrain(area("1941").world)) == 0.0


def test_the_quietest_way_comes_first_and_the_short_one_is_kept() -> None:
    ways = Flak(field_of(LINE), SIDE).ways(at("United Kingdom"), at("Western Mediterranean Sea Zone"), 6)
    guns, quiet = ways[0]
    assert guns == 0
    assert "Western Europe" not in names(TERRAIN, quiet)
    assert all(len(way) <= 7 for _, way in ways)


def test_a_short_leash_leads_over_the_gun() -> None:
    flak = Flak(field_of(LINE), SIDE)
    start, end = at("United Kingdom"), at("Southern Europe")
    shortest = TERRAIN.flights[start][end]
    (guns, way), *_ = flak.ways(start, end, shortest)
    assert len(way) == shortest + 1
    assert guns == 1
    assert flak.survival(start, end, shortest) == pytest.approx(5 / 6)
    assert flak.ways(start, end, shortest - 1) == []


def test_a_gun_at_the_target_fires_too_but_not_at_its_own_side() -> None:
    flak = Flak(field_of(LINE), SIDE)
    assert flak.survival(at("United Kingdom"), at("Western Europe"), 6) == pytest.approx(5 / 6)
    friends = Flak(field_of(LINE), 1 - SIDE)
    assert friends.survival(at("Germany"), at("Western Europe"), 6) == 1.0


def test_planes_are_thinned_and_nobody_else() -> None:
    force = [0.0] * TERRAIN.roster.count
    force[unit("infantry")], force[unit("bomber")] = 3.0, 6.0
    left = Flak(field_of(LINE), SIDE).thinned(tuple(force), at("Germany"))
    assert left[unit("infantry")] == 3.0
    assert left[unit("bomber")] == pytest.approx(5.0)


def test_an_attack_from_the_air_is_worth_less_over_a_gun() -> None:
    worth, start = [], at("Karelia S.S.R.")
    for gun in ("", ", antiaircraft gun"):
        units: Units = {
            "Karelia S.S.R.": {"ussr": "4 infantry, 3 fighters"},
            "Eastern Europe": {"germany": f"2 infantry{gun}"},
        }
        offensive = offensive_of(state_of(Position(start_from="empty", turn="ussr", units=units)), "ussr")
        assault = Assault(at("Eastern Europe"))
        assault.arms = {(start, unit("infantry")): 4.0, (start, unit("fighter")): 3.0}
        worth.append(offensive.appraise(assault, frozenset()))
    assert worth[0] - worth[1] > 3 * WORLD.units["fighter"].cost / 6 * 0.9


def test_a_gun_makes_a_capital_safer() -> None:
    danger = []
    for gun in ("", ", antiaircraft gun"):
        units: Units = {
            "United Kingdom": {"uk": f"3 infantry{gun}"},
            "Western Europe": {"germany": "6 fighters, 3 bombers"},
            "English Channel Sea Zone": {"germany": "transport[infantry, infantry]"},
        }
        state = state_of(Position(start_from="empty", turn="uk", units=units))
        stance = stance_of(state, "uk")
        danger.append(stance.danger(at("United Kingdom"), stance.field.of_side(at("United Kingdom"), stance.side)))
    assert danger[1] < danger[0]
