"""What a player is told about a position of Barbarossa and of The Fall of Germany."""

import pytest
from msgspec.structs import replace

from sandtable.guides.hexes import questions as ask
from sandtable.hexes.actions import Build, DeployAll, Done, Invade, Move, Support, Target
from sandtable.hexes.parts.shipping_points.memory import Holdings, holding
from sandtable.hexes.state import Army, Combat, Fort, Toll
from sandtable.hexes.strength import Points
from tests.guides.hexes.asking import GAME, answer, on, refused, start, until

MOVING = until(start(), "movement")
FIGHTING = until(MOVING, "combat")
BUILDING = until(FIGHTING, "production")


def test_points_go_as_far_as_friendly_hexes_lead() -> None:
    found = answer(MOVING, "axis", ask.Reach("Army Group North"), ask.ReachAnswer)
    places = {one.place for one in found.destinations}
    assert {"1237", "1335", "1240"} <= places
    assert "1144" not in places
    assert all(0 <= one.room <= 10 for one in found.destinations)
    assert next(one.room for one in found.destinations if one.place == "1340") == 5
    to_berlin = answer(MOVING, "axis", ask.Reach("Army Group North", to="1237"), ask.ReachAnswer)
    assert [order.action for order in to_berlin.orders] == [Move("Army Group North", "1237")]
    beyond = answer(MOVING, "axis", ask.Reach("Army Group North", to="1144"), ask.ReachAnswer)
    assert beyond.no is not None
    assert beyond.no.rule == "hgw.move.friendly-route"
    assert not beyond.orders


def test_some_points_need_an_army_that_takes_them() -> None:
    question = ask.Reach("Army Group North", Points(infantry=2), "1340")
    found = answer(MOVING, "axis", question, ask.ReachAnswer)
    taken_by = [order.action.into for order in found.orders if isinstance(order.action, Move)]
    assert taken_by == ["Fourth Army", "OKW"]
    assert found.orders[0].text.startswith("Army Group North: 2 infantry to the Fourth Army")
    assert refused(MOVING, "axis", ask.Reach("Army Group North", Points(infantry=9))) == "hgw.move.type-kept"
    assert refused(MOVING, "axis", ask.Reach("Moscow")) == "hgw.army.no-empty-army"


def test_who_has_no_supply_does_not_move() -> None:
    bound = replace(MOVING, cut_off=("1240",))
    found = answer(bound, "axis", ask.Reach("Army Group North"), ask.ReachAnswer)
    assert found.no is not None
    assert found.no.rule == "hgw.supply.start-of-turn"
    attackers = answer(bound, "axis", ask.Attacks(), ask.AttacksAnswer)
    north = next(one for one in attackers.armies if one.army == "Army Group North")
    assert north.no is not None
    assert not north.aims


SHIPPING = replace(
    on(start("fall-of-germany"), DeployAll(), Done(), DeployAll(), Done(), DeployAll(), Done()),
    side="allied",
    cut_off=(),
)
"""The Allies move in 1944."""
LANDING = until(SHIPPING, "combat")


def test_points_cross_the_sea_from_port_to_port() -> None:
    state = SHIPPING
    name = next(name for name, army in state.armies_of("allied") if army.at == "1332" or army.points.amphibious)
    found = answer(state, "allied", ask.Reach(name, Points(infantry=1)), ask.ReachAnswer)
    by_sea = [one for one in found.destinations if one.ports is not None]
    assert by_sea
    for one in by_sea[:5]:
        way = answer(state, "allied", ask.Reach(name, Points(infantry=1), one.place), ask.ReachAnswer)
        assert way.orders, one


def test_ships_go_to_the_nearest_port_and_say_why_they_do_not_sail() -> None:
    way = answer(SHIPPING, "allied", ask.Reach("U.S. Seventh Army", to="1332"), ask.ReachAnswer)
    ports = {order.action.ports for order in way.orders if isinstance(order.action, Move)}
    assert ports == {("1735", "1332")}, "who goes to Plymouth comes ashore there"
    overseas = ask.Reach("Canadian First Army", to="1909")
    assert answer(SHIPPING, "allied", overseas, ask.ReachAnswer).no == ask.No(
        "hgw.sea.atlantic-allied", "Only 3 more points can go to or from there in this turn."
    )


