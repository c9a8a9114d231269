"""Developed weapons in battle: jets, hunters of submarines, heavy bombers."""

import pytest

from sandtable.area.actions import Aim
from sandtable.area.events import AimedFired, GunsFired, LossesTaken, Rolled, Searched
from sandtable.area.parts.missions import Arrived
from tests.area.simultaneous.strip import Cycle, aim, flown, force, one, sent

ATTACK, DEFEND = "attack", "defend"
JETS = (("uk", "jets"),)
ZONE = "Sea Zone 13"


@pytest.mark.rule("rh.tech.jet-values")
@pytest.mark.rule("rh.tech.jet-selective")
@pytest.mark.rule("rh.tech.jet-selective-scope")
def test_a_jet_with_supremacy_selects() -> None:
    table = Cycle(
        "Belorussia",
        "uk",
        sent("uk", "West Russia", infantry=1, fighter=1),
        force("germany", tank=1, infantry=2),
        techs=JETS,
        dice=[4, 6, 6, 6],
    )
    assert table.asked == [("uk", "aim")]
    table.do("uk", aim((one("germany", "infantry"), force("uk", fighter=1))))
    assert table.events(AimedFired)[0].rolls[0].fire[0].value == 4
    assert table.events(LossesTaken)[0].destroyed == force("germany", infantry=1)
    assert table.left(DEFEND) == {"germany tank": 1, "germany infantry": 1}
    assert table.replay() == table.state


@pytest.mark.rule("rh.tech.jet-values")
def test_jets_in_a_dogfight() -> None:
    techs = (("germany", "jets"),)
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, fighter=1),
        force("germany", infantry=1, fighter=1, bomber=1),
        techs=techs,
        dice=[6, 4, 2, 6, 6],
    )
    assert table.events(AimedFired)[0].side == DEFEND
    assert [fire.value for roll in table.events(AimedFired)[0].rolls for fire in roll.fire] == [4]
    assert (DEFEND, [2]) in table.dice_at()
    assert table.left(ATTACK) == {"ussr infantry": 1}


@pytest.mark.rule("rh.tech.jet-selective")
def test_a_jet_selects_the_bomber() -> None:
    table = Cycle(
        "Belorussia",
        "uk",
        sent("uk", "West Russia", infantry=1, fighter=1),
        force("germany", infantry=1, fighter=1, bomber=1),
        techs=JETS,
        dice=[4, 6, 6, 6, 6],
    )
    table.do("uk", aim((one("germany", "bomber"), force("uk", fighter=1))))
    assert table.left(DEFEND) == {"germany infantry": 1, "germany fighter": 1}


@pytest.mark.rule("rh.tech.jet-selective")
def test_against_jets_nobody_selects() -> None:
    table = Cycle(
        "Belorussia",
        "uk",
        sent("uk", "West Russia", infantry=1, fighter=1),
        force("germany", infantry=1, fighter=1, bomber=1),
        techs=(("germany", "jets"), ("uk", "jets")),
        dice=[4, 6, 6, 6, 6],
    )
    assert not table.events(AimedFired)
    assert table.asked == [("germany", "casualties")]


@pytest.mark.rule("rh.tech.jet-selective")
def test_jet_bombers_never_select() -> None:
    table = Cycle(
        "Belorussia",
        "uk",
        sent("uk", "West Russia", infantry=1, bomber=1),
        force("germany", infantry=1, tank=1),
        techs=JETS,
        dice=[6, 6, 6, 6],
    )
    assert not table.events(AimedFired)
    assert table.dice_at()[0] == (ATTACK, [3])


@pytest.mark.rule("rh.tech.jet-selective-scope")
def test_what_a_jet_may_name_at_sea() -> None:
    def table(*techs: tuple[str, str]) -> Cycle:
        foes = force("germany", transport=1, submarine=1, destroyer=1)
        return Cycle(ZONE, "uk", sent("uk", fighter=1), foes, techs=techs, dice=[6, 1, 6, 6, 6])

    below = aim((one("germany", "submarine"), force("uk", fighter=1)))
    above = aim((one("germany", "transport"), force("uk", fighter=1)))
    jet = table(("uk", "jets"))
    assert jet.refused("uk", below) == "rh.tech.jet-selective-scope"
    assert jet.check("uk", above) is None
    assert table(("uk", "asw"), ("uk", "jets")).check("uk", below) is None


