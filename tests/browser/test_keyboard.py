"""Without a mouse: from the lobby through a phase and back."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomer
from tests.browser.people import play_now
from tests.browser.server import Server


def tab_to(page: Page, role: str, name: str, most: int = 60) -> None:
    """Press Tab until this has the focus, and see that the focus shows."""
    target = page.locator("*:focus").and_(page.get_by_role(role, name=name))  # type: ignore[arg-type]
    for _ in range(most):
        page.keyboard.press("Tab")
        if target.count():
            outline = target.evaluate("one => getComputedStyle(one).outlineStyle")
            assert outline not in ("none", ""), f"{name} does not show that it has the focus"
            return
    raise AssertionError(f"Tab does not reach {name}")


def test_a_game_is_begun_and_a_phase_played_by_keys_alone(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    tab_to(page, "button", "Play now")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()

    page.keyboard.press("d")
    expect(page.get_by_role("dialog", name="End Purchase Units?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).not_to_be_attached()
    page.keyboard.press("d")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Send your attacks on their way.")).to_be_visible()

    page.keyboard.press("u")
    expect(page.get_by_role("heading", name="Order new units")).to_be_visible()


def test_the_menu_opens_closes_and_gives_the_focus_back(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    tab_to(page, "button", "Menu", most=400)
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Rules")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("navigation", name="Menu")).not_to_be_attached()
    expect(page.get_by_role("button", name="Menu")).to_be_focused()


def test_keys_lead_to_the_parts_of_the_table_and_letters_stay_letters(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    page.keyboard.press("4")
    expect(page.get_by_label("Say something").or_(page.get_by_label("To", exact=True)).first).to_be_visible()
    page.get_by_label("Say something").focus()
    page.keyboard.type("dud? 123 u")
    expect(page.get_by_label("Say something")).to_have_value("dud? 123 u")
    expect(page.get_by_role("dialog")).not_to_be_attached()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Talk")).to_contain_text("dud? 123 u")


def test_the_list_of_keys_is_a_key_away(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Undo")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).not_to_be_attached()


def test_turns_are_said_aloud(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    said = page.get_by_role("status").filter(has_text="It is your turn")
    expect(said).to_contain_text("It is your turn: Soviet Union. Order new units")
