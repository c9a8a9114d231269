"""Looking back at a long game: what a moment costs the server, and what a step of the slider costs the page.

A moment should cost the same wherever it is and however long the game: states are kept after every few entries,
and the page gets a stride of moments at a time.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright
from tests.browser.chromium import system_browser
from tests.server.site import Site, running_site

from bench.engine import Log, bots_play
from bench.measure import Result, at_most, median_seconds
from sandtable.core.dice import AbsentDice
from sandtable.core.savefile import encode
from sandtable.games import area, load
from sandtable.server.settings import Limits, Settings
from sandtable.server.storage.moment import now
from sandtable.server.tables import past
from sandtable.server.tables.building import AnyPlay
from sandtable.server.tables.play import Line, Play
from sandtable.server.tables.visibility import Viewer
from sandtable.statistics import statistics

GAME = "1941"
ROUNDS = (5, 30)
MANY = (1_000_000, 60)
STEPS = 60

_STEP = """async (n) => {
  const slider = document.querySelector(".scrubber input");
  const start = performance.now();
  slider.value = n;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  const shown = () => document.querySelector("[data-moment]").dataset.moment;
  while (shown() !== String(n)) await new Promise((r) => setTimeout(r));
  const ready = performance.now();
  await new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
  return [ready - start, performance.now() - start];
}"""
"""Milliseconds until the page has the moment, and until it is painted."""


def history_results() -> Iterator[Result]:
    for rounds in ROUNDS:
        record = bots_play(area(GAME), 1, rounds)
        yield from _server(record, rounds)
        yield from _page(record, rounds)


def _play(record: Log) -> AnyPlay:
    play = Play.begin(record.game, record.setup, AbsentDice(record.provenance))
    assert isinstance(play, Play)
    at = now()
    play.take(
        Line(seq=n, kind="act", seat=one.seat, by="", at=at, action=one.action, events=one.events)
        for n, one in enumerate(record.entries, 1)
    )
    return play


def _server(record: Log, rounds: int) -> Iterator[Result]:
    play, viewer, lots = _play(record), Viewer(), Random(1)
    name = f"a game of {rounds} rounds, {play.number} decisions"

    def stride() -> None:
        past.moments(play, viewer, lots.randrange(play.number // past.STRIDE) * past.STRIDE)

    each = median_seconds(stride, 25) / past.STRIDE
    yield at_most(f"{name}: a moment of the past", each * 1000, 5, "ms")
    yield Result(f"{name}: its chapters", median_seconds(lambda: past.history(play, viewer), 3) * 1000, "ms")
    yield Result(f"{name}: its statistics", median_seconds(lambda: statistics(record), 3) * 1000, "ms")


def _page(record: Log, rounds: int) -> Iterator[Result]:
    """A person with a browser, who steps through the game and jumps about in it."""
    limits = Limits(address=MANY, person=MANY, work=MANY, sign_ins=MANY, names=MANY)
    with (
        TemporaryDirectory() as folder,
        running_site(Settings(data=Path(folder), limits=limits), {GAME: load(GAME)}) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=system_browser(), args=["--no-sandbox"])
        page = browser.new_context(base_url=site.url, viewport={"width": 1440, "height": 900}).new_page()
        number = len(record.entries)
        page.goto(f"/t/{_bring(page, site, record)}?at={number // 2}")
        page.wait_for_selector(f'[data-moment="{number // 2}"]')
        page.wait_for_timeout(2000)
        first = number // 2 + 1
        steps = [page.evaluate(_STEP, at) for at in range(first, min(first + STEPS, number))]
        lots = Random(2)
        jumps = [page.evaluate(_STEP, lots.randrange(number)) for _ in range(STEPS // 4)]
        browser.close()
    name = f"a game of {rounds} rounds"
    yield Result(f"{name}: a step of the slider, until the page has it", median(one[0] for one in steps), "ms")
    yield at_most(f"{name}: a step of the slider, until it is painted", median(one[1] for one in steps), 100, "ms")
    yield Result(f"{name}: a jump anywhere, until the page has it", median(one[0] for one in jumps), "ms")
    yield at_most(f"{name}: a jump anywhere, until it is painted", median(one[1] for one in jumps), 400, "ms")


def _bring(page: Page, site: Site, record: Log) -> str:
    file = encode(record, reveal=True)
    assert isinstance(file, bytes)
    headers = {"Origin": site.url}
    page.request.post("/api/visit", data={}, headers=headers)
    kind = {**headers, "content-type": "application/x-ndjson"}
    made = page.request.post("/api/tables/import", data=file, headers=kind).json()
    seats = dict.fromkeys(load(GAME).seats, "me")
    for seat in seats:
        page.request.post(f"/api/tables/{made['id']}/sit", data={"seat": seat}, headers=headers)
    return str(made["id"])
