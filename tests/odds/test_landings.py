"""The exact odds of invasions against the table itself: every die of small landings, played out."""

import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.hexes.actions import Invade, Support
from sandtable.hexes.position import HexPosition, Moored, PositionError, Standing, Walls, build
from sandtable.hexes.state import HexState
from sandtable.odds.hexes.landing import beachhead, invasion_of
from tests.odds.landings import Voyage
from tests.odds.offensives import combat

GAME = games.load_hexes("hgw")


def at(position: HexPosition) -> HexState:
    state = build(GAME.worlds[position.scenario], position)
    assert not isinstance(state, PositionError), state
    return combat(state)


OTHERS = {"OKW": Standing("1237", 1), "Moscow": Standing("1144", 1)}
NORMANDY = HexPosition(
    scenario="fall-of-germany",
    side="allied",
    phase="combat",
    fleets={"Home Fleet": Moored("1332", 3)},
    armies=OTHERS
    | {
        "U.S. First Army": Standing("1332", 1, 1, 3),
        "British Second Army": Standing("1333", 1, 0, 2),
        "Army Group B": Standing("1433", 2, 1),
    },
    forts={"1433": Walls(1)},
)
BREST = HexPosition(
    scenario="fall-of-germany",
    side="allied",
    phase="combat",
    fleets={"Home Fleet": Moored("1332", 2)},
    armies=OTHERS
    | {"U.S. First Army": Standing("1332", 2, 0, 3), "British Second Army": Standing("1332", 1, 0, 2)},
)
ARMADA = replace(BREST, fleets={"Home Fleet": Moored("1332", 12)})
COAST = HexPosition(
    scenario="fall-of-germany",
    side="allied",
    phase="combat",
    fleets={},
    armies=OTHERS | {"U.S. First Army": Standing("1332", 1, 1, 5), "Army Group B": Standing("1432", 1)},
)
INTERCEPTED = HexPosition(
    scenario="fall-of-germany",
    side="axis",
    phase="combat",
    control={"axis": "1532 1433", "allied": "1432"},
    fleets={"Kiel Fleet": Moored("1532", 2), "Home Fleet": Moored("1332", 2), "Force H": Moored("1131", 1)},
    armies={
        "OKW": Standing("1532", 1, 1, 3),
        "Moscow": Standing("1144", 1),
        "Britain": Standing("1432", 1),
    },
)
AIRCRAFT = HexPosition(
    scenario="campaign-2",
    side="allied",
    phase="naval",
    control={"axis": "1432 1532 1433"},
    fleets={"Home Fleet": Moored("1332", 2, asw=1), "Western U-boat Fleet": Moored("1532", submarines=3)},
    armies={
        "Britain": Standing("1332", 1, 0, 3),
        "OKW": Standing("1432", 1, tac_air=1),
        "Army Group West": Standing("1433", tac_air=2),
    },
    parts={"strategic": {"morale": {"germany": 8}}},
)


@pytest.mark.rule(
    "hgw.invasion.half-amphibious",
    "hgw.coastal-air.losses",
    "hgw.fleet-basic.losses",
    "hgw.fleet-basic.support-fire",
)
@pytest.mark.parametrize(
    ("position", "orders"),
    [
        (
            NORMANDY,
            (Invade("U.S. First Army", "1433", fleet="Home Fleet"), Invade("British Second Army", "1433")),
        ),
        (BREST, (Invade("U.S. First Army", "1532"), Invade("British Second Army", "1532"))),
        (BREST, (Invade("U.S. First Army", "1532", fleet="Home Fleet"),)),
        (ARMADA, (Invade("British Second Army", "1532", fleet="Home Fleet"),)),
        (COAST, (Invade("U.S. First Army", "1532", ("1432", "1532")),)),
        (BREST, (Invade("British Second Army", "1532"), Support("Home Fleet", "1532"))),
        (INTERCEPTED, (Invade("OKW", "1432", fleet="Kiel Fleet"),)),
        (AIRCRAFT, (Invade("Britain", "1432", fleet="Home Fleet"),)),
    ],
    ids=[
        "two armies",
        "coastal air",
        "a fleet fires first",
        "a fleet beyond the table",
        "passing a coast",
        "support",
        "intercepted",
        "aircraft and submarines",
    ],
)
def test_odds_are_what_the_table_plays(position: HexPosition, orders: tuple[Invade | Support, ...]) -> None:
    voyage = Voyage(GAME, at(position), orders)
    state = voyage.announced()
    assert state.combat is not None
    by_name = {attack.army: attack for attack in state.combat.attacks}
    attacks = [by_name[name] for name in voyage.names]
    world = GAME.world(state)
    exact = beachhead(world.tables, invasion_of(world, state, attacks, state.combat.supports))
    assert exact == voyage.beachhead()
    assert sum(exact.ashore.values()) == sum(exact.lost.values()) == sum(exact.ships.values()) == 1
    assert 0 < exact.captured < 1
