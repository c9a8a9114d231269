"""Light, dark and high contrast, as the system has it until somebody chooses; patterns for owners; no movement."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import open_board
from tests.browser.conftest import PHONE, SIZES, Newcomer
from tests.browser.people import play_now
from tests.browser.server import Server


def paper(page: Page) -> str:
    """The colour of the page."""
    colour: str = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return colour


def test_the_page_follows_the_system_until_a_theme_is_chosen(server: Server, newcomer: Newcomer) -> None:
    light, dark = paper(newcomer(server)), paper(newcomer(server, dark=True))
    assert light != dark

    page = newcomer(server)
    page.get_by_title("Dark").click()
    assert paper(page) == dark
    page.reload()
    assert paper(page) == dark
    page.get_by_title("Match system").click()
    assert paper(page) == light


def test_the_theme_can_be_chosen_at_the_table(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    before = paper(page)
    play_now(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_title("Dark").click()
    assert paper(page) != before
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()


WHITE, BLACK = "rgb(255, 255, 255)", "rgb(0, 0, 0)"


def test_high_contrast_is_a_choice_and_a_wish_of_the_system(server: Server, newcomer: Newcomer) -> None:
    assert paper(newcomer(server, contrast=True)) == WHITE
    assert paper(newcomer(server, contrast=True, dark=True)) == BLACK

    page = newcomer(server)
    assert paper(page) != WHITE
    page.get_by_title("High contrast").click()
    assert paper(page) == WHITE
    page.reload()
    assert paper(page) == WHITE
    page.get_by_title("Light").click()
    assert paper(page) != WHITE


def patterned(page: Page) -> bool:
    """Whether owners are told by patterns: on the land itself, and by letters behind the names."""
    fill: str = page.locator(".of-ussr .area").first.evaluate("one => getComputedStyle(one).fill")
    letters = page.locator(".paper .worth").filter(has_text="SU").count()
    assert ("url(" in fill) == (letters > 0)
    return letters > 0


@SIZES
def test_patterns_for_owners_come_with_high_contrast_and_by_choice(
    server: Server, newcomer: Newcomer, size: tuple[int, int]
) -> None:
    page = open_board(server, newcomer, size=size).page
    assert not patterned(page)
    page.get_by_role("button", name="Menu").click()
    choice = page.get_by_role("checkbox", name="Owner patterns")
    page.get_by_title("High contrast").click()
    expect(choice).to_be_checked()
    assert patterned(page)
    choice.uncheck()
    assert not patterned(page)
    page.get_by_title("Light").click()
    choice.check()
    page.reload()
    expect(page.locator(".stack").first).to_be_attached()
    assert patterned(page)


WATCH = """() => {
    window.moved = new Set();
    window.places = new Set();
    const paper = document.querySelector('.paper');
    const note = () => {
        for (const { animationName, transitionProperty } of document.getAnimations())
            moved.add(animationName ?? transitionProperty ?? 'flight');
        places.add(paper.style.transform);
        requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
}"""
"""What moves by itself from now on, and where the map lies from picture to picture."""


@pytest.mark.parametrize(
    "motion",
    [
        pytest.param(False, id="reduced"),
        pytest.param(
            True, id="usual", marks=pytest.mark.long("the counter-example: with movement all of it moves")
        ),
    ],
)
def test_nothing_moves_for_who_wants_no_movement(server: Server, newcomer: Newcomer, motion: bool) -> None:
    board = open_board(server, newcomer)
    board.until("ussr", "combat-move")
    page = newcomer(server, f"/t/{board.table}", size=PHONE, motion=motion)  # a spectator: sees what others do
    expect(page.locator(".stack").first).to_be_attached()
    page.evaluate(WATCH)

    page.get_by_role("button", name="Expand panel").click()
    page.get_by_role("button", name="Collapse panel").click()
    page.get_by_role("button", name="Show the whole map").click()
    march = {"do": "move", "units": [{"unit": "infantry", "count": 3}], "path": ["Karelia", "West Russia"]}
    board.act("ussr", march)
    expect(page.locator('button[data-at="Karelia"]')).to_have_text("Karelia, Soviet")
    if motion:
        page.wait_for_function("() => moved.has('flight') && moved.has('height')")
        assert page.evaluate("places.size") > 3
    else:
        page.wait_for_timeout(500)
        assert page.evaluate("[...moved]") == []
        assert page.evaluate("places.size") <= 3
