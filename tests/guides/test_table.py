"""The rest of what a table asks: threat, shop, placements, income, flights; the box, the kit, words."""

import msgspec
import pytest

from sandtable.area import actions as act
from sandtable.area.actions import Mobilize, Move, Order
from sandtable.area.state import AreaState
from sandtable.core.dice import ScriptedDice
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import area, area_ids
from sandtable.guides.area.questions import (
    Flight,
    Flights,
    FlightsAnswer,
    Income,
    IncomeAnswer,
    Placements,
    PlacementsAnswer,
    Shop,
    ShopAnswer,
    Threat,
    ThreatAnswer,
)
from tests.guides.asking import GAME, Units, given, picks, position

UK = "United Kingdom"


def threat(state: AreaState, space: str, seat: str | None = None) -> ThreatAnswer:
    answer = GAME.guide.answer(state, seat, Threat(space))
    assert isinstance(answer, ThreatAnswer), answer
    return answer


# threat


def test_strikers_come_by_land_air_and_sea() -> None:
    state = position(
        "uk",
        "purchase",
        {
            "Western Europe": {"germany": "2 infantry, fighter"},
            "Germany": {"germany": "2 tank, bomber"},
            8: {"germany": "transport, submarine"},
            UK: {"uk": "2 infantry, fighter"},
            "Japan": {"japan": "infantry, bomber"},
        },
    )
    answer = threat(state, UK)
    (striker,) = answer.strikers
    assert striker.power == "germany"
    assert striker.units == {"infantry": 2, "fighter": 1, "bomber": 1}
    assert (striker.strength, striker.value) == (1 + 1 + 3 + 4, 3 + 3 + 10 + 12)
    assert answer.defence == 2 + 2 + 4
    ((power, chance),) = answer.odds
    assert power == "germany"
    assert 0.2 < chance < 0.8


def test_tanks_strike_through_land_and_stop_at_the_enemy() -> None:
    units: Units = {"Ukraine": {"germany": "tank"}, "Russia": {"ussr": "infantry"}}
    assert threat(position("ussr", "purchase", units), "Russia").strikers[0].units == {"tank": 1}
    barred = position(
        "ussr", "purchase", {**units, "West Russia": {"ussr": "infantry"}}, control={"West Russia": "ussr"}
    )
    assert [one.units for one in threat(barred, "Russia").strikers] == []


def test_planes_that_could_not_land_do_not_count() -> None:
    far: Units = {"Germany": {"germany": "fighter"}, UK: {"uk": "infantry"}}
    state = position("uk", "purchase", far, control={"Western Europe": "uk"})
    assert [one.units for one in threat(state, UK).strikers] == []
    carrier = position("uk", "purchase", {**far, 7: {"germany": "carrier"}}, control={"Western Europe": "uk"})
    assert threat(carrier, UK).strikers[0].units == {"fighter": 1}


def test_fighters_strike_from_carriers_at_sea() -> None:
    state = position(
        "usa", "purchase", {45: {"japan": "carrier[2 fighter], destroyer"}, 43: {"usa": "battleship"}}
    )
    answer = threat(state, "Sea Zone 43")
    assert answer.strikers[0].units == {"fighter": 2, "destroyer": 1, "carrier": 1}
    assert answer.odds[0][1] > 0.5


def test_an_open_door_is_lost_to_anybody_who_can_walk_in() -> None:
    units: Units = {"Eastern Europe": {"germany": "infantry"}, "Germany": {"germany": "fighter"}}
    assert threat(position("ussr", "purchase", units), "Karelia").odds == (("germany", 1.0),)
    only_air = position("ussr", "purchase", {"Germany": {"germany": "fighter"}})
    assert threat(only_air, "Karelia").odds == (("germany", 0.0),)


def test_relief_is_told_too() -> None:
    state = position(
        "ussr",
        "purchase",
        {"Russia": {"ussr": "3 infantry, tank"}, "Karelia": {"ussr": "infantry"}, 3: {"uk": "transport[tank]"}},
    )
    relief = {one.power: one.units for one in threat(state, "Karelia").relief}
    assert relief == {"ussr": {"tank": 1}, "uk": {"tank": 1}}


def test_a_threat_in_mid_battle_counts_who_is_on_the_strip() -> None:
    state = position(
        "germany",
        "combat-move",
        {"Eastern Europe": {"germany": "3 infantry"}, "Karelia": {"ussr": "2 infantry, tank"}},
    )
    state = given(state, "germany", Move(picks("3 infantry"), ("Eastern Europe", "Karelia")))
    before = threat(state, "Karelia").defence
    fighting = given(state, "germany", act.Done(), dice=ScriptedDice([6, 6, 1]))
    assert fighting.battle is not None
    assert threat(fighting, "Karelia").defence == before == 7


# buying, placing, collecting


def shop(state: AreaState, seat: str) -> ShopAnswer:
    answer = GAME.guide.answer(state, seat, Shop())
    assert isinstance(answer, ShopAnswer)
    return answer


