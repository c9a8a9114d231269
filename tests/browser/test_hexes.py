"""The hex game in a browser: a whole turn by hand that closes a pocket, army sheets, supply, production."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from sandtable.core.game import Setup
from sandtable.games import load_hexes
from sandtable.guides import hex_guide
from sandtable.hexes.family import HexGame
from sandtable.hexes.position import HexPosition, PositionError, Standing, build
from sandtable.hexes.state import HexState
from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.browser.stage import Scene, load_dice, running_stage
from tests.browser.test_access import findings
from tests.server.site import Site

POCKET = HexPosition(
    armies={
        "Army Group North": Standing("1240", infantry=4, mechanized=2),
        "Fourth Army": Standing("1240", infantry=3),
        "Army Group Center": Standing("1141", infantry=2, mechanized=8),
        "Army Group South": Standing("1541", infantry=3, mechanized=7),
        "NW Front": Standing("1241", infantry=3, mechanized=1),
        "Kiev Military District": Standing("1542", infantry=4, mechanized=1),
        "Moscow": Standing("1144", infantry=2, mechanized=2),
    },
    control={"axis": "1140 1341"},
)
"""A Soviet army at Baranovichi whose last way out leads through Minsk."""


class Staged(HexGame):
    """The game from a position of ours."""

    def __init__(self) -> None:
        super().__init__(load_hexes("hgw").folder, hex_guide)

    def start(self, setup: Setup) -> HexState:
        found = build(next(iter(self.worlds.values())), POCKET)
        assert not isinstance(found, PositionError), found.message
        return found


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    game = Staged()
    with running_stage(tmp_path_factory.mktemp("hexes"), games={game.id: game}) as site:
        yield site


class War(Scene):
    """A page at the table of the pocket."""

    def march(self) -> "War":
        self.begin("hgw", {"axis": "me", "soviet": "me"})
        expect(self.army("Army Group Center")).to_be_visible()
        return self

    def army(self, name: str) -> Locator:
        return self.page.locator(f'[data-marker="army:{name}"]:not(.grip)')

    def choose(self, text: str) -> None:
        """Take an order of the list, and wait until it is gone: those below it move up, under a next click."""
        order = self.orders.get_by_role("list", name="What you can do").get_by_role("button", name=text)
        order.click()
        expect(order).not_to_be_attached()

    def announce(self, army: str, target: str) -> None:
        self.army(army).click()
        self.space(target).evaluate("one => one.click()")
        expect(self.orders.get_by_role("button", name=f"Cancel {army}'s attack")).to_be_visible()
        self.page.keyboard.press("Escape")

    def points(self, army: str) -> dict[str, int]:
        armies = self._view()["view"]["armies"]
        return dict(armies[army]["points"]) if army in armies else {}


def war(stage: Site, newcomer: Newcomer, size: tuple[int, int] = DESKTOP, touch: bool = False) -> War:
    return War(newcomer(stage, "", size=size, touch=touch), stage).march()


def test_a_turn_with_an_encirclement(stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, 6, 1, 1, 1, 1)
    scene = war(stage, newcomer)
    story = scene.page.get_by_role("group", name="What happened")
    scene.do("End Movement")
    scene.asked("Announce each attack")
    scene.announce("Army Group South", "1542")
    scene.announce("Army Group Center", "1242")
    expect(scene.arrow()).to_have_count(2)
    expect(scene.orders.get_by_role("listitem").filter(has_text="Minsk")).to_contain_text("to capture it")
    scene.do("Done announcing attacks")
    scene.asked("Choose which armies make a defensive assault now")
    scene.do("Fire now")
    scene.asked("Fire at your targets")
    scene.choose("Assault Odessa (1542)")
    scene.asked("Choose 4 losses")
    scene.do("Confirm losses (4 of 4)")
    scene.choose("Assault Minsk (1242)")
    expect(scene.orders.get_by_role("list", name="Dice this phase").get_by_role("listitem")).to_have_count(3)
    scene.choose("Army Group Center: advance into Minsk")
    expect(story).to_contain_text("Army Group Center entered Minsk (1242)")
    scene.choose("Army Group South: advance into Odessa")
    scene.asked("Retreat the armies that have lost their hex")
    scene.orders.get_by_role("button", name="Kiev (1443)").click()
    scene.asked("Attack again with armies that have advanced")
    scene.do("End Combat")
    scene.asked("production points, then end the turn")
    scene.orders.get_by_role("combobox", name="Where").select_option("1237")
    scene.do("Build 1 for 2 PP")
    expect(story).to_contain_text("Berlin (1237)")
    scene.do("End Production")
    scene.page.get_by_role("dialog").get_by_role("button", name="End phase anyway").click()
    expect(scene.page.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()
    expect(scene.orders.get_by_role("button", name="NW Front")).to_contain_text("cut off")
    scene.do("End Movement")
    scene.do("Done announcing attacks")
    scene.page.get_by_role("dialog").get_by_role("button", name="Continue anyway").click()
    scene.asked("production points, then end the turn")
    expect(scene.army("NW Front")).not_to_be_attached()
    expect(scene.space("1241")).to_contain_text("Axis")


def test_points_are_dragged_between_armies_and_onto_the_map(stage: Site, newcomer: Newcomer) -> None:
    scene = war(stage, newcomer)
    page = scene.page
    scene.army("Fourth Army").click()
    sheet = page.get_by_role("region", name="Armies in East Prussia (1240)")
    chip = sheet.locator('[data-army="Fourth Army"] [data-chip]').first
    drag(page, chip, sheet.locator('[data-army="Army Group North"]'))
    expect(sheet.locator('[data-army="Army Group North"]')).to_contain_text("5 infantry and 2 mechanized")
    assert scene.points("Fourth Army") == {"infantry": 2}
    taken = sheet.get_by_role("spinbutton", name="mechanized of Army Group North selected")
    taken.press("ArrowUp")
    expect(taken).to_have_attribute("aria-valuenow", "1")
    sheet.get_by_role("button", name="Transfer to Fourth Army").click()
    expect(sheet.locator('[data-army="Fourth Army"]')).to_contain_text("2 infantry and 1 mechanized")
    scene.army("Fourth Army").click()
    expect(scene.lit("1339")).to_be_attached()
    scene.space("1339").evaluate("one => one.click()")
    expect(scene.space("1339")).to_contain_text("Fourth Army with 2 infantry and 1 mechanized")
    assert scene.points("Army Group North") == {"infantry": 5, "mechanized": 1}


def drag(page: Page, start: Locator, end: Locator) -> None:
    """With the mouse from the middle of one thing to the middle of another."""
    start.scroll_into_view_if_needed()
    (a, b) = (start.bounding_box(), end.bounding_box())
    assert a is not None and b is not None
    page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    page.mouse.down()
    page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=6)
    page.mouse.up()


def test_supply_is_shown_and_explained(stage: Site, newcomer: Newcomer) -> None:
    scene = war(stage, newcomer)
    page = scene.page
    page.get_by_role("combobox", name="Supply").select_option("soviet")
    key = page.get_by_role("list", name="Legend")
    expect(key).to_contain_text("Full supply")
    expect(page.locator("path.supply.full")).to_be_attached()
    scene.look("1242")
    page.keyboard.press("i")
    card = page.get_by_role("region", name="Minsk (1242)")
    expect(card).to_contain_text("Full supply")
    expect(card).to_contain_text("Soviet Union")
    assert findings(page) == []


def test_a_phone_plays_it(stage: Site, newcomer: Newcomer) -> None:
    scene = war(stage, newcomer, PHONE, touch=True)
    page = scene.page
    scene.orders.get_by_role("button", name="Fourth Army").click()
    expect(page.get_by_role("region", name="Armies in East Prussia (1240)")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert findings(page) == []
    scene.do("End Movement")
    scene.asked("Announce each attack")
    scene.orders.get_by_role("button", name="Army Group South").click()
    scene.orders.get_by_role("button", name="Odessa (1542)").click()
    expect(scene.orders.get_by_role("button", name="Cancel Army Group South's attack")).to_be_visible()
    assert findings(page) == []


def test_what_all_sides_have_is_in_sight(stage: Site, newcomer: Newcomer) -> None:
    war = War(newcomer(stage, ""), stage).march()
    bar = war.page.get_by_role("list", name="Production and strength of all sides")
    expect(bar.get_by_role("listitem").filter(has_text="Axis")).to_contain_text("Strength 29")
    expect(bar.get_by_role("listitem").filter(has_text="Soviet Union")).to_contain_text("Strength 13")
    for side in bar.get_by_role("listitem").all():
        expect(side).to_be_in_viewport(ratio=0.99)
    war.page.keyboard.press("?")
    legend = war.page.get_by_role("dialog").locator("dl.legend")
    expect(legend).to_contain_text("infantry points, then mechanized points")


def test_since_the_last_turn_tells_what_a_hex_side_has_lost(stage: Site, newcomer: Newcomer) -> None:
    axis = War(newcomer(stage, ""), stage)
    axis.begin("hgw", {"axis": "me"})
    soviet = War(newcomer(stage, ""), stage)
    soviet.visit(axis.table, "soviet")
    expect(soviet.army("Army Group Center")).to_be_visible()
    axis.act("axis", {"do": "done"}, {"do": "done"}, {"do": "done"})
    recap = soviet.page.get_by_role("region", name="Since your last turn")
    expect(recap).to_be_visible()
    expect(recap.get_by_role("group")).to_contain_text("Nothing happened that affects you.")
