"""The page can be installed, and opens without a network."""

from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.server import Server


def test_the_manifest_names_icons_that_are_there(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href") or "").json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]


def test_the_page_opens_without_a_network(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, worker=True)
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # from now on the worker sees what is loaded
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="The table is set")).to_be_visible()
    page.context.set_offline(False)
