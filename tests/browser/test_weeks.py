"""Play over weeks, as people see it: clocks, whose turn it is, letters, vacations, results, and going for good."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sandtable.server.settings import Bots, Mail, Settings, Weeks
from tests.browser.conftest import PHONE, SIZES, Newcomer
from tests.browser.test_access import findings
from tests.server.postgres import free_port
from tests.server.site import TALKATIVE, UNHURRIED, Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import Player
from tests.server.weeks.mailbox import Mailbox
from tests.server.weeks.watch import Watch

DAYS = {"kind": "days", "days": 3, "grace": 0, "end": "bot"}
STUB = """
window.shown = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() { return (this.permission = "granted"); }
  constructor(title, options) { window.shown.push([title, options.body]); window.last = this; }
  close() {}
};
"""


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    box.open()
    yield box
    box.close()


@pytest.fixture
def watch() -> Watch:
    return Watch(datetime.now(UTC))


@pytest.fixture
def site(tmp_path: Path, mailbox: Mailbox, watch: Watch) -> Iterator[Site]:
    """A server of sealed bids that writes letters."""
    port = free_port()
    settings = Settings(
        data=tmp_path,
        address=f"http://127.0.0.1:{port}",
        limits=UNHURRIED,
        bots=Bots(games="tests.server.tables.auction:find", pause=0.0),
        tables=TALKATIVE,
        weeks=Weeks(tick=0.05),
        mail=Mail(
            host="127.0.0.1",
            port=mailbox.port,
            security="none",
            user="table",
            password="a good secret",
            sender="table@example.org",
        ),
    )
    with running_site(settings, {AUCTION.id: AUCTION}, watch, port) as running:
        yield running


def member(site: Site, name: str) -> Player:
    return Player(site, name, site.member(name))


def as_member(page: Page, player: Player) -> Page:
    """The same person, in this browser."""
    url = player.site.url
    page.context.add_cookies([{"name": k, "value": v, "url": url} for k, v in player.client.cookies.items()])
    page.reload()
    return page


@SIZES
def test_a_clock_is_agreed_on_and_seen_at_the_table_and_in_the_lobby(
    site: Site, newcomer: Newcomer, watch: Watch, size: tuple[int, int]
) -> None:
    bert = member(site, "Bert")
    page = as_member(newcomer(site, "/new", size=size), member(site, "Anna"))
    page.get_by_label("Days per turn").check()
    page.get_by_label("Number of days").fill("4")
    page.get_by_label("When time runs out").select_option("mark")
    page.get_by_label("Rated: counts for the ladder").check()
    page.get_by_role("button", name="Open table").click()
    expect(page.get_by_text("4 days per turn, 12 hours grace; overtime is recorded.")).to_be_visible()
    assert findings(page) == []
    bert.at(page.url.rpartition("/")[2]).post("sit", seat="blue")
    expect(page.get_by_text("Your turn: Red", exact=True)).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("timer")).to_contain_text(re.compile("[34] days left"))
    page.goto("/")
    expect(page.get_by_text("4 days per turn").first).to_be_visible()
    expect(page).to_have_title("(1) sandtable")


@SIZES
def test_games_that_wait_are_counted_on_every_page(site: Site, newcomer: Newcomer, size: tuple[int, int]) -> None:
    anna = member(site, "Anna")
    first, second = (anna.new(seats={"red": "me", "blue": "bot:random", "gold": "bot:random"}) for _ in range(2))
    page = as_member(newcomer(site, "/account", size=size), anna)
    expect(page).to_have_title("(2) Account · sandtable")
    expect(page.get_by_role("link", name="2 games are waiting for your move")).to_be_visible()
    page.goto(f"/t/{first.id}")
    expect(page).to_have_title("(2) ● Your turn · Auction")
    page.get_by_role("link", name="One other game is waiting for your move").click()
    page.wait_for_url(f"**/t/{second.id}")


def test_a_notification_comes_once_opens_the_table_and_is_never_a_surprise(site: Site, newcomer: Newcomer) -> None:
    anna, bert = member(site, "Anna"), member(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"}, title="Ours")
    page = newcomer(site, "/account")
    page.context.add_init_script(STUB)
    as_member(page, bert)
    assert page.evaluate("Notification.permission") == "default"
    page.get_by_role("button", name="Turn on notifications").click()
    expect(page.get_by_role("button", name="Turn off notifications")).to_be_visible()
    bert.at(table).post("sit", seat="blue")
    for _ in range(2):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page).to_have_title("(1) Account · sandtable")
    assert page.evaluate("window.shown") == [["Your turn: Ours", "Round 1"]]
    page.evaluate("window.last.onclick()")
    page.wait_for_url(f"**/t/{table.id}")


def test_letters_a_vacation_and_the_end_of_an_account(
    site: Site, newcomer: Newcomer, mailbox: Mailbox, watch: Watch
) -> None:
    anna = member(site, "Anna")
    page = as_member(newcomer(site, "/account", size=PHONE), anna)
    page.get_by_label("Email address").fill("anna@example.org")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Not confirmed yet")).to_be_visible()
    body = mailbox.next().get_body(("plain",))
    assert body is not None
    link = re.search(r"http\S+/mail/confirm/\S+", str(body.get_content()))
    assert link is not None
    page.goto(link[0])
    expect(page.get_by_text("Address confirmed.")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Account").click()
    expect(page.get_by_text("Confirmed.")).to_be_visible()
    page.get_by_label("To", exact=True).fill(f"{watch.at.year + 1}-01-05")
    page.get_by_label("From").fill(f"{watch.at.year + 1}-01-02")
    page.get_by_role("button", name="Start vacation").click()
    expect(page.get_by_text("January 2 to January 5")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Type your name").fill("Anna")
    page.get_by_label("Password", exact=True).fill("wrong password")
    page.get_by_role("button", name="Delete permanently").click()
    expect(page.get_by_role("alert")).to_have_text("The password is wrong.")
    page.get_by_label("Password", exact=True).fill("correct horse")
    page.get_by_role("button", name="Delete permanently").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


@SIZES
def test_results_people_and_the_ladder(
    site: Site, newcomer: Newcomer, watch: Watch, size: tuple[int, int]
) -> None:
    anna, bert = member(site, "Anna"), member(site, "Bert")
    for _ in range(2):
        table = anna.new(seats={"red": "me", "gold": "me"}, rated=True)
        bert.at(table).post("sit", seat="blue")
        bert.at(table).post("resign")
        watch.forward(days=-40)
    watch.forward(days=80)
    page = newcomer(site, "/results", size=size)
    expect(page.get_by_text("Rated")).to_be_visible()
    month = page.get_by_role("heading", level=2).inner_text()
    page.get_by_role("button", name="Earlier").click()
    expect(page.get_by_role("heading", level=2)).not_to_have_text(month)
    page.get_by_label("Player name").fill("Nobody")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("alert")).to_contain_text("Nobody here is called")
    page.get_by_label("Player name").fill("bert")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("won", exact=True)).to_be_visible()
    assert findings(page) == []
    page.get_by_role("link", name="Anna").click()
    expect(page.get_by_text("2 won, 0 lost, 0 drawn.")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("link", name="Auction", exact=True).first.click()
    expect(page.get_by_role("heading", name="Ladder: Auction")).to_be_visible()
    expect(page.get_by_role("row").nth(1)).to_contain_text("Anna")
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
