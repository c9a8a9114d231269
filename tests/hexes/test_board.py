"""The board of the hex game in Europe: what is in play, what touches what, and which boxes stand for the rest."""

import pytest

from sandtable.core.datafile import DataFileError
from sandtable.games import load_hexes
from sandtable.hexes.board import Board, read_board
from sandtable.hexes.grid import Hex
from sandtable.hexes.movement import reach
from tests.hexes.static import FOLDER, barbarossa, fall, position
from tests.hexes.static import board as read


@pytest.fixture(scope="module")
def board() -> Board:
    return read()


@pytest.mark.rule("hgw.map.hex-number")
def test_a_number_is_two_digits_of_row_and_then_the_column(board: Board) -> None:
    grid = board.atlas.grid
    assert grid.parse("1144") == Hex(11, 44)
    assert grid.parse("15107") == Hex(15, 107)
    assert board.title("1144") == "Moscow (1144)"
    assert read("world").title("15107") == "Seattle (15107)"


@pytest.mark.rule("hgw.map.hex-grid")
@pytest.mark.parametrize(
    ("place", "around"),
    [("1838", "1837 1839 1737 1738 1937 1938"), ("1141", "1140 1142 1041 1042 1241 1242")],
)
def test_six_neighbours_by_the_shift_of_the_rows(board: Board, place: str, around: str) -> None:
    assert set(board.touching(place)) == set(around.split())


@pytest.mark.rule("hgw.chart.distance-and-wrap")
def test_distances_at_sea_and_the_seam_of_the_world(board: Board) -> None:
    world, campaign = read("world"), read("atlantic")
    assert world.distance("4580", "3679") == 9
    assert world.distance("1532", "1124") == 10
    assert "3001" in world.touching("30112")
    assert "30112" not in campaign.touching("3001")
    waters = load_hexes("hgw").worlds["campaign-3"].waters
    assert waters.length(("0931", "1031", "1130", "1230", "1329", "1429", "1529", "1630")) == 6.5


@pytest.mark.rule("hgw.map.hex-grid")
def test_the_world_is_closed_and_distances_are_those_of_the_book(board: Board) -> None:
    world = read("world")
    assert board.adjacent("1142", "1243")
    assert board.adjacent("1142", "1141")
    assert board.adjacent("1141", "1241")
    assert world.distance("4580", "3679") == 9
    assert "01112" in world.touching("0101")
    assert board.distance("1446", "1446") == 0


@pytest.mark.rule("hgw.map.theatres")
def test_the_theatre_ends_behind_column_57(board: Board) -> None:
    absence = board.absence("2560")
    assert absence is not None
    assert absence.why == "theatre"
    assert "2656" in board
    assert all(board.absence(place) is not None for place in ("1857", "1956", "1957"))
    assert "2560" in read("world")


@pytest.mark.rule("hgw.map.colours")
def test_a_colour_says_whose_a_country_was(board: Board) -> None:
    keys = {name: one.key for name, one in board.atlas.allegiances.items()}
    assert len(set(keys.values())) == len(keys)
    at_war = {
        place for place in board.places[: board.land] if board.allegiance_of(place) in ("great-britain", "france")
    }
    assert {"1333", "1434", "2031", "2828", "1614"} <= at_war
    assert not {"1237", "1737", "1144", "1832", "1909"} & at_war
    leaning = {name for name, area in board.atlas.areas.items() if keys[area.allegiance] == "purple"}
    assert leaning == {"Finland", "Hungary", "Rumania", "Bulgaria"}


@pytest.mark.rule("hgw.map.possession-colour", "hgw.map.colour-errata")
def test_possessions_bear_the_colour_of_their_country(board: Board) -> None:
    keys = {name: board.atlas.allegiances[area.allegiance].key for name, area in board.atlas.areas.items()}
    blue = {name for name, key in keys.items() if key == "blue"}
    assert {"Algeria", "Tunisia", "Morocco", "Madagascar", "French West Africa", "Corsica"} <= blue
    assert {name for name, key in keys.items() if key == "light green"} >= {"Italy", "Libya", "Ethiopia"}
    assert {name for name, key in keys.items() if key == "dark olive green"} >= {"Brazil", "Mexico", "Liberia"}
    assert "green" not in keys.values()


