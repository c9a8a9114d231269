"""Infrastructure defense: whom it looks for, whom it finds, and what becomes of them."""

from collections.abc import Mapping

import pytest

from sandtable.area.actions import Aim
from sandtable.area.events import BattleEnded, GunsFired, Searched
from sandtable.area.forces import Stack, size
from tests.area.simultaneous.strip import Cycle, aim, force, one, sent

ID = "infrastructure_defense"


def guns(count: int, power: str = "germany") -> Stack:
    return ((one(power, ID), count),)


def number(space: str, power: str, forces: Stack, control: Mapping[str, str] | None = None) -> int:
    """How many guns act in a territory against a bomber of ``power``."""
    table = Cycle(space, power, sent(power, bomber=1), forces, dice=[6] * 12, control=control)
    return sum(len(fire.dice) for roll in table.events(Searched)[0].rolls for fire in roll.fire)


@pytest.mark.rule("rh.aa.number")
@pytest.mark.rule("rh.unit.implicit-id")
@pytest.mark.rule("rh.aa.replaces-gun")
def test_how_many_act() -> None:
    home = force("germany", infantry=1, infrastructure_defense=1, industrial_complex=1)
    assert number("Germany", "uk", home) == 4
    assert number("Western Europe", "uk", force("germany", infantry=1, infrastructure_defense=1)) == 2
    assert number("Ukraine", "ussr", force("germany", infantry=1)) == 1
    table = Cycle("Belorussia", "ussr", sent("ussr", fighter=1), force("germany", infantry=1), dice=[6, 6])
    assert not table.events(Searched)
    assert number("Belorussia", "ussr", force("germany", infantry=1, infrastructure_defense=3)) == 3
    taken = force("germany", infantry=1, industrial_complex=1)
    assert number("Caucasus", "ussr", taken, control={"Caucasus": "germany"}) == 3


@pytest.mark.rule("rh.aa.every-cycle")
def test_they_act_in_every_cycle() -> None:
    table = Cycle(
        "Ukraine",
        "ussr",
        sent("ussr", "Caucasus", infantry=2, fighter=1),
        force("germany", infantry=2),
        dice=[6] * 18,
    )
    table.stay().stay()
    assert len(table.events(Searched)) == 3


@pytest.mark.rule("rh.aa.select-search-targets")
@pytest.mark.rule("rh.aa.search-roll")
@pytest.mark.rule("rh.aa.select-detected")
@pytest.mark.rule("rh.aa.attack-roll")
@pytest.mark.rule("rh.aa.forced-retreat")
def test_search_and_fire() -> None:
    table = Cycle(
        "Germany",
        "uk",
        sent("uk", bomber=2),
        force("germany", infantry=1, infrastructure_defense=1, industrial_complex=1),
        dice=[2, 1, 6, 3, 5, 4, 2, 6] + [6] * 4,
    )
    assert table.asked == [("germany", "aim")]
    assert table.choices("germany") >= 2
    bomber = one("uk", "bomber")
    assert table.refused("uk", Aim()) == "rh.aa.select-search-targets"
    few = aim((bomber, guns(3)))
    assert table.refused("germany", few) == "rh.aa.select-search-targets"
    nobody = aim((one("uk", "fighter"), guns(4)))
    assert table.refused("germany", nobody) == "rh.aa.select-search-targets"
    table.do("germany", aim((bomber, guns(3)), (bomber, guns(1))))
    searched = table.events(Searched)[0]
    assert [len(roll.fire[0].dice) for roll in searched.rolls] == [3, 1]
    assert len(searched.found) == 1
    # All four fire at the one that was found, which turns back and does not fire itself.
    fired = table.events(GunsFired)[0]
    assert [roll.fire[0].dice for roll in fired.rolls] == [(5, 4, 2, 6)]
    assert not fired.destroyed
    assert size(fired.driven_off) == 1
    assert table.dice_at()[0] == ("attack", [1])
    assert table.count()["uk bomber"] == 2  # one was driven off, the other had to leave after the cycle
    assert table.replay() == table.state


