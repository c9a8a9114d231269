"""Supply: who can trace a route, over which terrain and water, and what becomes of those who cannot."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.core.dice import ScriptedDice
from sandtable.hexes.board import Board
from sandtable.hexes.events import SupplyFailed
from sandtable.hexes.sealanes import seas_at
from sandtable.hexes.state import Army, Fleet, HexState
from sandtable.hexes.strength import Points
from sandtable.hexes.supply import Position, Supply, shortage, trace
from sandtable.hexes.supplying import bound_places, check_supply, position_of, supply_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World
from tests.hexes.static import barbarossa, board, fall, position, waters


def traced(friendly: str, home: str, theatre: str = "europe", seas: str = "", marked: str = "") -> Supply:
    """Supply of a few hexes, some of them sources."""
    places = frozenset(friendly.split())
    sources = frozenset(home.split())
    own = Position(places, sources, sources, frozenset(seas.split(",")) - {""}, frozenset(marked.split()))
    return trace(board(theatre), waters(theatre), barbarossa().tables.terrain, own)


def ring(where: Board, pocket: str) -> str:
    """The hexes around some hexes."""
    inside = set(pocket.split())
    return " ".join(sorted({near for place in inside for near in where.neighbours(place)} - inside))


def others(world: World, side: str, kept: str) -> str:
    """All places of a side but some."""
    return " ".join(p for p, holder in world.scenario.control.items() if holder == side and p not in kept.split())


def checked(world: World, state: HexState, side: str, *dice: int) -> HexState:
    """The position after the check at the end of a side's Combat Phase."""
    run = Unfolding(world, replace(state, side=side), ScriptedDice(dice))
    check_supply(run, side)
    return run.state


def with_armies(state: HexState, **armies: tuple[str, str, int]) -> HexState:
    """Only these armies, each with its side, its place and its number of infantry."""
    found = {name.replace("_", " "): Army(side, at, Points(count)) for name, (side, at, count) in armies.items()}
    return replace(state, armies=found)


@pytest.mark.rule("hgw.supply.full")
def test_a_chain_to_a_home_country_is_full_supply() -> None:
    world = barbarossa()
    state = position(world, axis="1140 1141 1142 1143")
    assert supply_of(world, state, "axis").of("1143") == "full"
    alone = supply_of(world, position(world, axis="1443"), "axis")
    assert alone.of("1443") == "defence"


@pytest.mark.rule("hgw.supply.full", "hgw.supply.friendly-chain-only")
def test_a_chain_may_be_long_and_beset_but_not_broken() -> None:
    world = barbarossa()
    chain = "1140 1141 1142 1143 1244 1344"
    held = supply_of(world, position(world, axis=chain), "axis")
    assert held.of("1344") == "full"
    route = held.route("1344")
    assert route[0] == "1344"
    assert set(route[1:6]) <= set(chain.split())
    assert world.board.production_of(route[-1])
    broken = position(world, axis="1140 1141 1143 1244 1344")
    cut = supply_of(world, replace(broken, devastated={**broken.devastated, "1143": 1}), "axis")
    assert cut.of("1344") == "none"
    assert cut.route("1344") == ()


@pytest.mark.rule("hgw.supply.home-country")
def test_rumania_gives_defence_supply_only() -> None:
    world = barbarossa()
    rumania = "1540 1541 1640 1641 1642"
    state = position(world, soviet=others(world, "axis", rumania))
    supply = supply_of(world, state, "axis")
    assert {supply.of(place) for place in rumania.split()} == {"defence"}


@pytest.mark.rule("hgw.supply.defense", "hgw.supply.production-hex", "hgw.supply.defense-only-effects")
def test_a_surrounded_point_feeds_its_pocket() -> None:
    """Kiev is at home for the Soviets, so that it even gives full supply; to the Axis it does not."""
    world = barbarossa()
    around = ring(world.board, "1442 1443")
    soviets = supply_of(world, position(world, axis=around), "soviet")
    assert (soviets.of("1442"), soviets.of("1443")) == ("full", "full")
    state = position(world, axis="1442 1443", soviet=around)
    axis = supply_of(world, state, "axis")
    assert (axis.of("1442"), axis.of("1443")) == ("defence", "defence")
    state = with_armies(state, OKW=("axis", "1442", 3))
    assert bound_places(world, state, "axis") == ("1442",)
    assert "OKW" in checked(world, state, "axis").armies


