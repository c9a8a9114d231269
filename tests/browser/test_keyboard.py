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
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).not_to_be_attached()
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Keep playing")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).not_to_be_attached()
    expect(page.get_by_role("heading", name="Buy units")).to_be_visible()
    page.keyboard.press("d")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="End phase anyway")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Make your combat moves.")).to_be_visible()

    page.keyboard.press("u")
    expect(page.get_by_role("heading", name="Buy units")).to_be_visible()


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
    expect(page.get_by_label("Write a message").or_(page.get_by_label("To", exact=True)).first).to_be_visible()
    page.get_by_label("Write a message").focus()
    page.keyboard.type("dud? 123 u")
    expect(page.get_by_label("Write a message")).to_have_value("dud? 123 u")
    expect(page.get_by_role("dialog")).not_to_be_attached()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Chat")).to_contain_text("dud? 123 u")


def test_a_key_moves_the_focus_before_the_next_key(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "")
    page.add_init_script(
        "const timer = setTimeout; setTimeout = (what, wait, ...rest) => timer(what, wait || 60_000, ...rest)"
    )
    page.goto("/")
    play_now(page)
    page.keyboard.press("4")
    page.keyboard.type("at once")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Chat")).to_contain_text("at once")
    page.keyboard.press("Escape")
    page.keyboard.press("3")
    expect(page.get_by_role("searchbox", name="Search the log")).to_be_focused()


def test_the_list_of_keys_is_a_key_away(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Undo")
    legend = page.get_by_role("dialog").locator("dl.legend")
    expect(legend).to_contain_text("A/D/M")
    expect(legend).to_contain_text("Movement points it takes to go there")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).not_to_be_attached()


def test_a_slash_finds_a_space_from_anywhere(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Find a space by name")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.get_by_role("combobox", name="Find a space")).to_be_focused()
    page.keyboard.type("Karelia")
    page.keyboard.press("Enter")
    expect(page.locator('button[data-at="Karelia"]')).to_be_focused()


def test_turns_are_said_aloud(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    said = page.get_by_role("status").filter(has_text="It's your turn")
    expect(said).to_contain_text("It's your turn: Soviet Union. Buy units")
