"""Cycles on land: the sequence, values, boosts, and who is hit by whom."""

import pytest

from sandtable.area.actions import Casualties
from sandtable.area.battle.volleys import shooters
from sandtable.area.events import LossesTaken, Rolled, RoundBegan
from sandtable.area.forces import Piece
from tests.area.simultaneous.strip import RH, Cycle, aim, force, landed, one, sent


@pytest.mark.rule("rh.land.sequence")
@pytest.mark.rule("rh.combat.attacker-rolls-first")
def test_both_fire_before_anybody_leaves() -> None:
    table = Cycle("Sinkiang", "japan", sent("japan", "China", infantry=1), force("usa", infantry=1), dice=[1, 2])
    assert table.dice_at() == [("attack", [1]), ("defend", [2])]
    assert table.over
    assert table.count() == {}
    assert table.outcome == "none"


@pytest.mark.rule("rh.combat.both-destroyed")
def test_nobody_left_leaves_the_holder() -> None:
    table = Cycle("Sinkiang", "japan", sent("japan", "China", infantry=1), force("usa", infantry=1), dice=[1, 2])
    assert table.outcome != "attacker"
    assert table.state.control["Sinkiang"] == table.start.control["Sinkiang"]


@pytest.mark.rule("rh.land.sequence")
def test_who_is_lost_in_opening_fire_does_not_fire() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, fighter=1),
        force("germany", infantry=1, tank=1),
        dice=[3, 6, 6],
    )
    assert table.dice_at() == [("attack", [3]), ("attack", [1]), ("defend", [2])]
    assert table.left("defend") == {"germany infantry": 1}


@pytest.mark.rule("rh.combat.cycle")
def test_cycles_follow_each_other() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1),
        force("germany", infantry=1),
        dice=[6, 6, 1, 6],
    )
    table.stay()
    assert [event.round for event in table.events(RoundBegan)] == [1, 2]
    assert table.outcome == "attacker"


@pytest.mark.rule("rh.land.fire-values")
@pytest.mark.rule("rh.term.die-hit")
@pytest.mark.rule("rh.unit.table-land")
def test_values_in_the_main_round() -> None:
    table = Cycle(
        "West Russia",
        "ussr",
        sent("ussr", "Russia", infantry=2, tank=1),
        force("germany", infantry=2),
        dice=[1, 2, 3, 2, 4],
    )
    rolled = table.events(Rolled)
    assert table.dice_at() == [("attack", [1, 1, 3]), ("defend", [2, 2])]
    assert [sum(fire.hits for fire in one.fire) for one in rolled] == [2, 1]


@pytest.mark.rule("rh.land.artillery-support")
@pytest.mark.rule("rh.scope.base-game")
def test_artillery_supports_infantry_one_to_one_in_attack_only() -> None:
    table = Cycle(
        "Sinkiang",
        "japan",
        sent("japan", "China", infantry=3, artillery=2),
        force("usa", infantry=2, artillery=1),
        dice=[6] * 8,
    )
    assert table.dice_at() == [("attack", [1, 2, 2, 2, 2]), ("defend", [2, 2, 2])]


@pytest.mark.rule("rh.combat.joint-support")
def test_support_reaches_over_powers() -> None:
    table = Cycle(
        "Western Europe",
        "uk",
        sent("uk", artillery=1, tank=1),
        sent("usa", infantry=1, fighter=1),
        force("germany", infantry=5),
        dice=[6] * 20,
    )
    fired = [(fire.power, fire.unit, fire.value) for rolled in table.events(Rolled) for fire in rolled.fire]
    assert ("usa", "fighter", 3) in fired
    assert ("usa", "infantry", 2) in fired
    assert ("uk", "tank", 4) in fired


@pytest.mark.rule("rh.land.hits-on-land-only")
@pytest.mark.rule("rh.combat.excess-hits-lost")
@pytest.mark.rule("rh.land.air-immune-to-land")
def test_land_units_never_hit_air_units() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=4),
        force("germany", infantry=1, fighter=2),
        dice=[6, 6, 1, 1, 1, 6, 6],
    )
    lost = [one for one in table.events(LossesTaken) if one.side == "defend"]
    assert [one.destroyed for one in lost] == [force("germany", infantry=1)]
    assert table.left("defend") == {"germany fighter": 2}


@pytest.mark.rule("rh.land.tank-hits")
def test_tank_hits_spare_infantry() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", tank=2),
        force("germany", infantry=3, artillery=1, tank=1),
        dice=[1, 1] + [6] * 5,
    )
    assert table.left("defend") == {"germany infantry": 3}
    table = Cycle(
        "Belorussia", "ussr", sent("ussr", "West Russia", tank=1), force("germany", infantry=2), dice=[1, 6, 6]
    )
    assert table.left("defend") == {"germany infantry": 1}


