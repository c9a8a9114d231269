"""Cycles at sea: anti-air dice, dogfights over ships, and who is hit by whom."""

import pytest

from sandtable.area.actions import Casualties
from sandtable.area.events import LossesTaken, Rolled
from sandtable.area.forces import Piece, Stack
from tests.area.simultaneous.strip import Cycle, force, sent

ATTACK, DEFEND = "attack", "defend"
ZONE = "Sea Zone 13"


def carrier(power: str, fighters: int, moved: bool = False) -> Stack:
    """A carrier with fighters on its deck."""
    ship = Piece(power, "carrier", moved=moved, cargo=(Piece(power, "fighter"),) * fighters)
    return ((ship, 1),)


@pytest.mark.rule("rh.seacombat.sequence")
@pytest.mark.rule("rh.seacombat.supremacy")
def test_who_is_shot_down_does_not_fire() -> None:
    table = Cycle(ZONE, "uk", sent("uk", fighter=1), force("germany", destroyer=1), dice=[1])
    assert table.dice_at() == [(DEFEND, [1])]
    assert table.outcome == "defender"


@pytest.mark.rule("rh.seacombat.sequence")
@pytest.mark.rule("rh.unit.carrier-two-hits")
def test_hits_of_the_main_round_take_effect_together() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", fighter=1, destroyer=1),
        force("germany", destroyer=1),
        dice=[6, 1, 6, 2],
    )
    assert table.dice_at() == [(DEFEND, [1]), (ATTACK, [3]), (ATTACK, [2]), (DEFEND, [2])]
    assert table.count() == {"uk fighter": 1}


@pytest.mark.rule("rh.seacombat.fire-values")
@pytest.mark.rule("rh.unit.table-naval")
def test_values_of_ships() -> None:
    table = Cycle(
        ZONE, "uk", sent("uk", battleship=1, carrier=1), force("germany", destroyer=2), dice=[2, 4, 3, 3]
    )
    assert table.dice_at() == [(ATTACK, [1, 4]), (DEFEND, [2, 2])]
    assert sum(fire.hits for rolled in table.events(Rolled) for fire in rolled.fire) == 1
    assert table.left(DEFEND) == {"germany destroyer": 1}


@pytest.mark.rule("rh.unit.transport-harmless")
@pytest.mark.rule("rh.term.die-hit")
def test_transports_roll_nothing() -> None:
    table = Cycle(ZONE, "uk", sent("uk", destroyer=1), force("germany", transport=4), dice=[6])
    assert table.dice_at() == [(ATTACK, [2])]


@pytest.mark.rule("rh.seacombat.dogfight")
@pytest.mark.rule("rh.seacombat.anti-air-dice")
def test_fighters_meet_over_the_ships() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", fighter=2, destroyer=1),
        carrier("germany", 2),
        dice=[6, 6, 2, 3, 3, 4, 6, 6],
    )
    assert table.dice_at() == [
        (ATTACK, [1]),
        (DEFEND, [1]),
        (ATTACK, [2, 2]),
        (DEFEND, [3, 3]),
        (ATTACK, [2]),
        (DEFEND, [1]),
    ]
    taken = [(one.side, one.destroyed) for one in table.events(LossesTaken)]
    assert (DEFEND, force("germany", fighter=1)) in taken
    assert (ATTACK, sent("uk", fighter=1)) in taken


@pytest.mark.rule("rh.seacombat.supremacy")
def test_supremacy_needs_no_match_at_sea() -> None:
    table = Cycle(ZONE, "uk", sent("uk", fighter=2), force("germany", transport=1), dice=[6, 3])
    assert table.dice_at() == [(ATTACK, [3, 3])]
    table = Cycle(ZONE, "uk", sent("uk", transport=1, destroyer=1), carrier("germany", 1), dice=[6, 4, 6, 6])
    assert table.dice_at()[1] == (DEFEND, [4])


