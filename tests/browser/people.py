"""What people do at the page, by the words they see."""

from playwright.sync_api import Page, expect


def laid_out(page: Page) -> None:
    """Wait until the fonts are there, before anything is measured: other fonts are wider."""
    page.evaluate("document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(done)))")


def play_now(page: Page, side: str = "Allies") -> None:
    """One click, and the game begins."""
    page.get_by_text(side, exact=True).click()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", name="Buy units: 7 IPCs.")).to_be_visible()


def sign_up(page: Page, name: str, password: str = "correct horse") -> None:
    page.goto("/sign-up")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("link", name=f"{name}'s account")).to_be_visible()


def open_menu(page: Page, item: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("navigation", name="Menu").get_by_text(item).click()


def end_phase(page: Page, name: str, sure: bool = False) -> None:
    """End a phase; ``sure``: although something is left."""
    page.get_by_role("button", name=f"End {name}").click()
    if sure:
        page.get_by_role("button", name="End phase anyway").click()
