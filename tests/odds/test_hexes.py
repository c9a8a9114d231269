"""The exact odds of the hex family against the table itself: every die of small offensives, played out."""

from fractions import Fraction
from itertools import pairwise

import pytest

from sandtable import games
from sandtable.hexes.position import HexPosition, PositionError, Standing, Walls, build
from sandtable.hexes.state import HexState
from sandtable.hexes.strength import Points
from sandtable.hexes.tables import TerrainEffect
from sandtable.odds.hexes.offensive import Corps, Offensive, Stage, offensive_of, prospects
from tests.odds.offensives import Offence, combat

GAME = games.load_hexes("hgw")


def at(position: HexPosition) -> HexState:
    state = build(GAME.worlds[position.scenario or "barbarossa"], position)
    assert not isinstance(state, PositionError), state
    return combat(state)


OPENING = HexPosition(
    phase="combat",
    armies={
        "Army Group Center": Standing("1441", 2, 8),
        "Army Group South": Standing("1541", 3, 7),
        "SW Front": Standing("1442", 3, 1),
    },
)
WINTER = HexPosition(
    turn="Winter 1941",
    phase="combat",
    armies={
        "Army Group Center": Standing("1142", 2, 8),
        "Army Group North": Standing("1043", 5, 1),
        "West Front": Standing("1143", 2, 1),
    },
    control={"axis": "1140 1141 1241"},
)
SWAMP = HexPosition(
    phase="combat",
    armies={
        "Army Group Center": Standing("1441", 3, 5),
        "Fourth Army": Standing("1441", 2),
        "Western Military District": Standing("1341", 1, 1),
        "SW Front": Standing("1343", 2),
    },
)
FORT = HexPosition(
    scenario="fall-of-germany",
    side="allied",
    phase="combat",
    armies={
        "Fifth Army": Standing("1435", 1, 9),
        "Britain": Standing("1435", 2),
        "Army Group West": Standing("1436", 2),
        "OKW": Standing("1337", 1),
    },
    forts={"1436": Walls(2)},
)
FRIENDLY = HexPosition(
    phase="combat",
    armies={"Army Group North": Standing("1239", 2, 4), "NW Front": Standing("1241", 1)},
)


AIR = HexPosition(
    scenario="campaign-2",
    side="axis",
    phase="combat",
    fleets={},
    armies={
        "Army Group West": Standing("1436", 1, 3, tac_air=3),
        "Army Group A": Standing("1436", tac_air=2),
        "Army Group B": Standing("1335", 2, tac_air=1),
        "French First Army": Standing("1435", 1, tac_air=2),
        "Free French": Standing("1435", tac_air=1),
    },
    parts={"strategic": {"morale": {"germany": -8}}},
)
CHAIN = HexPosition(
    scenario="campaign-2",
    side="axis",
    phase="combat",
    fleets={},
    armies={
        "Army Group West": Standing("1436", 1, 5, tac_air=3),
        "French First Army": Standing("1435", 1, tac_air=1),
        "Britain": Standing("1534", 1, tac_air=1),
    },
)
DROP = HexPosition(
    scenario="campaign-2",
    side="axis",
    phase="combat",
    fleets={},
    armies={
        "Army Group West": Standing("1436", 1, 3, paratroop=4),
        "Britain": Standing("1435", 3, 1),
    },
    parts={"paratroops": {"ready": {"Army Group West": 3}}},
)
LED = HexPosition(
    scenario="campaign-1",
    side="axis",
    phase="combat",
    fleets={},
    options={"leaders": True},
    armies={
        "Army Group West": Standing("1436", 2, 6),
        "Army Group B": Standing("1335", 4),
        "French First Army": Standing("1435", 4, 1),
        "Britain": Standing("1534", 1),
    },
    parts={"leaders": {"led": {"Army Group West": "Rommel"}}},
)
ALONE = HexPosition(
    scenario="campaign-2",
    side="axis",
    phase="combat",
    fleets={},
    armies={
        "Army Group West": Standing("1436", 2, 6, tac_air=2),
        "French First Army": Standing("1435", tac_air=2),
    },
)


