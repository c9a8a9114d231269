"""A game of nine powers: war and peace, objectives, damaged works, convoys; in a hand and by night as well."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE, Newcomer
from tests.browser.people import end_phase, laid_out
from tests.browser.stage import LARGE, Scene, Staged, running_stage
from tests.browser.test_access import findings
from tests.server.site import Site

POWERS = ("germany", "ussr", "japan", "usa", "china", "uk", "italy", "anzac", "france")


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    games = {name: Staged(name, *what) for name, what in LARGE.items()}
    with running_stage(tmp_path_factory.mktemp("stage"), games=games) as site:
        yield site


def begin(stage: Site, newcomer: Newcomer, position: str, size: tuple[int, int] | None = None) -> Scene:
    page = newcomer(stage, "", size=size, dark=True) if size else newcomer(stage, "")
    return Scene(page, stage).begin(position, dict.fromkeys(POWERS, "me"))


def panel(scene: Scene, name: str) -> Locator:
    """A part of the orders, opened."""
    region = scene.page.get_by_role("region", name=name, exact=True)
    region.get_by_text(name, exact=True).first.click()
    return region


def mark(scene: Scene, space: str, what: str, condition: str) -> Locator:
    """A small mark on the map."""
    return scene.page.locator(f".{condition}[data-work='{what}'][data-in='{space}']").first


def test_works_are_repaired_before_units_are_bought(stage: Site, newcomer: Newcomer) -> None:
    scene = begin(stage, newcomer, "blitz")
    scene.look("United Kingdom")
    expect(mark(scene, "United Kingdom", "air_base", "out")).to_have_text("3")
    expect(mark(scene, "United Kingdom", "naval_base", "hurt")).to_have_text("1")
    expect(scene.space("United Kingdom")).to_contain_text("air base, 3 of 6 damage, out of action")
    works = scene.orders.get_by_role("region", name="Facilities")
    expect(works).to_contain_text("1 turn of building left")
    works.get_by_role("button", name="Fewer points to repair: major industrial complex in United Kingdom").click()
    works.get_by_role("button", name="Repair 11 major industrial complex, United Kingdom").click()
    expect(scene.orders.get_by_role("heading", name="Buy units: 34 IPCs.")).to_be_visible()
    works.get_by_role("button", name="Repair 3 air base, United Kingdom").click()
    expect(mark(scene, "United Kingdom", "air_base", "whole")).to_be_visible()
    scene.orders.get_by_role("button", name="More infantry", exact=True).click()
    expect(works).to_contain_text("Repair before you buy units.")
    expect(works.get_by_role("button", name="Repair 1")).to_have_count(0)


def test_convoys_in_danger_say_what_is_at_stake(stage: Site, newcomer: Newcomer) -> None:
    scene = begin(stage, newcomer, "blitz")
    scene.look("Sea Zone 109")
    expect(mark(scene, "Sea Zone 109", "convoy", "out")).to_have_text("4")
    scene.space("Sea Zone 109").focus()
    scene.page.keyboard.press("i")
    card = scene.page.get_by_role("region", name="Sea Zone 109")
    expect(card).to_contain_text("Convoy zone")
    expect(card).to_contain_text("The United Kingdom can lose up to 8: 4 dice, 4.0 on average")


def test_a_war_is_declared_with_a_look_at_what_follows(stage: Site, newcomer: Newcomer) -> None:
    scene = begin(stage, newcomer, "blitz")
    end_phase(scene.page, "Purchase, Repair and Build", sure=True)
    affairs = panel(scene, "War and peace")
    expect(affairs.get_by_role("row", name="Japan").get_by_role("img", name="at war")).to_have_count(1)
    expect(affairs).to_contain_text("Neutral: Soviet Union and United States.")
    affairs.get_by_role("button", name="United States", exact=True).click()
    expect(affairs).to_contain_text("Germany, Japan and Italy")
    expect(affairs).to_contain_text("round 3, before Collect Income")
    affairs.get_by_role("button", name="Read the rule").click()
    expect(scene.page.get_by_role("dialog", name="Rule")).to_contain_text("g40.war.timing")
    scene.page.keyboard.press("Escape")
    assert findings(scene.page) == []

    declaring = scene.page.get_by_role("region", name="Declare war", exact=True)
    declaring.get_by_role("button", name="Declare war: Japan").click()
    dialog = scene.page.get_by_role("dialog", name="Declare war: Japan")
    expect(dialog).to_contain_text("ANZAC declares war on Japan.")
    expect(dialog).to_contain_text("The United Kingdom gets 5 IPCs for The Far East.")
    dialog.get_by_role("button", name="Declare war").click()
    expect(affairs.get_by_role("row", name="Japan").get_by_role("img", name="at war")).to_have_count(3)
    expect(declaring.get_by_role("button")).to_have_count(0)
    scene.page.get_by_role("button", name="Undo").click()
    expect(declaring.get_by_role("button", name="Declare war: Japan")).to_be_visible()


def test_objectives_and_victory_are_ticked_off_in_a_hand(stage: Site, newcomer: Newcomer) -> None:
    scene = begin(stage, newcomer, "blitz", PHONE)
    expect(scene.page.get_by_role("heading", name="Buy units: 45 IPCs.")).to_be_visible()
    aims = panel(scene, "Objectives and victory")
    expect(aims).to_contain_text("3/8")
    aims.get_by_text("Axis (Europe)").click()
    expect(aims).to_contain_text("3 held by the Axis, 8 needed")
    aims.get_by_role("group", name="Whose objectives").get_by_role("button", name="Japan").click()
    expect(aims).to_contain_text("Japan would collect 10 IPCs for objectives now.")
    perimeter = aims.get_by_role("group").filter(has_text="Resources of the Indies").last
    perimeter.get_by_text("Resources of the Indies").click()
    expect(perimeter.get_by_role("button", name="Java missing")).to_be_visible()
    assert findings(scene.page) == []


def test_a_power_enters_the_war_before_it_collects(stage: Site, newcomer: Newcomer) -> None:
    scene = begin(stage, newcomer, "entry")
    end_phase(scene.page, "Mobilize New Units")
    scene.asked("You can declare war now, before you collect income.")
    scene.orders.get_by_role("button", name="Declare war: Germany").click()
    dialog = scene.page.get_by_role("dialog", name="Declare war: Germany")
    expect(dialog).to_contain_text(
        "The minor industrial complex in Eastern United States becomes a major industrial complex."
    )
    dialog.get_by_role("button", name="Declare war").click()
    scene.do("Don't declare war")
    expect(scene.page.get_by_text("Your turn: China", exact=True)).to_be_visible()


@pytest.mark.parametrize("width", [1440, 1280, 1024])
def test_phase_names_are_never_cut_off(stage: Site, newcomer: Newcomer, width: int) -> None:
    scene = begin(stage, newcomer, "blitz", size=(width, 900))
    track = scene.page.get_by_role("list", name="Phases this turn")
    expect(track.get_by_text("Purchase, Repair and Build")).to_be_visible()
    laid_out(scene.page)
    cut = track.evaluate(
        """list => [...list.querySelectorAll(".name")].filter((one) => one.offsetWidth > 1).filter((one) =>
            one.scrollWidth > one.clientWidth
            || one.offsetHeight > 2.6 * parseFloat(getComputedStyle(one).fontSize)
        ).map((one) => one.textContent)"""
    )
    assert cut == []
    header, names = scene.page.get_by_role("banner").bounding_box(), track.bounding_box()
    assert header is not None and names is not None
    assert names["y"] + names["height"] <= header["y"] + header["height"]
