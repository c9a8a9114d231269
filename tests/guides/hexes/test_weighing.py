"""The odds of single orders: what a player is told before giving them."""

import pytest

from sandtable.guides.hexes import questions as ask
from sandtable.guides.hexes.notation import parse_attack
from sandtable.guides.hexes.queries import Outlook, Senseless
from sandtable.hexes.actions import Done, Intercept, Invade, Target
from sandtable.hexes.parts.fleets.course import LetPass, Meet
from sandtable.hexes.parts.fleets.raiding import AttackRoute
from sandtable.hexes.parts.fleets.sailing import Patrol
from sandtable.hexes.parts.strategic.bombing import DeclareRaid
from sandtable.hexes.position import HexPosition, Moored, PositionError, Standing, build
from sandtable.hexes.state import HexState
from tests.guides.hexes.asking import GAME, answer, on, refused

OTHERS = {"OKW": Standing("1237", 1), "Moscow": Standing("1144", 1)}


def at(position: HexPosition) -> HexState:
    state = build(GAME.worlds[position.scenario], position)
    assert not isinstance(state, PositionError), state
    return state


SHORE = at(
    HexPosition(
        scenario="fall-of-germany",
        side="allied",
        phase="combat",
        fleets={"Home Fleet": Moored("1332", 3)},
        armies=OTHERS | {"U.S. First Army": Standing("1332", 1, 1, 3), "Army Group B": Standing("1433", 2, 1)},
    )
)


def test_a_landing_is_weighed_before_it_is_announced() -> None:
    attackers = answer(SHORE, "allied", ask.Attacks(), ask.AttacksAnswer)
    aims = {aim.place: aim for one in attackers.armies for aim in one.aims if aim.by_sea}
    assert 0 < aims["1433"].chance < aims["1432"].chance
    orders = answer(SHORE, "allied", ask.Approach("U.S. First Army", "1433"), ask.ApproachAnswer).orders
    assert [order.action.fleet for order in orders if isinstance(order.action, Invade)] == ["Home Fleet", ""]
    weighed = [answer(SHORE, "allied", ask.Weigh(order.action), ask.WeighAnswer) for order in orders]
    assert [order.odds for order in orders] == [one.text for one in weighed]
    assert weighed[0].chance > weighed[1].chance == aims["1433"].chance
    assert "to get ashore" in orders[0].odds


def test_an_announced_landing_has_odds() -> None:
    state = on(SHORE, Invade("U.S. First Army", "1433", fleet="Home Fleet"))
    target = answer(state, "allied", ask.Announced(), ask.AnnouncedAnswer).targets[0]
    assert target.outlook is not None
    assert (
        target.outlook.captured
        == answer(
            SHORE, "allied", ask.Weigh(Invade("U.S. First Army", "1433", fleet="Home Fleet")), ask.WeighAnswer
        ).chance
    )
    assert sum(target.outlook.ashore.values()) == pytest.approx(1)


def test_an_order_that_is_forbidden_is_not_weighed() -> None:
    assert refused(SHORE, "allied", ask.Weigh(Invade("U.S. First Army", "1144"))) == "hgw.invasion.range"
    assert refused(SHORE, None, ask.Weigh(Invade("U.S. First Army", "1433"))) == "hgw.attack.own-combat-phase"


def test_what_needs_no_dice_has_no_odds() -> None:
    armies = {"OKW": Standing("1442", 1), "SW Front": Standing("1443", 1)}
    state = at(HexPosition(scenario="barbarossa", phase="combat", armies=armies, control={"axis": "1442"}))
    assert answer(state, "axis", ask.Weigh(Target("OKW", "1443")), ask.WeighAnswer).text == ""


SEA = at(
    HexPosition(
        scenario="campaign-2",
        phase="naval",
        control={"axis": "1532 1433 1434 1435"},
        armies={"OKW": Standing("1532", 1), "Britain": Standing("1333", 1)},
        fleets={"Western U-boat Fleet": Moored("1532", submarines=7), "Home Fleet": Moored("1131", 1, asw=3)},
        parts={"fleets": {"levels": {"allied": 5}, "escorts": {"Atlantic route": "Home Fleet"}}},
    )
)


