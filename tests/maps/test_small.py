"""A small map from places to picture: built, checked, drawn."""

from functools import cache
from itertools import pairwise
from xml.etree import ElementTree as ET

import msgspec
import numpy as np
import pytest

from sandtable.area.board import Board
from sandtable.core.datafile import parse_yaml
from sandtable.maps.build import Built, build
from sandtable.maps.check import check
from sandtable.maps.draw import Group, Pieces, draw
from sandtable.maps.geometry import Geometry, parse_geometry, write_geometry
from sandtable.maps.places import MapLayout, Places, Space, parse_places
from sandtable.maps.projection import Projection
from tests.maps.example import BOARD, BOARD_TEXT, COLUMNS, PLACES_TEXT


def built(text: str = PLACES_TEXT, board: Board = BOARD) -> Built:
    return build(board, parse_places(text, board), text, COLUMNS)


@cache
def example() -> Built:
    return built()


def test_the_example_draws_what_is_adjacent() -> None:
    assert check(BOARD, example().geometry) == []
    assert set(example().geometry.shapes) == set(BOARD.spaces)
    assert example().geometry.links == ()


def test_the_same_places_give_the_same_bytes() -> None:
    assert write_geometry(built().geometry) == write_geometry(example().geometry)


def test_a_geometry_file_is_read_as_it_was_written() -> None:
    data = write_geometry(example().geometry)
    assert write_geometry(parse_geometry(data)) == data


def test_neighbours_share_the_same_lines() -> None:
    geometry = example().geometry
    used: dict[int, int] = {}
    for shape in [*geometry.shapes.values(), *geometry.voids]:
        for ring in shape.rings:
            ends = [geometry.points[n] if n >= 0 else geometry.points[-1 - n][::-1] for n in ring]
            assert all(a[-1] == b[0] for a, b in pairwise([*ends, ends[0]]))
            for n in ring:
                used[max(n, -1 - n)] = used.get(max(n, -1 - n), 0) + 1
    width, height = geometry.size
    for number, line in enumerate(geometry.points):
        on_frame = all(x in (0, width) or y in (0, height) for x, y in line)
        assert used[number] == (1 if on_frame else 2)


def test_an_island_in_no_outline_is_made_where_its_place_is() -> None:
    rock = example().geometry.shapes["Gull Rock"]
    assert rock.medium == "land"
    assert list(example().geometry.borders) and ("East Sea", "Gull Rock") in example().geometry.borders


def test_a_wrong_border_is_reported_with_its_location() -> None:
    text = BOARD_TEXT.replace("[Gull Rock, Highlands, Lowlands, West Sea]", "[Gull Rock, Highlands, Lowlands]")
    board = parse_yaml(text.replace("[Highlands, Lowlands, East Sea]", "[Highlands, Lowlands]"), Board, "board")
    wrong = built(board=board)
    (difference,) = check(board, wrong.geometry)
    assert (difference.kind, difference.a, difference.b) == ("touching", "East Sea", "West Sea")
    lon, lat, _ = wrong.where("East Sea", "West Sea")
    assert 3 < lon < 10
    assert abs(lat) > 3


def test_neighbours_that_do_not_touch_are_reported() -> None:
    board = msgspec.structs.replace(
        BOARD,
        territories={
            name: msgspec.structs.replace(land, neighbours=(*land.neighbours, "Lowlands"))
            if name == "Gull Rock"
            else msgspec.structs.replace(land, neighbours=(*land.neighbours, "Gull Rock"))
            if name == "Lowlands"
            else land
            for name, land in BOARD.territories.items()
        },
    )
    found = check(board, example().geometry)
    assert [(d.kind, d.a, d.b) for d in found] == [("apart", "Gull Rock", "Lowlands")]
    assert example().between("Gull Rock", "Lowlands") == ["East Sea"]
    linked = built(PLACES_TEXT + "links: [{between: [Gull Rock, Lowlands]}]\nvoid: {}\n", BOARD)
    assert [link.kind for link in linked.geometry.links] == ["link"]
    assert check(board, linked.geometry) == []


