"""What a newcomer waits for: the page over the wire, and the time until a map is there, in a real Chromium."""

import json
from collections.abc import Iterator
from statistics import median
from time import perf_counter

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.chromium import system_browser

from bench.measure import Result, at_most
from bench.server import GAME, Server, running

REPEATS = 5
LARGE = "global-1940"
"""The game with the most spaces."""
PHONE = 4
"""How many times slower a phone's processor is than this one."""


def page_results() -> Iterator[Result]:
    with running() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system_browser(), args=["--no-sandbox"])
        table = a_table(server)
        yield at_most("page, first load of the lobby, compressed", loaded(browser, server, "/") / 1000, 300, "kB")
        yield Result("page, first load of a table with its map", loaded(browser, server, table) / 1000, "kB")
        for slower, who in ((1, ""), (PHONE, f", a processor {PHONE} times slower")):
            times = [seconds_to_map(browser, server, table, slower) for _ in range(REPEATS)]
            yield Result(f"page, from a link to the first map with its units{who}", median(times), "s")
        yield from large_results(browser, server, table)
        browser.close()


def large_results(browser: Browser, server: Server, table: str) -> Iterator[Result]:
    """The largest board beside the usual one, turn by turn, so that both meet the same machine."""
    large = a_table(server, LARGE)
    pairs = [
        (seconds_to_map(browser, server, large, 1), seconds_to_map(browser, server, table, 1))
        for _ in range(REPEATS)
    ]
    ratio = median(a for a, _ in pairs) / median(b for _, b in pairs)
    yield at_most(f"page, from a link to the map of {LARGE}, compared with {GAME}", ratio, 1.5, "times")
    worst = worst_frame(browser, server, large)
    yield at_most(f"page, the longest that {LARGE} holds up a frame while it is moved and zoomed", worst, 0.1, "s")


def worst_frame(browser: Browser, server: Server, path: str) -> float:
    """The most processor time of one task of the page while its map is dragged about and zoomed, in seconds.

    Its own time, not the clock's, so that others on the machine do not count. Painting is left out: that is done
    beside the page, and here without a graphics card.
    """
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{server.url}{path}")
    until_map(page)
    page.wait_for_load_state("networkidle")
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    for _ in range(3):
        page.mouse.move(600, 450)
        page.mouse.down()
        for step in range(30):
            page.mouse.move(600 - step * 15, 450 - step * 4)
        page.mouse.up()
        for turn in (-120, 120):
            for _ in range(12):
                page.mouse.wheel(0, turn)
            page.wait_for_timeout(300)
    traced = json.loads(browser.stop_tracing())["traceEvents"]
    page.close()
    names = {(one["pid"], one["tid"]): one["args"]["name"] for one in traced if one.get("name") == "thread_name"}
    return max(
        float(one.get("tdur", 0)) / 1e6
        for one in traced
        if names.get((one["pid"], one["tid"])) == "CrRendererMain"
    )


def a_table(server: Server, game: str = GAME) -> str:
    """The address of a game that is being played."""
    with httpx.Client(base_url=f"{server.url}/api", headers={"Origin": server.url}, timeout=60) as client:
        client.post("/visit", json={}).raise_for_status()
        seats = {chair["seat"]: "me" for chair in client.get(f"/games/{game}").json()["box"]["chairs"]}
        made = client.post("/tables", json={"game": game, "seats": seats}).raise_for_status()
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