def test_raiders_and_their_hunters_know_their_odds() -> None:
    raid = answer(
        SEA, "axis", ask.Weigh(AttackRoute("Western U-boat Fleet", "Atlantic route", "1124")), ask.WeighAnswer
    )
    assert "production points" in raid.text
    assert 0 < raid.enemy < 10
    bare = at(
        HexPosition(
            scenario="campaign-2",
            phase="naval",
            control={"axis": "1532 1433 1434 1435"},
            armies={"OKW": Standing("1532", 1), "Britain": Standing("1333", 1)},
            fleets={"Western U-boat Fleet": Moored("1532", submarines=7), "Home Fleet": Moored("0932", 1, asw=3)},
            parts={"fleets": {"levels": {"allied": 5}}},
        )
    )
    state = on(bare, Patrol("Western U-boat Fleet", "1730", ("1531", "1530", "1630", "1730")))
    orders = answer(state, "allied", ask.PendingDecision(), ask.PendingDecisionAnswer).orders
    odds = {type(order.action): order.odds for order in orders}
    assert "to win" in odds[Meet]
    assert not odds[LetPass]


def test_a_fleet_knows_what_it_does_to_an_invasion() -> None:
    state = at(
        HexPosition(
            scenario="fall-of-germany",
            side="axis",
            phase="combat",
            control={"axis": "1532 1433", "allied": "1432"},
            fleets={"Kiel Fleet": Moored("1532", 2), "Home Fleet": Moored("1332", 2)},
            armies={
                "OKW": Standing("1532", 1, 1, 3),
                "Moscow": Standing("1144", 1),
                "Britain": Standing("1432", 1),
            },
        )
    )
    state = on(state, Invade("OKW", "1432", fleet="Kiel Fleet"))
    state = on(state, Done())
    orders = answer(state, "allied", ask.PendingDecision(), ask.PendingDecisionAnswer).orders
    meeting = next(order for order in orders if isinstance(order.action, Intercept) and order.action.fleet)
    assert meeting.odds.startswith("100% to find them; sinks ")


def test_raids_are_weighed() -> None:
    state = at(
        HexPosition(
            scenario="campaign-2",
            phase="strategic",
            side="allied",
            turn="Summer 1941",
            parts={
                "research": {"risen": {"allied": {"bomber": 1}}},
                "strategic": {"wings": {"1333": {"side": "allied", "bomber": 5, "escort": 2}}},
            },
        )
    )
    found = answer(state, "allied", ask.Weigh(DeclareRaid("1335", "1333", 5, 2)), ask.WeighAnswer)
    assert found.text.startswith("devastates ")
    assert found.own == 0
    morale = ask.Weigh(DeclareRaid("1237", "1333", 5, 2, morale=True))
    assert refused(state, "allied", morale) == "hgw.bombing.range"


def test_a_supposed_invasion() -> None:
    found = GAME.guide.reply(parse_attack("3 inf 5 amph by sea fleet 3", "3 inf coastal air"))
    without = GAME.guide.reply(parse_attack("3 inf 5 amph by sea", "3 inf coastal air"))
    assert isinstance(found, Outlook)
    assert isinstance(without, Outlook)
    assert found.captured > without.captured > 0
    assert found.at_sea > 0
    assert isinstance(GAME.guide.reply(parse_attack("3 inf by sea", "3 inf")), Senseless)
    assert isinstance(GAME.guide.reply(parse_attack("3 amph by sea; 3 inf", "3 inf")), Senseless)


def test_supposed_aircraft_make_a_difference() -> None:
    chances = [
        GAME.guide.reply(parse_attack(attack, defence)).captured
        for attack, defence in (
            ("2 inf 5 mech 4 air", "3 inf"),
            ("2 inf 5 mech", "3 inf"),
            ("2 inf 5 mech", "3 inf 4 air"),
        )
    ]
    assert chances == sorted(chances, reverse=True)
    assert len(set(chances)) == 3
