"""Study: positions changed by hand, branches of games, and what a bot would do."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.board import Board, open_board
from tests.browser.conftest import DESKTOP, PHONE, SIZES, Newcomer
from tests.browser.people import open_menu
from tests.browser.server import Server
from tests.browser.test_access import findings


def study_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Study", exact=True)


def set_up(
    server: Server, newcomer: Newcomer, size: tuple[int, int], dark: bool = False, game: str = "1941"
) -> Board:
    """s study the opening, begun on the page of the game, with the editor open."""
    page = newcomer(server, f"/g/{game}", size=size, touch=size == PHONE, dark=dark)
    page.get_by_role("button", name="Set up a position").click()
    strip = study_of(page)
    strip.get_by_role("button", name="Edit", exact=True).click()
    board = Board(page, server)
    page.wait_for_url(re.compile(r"/t/\w+"))
    board.table = page.url.rsplit("/", 1)[-1]
    expect(page.locator("[data-marker]").first).to_be_attached()
    return board


@SIZES
def test_a_position_is_changed_by_hand(server: Server, newcomer: Newcomer, size: tuple[int, int]) -> None:
    board = set_up(server, newcomer, size)
    page, strip = board.page, study_of(board.page)
    strip.get_by_label("Which space?").select_option("West Russia")
    expect(board.lit("West Russia")).to_be_attached()
    board.marker("Ukraine", "infantry").click()
    expect(strip.get_by_label("Which space?")).to_have_value("Ukraine")
    expect(strip.get_by_label("Owner")).to_have_value("germany")
    tanks = strip.get_by_role("spinbutton", name="tanks")
    had = int(tanks.inner_text())
    strip.get_by_role("button", name="More tanks").click(click_count=2)
    expect(tanks).to_have_text(str(had + 2))
    undo = page.get_by_role("button", name=re.compile("Changed by hand: Germany has"))
    expect(undo).to_be_enabled()
    assert board.units("Ukraine", "germany")["tank"] == had + 2
    strip.get_by_role("button", name="Power", exact=True).click()
    strip.get_by_label("Treasury").fill("44")
    strip.get_by_label("Treasury").press("Enter")
    expect(page.get_by_role("button", name=re.compile("Germany has 44 IPCs"))).to_be_enabled()
    strip.get_by_role("button", name="Turn", exact=True).click()
    strip.get_by_label("Whose turn?").select_option("Germany")
    strip.get_by_role("combobox", name="Phase").select_option("Combat Move")
    strip.get_by_role("button", name="Start here").click()
    expect(page.get_by_role("button", name=re.compile("it is the turn of Germany"))).to_be_enabled()
    assert findings(page) == []
    strip.get_by_role("button", name="Done", exact=True).click()
    expect(page.get_by_text("Your turn: Germany", exact=True)).to_be_visible()
    page.get_by_role("button", name=re.compile("it is the turn of Germany")).click()
    expect(page.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()


def test_an_impossible_change_is_explained(server: Server, newcomer: Newcomer) -> None:
    page = set_up(server, newcomer, DESKTOP).page
    strip = study_of(page)
    strip.get_by_label("Which space?").select_option("Ukraine")
    strip.get_by_label("Owner").select_option("Soviet Union")
    expect(page.get_by_role("region", name="Messages")).to_contain_text("Germany has units in Ukraine.")


@SIZES
def test_hexes_are_changed_by_hand(server: Server, newcomer: Newcomer, size: tuple[int, int]) -> None:
    board = set_up(server, newcomer, size, game="hgw")
    page, strip = board.page, study_of(board.page)
    strip.get_by_label("Which space?").select_option("1144")
    expect(strip.get_by_label("Owner")).to_have_value("soviet")
    strip.get_by_label("Owner").select_option("Axis")
    expect(page.get_by_role("region", name="Messages")).to_contain_text("The army Moscow would be among enemies")
    expect(strip.get_by_label("Owner")).to_have_value("soviet")
    strip.get_by_label("Another army").select_option("West Front")
    points = strip.get_by_role("spinbutton", name="mechanized of West Front")
    strip.get_by_role("button", name="More mechanized of West Front").click(click_count=2)
    expect(points).to_have_text("2")
    expect(
        page.get_by_role("button", name=re.compile("West Front is in Moscow.* with 1 infantry and 2"))
    ).to_be_enabled()
    strip.get_by_role("button", name="Turn", exact=True).click()
    strip.get_by_label("Whose turn?").select_option("Soviet Union")
    strip.get_by_role("combobox", name="Phase").select_option("Production")
    strip.get_by_label("Round").select_option("Winter 1942")
    strip.get_by_role("button", name="Start here").click()
    expect(page.get_by_role("button", name=re.compile("it is the turn of the Soviet Union"))).to_be_enabled()
    assert findings(page) == []
    strip.get_by_role("button", name="Done", exact=True).click()
    expect(page.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()
    state = board._view()["view"]
    assert (state["turn"], state["phase"], state["armies"]["West Front"]["points"]["mechanized"]) == (
        5,
        "production",
        2,
    )


@SIZES
def test_a_bot_says_what_it_would_do_and_it_is_played(
    server: Server, newcomer: Newcomer, size: tuple[int, int]
) -> None:
    board = set_up(server, newcomer, size, dark=True)
    page, strip = board.page, study_of(board.page)
    strip.get_by_role("button", name="Turn", exact=True).click()
    strip.get_by_label("Whose turn?").select_option("Germany")
    strip.get_by_role("combobox", name="Phase").select_option("Combat Move")
    strip.get_by_role("button", name="Start here").click()
    strip.get_by_role("button", name="Done", exact=True).click()
    expect(page.get_by_text("Your turn: Germany", exact=True)).to_be_visible()
    strip.get_by_role("button", name="Advice").click()
    strip.get_by_label("Bot to ask").select_option("easy")
    strip.get_by_role("button", name="What would it do?").click()
    expect(strip.get_by_text("As Germany, the easy bot would:")).to_be_visible()
    expect(strip.get_by_role("listitem").first).to_be_visible()
    expect(page.locator(".arrow.preview").first).to_be_attached()
    assert findings(page) == []
    before = board._view()["number"]
    strip.get_by_role("button", name="Play it").click()
    expect(strip.get_by_role("button", name="What would it do?")).to_have_count(0)
    assert board._view()["number"] > before


def test_a_game_branches_and_one_comes_back(server: Server, newcomer: Newcomer) -> None:
    board = open_board(server, newcomer)
    page, game = board.page, board.table
    board.act("ussr", {"do": "order", "units": {"infantry": 1}})
    expect(page.get_by_role("group", name="What happened")).to_contain_text("buys 1 infantry")
    open_menu(page, "Study this position")
    back = study_of(page).get_by_role("link", name="Back to the game, move 1")
    expect(back).to_have_attribute("href", f"/t/{game}?at=1")
    link = page.url
    expect(study_of(page).get_by_role("button", name="Edit", exact=True)).to_be_visible()

    other = newcomer(server, link)
    theirs = study_of(other)
    expect(theirs).to_contain_text("'s study")
    expect(theirs.get_by_role("button", name="Edit", exact=True)).to_have_count(0)
    theirs.get_by_role("button", name="Study this position").click()
    expect(theirs.get_by_role("button", name="Edit", exact=True)).to_be_visible()
    assert other.url != link
    other.goto("/")
    expect(other.get_by_role("heading", name="Your studies")).to_be_visible()

    back.click()
    page.wait_for_url(re.compile(f"/t/{game}"))
    expect(study_of(page)).to_have_count(0)