@pytest.mark.rule("hgw.supply.crossing", "hgw.map.crossing-arrow")
def test_arrows_carry_supply_and_open_sea_does_not() -> None:
    world = barbarossa()
    supply = supply_of(world, position(world), "axis")
    assert supply.of("1937") == "full"
    assert supply.of("1836") == "none"
    beyond = set(ring(board(), "1645").split()) - {"1644"}
    lands = " ".join(place for place in board().places[: board().land] if place not in beyond)
    assert traced(lands, "1937").of("1645") == "full"  # over the arrows of Kerch and Messina
    assert traced(lands.replace("1644 ", ""), "1937").of("1645") == "none"
    assert traced(lands.replace("1938 ", ""), "1937").of("1645") == "none"


@pytest.mark.rule("hgw.supply.mountain", "hgw.map.roads")
def test_through_mountains_only_by_a_road() -> None:
    """Slovakia (1439) has a road to 1538, none to Budapest (1539)."""
    assert board().terrain_of("1439") == "mountain"
    no_road = traced("1339 1439 1539", "1539")
    assert no_road.of("1439") == "full"
    assert no_road.of("1339") == "none"
    assert traced("1339 1439 1538", "1538").of("1339") == "full"


@pytest.mark.rule("hgw.supply.mountain")
def test_a_route_may_begin_at_a_source_in_the_mountains() -> None:
    assert board().terrain_of("1639") == "mountain"
    assert not board().road("1639", "1738")
    assert traced("1639 1738", "1639").of("1738") == "full"


@pytest.mark.rule("hgw.supply.desert")
def test_through_deserts_by_a_marker_or_a_road() -> None:
    assert {board().terrain_of(place) for place in ("2338", "2239")} == {"desert"}
    assert traced("2239 2338 2438", "2239").of("2438") == "none"
    assert traced("2239 2338 2438", "2239", marked="2338").of("2438") == "full"
    assert traced("2139 2239 2338", "2139").of("2338") == "full"  # the coastal road to Benghazi


@pytest.mark.rule("hgw.supply.jungle")
def test_through_jungle_by_a_marker_or_a_road() -> None:
    assert board("world").terrain_of("2764") == "jungle"
    assert traced("2664 2764 2865", "2664", "world").of("2865") == "none"
    assert traced("2664 2764 2865", "2664", "world", marked="2764").of("2865") == "full"


@pytest.mark.rule("hgw.supply.mountain")
def test_a_marker_does_not_help_in_the_mountains() -> None:
    assert traced("1339 1439 1539", "1539", marked="1439").of("1339") == "none"


@pytest.mark.rule("hgw.supply.port-exit")
def test_a_port_is_a_way_out_of_rough_terrain() -> None:
    assert board().terrain_of("0835") == "mountain"
    assert traced("0935 0835 1236", "1236", seas="Atlantic").of("0935") == "full"
    assert traced("0935 0835 1236", "1236", seas="Baltic").of("0935") == "none"
    world = fall()
    assert board().terrain_of("2137") == "desert"
    assert supply_of(world, position(world, nobody=ring(board(), "2137 2237")), "allied").of("2237") == "full"


@pytest.mark.rule("hgw.supply.siberia-source")
def test_siberia_is_a_source_before_it_produces() -> None:
    world = barbarossa()
    rest = others(world, "soviet", "Siberia 1250")
    assert world.production("Siberia", 1) == 0
    assert supply_of(world, position(world, axis=rest), "soviet").of("1250") == "full"
    assert supply_of(world, position(world, axis=f"{rest} Siberia"), "soviet").of("1250") == "none"


