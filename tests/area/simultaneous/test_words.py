"""Battles with simultaneous losses, told and offered in words."""

from sandtable.area.actions import Aim, PullBack
from sandtable.area.evolve import evolve
from sandtable.area.state import AreaState
from sandtable.area.story import tell
from sandtable.guides.area.words import word
from tests.area.simultaneous.strip import RH, Cycle, aim, back, flown, force, one, sent


def told(table: Cycle) -> list[str]:
    """Every event of a battle that players would mention."""
    state: AreaState = table.start
    lines = []
    for event in table.run.events:
        line = tell(RH, state, event)
        state = evolve(table.run.world, state, event)
        if line:
            lines.append(line)
    return lines


def test_a_search_is_told() -> None:
    table = Cycle(
        "Western Europe",
        "uk",
        sent("uk", bomber=1),
        force("germany", infantry=1, infrastructure_defense=1),
        dice=[1, 6, 3, 4],
    )
    lines = told(table)
    assert "The guns in Western Europe search, 1 6 for 1 British bomber, and find 1 British bomber." in lines
    assert "The guns in Western Europe fire 3 4 at 1 British bomber: 1 British bomber turns back." in lines


def test_first_strikes_are_told() -> None:
    table = Cycle("Sea Zone 13", "germany", sent("germany", submarine=1), force("uk", battleship=1), dice=[2])
    lines = told(table)
    assert "The attackers aim 1 German submarine at 1 British battleship." in lines
    assert "Attackers fire aimed shots, 2 at 1 British battleship: 1 hit." in lines


def test_pulling_back_is_told() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=1),
        force("germany", infantry=1, tank=1),
        dice=[6] * 6,
    )
    table.do("germany", back((force("germany", infantry=1, tank=1), "Eastern Europe")))
    assert any(line.startswith("Germany withdraws") and "to Eastern Europe" in line for line in told(table))
    table = Cycle("Sea Zone 13", "uk", sent("uk", destroyer=2), force("germany", submarine=1), dice=[6, 6, 6])
    table.do("germany", back(below=force("germany", submarine=1)))
    assert "Germany lets 1 submarine submerge." in told(table)


def test_a_mission_is_told() -> None:
    table = Cycle("Belorussia", "uk", flown("uk", bomber=1), force("germany", infantry=1), sequence="mission")
    assert "1 British bomber gets through to Belorussia." in told(table)


def test_actions_have_words() -> None:
    shots = aim((one("uk", "bomber"), force("germany", infrastructure_defense=3)))
    assert word(RH, "germany", shots) == "Aim 3 German infrastructure defenses at 1 British bomber"
    assert word(RH, "germany", Aim()) == "Aim with the default"
    leave = back((force("germany", tank=2), "Ukraine"), below=force("germany", submarine=1))
    assert word(RH, "germany", leave) == "Retreat 2 tanks to Ukraine and submerge 1 submarine"
    assert word(RH, "germany", PullBack()) == "Stay and fight"
