"""What is feared: landings, blows against walls, and pockets."""

from sandtable.bots.brake import Brake
from sandtable.bots.hexes.danger import Danger
from sandtable.bots.hexes.outlook import Ground, Outlook
from sandtable.bots.hexes.shores import waves
from sandtable.bots.hexes.style import Style
from sandtable.bots.level import BadLevel, read_level
from sandtable.games import load_hexes
from sandtable.hexes.position import HexPosition, PositionError, Standing, Walls, build
from sandtable.hexes.strength import Points

GAME = load_hexes("hgw")


def seen(written: HexPosition) -> Outlook:
    world = GAME.worlds[written.scenario]
    state = build(world, written)
    assert not isinstance(state, PositionError), state
    level = read_level("hard", family="hexes")
    assert not isinstance(level, BadLevel)
    return Outlook(Ground(world), state, state.side, Style.of(level), Brake(60.0))


MARINES = seen(
    HexPosition(
        scenario="fall-of-germany",
        armies={
            "British Second Army": Standing("1333", infantry=4, amphibious=4),
            "NW Front": Standing("1043", infantry=5),
            "OKW": Standing("1237", infantry=5),
        },
    )
)


def test_only_coasts_in_range_of_marines_are_in_danger() -> None:
    coasts = {MARINES.board.places[wave.coast]: wave.strength for wave in waves(MARINES, "allied")}
    assert coasts["1235"] == 8
    assert "1237" not in coasts
    assert "1639" not in coasts
    assert not list(waves(MARINES, "soviet"))


def test_a_garrison_keeps_landings_off() -> None:
    coast, danger = MARINES.board.number["1235"], Danger(MARINES)
    manned = list(MARINES.held)
    manned[coast] = 8
    assert danger.fear(manned).reach[coast] < danger.fear(MARINES.held).reach[coast]


def test_walls_hold_better_than_as_many_infantry() -> None:
    reached = []
    for points, forts in ((8, {}), (3, {"1237": Walls(points=5)})):
        armies = {
            "Army Group Center": Standing("1237", infantry=points),
            "NW Front": Standing("1238", mechanized=10),
            "SW Front": Standing("1337", infantry=10),
        }
        outlook = seen(HexPosition(scenario="fall-of-germany", armies=armies, forts=forts))
        reached.append(Danger(outlook).fear(outlook.held).reach[outlook.board.number["1237"]])
    assert reached[1] < reached[0]


def test_two_places_whose_loss_cuts_an_army_off_are_feared_for() -> None:
    outlook = seen(
        HexPosition(
            scenario="barbarossa",
            turn="Summer 1942",
            armies={
                "Army Group South": Standing("1446", infantry=10),
                "West Front": Standing("1345", mechanized=5),
                "SW Front": Standing("1546", infantry=6),
            },
            control={"axis": "1241 1341 1342 1442 1443 1444 1445 1446 1542 1543 1544"},
            devastated={"1443": 1, "1444": 1, "1445": 2, "1446": 1, "1542": 2},
        )
    )
    danger, road = Danger(outlook), outlook.board.number["1544"]
    away = danger.fearing([("1446", Points(infantry=10))], danger.fear(outlook.held))
    home = danger.fearing([("1442", Points(infantry=10))], danger.fear(outlook.held))
    assert away.loss[road] > home.loss[road]
