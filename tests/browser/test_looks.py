"""Light and dark: as the system has it, until somebody chooses."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomer
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
    page.get_by_title("As the system").click()
    assert paper(page) == light


def test_the_theme_can_be_chosen_at_the_table(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    before = paper(page)
    play_now(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_title("Dark").click()
    assert paper(page) != before
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
