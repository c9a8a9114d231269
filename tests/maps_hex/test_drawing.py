"""The drawing: light enough to pan, nothing over anything else, every country named."""

import gzip
from xml.etree import ElementTree as ET

import pytest

from sandtable.games import BUILT_IN
from sandtable.hexes.atlas import Atlas, read_atlas
from sandtable.maps.hexlabels import overlaps
from sandtable.maps.hexmap import draw_hexes, for_pixels, picture_width
from sandtable.maps.hexnames import NamedHexWindow
from sandtable.maps.hexwindow import crop_of


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return read_atlas(BUILT_IN / "hgw" / "atlas.yaml")


@pytest.fixture(scope="module")
def world(atlas: Atlas) -> str:
    return draw_hexes(atlas)


def test_the_world_is_small_enough_to_pan(world: str) -> None:
    assert len(world) < 800_000
    assert len(gzip.compress(world.encode())) < 160_000
    assert sum(1 for _ in ET.fromstring(world).iter()) < 4_500


def test_the_same_atlas_gives_the_same_bytes(atlas: Atlas) -> None:
    assert draw_hexes(atlas, "europe") == draw_hexes(atlas, "europe")


@pytest.mark.parametrize("crop", ["world", "europe", "pacific"])
def test_no_name_lies_over_another_and_no_country_is_nameless(atlas: Atlas, crop: str) -> None:
    window = NamedHexWindow(atlas, crop)
    assert overlaps(window.labels()) == []
    named = {" ".join(label.lines) for label, _ in window.named.values() if label is not None}
    for area, places in window.members.items():
        shown = [place for place in places if window.whole(place)]
        if shown and area not in window.areas:
            assert any(area in name or name in area for name in named), area


def test_a_name_stays_in_its_hex(atlas: Atlas) -> None:
    for label, _ in NamedHexWindow(atlas, "world").named.values():
        if label is not None:
            assert label.box.right - label.box.left < 174
            assert label.size >= 15


@pytest.mark.parametrize("code", ["1030", "2457", "0924"])
def test_every_hex_of_a_window_has_its_number(atlas: Atlas, code: str) -> None:
    texts = [t.text or "" for t in ET.fromstring(draw_hexes(atlas, "europe")).iter() if t.get("class") == "code"]
    assert any(code in text.split() for text in texts)


def test_numbers_change_where_they_get_longer_and_where_the_world_begins_again(world: str) -> None:
    texts = [t.text or "" for t in ET.fromstring(world).iter() if t.get("class") == "code"]
    first = [text for text in texts if "0150" in text.split() or text.startswith(("01109", "01100"))]
    assert len(first) == 3
    assert all(len({len(code) for code in text.split()}) == 1 for text in texts)


def test_what_is_in_a_hex_is_told_with_its_doubt(atlas: Atlas) -> None:
    window = NamedHexWindow(atlas, "europe")
    told = window.describe(atlas.grid.parse("1432"))
    assert told == "1432 Brest, France; naval yard (proposed)"
    assert 'data-hex="1432"><title>1432 Brest, France; naval yard (proposed)' in draw_hexes(atlas, "europe")


def test_light_dark_and_bare_differ(atlas: Atlas) -> None:
    light = draw_hexes(atlas, "1234-1640")
    assert light != draw_hexes(atlas, "1234-1640", dark=True)
    without_names = draw_hexes(atlas, "1234-1640", without_names=True)
    assert "Berlin</text>" in light
    assert "Berlin</text>" not in without_names
    assert 'class="code"' not in without_names


def test_a_window_may_cross_the_edge_of_the_world(atlas: Atlas) -> None:
    assert crop_of(atlas, "15105-2210").columns == (105, 122)
    drawn = draw_hexes(atlas, "15105-2210")
    assert "San Francisco</text>" in drawn or "Francisco</text>" in drawn
    assert "Chicago</text>" in drawn


@pytest.mark.parametrize("wish", ["asia", "1234", "1640-1234", "9999-1234", ""])
def test_an_unknown_window(atlas: Atlas, wish: str) -> None:
    with pytest.raises(ValueError, match="it is one of world, europe, atlantic, pacific"):
        crop_of(atlas, wish)


def test_pixels_need_no_lengths_of_text(world: str) -> None:
    assert "textLength" in world
    assert "textLength" not in for_pixels(world)
    assert picture_width(world) > 3000
