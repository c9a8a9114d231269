"""Victory by production, as both sides see it."""

from msgspec.structs import replace

from sandtable.area.position import Position
from sandtable.bots.planner.economy import pressure
from tests.bots.planner.classic import WORLD, at, stance_of, state_of

START = state_of(Position())
GAINS = ("India", "China", "Sinkiang", "Karelia S.S.R.", "Caucasus", "Anglo-Egypt Sudan", "Persia", "Australia")
NEAR = replace(START, control={**START.control, **dict.fromkeys(GAINS, "japan")})


def test_nobody_thinks_of_it_at_the_start() -> None:
    assert pressure(WORLD, START) == 0.0


def test_it_counts_the_more_the_nearer_a_side_is() -> None:
    nearer = replace(NEAR, control={**NEAR.control, "Brazil": "japan", "South Africa": "germany"})
    assert 0 < pressure(WORLD, NEAR) < pressure(WORLD, nearer)


def test_territories_are_worth_more_then() -> None:
    assert stance_of(NEAR, "usa").worth[at("Brazil")] > stance_of(START, "usa").worth[at("Brazil")] + 1
    assert stance_of(NEAR, "usa").worth[at("Midway")] == stance_of(START, "usa").worth[at("Midway")]


def test_the_option_that_takes_it_away() -> None:
    assert pressure(WORLD, replace(NEAR, options={"total-victory": True})) == 0.0
