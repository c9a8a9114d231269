"""Air missions as far as they are fought: guns, one aerial cycle, and who comes through."""

import pytest
from msgspec.structs import replace

from sandtable.area.events import LossesTaken, Searched
from sandtable.area.forces import changed
from sandtable.area.parts.missions import Arrived
from tests.area.simultaneous.strip import Cycle, flown, force, sent

ATTACK, DEFEND = "attack", "defend"


@pytest.mark.rule("rh.mission.sequence")
def test_guns_then_one_cycle_then_the_mission() -> None:
    table = Cycle(
        "Germany",
        "uk",
        flown("uk", bomber=1),
        force("germany", fighter=1, infantry=2),
        dice=[6, 6],
        sequence="mission",
    )
    assert table.events(Searched)
    assert table.dice_at() == [(DEFEND, [3])]
    assert table.last(Arrived).units == flown("uk", bomber=1)
    assert table.over
    assert table.count() == {"germany fighter": 1, "germany infantry": 2, "uk bomber": 1}
    assert table.replay() == table.state


@pytest.mark.rule("rh.mission.aerial-values")
def test_values_and_losses_of_the_aerial_cycle() -> None:
    table = Cycle(
        "Belorussia",
        "uk",
        flown("uk", fighter=2),
        force("germany", fighter=1, infantry=3),
        dice=[2, 5, 3],
        sequence="mission",
    )
    assert table.dice_at() == [(ATTACK, [2, 2]), (DEFEND, [3])]
    assert {event.side for event in table.events(LossesTaken)} == {ATTACK, DEFEND}
    assert table.last(Arrived).units == flown("uk", fighter=1)
    assert table.count() == {"germany infantry": 3, "uk fighter": 1}


@pytest.mark.rule("rh.mission.no-aerial-without-defenders")
def test_without_defenders_in_the_air_nobody_fights() -> None:
    table = Cycle("Belorussia", "uk", flown("uk", bomber=1), force("germany", infantry=3), sequence="mission")
    assert table.dice_at() == []
    assert table.last(Arrived).units == flown("uk", bomber=1)


@pytest.mark.rule("rh.mission.turned-back")
def test_who_is_turned_back_carries_out_nothing() -> None:
    table = Cycle(
        "Ukraine",
        "ussr",
        flown("ussr", bomber=1),
        force("germany", fighter=1),
        dice=[1, 3],
        sequence="mission",
    )
    assert table.dice_at() == []
    assert not table.events(Arrived)
    assert table.count() == {"germany fighter": 1, "ussr bomber": 1}


@pytest.mark.rule("rh.mission.joint-at-one-target")
@pytest.mark.rule("rh.aa.every-cycle")
def test_all_missions_at_one_place_are_one_action() -> None:
    table = Cycle(
        "Ukraine",
        "uk",
        flown("uk", bomber=1),
        flown("usa", fighter=1),
        force("germany", infantry=1),
        dice=[6],
        sequence="mission",
    )
    assert table.asked == [("germany", "aim")]


@pytest.mark.rule("rh.mission.defenders")
def test_who_came_to_support_others_does_not_rise() -> None:
    came = changed(force("germany", fighter=1), lambda p: replace(p, moved=True))
    table = Cycle(
        "Belorussia",
        "uk",
        flown("uk", fighter=1),
        force("germany", fighter=1),
        came,
        dice=[6, 6],
        sequence="mission",
    )
    assert table.dice_at() == [(ATTACK, [2]), (DEFEND, [3])]


@pytest.mark.rule("rh.mission.one-per-unit")
def test_who_flies_a_mission_takes_no_part_in_the_battle_below() -> None:
    table = Cycle(
        "Belorussia",
        "uk",
        flown("uk", fighter=1),
        sent("uk", "West Russia", infantry=1),
        force("germany", infantry=1),
        control={"West Russia": "ussr"},
        dice=[6, 6],
    )
    assert table.left(ATTACK) == {"uk infantry": 1}
    assert table.dice_at() == [(ATTACK, [1]), (DEFEND, [2])]
