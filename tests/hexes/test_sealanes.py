"""Sea routes: where ships can go, who closes a strait, what a sea carries for whom, and how long a way is."""

import pytest

from sandtable.hexes.sealanes import (
    OVERSEAS,
    Blocked,
    allowances,
    based_on,
    check_route,
    pools,
    route,
    routes,
    seas_at,
    shipping,
    supplying,
    ways,
)
from sandtable.hexes.world import World
from tests.hexes.static import barbarossa, fall, waters

ATLANTIC, BALTIC, MEDITERRANEAN = "Atlantic", "Baltic", "Mediterranean"
GULF = "Persian Gulf and Red Sea"


def led(start: str, end: str, friendly: str = "") -> list[set[str]]:
    """The sets of seas through which a side gets from one port to another."""
    return [set(seas) for seas in ways(waters(), start, end, frozenset(friendly.split()))]


def blocked(start: str, hexes: str, friendly: str = "", shore: str = "") -> str:
    """The rule that bars a route; empty: it is legal."""
    found = check_route(waters(), start, hexes.split(), frozenset(friendly.split()), shore)
    return found.rule if found is not None else ""


def ship(
    world: World,
    side: str,
    start: str,
    end: str,
    points: int = 1,
    used: dict[str, int] | None = None,
    fleets: int = 0,
) -> tuple[str, ...] | str:
    """What shipping takes, or the rule that refuses it; everybody holds what he has at the start."""
    friendly = frozenset(place for place, holder in world.scenario.control.items() if holder == side)
    based = based_on(waters(), [("1236", fleets)]) if fleets else {}
    rules = world.facts.sea_rules
    found = shipping(waters(), world.setup(side), rules, friendly, based, used or {}, points, (start, end))
    return found.rule if isinstance(found, Blocked) else found


@pytest.mark.rule("hgw.sea.route-hexes", "hgw.sea.no-other-block")
def test_a_route_is_of_any_length_and_passes_any_coast() -> None:
    found = route(waters(), "1332", "2130", frozenset(), [ATLANTIC])
    assert found is not None
    assert found.seas == (ATLANTIC,)
    assert found.hexes[-1] == "2130"
    assert blocked("1332", " ".join(found.hexes)) == ""
    assert blocked("1730", "1830 1930 2030 2130") == ""


@pytest.mark.rule("hgw.sea.which-sea")
def test_a_route_uses_the_seas_that_it_enters() -> None:
    assert led("0936", "1238", "1136") == [{BALTIC}]
    assert led("1333", "2242", "2031") == [{ATLANTIC, MEDITERRANEAN}]
    assert led("2031", "2242", "2031") == [{MEDITERRANEAN}]
    assert seas_at(waters(), "2343") == (GULF,)
    assert seas_at(waters(), "1036") == (BALTIC,)


@pytest.mark.rule("hgw.sea.kiel")
def test_kiel_lies_on_two_seas() -> None:
    assert seas_at(waters(), "1236") == (ATLANTIC, BALTIC)
    assert led("1236", "1238") == [{BALTIC}]
    assert led("1139", "1235", "1236") == [{ATLANTIC, BALTIC}]
    assert blocked("1139", "1138 1238 1237 1236 1235", "1236") == ""
    assert led("1139", "1235", "1136") == [{ATLANTIC, BALTIC}]
    assert led("1139", "1235") == []
    assert blocked("1139", "1138 1238 1237 1236 1235") == "sea.controlled-straits"


@pytest.mark.rule("hgw.sea.route-crossing")
def test_an_arrow_is_cut_only_between_friends() -> None:
    assert blocked("1644", "1645", "1644 1645") == ""
    assert blocked("1644", "1645", "1644") == "sea.route-crossing"


@pytest.mark.rule("hgw.sea.route-no-land", "hgw.map.partial-areas")
def test_ships_do_not_cross_land() -> None:
    assert blocked("1930", "1931") == "sea.route-no-land"
    assert blocked("1144", "1143") == "sea.route-hexes"
    assert blocked("1332", "1331", shore="b") == ""
    assert blocked("1332", "1233") == "sea.route-no-land"


@pytest.mark.rule("hgw.map.shoreline-marker", "hgw.map.partial-areas")
def test_the_two_shores_of_a_peninsula_are_apart() -> None:
    """Rome's hex (1737) has a shore on the Adriatic and one on the Tyrrhenian Sea, and so has Naples' (1838)."""
    assert blocked("1737", "1738", shore="a") == ""
    assert blocked("1737", "1738", shore="b") == "map.shoreline-marker"
    assert blocked("1738", "1737 1837") == "map.shoreline-marker"
    assert blocked("1839", "1838 1937") == "map.shoreline-marker"


