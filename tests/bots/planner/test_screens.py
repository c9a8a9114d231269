"""Screens: an army that marches away leaves a unit on the road to the capital, if tanks could drive through."""

from random import Random

from sandtable.area.position import Position
from sandtable.bots.planner.deployment import Deployment
from sandtable.bots.planner.screens import Screens
from tests.bots.planner.positions import Table, Units

TABLE = Table("1941")
RUSSIA, WEST, CAUCASUS = TABLE.at("Russia"), TABLE.at("West Russia"), TABLE.at("Caucasus")

ARMIES: Units = {
    "Russia": {"ussr": "2 infantry"},
    "West Russia": {"ussr": "6 infantry"},
    "Caucasus": {"ussr": "2 infantry"},
    "Archangel": {"ussr": "2 infantry"},
    "Karelia": {"germany": "4 tanks, 2 fighters"},
    "Germany": {"germany": "8 infantry"},
}


def marched(units: Units) -> Deployment:
    """The army of West Russia is about to march to Caucasus."""
    held = {"West Russia": "ussr", "Karelia": "germany", "Archangel": "ussr"}
    state = TABLE.state(Position(start_from="empty", turn="ussr", units=units, control=held))
    deployment = Deployment(TABLE.stance(state, "ussr"), state, {}, Random(0))
    for party, count in list(deployment.parties.items()):
        if party.space == WEST:
            deployment.move(party, WEST, CAUCASUS, count)
    return deployment


def test_one_unit_stays_on_the_road_that_tanks_could_take() -> None:
    deployment = marched(ARMIES)
    screens = Screens(deployment)
    assert not screens.close()
    assert screens.posted == {WEST: RUSSIA}
    assert sum(deployment.here[WEST]) == 1


def test_infantry_two_marches_away_needs_no_screen() -> None:
    deployment = marched({**ARMIES, "Karelia": {"germany": "9 infantry, 2 fighters"}})
    screens = Screens(deployment)
    assert not screens.close()
    assert not screens.posted


def test_a_strong_garrison_needs_no_screen() -> None:
    screens = Screens(marched({**ARMIES, "Russia": {"ussr": "20 infantry"}}))
    assert not screens.close()
    assert not screens.posted


def test_if_nobody_can_stay_the_capital_is_in_danger_after_all() -> None:
    deployment = marched(ARMIES)
    garrison = tuple(deployment.here[RUSSIA])
    before = deployment.stance.danger(RUSSIA, garrison)
    deployment.target.clear()
    assert Screens(deployment).close()
    assert deployment.stance.danger(RUSSIA, garrison) > before + 10


def test_a_capital_is_in_more_danger_when_its_fleet_leaves() -> None:
    london, channel = TABLE.at("United Kingdom"), TABLE.at("Sea Zone 6")
    units: Units = {
        "United Kingdom": {"uk": "2 infantry"},
        "SZ 6": {"uk": "2 battleships"},
        "Germany": {"germany": "6 infantry, 2 tanks"},
        "SZ 5": {"germany": "3 transports"},
    }
    state = TABLE.state(Position(start_from="empty", turn="uk", units=units))
    deployment = Deployment(TABLE.stance(state, "uk"), state, {}, Random(0))
    assert not Screens(deployment).close()
    for party, count in list(deployment.parties.items()):
        if party.space == channel:
            deployment.move(party, channel, TABLE.at("Sea Zone 9"), count)
    garrison = tuple(deployment.here[london])
    before = deployment.stance.danger(london, garrison)
    assert Screens(deployment).close()
    assert deployment.stance.danger(london, garrison) > before + 10