@pytest.mark.rule("hgw.map.permanent-neutrals")
def test_no_route_crosses_switzerland() -> None:
    board_ = board()
    assert {"1435", "1536"} <= set(board_.touching("1535"))
    assert traced("1435 1536", "1536").of("1435") == "none"


@pytest.mark.rule("hgw.sea.white-sea-lakes")
def test_soviet_supply_crosses_the_lakes() -> None:
    """Leningrad and 0843, and across the Onega 0744."""
    assert not board().adjacent("0843", "0744")
    assert traced("0942 0843 0744", "0744", seas="Soviet lakes").of("0942") == "full"
    assert traced("0942 0843 0744", "0744").of("0942") == "none"
    assert "Soviet lakes" in position_of(barbarossa(), position(barbarossa()), "soviet").seas


@pytest.mark.rule("hgw.barbarossa.baltic-supply", "hgw.map.port")
def test_the_axis_supplies_finland_across_the_baltic() -> None:
    world = barbarossa()
    supply = supply_of(world, position(world), "axis")
    assert supply.of("0841") == "full"
    assert supply.of("0936") == "full"
    norway = " ".join(board().in_areas(("Norway",)))
    assert supply_of(world, position(world, soviet=norway), "axis").of("0740") == "full"
    assert supply_of(world, position(world, soviet=f"{norway} 0841"), "axis").of("0740") == "none"
    leningrad = position(world, axis=f"{ring(board(), '0942')}")
    assert position_of(world, leningrad, "soviet").seas == {"Soviet lakes"}
    assert supply_of(world, replace(leningrad, devastated={"0942": 2}), "soviet").of("0942") == "none"


@pytest.mark.rule("hgw.sea.supply-through-seas", "hgw.fall.production-start")
def test_seas_are_friendly_to_those_who_may_ship_there() -> None:
    world = fall()
    state = position(world)
    alone = supply_of(world, state, "axis")
    assert alone.of("0936") == "full"
    assert alone.of("2041") == "none"
    finland = " ".join(board().in_areas(("Finland",)))
    north = position(world, nobody=f"0736 0836 0837 0936 0935 {finland}")
    assert supply_of(world, north, "axis").of("0438") == "none"
    fleet = replace(north, fleets={"Kiel Fleet": Fleet("axis", "1236", 2)})
    assert supply_of(world, fleet, "axis").of("0438") == "full"
    assert supply_of(world, position(world, allied="1036 1136", nobody=finland), "axis").of("0936") == "none"


@pytest.mark.rule("hgw.invasion.beachhead-supply")
def test_a_beachhead_is_a_port_for_a_while() -> None:
    world = fall()
    assert world.board.port_of("1331") == "none"
    state = position(world, allied="1435 1534 1633", axis="1432 1532")
    landed = position(world, allied="1331 1736", nobody=ring(board(), "1736"))
    assert supply_of(world, state, "allied").of("1534") == "none"
    assert supply_of(world, landed, "allied").of("1736") == "none"
    assert supply_of(world, replace(landed, beachheads={"1736": 2}), "allied").of("1736") == "full"


@pytest.mark.rule("hgw.supply.example", "hgw.supply.unsupplied-check", "hgw.supply.elimination")
def test_the_example_of_the_book() -> None:
    """Two surrounded hexes without a point fall with their army; two with a point hold."""
    world = barbarossa()
    around = f"{ring(board(), '1242 1243')} {ring(board(), '1442 1443')}"
    state = position(world, axis=around, soviet="1242 1243 1442 1443")
    state = with_armies(
        state,
        White_Russian_Front=("soviet", "1242", 5),
        Army_Group_Center=("axis", "1142", 3),
        SW_Front=("soviet", "1442", 2),
    )
    assert bound_places(world, state, "soviet") == ("1242",)
    after = checked(world, state, "soviet")
    assert (after.control["1242"], after.control["1243"]) == ("axis", "axis")
    assert (after.control["1442"], after.control["1443"]) == ("soviet", "soviet")
    assert set(after.armies) == {"Army Group Center", "SW Front"}


