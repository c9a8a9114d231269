"""What a player needs is in view, on a phone held sideways and at 200%, too; and views are found again."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.board import open_board
from tests.browser.conftest import Newcomer
from tests.browser.people import play_now
from tests.browser.server import Server
from tests.browser.stage import Scene, load_dice, running_stage
from tests.browser.test_phone import fits
from tests.browser.test_turn_battles import ATTACK
from tests.server.site import Site

SHORT = pytest.mark.parametrize("size", [(720, 450), (844, 390)], ids=["zoomed", "sideways"])


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_stage(tmp_path_factory.mktemp("stage")) as site:
        yield site


@SHORT
def test_a_battle_and_a_purchase_on_a_short_screen(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    load_dice(monkeypatch, *(1, 6, 6, 2, 6), *(2, 6, 3, 6))
    scene = Scene(newcomer(stage, "", size=size), stage).begin("ukraine")
    scene.act("germany", ATTACK, {"do": "done"})
    scene.asked("Soviet Union: choose the defender's casualties in Caucasus (2 hits).")
    expect(scene.strip).to_be_in_viewport()
    expect(scene.orders.get_by_role("button", name="Confirm casualties")).to_be_in_viewport(ratio=1)
    scene.do("Confirm casualties")
    scene.asked("Germany: choose the attacker's casualties")
    scene.do("Confirm casualties")
    # Odds, strip, dice and answers are in view together, without scrolling.
    expect(scene.orders.get_by_text(re.compile(r"Attacker \d+%"))).to_be_in_viewport(ratio=1)
    retreat = scene.orders.get_by_role("button", name="Retreat to Ukraine", exact=True)
    expect(retreat).to_be_in_viewport(ratio=1)
    expect(scene.strip).to_be_in_viewport(ratio=1)
    dice = scene.orders.get_by_role("group", name="Dice, round 1").get_by_role("img")
    expect(dice).to_have_count(9)
    above(dice, retreat)
    fits(scene.page)
    scene.do("Retreat to Ukraine")
    scene.asked("Make your noncombat moves and land your planes.")
    scene.act("germany", {"do": "done"})
    scene.asked("Buy units")
    more = scene.orders.get_by_role("button", name=re.compile("^More "))
    expect(more).to_have_count(9)
    above(more, scene.orders.get_by_role("button", name="End Purchase Units"))


def above(these: Locator, foot: Locator) -> None:
    """All of them are in view, and nothing at the foot covers them."""
    expect(foot).to_be_in_viewport(ratio=1)
    edge = foot.bounding_box()
    assert edge is not None
    for one in these.all():
        expect(one).to_be_in_viewport(ratio=1)
        box = one.bounding_box()
        assert box is not None and box["y"] + box["height"] <= edge["y"]


def test_the_map_can_fill_the_window(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    wide = page.get_by_role("application").bounding_box()
    assert wide is not None and wide["width"] < 1200
    page.get_by_role("button", name="Hide side panel").click()
    expect(page.get_by_role("region", name="Orders", exact=True)).not_to_be_visible()
    full = page.get_by_role("application").bounding_box()
    assert full is not None and full["width"] == 1440
    page.reload()
    expect(page.get_by_role("button", name="Show side panel")).to_be_visible()
    page.keyboard.press("s")
    expect(page.get_by_role("region", name="Orders", exact=True)).to_be_visible()


def test_each_power_has_its_own_view_and_finds_it_again(server: Server, newcomer: Newcomer) -> None:
    board = open_board(server, newcomer)
    board.look("Brazil")
    mine = board.camera()
    board.until("germany", "purchase")
    theirs = board.camera()
    assert theirs != mine
    board.page.get_by_role("button", name="Menu").click()
    board.page.get_by_role("navigation", name="Menu").get_by_text("Statistics").click()
    expect(board.page.get_by_role("heading", name="Statistics")).to_be_visible()
    board.page.go_back()
    expect(board.marker("Germany", "infantry")).to_be_visible()
    assert board.camera() == pytest.approx(theirs)


def test_two_digits_make_a_number(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "/odds/1941")
    field = page.get_by_role("spinbutton").first
    field.focus()
    page.keyboard.type("12")
    expect(field).to_have_attribute("aria-valuenow", "12")


def test_chat_is_not_interrupted_and_the_first_line_is_news(stage: Site, newcomer: Newcomer) -> None:
    axis = Scene(newcomer(stage, ""), stage).begin("ukraine", {"germany": "me", "japan": "me"})
    allies = Scene(newcomer(stage, ""), stage).visit(axis.table, "ussr", "uk", "usa")
    axis.asked("Make your combat moves.")
    expect(allies.orders).to_contain_text("Germany is playing.")
    field = allies.page.get_by_label("Write a message")
    allies.page.keyboard.press("4")
    allies.page.keyboard.type("Good luck!")
    allies.page.keyboard.press("Enter")
    expect(axis.page.get_by_label("1 new message")).to_be_visible()
    allies.page.keyboard.type("And")
    axis.act("germany", {"do": "done"})
    axis.act("germany", {"do": "done"})
    expect(allies.page.get_by_text("Your turn: United Kingdom", exact=True)).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("And")


def test_the_chat_box_is_never_cut_off(stage: Site, newcomer: Newcomer) -> None:
    scene = Scene(newcomer(stage, ""), stage).begin("britain")
    expect(scene.orders.get_by_role("button", name="More infantry")).to_be_visible()
    scene.page.keyboard.press("4")
    field = scene.page.get_by_label("Write a message")
    expect(field).to_be_focused()
    for width, height in ((1440, 900), (1440, 560), (1024, 640), (844, 390), (720, 450), (390, 844), (390, 560)):
        scene.page.set_viewport_size({"width": width, "height": height})
        expect(field).to_be_in_viewport(ratio=1)
        expect(scene.page.get_by_role("button", name="Send", exact=True)).to_be_in_viewport(ratio=1)


def test_phases_have_their_names_in_full(stage: Site, newcomer: Newcomer) -> None:
    page = Scene(newcomer(stage, ""), stage).begin("britain").page
    phases = page.get_by_role("list", name="Phases this turn").get_by_role("listitem")
    names = [
        "Purchase Units",
        "Combat Move",
        "Conduct Combat",
        "Noncombat Move",
        "Mobilize New Units",
        "Collect Income",
    ]
    expect(phases).to_contain_text(names)
    uncut = """all => all.every(one => [one, ...one.querySelectorAll("*")].every(
        part => part.scrollWidth <= part.clientWidth + 1 || getComputedStyle(part).display === "inline"
            || getComputedStyle(part).clipPath !== "none"))"""
    for one, name in zip(phases.all(), names, strict=True):
        expect(one.get_by_text(name, exact=True)).to_be_in_viewport(ratio=1)
    assert phases.evaluate_all(uncut)
    for width, height in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(phases.first.get_by_text("Purchase Units", exact=True)).to_be_in_viewport(ratio=1)
