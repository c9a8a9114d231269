"""Submarines: first strikes, who cancels them, wolf packs, and going below."""

import pytest

from sandtable.area.actions import Aim, Casualties, PullBack
from sandtable.area.events import AimedFired, LossesTaken
from sandtable.area.status import hostile_zone
from tests.area.simultaneous.strip import RH, Cycle, aim, back, force, one, sent

ATTACK, DEFEND = "attack", "defend"
ZONE = "Sea Zone 13"


@pytest.mark.rule("rh.sub.first-strike")
def test_a_first_strike() -> None:
    table = Cycle(ZONE, "germany", sent("germany", submarine=1), force("uk", battleship=1, transport=1), dice=[])
    assert table.asked == [("germany", "aim")]
    table = Cycle(
        ZONE, "germany", sent("germany", submarine=3), force("uk", destroyer=1, transport=1), dice=[2, 6, 6]
    )
    table.do("germany", aim((one("uk", "destroyer"), force("germany", submarine=2))))
    assert table.events(LossesTaken)[0].destroyed == force("uk", destroyer=1)
    # What was sunk does not fire; the third submarine fires in the main round.
    assert table.dice_at() == [(ATTACK, [3])]


@pytest.mark.rule("rh.sub.first-strike")
def test_in_the_second_cycle_they_fire_with_the_others() -> None:
    table = Cycle(ZONE, "germany", sent("germany", submarine=1), force("uk", battleship=1), dice=[6, 6])
    assert len(table.events(AimedFired)) == 1
    assert table.dice_at() == []  # the battleship cannot hit a submarine
    table = Cycle(ZONE, "germany", sent("germany", submarine=1), force("uk", battleship=1), dice=[6, 6])
    table.stay()
    assert table.dice_at() == [(ATTACK, [2])]
    assert len(table.events(AimedFired)) == 1


@pytest.mark.rule("rh.sub.first-strike-target")
@pytest.mark.rule("rh.scope.aarhe-wins")
@pytest.mark.rule("rh.seacombat.submarine-hits")
def test_targets_of_a_first_strike() -> None:
    table = Cycle(
        ZONE,
        "germany",
        sent("germany", submarine=2),
        force("uk", transport=1, carrier=1, submarine=1),
        dice=[1, 1, 6, 6],
    )
    below = aim((one("uk", "submarine"), force("germany", submarine=2)))
    assert table.refused("germany", below) == "rh.sub.first-strike-target"
    assert table.refused("uk", Aim()) == "rh.sub.first-strike-target"
    table.do("germany", aim((one("uk", "transport"), force("germany", submarine=2))))
    lost = [event for event in table.events(LossesTaken) if event.side == DEFEND]
    assert [event.destroyed for event in lost] == [force("uk", transport=1)]


@pytest.mark.rule("rh.sub.first-strike-target")
def test_an_aimed_hit_damages_a_battleship() -> None:
    table = Cycle(ZONE, "germany", sent("germany", submarine=1), force("uk", battleship=1), dice=[2])
    lost = table.events(LossesTaken)[0]
    assert lost.aimed
    assert lost.damaged == force("uk", battleship=1)


@pytest.mark.rule("rh.combat.loss-choice-order")
@pytest.mark.rule("rh.sub.first-strike-target")
def test_the_attacker_aims_first_and_before_any_die() -> None:
    table = Cycle(
        ZONE,
        "germany",
        sent("germany", submarine=1, carrier=1, transport=1),
        force("uk", submarine=1, carrier=1, transport=1),
        dice=[1, 1, 6, 6],
    )
    assert table.asked == [("germany", "aim")]
    table.do("germany", aim((one("uk", "transport"), force("germany", submarine=1))))
    assert table.asked == [("uk", "aim")]
    assert not table.events(AimedFired)
    table.do("uk", aim((one("germany", "transport"), force("uk", submarine=1))))
    assert [event.side for event in table.events(AimedFired)] == [ATTACK, DEFEND]
    assert table.left(DEFEND) == {"uk submarine": 1, "uk carrier": 1}


@pytest.mark.rule("rh.sub.first-strike-order")
def test_who_is_sunk_by_a_first_strike_has_fired_at_air_units() -> None:
    table = Cycle(
        ZONE,
        "germany",
        sent("germany", submarine=2, fighter=1),
        force("uk", destroyer=1),
        dice=[2, 6, 6, 6],
    )
    assert table.dice_at()[0] == (DEFEND, [1])
    assert table.events(LossesTaken)[0].destroyed == force("uk", destroyer=1)


