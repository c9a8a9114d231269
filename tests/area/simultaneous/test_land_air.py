"""Air units over land: dogfights, supremacy, matching, and tanks that are helped."""

import pytest

from sandtable.area.actions import Casualties
from sandtable.area.events import LossesTaken, Rolled
from tests.area.simultaneous.strip import Cycle, force, sent

ATTACK, DEFEND = "attack", "defend"


@pytest.mark.rule("rh.landair.dogfight")
@pytest.mark.rule("rh.unit.table-air")
@pytest.mark.rule("rh.land.dogfight-hits")
def test_a_dogfight() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, fighter=2),
        force("germany", infantry=1, fighter=1),
        dice=[1, 4, 5, 6, 6],
    )
    assert table.dice_at()[:2] == [(ATTACK, [2, 2]), (DEFEND, [3])]
    assert table.events(LossesTaken)[0].destroyed == force("germany", fighter=1)
    assert table.left(DEFEND) == {"germany infantry": 1}


@pytest.mark.rule("rh.landair.dogfight")
def test_a_bomber_does_not_dogfight_when_it_attacks() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, bomber=1),
        force("germany", infantry=1, fighter=1),
        dice=[6, 6, 6],
    )
    assert table.dice_at()[0] == (DEFEND, [3])


@pytest.mark.rule("rh.land.dogfight-hits")
@pytest.mark.rule("rh.land.hits-on-land-only")
@pytest.mark.rule("rh.unit.table-air")
def test_the_owner_chooses_who_falls_in_a_dogfight() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, fighter=1, bomber=1),
        force("germany", infantry=1, fighter=1),
        dice=[3, 3, 6, 6],
    )
    assert table.asked == [("ussr", "casualties")]
    assert table.refused("ussr", Casualties(destroyed=force("ussr", infantry=1))) == "rh.land.hits-on-land-only"
    table.do("ussr", Casualties(destroyed=force("ussr", fighter=1)))
    assert table.left(ATTACK) == {"ussr infantry": 1, "ussr bomber": 1}


@pytest.mark.rule("rh.combat.excess-hits-lost")
def test_excess_hits_of_a_dogfight_are_lost() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, fighter=3),
        force("germany", infantry=1, fighter=1),
        dice=[1, 1, 1, 6, 6, 6],
    )
    assert table.left(DEFEND) == {"germany infantry": 1}


@pytest.mark.rule("rh.landair.test-at-cycle-start")
def test_the_mode_is_settled_when_a_cycle_begins() -> None:
    table = Cycle(
        "Ukraine",  # with a city: one implicit gun
        "ussr",
        sent("ussr", "Caucasus", infantry=1, fighter=1),
        force("germany", infantry=1, fighter=1),
        dice=[1, 1, 6, 6, 6, 6, 6],
    )
    assert table.left(ATTACK) == {"ussr infantry": 1}
    assert table.dice_at() == [(ATTACK, [1]), (DEFEND, [2])]  # the fighter had nobody to fight
    table.stay()
    assert table.dice_at()[2] == (DEFEND, [4])  # and rules the sky in the next cycle


@pytest.mark.rule("rh.landair.supremacy-values")
@pytest.mark.rule("rh.landair.match-choice")
def test_air_units_are_matched_the_best_first() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, fighter=1, bomber=1),
        force("germany", infantry=3),
        dice=[6] * 6,
    )
    assert table.dice_at()[0] == (ATTACK, [1, 4])


@pytest.mark.rule("rh.landair.supremacy-values")
def test_supremacy_of_the_defender() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=3),
        force("germany", infantry=2, fighter=1),
        dice=[6] * 6,
    )
    assert table.dice_at()[0] == (DEFEND, [4])


@pytest.mark.rule("rh.landair.alone")
@pytest.mark.rule("rh.term.id-not-a-fighting-land-unit")
def test_air_units_alone_fire_at_one() -> None:
    table = Cycle(
        "Belorussia", "ussr", sent("ussr", bomber=2, fighter=1), force("germany", infantry=3), dice=[6] * 6
    )
    assert table.dice_at()[0] == (ATTACK, [1, 1, 1])
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=2),
        force("germany", fighter=2, infrastructure_defense=1),
        dice=[6] * 4,
    )
    assert table.dice_at()[0] == (DEFEND, [1, 1])


@pytest.mark.rule("rh.landair.supremacy-hits")
def test_air_hits_spare_infantry() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, fighter=1),
        force("germany", infantry=2, tank=1),
        dice=[1, 6, 6, 6],
    )
    assert table.left(DEFEND) == {"germany infantry": 2}
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=3, fighter=3),
        force("germany", infantry=2, artillery=1),
        dice=[1, 1, 1],
    )
    assert table.outcome == "attacker"


@pytest.mark.rule("rh.landair.fighter-boosts-tank")
def test_fighters_help_tanks_one_to_one() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", fighter=2, tank=3),
        force("germany", infantry=6),
        dice=[6] * 11,
    )
    assert table.dice_at()[:2] == [(ATTACK, [3, 3]), (ATTACK, [3, 4, 4])]
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", fighter=2, tank=3),
        force("germany", infantry=6, fighter=1),
        dice=[6] * 12,
    )
    assert table.dice_at()[2] == (ATTACK, [3, 3, 3])


@pytest.mark.rule("rh.landair.boost-free")
def test_a_fighter_fires_itself_and_a_bomber_helps_nobody() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", fighter=1, bomber=1, tank=2),
        force("germany", infantry=6),
        dice=[6] * 10,
    )
    assert table.dice_at()[:2] == [(ATTACK, [3, 4]), (ATTACK, [3, 4])]


@pytest.mark.rule("rh.landair.fighter-boosts-tank")
def test_defending_tanks_gain_nothing() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=3),
        force("germany", tank=1, fighter=1),
        dice=[6] * 5,
    )
    assert table.dice_at()[2] == (DEFEND, [3])


def test_each_die_is_logged_once() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, fighter=1),
        force("germany", infantry=1),
        dice=[6, 6, 6],
    )
    assert sum(len(fire.dice) for rolled in table.events(Rolled) for fire in rolled.fire) == 3
    assert table.dice_left == ()