def test_the_shop_knows_money_prices_and_limits() -> None:
    opening = GAME.start(Setup())
    assert not isinstance(opening, Refusal)
    answer = shop(opening, "ussr")
    assert answer.budget == 7
    assert {ware.unit: (ware.cost, ware.most) for ware in answer.wares}["infantry"] == (3, 2)
    assert {one.space: (one.limit, one.used) for one in answer.factories} == {"Russia": (3, 0), "Caucasus": (2, 0)}
    assert answer.capacity == 5
    assert answer.research is None
    after = shop(given(opening, "ussr", Order({"infantry": 2})), "ussr")
    assert (after.budget, after.order) == (7, {"infantry": 2})
    assert isinstance(GAME.guide.answer(opening, None, Shop()), Refusal)


def test_placements_are_where_the_rules_let_units_go() -> None:
    state = position("ussr", "mobilize", {}, bought="4 infantry, tank")
    answer = GAME.guide.answer(state, "ussr", Placements())
    assert isinstance(answer, PlacementsAnswer)
    assert answer.waiting == {"infantry": 4, "tank": 1}
    most = {(place.unit, place.space): place.most for place in answer.places}
    assert most == {
        ("infantry", "Caucasus"): 2,
        ("infantry", "Russia"): 3,
        ("tank", "Caucasus"): 1,
        ("tank", "Russia"): 1,
    }
    for place in answer.places:
        (order,) = place.orders
        assert isinstance(order, Mobilize)
        assert GAME.check(state, "ussr", order) is None
    after = given(state, "ussr", Mobilize("infantry", "Russia", 3))
    later = GAME.guide.answer(after, "ussr", Placements())
    assert isinstance(later, PlacementsAnswer)
    assert {one.space: (one.limit, one.used) for one in later.factories}["Russia"] == (3, 3)
    assert {place.space for place in later.places} == {"Caucasus"}


def income(state: AreaState, power: str) -> IncomeAnswer:
    answer = GAME.guide.answer(state, None, Income(power))
    assert isinstance(answer, IncomeAnswer)
    return answer


def test_income_is_a_sum_that_explains_itself() -> None:
    answer = income(position("germany", "purchase", {}), "germany")
    assert [(one.text, one.amount) for one in answer.shares[:2]] == [("Germany", 4), ("Western Europe", 3)]
    assert answer.total == sum(one.amount for one in answer.shares) == 12
    assert answer.treasury == 12


def test_without_its_capital_a_power_collects_nothing() -> None:
    answer = income(position("germany", "purchase", {}, control={"Germany": "uk"}), "germany")
    assert answer.total == sum(one.amount for one in answer.shares) == 0
    assert "Germany" in answer.shares[-1].text
    state = position("germany", "purchase", {})
    assert isinstance(GAME.guide.answer(state, None, Income("atlantis")), Refusal)


def test_flights_tell_who_is_in_the_air() -> None:
    state = position("uk", "combat-move", {UK: {"uk": "2 fighter"}, "Western Europe": {"germany": "infantry"}})
    on_the_ground = GAME.guide.answer(state, "uk", Flights())
    assert on_the_ground == FlightsAnswer(())
    path = (UK, "Sea Zone 7", "Western Europe")
    answer = GAME.guide.answer(given(state, "uk", Move(picks("2 fighter"), path)), None, Flights())
    assert isinstance(answer, FlightsAnswer)
    (flight,) = answer.flights
    assert (flight.space, flight.unit, flight.count, flight.left) == ("Western Europe", "fighter", 2, 2)
    assert UK in flight.landing


def test_a_flight_over_several_carriers_names_them() -> None:
    """An own one or a partner's: each is an order of its own; a full one is none, a single one no choice."""
    zone, fly = "Sea Zone 8", Move(picks("fighter"), (UK, "Sea Zone 8"))
    state = position("uk", "noncombat-move", {UK: {"uk": "fighter"}, zone: {"uk": "carrier", "usa": "carrier"}})
    (flight,) = _flights(given(state, "uk", fly))
    assert flight.decks == (act.Land("fighter", zone, "uk", ()), act.Land("fighter", zone, "usa", ()))
    landed = given(state, "uk", fly, flight.decks[1])
    assert [ship.power for ship, _ in landed.at(zone) if ship.cargo] == ["usa"]
    full = position(
        "uk", "noncombat-move", {UK: {"uk": "fighter"}, zone: {"uk": "carrier", "usa": "carrier[2 fighter]"}}
    )
    assert _flights(given(full, "uk", fly)) == ()


def _flights(state: AreaState) -> tuple[Flight, ...]:
    answer = GAME.guide.answer(state, "uk", Flights())
    assert isinstance(answer, FlightsAnswer)
    return answer.flights


# the box, the kit, words


