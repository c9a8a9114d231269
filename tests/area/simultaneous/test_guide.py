"""What a page is told about the questions of a battle with simultaneous losses."""

from sandtable.guides.area.strip import sighting, ways_out
from tests.area.simultaneous.strip import RH, Cycle, force, sent


def test_shots_to_aim() -> None:
    table = Cycle(
        "Sea Zone 13", "germany", sent("germany", submarine=3), force("uk", destroyer=1, transport=2), dice=[]
    )
    battle = table.state.battle
    assert battle is not None
    seen = sighting(RH, table.state, battle, "germany")
    assert seen is not None
    assert (seen.guns, seen.marks, seen.shots) == (
        sent("germany", submarine=3),
        force("uk", destroyer=1, transport=2),
        2,
    )
    assert sighting(RH, table.state, battle, "uk") is None


def test_guns_are_aimed_by_the_holder() -> None:
    table = Cycle(
        "Germany", "uk", sent("uk", bomber=2), force("germany", infantry=1, industrial_complex=1), dice=[]
    )
    battle = table.state.battle
    assert battle is not None
    seen = sighting(RH, table.state, battle, "germany")
    assert seen is not None
    assert seen.shots == 3


def test_ways_out_of_a_battle() -> None:
    table = Cycle(
        "Sea Zone 14",
        "uk",
        sent("uk", destroyer=1),
        force("germany", submarine=1, transport=1),
        elsewhere={"Sea Zone 13": force("uk", battleship=1)},
        dice=[6, 6],
    )
    battle = table.state.battle
    assert battle is not None
    ways, must = ways_out(RH, table.state, battle, "germany")
    assert {way.piece.unit: (way.places, way.below) for way in ways} == {
        "submarine": (("Sea Zone 15", "Sea Zone 16"), True),
        "transport": (("Sea Zone 15", "Sea Zone 16"), False),
    }
    assert must == 0
    assert ways_out(RH, table.state, battle, "uk") == ((), 0)


def test_how_many_have_to_leave() -> None:
    table = Cycle(
        "Belorussia", "ussr", sent("ussr", "West Russia", infantry=2), force("germany", fighter=2), dice=[6] * 4
    )
    battle = table.state.battle
    assert battle is not None
    assert ways_out(RH, table.state, battle, "germany")[1] == 2
