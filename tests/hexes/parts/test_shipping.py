"""Shipping areas on the map of the whole world, the lengths of routes, and the points of each side."""

from functools import cache
from random import Random

import msgspec
import pytest

from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load_hexes
from sandtable.hexes.actions import DeployAll, Done, HexAction
from sandtable.hexes.atlas import read_atlas
from sandtable.hexes.board import build_board, read_theatre
from sandtable.hexes.events import HexEvent
from sandtable.hexes.parts.shipping_points import ShippingPoints
from sandtable.hexes.parts.shipping_points.allotting import CloseRoute, OpenSea
from sandtable.hexes.parts.shipping_points.areas import Areas, Ground
from sandtable.hexes.parts.shipping_points.building import BuildShipping
from sandtable.hexes.parts.shipping_points.courses import Courses
from sandtable.hexes.parts.shipping_points.losses import LoadsCounted
from sandtable.hexes.parts.shipping_points.memory import SHIPPING
from sandtable.hexes.sealanes import Blocked, check_route
from sandtable.hexes.state import HexState
from sandtable.hexes.waters import read_waters

GAME = load_hexes("hgw")
WORLD = GAME.worlds["campaign-2"]
PART = ShippingPoints.of(WORLD)
assert PART is not None


@cache
def areas(*only: str) -> Areas:
    """The areas of the whole world, or some of them."""
    assert PART is not None
    folder = GAME.folder
    atlas = read_atlas(folder / "atlas.yaml")
    board = build_board(atlas, read_theatre(folder, "world"))
    terms = PART.settings
    if only:
        terms = msgspec.structs.replace(terms, areas={name: terms.areas[name] for name in only})
    return Areas(terms, board, read_waters(folder, atlas, board.theatre))


def ground(found: Areas, without: str = "", taken: str = "") -> Ground:
    """A side that holds all coasts but some."""
    own = frozenset(found.board.places[: found.board.land]) - set(without.split()) - set(taken.split())
    seas = frozenset(found.board.theatre.seas)
    return Ground(own, own & found.ports, seas, frozenset(taken.split()))


def length(stops: str, *only: str, without: str = "", taken: str = "") -> float | str:
    """The length of a route, or the rule against it."""
    found = areas(*only)
    route = found.route(ground(found, without, taken), tuple(stops.split()))
    return route.rule if isinstance(route, Blocked) else route.length


@pytest.mark.rule("hgw.shipping.route-examples", "hgw.shipping.path-length")
def test_the_example_of_port_moresby() -> None:
    assert length("19107 3679", "United States West Coast") == "shipping.path-length"
    assert length("19107 4580", "Australia East") == 40
    assert length("4580 3679", "Australia North") == 9
    assert length("19107 4580 3679") == 49


@pytest.mark.rule("hgw.shipping.area-cost", "hgw.shipping.route-examples")
def test_the_example_of_japan_and_europe() -> None:
    assert isinstance(length("2077 2560 3058 1332"), float), "three areas: three shipping points a point"
    assert length("2077 1332") == "shipping.area-japan"


@pytest.mark.rule("hgw.shipping.area-western-europe")
def test_from_western_europe() -> None:
    assert length("1332 3058", "Western Europe") == 40
    assert length("1332 3265", "Western Europe") == "shipping.area-western-europe"
    assert length("1332 2038", "Western Europe") == 15
    assert length("1236 4639", "Western Europe") == length("4639 1236", "Western Europe")


@pytest.mark.rule("hgw.shipping.area-us-east", "hgw.shipping.area-waters")
def test_from_the_american_east_coast() -> None:
    assert length("1810 2828", "United States East Coast") == 23
    assert isinstance(length("1708 1131", "United States East Coast"), float), "a port of both countries"
    assert length("1810 2454", "United States East Coast") == "shipping.area-us-east"
    assert length("1810 1934", "United States East Coast") == "shipping.area-waters"
    assert length("1614 1131", "United States East Coast") == "shipping.one-route-one-destination"


