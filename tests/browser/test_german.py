"""The page in German: as the browser wants it, or by choice, without losing the place."""

from playwright.sync_api import Page, expect

from tests.browser.board import open_board
from tests.browser.conftest import SIZES, Newcomer
from tests.browser.server import Server
from tests.browser.test_access import findings


def language(page: Page) -> str:
    """What the page says it speaks."""
    said: str = page.evaluate("document.documentElement.lang")
    return said


def german_files(page: Page) -> list[str]:
    """Files of German texts that the page has fetched."""
    found: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map(one => one.name).filter(one => /\\/de-[^/]*\\.js/.test(one))"
    )
    return found


@SIZES
def test_a_german_browser_gets_a_german_page(server: Server, newcomer: Newcomer, size: tuple[int, int]) -> None:
    page = newcomer(server, language="de-AT", size=size)
    expect(page.get_by_role("heading", name="Der Tisch ist bereit")).to_be_visible()
    assert language(page) == "de"
    page.get_by_text("Achse", exact=True).click()
    expect(page.get_by_text("Deutschland und Japan")).to_be_visible()
    assert findings(page) == []
    page.get_by_text("Alliierte", exact=True).click()
    page.get_by_role("button", name="Jetzt spielen").click()
    expect(page.get_by_role("heading", name="Einheiten kaufen: 7 IPC.")).to_be_visible()
    expect(page.get_by_role("button", name="„Einkauf“ beenden")).to_be_visible()
    expect(page.get_by_role("button", name="Mehr Schlachtschiff")).to_be_attached()
    assert findings(page) == []
    page.goto("/")
    expect(page.get_by_text("Runde 1, Sowjetunion, Einkauf · Du bist am Zug")).to_be_visible()


def test_who_reads_english_fetches_no_german(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, language="fr-FR")
    expect(page.get_by_role("heading", name="The table is set")).to_be_visible()
    assert (language(page), german_files(page)) == ("en", [])
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.get_by_role("heading", name="Der Tisch ist bereit")).to_be_visible()
    assert (language(page), len(german_files(page))) == ("de", 1)
    page.reload()
    expect(page.get_by_role("heading", name="Der Tisch ist bereit")).to_be_visible()


def test_a_change_of_language_leaves_an_order_in_progress_alone(server: Server, newcomer: Newcomer) -> None:
    board = open_board(server, newcomer)
    board.until("ussr", "combat-move")
    board.look("Karelia")
    board.marker("Karelia", "infantry").click()
    expect(board.hand).to_be_visible()
    camera = board.camera()
    page = board.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("Deutsch")
    page.get_by_label("Sprache").press("Escape")
    expect(page.get_by_role("navigation", name="Menü")).not_to_be_attached()
    expect(page.get_by_role("heading", name="Mach deine Kampfzüge.")).to_be_visible()
    hand = page.get_by_role("region", name="Gewählte Einheiten")
    expect(hand).to_be_visible()
    expect(hand.get_by_role("button", name="Weniger Infanterie")).to_be_visible()
    assert board.camera() == camera