@pytest.mark.parametrize("game_id", area_ids())
def test_box_and_kit_hold_what_a_page_needs(game_id: str) -> None:
    game = area(game_id)
    world, box, kit = game.world, game.guide.box, game.guide.kit
    assert [chair.seat for chair in box.chairs] == list(game.seats)
    assert {chair.side for chair in box.chairs} == set(box.sides)
    assert [option.id for option in box.options] == list(world.game.options)
    for scenario in ("", *box.scenarios):
        assert not isinstance(game.start(Setup(scenario=scenario)), Refusal)
    assert {unit.id for unit in kit.units} == set(world.units)
    assert all(unit.silhouette.startswith("M") for unit in kit.units)
    assert [phase.id for phase in kit.phases] == list(world.game.phases)
    assert {rule.id for rule in kit.rules} == {rule.id for rule in game.rulebook}
    width, height = kit.map.size
    for space in kit.spaces:
        assert set(space.neighbours) == set(world.board.neighbours(space.name))
        x, y, w, h = space.stack
        assert 0 <= x < x + w <= width and 0 <= y < y + h <= height
        assert 0 <= space.centre[0] <= width and 0 <= space.centre[1] <= height
    assert msgspec.json.decode(msgspec.json.encode(kit), type=game.guide.kit_type) == kit
    assert 'data-space="' in game.guide.ground


def test_the_types_of_the_wire_have_a_schema() -> None:
    guide = GAME.guide
    for kind in (guide.question_type, guide.answer_type, guide.standing_type, guide.kit_type):
        assert msgspec.json.schema(kind)


WORDS: list[tuple[act.AreaAction, str]] = [
    (act.Order({"infantry": 2, "tank": 1}), "Buy 2 infantry and 1 tank"),
    (act.Order({}), "Buy nothing"),
    (Move(picks("2 infantry, tank"), ("Ukraine", "Caucasus")), "2 infantry and 1 tank: Ukraine to Caucasus"),
    (
        Move(picks("battleship"), ("Sea Zone 8", "Sea Zone 6", "Sea Zone 5"), attack=True),
        "1 battleship: Sea Zone 8 through Sea Zone 6 to Sea Zone 5, to attack",
    ),
    (Move(picks("destroyer"), ("Sea Zone 6",), attack=True), "1 destroyer: attack in Sea Zone 6"),
    (
        act.Voyage(
            picks("transport")[0], ("Sea Zone 6", "Sea Zone 3"), (act.Load("Sea Zone 6", UK, "tank"),), "Iceland"
        ),
        "1 transport in Sea Zone 6: load 1 tank from United Kingdom, sail to Sea Zone 3 and land in Iceland",
    ),
    (act.Board("infantry", UK, "Sea Zone 6", "usa"), "1 infantry: board an American transport in Sea Zone 6"),
    (
        act.Disembark(("tank",), "Sea Zone 6", "usa", UK),
        "1 tank: land in United Kingdom from the American transport in Sea Zone 6",
    ),
    (act.Done(), "Done"),
    (act.Fight("Karelia"), "Fight in Karelia"),
    (act.Engage(fight=False), "Ignore the ships in the zone"),
    (act.Submerge(2), "Submerge 2"),
    (act.Submerge(0), "Stay and fight"),
    (act.Casualties(), "Take the default casualties"),
    (act.Retreat("Ukraine"), "Retreat to Ukraine"),
    (act.Retreat(), "Retreat"),
    (act.Press(), "Press the attack"),
    (act.Reland("fighter", "Sea Zone 6", UK), "Land the fighter in United Kingdom"),
    (act.Reland("fighter", UK, "Sea Zone 6", "usa"), "Land the fighter in Sea Zone 6, on an American carrier"),
    (act.Reland("fighter", UK, "Sea Zone 6"), "Land the fighter in Sea Zone 6, on a carrier"),
    (act.Land("fighter", "Sea Zone 6", "usa"), "Land a fighter on the American carrier in Sea Zone 6"),
    (act.Mobilize("infantry", UK, 2), "Place 2 infantry in United Kingdom"),
    (act.Room("usa", allowed=False), "Stop lending ships to the United States"),
    (act.Concede(), "Concede the game"),
    (act.Raid(picks("bomber"), (UK, "Sea Zone 5", "Germany")), "1 bomber: raid the factory in Germany"),
    (act.Withdraw(1, "Sea Zone 6"), "Withdraw 1 to Sea Zone 6"),
    (act.Assault(go=False), "Keep the troops aboard"),
]


def test_every_action_has_words() -> None:
    state = position("uk", "combat-move", {})
    for action, words in WORDS:
        assert GAME.guide.word(state, "uk", action) == words


def test_the_headline_says_where_the_game_is() -> None:
    state = position("japan", "combat-move", {}, round=3)
    assert GAME.guide.headline(state) == "Round 3, Japan, Combat Move"
    over = msgspec.structs.replace(state, winner="axis")
    assert GAME.guide.headline(over) == "Axis won in round 3"