@pytest.mark.rule("rh.aa.search-roll")
def test_nothing_found_ends_the_attempt() -> None:
    table = Cycle("Ukraine", "ussr", sent("ussr", fighter=1), force("germany", infantry=1), dice=[2, 6, 6])
    assert not table.events(Searched)[0].found
    assert not table.events(GunsFired)


@pytest.mark.rule("rh.aa.attack-roll")
def test_destruction_beats_retreat() -> None:
    table = Cycle(
        "Western Europe",
        "uk",
        sent("uk", bomber=1),
        force("germany", infantry=1, infrastructure_defense=1),
        dice=[1, 6, 3, 1],
    )
    assert table.events(GunsFired)[0].destroyed == sent("uk", bomber=1)
    assert table.outcome == "defender"


@pytest.mark.rule("rh.aa.selective")
@pytest.mark.rule("rh.aa.select-detected")
def test_it_hits_exactly_whom_it_selected() -> None:
    table = Cycle(
        "Western Europe",
        "uk",
        sent("uk", bomber=1, fighter=1),
        force("germany", infantry=1, infrastructure_defense=1),
        dice=[1, 1, 6, 1] + [6] * 3,
    )
    table.do("germany", aim((one("uk", "bomber"), guns(1)), (one("uk", "fighter"), guns(1))))
    assert table.asked == [("germany", "aim")]  # both were found
    assert table.refused("germany", aim((one("uk", "bomber"), guns(1)))) == "rh.aa.select-detected"
    table.do("germany", aim((one("uk", "bomber"), guns(2))))
    assert table.events(GunsFired)[0].destroyed == sent("uk", bomber=1)
    assert table.count()["uk fighter"] == 1
    assert "uk bomber" not in table.count()


@pytest.mark.rule("rh.aa.select-search-targets")
def test_the_holder_selects_for_partners_too() -> None:
    table = Cycle(
        "Germany",
        "uk",
        sent("uk", bomber=2),
        force("japan", infantry=2),
        force("germany", industrial_complex=1),
        dice=[],
    )
    assert table.asked == [("germany", "aim")]


@pytest.mark.rule("rh.aa.defender-only")
def test_nobody_fires_at_the_defenders() -> None:
    table = Cycle(
        "Germany",
        "uk",
        sent("uk", infantry=2),
        force("germany", fighter=1, infantry=1, infrastructure_defense=1, industrial_complex=1),
        dice=[6] * 4,
    )
    assert not table.events(Searched)


@pytest.mark.rule("rh.combat.only-id-present")
@pytest.mark.rule("rh.aa.no-retreat")
def test_guns_alone_make_one_attempt() -> None:
    table = Cycle(
        "India",
        "japan",
        sent("japan", "Burma", infantry=1, fighter=1),
        force("uk", infrastructure_defense=1),
        dice=[1, 6, 4, 4],
        sequence="undefended",
    )
    assert [len(roll.fire[0].dice) for roll in table.events(Searched)[0].rolls] == [2]
    assert table.outcome == "attacker"
    assert table.count() == {"japan infantry": 1, "japan fighter": 1, "uk infrastructure_defense": 1}
    assert table.replay() == table.state


@pytest.mark.rule("rh.aa.select-search-targets")
def test_the_usual_choice_spreads_the_guns() -> None:
    table = Cycle(
        "Western Europe",
        "uk",
        sent("uk", bomber=1, fighter=1),
        force("germany", infantry=1, infrastructure_defense=1),
        dice=[6] * 5,
    )
    table.do("germany", Aim())
    assert [(roll.at.unit, len(roll.fire[0].dice)) for roll in table.events(Searched)[0].rolls] == [
        ("bomber", 1),
        ("fighter", 1),
    ]
    assert table.last(BattleEnded).attackers == ()
