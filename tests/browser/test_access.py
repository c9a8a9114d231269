"""axe-core finds nothing on any page: by day, by night and in high contrast, on a desk and in a hand."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.browser.people import open_menu, play_now
from tests.browser.server import Server

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
PAGES = ("/", "/new", "/sign-in", "/sign-up", "/account", "/g/1941", "/puzzles", "/nowhere", "/t/nowhere")
LOOKS = {
    "light": {},
    "dark": {"dark": True},
    "contrast": {"contrast": True},
}

SIZES = {"desktop": DESKTOP, "phone": PHONE}


def looks(*here: str) -> pytest.MarkDecorator:
    """These looks, such as ``dark-phone``, and all others in ``make soak``."""
    soak = pytest.mark.long("every look at every size")
    return pytest.mark.parametrize(
        ("look", "size"),
        [
            pytest.param(look, SIZES[size], id=name, marks=() if name in here else soak)
            for look in LOOKS
            for size in SIZES
            for name in [f"{look}-{size}"]
        ],
    )


def findings(page: Page) -> list[str]:
    """What axe finds, with where it is."""
    # Evaluated by the debugger: the page's own policy would not let a foreign script in.
    page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(
        """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
            .flatMap(one => one.nodes.map(at => `${one.id}: ${at.html.slice(0, 99)} ${at.failureSummary}`))"""
    )
    return found


@looks("light-desktop")
def test_pages(server: Server, newcomer: Newcomer, look: str, size: tuple[int, int]) -> None:
    page = newcomer(server, size=size, **LOOKS[look])
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert findings(page) == [], path


@looks("light-desktop", "dark-phone")
def test_the_table_with_its_menu(server: Server, newcomer: Newcomer, look: str, size: tuple[int, int]) -> None:
    page = newcomer(server, size=size, **LOOKS[look])
    play_now(page)
    page.wait_for_load_state("networkidle")
    assert findings(page) == []
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("navigation", name="Menu")).to_be_visible()
    assert findings(page) == []


@looks("contrast-phone")
def test_the_waiting_room_and_the_dialogs(
    server: Server, newcomer: Newcomer, look: str, size: tuple[int, int]
) -> None:
    page = newcomer(server, "/new", size=size, **LOOKS[look])
    page.get_by_role("button", name="Open table").click()
    expect(page.get_by_role("heading", name="Invite link")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Fill empty seats with bots and start").click()
    expect(page.get_by_role("button", name="End Purchase Units")).to_be_visible()
    for item in ("Rules", "Keyboard shortcuts", "Dice", "My seats"):
        open_menu(page, item)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert findings(page) == [], item
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).not_to_be_attached()
    page.get_by_role("button", name="End Purchase Units").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert findings(page) == []