def test_an_invasion_is_offered_with_the_fleets_of_its_port() -> None:
    def approach(army: str, to: str) -> ask.ApproachAnswer:
        return answer(LANDING, "allied", ask.Approach(army, to), ask.ApproachAnswer)

    (alone,) = approach("U.S. Seventh Army", "1734").orders
    assert alone.action == Invade("U.S. Seventh Army", "1734", ("1734",))
    (far,) = approach("U.S. Seventh Army", "1433").orders
    assert isinstance(far.action, Invade)
    assert far.action.spend == 1
    assert approach("U.S. First Army", "1433").no == ask.No(
        "hgw.invasion.half-amphibious", "Fewer than half of U.S. First Army's points are amphibious."
    )
    inland, partner = approach("U.S. First Army", "1434").no, approach("Fifth Army", "1837").orders
    assert inland is not None
    assert inland.rule == "hgw.attack.adjacent-one-hex"
    assert [order.action for order in partner] == [Target("Fifth Army", "1837")]
    lighter = {**LANDING.armies, "U.S. First Army": Army("allied", "1332", Points(amphibious=4))}
    found = answer(
        replace(LANDING, armies=lighter), "allied", ask.Approach("U.S. First Army", "1433"), ask.ApproachAnswer
    )
    assert [order.action.fleet for order in found.orders if isinstance(order.action, Invade)] == ["Home Fleet", ""]


def test_fleets_are_told_whether_they_could_support_an_invasion() -> None:
    state = on(LANDING, Invade("U.S. Seventh Army", "1734"))
    (target,) = answer(state, "allied", ask.Announced(), ask.AnnouncedAnswer).targets
    home, mediterranean = target.fleets
    assert home.no is not None
    assert home.no.rule == "hgw.fleet-basic.mediterranean"
    assert mediterranean.order == Support("Mediterranean Fleet", "1734")
    (after,) = answer(on(state, mediterranean.order), "allied", ask.Announced(), ask.AnnouncedAnswer).targets
    assert after.fleets[1] == ask.Escort("Mediterranean Fleet", sails=True, alone=True)


def test_who_can_attack_what() -> None:
    found = answer(FIGHTING, "axis", ask.Attacks(), ask.AttacksAnswer)
    north = next(one for one in found.armies if one.army == "Army Group North")
    enemy = {aim.place: aim for aim in north.aims if not aim.friendly}
    assert set(enemy) == {"1140", "1241"}
    assert enemy["1140"].order == Target("Army Group North", "1140")
    assert enemy["1140"].chance == pytest.approx(0.662037)
    named = on(FIGHTING, Target("Army Group North", "1140"))
    again = answer(named, "axis", ask.Attacks(), ask.AttacksAnswer)
    assert next(one.target for one in again.armies if one.army == "Army Group North") == "1140"
    planned = answer(MOVING, "axis", ask.Attacks(), ask.AttacksAnswer)
    assert all(aim.order is None for one in planned.armies for aim in one.aims)
    assert refused(FIGHTING, None, ask.Attacks()) == "hgw.attack.own-combat-phase"


def test_what_a_chain_of_attacks_is_worth() -> None:
    question = ask.Prospect("Army Group South", ("1542", "1543"), ("Rumanian Army",))
    found = answer(FIGHTING, "axis", question, ask.ProspectAnswer)
    first, second = found.outlook.entered
    assert first > second > 0
    assert sum(found.outlook.own.values()) == pytest.approx(1, abs=1e-4)
    careful = answer(FIGHTING, "axis", replace(question, losses=("mechanized",)), ask.ProspectAnswer)
    assert careful.outlook.entered[0] < first, "who gives up what drives gets less far"
    assert "Odessa (1542)" in found.text
    assert refused(FIGHTING, "axis", ask.Prospect("Army Group South", ("1144",))) == "hgw.attack.adjacent-one-hex"
    alone = ask.Prospect("Army Group South", ("1542",), ("Moscow",))
    assert refused(FIGHTING, "axis", alone) == "hgw.army.no-empty-army"


def test_in_exploitation_the_die_is_the_worse_the_further_the_army_has_come() -> None:
    def chance(combat: Combat) -> float:
        question = ask.Prospect("Army Group South", ("1542",))
        found = answer(replace(FIGHTING, combat=combat), "axis", question, ask.ProspectAnswer)
        return found.outlook.entered[0]

    fresh = chance(Combat(step="exploitation"))
    tired = chance(Combat(step="exploitation", advanced={"Army Group South": 2}))
    spent = chance(Combat(step="exploitation", advanced={"Army Group South": 2}, assaulted=("Army Group South",)))
    assert fresh > tired > spent


def test_announced_attacks_are_weighed_hex_by_hex() -> None:
    state = on(FIGHTING, Target("Army Group South", "1542"), Target("Rumanian Army", "1542"))
    (one,) = answer(state, None, ask.Announced(), ask.AnnouncedAnswer).targets
    assert one.armies == ("Army Group South", "Rumanian Army")
    assert one.outlook is not None
    assert 0 < one.outlook.captured < 1
    assert answer(MOVING, None, ask.Announced(), ask.AnnouncedAnswer).targets == ()


def test_a_place_says_that_no_route_serves_its_port() -> None:
    fed = start("campaign-2")
    assert answer(fed, None, ask.Line("2031"), ask.LineAnswer).level == "full"
    cut = holding(fed, "allied", Holdings(free={"1332": 6}))
    line = answer(cut, None, ask.Line("2031"), ask.LineAnswer)
    assert line.level == "none"
    assert "no shipping route serves Gibraltar" in line.text