@pytest.mark.rule("rh.sub.destroyer-negates")
@pytest.mark.rule("rh.sub.negation-count")
@pytest.mark.rule("rh.unit.destroyer-role")
def test_each_destroyer_cancels_one() -> None:
    table = Cycle(ZONE, "germany", sent("germany", submarine=3), force("uk", destroyer=1), dice=[6, 6, 6, 6])
    assert table.events(AimedFired)[0].by == sent("germany", submarine=2)
    assert table.dice_at()[0] == (ATTACK, [3])
    table = Cycle(ZONE, "germany", sent("germany", submarine=1), force("uk", destroyer=2), dice=[6, 6, 6])
    assert not table.events(AimedFired)
    table = Cycle(
        ZONE, "germany", sent("germany", submarine=2), force("uk", destroyer=1, carrier=1), dice=[1, 6, 6]
    )
    table.do("germany", aim((one("uk", "destroyer"), force("germany", submarine=1))))
    assert table.events(LossesTaken)[0].destroyed == force("uk", destroyer=1)
    assert table.dice_at()[0] == (ATTACK, [2])  # the other one still fires in the main round only


@pytest.mark.rule("rh.sub.negation-count")
def test_the_owner_chooses_which_submarines_strike() -> None:
    table = Cycle(
        ZONE,
        "germany",
        sent("germany", submarine=1),
        sent("japan", submarine=1),
        force("uk", destroyer=1),
        techs=(("japan", "advanced-submarine"),),
        dice=[6, 6, 6],
    )
    assert table.asked == [("germany", "aim")]
    table.do("germany", aim((one("uk", "destroyer"), force("japan", submarine=1))))
    assert table.events(AimedFired)[0].rolls[0].fire[0].value == 3
    assert table.dice_at()[0] == (ATTACK, [2])


@pytest.mark.rule("rh.sub.wolf-pack")
def test_wolf_packs() -> None:
    def needs(subs: int, destroyers: int) -> set[int]:
        foes = force("uk", carrier=1, destroyer=destroyers)
        table = Cycle(ZONE, "germany", sent("germany", submarine=subs), foes, dice=[6] * 12)
        if table.asked == [("germany", "aim")]:
            table.do("germany", Aim())
        aimed = [f.value for e in table.events(AimedFired) for roll in e.rolls for f in roll.fire]
        return {*aimed, *(n for side, values in table.dice_at()[:1] if side == ATTACK for n in values)}

    assert needs(2, 0) == {3}
    assert needs(3, 2) == {2}
    assert needs(1, 0) == {2}


@pytest.mark.rule("rh.sub.wolf-pack")
def test_a_pack_defends_better_too() -> None:
    table = Cycle(ZONE, "uk", sent("uk", carrier=1), force("germany", submarine=2), dice=[6, 6])
    assert [f.value for e in table.events(AimedFired) for roll in e.rolls for f in roll.fire] == [3]


@pytest.mark.rule("rh.sub.wolf-pack-recount")
def test_packs_are_counted_anew() -> None:
    table = Cycle(
        ZONE,
        "germany",
        sent("germany", submarine=2),
        sent("japan", submarine=1),
        force("uk", destroyer=1),
        dice=[6, 6, 6, 1, 6, 6, 6],
    )
    table.do("germany", Aim())
    assert table.dice_at()[0] == (ATTACK, [3])
    table.do("germany", Casualties())
    table.stay()
    assert table.dice_at()[2] == (ATTACK, [2, 2])


@pytest.mark.rule("rh.sub.bonuses-add")
@pytest.mark.rule("rh.tech.advanced-submarine")
@pytest.mark.rule("rh.tech.own-units-only")
def test_bonuses_add_up() -> None:
    techs = (("germany", "advanced-submarine"),)
    table = Cycle(
        ZONE, "germany", sent("germany", submarine=3), force("uk", carrier=1), techs=techs, dice=[6, 6, 6, 6]
    )
    assert {f.value for e in table.events(AimedFired) for roll in e.rolls for f in roll.fire} == {4}
    table = Cycle(
        ZONE, "germany", sent("germany", submarine=1), force("uk", carrier=1), techs=techs, dice=[6, 6, 6]
    )
    assert {f.value for e in table.events(AimedFired) for roll in e.rolls for f in roll.fire} == {3}
    table = Cycle(ZONE, "uk", sent("uk", carrier=1), force("germany", submarine=1), techs=techs, dice=[6, 6])
    assert {f.value for e in table.events(AimedFired) for roll in e.rolls for f in roll.fire} == {3}


@pytest.mark.rule("rh.sub.submerge")
@pytest.mark.rule("rh.sub.not-before-first-cycle")
@pytest.mark.rule("rh.unit.destroyer-role")
def test_submarines_may_go_below_after_a_cycle() -> None:
    table = Cycle(ZONE, "uk", sent("uk", destroyer=2), force("germany", submarine=1), dice=[6, 6, 6])
    assert table.dice_at()  # one cycle was fought before anybody was asked
    assert table.asked == [("germany", "pull-back")]
    table.do("germany", back(below=force("germany", submarine=1)))
    assert table.outcome == "attacker"
    assert table.count() == {"uk destroyer": 2, "germany submarine": 1}


