"""Where units can go: every way in which players move them, with orders that can be given as they stand."""

from sandtable.area.actions import Board, Disembark, Done, Move, Voyage
from sandtable.area.forces import Piece
from sandtable.area.state import AreaState
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import Reach, ReachAnswer
from tests.guides.asking import GAME, ask_reach, found, given, picks, places, position, ways

UK = "United Kingdom"
NORWAY = "Norway/Finland"


def units_at(state: AreaState, space: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for piece, count in state.at(space):
        counts[piece.unit] = counts.get(piece.unit, 0) + count
    return counts


# on land


def test_a_tank_stops_in_empty_land_or_drives_on() -> None:
    state = position("germany", "combat-move", {"West Russia": {"germany": "tank"}})
    answer = ask_reach(state, "germany", "West Russia", "tank")
    direct, round_about = ways(answer, "Archangel")
    assert (direct.path, direct.cost, direct.left, direct.text) == (("West Russia", "Archangel"), 1, 1, "")
    assert direct.attack
    assert round_about.text == "by blitz through Karelia"
    after = given(state, "germany", *round_about.orders)
    assert after.control["Karelia"] == "germany"
    assert after.at("Archangel") == ((Piece("germany", "tank", used=2, moved=True), 1),)


def test_a_blitz_may_come_back_by_either_side() -> None:
    state = position("germany", "combat-move", {"West Russia": {"germany": "tank"}})
    back = ways(ask_reach(state, "germany", "West Russia", "tank"), "West Russia")
    assert {way.text for way in back} == {"by blitz through Karelia", "by blitz through Archangel"}
    assert not any(way.attack for way in back)


def test_a_defended_or_industrial_territory_ends_the_blitz() -> None:
    state = position(
        "germany", "combat-move", {"West Russia": {"germany": "tank"}, "Karelia": {"ussr": "infantry"}}
    )
    answer = ask_reach(state, "germany", "West Russia", "tank")
    assert [way.path for way in ways(answer, "Archangel")] == [("West Russia", "Archangel")]
    assert "Szechwan" not in places(answer)  # the complex in the Caucasus is in the way


def test_mixed_units_go_where_all_of_them_can() -> None:
    state = position("germany", "combat-move", {"West Russia": {"germany": "2 infantry, tank"}})
    answer = ask_reach(state, "germany", "West Russia", "2 infantry, tank")
    assert places(answer) == {"Archangel", "Karelia", "Russia", "Caucasus"}
    (way,) = ways(answer, "Karelia")
    assert units_at(given(state, "germany", *way.orders), "Karelia") == {"infantry": 2, "tank": 1}
    too_far = found(answer, "Urals").no
    assert too_far is not None
    assert too_far.rule == "1941.cmove.distance"


def test_land_and_air_units_attack_together() -> None:
    state = position(
        "germany", "combat-move", {"West Russia": {"germany": "infantry, fighter"}, "Russia": {"ussr": "infantry"}}
    )
    (way,) = ways(ask_reach(state, "germany", "West Russia", "infantry, fighter"), "Russia")
    assert units_at(given(state, "germany", *way.orders), "Russia") == {"infantry": 2, "fighter": 1}
    assert "West Russia" in way.landing


def test_a_way_can_be_made_to_touch_spaces() -> None:
    state = position("germany", "combat-move", {"West Russia": {"germany": "tank"}})
    answer = ask_reach(state, "germany", "West Russia", "tank", via=("Karelia",))
    assert [way.path for way in ways(answer, "Archangel")] == [("West Russia", "Karelia", "Archangel")]
    assert all("Karelia" in way.path for one in answer.destinations for way in one.ways)


def test_nobody_goes_out_and_back_for_nothing() -> None:
    state = position("germany", "noncombat-move", {"Germany": {"germany": "tank, fighter"}})
    for units in ("tank", "fighter"):
        assert "Germany" not in places(ask_reach(state, "germany", "Germany", units))


def test_refused_neighbours_cite_the_rule() -> None:
    state = position("germany", "combat-move", {"West Russia": {"germany": "infantry"}})
    answer = ask_reach(state, "germany", "West Russia", "infantry")
    friendly = found(answer, "Ukraine").no
    assert friendly is not None
    assert friendly.rule == "1941.cmove.two-movement-phases"
    assert all(one.no is None or one.no.rule in GAME.rulebook for one in answer.destinations)
    assert all((one.no is None) == bool(one.ways) for one in answer.destinations)


# in the air


def test_air_units_know_how_far_they_can_still_fly_and_where_they_can_land() -> None:
    state = position("uk", "combat-move", {UK: {"uk": "fighter"}, "Southern Europe": {"germany": "infantry"}})
    answer = ask_reach(state, "uk", UK, "fighter")
    near = ways(answer, NORWAY)[0]
    assert (near.cost, near.left, near.attack) == (2, 2, True)
    assert set(near.landing) == {UK, "Iceland", "Karelia", "Archangel"}
    far = found(answer, "Southern Europe").no
    assert far is not None
    assert far.rule == "1941.air.reserve-for-landing"


def test_a_carrier_that_can_come_is_a_landing_place() -> None:
    state = position(
        "uk",
        "combat-move",
        {UK: {"uk": "fighter"}, "Southern Europe": {"germany": "infantry"}, 14: {"uk": "carrier"}},
    )
    (way,) = ways(ask_reach(state, "uk", UK, "fighter"), "Southern Europe")
    assert way.landing == ("Sea Zone 16",)


def test_air_units_attack_submarines_whenever_they_meet_them() -> None:
    state = position("uk", "combat-move", {UK: {"uk": "fighter"}, 6: {"germany": "submarine"}})
    (way,) = ways(ask_reach(state, "uk", UK, "fighter"), "Sea Zone 6")
    assert way.attack
    assert given(state, "uk", *way.orders).turn.engaged == ("Sea Zone 6",)


def test_a_guest_takes_off_from_a_partners_carrier() -> None:
    state = position("uk", "noncombat-move", {8: {"usa": "carrier[uk fighter]"}})
    (way,) = ways(ask_reach(state, "uk", "Sea Zone 8", "fighter from usa carrier"), UK)
    assert units_at(given(state, "uk", *way.orders), UK) == {"fighter": 1}


# at sea


def test_ships_attack_or_pass_those_that_can_be_ignored() -> None:
    state = position(
        "uk",
        "combat-move",
        {8: {"uk": "battleship"}, 6: {"germany": "submarine, transport"}, 5: {"germany": "destroyer"}},
    )
    answer = ask_reach(state, "uk", "Sea Zone 8", "battleship")
    assert places(answer) == {"Sea Zone 5", "Sea Zone 6"}
    (attack,) = ways(answer, "Sea Zone 6")
    assert attack.attack
    assert "Sea Zone 6" in given(state, "uk", *attack.orders).turn.engaged
    (past,) = ways(answer, "Sea Zone 5")
    assert past.path == ("Sea Zone 8", "Sea Zone 6", "Sea Zone 5")
    assert not given(state, "uk", *past.orders).turn.engaged


def test_who_flees_may_leave_submarines_alone_or_attack_them() -> None:
    state = position(
        "uk", "combat-move", {8: {"uk": "battleship", "germany": "destroyer"}, 6: {"germany": "submarine"}}
    )
    texts = [way.text for way in ways(ask_reach(state, "uk", "Sea Zone 8", "battleship"), "Sea Zone 6")]
    assert texts == ["ignore the ships there", "attack the ships there"]


def test_ships_turn_on_a_submarine_in_their_own_zone() -> None:
    state = position("uk", "combat-move", {6: {"uk": "destroyer", "germany": "submarine"}})
    (way,) = ways(ask_reach(state, "uk", "Sea Zone 6", "destroyer"), "Sea Zone 6")
    assert way.path == ("Sea Zone 6",)
    assert given(state, "uk", *way.orders).turn.engaged == ("Sea Zone 6",)


def test_fighters_come_along_with_their_carrier() -> None:
    state = position("japan", "noncombat-move", {45: {"japan": "carrier[2 fighter]"}})
    (way,) = ways(ask_reach(state, "japan", "Sea Zone 45", "carrier, 2 fighter"), "Sea Zone 38")
    after = given(state, "japan", *way.orders, Done())
    (ship,) = [piece for piece, _ in after.at("Sea Zone 38")]
    assert [guest.unit for guest in ship.cargo] == ["fighter", "fighter"]


# by sea


def test_a_transport_bridges() -> None:
    state = position("uk", "combat-move", {UK: {"uk": "2 infantry"}, 6: {"uk": "transport"}})
    bridged = ways(ask_reach(state, "uk", UK, "2 infantry"), NORWAY)[0]
    assert bridged.text == "2 infantry by transport, landing from Sea Zone 6"
    assert bridged.path == (UK, "Sea Zone 6", NORWAY)
    assert bridged.attack
    after = given(state, "uk", *bridged.orders)
    assert after.turn.assaults == (("Sea Zone 6", NORWAY),)
    assert GAME.check(after, "uk", Done()) is None


def test_a_transport_comes_loads_sails_and_lands() -> None:
    state = position("uk", "noncombat-move", {UK: {"uk": "infantry, tank"}, 9: {"uk": "transport"}})
    (way,) = ways(ask_reach(state, "uk", UK, "infantry, tank"), "Gibraltar")
    (voyage,) = way.orders
    assert isinstance(voyage, Voyage)
    assert voyage.path == ("Sea Zone 9", "Sea Zone 8", "Sea Zone 14")
    assert units_at(given(state, "uk", voyage), "Gibraltar") == {"infantry": 1, "tank": 1}


def test_several_transports_share_the_load() -> None:
    state = position(
        "uk", "noncombat-move", {UK: {"uk": "2 infantry, 2 tank"}, 6: {"uk": "transport"}, 8: {"uk": "transport"}}
    )
    answer = ask_reach(state, "uk", UK, "2 infantry, 2 tank")
    way = ways(answer, "Iceland")[0]
    assert len(way.orders) == 2
    assert units_at(given(state, "uk", *way.orders), "Iceland") == {"infantry": 2, "tank": 2}


def test_a_way_that_cannot_take_everybody_says_who_stays() -> None:
    state = position("uk", "combat-move", {UK: {"uk": "3 infantry"}, 6: {"uk": "transport"}})
    way = ways(ask_reach(state, "uk", UK, "3 infantry"), NORWAY)[0]
    assert way.text == "2 infantry by transport, landing from Sea Zone 6; 1 infantry stays"
    assert units_at(given(state, "uk", *way.orders), UK) == {"infantry": 1}


def test_troops_go_by_sea_and_their_fighter_through_the_air() -> None:
    state = position(
        "uk",
        "combat-move",
        {UK: {"uk": "2 infantry, fighter"}, 6: {"uk": "transport"}, NORWAY: {"germany": "infantry"}},
    )
    way = ways(ask_reach(state, "uk", UK, "2 infantry, fighter"), NORWAY)[0]
    assert [type(order) for order in way.orders] == [Voyage, Move]
    assert UK in way.landing
    assert units_at(given(state, "uk", *way.orders), NORWAY) == {"infantry": 1, "fighter": 1}


def test_a_landing_past_submarines_needs_an_escort() -> None:
    state = position(
        "uk", "combat-move", {6: {"uk": "transport[2 infantry], destroyer"}, 5: {"germany": "submarine"}}
    )
    alone = found(ask_reach(state, "uk", "Sea Zone 6", "transport"), "Germany").no
    assert alone is not None
    assert alone.rule == "1941.amphib.escort-against-subs"
    (way,) = ways(ask_reach(state, "uk", "Sea Zone 6", "transport, destroyer"), "Germany")
    after = given(state, "uk", *way.orders)
    assert units_at(after, "Sea Zone 5") == {"submarine": 1, "transport": 1, "destroyer": 1}
    assert GAME.check(after, "uk", Done()) is None


def test_an_escort_fights_its_way_into_a_hostile_zone() -> None:
    state = position(
        "uk", "combat-move", {6: {"uk": "transport[2 infantry], battleship"}, 5: {"germany": "destroyer"}}
    )
    alone = found(ask_reach(state, "uk", "Sea Zone 6", "transport"), "Germany").no
    assert alone is not None
    assert alone.rule == "1941.amphib.zone-must-be-friendly"
    (way,) = ways(ask_reach(state, "uk", "Sea Zone 6", "transport, battleship"), "Germany")
    assert GAME.check(given(state, "uk", *way.orders), "uk", Done()) is None


def test_ships_join_an_assault_that_is_announced() -> None:
    state = position("uk", "combat-move", {6: {"uk": "transport[infantry]"}, 8: {"uk": "battleship"}})
    landing = ways(ask_reach(state, "uk", "Sea Zone 6", "transport"), NORWAY)[0]
    after = given(state, "uk", *landing.orders)
    (way,) = ways(ask_reach(after, "uk", "Sea Zone 8", "battleship"), "Sea Zone 6")
    assert way.text == f"take part in the assault on {NORWAY}"
    given(after, "uk", *way.orders)


def test_cargo_follows_its_transport() -> None:
    state = position("japan", "noncombat-move", {45: {"japan": "transport[tank]"}})
    answer = ask_reach(state, "japan", "Sea Zone 45", "transport")
    ((sail,), (land, *_)) = ways(answer, "Sea Zone 46"), ways(answer, "Coastal China")
    (ship,) = [piece for piece, _ in given(state, "japan", *sail.orders).at("Sea Zone 46")]
    assert [guest.unit for guest in ship.cargo] == ["tank"]
    assert units_at(given(state, "japan", *land.orders), "Coastal China") == {"tank": 1}


def test_some_of_the_cargo_goes_ashore() -> None:
    state = position("japan", "noncombat-move", {45: {"japan": "transport[infantry, tank]"}})
    (way, *_) = ways(ask_reach(state, "japan", "Sea Zone 45", "tank"), "Japan")
    after = given(state, "japan", *way.orders)
    assert units_at(after, "Japan") == {"tank": 1}
    (ship,) = [piece for piece, _ in after.at("Sea Zone 45")]
    assert [guest.unit for guest in ship.cargo] == ["infantry"]


def test_partners_transports_are_boarded_and_left() -> None:
    state = position("uk", "noncombat-move", {UK: {"uk": "infantry"}, 6: {"usa": "transport[uk tank]"}})
    boarding = [way.orders[0] for way in ways(ask_reach(state, "uk", UK, "infantry"), "Sea Zone 6")]
    assert boarding == [Board("infantry", UK, "Sea Zone 6", "usa")]
    (leaving,) = ways(ask_reach(state, "uk", "Sea Zone 6", "tank"), UK)
    assert leaving.orders == (Disembark(("tank",), "Sea Zone 6", "usa", UK),)
    given(state, "uk", *leaving.orders)


def test_a_voyage_can_be_made_to_touch_zones() -> None:
    state = position("uk", "noncombat-move", {UK: {"uk": "infantry"}, 6: {"uk": "transport"}})
    answer = ask_reach(state, "uk", UK, "infantry", via=("Sea Zone 9",))
    paths = [
        order.path
        for one in answer.destinations
        for way in one.ways
        for order in way.orders
        if isinstance(order, Voyage)
    ]
    assert ("Sea Zone 6", "Sea Zone 9", "Sea Zone 14") in paths
    assert all("Sea Zone 9" in path for path in paths)


# who cannot move at all


def test_out_of_turn_and_out_of_phase() -> None:
    state = position("germany", "purchase", {"Germany": {"germany": "infantry"}, UK: {"uk": "infantry"}})
    wrong_phase = ask_reach(state, "germany", "Germany", "infantry")
    assert wrong_phase.destinations == ()
    assert wrong_phase.no is not None
    assert wrong_phase.no.rule == "1941.turn.phases"
    not_mine = ask_reach(state, "uk", UK, "infantry")
    assert not_mine.no is not None
    assert not_mine.no.rule == "1941.players.one-power-at-a-time"


def test_units_that_are_not_there_or_have_moved() -> None:
    state = position("germany", "combat-move", {"West Russia": {"germany": "infantry", "ussr": "tank"}})
    for units in ("2 infantry", "tank", "fighter"):
        assert ask_reach(state, "germany", "West Russia", units).no is not None
    after = given(state, "germany", Move(picks("infantry"), ("West Russia", "Russia")))
    tired = ask_reach(after, "germany", "Russia", "infantry").no
    assert tired is not None
    assert tired.rule == "1941.cmove.simultaneous"


def test_questions_that_make_no_sense_are_refused() -> None:
    state = position("germany", "combat-move", {"Germany": {"germany": "infantry"}})
    for seat, question in (
        (None, Reach("Germany", picks("infantry"))),
        ("germany", Reach("Atlantis", picks("infantry"))),
        ("germany", Reach("Germany", picks("infantry"), via=("Atlantis",))),
        ("atlantis", Reach("Germany", picks("infantry"))),
    ):
        refusal = GAME.guide.answer(state, seat, question)
        assert isinstance(refusal, Refusal)
        assert refusal.rule in GAME.rulebook
    nobody = GAME.guide.answer(state, "germany", Reach("Germany", ()))
    assert not isinstance(nobody, Refusal)
    assert nobody.no is not None


def test_of_a_mixed_stack_those_go_who_can() -> None:
    state = position(
        "ussr", "combat-move", {"Archangel": {"ussr": "2 infantry, tank"}, "Ukraine": {"germany": "infantry"}}
    )
    units = picks("2 infantry, tank")
    all_of_them = GAME.guide.answer(state, "ussr", Reach("Archangel", units))
    assert isinstance(all_of_them, ReachAnswer)
    assert "Ukraine" not in places(all_of_them)
    some = GAME.guide.answer(state, "ussr", Reach("Archangel", units, to="Ukraine"))
    assert isinstance(some, ReachAnswer)
    assert places(some) == {"Ukraine"}
    (order,) = ways(some, "Ukraine")[0].orders
    assert isinstance(order, Move)
    assert [(pick.unit, pick.count) for pick in order.units] == [("tank", 1)]


def test_where_none_of_them_can_go_the_refusal_stays() -> None:
    state = position("ussr", "combat-move", {"Archangel": {"ussr": "2 infantry, tank"}})
    some = GAME.guide.answer(state, "ussr", Reach("Archangel", picks("2 infantry, tank"), to="Germany"))
    assert isinstance(some, ReachAnswer)
    assert places(some) == set()