@pytest.mark.rule("hgw.advance.fatigue", "hgw.attack.order-assault-then-advance", "hgw.exploit.steps")
@pytest.mark.parametrize(
    ("position", "armies", "chain", "firing", "assault_at"),
    [
        (OPENING, ["Army Group Center", "Army Group South"], "1442 1443 1444", None, 0),
        (OPENING, ["Army Group South", "Army Group Center"], "1442 1443 1343", ["Army Group Center"], 1),
        (WINTER, ["Army Group Center", "Army Group North"], "1143 1244", None, 0),
        (SWAMP, ["Army Group Center", "Fourth Army"], "1341 1342", None, 0),
        (FORT, ["Fifth Army", "Britain"], "1436 1336", ["Britain"], 1),
        (FRIENDLY, ["Army Group North"], "1240 1241 1242", [], 1),
        (AIR, ["Army Group West", "Army Group A", "Army Group B"], "1435", None, 0),
        (CHAIN, ["Army Group West"], "1435 1534", None, 1),
        (DROP, ["Army Group West"], "1435", None, 0),
        (LED, ["Army Group West", "Army Group B"], "1435 1534", None, 0),
        (ALONE, ["Army Group West"], "1435", None, 0),
    ],
    ids=[
        "opening",
        "kept assault",
        "winter",
        "swamp",
        "fort",
        "friendly first",
        "aircraft",
        "aircraft in a chain",
        "paratroops",
        "leader",
        "aircraft alone",
    ],
)
def test_odds_are_what_the_table_plays(
    position: HexPosition, armies: list[str], chain: str, firing: list[str] | None, assault_at: int
) -> None:
    state = at(position)
    hexes = chain.split()
    world = GAME.world(state)
    exact = prospects(world.tables, offensive_of(world, state, armies, hexes, firing, assault_at))
    played = Offence(GAME, state, armies, hexes, armies if firing is None else firing, assault_at).prospects()
    assert exact == played
    assert sum(exact.lost.values()) == sum(exact.inflicted.values()) == sum(exact.spearhead.values()) == 1


@pytest.mark.rule("hgw.advance.example-smolensk")
def test_the_odds_of_smolensk() -> None:
    """Eight mechanized points against six succeed on a one or a two; against three on all but a six."""
    tables = GAME.worlds["barbarossa"].tables
    army = Corps(Points(1, 8), "1142", assaults=False)
    assert prospects(tables, Offensive((army,), (Stage(6),))).reached == (Fraction(1, 3),)
    assert prospects(tables, Offensive((army,), (Stage(3),))).reached == (Fraction(5, 6),)


@pytest.mark.rule("hgw.advance.fatigue", "hgw.garrison.inherent")
def test_a_chain_of_garrisons() -> None:
    """Eight against one needs a seven; one more is added for every hex, so that the third needs a five."""
    tables = GAME.worlds["barbarossa"].tables
    army = Corps(Points(0, 8), "1142", assaults=False)
    empty = Stage(0, garrison=True)
    chances = prospects(tables, Offensive((army,), (empty,) * 5)).reached
    sixths = [(a / b) * 6 for b, a in pairwise((Fraction(1), *chances))]
    assert sixths == [6, 6, 5, 4, 3]


def test_mountains_shut_mechanized_points_out() -> None:
    tables = GAME.worlds["barbarossa"].tables
    army = Corps(Points(0, 10), "1338")
    found = prospects(
        tables, Offensive((army,), (Stage(3, fires=3, terrain=TerrainEffect(assault="none", advance=2)),))
    )
    assert found.inflicted == {0: 1}
    assert found.reached[0] < 1
    assert found.mean_lost > 0
    assert found.mean_inflicted == 0
