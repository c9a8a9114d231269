"""The lesson, taken from the first step to the last by doing what the coach says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sandtable.games import load
from sandtable.server.settings import Bots, Settings
from tests.browser.board import Board
from tests.browser.conftest import PHONE, SIZES, Newcomer
from tests.browser.people import end_phase
from tests.browser.stage import load_dice
from tests.browser.test_access import findings
from tests.browser.test_hexes import War
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
    games = {name: load(name) for name in ("1941", "classic", "hgw")}
    with running_site(settings, {**games, AUCTION.id: AUCTION}) as site:
        yield site


def step(page: Page, number: int, title: str) -> None:
    """The coach is here now."""
    coach = page.get_by_role("region", name="Coach")
    expect(coach).to_contain_text(f"Step {number} of 10")
    expect(coach.get_by_role("heading", name=title)).to_be_visible()


@SIZES
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
    page.get_by_role("link", name="Start the lesson").click()
    page.get_by_role("button", name="Start the lesson").click()
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
    step(page, 8, "Fight, and take casualties")
    end_phase(page, "Combat Move")
    page.get_by_role("button", name="Fight Ukraine").click()
    page.get_by_role("button", name="Confirm casualties").click()
    page.get_by_role("button", name="Press the attack").click()
    step(page, 9, "Move up")
    send(board, "Ukraine", "Russia", "fighter")
    end_phase(page, "Noncombat Move")
    step(page, 10, "Place and collect")
    expect(board.space("Russia")).to_contain_text("room for")
    board.space("Russia").evaluate("one => one.click()")
    expect(board.space("Russia")).to_contain_text("7 infantry")
    board.space("Russia").evaluate("one => one.click()")
    coach = page.get_by_role("region", name="Coach")
    expect(coach.get_by_role("heading", name="You've played a turn")).to_be_visible()
    coach.get_by_role("button", name="Keep playing").click()
    expect(coach).not_to_be_attached()


@SIZES
def test_ten_steps_to_a_pocket(
    school: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """The lesson of the hex game, with dice that miss in defence, hit, and let everybody in."""
    load_dice(monkeypatch, 6, 1, 1, *(1 for _ in range(40)))
    page = newcomer(school, "/learn/hgw", size, touch=size == PHONE)
    page.get_by_role("button", name="Start the lesson").click()
    war = War(page, school)

    step(page, 1, "Set up")
    war.do("Use the suggested setup")
    step(page, 2, "Begin")
    war.do("End Set-up")
    step(page, 3, "Move")
    expect(page.locator("[data-beacon='1141']")).to_be_visible()
    point(war, "Army Group Center", "1141", "Army Group Center: move to Vilna")
    step(page, 4, "See supply")
    page.get_by_role("combobox", name="Supply").select_option("soviet")
    step(page, 5, "End the movement")
    assert findings(page) == []
    war.do("End Movement")
    step(page, 6, "Announce an attack")
    point(war, "Army Group Center", "1242")
    step(page, 7, "Compare the odds")
    point(war, "Army Group South", "1542")
    expect(war.orders.get_by_role("listitem").filter(has_text="Odessa")).to_contain_text("to capture it")
    point(war, "Rumanian Army", "1542")
    step(page, 8, "Fire and advance")
    war.do("Done announcing attacks")
    war.choose("Assault Odessa (1542) with Army Group South")
    war.choose("Assault Odessa (1542) with the Rumanian Army")
    war.choose("Assault Minsk (1242) with Army Group Center")
    war.choose("Army Group Center: advance into Minsk")
    war.choose("Army Group South: advance into Odessa")
    war.choose("the Rumanian Army: advance into Odessa")
    war.do("End Combat")
    step(page, 9, "Build")
    war.orders.get_by_role("combobox", name="Where").select_option("1237")
    war.do("Build 1 for 2 PP")
    step(page, 10, "Watch the pocket fall")
    war.do("End Production")
    page.get_by_role("dialog").get_by_role("button", name="End phase anyway").click()
    expect(page.get_by_role("heading", name="You've played a turn")).to_be_visible()
    expect(war.army("NW Front")).not_to_be_attached()


def point(war: War, army: str, place: str, how: str = "") -> None:
    """An army and where it goes, by click: the coach has brought the map there."""
    war.army(army).click()
    war.space(place).evaluate("one => one.click()")
    if how:
        war.page.get_by_role("button", name=how).click()
    war.page.keyboard.press("Escape")


def send(board: Board, start: str, end: str, unit: str) -> None:
    """Units from here to there, by click: the coach has brought the map there."""
    moves = board.moves().count()
    board.marker(start, unit, "ussr").click()
    board.space(end).evaluate("one => one.click()")
    expect(board.moves()).to_have_count(moves + 1)


def test_a_lesson_can_be_left_put_away_and_skipped(school: Site, newcomer: Newcomer) -> None:
    page = newcomer(school, "/learn/classic")
    page.get_by_role("button", name="Start the lesson").click()
    step(page, 1, "Buy units")
    table = page.url
    page.get_by_role("button", name="Skip this step").click()
    step(page, 2, "Change your mind")
    page.get_by_role("button", name="Hide the coach").click()
    expect(page.get_by_role("region", name="Coach")).not_to_be_attached()
    page.goto("/learn/classic")
    page.get_by_role("button", name="Continue your lesson").click()
    page.wait_for_url(table)
    step(page, 2, "Change your mind")
    page.goto("/learn/classic")
    page.get_by_role("button", name="Start over").click()
    step(page, 1, "Buy units")
    assert page.url != table


def test_a_game_without_a_lesson_offers_none(school: Site, newcomer: Newcomer) -> None:
    page = newcomer(school, f"/g/{AUCTION.id}")
    expect(page.get_by_role("link", name="Rules")).to_be_visible()
    expect(page.get_by_role("link", name="Start the lesson")).not_to_be_attached()
    expect(page.get_by_role("link", name="Odds")).not_to_be_attached()
    page.goto(f"/learn/{AUCTION.id}")
    expect(page.get_by_text("There's no lesson for this game")).to_be_visible()
    page.goto(f"/odds/{AUCTION.id}")
    expect(page.get_by_text("no odds calculator for this game")).to_be_visible()
