"""Tests for searches at sea: the numbers of the spotting table, and what no scenario file can show."""

import pytest

from sandtable.games import load_hexes
from sandtable.hexes.parts.fleets import Fleets
from sandtable.hexes.parts.fleets.lookouts import Spotter, Target, chance, modifier
from sandtable.hexes.parts.fleets.memory import NAVY, changed
from sandtable.hexes.parts.fleets.settings import Lookout, Search
from sandtable.hexes.position import HexPosition, Moored, Standing, build
from sandtable.hexes.state import HexState

GAME = load_hexes("hgw")
WORLD = GAME.worlds["campaign-3"]
OPEN = "1128"
"""A hex of the open Atlantic."""
FRENCH, SPANISH = "1633", "1732"
"""Coasts: friendly to the Allies, and to nobody."""


def _terms() -> Search:
    part = Fleets.of(WORLD)
    assert part is not None and part.settings.search is not None
    return part.settings.search


def _sea(**patrols: str) -> HexState:
    state = build(
        WORLD,
        HexPosition(
            scenario="campaign-3",
            phase="naval",
            armies={"OKW": Standing("1532", infantry=1), "Britain": Standing("1333", infantry=1)},
            fleets={
                "Home Fleet": Moored("1332", 1),
                "Force H": Moored("1332", 1),
                "Cape Fleet": Moored("1332", 1),
            },
        ),
    )
    assert isinstance(state, HexState)
    return changed(state, patrols={name.replace("_", " "): place for name, place in patrols.items()})


def _modifier(state: HexState, spotter: Spotter, target: Target, at: str, aircraft: int = 0) -> int:
    return modifier(WORLD, state, _terms(), "allied", spotter, target, at, aircraft)


ARMY = Spotter("army", "1333", 1)


@pytest.mark.rule("hgw.chart.spotting-table")
@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        ("army", (4, 2, 1, 0, -2, -2)),
        ("coast", (2, 2, 2)),
        ("carrier", (2, 2)),
        ("fleet", (2,)),
        ("submarine", (2,)),
    ],
)
def test_the_spotting_table(kind: Lookout, numbers: tuple[int, ...]) -> None:
    assert _terms().spot[kind] == numbers


@pytest.mark.rule("hgw.chart.spotting-modifiers", "hgw.search.decline-interception")
@pytest.mark.parametrize(
    ("target", "at", "expected"),
    [
        (Target("axis", 4), OPEN, 0),
        (Target("axis", 5), OPEN, -1),
        (Target("axis", 4), SPANISH, -1),
        (Target("axis", 4), FRENCH, -2),
        (Target("axis", 6), FRENCH, -3),
        (Target("axis", 4, submarines=True), OPEN, 3),
        (Target("axis", 4, air=True), OPEN, 2),
        (Target("axis", 8, route=True), OPEN, -3),
        (Target("axis", 4, spotted=("1129",)), OPEN, -1),
        (Target("axis", 4, spotted=("1129", OPEN)), OPEN, -2),
        (Target("axis", 4, spotted=("1130", "1129", OPEN, "1129")), OPEN, -2),
        (Target("axis", 4, spotted=("1130", "1131")), OPEN, 0),
        (Target("axis", 4, active=True), OPEN, 0),
    ],
)
def test_what_an_army_adds_to_its_die(target: Target, at: str, expected: int) -> None:
    assert _modifier(_sea(), ARMY, target, at) == expected


@pytest.mark.rule("hgw.chart.spotting-modifiers")
def test_carriers_see_less_in_the_next_hex_and_more_of_a_target_that_searches() -> None:
    target, searching = Target("axis", 4), Target("axis", 4, active=True)
    assert _modifier(_sea(), Spotter("carrier", "Home Fleet", 0), target, OPEN) == 0
    assert _modifier(_sea(), Spotter("carrier", "Home Fleet", 1), target, OPEN) == 2
    assert _modifier(_sea(), Spotter("carrier", "Home Fleet", 1), target, OPEN, 2) == 0
    assert _modifier(_sea(), Spotter("carrier", "Home Fleet", 0), searching, OPEN) == -1


@pytest.mark.rule("hgw.chart.spotting-modifiers")
def test_other_fleets_in_the_hex_help() -> None:
    state = _sea(Home_Fleet=OPEN, Force_H=OPEN, Cape_Fleet="1130")
    assert _modifier(state, Spotter("fleet", "Home Fleet", 0), Target("axis", 1), OPEN) == -1
    assert _modifier(state, ARMY, Target("axis", 1), OPEN) == -2


@pytest.mark.rule("hgw.search.roll", "hgw.chart.spotting-modifiers")
def test_the_examples_of_the_die() -> None:
    terms, state = _terms(), _sea()
    submarines = Target("axis", 3, submarines=True)
    near, fleet = Spotter("army", "1333", 0), Spotter("fleet", "Home Fleet", 0)
    assert chance(WORLD, state, terms, "allied", ARMY, Target("axis", 6), FRENCH) == 5
    assert chance(WORLD, state, terms, "allied", ARMY, Target("axis", 1), OPEN) == 2
    assert chance(WORLD, state, terms, "allied", near, submarines, OPEN) == 1
    assert chance(WORLD, state, terms, "allied", fleet, Target("axis", 8, route=True), OPEN) == 5


@pytest.mark.rule("hgw.record.open", "hgw.search.procedure")
def test_a_search_hides_nothing() -> None:
    """The book hides no fleet: everybody sees the same position, at every moment of a search."""
    state = _sea(Home_Fleet=OPEN)
    state = changed(state, sightings={"Atlantic route": (OPEN,)}, scouts=("Home Fleet",))
    for seat in (*WORLD.order, None):
        assert NAVY.of(GAME.view(state, seat)) == NAVY.of(state)
