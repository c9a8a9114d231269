"""The shapes: what is drawn is what the atlas says."""

import pytest

from sandtable.games import BUILT_IN
from sandtable.hexes.atlas import Atlas, read_atlas
from sandtable.hexes.grid import Hex
from sandtable.maps.hexcheck import differences, drawn
from sandtable.maps.hexcoast import Coast, chains, outline


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return read_atlas(BUILT_IN / "hgw" / "atlas.yaml")


def test_drawn_is_what_leads_over_every_side(atlas: Atlas) -> None:
    assert list(differences(atlas)) == []


def test_the_outline_of_every_hex_is_closed(atlas: Atlas) -> None:
    coast = Coast(atlas)
    for place in atlas.cells:
        edges = coast.edges(place)
        for one, following in zip(edges, [*edges[1:], edges[0]], strict=True):
            assert one.points[-1] == following.points[0], place


def test_neighbours_share_their_sides_exactly(atlas: Atlas) -> None:
    coast = Coast(atlas)
    sides = {(e.points[0], e.points[-1]) for place in atlas.cells for e in coast.edges(place) if e.near}
    for place in atlas.cells:
        for edge in coast.edges(place):
            if edge.near in atlas.cells:
                assert (edge.points[-1], edge.points[0]) in sides, place


def test_inner_sides_are_not_in_the_outline(atlas: Atlas) -> None:
    coast = Coast(atlas)
    one, two = Hex(13, 36), Hex(13, 37)
    alone = outline(coast.edges(one))
    assert alone.count("l") == 6
    assert outline([*coast.edges(one), *coast.edges(two)]).count("l") == 10


def test_a_spit_parts_two_shores(atlas: Atlas) -> None:
    coast = Coast(atlas)
    rome = Hex(17, 37)
    assert atlas.shore(rome, Hex(16, 38)) == {"a"}
    assert atlas.shore(rome, Hex(18, 37)) == {"b"}
    assert drawn(coast, rome, 1) == "both"


def test_a_place_beyond_the_edge_is_drawn_again(atlas: Atlas) -> None:
    coast = Coast(atlas)
    here, again = coast.edges(Hex(10, 1)), coast.edges(Hex(10, 113))
    shift = again[0].points[0][0] - here[0].points[0][0]
    assert abs(shift - 112 * 173.205) < 2
    assert len(here) == len(again)


def test_pieces_are_put_together(atlas: Atlas) -> None:
    coast = Coast(atlas)
    sicily = coast.edges(Hex(19, 37))
    assert [len(chain) for chain in chains(sicily)] == [1]