@pytest.mark.rule("rh.seacombat.bomber-cannot-attack")
def test_a_bomber_never_fires_at_ships() -> None:
    table = Cycle(ZONE, "uk", sent("uk", bomber=1, destroyer=1), force("germany", destroyer=1), dice=[6, 6, 6])
    assert [fire.unit for rolled in table.events(Rolled) for fire in rolled.fire] == ["destroyer"] * 3


@pytest.mark.rule("rh.seacombat.anti-air-dice")
@pytest.mark.rule("rh.seacombat.anti-air-hits")
def test_ships_fire_at_air_units() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", fighter=3),
        force("germany", battleship=1, destroyer=2),
        dice=[1, 3, 1, 6, 6, 6, 6, 6],
    )
    assert table.dice_at()[0] == (DEFEND, [1, 1, 1, 1])
    assert table.dice_at()[1] == (ATTACK, [3])  # two were lost


@pytest.mark.rule("rh.seacombat.anti-air-in-addition")
def test_anti_air_is_beside_the_shot() -> None:
    table = Cycle(
        ZONE, "uk", sent("uk", fighter=1, destroyer=1), force("germany", battleship=1), dice=[6, 6, 6, 6, 6]
    )
    fired = [(one.side, fire.unit, len(fire.dice)) for one in table.events(Rolled) for fire in one.fire]
    assert fired == [
        (DEFEND, "battleship", 2),
        (ATTACK, "fighter", 1),
        (ATTACK, "destroyer", 1),
        (DEFEND, "battleship", 1),
    ]


@pytest.mark.rule("rh.seacombat.anti-air-hits")
def test_the_leader_names_the_air_unit() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", fighter=1, destroyer=1),
        sent("usa", fighter=1),
        force("germany", destroyer=1),
        dice=[1],
    )
    assert table.asked == [("uk", "casualties")]
    assert table.choices("uk") == 2
    assert table.check("uk", Casualties(destroyed=force("uk", destroyer=1))) is not None


@pytest.mark.rule("rh.seacombat.naval-hits")
def test_naval_hits_spare_submarines_and_take_transports_last() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", battleship=1),
        force("germany", destroyer=1, submarine=1, transport=2),
        dice=[6, 4, 6, 6],
    )
    assert table.left(DEFEND) == {"germany submarine": 1, "germany transport": 2}
    table = Cycle(ZONE, "uk", sent("uk", battleship=2), force("germany", submarine=1, transport=1), dice=[6, 1, 1])
    assert table.events(LossesTaken)[-1].destroyed == force("germany", transport=1)


@pytest.mark.rule("rh.seacombat.destroyer-hits-submarines")
@pytest.mark.rule("rh.unit.destroyer-role")
def test_only_destroyers_hit_submarines() -> None:
    table = Cycle(ZONE, "uk", sent("uk", destroyer=1, battleship=1), force("germany", submarine=1), dice=[1, 6])
    assert table.dice_at() == [(ATTACK, [2]), (DEFEND, [2])]  # the battleship could hit nobody
    assert table.outcome == "attacker"
    table = Cycle(ZONE, "uk", sent("uk", destroyer=1), force("germany", submarine=1, battleship=1), dice=[1, 6, 6])
    assert table.asked == [("germany", "casualties")]
    table.do("germany", Casualties(damaged=force("germany", battleship=1)))
    assert table.left(DEFEND) == {"germany submarine": 1, "germany battleship": 1}


@pytest.mark.rule("rh.seacombat.air-hits")
def test_air_hits_may_take_a_transport() -> None:
    table = Cycle(ZONE, "uk", sent("uk", fighter=1), force("germany", destroyer=1, transport=1), dice=[6, 1, 6])
    assert table.asked == [("germany", "casualties")]
    table.do("germany", Casualties(destroyed=force("germany", transport=1)))
    assert table.count() == {"germany destroyer": 1, "uk fighter": 1}


@pytest.mark.rule("rh.seacombat.air-hits")
@pytest.mark.rule("rh.searetreat.stalemate")
def test_fighters_cannot_hit_submarines() -> None:
    table = Cycle(ZONE, "uk", sent("uk", fighter=2), force("germany", submarine=1), dice=[])
    assert table.dice_at() == []
    assert table.count() == {"germany submarine": 1, "uk fighter": 2}