@pytest.mark.rule("hgw.sea.controlled-straits")
@pytest.mark.parametrize(
    ("start", "end", "key"),
    [
        ("1930", "1934", "2031"),
        ("1037", "1238", "1136"),
        ("2242", "2343", "2243"),
        ("2828", "2656", "4639"),
    ],
)
def test_a_strait_is_open_to_whoever_holds_it(start: str, end: str, key: str) -> None:
    assert led(start, end) == []
    assert led(start, end, key) != []


@pytest.mark.rule("hgw.sea.controlled-straits")
def test_the_way_past_gibraltar_leads_through_it() -> None:
    assert blocked("1930", "2030 2031 2032", "2031") == ""
    assert blocked("1930", "2030 2031 2032") == "sea.controlled-straits"
    assert blocked("1930", "2030 2031 2130") == ""


@pytest.mark.rule("hgw.sea.red-sea-entrance")
def test_one_shore_of_the_red_sea_entrance_is_enough() -> None:
    for shore in ("2846", "2847", "2946"):
        assert led("2656", "2645", shore) == [{GULF}]
    assert led("2656", "2645") == []
    assert led("2656", "2645", "2745 1333") == []


@pytest.mark.rule("hgw.sea.unaligned-strait")
def test_a_neutral_strait_is_closed_to_all() -> None:
    world = fall()
    for side in world.order:
        own = " ".join(place for place, holder in world.scenario.control.items() if holder == side)
        assert led("1542", "1940", own) == []
    assert led("1542", "1940", "1841 1842") == [{"Black Sea", MEDITERRANEAN}]


@pytest.mark.rule("hgw.sea.off-map-arrows", "hgw.offmap.by-sea")
def test_boxes_are_reached_by_sea() -> None:
    assert led("1909", "1333") == [{ATLANTIC}]
    assert led("1909", "1614") == [{ATLANTIC}]
    assert ship(fall(), "allied", "1909", "1332", 3) == (ATLANTIC, OVERSEAS)


@pytest.mark.rule("hgw.sea.northern-half-cost", "hgw.invasion.range")
def test_northern_hexes_count_half() -> None:
    assert waters().length(["1330"] * 4 + ["1030"] * 4) == 6
    assert blocked("1236", "1235 1234 1233", "1236") == ""
    assert waters().length(["1235", "1234", "1233"]) == 3
    shortest = route(waters(), "1236", "1233", frozenset(("1236",)), [ATLANTIC])
    assert shortest is not None
    assert shortest.length <= 3


def test_all_routes_of_a_length_are_the_shortest_ones() -> None:
    """From Plymouth: what is six hexes away or nearer, by ways that can be sailed."""
    friendly = frozenset(("1236", "2031"))
    near = routes(waters(), "1332", friendly, [ATLANTIC], 6)
    assert {"1433", "1432", "1236"} <= set(near)
    assert "1332" not in near
    for place in ("1433", "1532", "1236", "1730"):
        single = route(waters(), "1332", place, friendly, [ATLANTIC])
        assert single is not None
        assert near[place].length == single.length == waters().length(near[place].hexes) <= 6
        assert blocked("1332", " ".join(near[place].hexes), "1236 2031") == ""
    beyond = route(waters(), "1332", "2130", friendly, [ATLANTIC])
    assert beyond is not None
    assert beyond.length > 6
    assert "2130" not in near


@pytest.mark.rule("hgw.sea.three-uses", "hgw.barbarossa.baltic-supply")
def test_no_points_cross_the_sea_in_barbarossa() -> None:
    assert ship(barbarossa(), "axis", "1238", "0841") == "sea.three-uses"
    assert supplying(barbarossa().setup("axis"), {}) == {BALTIC}
    assert ship(fall(), "axis", "1238", "0841") == (BALTIC,)


@pytest.mark.rule("hgw.sea.baltic")
def test_one_axis_point_a_turn_in_the_baltic() -> None:
    assert ship(fall(), "axis", "1238", "0841", used={BALTIC: 1}) == "sea.baltic"
    assert ship(fall(), "axis", "1238", "0841", 2) == "sea.baltic"
    assert "sea.baltic" in fall().facts.sea_rules[BALTIC]
    assert BALTIC not in allowances(fall().setup("soviet"), {})
    assert ship(fall(), "soviet", "0942", "0841") == "sea.baltic"


