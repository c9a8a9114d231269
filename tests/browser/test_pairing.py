"""Quick pairing: two people who want the same game meet."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomer
from tests.browser.server import Server


def look_for_an_opponent(page: Page, side: str) -> None:
    page.get_by_role("button", name="Find an opponent").click()
    dialog = page.get_by_role("dialog", name="Find an opponent")
    dialog.get_by_label("Play as").select_option(side)
    dialog.get_by_role("button", name="Find an opponent").click()
    page.wait_for_url(re.compile("/t/"))


def test_two_who_look_for_an_opponent_meet(server: Server, newcomer: Newcomer) -> None:
    first, second = newcomer(server), newcomer(server)
    look_for_an_opponent(first, "Allies")
    expect(first.get_by_text("Looking for an opponent.")).to_be_visible()
    expect(first.get_by_role("button", name="Start")).to_be_visible()
    look_for_an_opponent(second, "Either side")
    expect(first.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()
    expect(second.get_by_role("main", name="Map")).to_be_visible()
    assert second.url == first.url


def test_a_bot_is_offered_to_somebody_who_has_waited_for_a_minute(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "")
    page.clock.install()
    page.goto("/")
    page.get_by_role("combobox", name="Game").select_option("classic")  # nobody else looks for this one
    look_for_an_opponent(page, "Axis")
    status = page.get_by_role("status").filter(has_text="Looking for an opponent.")
    expect(status).to_contain_text("Keep this page open.")
    page.clock.fast_forward(61_000)
    expect(status).to_contain_text("start against a bot below")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("main", name="Map")).to_be_visible()
    expect(page.get_by_role("list", name="Phases this turn")).to_be_visible()
