"""axe-core finds nothing serious on any page, by day and by night."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.browser.people import open_menu, play_now
from tests.browser.server import Server

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


def findings(page: Page) -> list[str]:
    """What axe says is serious, with where it is."""
    # Evaluated by the debugger: the page's own policy would not let a foreign script in.
    page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(
        """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
            .filter(one => ['serious', 'critical'].includes(one.impact))
            .flatMap(one => one.nodes.map(at => `${one.id}: ${at.html.slice(0, 99)} ${at.failureSummary}`))"""
    )
    return found


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/new", "/sign-in", "/sign-up", "/account", "/g/1941", "/nowhere"])
def test_pages(server: Server, newcomer: Newcomer, path: str, dark: bool) -> None:
    page = newcomer(server, path, dark=dark)
    page.wait_for_load_state("networkidle")
    assert findings(page) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_table(server: Server, newcomer: Newcomer, dark: bool, size: tuple[int, int]) -> None:
    page = newcomer(server, dark=dark, size=size)
    play_now(page)
    page.wait_for_load_state("networkidle")
    assert findings(page) == []


def test_the_waiting_room_and_the_dialogs(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "/new")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Start with bots in the free seats").click()
    expect(page.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()
    for item in ("Rules", "Keys", "The dice", "My seats"):
        open_menu(page, item)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert findings(page) == [], item
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).not_to_be_attached()
