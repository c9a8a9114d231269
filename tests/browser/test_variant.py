"""A variant in a folder: its book says what is different, and a table keeps the rules that it was begun with."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from sandtable import games
from sandtable.server.settings import Bots, Settings
from tests.browser.board import POWERS
from tests.browser.conftest import Newcomer
from tests.browser.people import open_menu
from tests.browser.stage import Scene
from tests.server.postgres import free_port
from tests.server.site import TALKATIVE, UNHURRIED, Site, running_site

HOUSE = "house"
RULES = """
- {id: 1941.units.table, section: House rules, text: A tank costs 5 IPCs.}
- {id: 1941.house.tea, section: House rules, text: "At five o'clock tea is served."}
- {id: 1941.absent.bid, struck: true}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A variant in which tanks cost 5, nobody bids and tea is served."""
    place = tmp_path / "games" / HOUSE
    place.mkdir(parents=True)
    (place / "game.yaml").write_text("like: '1941'\ntitle: House rules\nabsent: {bid: null}\n", encoding="utf-8")
    (place / "units.yaml").write_text("tank: {cost: 5}\n", encoding="utf-8")
    (place / "rules.yaml").write_text(RULES, encoding="utf-8")
    monkeypatch.setenv(games.VARIABLE, str(place.parent))
    games.forget()
    yield place
    games.forget()


@contextmanager
def serving(data: Path, port: int) -> Iterator[Site]:
    settings = Settings(data=data, limits=UNHURRIED, tables=TALKATIVE, bots=Bots(pause=0.0))
    with running_site(settings, {HOUSE: games.load(HOUSE)}, port=port) as site:
        yield site


def rule(page: Page, words: str) -> Locator:
    """The only rule of the dialog that has these words."""
    dialog = page.get_by_role("dialog", name="Rules of")
    dialog.get_by_role("searchbox").fill(words)
    expect(dialog.get_by_role("status")).to_have_text("1 rule")
    return dialog.get_by_role("article")


def test_the_rules_dialog_marks_what_a_variant_has_changed(
    folder: Path, tmp_path: Path, newcomer: Newcomer
) -> None:
    with serving(tmp_path, free_port()) as site:
        scene = Scene(newcomer(site, ""), site).begin(HOUSE)
        open_menu(scene.page, "Rules")
        expect(scene.page.get_by_role("searchbox", name="Search the rules")).to_be_focused()
        expect(rule(scene.page, "1941.units.table")).to_contain_text("Changed in this variant")
        expect(rule(scene.page, "five o'clock")).to_contain_text("New in this variant")
        struck = rule(scene.page, "1941.absent.bid")
        expect(struck).to_contain_text("Not in this variant")
        expect(struck.locator("s")).to_be_visible()
        expect(rule(scene.page, "1941.victory.concession")).not_to_contain_text("in this variant")


def test_a_table_plays_on_by_the_rules_it_was_begun_with(folder: Path, tmp_path: Path, newcomer: Newcomer) -> None:
    port = free_port()
    with serving(tmp_path, port) as site:
        scene = Scene(newcomer(site, ""), site).begin(HOUSE, dict.fromkeys(POWERS, "me"))
        expect(scene.orders.get_by_role("row", name="Tank")).to_contain_text("5")
        open_menu(scene.page, "Rules")
        dialog = scene.page.get_by_role("dialog", name="Rules of")
        expect(dialog.get_by_role("article").first).to_be_visible()
        expect(dialog).not_to_contain_text("This table keeps the rules it started with.")
    (folder / "units.yaml").write_text("tank: {cost: 7}\n", encoding="utf-8")
    games.forget()
    with serving(tmp_path, port):
        scene.page.reload()
        expect(scene.orders.get_by_role("row", name="Tank")).to_contain_text("5")
        open_menu(scene.page, "Rules")
        expect(dialog).to_contain_text("This table keeps the rules it started with.")
        expect(rule(scene.page, "1941.units.table")).to_contain_text("A tank costs 5 IPCs.")
