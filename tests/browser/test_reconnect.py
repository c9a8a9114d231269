"""The network drops, the server dies: the page says so, comes back by itself, and shows the truth."""

from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.people import end_phase, play_now
from tests.browser.server import Server


def test_after_a_crash_of_the_server_an_order_given_meanwhile_is_done_once(
    own_server: Server, newcomer: Newcomer
) -> None:
    page = newcomer(own_server)
    play_now(page)
    own_server.stop()
    expect(page.get_by_text("The connection is lost.")).to_be_visible()
    end_phase(page, "Purchase Units", sure=True)
    expect(page.get_by_text("One order is kept until then.")).to_be_visible()
    own_server.start()
    expect(page.get_by_role("heading", name="Send your attacks on their way.")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("The connection is lost.")).not_to_be_attached()
    phases = page.get_by_role("list", name="Phases of this turn")
    expect(phases.locator("[aria-current=step]")).to_contain_text("Combat Move")


def test_two_pages_of_one_player_agree_after_one_was_offline(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()
    page.context.set_offline(True)
    # Chromium keeps open sockets when it goes offline; the page notices by itself that nobody answers.
    page.context.set_offline(False)
    end_phase(page, "Purchase Units", sure=True)
    for one in (page, second):
        expect(one.get_by_role("heading", name="Send your attacks on their way.")).to_be_visible()


def test_a_table_that_is_not_there_says_so(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "/t/nosuchtable")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
    page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