@pytest.mark.rule("hgw.sea.black-caspian")
def test_one_soviet_point_a_turn_in_each_inner_sea() -> None:
    world = fall()
    assert ship(world, "soviet", "1545", "1746") == ("Black Sea",)
    assert ship(world, "soviet", "1848", "1548", used={"Black Sea": 1}) == ("Caspian",)
    assert ship(world, "soviet", "1545", "1746", used={"Black Sea": 1}) == "sea.black-caspian"
    assert ship(world, "axis", "1642", "1741") == "sea.black-caspian"


@pytest.mark.rule("hgw.sea.atlantic-allied")
def test_three_points_a_turn_to_and_from_america() -> None:
    world = fall()
    assert ship(world, "allied", "1614", "1332", 1, {ATLANTIC: 2, OVERSEAS: 2}) == (ATLANTIC, OVERSEAS)
    assert ship(world, "allied", "1614", "1332", 2, {ATLANTIC: 2, OVERSEAS: 2}) == "sea.atlantic-allied"
    assert ship(world, "allied", "1333", "2130", 9) == (ATLANTIC,)
    assert ship(world, "allied", "1909", "1614", 9) == (ATLANTIC,)


@pytest.mark.rule("hgw.sea.atlantic-axis")
def test_axis_ships_sail_behind_their_fleet() -> None:
    world = fall()
    assert ship(world, "axis", "1236", "0835", 2, fleets=2) == (ATLANTIC,)
    assert ship(world, "axis", "1236", "0835", 3, fleets=2) == "sea.atlantic-axis"
    assert ship(world, "axis", "1236", "0835") == "sea.atlantic-axis"
    setup = world.setup("axis")
    assert supplying(setup, {ATLANTIC: 2}) == {ATLANTIC, BALTIC}
    assert supplying(setup, {}) == {BALTIC}


@pytest.mark.rule("hgw.sea.atlantic-soviet", "hgw.sea.white-sea-lakes")
def test_the_soviets_do_not_sail_the_ocean() -> None:
    world = fall()
    assert ship(world, "soviet", "0646", "0343") == "sea.atlantic-soviet"
    assert allowances(world.setup("soviet"), {}) == {"Black Sea": 1, "Caspian": 1, "Soviet lakes": 0}
    assert "White Sea" not in supplying(world.setup("soviet"), {})


@pytest.mark.rule("hgw.sea.persian-red")
def test_one_allied_point_a_turn_to_the_gulf() -> None:
    world = fall()
    assert ship(world, "allied", "4639", "2656") == (GULF,)
    assert ship(world, "allied", "1333", "2248", used={GULF: 1}) == "sea.persian-red"
    assert ship(world, "allied", "1333", "2248") == (ATLANTIC, GULF)


@pytest.mark.rule("hgw.sea.mediterranean-basic", "hgw.sea.table")
def test_the_mediterranean_is_allied() -> None:
    world = fall()
    assert ship(world, "axis", "1940", "2041") == "sea.mediterranean-basic"
    assert ship(world, "allied", "1937", "2242", 12) == (MEDITERRANEAN,)
    limits = {side: allowances(world.setup(side), {ATLANTIC: 2}) for side in world.order}
    assert limits["axis"] == {BALTIC: 1, ATLANTIC: 2}
    assert limits["allied"] == {ATLANTIC: None, MEDITERRANEAN: None, GULF: 1}


@pytest.mark.rule("hgw.sea.combine")
def test_a_voyage_may_cross_several_seas() -> None:
    assert ship(fall(), "allied", "1333", "2242", 5) == (ATLANTIC, MEDITERRANEAN)


@pytest.mark.rule("hgw.sea.supply-unlimited")
def test_supply_uses_no_allowance() -> None:
    """Every Baltic port lies on one pool, whatever has been shipped."""
    pool = pools(waters(), frozenset(("1136",)), [BALTIC])
    ports = ("1238", "1139", "0841", "1041", "0936", "1236")
    assert len({pool[basin] for place in ports for basin in waters().harbours[place]} - {-1}) == 1


def test_a_refusal_says_why_there_is_no_way() -> None:
    world = fall()
    friendly = frozenset(place for place, holder in world.scenario.control.items() if holder == "soviet")

    def refused(start: str, end: str) -> Blocked:
        rules = world.facts.sea_rules
        found = shipping(waters(), world.setup("soviet"), rules, friendly, {}, {}, 1, (start, end))
        assert isinstance(found, Blocked)
        return found

    assert "no coast" in refused("1144", "1542").why
    assert "no water route" in refused("1848", "1746").why
    assert refused("1746", "1333").rule == "sea.controlled-straits"
