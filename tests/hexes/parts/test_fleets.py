"""Tests for the war of ships: numbers of its tables, and what no scenario file can show."""

import pytest
from msgspec.structs import replace

from sandtable.core.dice import ScriptedDice
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import load_hexes
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.parts.fleets import Fleets
from sandtable.hexes.parts.fleets.airfields import BEYOND
from sandtable.hexes.parts.fleets.carriers import volley
from sandtable.hexes.parts.fleets.navies import check_builder
from sandtable.hexes.parts.fleets.settings import Service
from sandtable.hexes.parts.leaders import Leaders
from sandtable.hexes.position import HexPosition, build
from sandtable.hexes.state import Fleet, HexState
from sandtable.hexes.unfold import Unfolding

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


@pytest.mark.rule("hgw.naval.minor-navies")
def test_nothing_is_built_for_the_navy_of_a_minor_country() -> None:
    world = GAME.worlds["campaign-3"]
    part = Fleets.of(world)
    assert part is not None and part.settings.naval is not None
    minor = Service("allied", ("Escort Fleet",), "Great Britain", builds=False)
    action = replace(part.settings.naval, navies={"Dutch": minor})
    state = build(world, HexPosition(scenario="campaign-3"))
    assert isinstance(state, HexState)
    refusal = check_builder(world, state, action, "Escort Fleet")
    assert refusal is not None and refusal.rule == "hgw.naval.minor-navies"
    assert check_builder(world, state, part.settings.naval, "Escort Fleet") is None


@pytest.mark.rule("hgw.carrier.naval-base-attack")
def test_a_strike_beyond_the_table_rolls_two_dice() -> None:
    world = GAME.worlds["campaign-3"]
    state = build(world, HexPosition(scenario="campaign-3"))
    assert isinstance(state, HexState)
    run = Unfolding(world, state, ScriptedDice((1, 2)))
    assert volley(run, 18) == (world.tables.losses(10, 1) + world.tables.losses(8, 2), (1, 2))


@pytest.mark.rule("hgw.campaign3.all-options")
def test_campaign_three_has_every_optional_rule() -> None:
    world = GAME.worlds["campaign-3"]
    parts = world.parts.by_name
    assert {"leaders", "home-forces", "pledged-army", "fleets", "works", "replenishment"} <= set(parts)
    naval = parts["fleets"].settings.naval
    assert naval.navies and naval.search is not None and naval.raider is not None and naval.unfinished
    items = parts["research"].settings.items
    assert {"carrier", "coastal_air", "port", "naval_port"} <= set(items)
    assert parts["works"].settings.road > 0, "supply roads have a price"
    assert not world.facts.options, "nothing is left to choose"
    for option in ("leaders", "home-forces", "italian-army"):
        assert isinstance(GAME.start(Setup("campaign-3", options={option: False})), Refusal)


@pytest.mark.rule("hgw.chart.ranges")
def test_ranges_are_those_of_the_chart() -> None:
    world = GAME.worlds["campaign-3"]
    parts = world.parts.by_name
    fleets = parts["fleets"].settings
    assert (min(fleets.naval.search.coast), max(fleets.naval.search.coast)) == (0, 2)
    assert (min(fleets.naval.search.coast) + BEYOND, max(fleets.naval.search.coast) + BEYOND) == (2, 4)
    assert (fleets.surface.patrol, fleets.submarines.patrol) == (12, 30)
    assert sorted(fleets.naval.strain) == [30, 40]
    assert parts["replenishment"].settings.reach == 12
    assert world.tables.invasion_range == 6
    shipping = parts["shipping-points"].settings
    assert (shipping.longest, shipping.long) == (55, 27)
    bombers = parts["strategic"].settings.ranges
    assert (bombers[1], bombers[-1]) == (3, 11)


@pytest.mark.rule("hgw.campaign3.all-options", "hgw.campaign3.european-map")
def test_the_options_of_campaign_three_cannot_be_switched_off() -> None:
    world = GAME.worlds["campaign-3"]
    assert {"leaders", "home-forces", "pledged-army", "fleets"} <= set(world.parts.by_name)
    assert isinstance(GAME.start(Setup("campaign-3", options={"leaders": False})), Refusal)
    leaders = Leaders.of(world)
    state = build(world, HexPosition(scenario="campaign-3", turn="Summer 1942"))
    assert leaders is not None and isinstance(state, HexState)
    assert leaders.in_pool(world, state, "axis", "naval") == [], "ten markers without a leader"
    pools = [*leaders.in_pool(world, state, "allied"), *leaders.in_pool(world, state, "allied", "naval")]
    assert {"Patton", "MacArthur", "Halsey", "Mitscher"} <= {one.name for one in pools}
