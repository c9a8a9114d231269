"""Takes the docs' pictures of the page again: ``python -m tests.browser.pictures [GROUP ...]``.

Positions are staged and dice fall as written, so a picture changes only with the page.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from sandtable.core.game import AnyGame
from sandtable.games import load
from tests.browser import test_hex_seas, test_hexes, test_nine_powers, test_study, test_teams
from tests.browser.board import POWERS
from tests.browser.chromium import system_browser
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.past import bring, over
from tests.browser.people import laid_out
from tests.browser.server import Server
from tests.browser.stage import LARGE, POSITIONS, Scene, Staged, load_dice, running_stage
from tests.patience import MILLISECONDS
from tests.server.site import Site

IMAGES = Path(__file__).parents[2] / "docs/images"
LANDSCAPE = (844, 390)
AXIS = {"germany": "me", "japan": "me"}
ASSAULT = tuple(
    {"do": "move", "units": [{"unit": unit, "count": count}], "path": [start, "West Russia"]}
    for unit, count, start in (("infantry", 6, "Russia"), ("infantry", 3, "Karelia"), ("fighter", 1, "Russia"))
)
"""Most of what the Soviet Union has near West Russia attacks it."""


class Studio:
    """Browsers, servers, and dice that are loaded for one picture."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser = browser
        self._folder = folder
        self._contexts: list[BrowserContext] = []
        self.patch = pytest.MonkeyPatch()

    def page(
        self,
        server: Server | Site,
        path: str = "",
        size: tuple[int, int] = DESKTOP,
        touch: bool = False,
        **look: str,
    ) -> Page:
        width, height = size
        context = self._browser.new_context(
            base_url=server.url,
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce",
            service_workers="block",
            **{"locale": "en-GB", **look},  # type: ignore[arg-type]
        )
        context.set_default_timeout(MILLISECONDS)
        context.add_init_script("localStorage.setItem('sound', 'off')")  # nothing is asked in a picture
        self._contexts.append(context)
        page = context.new_page()
        if path:
            page.goto(path)
        return page

    def newcomer(self, server: Server | Site, path: str = "/", **how: object) -> Page:
        """What tests call a newcomer, so that their steps can be used here."""
        dark = {"color_scheme": "dark"} if how.pop("dark", False) else {}
        return self.page(server, path, **how, **dark)  # type: ignore[arg-type]

    @contextmanager
    def server(self) -> Iterator[Server]:
        with tempfile.TemporaryDirectory(dir=self._folder) as data:
            running = Server(Path(data))
            running.start()
            yield running
            running.stop()

    @contextmanager
    def site(self, games: Mapping[str, AnyGame]) -> Iterator[Site]:
        with (
            tempfile.TemporaryDirectory(dir=self._folder) as data,
            running_stage(Path(data), games=games) as site,
        ):
            yield site

    def done(self) -> None:
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        self.patch.undo()


Shown = Iterator[tuple[str, Page]]


def lobby(studio: Studio) -> Shown:
    """Pages of a server as everybody starts it."""
    with studio.server() as server:
        page = studio.page(server, "/")
        expect(page.get_by_role("button", name="Play now")).to_be_enabled()
        yield "lobby", page
        page.goto("/rules/1941")
        page.get_by_label("Search the rules").fill("tank blitz")
        expect(page.locator("mark").first).to_be_visible()
        yield "rulebook", page
        page.goto("/odds/1941?a=10infantry,5tank,3fighter&d=12infantry,3tank,2fighter")
        expect(page.get_by_role("region", name="Result")).to_contain_text("Exact")
        yield "odds-page", page
        page.goto("/puzzles")
        page.get_by_role("button", name="Solve it").click()
        panel = page.get_by_role("region", name="Puzzle", exact=True)
        expect(page.locator("[data-marker]").first).to_be_attached()
        panel.get_by_role("button", name="Check answer").click()
        expect(panel.get_by_text("That's not it")).to_be_visible()
        panel.get_by_role("checkbox", name="Show the solution on the map").check()
        yield "puzzle", page
        board = test_study.set_up(server, studio.newcomer, DESKTOP)
        strip = test_study.study_of(board.page)
        strip.get_by_role("button", name="Turn", exact=True).click()
        strip.get_by_label("Whose turn?").select_option("Germany")
        strip.get_by_role("combobox", name="Phase").select_option("Combat Move")
        strip.get_by_role("button", name="Start here").click()
        strip.get_by_role("button", name="Done", exact=True).click()
        strip.get_by_role("button", name="Advice").click()
        strip.get_by_label("Bot to ask").select_option("hard")
        strip.get_by_role("button", name="What would it do?").click()
        expect(board.page.locator(".arrow.preview").first).to_be_attached()
        yield "study", board.page


