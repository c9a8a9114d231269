"""Away from the table: a turn is told with no page open, and a table is shown as it was last seen."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from sandtable.server.settings import Bots, Settings
from tests.browser.conftest import Newcomer
from tests.browser.people import play_now
from tests.browser.server import Server
from tests.browser.test_access import findings
from tests.browser.test_weeks import as_member, member
from tests.patience import SECONDS
from tests.server.postgres import free_port
from tests.server.site import TALKATIVE, UNHURRIED, Site, running_site
from tests.server.tables.auction import AUCTION

PUSH_SERVICE = """
window.Notification = class {
  static get permission() { return localStorage.getItem("granted") ?? "default"; }
  static async requestPermission() { localStorage.setItem("granted", "granted"); return "granted"; }
};
const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const known = () => {
  const kept = JSON.parse(localStorage.getItem("subscription"));
  return kept && {
    endpoint: kept.endpoint,
    toJSON: () => kept,
    unsubscribe: async () => { localStorage.removeItem("subscription"); return true; },
  };
};
PushManager.prototype.getSubscription = async () => known();
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("no such key");
  if (!known()) {
    const curve = { name: "ECDH", namedCurve: "P-256" };
    const { publicKey } = await crypto.subtle.generateKey(curve, true, ["deriveBits"]);
    const p256dh = text(await crypto.subtle.exportKey("raw", publicKey));
    const auth = text(crypto.getRandomValues(new Uint8Array(16)));
    const endpoint = `https://push.example.org/${crypto.randomUUID()}`;
    localStorage.setItem("subscription", JSON.stringify({ endpoint, keys: { p256dh, auth } }));
  }
  return known();
};
"""
"""A browser with a push service, which the one of the tests has not."""

PUSHED = """(message) => new Promise((resolve) => {
  self.registration.showNotification = async (title, { body, data }) => resolve([title, body, data]);
  self.dispatchEvent(Object.assign(new Event("push"), { data: { json: () => message }, waitUntil: () => {} }));
})"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    port = free_port()
    settings = Settings(
        data=tmp_path,
        address=f"http://127.0.0.1:{port}",
        limits=UNHURRIED,
        bots=Bots(games="tests.server.tables.auction:find", pause=0.0),
        tables=TALKATIVE,
    )
    with running_site(settings, {AUCTION.id: AUCTION}, port=port) as running:
        yield running


def posted(path: str) -> Callable[[Response], bool]:
    return lambda answer: answer.request.method == "POST" and answer.url.endswith(path)


def subscribed(page: Page) -> bool:
    found: bool = page.evaluate("localStorage.getItem('subscription') !== null")
    return found


def wait_for_view(page: Page) -> None:
    """Until the page has kept what it shows."""
    deadline = time.monotonic() + SECONDS
    while not page.evaluate("caches.open('views').then((views) => views.keys()).then((kept) => kept.length)"):
        assert time.monotonic() < deadline, "the page kept nothing"
        page.wait_for_timeout(50)


def test_push_messages_are_asked_for_and_end_with_a_click_or_with_the_session(
    site: Site, newcomer: Newcomer
) -> None:
    page = newcomer(site, "/account", worker=True)
    page.context.add_init_script(PUSH_SERVICE)
    as_member(page, member(site, "Anna"))
    switch_on = page.get_by_role("button", name="Turn on notifications")
    works = page.get_by_text("Your browser notifies you when it's your turn, even when this page is closed.")
    expect(page.get_by_text("Your browser can notify you when it's your turn.")).to_be_visible()
    assert not subscribed(page)
    with page.expect_response(posted("/api/push")) as started:
        switch_on.click()
    sent = started.value.request.post_data_json
    assert sent is not None
    assert (started.value.status, sent["language"]) == (204, "en")
    expect(works).to_be_visible()
    page.reload()
    expect(works).to_be_visible()
    assert findings(page) == []

    with page.expect_response(posted("/api/push/stop")) as stopped:
        page.get_by_role("button", name="Turn off notifications").click()
    assert stopped.value.status == 204
    expect(works).not_to_be_attached()
    assert not subscribed(page)

    switch_on.click()
    expect(works).to_be_visible()
    with page.expect_response(posted("/api/push/stop")) as stopped:
        page.get_by_role("button", name="Sign out").click()
    assert stopped.value.status == 204
    assert not subscribed(page)


def test_the_worker_shows_what_is_pushed(site: Site, newcomer: Newcomer) -> None:
    page = newcomer(site, worker=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (worker,) = page.context.service_workers
    message = {"title": "Your turn: Ours", "body": "Round 1", "table": "abc"}
    assert worker.evaluate(PUSHED, message) == ["Your turn: Ours", "Round 1", "/t/abc"]


def test_without_a_server_a_table_is_shown_as_it_was_last_seen(own_server: Server, newcomer: Newcomer) -> None:
    page = newcomer(own_server, worker=True)
    play_now(page)
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()  # from now on the worker keeps what is loaded
    asked = page.get_by_role("heading", name="Buy units: 7 IPCs.")
    expect(asked).to_be_visible()
    wait_for_view(page)
    own_server.stop()
    page.reload()
    banner = page.get_by_text("No connection. This is the table as you last saw it")
    expect(banner).to_be_visible()
    expect(page.get_by_role("list", name="Phases this turn").locator("[aria-current=step]")).to_contain_text(
        "Purchase"
    )
    expect(asked).not_to_be_attached()
    assert findings(page) == []
    own_server.start()
    expect(asked).to_be_visible()
    expect(banner).not_to_be_attached()
