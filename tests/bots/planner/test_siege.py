"""Sieges: an army that marches too far from a capital leaves it to enemies who are two marches away."""

from sandtable.area.position import Position
from sandtable.bots.planner.assault import Assault
from sandtable.bots.planner.siege import Siege
from tests.bots.planner.positions import Table, Units

TABLE = Table("1941")
RUSSIA, CAUCASUS, EASTERN = TABLE.at("Russia"), TABLE.at("Caucasus"), TABLE.at("Eastern Europe")
INFANTRY, TANK = TABLE.unit("infantry"), TABLE.unit("tank")

ARMIES: Units = {
    "Russia": {"ussr": "3 infantry"},
    "Caucasus": {"ussr": "9 infantry, 2 tanks"},
    "Szechwan": {"japan": "infantry"},
    "West Russia": {"germany": "infantry"},
    "Eastern Europe": {"germany": "14 infantry"},
}


def siege(units: Units) -> Siege:
    state = TABLE.state(Position(start_from="empty", turn="ussr", units=units))
    return Siege(TABLE.stance(state, "ussr"), {RUSSIA: {INFANTRY: 2}})


def attack(target: str, infantry: float = 0.0, tanks: float = 0.0) -> Assault:
    found = Assault(TABLE.at(target))
    found.arms = {(CAUCASUS, INFANTRY): infantry, (CAUCASUS, TANK): tanks}
    return found


def test_an_army_two_marches_away_besieges_and_one_next_door_defends() -> None:
    found = siege(ARMIES)
    assert any((EASTERN, INFANTRY) in army for army in found.coming[RUSSIA])
    assert (found.full[RUSSIA][INFANTRY], found.full[RUSSIA][TANK]) == (3 + 9 + 2, 2)


def test_who_marches_away_pays_and_who_stays_within_a_march_does_not() -> None:
    found = siege(ARMIES)
    assert found.price([attack("Szechwan", infantry=9)], frozenset()) > 50
    assert found.price([attack("West Russia", infantry=9)], frozenset()) == 0
    assert found.price([], frozenset()) == 0


def test_tanks_are_back_from_farther_away() -> None:
    found = siege(ARMIES)
    assert found.price([attack("Szechwan", tanks=2)], frozenset()) == 0


def test_a_beaten_army_besieges_nobody() -> None:
    found = siege(ARMIES)
    assert found.price([attack("Szechwan", infantry=9)], frozenset({EASTERN})) == 0


def test_nobody_besieges_a_capital_far_from_the_war() -> None:
    found = siege({**ARMIES, "Eastern Europe": "nothing", "West Russia": "nothing", "Szechwan": "nothing"})
    assert not found.full