def table(studio: Studio) -> Shown:
    """A table of 1941: a lesson, a purchase, moves, a battle."""
    with studio.site({"1941": load("1941")}) as site:
        page = studio.page(site, "/learn/1941")
        page.get_by_role("button", name="Start the lesson").click()
        page.get_by_role("button", name="More infantry").click(click_count=2)
        expect(page.get_by_role("region", name="Coach")).to_contain_text("Change your mind")
        yield "lesson", page

        page = studio.page(site, locale="de-DE", contrast="more")
        Scene(page, site).begin("1941")
        expect(page.get_by_role("heading", name="Einheiten kaufen")).to_be_visible()
        yield "contrast-german", page

        load_dice(studio.patch, *(4, 1, 5, 6, 3, 2, 6, 4, 5), 5, *(6, 2, 4))  # one hit each
        scene = Scene(studio.page(site), site).begin("1941")
        scene.act("ussr", {"do": "done"})
        scene.act("ussr", *ASSAULT)
        scene.asked("Make your combat moves.")
        expect(scene.moves()).to_have_count(3)
        scene.marker("Caucasus", "infantry").click()
        scene.marker("Caucasus", "tank").click()
        scene.marker("Ukraine", "infantry").hover()
        expect(scene.hand).to_contain_text("Win ")
        yield "moving", scene.page
        scene.page.keyboard.press("Escape")
        scene.act("ussr", {"do": "done"})
        scene.act("ussr", {"do": "fight", "space": "West Russia"})
        scene.do("Confirm casualties")
        scene.asked("Soviet Union: press the attack")
        expect(scene.orders).to_contain_text("On average")
        yield "battle", scene.page
        scene.page.emulate_media(color_scheme="dark")
        yield "battle-dark", scene.page
        for name, size in (("table-phone", PHONE), ("sideways", LANDSCAPE)):
            other = studio.page(site, size=size, touch=True)
            other.context.add_cookies(scene.page.context.cookies())  # type: ignore[arg-type]
            other.goto(scene.page.url)
            expect(other.get_by_role("button", name="Press the attack")).to_be_visible()
            expect(other.get_by_text("On average").first).to_be_attached()
            yield name, other


def recap(studio: Studio) -> Shown:
    """Germany has taken Caucasus; now it is the British turn."""
    with studio.site({"1941": load("1941")}) as site:
        load_dice(studio.patch, *(1, 5, 1, 2, 3), *(6, 2, 6, 5))
        axis = Scene(studio.page(site), site).begin("1941", AXIS)
        allies = Scene(studio.page(site), site).visit(axis.table, "ussr", "uk", "usa")
        allies.asked("Buy units: 7 IPCs.")
        leave = {"do": "move", "units": [{"unit": "infantry", "count": 6}], "path": ["Russia", "Archangel"]}
        allies.act("ussr", {"do": "done"})
        allies.act("ussr", {"do": "done"})
        allies.act("ussr", leave, {"do": "done"})
        attack = {"unit": "infantry", "count": 3}, {"unit": "tank", "count": 2}
        axis.act("germany", {"do": "order", "units": {"infantry": 4}}, {"do": "done"})
        axis.act("germany", {"do": "move", "units": list(attack), "path": ["Ukraine", "Caucasus"]}, {"do": "done"})
        axis.act("germany", {"do": "fight", "space": "Caucasus"})
        while (now := axis._view()["pending"][0])["kind"] not in ("noncombat-move", "purchase"):
            one = {"do": "press"} if now["kind"] == "press" else {"do": "casualties"}
            axis.act(now["seat"], one)
        axis.act("germany", {"do": "done"})
        axis.act("germany", {"do": "mobilize", "unit": "infantry", "space": "Germany", "count": 4})
        expect(allies.page.get_by_role("region", name="Since your last turn")).to_contain_text(
            "Capitals in danger"
        )
        yield "recap", allies.page