@pytest.mark.rule("hgw.supply.start-of-turn")
def test_whoever_is_cut_off_is_bound_when_his_turn_begins() -> None:
    world = barbarossa()
    state = position(world, axis=ring(board(), "1242 1243"), soviet="1242 1243")
    state = with_armies(state, White_Russian_Front=("soviet", "1242", 5), Moscow=("soviet", "1144", 5))
    assert bound_places(world, state, "soviet") == ("1242",)


@pytest.mark.rule("hgw.supply.unsupplied-capture")
@pytest.mark.parametrize(("at", "holder"), [("1142", "axis"), ("1240", "axis"), ("1239", "soviet")])
def test_a_hex_falls_to_a_supplied_army_within_three_hexes(at: str, holder: str) -> None:
    """From 1239 it is four hexes to 1243, so that only 1242 falls."""
    world = barbarossa()
    around = f"1139 1140 1141 1241 {ring(board(), '1242 1243')}"
    state = with_armies(position(world, axis=around), Army_Group_North=("axis", at, 5))
    after = checked(world, replace(state, control={**state.control, "1242": "soviet", "1243": "soviet"}), "soviet")
    assert after.control["1243"] == holder
    assert after.control["1242"] == "axis"


@pytest.mark.rule("hgw.supply.unsupplied-capture", "hgw.barbarossa.cut-off-areas")
def test_without_an_enemy_near_nothing_changes_hands() -> None:
    world = barbarossa()
    state = position(world)
    after = checked(world, state, "axis")
    supply = supply_of(world, state, "axis")
    assert {supply.of(place) for place in ("2041", "1936", "1735", "1836")} == {"none"}
    assert after.control == state.control
    assert after.armies == state.armies


@pytest.mark.rule("hgw.supply.unsupplied-capture")
def test_an_army_is_lost_where_its_hex_is_not() -> None:
    world = fall()
    state = with_armies(position(world), OKW=("axis", "2041", 2))
    after = checked(world, state, "axis")
    assert not after.armies
    assert after.control["2041"] == "axis"


@pytest.mark.rule("hgw.supply.capture-tie", "hgw.fall.unsupplied-hexes")
@pytest.mark.parametrize(("dice", "holder"), [((3,), "soviet"), ((4,), "allied")])
def test_between_two_takers_the_nearest_source_decides_and_then_a_die(dice: tuple[int, ...], holder: str) -> None:
    world = fall()
    start = position(world)
    near = {"1338": "soviet", "1336": "allied"}
    rest = {place: ("soviet" if world.board.distance(place, "1339") < 3 else "allied") for place in start.control}
    control = {**rest, "1237": "axis", "1338": "soviet", "1337": "soviet", **near}
    del control["1238"]
    armies = {
        "OKW": Army("axis", "1237", Points(1)),
        "Moscow": Army("soviet", "1337", Points(1)),
        "Fifth Army": Army("allied", "1236", Points(1)),
    }
    intact = {"1337": 2, "1236": 1}  # one step from Berlin, both of them
    devastated = {place: points for place in control if (points := world.board.production_of(place))}
    for place in (*intact, "1444", "1333"):
        del devastated[place]
    state = replace(start, control=control, armies=armies, devastated=devastated)
    after = checked(world, state, "axis", *dice)
    assert after.control["1237"] == holder
    nearer = replace(state, devastated={**devastated, "1337": 2, "1444": 0})
    assert checked(world, nearer, "axis").control["1237"] == "allied"


@pytest.mark.rule("hgw.fort.unsupplied")
def test_a_fort_goes_with_its_supply() -> None:
    world = fall()
    state = position(world, allied=ring(board(), "1736"))
    state = replace(state, armies={"Fifth Army": Army("allied", "1837", Points(3))})
    run = Unfolding(world, replace(state, side="axis"), ScriptedDice(()))
    check_supply(run, "axis")
    failed = next(event for event in run.events if isinstance(event, SupplyFailed))
    assert "1736" in failed.forts
    assert "1736" not in run.state.forts