@pytest.mark.rule("rh.seacombat.air-immune-to-ships")
def test_ships_cannot_hit_air_units_in_the_main_round() -> None:
    table = Cycle(ZONE, "uk", sent("uk", battleship=1), force("germany", fighter=3), dice=[6, 6, 6, 6, 6])
    assert table.dice_at() == [(ATTACK, [1, 1]), (DEFEND, [4, 4, 4])]


@pytest.mark.rule("rh.seacombat.two-hit-ships")
@pytest.mark.rule("rh.unit.battleship-two-hits")
@pytest.mark.rule("rh.scope.aarhe-wins")
def test_big_ships_take_two_hits_and_stay_damaged() -> None:
    table = Cycle(ZONE, "uk", sent("uk", battleship=2), force("germany", battleship=2), dice=[1, 1, 6, 6])
    assert table.asked == [("germany", "casualties")]
    table.do("germany", Casualties(damaged=force("germany", battleship=2)))
    assert table.left(DEFEND) == {"germany battleship": 2}
    battle = table.state.battle
    assert battle is not None
    assert [piece.damage for piece, _ in battle.defend.units] == [1]
    table = Cycle(ZONE, "uk", sent("uk", battleship=2), force("germany", carrier=1), dice=[1, 1, 6])
    assert table.outcome == "attacker"


@pytest.mark.rule("rh.unit.carrier-two-hits")
def test_a_damaged_carrier_keeps_its_fighters_and_its_damage() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", destroyer=1),
        carrier("germany", 2),
        dice=[6, 1, 1, 2, 6],
    )
    table.stay()
    assert table.over
    ship = table.state.at(ZONE)[0][0]
    assert (ship.unit, ship.damage, len(ship.cargo)) == ("carrier", 1, 2)


@pytest.mark.rule("rh.seacombat.bystanders")
@pytest.mark.rule("rh.naval.occupation-choices")
def test_who_was_not_sent_stays_out() -> None:
    table = Cycle(
        "Sea Zone 6",
        "uk",
        sent("uk", destroyer=1),
        force("uk", transport=1),
        force("germany", submarine=1),
        dice=[6, 1],
    )
    assert table.outcome == "defender"
    assert table.count() == {"uk transport": 1, "germany submarine": 1}


@pytest.mark.rule("rh.combat.all-defenders-fight")
def test_ships_and_air_units_of_all_powers_defend() -> None:
    table = Cycle(
        ZONE,
        "germany",
        sent("germany", battleship=1),
        force("uk", destroyer=1),
        force("usa", destroyer=1),
        force("ussr", fighter=1),
        dice=[6, 6] + [6] * 4,
    )
    fired = {fire.power for rolled in table.events(Rolled) if rolled.side == DEFEND for fire in rolled.fire}
    assert fired == {"uk", "usa", "ussr"}


@pytest.mark.rule("rh.seacombat.air-hits")
@pytest.mark.rule("rh.combat.restricted-hits-first")
def test_naval_hits_come_before_air_hits() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", fighter=1, battleship=1),
        force("germany", destroyer=2, transport=2),
        dice=[6, 6, 1, 1, 6, 6],
    )
    assert table.asked == [("germany", "casualties")]
    both = Casualties(destroyed=force("germany", transport=2))
    assert table.refused("germany", both) == "rh.combat.restricted-hits-first"
    assert table.check("germany", Casualties(destroyed=force("germany", transport=1, destroyer=1))) is None


def test_a_log_leads_to_the_same_state() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", fighter=2, destroyer=1),
        carrier("germany", 2),
        dice=[6, 6, 2, 3, 3, 4, 6, 6],
    )
    assert table.replay() == table.state


@pytest.mark.rule("rh.seacombat.destroyer-hits-submarines")
def test_destroyers_take_transports_last_as_well() -> None:
    table = Cycle(ZONE, "uk", sent("uk", destroyer=1), force("germany", submarine=1, transport=1), dice=[1, 6])
    assert table.events(LossesTaken)[0].destroyed == force("germany", submarine=1)
