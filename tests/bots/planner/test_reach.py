"""Who can strike where, as the planner sees it."""

from collections.abc import Mapping

from sandtable.area.position import Position, PositionError, build
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.reach import Reach
from sandtable.bots.planner.terrain import Terrain
from sandtable.games import area

GAME = area("1941")
TERRAIN = Terrain(GAME.world)


def reach(
    power: str, units: Mapping[str | int, Mapping[str, str]], control: Mapping[str, str] | None = None
) -> Reach:
    state = build(GAME.world, Position(start_from="empty", units=units, control=control or {}))
    assert not isinstance(state, PositionError), state
    return Reach(Field.of(TERRAIN, state), TERRAIN.power[power])


def strength(found: Reach, space: str) -> dict[str, float]:
    force = found.force(TERRAIN.index[space])
    return {name: n for name, n in zip(TERRAIN.roster.names, force, strict=True) if n}


def test_infantry_and_tanks_from_next_door() -> None:
    found = reach("germany", {"West Russia": {"germany": "2 infantry, tank"}, "Ukraine": {"germany": "infantry"}})
    assert strength(found, "Russia") == {"infantry": 2, "tank": 1}
    assert strength(found, "Caucasus") == {"infantry": 3, "tank": 1}


def test_a_tank_stops_at_enemies_and_at_factories() -> None:
    assert strength(reach("germany", {"Ukraine": {"germany": "tank"}}), "Middle East") == {}, (
        "the factory in Caucasus is in the way"
    )
    through = reach("germany", {"Eastern Europe": {"germany": "tank"}})
    assert strength(through, "Archangel") == {"tank": 1}
    stopped = reach(
        "germany",
        {"Eastern Europe": {"germany": "tank"}, "Karelia": {"ussr": "infantry"}},
        {"West Russia": "ussr"},
    )
    assert strength(stopped, "Archangel") == {"tank": 1}, "West Russia is empty"


def test_planes_need_a_place_to_land() -> None:
    found = reach("japan", {"Japan": {"japan": "fighter, bomber"}})
    assert strength(found, "Sea Zone 40") == {"bomber": 1}, "a fighter could not come back"
    carried = reach("japan", {"Japan": {"japan": "fighter"}, 39: {"japan": "carrier"}})
    assert strength(carried, "Sea Zone 40") == {"fighter": 1, "carrier": 1}


def test_warships_bar_the_way_but_not_to_submarines() -> None:
    found = reach("germany", {9: {"germany": "submarine, battleship"}, 8: {"uk": "carrier"}})
    assert strength(found, "Sea Zone 7") == {"submarine": 1, "battleship": 1}, "there is a way round by the north"
    hunted = reach("germany", {5: {"germany": "submarine"}, 6: {"uk": "destroyer"}})
    assert strength(hunted, "Sea Zone 8") == {}


def test_transports_bring_what_waits_on_the_coast() -> None:
    found = reach("germany", {"Germany": {"germany": "3 infantry, tank"}, 5: {"germany": "transport"}})
    assert strength(found, "United Kingdom") == {"infantry": 1, "tank": 1}
    barred = reach(
        "germany", {"Germany": {"germany": "3 infantry"}, 5: {"germany": "transport"}, 6: {"uk": "battleship"}}
    )
    assert strength(barred, "United Kingdom") == {}


def test_those_that_are_beaten_do_not_come() -> None:
    found = reach("germany", {"West Russia": {"germany": "2 infantry"}, "Ukraine": {"germany": "tank"}})
    there = TERRAIN.index["Caucasus"]
    without = found.force(there, frozenset({TERRAIN.index["Ukraine"]}))
    assert sum(without) == 2
