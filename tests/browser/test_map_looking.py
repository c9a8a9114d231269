"""Looking at the map: nearer and farther, here and there, by mouse, finger and keys; what a space tells."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.board import Board, open_board
from tests.browser.conftest import PHONE, Newcomer
from tests.browser.server import Server


@pytest.fixture
def board(server: Server, newcomer: Newcomer) -> Board:
    return open_board(server, newcomer)


def test_buttons_keys_and_the_wheel_zoom(board: Board) -> None:
    page = board.page
    start = board.camera()[2]
    page.get_by_role("button", name="Zoom in").click()
    near = board.camera()[2]
    assert near > start * 1.3
    page.get_by_role("button", name="Zoom out").click()
    assert board.camera()[2] == pytest.approx(start)

    board.map.focus()
    page.keyboard.press("+")
    assert board.camera()[2] > start * 1.2
    page.keyboard.press("-")
    assert board.camera()[2] == pytest.approx(start)

    board.map.hover()
    page.mouse.wheel(0, -400)
    page.wait_for_function(
        "k => new DOMMatrix(getComputedStyle(document.querySelector('.paper')).transform).a > k", arg=start * 1.3
    )
    board.map.focus()
    page.keyboard.press("0")
    size = board.map.bounding_box()
    assert size is not None
    assert board.camera()[2] == pytest.approx(size["width"] / 4000, rel=0.01)


def test_a_drag_and_the_arrow_keys_move_it(board: Board) -> None:
    page = board.page
    left, top, scale = board.camera()
    page.get_by_role("button", name="Zoom in").click()
    left, top, scale = board.camera()
    size = board.map.bounding_box()
    assert size is not None
    x, y = size["x"] + 260, size["y"] + size["height"] - 240
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 30, steps=5)
    page.mouse.up()
    assert board.camera() == pytest.approx((left + 60, top - 30, scale))
    board.map.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    assert board.camera() == pytest.approx((left + 60 - 80, top - 30 + 80, scale))


def test_a_double_click_comes_nearer(board: Board) -> None:
    start = board.camera()[2]
    board.map.dblclick(position={"x": 500, "y": 560})
    assert board.camera()[2] == pytest.approx(start * 2, rel=0.05)


def test_the_map_goes_round_the_world(board: Board) -> None:
    board.look("Eastern United States")
    window = board.map.bounding_box()
    assert window is not None
    west = board.page.locator('[data-space="Western United States"][data-marker*="infantry"]')
    inside = [
        box
        for one in west.all()
        if (box := one.bounding_box()) and window["x"] <= box["x"] <= window["x"] + window["width"]
    ]
    east = board.marker("Eastern United States", "infantry").bounding_box()
    assert inside and east
    assert inside[0]["x"] < east["x"]


def test_a_theatre_and_the_minimap_lead_elsewhere(board: Board) -> None:
    page = board.page
    page.get_by_label("Show…").select_option(label="Asia and the Pacific")
    expect(board.marker("Japan", "infantry")).to_be_in_viewport()
    expect(board.marker("Australia", "infantry")).to_be_in_viewport()
    before = board.camera()
    page.locator(".minimap").click(position={"x": 60, "y": 30})
    assert board.camera()[0] > before[0]


def test_a_card_tells_of_the_space_under_the_pointer(board: Board) -> None:
    board.marker("Ukraine", "tank").hover()
    card = board.page.get_by_role("tooltip")
    expect(card.get_by_role("heading", name="Ukraine")).to_be_visible()
    expect(card).to_contain_text("Germany")
    expect(card).to_contain_text("worth 1")
    expect(card).to_contain_text("3 infantry")
    expect(card).to_contain_text("Can be attacked by")
    expect(card).to_contain_text(re.compile(r"Soviet Union strength \d+"))
    expect(card).to_contain_text("Defence here: 12")


def test_a_click_pins_the_card(board: Board) -> None:
    board.marker("Ukraine", "tank").click()
    card = board.page.get_by_role("region", name="Ukraine")
    expect(card).to_contain_text("2 tanks")
    card.get_by_role("button", name="Close").click()
    expect(card).not_to_be_attached()


def test_every_space_has_a_name_for_who_listens(board: Board) -> None:
    expect(board.space("Ukraine")).to_have_accessible_name("Ukraine, German, 3 infantry, 2 tanks")
    expect(board.space("Sweden")).to_have_accessible_name("Sweden, neutral")
    expect(board.space("Sea Zone 4")).to_have_accessible_name("Sea Zone 4, Soviet 1 submarine")
    assert board.page.locator("button[data-at]").count() == 71 + 49


def test_colours_follow_who_holds_a_territory_and_the_theme(board: Board) -> None:
    ground = board.page.locator('.ground [data-space="Soviet Far East"]').first
    expect(ground).to_have_class(re.compile("of-ussr"))
    board.until("japan", "combat-move")
    load = {"zone": "Sea Zone 45", "territory": "Japan", "unit": "infantry"}
    path = ["Sea Zone 45", "Sea Zone 47"]
    voyage = {"do": "voyage", "transport": {"unit": "transport"}, "path": path, "loads": [load]}
    board.act("japan", {**voyage, "land": "Soviet Far East"})
    board.until("japan", "noncombat-move")
    expect(ground).to_have_class(re.compile("of-japan"))
    fill = "one => getComputedStyle(one.querySelector('.area')).fill"
    light = ground.evaluate(fill)
    board.page.emulate_media(color_scheme="dark")
    assert ground.evaluate(fill) != light


def test_the_page_keeps_to_its_own_policy(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    board = Board(page, server).open()
    board.until("ussr", "combat-move")
    board.marker("Karelia", "infantry").click()
    expect(board.hand).to_be_visible()
    board.look("Eastern United States")
    expect(page.locator(".ground > svg")).to_have_count(2)
    assert complaints == []


def test_a_tap_on_a_phone_shows_the_card(server: Server, newcomer: Newcomer) -> None:
    board = open_board(server, newcomer, size=PHONE, touch=True)
    board.marker("West Russia", "infantry").tap()
    card = board.page.get_by_role("region", name="West Russia")
    expect(card).to_contain_text("3 infantry")
    expect(card).to_contain_text("Can be attacked by")


SCALE = "new DOMMatrix(getComputedStyle(document.querySelector('.paper')).transform).a"
OPEN_MAP = """() => {
  const open = (x, y) => document.elementFromPoint(x, y)?.closest('[role=application]');
  for (let y = innerHeight; y > 0; y--) if ([100, 150, 230, 280].every((x) => open(x, y))) return y;
}"""
"""How far down a finger finds the map, and nothing over it."""


def test_two_fingers_zoom(server: Server, newcomer: Newcomer) -> None:
    board = open_board(server, newcomer, size=PHONE, touch=True)
    start = board.camera()[2]
    session = board.page.context.new_cdp_session(board.page)

    def touch(kind: str, *spots: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(spots)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    y = board.page.evaluate(OPEN_MAP)
    touch("touchStart", (150, y), (230, y))
    for n in range(1, 6):
        touch("touchMove", (150 - 8 * n, y), (230 + 8 * n, y))
    touch("touchEnd")
    board.page.wait_for_function(f"() => {SCALE} > {start * 1.8}")
    assert board.camera()[2] == pytest.approx(start * 2, rel=0.1)
