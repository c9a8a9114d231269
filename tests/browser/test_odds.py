"""The page of odds: at home, beside a board, and from a battle on the map."""

import re

from playwright.sync_api import Page, expect

from tests.browser.board import Board
from tests.browser.conftest import PHONE, SIZES, Newcomer
from tests.browser.server import Server
from tests.browser.test_access import findings


def result(page: Page) -> str:
    """What it says, when it has said it."""
    box = page.get_by_role("region", name="Result")
    expect(box).to_have_attribute("aria-busy", "false")
    return box.inner_text()


@SIZES
def test_a_battle_is_set_up_by_tapping(server: Server, newcomer: Newcomer, size: tuple[int, int]) -> None:
    page = newcomer(server, "/odds/1941", size, touch=size == PHONE)
    expect(page.get_by_text("Put units on both sides.")).to_be_visible()
    for _ in range(3):
        page.get_by_role("button", name="One more: infantry, attacker").click()
    page.get_by_role("button", name="More tank, attacker").click()
    page.get_by_role("spinbutton", name="infantry, defender").press("2")
    expect(page.get_by_text("94.4%", exact=True)).to_be_visible()
    assert "Exact" in result(page)
    assert "a=3infantry,1tank&d=2infantry" in page.url
    page.get_by_role("button", name="Swap sides").click()
    expect(page.get_by_text("94.4%", exact=True)).not_to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.get_by_text("Put units on both sides.")).to_be_visible()


def test_a_link_says_it_all(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "/odds/classic?scene=sea&a=3submarine&d=3battleship&at=super-submarines&luck=low")
    first = result(page)
    page.get_by_text("Tactics").click()
    expect(page.get_by_label("Super Submarines").first).to_be_checked()
    expect(page.get_by_label("Low luck")).to_be_checked()
    expect(page.get_by_role("button", name="At sea")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("after this many rounds").fill("1")
    page.wait_for_url(re.compile("after=1"))
    expect(page.get_by_role("region", name="Result")).not_to_have_text(first)
    page.reload()
    expect(page.get_by_role("spinbutton", name="submarine, attacker")).to_have_text("3")
    page.get_by_role("combobox", name="Game").select_option("1941: The World at War")
    expect(page.get_by_role("button", name="Bombing raid")).not_to_be_attached()


def test_raids_and_samples_and_what_makes_no_sense(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "/odds/classic?scene=raid&a=2bomber&d=1antiaircraft_gun")
    expect(page.get_by_text("5.8 IPCs of damage for 5.0 IPCs of bombers").first).to_be_visible()
    page.goto("/odds/1941?a=100infantry,100tank&d=100infantry,100tank")
    expect(page.get_by_text("Estimated from")).to_contain_text("95% confidence")
    page.goto("/odds/1941?a=100infantry,100tank&d=100infantry,100tank&best=1")
    expect(page.get_by_role("region", name="Result")).to_contain_text("too large")


@SIZES
def test_from_the_map_with_both_sides_filled_in(server: Server, newcomer: Newcomer, size: tuple[int, int]) -> None:
    board = Board(newcomer(server, "", size=size, touch=size == PHONE), server).open()
    page = board.page
    board.act("ussr", {"do": "done"})
    board.act(
        "ussr", {"do": "move", "units": [{"unit": "infantry", "count": 6}], "path": ["Russia", "West Russia"]}
    )
    page.get_by_role("link", name="Odds of this battle").click()
    expect(page.get_by_text("in West Russia")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="infantry, attacker")).to_have_text("6")
    expect(page.get_by_role("spinbutton", name="infantry, defender")).to_have_text("3")
    result(page)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.get_by_role("link", name="Odds of this battle")).to_be_visible()


def test_an_attack_with_what_could_come(server: Server, newcomer: Newcomer) -> None:
    board = Board(newcomer(server, ""), server).open()
    board.act("ussr", {"do": "done"})
    board.look("Ukraine")
    board.space("Ukraine").press("i")
    board.page.get_by_role("link", name="Odds of an attack here").click()
    expect(board.page.get_by_text("in Ukraine")).to_be_visible()
    expect(board.page.get_by_role("spinbutton", name="tank, defender")).to_have_text("2")
    assert "%" in result(board.page)


def test_by_night(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "", dark=True)
    for path in ("/odds/1941?a=2tank&d=3infantry", "/rules/1941", "/learn/1941"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert findings(page) == [], path