@pytest.mark.rule("hgw.shipping.area-western-india")
def test_from_western_india() -> None:
    assert length("2656 1332", "Western India") == 38
    assert length("2560 1332", "Western India") == "shipping.one-route-one-destination"
    assert isinstance(length("2656 2828", "Western India"), float)
    assert length("2656 3134", "Western India") == "shipping.area-western-india", "south of Dakar"


@pytest.mark.rule("hgw.shipping.area-eastern-india")
def test_from_eastern_india() -> None:
    assert isinstance(length("2560 2568", "Eastern India"), float)
    assert length("2560 2077", "Eastern India") == "shipping.area-eastern-india"
    assert isinstance(length("3058 4569", "Eastern India"), float)
    assert isinstance(length("2656 2871", "Eastern India"), float)
    assert length("2656 2878", "Eastern India") == "shipping.area-eastern-india", "Guam"


@pytest.mark.rule("hgw.shipping.area-australia-west")
def test_to_the_west_of_australia() -> None:
    assert isinstance(length("4569 2847", "Australia West"), float)
    assert isinstance(length("4569 4639", "Australia West"), float)
    assert length("4569 2243", "Australia West") == "shipping.area-australia-west", "the Red Sea"
    assert length("4580 2077", "Australia West") == "shipping.area-australia-west"


@pytest.mark.rule("hgw.shipping.area-australia-north")
def test_to_the_north_of_australia() -> None:
    assert length("4580 3679", "Australia North") == 9
    assert isinstance(length("4580 2077", "Australia North"), float)
    assert isinstance(length("4580 2596", "Australia North"), float)
    assert isinstance(length("4569 2656", "Australia North"), float)
    assert length("4580 19107", "Australia North") == "shipping.area-australia-north"


@pytest.mark.rule("hgw.shipping.area-australia-east")
def test_to_the_east_of_australia() -> None:
    assert length("4580 19107", "Australia East") == 40
    assert length("19107 4580", "Australia East") == 40
    assert isinstance(length("4580 3008", "Australia East"), float)
    assert length("4380 19107", "Australia East") == "shipping.one-route-one-destination"


@pytest.mark.rule("hgw.shipping.area-us-west")
def test_from_the_american_west_coast() -> None:
    assert isinstance(length("19107 2596", "United States West Coast"), float)
    assert length("19107 2560", "United States West Coast") == "shipping.area-us-west"
    assert length("21108 3265", "United States West Coast") == 48.5, "column 65"


@pytest.mark.rule("hgw.shipping.area-japan")
def test_from_japan() -> None:
    assert isinstance(length("2077 3679", "Japan"), float)
    assert length("2077 4580", "Japan") == "shipping.area-japan"
    assert isinstance(length("2077 19107", "Japan"), float)
    assert length("2077 2596", "Japan") == "shipping.area-japan", "Hawaii lies beyond Wake"


@pytest.mark.rule("hgw.shipping.cape-town-montevideo", "hgw.shipping.path-length")
def test_two_ports_count_as_major_ones() -> None:
    assert length("1810 4639", "United States East Coast") == 43
    assert length("1810 3637", "United States East Coast") == "shipping.path-length", "a plain port on the way"
    assert length("1810 4616", "United States East Coast") == 34
    found = areas()
    assert found.hub(ground(found, without="4616"), "4616"), "while it is unaligned"
    assert not found.hub(ground(found, taken="4616"), "4616")
    assert length("1332 4639 2242", without="4639 2031") == "shipping.area-cost", "Cape Town must be friendly"