@pytest.mark.parametrize(
    ("before", "after", "line", "message"),
    [
        ("Highlands: [[8, 2]]", "Hihglands: [[8, 2]]", 5, "the board has no space 'Hihglands'"),
        ("  Lowlands: [[9, -2]]\n", "", 4, "Lowlands has no place"),
        ("Lowlands: [[9, -2]]", "Lowlands: [[8, 2]]", 6, "Lowlands and Highlands have the same place [8.0, 2.0]"),
        ("Lowlands: [[9, -2]]", "Lowlands: [[18, -4]]", 6, "Lowlands: [18, -4] lies on water"),
        ("West Sea: [[2, 0]]", "West Sea: [[9, 0]]", 9, "West Sea: [9, 0] lies on land"),
        ("West Sea: [[2, 0]]", "West Sea: [[50, 0]]", 9, "West Sea: [50, 0] is off the sheet"),
        ("West Sea: [[2, 0]]", "West Sea: [[2, 99]]", 9, "is not a longitude (-180 to 180) and a latitude"),
        ("West Sea: [[2, 0]]", "West Sea: [[2, 0, 3]]", 9, "a place is two numbers, a line is a list of places"),
        ("West Sea: [[2, 0]]", "West Sea: []", 9, "West Sea has no place"),
        ("spaces:\n", "theatres: {East: [Higlands]}\nspaces:\n", 4, "the board has no space 'Higlands'"),
        ("spaces:\n", "theatres: {East: []}\nspaces:\n", 4, "the theatre 'East' has no space"),
    ],
)
def test_mistakes_are_reported_with_their_line(before: str, after: str, line: int, message: str) -> None:
    assert before in PLACES_TEXT
    text = PLACES_TEXT.replace(before, after)
    with pytest.raises(Exception, match=r"places\.yaml, line") as caught:
        built(text)
    assert any(f"line {line}: " in told and message in told for told in str(caught.value).splitlines())


def test_a_theatre_covers_its_spaces() -> None:
    geometry = built(PLACES_TEXT + "theatres: {The north: [Highlands, West Sea]}\n").geometry
    left, top, width, height = geometry.theatres["The north"]
    for name in ("Highlands", "West Sea"):
        x, y, w, h = geometry.shapes[name].stack
        assert left <= x <= x + w <= left + width
        assert top <= y <= y + h <= top + height
    assert geometry.theatres == parse_geometry(write_geometry(geometry)).theatres


def test_places_and_lines_are_both_read() -> None:
    places = parse_places(PLACES_TEXT.replace("[[2, 0]]", "{at: [[[2, 0], [2, 3]]], name: West}"), BOARD)
    assert places.space("West Sea") == Space(at=(((2.0, 0.0), (2.0, 3.0)),), name="West")


def test_magnifying_never_folds_and_keeps_the_edges() -> None:
    sheet = msgspec.convert({"magnify": [{"at": [10, 50], "radius": 20, "times": 6}]}, MapLayout)
    projection = Projection(sheet)
    x, y = np.meshgrid(np.linspace(1, projection.width - 1, 300), np.linspace(1, projection.height - 1, 150))
    new_x, new_y = projection.stretch(x, y)
    area = np.gradient(new_x, axis=1) * np.gradient(new_y, axis=0) - np.gradient(new_x, axis=0) * np.gradient(
        new_y, axis=1
    )
    assert area.min() > 0
    back_x, back_y = projection.unstretch(new_x, new_y)
    assert np.abs(back_x - x).max() < 6
    assert np.abs(back_y - y).max() < 6
    edge_x, _ = projection.stretch(np.array([0.0, projection.width]), np.array([500.0, 500.0]))
    assert edge_x.tolist() == [0.0, projection.width]


def test_the_drawing_is_xml_with_every_space_once() -> None:
    pieces = Pieces({"Lowlands": "uk"}, {"Highlands": (Group("uk", "infantry", 3), Group("uk", "tank", 1))})
    for dark in (False, True):
        root = ET.fromstring(draw(BOARD, example().geometry, pieces, dark=dark))
        groups = [g for g in root.iter("{http://www.w3.org/2000/svg}g") if "space" in g.get("class", "").split()]
        assert sorted(g.get("data-space", "") for g in groups) == sorted(BOARD.spaces)
        held = {g.get("data-space"): g.get("class", "") for g in groups}
        assert "of-uk" in held["Lowlands"]
        texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
        assert "3" in texts and "Highlands" in texts


def test_an_empty_places_file_is_handled() -> None:
    assert isinstance(example().geometry, Geometry)
    with pytest.raises(Exception, match="spaces"):
        parse_places("sheet: {north: 3}", BOARD)
    assert Places(spaces={}).links == ()