@pytest.mark.rule("rh.sub.not-before-first-cycle")
def test_nobody_goes_below_while_the_first_cycle_is_fought() -> None:
    table = Cycle(ZONE, "uk", sent("uk", destroyer=1), force("germany", submarine=1, battleship=1), dice=[1, 6, 6])
    assert table.asked == [("germany", "casualties")]
    below = back(below=force("germany", submarine=1))
    assert table.refused("germany", below) == "rh.sub.not-before-first-cycle"


@pytest.mark.rule("rh.sub.submerge")
def test_only_submarines_go_below() -> None:
    table = Cycle(ZONE, "uk", sent("uk", destroyer=2), force("germany", submarine=1, transport=1), dice=[6, 6, 6])
    ship = back(below=force("germany", transport=1))
    assert table.refused("germany", ship) == "rh.sub.submerge"


@pytest.mark.rule("rh.sub.submerged-state")
@pytest.mark.rule("rh.term.sea-zone-status")
def test_below_it_bars_nothing() -> None:
    table = Cycle(ZONE, "uk", sent("uk", destroyer=2), force("germany", submarine=1), dice=[6, 6, 6])
    assert hostile_zone(RH, table.start, "uk", ZONE)
    table.do("germany", back(below=force("germany", submarine=1)))
    assert not hostile_zone(RH, table.state, "uk", ZONE)
    below = next(piece for piece, _ in table.state.at(ZONE) if piece.power == "germany")
    assert below.submerged


@pytest.mark.rule("rh.searetreat.stalemate")
@pytest.mark.rule("rh.seacombat.submarine-hits")
def test_submarines_alone_cannot_fight_each_other() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", submarine=2),
        force("germany", submarine=1),
        routes=(("Sea Zone 12", ZONE),),
        dice=[],
    )
    assert table.dice_at() == []
    assert table.asked == [("germany", "pull-back")]
    assert table.refused("germany", PullBack()) == "rh.searetreat.stalemate"
    table.do("germany", back(below=force("germany", submarine=1)))
    assert table.asked == [("uk", "pull-back")]
    assert table.refused("uk", PullBack()) == "rh.searetreat.stalemate"
    table.do("uk", back((force("uk", submarine=1), "Sea Zone 12"), below=force("uk", submarine=1)))
    assert table.over
    assert table.count() == {"uk submarine": 1, "germany submarine": 1}
    assert table.count("Sea Zone 12") == {"uk submarine": 1}


@pytest.mark.rule("rh.searetreat.stalemate")
def test_who_has_no_way_out_stays_and_the_battle_ends() -> None:
    table = Cycle(
        "Sea Zone 16",
        "uk",
        sent("uk", transport=1),
        force("germany", transport=1),
        elsewhere={"Sea Zone 14": force("uk", battleship=1), "Sea Zone 15": force("uk", battleship=1)},
        dice=[],
    )
    assert table.over
    assert table.outcome == "stalemate"
    assert table.count() == {"uk transport": 1, "germany transport": 1}


@pytest.mark.rule("rh.seacombat.submarine-hits")
@pytest.mark.rule("rh.sub.first-strike")
def test_later_hits_of_submarines_are_the_victims_to_assign() -> None:
    table = Cycle(
        ZONE,
        "germany",
        sent("germany", submarine=1),
        force("uk", destroyer=1, transport=1),
        dice=[6, 6, 1, 6],
    )
    assert not table.events(AimedFired)  # cancelled by the destroyer
    table.stay()
    assert table.events(LossesTaken)[-1].destroyed == force("uk", destroyer=1)
    table = Cycle(ZONE, "uk", sent("uk", carrier=1, transport=1), force("germany", submarine=1), dice=[6, 1])
    table.do("germany", Aim())
    table.stay()
    assert len(table.events(AimedFired)) == 1
    assert table.dice_at() == [(DEFEND, [2])]
    assert table.events(LossesTaken)[-1].damaged == sent("uk", carrier=1)


@pytest.mark.rule("rh.sub.submerge")
@pytest.mark.rule("rh.searetreat.attacker-naval")
def test_attacking_submarines_may_go_below_too() -> None:
    table = Cycle(ZONE, "germany", sent("germany", submarine=1), force("uk", destroyer=1), dice=[6, 6])
    table.do("uk", PullBack())
    assert table.asked == [("germany", "pull-back")]
    table.do("germany", back(below=force("germany", submarine=1)))
    assert table.outcome == "defender"
    assert table.count() == {"germany submarine": 1, "uk destroyer": 1}


@pytest.mark.rule("rh.searetreat.stalemate")
@pytest.mark.rule("rh.searetreat.defender-naval")
def test_who_has_to_leave_may_go_among_transports() -> None:
    table = Cycle(
        "Sea Zone 16",
        "uk",
        sent("uk", transport=1),
        force("germany", transport=1),
        elsewhere={"Sea Zone 14": force("uk", battleship=1), "Sea Zone 15": force("uk", transport=1)},
        dice=[],
    )
    assert table.count("Sea Zone 15") == {"uk transport": 1, "germany transport": 1}
    assert table.count() == {"uk transport": 1}