@pytest.mark.rule("hgw.shipping.path-length")
@pytest.mark.parametrize(("start", "major"), [("1332", True), ("1333", False)])
def test_the_longest_routes(start: str, major: bool) -> None:
    """Every port within the limit is reached, and none beyond it."""
    found = areas("Western Europe")
    own = ground(found)
    within = frozenset(found.terms.areas["Western Europe"].waters)
    apart = frozenset(frozenset(pair) for pair in found.terms.areas["Western Europe"].apart)
    courses = Courses(found.waters, start, own.friendly, found.ports, within, apart)
    seen = set()
    for port in sorted(own.ports - {start} - set(found.terms.hubs)):
        path = courses.route(port)
        answer = found.stretch(own, start, port, ())
        if path is None or (isinstance(answer, Blocked) and answer.rule != "shipping.path-length"):
            continue
        limit = 55 if major and found.major(port) else 27
        assert isinstance(answer, Blocked) == (path.length > limit), (port, path.length)
        seen.add((limit, path.length > limit))
    assert {(27, False), (27, True)} <= seen


@pytest.mark.rule("hgw.shipping.path-length")
def test_the_limits_themselves_are_allowed() -> None:
    found = areas("Western Europe")
    own = ground(found)
    for limit, end in ((27, "2645"), (55, "4639")):
        path = found.stretch(own, "1332", end, ())
        assert not isinstance(path, Blocked)
        for least, allowed in ((path.length, True), (path.length - 0.5, False)):
            terms = msgspec.structs.replace(found.terms, long=least, longest=least)
            answer = Areas(terms, found.board, found.waters).stretch(own, "1332", end, ())
            assert isinstance(answer, Blocked) != allowed, limit


@pytest.mark.rule("hgw.shipping.shortest-path")
def test_a_path_is_as_short_as_any_and_legal() -> None:
    found = areas()
    own = ground(found)
    chance = Random(4)
    ports = sorted(own.ports)
    checked = 0
    while checked < 25:
        start, end = chance.sample(ports, 2)
        path = found.stretch(own, start, end, ())
        if isinstance(path, Blocked):
            continue
        checked += 1
        assert path.hexes[-1] == end
        assert check_route(found.waters, start, path.hexes, own.friendly) is None
        assert found.waters.length(path.hexes) == path.length


def begun(scenario: str) -> Record[HexState, HexAction, HexEvent]:
    record = Record.begin(GAME, Setup(scenario, {}, {}), SeededDice.from_seed(1))
    assert not isinstance(record, Refusal)
    return record


@pytest.mark.rule("hgw.shipping.start-amounts")
def test_each_side_allots_its_points_before_the_first_turn() -> None:
    record = begun("campaign-2")
    assert record.pending[0].seat == "axis"
    for action in (DeployAll(), Done()):
        assert not isinstance(record.act("axis", action), Refusal)
    assert (record.state.phase, record.pending[0].seat) == ("setup", "soviet")
    for order in (CloseRoute("soviet Caspian"), OpenSea("Black Sea", "1644", 1), Done()):
        assert not isinstance(record.act("soviet", order), Refusal), order
    for action in (DeployAll(), Done()):
        assert not isinstance(record.act("allied", action), Refusal)
    sides = SHIPPING.of(record.state).sides
    assert {side: own.total for side, own in sides.items()} == {"axis": 3, "soviet": 2, "allied": 6}
    assert sides["soviet"].routes["soviet Black Sea"].points == 2


@pytest.mark.rule("hgw.shipping.cost")
def test_points_are_offered_in_production() -> None:
    record = begun("campaign-2")
    while record.state.phase != "production":
        seat = record.pending[0].seat
        answer = record.act(seat, Done())
        if isinstance(answer, Refusal):
            assert not isinstance(record.act(seat, DeployAll()), Refusal)
    offers = [one for one in GAME.legal(record.state, "axis") if isinstance(one, BuildShipping)]
    assert offers
    before = SHIPPING.of(record.state).sides["axis"].total
    record.act("axis", offers[0])
    assert SHIPPING.of(record.state).sides["axis"].total == before + 1
    assert LoadsCounted in {type(event) for entry in record.entries for event in entry.events}
