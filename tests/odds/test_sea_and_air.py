"""The exact odds of fleets and bombers against the table itself, with every die."""

from fractions import Fraction

import pytest

from sandtable import games
from sandtable.core.decision import Decision
from sandtable.core.dice import ScriptedDice
from sandtable.hexes.actions import HexAction
from sandtable.hexes.events import HexEvent
from sandtable.hexes.parts.fleets.battle import offers
from sandtable.hexes.parts.fleets.course import LetPass, Meet
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.parts.fleets.raiding import AttackRoute
from sandtable.hexes.parts.fleets.sailing import Patrol
from sandtable.hexes.parts.fleets.search import Search
from sandtable.hexes.parts.strategic.bombing import Bombed, DeclareRaid, FlyRaids, loss_offers
from sandtable.hexes.parts.strategic.memory import STRATEGY
from sandtable.hexes.parts.strategic.missiles import LaunchMissiles, MissilesLaunched
from sandtable.hexes.position import HexPosition, Moored, PositionError, Standing, build
from sandtable.hexes.state import HexState
from sandtable.odds.hexes.bombing import bombing, missiles_at, raid_on
from sandtable.odds.hexes.sea import encounter, faces_to_find, meeting_of
from tests.odds.everything import every_end, spread

GAME = games.load_hexes("hgw")
ARMIES = {"OKW": Standing("1532", 1), "Britain": Standing("1333", 1)}


def at(position: HexPosition) -> HexState:
    state = build(GAME.worlds[position.scenario], position)
    assert not isinstance(state, PositionError), state
    return state


def nothing(state: HexState, event: HexEvent) -> int:
    return 0


def first_losses(state: HexState, decision: Decision) -> HexAction | None:
    """Losses as the table offers them first; nobody meets anybody."""
    battle = NAVY.of(state).battle
    match decision.kind:
        case "ships" | "sink":
            assert battle is not None
            return next(iter(offers(state, battle)))
        case "meet":
            return LetPass()
    return None


def fought(state: HexState, order: HexAction, meet: Meet | None = None) -> list[tuple[HexState, int, Fraction]]:
    """All ends of a battle that this order begins."""
    waiting = [order]

    def choose(now: HexState, decision: Decision) -> HexAction | None:
        if now is state:
            return waiting[0]
        voyages = NAVY.of(now).voyages
        if meet is not None and decision.kind == "meet" and meet.fleet not in voyages[-1].tried:
            promised = any(chase.fleet == meet.fleet for chase in voyages[-1].chases)
            return LetPass() if promised else meet
        return first_losses(now, decision)

    return every_end(GAME, state, choose, nothing, lambda event: False)


def spotted(state: HexState, order: Patrol, at: str) -> HexState:
    """The state after an order whose fleet has been spotted in a hex."""
    for seat, action, dice in ((state.side, order, []), ("allied", Search(at), [1])):
        assert GAME.check(state, seat, action) is None
        for event in GAME.decide(state, seat, action, ScriptedDice(dice)):
            state = GAME.evolve(state, event)
    return state


def ships(state: HexState, fleet: str) -> int:
    return state.fleets[fleet].ships if fleet in state.fleets else 0


@pytest.mark.rule("hgw.asw.simultaneous-fire", "hgw.asw.escort-losses", "hgw.uboat.versus-fleets")
@pytest.mark.parametrize(
    ("fleets", "levels"),
    [
        ({"Western U-boat Fleet": Moored("1532", submarines=4), "Home Fleet": Moored("1131", 1, asw=2)}, 3),
        ({"Western U-boat Fleet": Moored("1532", 2, asw=1), "Home Fleet": Moored("1131", 1, asw=2)}, 0),
        ({"Western U-boat Fleet": Moored("1532", submarines=5)}, 0),
    ],
    ids=["submarines against an escort", "ships against an escort", "no escort"],
)
def test_raids_on_a_route(fleets: dict[str, Moored], levels: int) -> None:
    raider, escort, route, here = "Western U-boat Fleet", "Home Fleet", "Atlantic route", "1124"
    escorts = {route: escort} if escort in fleets else {}
    state = at(
        HexPosition(
            scenario="campaign-2",
            phase="naval",
            control={"axis": "1532 1433 1434 1435"},
            armies=ARMIES,
            fleets=fleets,
            parts={"fleets": {"levels": {"allied": levels}, "escorts": escorts}},
        )
    )
    world = GAME.world(state)
    faces = faces_to_find(world, state, raider, (here,), here)
    guard = escort if escort in fleets else ""
    exact = encounter(world.tables, meeting_of(world, state, raider, guard, here, faces, cargo=18))
    ends = fought(state, AttackRoute(raider, route, here))
    whole = state.fleets[raider].ships
    assert exact.lost == spread(ends, lambda now, _: whole - ships(now, raider))
    assert exact.sunk == spread(ends, lambda now, _: ships(state, escort) - ships(now, escort))
    assert exact.found == Fraction(faces, 6)
    beaten = spread(ends, lambda now, _: escort in now.expended or (guard != "" and escort not in now.fleets))
    if guard:
        assert exact.won == beaten.get(True, 0)
    sunk = spread(ends, lambda now, _: production(state) - production(now))
    assert exact.cargo == sunk