@pytest.mark.rule("rh.tech.jet-selective-scope")
@pytest.mark.rule("rh.landair.match-choice")
def test_a_jet_that_is_not_matched_fires_at_one() -> None:
    table = Cycle(
        "Belorussia",
        "uk",
        sent("uk", "West Russia", infantry=1, fighter=2, bomber=1),
        force("germany", infantry=2),
        techs=JETS,
        dice=[6] * 8,
    )
    table.do("uk", Aim())
    assert sorted(f.value for roll in table.events(AimedFired)[0].rolls for f in roll.fire) == [1, 4]
    assert table.dice_at()[0] == (ATTACK, [1])  # the infantry has been matched already


@pytest.mark.rule("rh.tech.jet-immune")
def test_guns_cannot_find_jets() -> None:
    home = force("germany", infantry=1, infrastructure_defense=1, industrial_complex=1)
    table = Cycle("Germany", "uk", flown("uk", bomber=2), home, techs=JETS, dice=[], sequence="mission")
    assert not table.events(Searched)
    table = Cycle("Germany", "uk", sent("uk", fighter=1), sent("usa", fighter=1), home, techs=JETS, dice=[6] * 20)
    assert {roll.at.power for event in table.events(Searched) for roll in event.rolls} == {"usa"}


@pytest.mark.rule("rh.tech.jet-immune")
def test_ships_still_hit_jets() -> None:
    table = Cycle(ZONE, "uk", sent("uk", fighter=1), force("germany", battleship=1), techs=JETS, dice=[1, 6])
    assert table.outcome == "defender"
    assert table.count() == {"germany battleship": 1}


@pytest.mark.rule("rh.tech.asw-hits")
def test_hunters_hit_submarines() -> None:
    table = Cycle(
        ZONE, "uk", sent("uk", fighter=2), force("germany", submarine=1), techs=(("uk", "asw"),), dice=[3, 6]
    )
    assert table.outcome == "attacker"
    assert table.events(LossesTaken)[0].destroyed == force("germany", submarine=1)


@pytest.mark.rule("rh.tech.asw-negates")
def test_hunters_cancel_first_strikes_but_are_no_destroyers() -> None:
    fighters = sent("uk", fighter=1)
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", destroyer=1),
        fighters,
        force("germany", submarine=3),
        techs=(("uk", "asw"),),
        dice=[6] * 10,
    )
    assert table.events(AimedFired)[0].by == force("germany", submarine=1)
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", carrier=1, fighter=2),
        force("germany", submarine=2),
        techs=(("uk", "asw"),),
        dice=[6] * 10,
    )
    assert not table.events(AimedFired)
    assert (DEFEND, [3, 3]) in table.dice_at()  # a wolf pack


@pytest.mark.rule("rh.tech.heavy-bomber-dice")
@pytest.mark.rule("rh.tech.own-units-only")
def test_a_heavy_bomber_keeps_the_better_die() -> None:
    heavy = (("ussr", "heavy-bomber"),)
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, bomber=1),
        force("germany", infantry=2),
        techs=heavy,
        dice=[5, 2, 6, 6],
    )
    fire = table.events(Rolled)[0].fire[0]
    assert (fire.dice, fire.value, fire.hits) == ((5, 2), 4, 1)
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=2, bomber=1),
        sent("uk", "West Russia", bomber=1),
        force("germany", infantry=2),
        techs=heavy,
        dice=[5, 5, 5, 6, 6, 6, 6],
    )
    assert {fire.power: len(fire.dice) for fire in table.events(Rolled)[0].fire} == {"ussr": 2, "uk": 1}


@pytest.mark.rule("rh.tech.jet-and-bonuses")
def test_a_heavy_jet_bomber() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1, bomber=1),
        force("germany", infantry=2),
        techs=(("ussr", "heavy-bomber"), ("ussr", "jets")),
        dice=[6, 3, 6, 6],
    )
    fire = table.events(Rolled)[0].fire[0]
    assert (fire.value, fire.hits) == (3, 1)


