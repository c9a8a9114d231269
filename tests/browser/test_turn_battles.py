"""Battles between people: who decides, who looks on, and what a reload, a phone or the keyboard make of it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Newcomer
from tests.browser.people import end_phase
from tests.browser.stage import Scene, load_dice, running_stage
from tests.browser.test_access import findings
from tests.browser.test_keyboard import tab_to
from tests.browser.test_phone import fits
from tests.server.site import Site

ATTACK = {
    "do": "move",
    "units": [{"unit": "infantry", "count": 3}, {"unit": "tank", "count": 2}],
    "path": ["Ukraine", "Caucasus"],
}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_stage(tmp_path_factory.mktemp("stage")) as site:
        yield site


def hits(page: Page) -> None:
    """The dice of the first round lie there: two hits for the attacker."""
    dice = page.get_by_role("group", name="Dice, round 1")
    expect(dice.get_by_role("img", name="a hit")).to_have_count(2)


def test_the_defender_chooses_in_another_browser_and_all_see_the_same_strip(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, *(1, 6, 6, 2, 6), *(2, 6, 3, 6))
    axis = {"germany": "me", "japan": "me"}
    attacker = Scene(newcomer(stage, ""), stage).begin("ukraine", axis)
    defender = Scene(newcomer(stage, ""), stage).visit(attacker.table, "ussr", "uk", "usa")
    watcher = Scene(newcomer(stage, ""), stage).visit(attacker.table)
    attacker.asked("Make your combat moves.")
    attacker.send("Ukraine", "Caucasus", "infantry", "tank")
    end_phase(attacker.page, "Combat Move")

    defender.asked("Soviet Union: choose the defender's casualties in Caucasus (2 hits).")
    for scene in (attacker, defender, watcher):
        expect(scene.strip.get_by_role("row", name="Attacker, Germany")).to_contain_text("3 infantry")
        expect(scene.strip.get_by_role("row", name="Defender, Soviet Union")).to_contain_text("1 fighter")
        hits(scene.page)
    for scene in (attacker, watcher):
        expect(scene.orders.get_by_role("button", name="Confirm casualties")).not_to_be_attached()
    expect(attacker.orders).to_contain_text("Soviet Union is playing.")

    # One infantry and the tank, not the two infantry that are proposed.
    defender.do("Fewer infantry lost")
    defender.do("More tanks lost")
    defender.do("Confirm casualties")
    attacker.asked("Germany: choose the attacker's casualties in Caucasus (2 hits).")
    expect(watcher.strip.get_by_role("row", name="Defender, Soviet Union")).to_contain_text("hit")
    attacker.do("Confirm casualties")
    attacker.asked("Germany: press the attack on Caucasus")
    expect(attacker.orders.get_by_role("button", name="Press the attack")).to_be_visible()
    expect(attacker.lit("Ukraine")).to_be_attached()
    attacker.space("Ukraine").evaluate("one => one.click()")
    for scene in (attacker, defender, watcher):
        expect(scene.page.get_by_role("group", name="What happened")).to_contain_text("retreat")
        expect(scene.strip).not_to_be_attached()
    assert attacker.units("Caucasus", "ussr") == {"infantry": 1, "fighter": 1}
    assert attacker.units("Ukraine", "germany") == {"infantry": 1, "tank": 2}


def test_a_reload_in_the_middle_of_a_battle_shows_the_battle(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, *(1, 6, 6, 2, 6), *(2, 6, 3, 6))
    scene = Scene(newcomer(stage, ""), stage).begin("ukraine")
    scene.act("germany", ATTACK, {"do": "done"})
    scene.asked("Soviet Union: choose the defender's casualties in Caucasus (2 hits).")
    scene.page.reload()
    scene.asked("Soviet Union: choose the defender's casualties in Caucasus (2 hits).")
    hits(scene.page)
    scene.do("Confirm casualties")
    scene.asked("Germany: choose the attacker's casualties in Caucasus (2 hits).")
    scene.page.reload()
    scene.do("Confirm casualties")
    scene.asked("Germany: press the attack on Caucasus")
    expect(scene.orders.get_by_role("group", name="Dice, round 1").get_by_role("img")).to_have_count(9)
    expect(scene.orders).to_contain_text(re.compile(r"Attacker \d+%, draw"))


def test_dice_are_seen_to_fall_and_a_click_lets_them_lie(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, 1, 6, 6, 2, 6)
    scene = Scene(newcomer(stage, ""), stage).begin("ukraine")
    scene.page.emulate_media(reduced_motion="no-preference")
    scene.asked("Make your combat moves.")
    scene.act("germany", ATTACK, {"do": "done"})
    dice = scene.orders.get_by_role("group", name="Dice, round 1")
    falling = dice.get_by_role("img").last
    assert falling.evaluate("one => getComputedStyle(one).animationName") != "none"
    dice.click()
    expect(dice.get_by_role("img", name="a hit")).to_have_count(2)
    assert falling.evaluate("one => getComputedStyle(one).animationName") == "none"


@pytest.mark.rule("1941.combat.stalemate")
def test_whoever_cannot_hit_anybody_any_more_stays_or_retreats(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, 2, 6, 6)
    scene = Scene(newcomer(stage, ""), stage).begin("stalemate")
    sail = {"do": "move", "path": ["Sea Zone 9", "Sea Zone 8"], "units": [{"unit": "submarine"}]}
    scene.act("germany", sail, {"do": "done"}, {"do": "submerge", "count": 0})
    scene.asked("Germany: stay in Sea Zone 8, or retreat to Sea Zone 9?")
    buttons = scene.orders.get_by_role("button", name="Sea Zone")
    expect(buttons.filter(has_text="Stay in Sea Zone 8")).to_be_visible()
    expect(buttons.filter(has_text="Retreat to Sea Zone 9")).to_be_visible()
    expect(scene.orders.get_by_role("button", name="Press the attack")).to_have_count(0)
    scene.do("Stay in Sea Zone 8")
    scene.asked("Where does the stranded fighter in Sea Zone 8 land?")


def test_submarines_dive_and_a_battleship_takes_a_hit(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, *(6,), *(1, 6), *(6, 6))  # submarines strike; the battleships fire
    scene = Scene(newcomer(stage, ""), stage).begin("pacific")
    sail = {"do": "move", "path": ["Sea Zone 45", "Sea Zone 46"]}
    scene.act(
        "japan", {**sail, "units": [{"unit": "battleship"}, {"unit": "submarine", "count": 2}]}, {"do": "done"}
    )
    scene.asked("Japan: how many units submerge in Sea Zone 46?")
    scene.do("Fewer submarines to submerge")
    scene.do("Submerge 1")
    scene.asked("United States: how many units submerge in Sea Zone 46?")
    scene.do("Stay and strike")
    scene.asked("Japan: choose the attacker's casualties in Sea Zone 46 (1 hit).")
    expect(scene.orders.get_by_role("spinbutton", name="battleships damaged")).to_have_text("1")
    expect(scene.strip.get_by_role("row", name="Attacker, Japan")).to_contain_text("1 submarine")
    scene.do("Confirm casualties")
    expect(scene.strip.get_by_role("row", name="Attacker, Japan")).to_contain_text("damaged")


def test_a_battle_on_a_phone(stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, *(1, 6, 6, 2, 6), *(2, 6, 3, 6))
    scene = Scene(newcomer(stage, "", size=PHONE, touch=True), stage).begin("ukraine")
    scene.act("germany", ATTACK, {"do": "done"})
    scene.asked("Soviet Union: choose the defender's casualties in Caucasus (2 hits).")
    fits(scene.page)
    expect(scene.strip).to_be_in_viewport()
    take = scene.orders.get_by_role("button", name="Confirm casualties")
    expect(take).to_be_in_viewport()
    scene.orders.get_by_role("button", name="Fewer infantry lost").tap()
    scene.orders.get_by_role("button", name="More fighters lost").tap()
    take.tap()
    scene.asked("Germany: choose the attacker's casualties in Caucasus (2 hits).")
    fits(scene.page)
    take.tap()
    retreat = scene.orders.get_by_role("button", name="Retreat to Ukraine", exact=True)
    expect(retreat).to_be_in_viewport()
    retreat.tap()
    scene.asked("Make your noncombat moves and land your planes.")
    fits(scene.page)


def test_a_short_turn_by_keys_alone(stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, *(1, 6, 6, 2, 6), *(2, 6, 3, 6))
    scene = Scene(newcomer(stage, ""), stage).begin("ukraine")
    scene.asked("Make your combat moves.")
    keys = scene.page.keyboard

    # On the map: from Ukraine to Caucasus.
    expect(scene.marker("Ukraine", "infantry")).to_be_visible()
    keys.press("1")
    expect(scene.map).to_be_focused()
    keys.press("/")
    keys.type("ukraine")
    keys.press("Enter")
    expect(scene.space("Ukraine")).to_be_focused()
    keys.press("Enter")
    expect(scene.space("Ukraine")).to_have_accessible_name(re.compile("5 units selected"))
    keys.press("/")
    keys.type("caucasus")
    keys.press("Enter")
    expect(scene.space("Caucasus")).to_be_focused()
    expect(scene.space("Caucasus")).to_have_accessible_name(re.compile("attack, 1 movement"))
    keys.press("Enter")
    expect(scene.moves()).to_have_count(1)
    expect(scene.orders.get_by_role("button", name=re.compile("^End "))).to_be_enabled()
    keys.press("d")

    # The losses: one infantry fewer, the fighter instead.
    scene.asked("Soviet Union: choose the defender's casualties in Caucasus (2 hits).")
    expect(scene.orders.get_by_role("button", name="Confirm casualties")).to_be_enabled()
    keys.press("2")
    expect(scene.orders.locator(":focus")).to_be_attached()
    tab_to(scene.page, "spinbutton", "infantry lost")
    keys.press("ArrowDown")
    tab_to(scene.page, "spinbutton", "fighters lost")
    keys.press("ArrowUp")
    expect(scene.orders).to_contain_text("2 of 2 assigned")
    tab_to(scene.page, "button", "Confirm casualties")
    keys.press("Enter")
    # The focus stays among the orders: the next answers are a few keys away.
    scene.asked("Germany: choose the attacker's casualties in Caucasus (2 hits).")
    expect(scene.orders.get_by_role("button", name="Confirm casualties")).to_be_enabled()
    tab_to(scene.page, "button", "Confirm casualties", most=12)
    keys.press("Enter")
    scene.asked("Germany: press the attack on Caucasus")
    expect(scene.orders.get_by_role("button", name="Retreat to Ukraine")).to_be_enabled()
    tab_to(scene.page, "button", "Retreat to Ukraine", most=6)
    keys.press("Enter")
    scene.asked("Make your noncombat moves and land your planes.")
    expect(scene.orders.get_by_role("button", name=re.compile("^End "))).to_be_enabled()
    keys.press("d")
    expect(scene.page.get_by_text("Your turn: United Kingdom", exact=True)).to_be_visible()
    assert scene.units("Caucasus", "ussr") == {"infantry": 1, "tank": 1}


@pytest.mark.parametrize(
    "dark",
    [pytest.param(False, id="light"), pytest.param(True, id="dark", marks=pytest.mark.long("the same by night"))],
)
def test_a_battle_can_be_read_by_everybody(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch, dark: bool
) -> None:
    load_dice(monkeypatch, 1, 6, 6, 2, 6)
    scene = Scene(newcomer(stage, "", dark=dark), stage).begin("ukraine")
    scene.act("germany", ATTACK, {"do": "done"})
    scene.asked("Soviet Union: choose the defender's casualties in Caucasus (2 hits).")
    hits(scene.page)
    scene.orders.get_by_text("Standing orders for battles").click()
    scene.orders.get_by_text("Powers and income").click()
    expect(scene.orders.get_by_role("cell").first).to_be_visible()
    assert findings(scene.page) == []
