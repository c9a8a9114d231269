"""The rulebook: contents, search, links by rule, and what was agreed on at a table."""

import re

from playwright.sync_api import expect

from tests.browser.board import POWERS, Board
from tests.browser.conftest import PHONE, SIZES, Newcomer
from tests.browser.people import end_phase
from tests.browser.server import Server
from tests.browser.test_access import findings


@SIZES
def test_contents_search_and_links(server: Server, newcomer: Newcomer, size: tuple[int, int]) -> None:
    page = newcomer(server, "/rules/classic", size, touch=size == PHONE)
    expect(page.get_by_text("408 rules, 149 rulings")).to_be_visible()
    contents = page.get_by_role("navigation", name="Contents")
    if size == PHONE:
        contents.get_by_text("Contents").click()
    contents.get_by_role("link", name="Bombing raids").click()
    expect(page.get_by_role("heading", name="Bombing raids")).to_be_in_viewport()
    page.get_by_label("Search the rules").fill("bomber Shoots")
    expect(page.get_by_role("status").filter(has_text="rule")).to_have_text(re.compile(r"^\d rules?$"))
    expect(page.locator("mark").first).to_be_visible()
    assert findings(page) == []
    page.get_by_label("Search the rules").fill("island-in-zone")
    books: list[str] = []
    page.on("request", lambda request: books.append(request.url) if "/api/games/" in request.url else None)
    page.get_by_role("link", name="classic.map.island-in-zone", exact=True).first.click()
    page.wait_for_url(re.compile("/rules/classic/classic.map.island-in-zone$"))
    expect(page.locator("article.wanted")).to_be_in_viewport()
    page.get_by_label("Search the rules").fill("no such words")
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_text("408 rules, 149 rulings")).to_be_visible()
    assert books == [], "the book is loaded once"


def test_a_link_opens_at_its_rule(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "/rules/1941/1941.income.no-such-rule")
    expect(page.get_by_role("region", name="Messages")).to_contain_text("no rule")
    page.goto("/rules/1941/1941.absent.bid")
    rule = page.locator("article.wanted")
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("1941.absent.bid")


def test_optional_rules_as_they_were_agreed_on(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    board = Board(page, server)
    board._post("/visit", {})
    new = {"game": "1941", "seats": dict.fromkeys(POWERS, "me"), "options": {"short-game": True}}
    table = board._post("/tables", new)["id"]
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("navigation", name="Menu").get_by_text("Rules").click()
    page.get_by_role("link", name="Full rulebook").click()
    expect(page.get_by_text("used", exact=True)).to_be_visible()
    expect(page.get_by_text("not used", exact=True)).to_be_visible()
    expect(page.locator("article").filter(has_text="1941.victory.short-game-axis")).to_contain_text(
        "Used at this table"
    )
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(re.compile(f"/t/{table}$"))


def test_from_a_refusal_to_the_entry(server: Server, newcomer: Newcomer) -> None:
    board = Board(newcomer(server, ""), server).open()
    page = board.page
    end_phase(page, "Purchase Units", sure=True)
    expect(page.get_by_role("button", name="End Combat Move")).to_be_visible()
    board.marker("Russia", "infantry").click()
    expect(board.lit("West Russia")).to_be_attached()
    board.space("Urals").evaluate("one => one.click()")
    page.get_by_role("button", name="Read the rule").first.click()
    page.get_by_role("dialog", name="Rule").get_by_role("link", name="Open the rulebook").click()
    page.wait_for_url(re.compile(r"/rules/1941/1941\..*\?table="))
    expect(page.locator("article.wanted")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Back to the table")).to_be_visible()
