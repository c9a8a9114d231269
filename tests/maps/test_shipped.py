"""The shipped maps: touching means adjacent, nothing overlaps, and the file is small."""

import re
from functools import cache
from html import escape
from itertools import combinations
from pathlib import Path

import pytest

from sandtable import games
from sandtable.area.board import Board
from sandtable.core.datafile import read_yaml
from sandtable.maps.check import check
from sandtable.maps.draw import draw, ground, slug
from sandtable.maps.geometry import FILE, UNIT, Geometry, box_around, parse_geometry, read_geometry, write_geometry
from sandtable.maps.picture import opening_of
from sandtable.maps.places import read_places
from sandtable.maps.sizes import LEADING, text_width

ROOT = Path(games.__file__).parent
SHIPPED = sorted(path.parent.name for path in ROOT.glob(f"*/{FILE}"))
LINKS = {"1941": {"canal": 2, "strait": 1, "wrap": 6}}
"""The number of links drawn."""

shipped = pytest.mark.parametrize("name", SHIPPED)
Rectangle = tuple[float, float, float, float]


@cache
def board_of(name: str) -> Board:
    return read_yaml(ROOT / name / "board.yaml", Board)


@cache
def map_of(name: str) -> Geometry:
    return read_geometry(ROOT / name)


def test_there_is_a_map_of_1941() -> None:
    assert "1941" in SHIPPED


@shipped
def test_touching_means_adjacent(name: str) -> None:
    assert [str(difference) for difference in check(board_of(name), map_of(name))] == []


@shipped
def test_links_are_few(name: str) -> None:
    kinds: dict[str, int] = {}
    for link in map_of(name).links:
        kinds[link.kind] = kinds.get(link.kind, 0) + 1
    assert kinds == LINKS.get(name, kinds)
    assert kinds.get("link", 0) <= len(map_of(name).shapes) // 20


@shipped
def test_the_file_is_compact_and_in_its_own_form(name: str) -> None:
    data = (ROOT / name / FILE).read_bytes()
    assert len(data) < 300_000
    assert write_geometry(parse_geometry(data)) == data


@shipped
def test_theatres_are_those_of_the_places_file(name: str) -> None:
    theatres = read_places(ROOT / name / "places.yaml", board_of(name)).theatres
    assert theatres
    shapes = map_of(name).shapes
    assert map_of(name).theatres == {
        theatre: box_around(shapes[space] for space in spaces) for theatre, spaces in theatres.items()
    }


@shipped
def test_no_two_names_or_stacks_overlap(name: str) -> None:
    rooms = {space: _rooms(map_of(name), space) for space in map_of(name).shapes}
    clashes = [
        (a, b) for a, b in combinations(rooms, 2) if any(_overlap(p, q) for p in rooms[a] for q in rooms[b])
    ]
    assert clashes == []


@shipped
def test_every_space_has_its_points_on_the_sheet(name: str) -> None:
    width, height = map_of(name).size
    for space, shape in map_of(name).shapes.items():
        x, y, w, h = shape.stack
        assert shape.label.lines, space
        assert 0 <= x <= x + w <= width, space
        assert 0 <= y <= y + h <= height, space
        assert w >= 40 * UNIT, space
        assert h >= 30 * UNIT, space
        assert _inside(map_of(name), space, shape.centre), space


def _rooms(geometry: Geometry, space: str) -> list[Rectangle]:
    shape = geometry.shapes[space]
    label = shape.label
    wide = max(text_width(line, label.size) for line in label.lines)
    top, bottom = label.y - 0.75 * label.size, label.y + label.size * LEADING * (len(label.lines) - 1)
    x, y, w, h = shape.stack
    return [(label.x - wide / 2, top, label.x + wide / 2, bottom), (x, y, x + w, y + h)]


def _overlap(p: Rectangle, q: Rectangle) -> bool:
    return p[0] < q[2] and q[0] < p[2] and p[1] < q[3] and q[1] < p[3]


def _inside(geometry: Geometry, space: str, point: tuple[int, int]) -> bool:
    """Whether a point is in a space: a ray to the right crosses its rings an odd number of times."""
    x, y = point[0] + 0.25, point[1] + 0.25
    crossings = 0
    for ring in geometry.shapes[space].rings:
        outline = geometry.outline(ring)
        for (x0, y0), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                crossings += 1
    return crossings % 2 == 1


@shipped
def test_the_opening_can_be_drawn(name: str) -> None:
    """Every unit of the set-up is on the map, alone or in a combined marker."""
    pieces = opening_of(board_of(name), ROOT / name)
    assert pieces is not None
    svg = draw(board_of(name), map_of(name), pieces)
    for space, stack in pieces.stacks.items():
        if stack:
            assert f'<g class="stack" data-space="{escape(space)}">' in svg
    assert svg.count("<title>") >= sum(bool(stack) for stack in pieces.stacks.values())


@shipped
def test_the_ground_of_a_page_has_every_space_and_a_colour_for_every_holder(name: str) -> None:
    board = board_of(name)
    svg = ground(board, map_of(name), ["newcomer"])
    spaces = re.findall(r'class="space([^"]*)" data-space="([^"]*)"', svg)
    assert sorted(space for _, space in spaces) == sorted(map(escape, board.spaces))
    for power in {land.owner for land in board.territories.values() if land.owner} | {"newcomer"}:
        assert f"--land-{slug(power)}:light-dark(" in svg
        assert f".of-{slug(power)} .area{{fill:var(--land-{slug(power)})}}" in svg
    assert "<text" not in svg
    used = set(re.findall(r"var\((--[a-z-]+)\)", svg))
    assert used <= set(re.findall(r"(--[a-z-]+):#", svg))


def test_the_halves_of_a_bridge_meet_on_a_repeated_ground() -> None:
    halves = re.findall(
        r'wrap-half"><title>([^<]*)</title><path class="link" d="M([\d.]+) ([\d.]+)h(-?)', ground_of_1941()
    )
    assert len(halves) == 2 * LINKS["1941"]["wrap"]
    by_name: dict[str, set[tuple[str, str, str]]] = {}
    for title, x, y, back in halves:
        by_name.setdefault(title, set()).add((x, y, back))
    for ends in by_name.values():
        assert sorted((x, back) for x, _, back in ends) == [("0", ""), ("4000", "-")]
        assert len({y for _, y, _ in ends}) == 1


def ground_of_1941() -> str:
    return ground(board_of("1941"), map_of("1941"))