@pytest.mark.rule("rh.land.tank-hits")
def test_tanks_spare_infantry_in_defense_too() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=2, artillery=1),
        force("germany", tank=1),
        dice=[6, 6, 6, 1],
    )
    assert table.left("attack") == {"ussr infantry": 2}


@pytest.mark.rule("rh.land.other-hits-free")
@pytest.mark.rule("rh.combat.owner-picks-casualties")
def test_other_hits_are_the_victims_choice() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", artillery=1),
        force("germany", infantry=1, tank=1),
        dice=[1, 6, 6],
    )
    assert table.asked == [("germany", "casualties")]
    assert table.choices("germany") == 2
    assert table.refused("ussr", Casualties()) == "rh.combat.owner-picks-casualties"
    everybody = Casualties(destroyed=force("germany", infantry=1, tank=1))
    for wrong in (Casualties(destroyed=(), damaged=()), everybody):
        assert table.refused("germany", wrong) == "rh.combat.owner-picks-casualties"
    table.do("germany", Casualties(destroyed=force("germany", infantry=1)))
    assert table.left("defend") == {"germany tank": 1}


@pytest.mark.rule("rh.combat.restricted-hits-first")
def test_restricted_hits_come_first() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, tank=1),
        force("germany", infantry=2, artillery=1),
        dice=[1, 1, 6, 6, 6],
    )
    # The tank hit takes the artillery; then the other one can only fall on infantry.
    assert table.left("defend") == {"germany infantry": 1}


@pytest.mark.rule("rh.combat.restricted-hits-first")
def test_two_infantry_cannot_take_a_tank_hit_and_another() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, tank=1),
        force("germany", infantry=2, artillery=2),
        dice=[1, 1, 6, 6, 6, 6],
    )
    both = Casualties(destroyed=force("germany", infantry=2))
    assert table.refused("germany", both) == "rh.combat.restricted-hits-first"
    assert table.check("germany", Casualties(destroyed=force("germany", artillery=2))) is None
    assert table.check("germany", Casualties(destroyed=force("germany", artillery=1, infantry=1))) is None


@pytest.mark.rule("rh.combat.loss-choice-order")
def test_the_defender_names_losses_first_and_all_leave_together() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, artillery=1),
        force("germany", infantry=1, artillery=1),
        dice=[1, 6, 1, 6],
    )
    assert table.asked == [("germany", "casualties")]
    assert table.refused("ussr", Casualties()) == "rh.combat.owner-picks-casualties"
    table.do("germany", Casualties(destroyed=force("germany", infantry=1)))
    assert table.left("defend") == {"germany infantry": 1, "germany artillery": 1}
    assert table.asked == [("ussr", "casualties")]
    table.do("ussr", Casualties(destroyed=force("ussr", artillery=1)))
    assert table.left("defend") == {"germany artillery": 1}
    assert table.left("attack") == {"ussr infantry": 1}
    assert table.replay() == table.state


@pytest.mark.rule("rh.land.id-does-not-fire")
@pytest.mark.rule("rh.aa.no-casualty")
def test_infrastructure_defense_neither_fires_nor_falls() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", tank=2),
        force("germany", infantry=1, infrastructure_defense=2),
        dice=[1, 1, 6],
    )
    assert table.dice_at() == [("attack", [3, 3]), ("defend", [2])]
    assert table.outcome == "attacker"
    assert table.count() == {"germany infrastructure_defense": 2, "ussr tank": 2}


@pytest.mark.rule("rh.combat.end")
def test_the_last_attacker_falls() -> None:
    table = Cycle(
        "Belorussia", "ussr", sent("ussr", "West Russia", infantry=1), force("germany", infantry=2), dice=[6, 1, 6]
    )
    assert table.outcome == "defender"
    assert table.count() == {"germany infantry": 2}


@pytest.mark.rule("rh.combat.all-defenders-fight")
def test_all_powers_defend() -> None:
    table = Cycle(
        "Persia",
        "germany",
        sent("germany", "Trans-Jordan", infantry=3),
        force("uk", infantry=2),
        force("ussr", infantry=1),
        dice=[6] * 6,
    )
    assert table.dice_at()[1] == ("defend", [2, 2, 2])


@pytest.mark.rule("rh.combat.joint-attack")
@pytest.mark.rule("rh.combat.joint-casualties")
def test_a_joint_attack_has_a_leader() -> None:
    table = Cycle(
        "Western Europe",
        "uk",
        sent("uk", infantry=3),
        sent("usa", infantry=1),
        force("germany", infantry=5),
        dice=[6, 6, 6, 6, 1, 6, 6, 6, 6],
    )
    assert table.dice_at()[0] == ("attack", [1, 1, 1, 1])
    assert table.asked == [("uk", "casualties")]
    assert table.refused("usa", Casualties()) == "rh.combat.owner-picks-casualties"
    table.do("uk", Casualties(destroyed=force("usa", infantry=1)))
    assert table.left("attack") == {"uk infantry": 3}


