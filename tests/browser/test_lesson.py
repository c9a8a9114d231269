"""The lesson, taken from the first step to the last by doing what the coach says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sandtable.games import load
from sandtable.server.settings import Bots, Settings
from tests.browser.board import Board
from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.browser.people import end_phase
from tests.browser.stage import load_dice
from tests.browser.test_access import findings
from tests.server.site import TALKATIVE, UNHURRIED, Site, running_site
from tests.server.tables.auction import AUCTION


@pytest.fixture
def school(tmp_path: Path) -> Iterator[Site]:
    """A server in this process, so that its dice can be loaded; and a game without a lesson."""
    settings = Settings(
        data=tmp_path,
        limits=UNHURRIED,
        bots=Bots(pause=0.0),
        tables=TALKATIVE,
    )
    with running_site(settings, {"1941": load("1941"), "classic": load("classic"), AUCTION.id: AUCTION}) as site:
        yield site


def step(page: Page, number: int, title: str) -> None:
    """The coach is here now."""
    coach = page.get_by_role("region", name="Coach")
    expect(coach).to_contain_text(f"Step {number} of 10")
    expect(coach.get_by_role("heading", name=title)).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_ten_steps(
    school: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    load_dice(
        monkeypatch,
        *(1, 6, 6, 1, 6),  # three infantry, a tank, a fighter: two hits
        *(1, 6, 6),  # the defenders: one
        *(1, 1, 1, 1),  # and the rest falls
        *(6, 6, 6),
    )
    page = newcomer(school, "/g/1941", size, touch=size == PHONE)
    page.get_by_role("link", name="Learn it").click()
    page.get_by_role("button", name="Begin the lesson").click()
    board = Board(page, school)

    step(page, 1, "Buy units")
    page.get_by_role("button", name="More infantry").click()
    page.get_by_role("button", name="More infantry").click()
    step(page, 2, "Change your mind")
    assert findings(page) == []
    page.locator("[data-coach=undo]").click()
    step(page, 3, "End a phase")
    page.get_by_role("button", name="More infantry").click()
    end_phase(page, "Purchase Units")

    step(page, 4, "Attack")
    expect(page.locator("[data-beacon='Ukraine']")).to_be_visible()
    send(board, "Caucasus", "Ukraine", "infantry")
    step(page, 5, "Blitz")
    page.reload()
    step(page, 5, "Blitz")
    send(board, "Archangel", "Ukraine", "tank")
    step(page, 6, "See the odds")
    send(board, "Russia", "Ukraine", "fighter")
    page.get_by_role("link", name="Odds of this battle").click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("Exact")
    page.get_by_role("link", name="Back to the table").click()

    step(page, 7, "Ask the rulebook")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("navigation", name="Menu").get_by_text("Rules").click()
    page.keyboard.press("Escape")
    step(page, 8, "Fight, and take losses")
    end_phase(page, "Combat Move")
    page.get_by_role("button", name="Take these losses").click()
    page.get_by_role("button", name="Press the attack").click()
    step(page, 9, "Move up")
    send(board, "Ukraine", "Russia", "fighter")
    end_phase(page, "Noncombat Move")
    step(page, 10, "Place and collect")
    board.space("Russia").evaluate("one => one.click()")
    expect(board.space("Russia")).to_contain_text("7 infantry")
    board.space("Russia").evaluate("one => one.click()")
    coach = page.get_by_role("region", name="Coach")
    expect(coach.get_by_role("heading", name="That was a turn")).to_be_visible()
    coach.get_by_role("button", name="Play on").click()
    expect(coach).not_to_be_attached()


def send(board: Board, start: str, end: str, unit: str) -> None:
    """Units from here to there, by click: the coach has brought the map there."""
    moves = board.moves().count()
    board.marker(start, unit, "ussr").click()
    board.space(end).evaluate("one => one.click()")
    expect(board.moves()).to_have_count(moves + 1)


def test_a_lesson_can_be_left_put_away_and_skipped(school: Site, newcomer: Newcomer) -> None:
    page = newcomer(school, "/learn/classic")
    page.get_by_role("button", name="Begin the lesson").click()
    step(page, 1, "Buy units")
    table = page.url
    page.get_by_role("button", name="Skip this step").click()
    step(page, 2, "Change your mind")
    page.get_by_role("button", name="Put the coach away").click()
    expect(page.get_by_role("region", name="Coach")).not_to_be_attached()
    page.goto("/learn/classic")
    page.get_by_role("button", name="Go on with your lesson").click()
    page.wait_for_url(table)
    step(page, 2, "Change your mind")
    page.goto("/learn/classic")
    page.get_by_role("button", name="Begin anew").click()
    step(page, 1, "Buy units")
    assert page.url != table


def test_a_game_without_a_lesson_offers_none(school: Site, newcomer: Newcomer) -> None:
    page = newcomer(school, f"/g/{AUCTION.id}")
    expect(page.get_by_role("link", name="The rules")).to_be_visible()
    expect(page.get_by_role("link", name="Learn it")).not_to_be_attached()
    expect(page.get_by_role("link", name="Odds")).not_to_be_attached()
    page.goto(f"/learn/{AUCTION.id}")
    expect(page.get_by_text("Nobody has written a lesson")).to_be_visible()
    page.goto(f"/odds/{AUCTION.id}")
    expect(page.get_by_text("does not say what its battles are worth")).to_be_visible()
