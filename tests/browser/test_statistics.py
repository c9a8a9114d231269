"""The game in numbers: charts with their tables, and luck."""

import pytest
from playwright.sync_api import expect

from sandtable.statistics import statistics
from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.browser.past import bring, over
from tests.browser.people import open_menu
from tests.browser.server import Server
from tests.browser.test_access import findings
from tests.browser.test_any_game import auction, play
from tests.server.site import Site

__all__ = ["auction"]  # a fixture of another file


@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(DESKTOP, False, id="desktop"),
        pytest.param(PHONE, True, id="phone-dark", marks=pytest.mark.long("the same on a phone, by night")),
    ],
)
def test_charts_have_their_numbers(server: Server, newcomer: Newcomer, size: tuple[int, int], dark: bool) -> None:
    page = newcomer(server, size=size, dark=dark)
    page.goto(f"/t/{bring(page, server, over())}/statistics")
    numbers = statistics(over())
    expect(page.locator(".uplot")).to_have_count(len(numbers.charts) + 1)
    expect(page.get_by_role("img", name="Income by round, one line each for Soviet Union")).to_be_visible()
    for summary in page.locator("summary").filter(has_text="Numbers").all():
        summary.click()
    income = next(chart for chart in numbers.charts if chart.measure.id == "income")
    table = page.get_by_role("table", name="Income")
    for row, round_ in enumerate(numbers.rounds, 1):
        cells = table.get_by_role("row").nth(row)
        shown = [f"{line.values[row - 1]:g}" for line in income.lines]
        expect(cells.get_by_role("rowheader")).to_have_text(str(round_) if round_ else "Start")
        expect(cells.get_by_role("cell")).to_have_text(shown)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], "nothing hangs over the edge"


def test_luck_by_side_by_power_and_by_battle(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    table = bring(page, server, over())
    page.goto(f"/t/{table}")
    open_menu(page, "Statistics")
    numbers = statistics(over())
    axis = next(luck for luck in numbers.sides if luck.who == "axis")
    row = page.get_by_role("table", name="By side: hits").get_by_role("row", name="Axis")
    expect(row.get_by_role("cell").nth(0)).to_have_text(str(axis.dice))
    expect(row.get_by_role("cell").nth(4)).to_have_text(f"{axis.percentile:.0f}")
    page.get_by_label("Sort by").select_option("Luckiest first")
    best = max(luck.percentile for contest in numbers.contests for luck in contest.luck)
    battles = page.get_by_role("table", name="By battle")
    expect(battles.get_by_role("row").nth(1).get_by_role("cell").nth(4)).to_have_text(f"{best:.0f}")
    battles.get_by_role("link").first.click()
    expect(page.get_by_text("Replay", exact=True)).to_be_visible()


def test_a_game_that_the_page_does_not_know_is_counted_too(auction: Site, newcomer: Newcomer) -> None:
    page = newcomer(auction)
    play(page)
    page.get_by_role("button", name="Bid 3").click()
    expect(page.get_by_role("group", name="What happened")).to_contain_text("blue bids 3.")
    open_menu(page, "Statistics")
    expect(page.get_by_role("heading", name="Points", exact=True)).to_be_visible()