@pytest.mark.rule("hgw.barbarossa.forces", "hgw.fall.production-start")
def test_supply_at_the_start_is_as_the_book_counts_it() -> None:
    world = barbarossa()
    state = position(world)
    for side in world.order:
        supply = supply_of(world, state, side)
        assert all(supply.full(army.at) for _, army in state.armies_of(side))
    world = fall()
    state = replace(position(world), fleets={"Kiel Fleet": Fleet("axis", "1236", 2)})
    assert supply_of(world, state, "axis").at("none") == {"2041", "0231"}
    assert not supply_of(world, state, "soviet").at("none")


REGION = tuple(
    place for place in board().places[: board().land] if "15" <= place[:2] <= "20" and "35" <= place[2:] <= "43"
)
PORTS = {
    place for place in REGION if board().port_of(place) != "none" and "Mediterranean" in seas_at(waters(), place)
}


def walked(position: Position, place: str) -> bool:
    """Whether a route leads from a place to a source: walked forwards, step by step, by the words of the rules."""
    seen, edge = {place}, [place]
    rough = {p for p in position.friendly if board().terrain_of(p) in ("mountain", "desert")} - position.marked
    while edge:
        here = edge.pop()
        if here in position.sources:
            return True
        near = [n for n in board().neighbours(here) if here == place or here not in rough or board().road(here, n)]
        if here in PORTS:
            near += sorted(PORTS)
        ahead = (set(near) & position.friendly) - seen
        seen |= ahead
        edge += sorted(ahead)
    return False


@pytest.mark.rule("hgw.supply.defense", "hgw.supply.mountain", "hgw.supply.port-exit")
@settings(max_examples=150)
@given(st.sets(st.sampled_from(REGION), min_size=8), st.sets(st.sampled_from(REGION), max_size=6), st.booleans())
def test_a_sweep_from_the_sources_finds_what_walking_finds(
    held: set[str], points: set[str], at_home: bool
) -> None:
    sources = frozenset(held & points)
    home = sources if at_home else frozenset(sorted(sources)[:1])
    closed = {place for place in held if place not in board()}
    own = Position(frozenset(held - closed), home - closed, sources - closed, frozenset(("Mediterranean",)))
    supply = trace(board(), waters(), barbarossa().tables.terrain, own)
    for place in own.friendly:
        full = walked(replace(own, sources=own.home), place)
        some = walked(own, place)
        assert supply.of(place) == ("full" if full else "defence" if some else "none")
        route = supply.route(place)
        assert bool(route) == some
        assert not some or route[-1] in own.sources


def test_a_shortage_says_what_bars_the_way() -> None:
    world = barbarossa()
    state = position(world, axis=ring(board(), "1242 1243"), soviet="1242 1243")
    own = position_of(world, state, "soviet")
    supply = supply_of(world, state, "soviet")
    lack = shortage(world.board, world.waters, world.tables.terrain, own, supply, "1243")
    assert lack is not None
    assert lack.pocket == ("1242", "1243")
    assert set(lack.held) == set(ring(board(), "1242 1243").split())
    assert not lack.source
    assert shortage(world.board, world.waters, world.tables.terrain, own, supply, "1144") is None


def test_a_shortage_names_closed_seas_and_rough_ground() -> None:
    world = barbarossa()
    state = position(world)
    own, supply = position_of(world, state, "axis"), supply_of(world, state, "axis")

    def lack(place: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        found = shortage(world.board, world.waters, world.tables.terrain, own, supply, place)
        assert found is not None
        return found.seas, found.rough

    assert lack("2041") == (("Mediterranean",), ())
    seas, rough = lack("2534")
    assert not seas
    assert "2434" in rough
    away = position(world, axis="1443")
    kiev = shortage(
        world.board,
        world.waters,
        world.tables.terrain,
        position_of(world, away, "axis"),
        supply_of(world, away, "axis"),
        "1443",
    )
    assert kiev is not None
    assert kiev.source
