"""Rules of ``revised-historical`` that speak of its tables, not of positions."""

from collections import Counter

import pytest

from sandtable import games
from sandtable.area.parts.closed_areas import ClosedAreas
from sandtable.area.parts.lend_lease import LendLease

WORLD = games.area("revised-historical").world


@pytest.mark.rule("rh.victory.one-city-per-territory")
@pytest.mark.rule("rh.victory.zero-point-city")
def test_each_of_the_36_cities_lies_in_a_territory_of_its_own() -> None:
    cities = Counter(land.city for land in WORLD.board.territories.values() if land.city)
    assert len(cities) == 36
    assert set(cities.values()) == {1}
    assert sum(land.points for land in WORLD.board.territories.values()) == 75
    pointless = {land.city for land in WORLD.board.territories.values() if land.city and not land.points}
    assert pointless == {"Tobruk", "Dakar"}


@pytest.mark.rule("rh.scope.no-national-advantages")
def test_powers_differ_in_nothing_but_what_the_book_says() -> None:
    """Aid, the closed area and what is kept after a liberation are the only rules that name powers."""
    assert all(WORLD.unit(power, unit) == kind for unit, kind in WORLD.units.items() for power in WORLD.order)
    lending = LendLease.of(WORLD)
    assert lending is not None
    assert set(lending.settings.donors) == {"usa"}
    closed = ClosedAreas.of(WORLD)
    assert closed is not None
    assert {power for area in closed.settings.areas for power in area.powers} == {"uk", "usa"}
    assert set(WORLD.game.conduct.keeps_liberated) == {"ussr"}
