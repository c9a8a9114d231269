"""The network drops, the server dies: the page says so, comes back by itself, and shows the truth."""

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Newcomer
from tests.browser.people import end_phase, play_now
from tests.browser.server import Server


def test_after_a_crash_of_the_server_an_order_given_meanwhile_is_done_once(
    own_server: Server, newcomer: Newcomer
) -> None:
    page = newcomer(own_server)
    play_now(page)
    own_server.stop()
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    end_phase(page, "Purchase Units", sure=True)
    expect(page.get_by_text("One order will be sent when you're back online.")).to_be_visible()
    own_server.start()
    expect(page.get_by_role("heading", name="Make your combat moves.")).to_be_visible()
    expect(page.get_by_text("Connection lost.")).not_to_be_attached()
    phases = page.get_by_role("list", name="Phases this turn")
    expect(phases.locator("[aria-current=step]")).to_contain_text("Combat Move")


class Cable:
    """The line between a page and its table, for a hand that pulls it out."""

    def __init__(self, page: Page) -> None:
        self._in = True
        self._lines: list[WebSocketRoute] = []
        page.route_web_socket("**/live", self._connect)

    def pull(self) -> None:
        self._in = False
        for line in self._lines:
            line.close()

    def plug_in(self) -> None:
        self._in = True

    def _connect(self, line: WebSocketRoute) -> None:
        if not self._in:
            line.close()
            return
        line.connect_to_server()
        self._lines.append(line)


def test_who_was_offline_sees_what_happened_meanwhile(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    second = page.context.new_page()
    cable = Cable(second)
    second.goto(page.url)
    purchase = second.get_by_role("heading", name="Buy units")
    expect(purchase).to_be_visible()

    cable.pull()
    banner = second.get_by_text("Connection lost.")
    expect(banner).to_be_visible()
    # The table ends above the banner: it covers nothing.
    second.wait_for_function(
        """() => document.querySelector(".frame").getBoundingClientRect().bottom
            <= document.querySelector(".banner").getBoundingClientRect().top + 0.5"""
    )
    end_phase(page, "Purchase Units", sure=True)
    expect(page.get_by_role("heading", name="Make your combat moves.")).to_be_visible()
    expect(purchase).to_be_visible()  # it cannot know yet, and says that it does not

    cable.plug_in()
    expect(second.get_by_role("heading", name="Make your combat moves.")).to_be_visible()
    expect(second.get_by_text("Connection lost.")).not_to_be_attached()


def test_a_table_that_is_not_there_says_so(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "/t/nosuchtable")
    expect(page.get_by_role("heading", name="Table not found")).to_be_visible()
    page.get_by_role("link", name="Go to the lobby", exact=True).click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