@pytest.mark.rule("rh.combat.joint-casualties")
def test_the_leader_is_found_anew() -> None:
    table = Cycle(
        "Western Europe",
        "uk",
        sent("uk", infantry=3),
        sent("usa", infantry=2),
        force("germany", infantry=6),
        dice=[6] * 5 + [1, 1, 6, 6, 6, 6] + [6] * 3 + [1, 6, 6, 6, 6, 6],
    )
    table.do("uk", Casualties(destroyed=force("uk", infantry=2)))
    table.stay()
    assert table.asked == [("usa", "casualties")]


@pytest.mark.rule("rh.combat.joint-casualties")
def test_the_holder_leads_the_defense() -> None:
    table = Cycle(
        "Persia",
        "germany",
        sent("germany", "Trans-Jordan", infantry=3),
        force("uk", infantry=1),
        force("ussr", infantry=2),
        dice=[1, 6, 6, 6, 6, 6],
    )
    assert table.asked == [("uk", "casualties")]
    table = Cycle(
        "Persia",
        "germany",
        sent("germany", "Trans-Jordan", infantry=3),
        force("usa", infantry=1, artillery=1),
        force("ussr", infantry=1),
        dice=[1, 6, 6, 6, 6, 6],
    )
    assert table.asked == [("usa", "casualties")]


@pytest.mark.rule("rh.amphib.bombardment")
@pytest.mark.rule("rh.amphib.destroyer-bombards")
@pytest.mark.rule("rh.amphib.bombardment-casualties")
def test_ships_bombard_ahead_of_the_landing() -> None:
    table = Cycle(
        "Norway",
        "uk",
        landed("uk", "Norway", "Sea Zone 6", infantry=2),
        force("germany", infantry=2, tank=1),
        support=sent("uk", battleship=1, destroyer=1),
        elsewhere={"Sea Zone 6": ((Piece("uk", "transport", offloaded="Norway"), 1),)},
        amphibious=True,
        dice=[3, 4, 6, 6, 6, 6, 6, 6, 6, 6],
    )
    assert table.dice_at()[0] == ("attack", [2, 4])
    assert table.asked == [("germany", "casualties")]
    table.do("germany", Casualties(destroyed=force("germany", infantry=1)))
    assert table.dice_at()[1:] == [("attack", [1, 1]), ("defend", [2, 3])]
    table.stay()
    assert len([rolled for rolled in table.events(Rolled) if rolled.step == "Ships bombard the shore"]) == 1


@pytest.mark.rule("rh.amphib.combined-attack")
def test_those_who_land_and_those_who_walk_fight_together() -> None:
    table = Cycle(
        "Karelia S.S.R.",
        "germany",
        landed("germany", "Karelia S.S.R.", "Sea Zone 5", infantry=2),
        sent("germany", "Norway", infantry=3),
        force("ussr", infantry=5),
        amphibious=True,
        dice=[6] * 10,
    )
    assert table.dice_at()[0] == ("attack", [1] * 5)


@pytest.mark.rule("rh.amphib.destroyer-bombards")
def test_a_destroyer_hits_on_two() -> None:
    table = Cycle(
        "Norway",
        "uk",
        landed("uk", "Norway", "Sea Zone 6", infantry=1),
        force("germany", infantry=1),
        support=sent("uk", destroyer=1),
        amphibious=True,
        dice=[2],
    )
    assert table.outcome == "attacker"


def test_nobody_aims_where_nobody_can() -> None:
    table = Cycle(
        "Belorussia", "ussr", sent("ussr", "West Russia", infantry=1), force("germany", infantry=1), dice=[6, 6]
    )
    refused = table.refused("germany", aim((one("ussr", "infantry"), force("germany", infantry=1))))
    assert refused == "rh.combat.order"
    battle = table.state.battle
    assert battle is not None
    assert shooters(RH, battle, 0) == []


@pytest.mark.rule("rh.amphib.bombardment-casualties")
def test_bombardment_hits_land_units_only() -> None:
    table = Cycle(
        "Norway",
        "uk",
        landed("uk", "Norway", "Sea Zone 6", infantry=1),
        force("germany", infantry=1, fighter=1),
        support=sent("uk", battleship=2),
        amphibious=True,
        dice=[1, 1, 6, 6],
    )
    assert table.left("defend") == {"germany fighter": 1}