def test_the_supply_of_a_side_and_of_a_place() -> None:
    whole = answer(MOVING, None, ask.Supply("axis"), ask.SupplyAnswer)
    assert "1240" in whole.full
    assert "1735" in whole.none, "islands that no fleet supplies"
    line = answer(MOVING, None, ask.Line("1240"), ask.LineAnswer)
    assert (line.level, line.route[0]) == ("full", "1240")
    pocket = replace(MOVING, control={**MOVING.control, "1144": "axis"})
    lost = answer(pocket, None, ask.Line("1144"), ask.LineAnswer)
    assert lost.level in ("none", "defence")
    assert lost.pocket == ("1144",)
    assert "1143" in lost.held
    assert refused(MOVING, None, ask.Supply("allied")) == "hgw.setup.sides"
    assert refused(MOVING, None, ask.Line("9999")) == "hgw.map.theatres"


def test_what_production_pays_for() -> None:
    found = answer(BUILDING, "axis", ask.Production("axis"), ask.ProductionAnswer)
    assert found.budget == found.counted - found.withheld + found.lent
    assert found.counted == sum(one.counted for one in found.sources)
    assert {ware.kind: ware.cost for ware in found.wares} == {"infantry": 2, "mechanized": 5}
    yard = next(one for one in found.yards if one.room > 0)
    build = Build("infantry", 1, yard.place, yard.armies[0] if yard.armies else found.counters[0])
    assert GAME.check(BUILDING, "axis", build) is None
    assert all(GAME.check(BUILDING, "axis", site.order) is None for site in found.repairs)
    assert found.forts_left == 0
    elsewhere = answer(BUILDING, "axis", ask.Production("soviet"), ask.ProductionAnswer)
    assert (elsewhere.budget, elsewhere.repairs) == (0, ())


def test_losses_are_offered_ready_to_be_given() -> None:
    toll = Toll("soviet", 2, ("NW Front",))
    state = replace(FIGHTING, combat=Combat(step="assault", toll=toll))
    found = answer(state, "soviet", ask.PendingDecision(), ask.PendingDecisionAnswer)
    assert (found.kind, found.count) == ("losses", 2)
    assert found.armies == {"NW Front": Points(3, 1)}
    assert found.orders[0].text == "Lose 2 infantry of the NW Front"
    assert answer(state, "axis", ask.PendingDecision(), ask.PendingDecisionAnswer).kind == ""


def test_who_may_fire_in_defence_and_what_it_brings() -> None:
    fort = replace(FIGHTING, forts={"1140": Fort("soviet", 2)})
    state = on(fort, Target("Army Group North", "1140"), Done())
    (volley,) = answer(state, "soviet", ask.PendingDecision(), ask.PendingDecisionAnswer).volleys
    assert (volley.place, volley.armies, volley.strength) == ("1140", ("Baltic Military District",), 6)
    assert volley.fort
    assert sum(volley.losses.values()) == pytest.approx(1, abs=1e-4)


def test_where_a_beaten_army_can_go() -> None:
    entered = {**FIGHTING.armies, "Army Group North": Army("axis", "1140", Points(5, 5))}
    state = replace(
        FIGHTING,
        armies=entered,
        control={**FIGHTING.control, "1140": "axis"},
        combat=Combat(step="advance", displaced=("Baltic Military District",)),
    )
    found = answer(state, "soviet", ask.PendingDecision(), ask.PendingDecisionAnswer)
    assert found.kind == "retreat"
    assert {one.place for one in found.refuges} == {
        one.action.to for one in found.orders if hasattr(one.action, "to")
    }
    assert all(GAME.check(state, "soviet", one.order) is None for one in found.refuges)
    orders = ask.StandingOrders(retreat="supplied")
    chosen = GAME.guide.standing(state, "soviet", orders)
    assert chosen in [one.order for one in found.refuges if one.level == "full"]


def test_what_is_to_be_set_up_and_where() -> None:
    setting = start("fall-of-germany")
    found = answer(setting, "axis", ask.Deployment(), ask.DeploymentAnswer)
    assert (found.reserve, found.fleet_points) == (Points(29, 14), 2)
    assert len(found.counters) == 12
    assert next(one.room for one in found.places if one.place == "1236") == 7, "a fort of three is there"
    bases = answer(setting, "axis", ask.Harbours("Kiel Fleet", 1), ask.HarboursAnswer)
    assert bases.orders
    assert all(GAME.check(setting, "axis", order.action) is None for order in bases.orders)
    assert refused(setting, "soviet", ask.Harbours("Kiel Fleet")) == "hgw.fall.fleets"
    assert refused(MOVING, "axis", ask.Deployment()) == "hgw.setup.procedure"
    ruin = answer(start(), "axis", ask.Deployment(), ask.DeploymentAnswer)
    assert ruin.ruin == sum(ruin.ruined.values()) > 0