@pytest.mark.rule("rh.tech.jet-selective")
@pytest.mark.rule("rh.tech.jet-selective-scope")
def test_a_defending_jet_selects_too() -> None:
    """With supremacy on land and at sea, in a dogfight over ships, and against a mission."""
    ours = (("germany", "jets"),)
    table = Cycle(
        "Belorussia",
        "uk",
        sent("uk", "West Russia", infantry=1, tank=1),
        force("germany", infantry=1, fighter=1),
        techs=ours,
        dice=[5, 6, 6, 6],
    )
    assert table.asked == [("germany", "aim")]
    table.do("germany", aim((one("uk", "infantry"), force("germany", fighter=1))))
    assert table.events(AimedFired)[0].rolls[0].fire[0].value == 5
    assert table.left(ATTACK) == {"uk tank": 1}
    table = Cycle(
        ZONE, "uk", sent("uk", destroyer=1, transport=1), force("germany", fighter=1), techs=ours, dice=[6, 5, 6]
    )
    table.do("germany", aim((one("uk", "transport"), force("germany", fighter=1))))
    assert table.events(LossesTaken)[0].destroyed == sent("uk", transport=1)
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", destroyer=1, fighter=1),
        sent("usa", fighter=1),
        force("germany", fighter=1),
        techs=ours,
        dice=[6, 6, 6, 4, 6],
    )
    assert table.asked == [("germany", "aim")]
    table.do("germany", aim((one("usa", "fighter"), force("germany", fighter=1))))
    assert table.events(LossesTaken)[0].destroyed == sent("usa", fighter=1)
    table = Cycle(
        "Belorussia",
        "uk",
        flown("uk", fighter=1, bomber=1),
        force("germany", fighter=1),
        techs=ours,
        dice=[6, 4],
        sequence="mission",
    )
    assert table.asked == [("germany", "aim")]
    table.do("germany", aim((one("uk", "bomber"), force("germany", fighter=1))))
    assert table.last(Arrived).units == flown("uk", fighter=1)


@pytest.mark.rule("rh.tech.jet-selective")
@pytest.mark.rule("rh.tech.jet-selective-scope")
def test_attacking_jets_select_over_ships_and_on_missions() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", fighter=1),
        force("germany", fighter=1),
        force("japan", fighter=1),
        techs=JETS,
        dice=[4, 6, 6],
    )
    assert table.asked == [("uk", "aim")]
    table.do("uk", aim((one("japan", "fighter"), force("uk", fighter=1))))
    assert table.events(LossesTaken)[0].destroyed == force("japan", fighter=1)
    table = Cycle(
        "Belorussia",
        "uk",
        flown("uk", fighter=1),
        force("germany", fighter=1, bomber=1),
        techs=JETS,
        dice=[4, 6, 6],
        sequence="mission",
    )
    assert table.asked == [("uk", "aim")]
    table.do("uk", aim((one("germany", "bomber"), force("uk", fighter=1))))
    assert table.count() == {"germany fighter": 1, "uk fighter": 1}


@pytest.mark.rule("rh.tech.jet-selective-scope")
def test_attacking_jets_fire_at_the_ship_that_they_name() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", fighter=1),
        force("germany", transport=1, destroyer=1),
        techs=JETS,
        dice=[6, 4, 6],
    )
    table.do("uk", aim((one("germany", "destroyer"), force("uk", fighter=1))))
    assert table.events(LossesTaken)[0].destroyed == force("germany", destroyer=1)


def test_guns_still_fire_at_what_they_can_find() -> None:
    home = force("germany", infantry=1, infrastructure_defense=1)
    table = Cycle("Western Europe", "uk", sent("uk", fighter=1), home, dice=[1, 6, 1, 6])
    assert table.events(GunsFired)[0].destroyed == sent("uk", fighter=1)


@pytest.mark.rule("rh.tech.jet-selective")
def test_over_ships_nobody_selects_against_jets_either() -> None:
    table = Cycle(
        ZONE,
        "uk",
        sent("uk", fighter=1),
        sent("usa", fighter=1),
        force("germany", fighter=1),
        force("japan", fighter=1),
        techs=(("germany", "jets"), ("uk", "jets")),
        dice=[6] * 4,
    )
    assert not table.events(AimedFired)
    assert table.dice_at() == [(ATTACK, [2, 4]), (DEFEND, [3, 4])]


@pytest.mark.rule("rh.landair.alone")
@pytest.mark.rule("rh.tech.jet-selective-scope")
def test_a_defending_jet_alone_fires_at_one() -> None:
    table = Cycle(
        "Belorussia",
        "uk",
        sent("uk", "West Russia", infantry=1),
        force("germany", fighter=1),
        techs=(("germany", "jets"),),
        dice=[6, 6],
    )
    assert table.events(AimedFired)[0].rolls[0].fire[0].value == 1


@pytest.mark.rule("rh.landair.supremacy-hits")
@pytest.mark.rule("rh.tech.asw-hits")
def test_hunters_spare_infantry_on_land() -> None:
    table = Cycle(
        "Belorussia",
        "uk",
        sent("uk", "West Russia", infantry=1, fighter=1),
        force("germany", infantry=1, tank=1),
        techs=(("uk", "asw"),),
        dice=[3, 6, 6],
    )
    assert table.left(DEFEND) == {"germany infantry": 1}
