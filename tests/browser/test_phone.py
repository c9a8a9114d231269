"""A phone of 390 points: everything fits, and a thumb reaches it."""

from playwright.sync_api import Page, expect

from tests.browser.board import open_board
from tests.browser.conftest import PHONE, Newcomer
from tests.browser.people import end_phase, laid_out, play_now
from tests.browser.server import Server

TAP = 40
"""Points that a finger needs; less than the 44 of the style sheet, for borders and rounding."""


def fits(page: Page) -> None:
    laid_out(page)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} points too wide"


def test_pages_fit(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "", size=PHONE, touch=True)
    for path in ("/", "/new", "/sign-in", "/sign-up", "/account", "/g/1941"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        fits(page)


def test_pages_fit_for_somebody_who_is_waited_for(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, size=PHONE, touch=True)
    play_now(page)
    for path in ("/", "/account", "/g/1941", "/odds/1941", "/rules/1941", "/results", "/ladder/1941", "/puzzles"):
        page.goto(path)
        expect(page.get_by_role("banner").get_by_text("1", exact=True)).to_be_visible()
        page.wait_for_load_state("networkidle")
        fits(page)


def test_a_turn_on_a_phone(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, size=PHONE, touch=True)
    play_now(page)
    fits(page)
    tabs = page.get_by_role("navigation", name="Table views")
    tabs.get_by_role("button", name="Events").tap()
    expect(page.get_by_role("group", name="What happened")).to_be_visible()
    expect(page.get_by_role("button", name="End Purchase Units")).not_to_be_visible()
    tabs.get_by_role("button", name="Chat").tap()
    expect(page.get_by_label("Write a message")).to_be_visible()
    tabs.get_by_role("button", name="Orders").tap()
    end_phase(page, "Purchase Units", sure=True)
    expect(page.get_by_role("heading", name="Make your combat moves.")).to_be_visible()
    fits(page)


def test_the_sheet_gives_way_to_the_map(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, size=PHONE, touch=True)
    play_now(page)
    board = page.get_by_role("main", name="Map")
    tabs = page.get_by_role("navigation", name="Table views")

    def height() -> float:
        page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")
        box = board.bounding_box()
        assert box is not None
        return box["height"]

    half = height()
    tabs.get_by_role("button", name="Orders").tap()
    low = height()
    tabs.get_by_role("button", name="Orders").tap()
    page.get_by_role("button", name="Expand panel").tap()
    high = height()
    assert low > half > high


def test_what_is_tapped_is_large_enough(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, size=PHONE, touch=True)
    play_now(page)
    laid_out(page)
    names = ("Undo", "Menu", "End Purchase Units", "Orders", "Events", "Chat")
    for name in ("Nothing to undo", *names[1:]):
        box = page.get_by_role("button", name=name).first.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= TAP, (name, box)


def test_a_finger_is_asked_to_tap_and_hits_small_markers(server: Server, newcomer: Newcomer) -> None:
    board = open_board(server, newcomer, size=PHONE, touch=True)
    expect(board.page.locator("rect.grip").first).to_be_attached()
    grips = board.page.locator("rect.grip[data-marker]").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert grips and min(grips) >= TAP - 0.5
    board.until("ussr", "combat-move")
    expect(board.page.get_by_text("Tap units on the map")).to_be_attached()
    expect(board.page.get_by_text("Click ")).to_have_count(0)
