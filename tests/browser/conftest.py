"""A browser, a server, and people with a browser each."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.chromium import system_browser
from tests.browser.server import Server
from tests.patience import MILLISECONDS

DESKTOP = (1440, 900)
PHONE = (390, 844)
SIZES = pytest.mark.parametrize(
    "size",
    [
        pytest.param(DESKTOP, id="desktop"),
        pytest.param(PHONE, id="phone", marks=pytest.mark.long("the same on a phone")),
    ],
)
"""On a desk, and in ``make soak`` also in a hand; what is different there has its own tests (``test_phone``)."""

UNPAINTED = """
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".paper { opacity: 0 }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
"""
"""The drawing of the map is there and can be asked for its colours, but is not painted: without a graphics card
that takes longer than everything else a page does, and no test looks at pixels. What lies over the map is painted.
For pictures of a test, set ``SANDTABLE_PAINTED``."""

Newcomer = Callable[..., Page]

expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, the system's own where there is one.

    For this package alone: while Playwright runs, no other test of the process can start an event loop.
    """
    with sync_playwright() as playwright:
        # Tests may run as root in a container, where Chromium's own sandbox cannot be set up.
        running = playwright.chromium.launch(executable_path=system_browser(), args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it running."""
    running = Server(tmp_path_factory.mktemp("tables"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for a test that stops it."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def newcomer(browser: Browser) -> Iterator[Newcomer]:
    """Make somebody with a fresh browser, without cookies. What goes wrong on their page fails the test.

    With an empty path no page is loaded yet: for those who go straight to a table.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def arrive(
        server: Server,
        path: str = "/",
        size: tuple[int, int] = DESKTOP,
        touch: bool = False,
        dark: bool = False,
        contrast: bool = False,
        motion: bool = False,
        language: str = "en-GB",
        worker: bool = False,
    ) -> Page:
        width, height = size
        context = browser.new_context(
            base_url=server.url,
            viewport={"width": width, "height": height},
            has_touch=touch,
            color_scheme="dark" if dark else "light",
            contrast="more" if contrast else "no-preference",
            reduced_motion="no-preference" if motion else "reduce",
            locale=language,
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(MILLISECONDS)
        contexts.append(context)
        if "SANDTABLE_PAINTED" not in os.environ:
            context.add_init_script(UNPAINTED)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
        if path:
            page.goto(path)
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert faults == []