def past(studio: Studio) -> Shown:
    """A game that is over, and a ladder game that somebody has resigned."""
    with studio.site({"1941": load("1941")}) as site:
        page = studio.page(site)
        game = bring(page, site, over(6))
        page.goto(f"/t/{game}?at={len(over(6).entries) // 2}")
        expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()
        yield "look-back", page
        page.set_viewport_size({"width": DESKTOP[0], "height": 1700})
        page.goto(f"/t/{game}/statistics")
        expect(page.get_by_role("heading", name="Luck")).to_be_visible()
        yield "statistics", page
        anna, bert = site.member("Anna"), site.member("Bert")
        seats = {seat: "open" if seat in AXIS else "me" for seat in POWERS}
        rated = anna.post("/tables", json={"game": "1941", "seats": seats, "rated": True}).json()["id"]
        for seat in AXIS:
            bert.post(f"/tables/{rated}/sit", json={"seat": seat})
        for seat in AXIS:
            bert.post(f"/tables/{rated}/resign", json={"seat": seat})
        page = studio.page(site, "/results")
        expect(page.get_by_text("Rated")).to_be_visible()
        yield "results", page


def teams(studio: Studio) -> Shown:
    """One team attacks, the other one answers and retreats in part."""
    with studio.site({"teams": Staged("teams", *POSITIONS["teams"])}) as site:
        load_dice(studio.patch, 5, *(6, 6), *(1, 6, 6, 6), *(2, 6, 6), *(1, 6), *(1, 6, 6, 6), *(1, 6, 6))
        germany = Scene(studio.page(site), site).begin("teams", test_teams.AXIS)
        japan = Scene(studio.page(site), site).visit(germany.table, "japan")
        allies = Scene(studio.page(site), site).visit(germany.table, "ussr", "uk", "usa")
        test_teams.buy(germany, japan, allies)
        test_teams.attack(germany, japan)
        allies.asked("Send fighters and order reinforcements, or start combat.")
        expect(allies.orders.get_by_role("region", name="Defensive air support")).to_be_visible()
        yield "team-window", allies.page
        test_teams.answer(allies)
        test_teams.fight(germany, allies)
        allies.space("Russia").evaluate("one => one.click()")
        yield "team-retreat", allies.page


def nine_powers(studio: Studio) -> Shown:
    """War and peace on a desk, objectives in a hand."""
    with studio.site({name: Staged(name, *LARGE[name]) for name in ("blitz",)}) as site:
        everybody = dict.fromkeys(test_nine_powers.POWERS, "me")
        scene = Scene(studio.page(site), site).begin("blitz", everybody)
        scene.asked("Buy units: 45 IPCs.")
        scene.act("uk", {"do": "done"})
        scene.look("Sea Zone 109")
        panel = test_nine_powers.panel(scene, "War and peace")
        expect(panel.get_by_text("Declarations of war").first).to_be_visible()
        panel.evaluate("one => one.scrollIntoView({ block: 'start' })")
        yield "nine-powers", scene.page
        scene = Scene(studio.page(site, size=PHONE, touch=True, color_scheme="dark"), site).begin(
            "blitz", everybody
        )
        scene.asked("Buy units: 45 IPCs.")
        aims = test_nine_powers.panel(scene, "Objectives and victory")
        aims.get_by_text("Axis (Europe)").click()
        yield "objectives-phone", scene.page


def hexes(studio: Studio) -> Shown:
    """An attack by land, and an invasion."""
    with studio.site({"hgw": test_hexes.Staged()}) as site:
        war = test_hexes.War(studio.page(site), site).march()
        war.do("End Movement")
        war.asked("Announce each attack")
        war.announce("Army Group South", "1542")
        war.army("Army Group Center").click()
        war.space("1242").evaluate("one => one.click()")
        yield "hexes", war.page
    with studio.site({"hgw": load("hgw")}) as site:
        crossing = test_hex_seas.Crossing(studio.page(site), site).begin_1944().allied_turn()
        crossing.do("End Movement")
        crossing.asked("Announce each attack")
        crossing.army("U.S. Seventh Army").click()
        crossing.click("1734")
        expect(crossing.orders.get_by_role("button", name="Send Mediterranean Fleet in support")).to_be_visible()
        yield "invasion", crossing.page


ALL: tuple[Callable[[Studio], Shown], ...] = (lobby, table, recap, past, teams, nine_powers, hexes)


def main(wanted: list[str]) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=system_browser(), args=["--no-sandbox"])
        studio = Studio(browser, folder)
        for take in ALL:
            if wanted and take.__name__ not in wanted:
                continue
            for name, page in take(studio):
                page.wait_for_load_state("networkidle")
                page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => {})))")
                laid_out(page)
                with Image.open(BytesIO(page.screenshot())) as taken:
                    taken.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(
                        IMAGES / f"{name}.png", optimize=True
                    )
                print(name)
            studio.done()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
