"""What a newcomer waits for: the page over the wire, and the time until a map is there, in a real Chromium."""

import shutil
from collections.abc import Iterator
from statistics import median
from time import perf_counter

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from bench.measure import Result, at_most
from bench.server import GAME, Server, running

REPEATS = 5
PHONE = 4
"""A phone's processor is so many times slower than this one."""


def page_results() -> Iterator[Result]:
    system = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with running() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system, args=["--no-sandbox"])
        table = a_table(server)
        yield at_most("page, first load of the lobby, compressed", loaded(browser, server, "/") / 1000, 300, "kB")
        yield Result("page, first load of a table with its map", loaded(browser, server, table) / 1000, "kB")
        for slower, who in ((1, ""), (PHONE, f", a processor {PHONE} times slower")):
            times = [seconds_to_map(browser, server, table, slower) for _ in range(REPEATS)]
            yield Result(f"page, from a link to the first map with its units{who}", median(times), "s")
        browser.close()


def a_table(server: Server) -> str:
    """The address of a game that is being played."""
    with httpx.Client(base_url=f"{server.url}/api", headers={"Origin": server.url}, timeout=60) as client:
        client.post("/visit", json={}).raise_for_status()
        seats = {chair["seat"]: "me" for chair in client.get(f"/games/{GAME}").json()["box"]["chairs"]}
        made = client.post("/tables", json={"game": GAME, "seats": seats}).raise_for_status()
        return f"/t/{made.json()['id']}"


def loaded(browser: Browser, server: Server, path: str) -> int:
    """Bytes over the wire until everything is there, with an empty cache."""
    page = browser.new_page()
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(f"{server.url}{path}")
    if path != "/":
        until_map(page)
    page.wait_for_load_state("networkidle")
    page.close()
    return sum(sizes)


def seconds_to_map(browser: Browser, server: Server, path: str, slower: int) -> float:
    """From following a link with an empty cache until land and units are seen."""
    page = browser.new_page()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    start = perf_counter()
    page.goto(f"{server.url}{path}", wait_until="commit")
    until_map(page)
    passed = perf_counter() - start
    page.close()
    return passed


def until_map(page: Page) -> None:
    page.wait_for_selector("main svg .stack", timeout=120_000)
