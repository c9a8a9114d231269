"""Puzzles: today's in the lobby, solved on the real map, the verdict with the solution, and the rating."""

import re
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

from sandtable.puzzles import collection
from sandtable.puzzles.puzzle import Puzzle
from tests.browser.board import Board
from tests.browser.conftest import DESKTOP, PHONE, SIZES, Newcomer
from tests.browser.server import Server
from tests.browser.test_access import findings


def strip(page: Page) -> Locator:
    return page.get_by_role("region", name="Puzzle", exact=True)


def orders(puzzle: Puzzle) -> list[dict[str, Any]]:
    return [msgspec.json.decode(raw) for raw in puzzle.solution]


def opened(page: Page, server: Server) -> tuple[Board, Puzzle]:
    """The puzzle that the page has just started."""
    page.wait_for_url(re.compile(r"/t/\w+"))
    board = Board(page, server)
    board.table = page.url.rsplit("/", 1)[-1]
    asked = page.request.get(f"/api/tables/{board.table}/puzzle").json()["puzzle"]
    board.game = asked["game"]
    expect(page.locator("[data-marker]").first).to_be_attached()
    return board, collection.every()[asked["id"]]


@SIZES
def test_the_daily_puzzle_is_solved_on_the_map(server: Server, newcomer: Newcomer, size: tuple[int, int]) -> None:
    page = newcomer(server, "/", size=size, touch=size == PHONE)
    daily = page.get_by_role("region", name="Puzzle of the day")
    daily.get_by_role("button", name="Solve it").click()
    board, puzzle = opened(page, server)
    panel = strip(page)
    check = panel.get_by_role("button", name="Check answer")
    expect(check).to_be_enabled()
    expect(page.get_by_role("button", name=re.compile("^End "))).to_have_count(0)  # it ends with the answer
    expect(panel.get_by_role("button", name="Start over")).to_have_count(0)
    expect(page.get_by_text("Changed by hand")).to_have_count(0)
    assert findings(page) == []
    for order in orders(puzzle):
        board.act(puzzle.seat, order)
    expect(panel.get_by_role("button", name="Start over")).to_be_visible()
    check.click()
    expect(panel.get_by_text("Right!", exact=True)).to_be_visible()
    expect(panel.get_by_text(re.compile(r"Your rating: 1500 → 1[5-9]\d\d"))).to_be_visible()
    expect(panel.get_by_role("listitem").first).to_be_visible()
    assert findings(page) == []
    page.goto("/puzzles")
    done = page.get_by_role("link", name=re.compile("solved.*1500 →"))
    expect(done).to_be_visible()
    assert findings(page) == []


def test_an_answer_on_the_map_is_judged_and_the_solution_is_shown(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "/puzzles", size=DESKTOP)
    page.get_by_role("button", name="Next puzzle").click()
    board, puzzle = opened(page, server)
    panel = strip(page)
    move = next(one for one in orders(puzzle) if one["do"] == "move")
    start, end, unit = move["path"][0], move["path"][-1], move["units"][0]["unit"]
    board.look(start)
    board.marker(start, unit, puzzle.seat).click()
    expect(board.hand).to_be_visible()
    board.look(end)
    page.keyboard.press("Enter")  # the order is given where the focus is
    expect(board.moves().first).to_be_visible()
    panel.get_by_role("button", name="Check answer").click()
    expect(panel.get_by_text(re.compile(r"^Your moves: .* The best: "))).to_be_visible()
    shown = panel.get_by_role("checkbox", name="Show the solution on the map")
    expect(shown).to_be_checked()
    arrows = page.locator("svg .arrow")
    expect(arrows.nth(1)).to_be_attached()
    both = arrows.count()
    shown.uncheck()
    expect(arrows).not_to_have_count(both)
    assert arrows.count() < both
    expect(panel.get_by_role("table", name="Battles by the odds")).to_be_visible()
    panel.get_by_role("button", name="Start over").click()
    expect(board.moves()).to_have_count(0)
    for order in orders(puzzle):
        board.act(puzzle.seat, order)
    panel.get_by_role("button", name="Check again").click()
    expect(panel.get_by_text("Right!", exact=True)).to_be_visible()
    expect(panel.get_by_text("Only your first answer counts towards your rating.")).to_be_visible()
    page.reload()
    expect(panel.get_by_text(re.compile("You missed it|You came close|You solved it"))).to_be_visible()
    had = page.url
    panel.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(had)
    expect(panel.get_by_role("button", name="Check answer")).to_be_visible()


def test_puzzles_in_german_and_in_the_dark(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "/puzzles", size=PHONE, touch=True, dark=True, language="de-DE")
    expect(page.get_by_role("heading", name="Rätsel", exact=True)).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Lösen").click()
    panel = page.get_by_role("region", name="Rätsel", exact=True)
    panel.get_by_role("button", name="Antwort prüfen").click()
    expect(panel.get_by_text("Das ist es nicht")).to_be_visible()
    expect(panel.get_by_text(re.compile(r"Deine Züge: 0"))).to_be_visible()
    assert "NaN" not in panel.inner_text()
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_somebody_elses_puzzle_leads_to_ones_own(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "/puzzles")
    page.get_by_role("button", name="Solve it").click()
    board, puzzle = opened(page, server)
    other = newcomer(server, f"/t/{board.table}")
    other.get_by_role("button", name="Solve it yourself").click()
    expect(strip(other).get_by_role("button", name="Check answer")).to_be_visible()
    mine, same = opened(other, server)
    assert (mine.table != board.table, same) == (True, puzzle)