def production(state: HexState) -> int:
    """What is left of what America sends."""
    world = GAME.world(state)
    return sum(convoy.cargo for part in world.parts.convoys for convoy in part.convoys(world, state, "allied"))


@pytest.mark.rule("hgw.carrier.air-strike", "hgw.carrier.anti-aircraft", "hgw.carrier.then-gunfire")
def test_carriers_strike_before_the_guns() -> None:
    state = at(
        HexPosition(
            scenario="campaign-3",
            phase="naval",
            armies=ARMIES,
            fleets={"Battle Fleet": Moored("1532", 2, asw=1), "Home Fleet": Moored("1332", 1, carriers=1)},
        )
    )
    world, here = GAME.world(state), "1531"
    faces = faces_to_find(world, state, "Home Fleet", (here, "1431"), here)
    exact = encounter(world.tables, meeting_of(world, state, "Home Fleet", "Battle Fleet", here, faces))
    order = Patrol("Battle Fleet", "1431", (here, "1431"))
    meet = Meet("Home Fleet", here)
    ends = fought(spotted(state, order, here), meet, meet)
    assert exact.lost == spread(ends, lambda now, _: 2 - ships(now, "Home Fleet"))
    assert exact.sunk == spread(ends, lambda now, _: 3 - ships(now, "Battle Fleet"))
    gone = spread(ends, lambda now, _: "Battle Fleet" not in now.fleets or "Battle Fleet" in now.expended)
    assert exact.won == gone[True]


RAID = HexPosition(
    scenario="campaign-2",
    phase="strategic",
    side="allied",
    turn="Summer 1941",
    parts={
        "research": {"risen": {"allied": {"bomber": 1}}},
        "strategic": {
            "wings": {
                "1333": {"side": "allied", "bomber": 5, "escort": 2},
                "1335": {"side": "axis", "air_defense": 4},
            }
        },
    },
)


@pytest.mark.rule("hgw.bombing.air-defense-fires-first", "hgw.bombing.damage", "hgw.bombing.escorts")
@pytest.mark.parametrize(("bombers", "escorts"), [(5, 2), (4, 0)])
def test_raids_by_bombers(bombers: int, escorts: int) -> None:
    state = at(RAID)
    world = GAME.world(state)
    exact = bombing(world.tables, raid_on(world, state, "allied", "1335", bombers, escorts))
    orders = [DeclareRaid("1335", "1333", bombers, escorts), FlyRaids()]

    def choose(now: HexState, decision: Decision) -> HexAction | None:
        known = STRATEGY.of(now)
        if known.closed and not known.raids:
            return None
        return orders[bool(known.raids)] if not known.shot_down else next(iter(loss_offers(now)))

    def hits(now: HexState, event: HexEvent) -> int:
        return event.hits if isinstance(event, Bombed) else 0

    ends = every_end(GAME, state, choose, hits, lambda event: False)

    def left(now: HexState, place: str, craft: str) -> int:
        wing = STRATEGY.of(now).wings.get(place)
        return getattr(wing, craft) if wing is not None else 0

    assert exact.hits == spread(ends, lambda _, counted: counted)
    assert exact.devastated == spread(ends, lambda now, _: now.devastated.get("1335", 0))
    assert exact.bombers == spread(ends, lambda now, _: 5 - left(now, "1333", "bomber"))
    assert exact.escorts == spread(ends, lambda now, _: 2 - left(now, "1333", "escort"))
    assert exact.defence == spread(ends, lambda now, _: 4 - left(now, "1335", "air_defense"))


@pytest.mark.rule("hgw.missile.over-ten", "hgw.missile.resolution")
def test_missiles() -> None:
    battery = {"side": "axis", "at": "1334", "points": 13}
    state = at(
        HexPosition(
            scenario="campaign-2",
            phase="strategic",
            turn="Spring 1941",
            armies={"OKW": Standing("1237", 1)},
            control={"axis": "1334"},
            parts={"strategic": {"batteries": {"Axis Missiles 1": battery}}},
        )
    )
    world = GAME.world(state)
    exact = bombing(world.tables, missiles_at(world, state, "axis", "1333", 13))

    def choose(now: HexState, decision: Decision) -> HexAction | None:
        return None if STRATEGY.of(now).launched else LaunchMissiles("Axis Missiles 1", "1333", 13)

    def hits(now: HexState, event: HexEvent) -> int:
        return event.hits if isinstance(event, MissilesLaunched) else 0

    ends = every_end(GAME, state, choose, hits, lambda event: False)
    assert exact.hits == spread(ends, lambda _, counted: counted)
    assert exact.devastated == spread(ends, lambda now, _: now.devastated.get("1333", 0))