@pytest.mark.rule("hgw.map.permanent-neutrals")
def test_nobody_enters_switzerland(board: Board) -> None:
    absence = board.absence("1535")
    assert absence is not None
    assert absence.why == "closed"
    assert "1535" not in board
    assert not any("1535" in board.neighbours(near) for near in board.touching("1535"))
    assert read("world").absence("2160") is not None


@pytest.mark.rule("hgw.map.terrain-kinds")
def test_terrain_does_not_limit_movement(board: Board) -> None:
    """Norway's mountains, from Narvik to Oslo."""
    world = barbarossa()
    chain = ("0537", "0637", "0736", "0836")
    assert {board.terrain_of(place) for place in chain} == {"mountain"}
    assert "0936" in reach(world, position(world), "axis", "0438")
    assert board.terrain_of("1341") == "swamp"
    assert world.effect("1143").advance == 0


@pytest.mark.rule("hgw.map.crossing-arrow", "hgw.move.sea-hexside")
def test_an_arrow_joins_what_the_sea_parts(board: Board) -> None:
    assert board.adjacent("1937", "1938")
    assert "1334" in board.touching("1333")
    assert not board.adjacent("1333", "1334")
    arrows = ("1136|1137", "1741|1842", "1841|1842", "1937|1938", "1644|1645")
    assert all(board.adjacent(*arrow.split("|")) for arrow in arrows)
    world = barbarossa()
    assert "1938" in reach(world, position(world), "axis", "1937")


@pytest.mark.rule("hgw.map.production-number")
def test_production_is_printed_in_the_hex(board: Board) -> None:
    assert board.production_of("1335") == 3
    assert board.production_of("1336") == 0
    assert {board.production_of(place) for place in board.places[: board.land] if place not in board.boxes} == {
        *range(5)
    }


@pytest.mark.rule("hgw.map.known-production")
def test_the_map_counts_as_the_book_does(board: Board) -> None:
    def made(*areas: str) -> int:
        return sum(board.production_of(place) for place in board.in_areas(areas))

    assert made("Germany") == 16
    assert (made("Italy"), made("France"), made("Great Britain")) == (7, 7, 8)
    assert (made("Canada"), made("South Africa"), made("India"), made("United States")) == (4, 2, 2, 16)
    assert (made("Soviet Union"), made("Baltic States"), made("Sweden")) == (15, 1, 2)
    assert board.production_of("1233") == 3
    assert board.production_of("1436") >= 3
    assert board.production_of("1443") == 1
    with_points = "0539 0841 1143 1233 1435 1436 1443 1534 1542 1635 1638 1639"
    assert all(board.production_of(place) for place in with_points.split())
    assert not any(board.production_of(place) for place in ("1242", "1243", "1442"))


@pytest.mark.rule("hgw.map.capitals", "hgw.map.hex-errata")
def test_capitals_where_the_book_means_them(board: Board) -> None:
    world = read("world")
    capitals = {place for place in board.places[: board.land] if board.facts_of(place).capital}
    assert {"1237", "0942", "1144", "1446", "1434", "1333", "1832"} <= capitals
    assert "1142" not in capitals
    assert all(world.facts_of(place).capital for place in ("1809", "19107", "15107", "2596"))
    assert all(world.facts_of(place).capital or world.facts_of(place).surrender for place in ("1333", "1233"))
    assert fall().scenario.control["1442"] == "axis"
    assert fall().scenario.control["1444"] == "soviet"


@pytest.mark.rule("hgw.chart.hex-number-errata")
def test_places_lie_where_they_are_named_not_where_they_are_printed() -> None:
    world = read("world")
    named = {"2596": "Oahu", "3256": "Male", "4616": "Montevideo", "1334": "Brussels"}
    assert all(world.title(place).startswith(name) for place, name in named.items())
    assert int("2685"[2:]) < int("2596"[2:]) < int("19107"[2:]), "Hawaii lies between Wake and San Francisco"
    assert world.area_of("2290") == "Midway"
    assert "0593" in world.touching("0592"), "the Bering Strait"


@pytest.mark.rule("hgw.map.low-countries")
def test_the_low_countries_are_two_hexes(board: Board) -> None:
    assert list(board.in_areas(("Netherlands", "Belgium"))) == ["1235", "1334"]
    assert board.area_of("1335") == "Germany"
    forts = fall().setup("axis").forts
    assert forts["1334"] == forts["1235"] == 2


@pytest.mark.rule("hgw.map.anchor", "hgw.map.port")
def test_ports_of_three_kinds(board: Board) -> None:
    assert board.port_of("1236") == "yard"
    assert board.port_of("0932") == "anchor"
    assert board.port_of("1238") == "port"
    assert board.port_of("1837") == "none"


@pytest.mark.rule("hgw.map.named-hexes")
@pytest.mark.parametrize(
    ("place", "fact", "area"),
    [
        ("0438", "port", "Norway"),
        ("0539", "production", "Sweden"),
        ("0646", "depot", "Soviet Union"),
        ("1548", "depot", "Soviet Union"),
        ("1136", "gate", "Denmark"),
        ("1842", "gate", "Turkey"),
        ("2031", "gate", "Gibraltar"),
        ("2243", "gate", "Egypt"),
        ("2846", "gate", "Eritrea"),
        ("2847", "gate", "Aden"),
        ("2946", "gate", "French Somaliland"),
        ("0942", "capital", "Soviet Union"),
        ("1144", "capital", "Soviet Union"),
        ("1446", "capital", "Soviet Union"),
    ],
)
def test_named_hexes_are_what_the_book_says(board: Board, place: str, fact: str, area: str) -> None:
    said = getattr(board.facts_of(place), fact)
    assert said
    assert said != "none"
    assert board.area_of(place) == area


@pytest.mark.rule("hgw.offmap.boxes", "hgw.offmap.box-members")
def test_a_box_stands_for_a_whole_region(board: Board) -> None:
    named = {name: place for place, name in board.boxes.items()}
    assert named == {
        "United States": "1909",
        "Canada": "1614",
        "French Africa": "2828",
        "British Africa": "4639",
        "India": "2656",
        "Siberia": "Siberia",
    }
    assert [
        board.production_of(named[name]) for name in ("United States", "Canada", "British Africa", "India")
    ] == [
        16,
        4,
        2,
        2,
    ]
    assert board.production_of("2828") == 0
    for inside in ("1810", "3245"):
        absence = board.absence(inside)
        assert absence is not None
        assert absence.why == "box"
    assert fall().room("1909") is None
    assert fall().room("1333") == 10


@pytest.mark.rule("hgw.offmap.by-sea", "hgw.offmap.box-members")
def test_far_boxes_have_no_neighbours_by_land(board: Board) -> None:
    assert not any(board.neighbours(place) for place in ("1909", "1614", "2828", "4639", "2656"))
    assert not board.adjacent("3246", "3245")
    assert not board.adjacent("1909", "1614")


@pytest.mark.rule("hgw.offmap.siberia-box", "hgw.offmap.siberia-borders", "hgw.offmap.one-hex")
def test_siberia_is_one_box_behind_sixteen_hexes(board: Board) -> None:
    borders = board.neighbours("Siberia")
    assert " ".join(borders) == "0250 0450 0550 0650 0750 0850 0950 1050 1150 1250 1350 1450 1550 1650 1750 1850"
    assert all(board.area_of(place) == "Soviet Union" for place in borders)
    assert board.adjacent("Siberia", "1150")
    assert not board.adjacent("Siberia", "1149")
    assert not any(board.area_of(near) in ("Iran", "Afghanistan", "China") for near in board.neighbours("Siberia"))
    assert "1144" in reach(barbarossa(), position(barbarossa()), "soviet", "Siberia")


def test_islands_are_islands(board: Board) -> None:
    """What a ruling in the board file parts is parted, and what it leaves alone is not."""
    world = read("world")
    for pair in ("2847|2946", "3057|3058", "2609|2709", "2350|2451", "3265|3365", "1477|1577"):
        assert not world.adjacent(*pair.split("|")), pair
    assert world.adjacent("1377", "1478")
    assert world.adjacent("3579", "3580")


def test_an_unknown_theatre_is_named() -> None:
    with pytest.raises(DataFileError, match="'moon'"):
        read_board(FOLDER, "moon")
