"""Nothing happens unseen: the economy, what the others did, battles and their results, dice and sounds."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from sandtable.core.game import AnyGame
from sandtable.games import area
from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.browser.stage import POSITIONS, Scene, Staged, load_dice, running_stage
from tests.browser.test_access import findings
from tests.browser.test_in_view import above
from tests.browser.test_phone import fits
from tests.browser.test_turn_battles import ATTACK
from tests.server.site import Site

ALLIES = ("ussr", "uk", "usa")
HEARD = """{
    const heard = [];
    addEventListener("sandtable-sound", ({ detail }) =>
        document.documentElement.setAttribute("data-heard", heard.push(detail) && heard.join()));
}"""
"""The page notes which sounds it has played."""
CONQUEST = (1, 1, 1, 1, 1, 6, 6, 6, 6)
"""Five hits for Germany in Caucasus, and none for the Soviet Union."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    games: dict[str, AnyGame] = {
        name: Staged(name, *POSITIONS[name]) for name in ("britain", "ukraine", "pacific")
    }
    games["global-1940"] = area("global-1940")
    with running_stage(tmp_path_factory.mktemp("stage"), games=games) as site:
        yield site


def conquered(stage: Site, newcomer: Newcomer, patch: pytest.MonkeyPatch) -> Scene:
    """Germany has taken Caucasus while the Allies were looking on; now it is their turn."""
    load_dice(patch, *CONQUEST)
    axis = Scene(newcomer(stage, ""), stage).begin("ukraine", {"germany": "me", "japan": "me"})
    allies = Scene(newcomer(stage, ""), stage).visit(axis.table, *ALLIES)
    expect(allies.orders).to_contain_text("Germany is playing.")
    axis.act("germany", ATTACK, {"do": "done"})
    axis.act("germany", {"do": "done"})
    return allies


def readable(scene: Scene) -> None:
    """By day, by night and with high contrast."""
    assert findings(scene.page) == []
    scene.page.emulate_media(color_scheme="dark")
    assert findings(scene.page) == []
    scene.page.emulate_media(color_scheme="light", contrast="more")
    assert findings(scene.page) == []
    scene.page.emulate_media(contrast="no-preference")


def test_the_economy_of_all_powers_is_in_sight(stage: Site, newcomer: Newcomer) -> None:
    page = Scene(newcomer(stage, ""), stage).begin("britain").page
    bar = page.get_by_role("list", name="Economy of all powers")
    expect(bar.get_by_role("listitem")).to_have_count(6)
    chip = bar.get_by_role("button", name="United Kingdom: income 12, treasury 12 IPCs.")
    expect(chip).to_be_in_viewport(ratio=1)
    chip.click()
    owned = page.get_by_role("dialog", name="United Kingdom")
    expect(owned).to_contain_text("12 IPCs in the treasury")
    expect(owned).to_contain_text("5 infantry")
    expect(owned).to_contain_text("The United Kingdom would collect 12 IPCs")
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(chip).to_be_focused()
    bar.get_by_role("button", name="Victory").click()
    goals = page.get_by_role("dialog", name="How to win")
    expect(goals.get_by_role("heading", name="Axis")).to_be_visible()
    missing = goals.get_by_role("button", name="United Kingdom missing")
    expect(goals).to_contain_text("0 held by the Axis, 2 needed")
    missing.click()
    expect(goals).not_to_be_attached()


def test_the_economy_of_nine_powers_fits(stage: Site, newcomer: Newcomer) -> None:
    page = newcomer(stage, "")
    chairs = page.request.get(f"{stage.url}/api/games/global-1940").json()["box"]["chairs"]
    scene = Scene(page, stage).begin("global-1940", {one["seat"]: "me" for one in chairs})
    chips = page.get_by_role("list", name="Economy of all powers").get_by_role("listitem")
    expect(chips).to_have_count(len(chairs) + 1)
    for chip in chips.all():
        expect(chip).to_be_in_viewport(ratio=0.99)
    # So does the list of all that they can buy, on a phone as well.
    more = scene.orders.get_by_role("table").get_by_role("button", name=re.compile("^More "))
    end = scene.orders.get_by_role("button", name="End Purchase, Repair and Build")
    expect(more.nth(19)).to_be_visible()
    above(more, end)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_role("button", name="Expand panel").click()
    above(more, end)
    fits(page)
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    chips.last.get_by_role("button", name="Victory").click()
    goals = page.get_by_role("dialog", name="How to win")
    objectives = goals.locator("section").filter(has=page.get_by_role("heading", name="Objectives", exact=True))
    expect(objectives.get_by_role("heading", name="Germany")).to_be_visible()
    expect(objectives.get_by_role("listitem").first).to_be_visible()


def test_what_the_others_did_is_told_when_it_is_your_turn(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = conquered(stage, newcomer, monkeypatch)
    recap = scene.page.get_by_role("region", name="Since your last turn")
    expect(recap).to_contain_text("Caucasus (2) Soviet Union → Germany")
    expect(recap).to_contain_text("Germany wins")
    expect(recap).to_contain_text("Losses: Germany none; Soviet Union 2 infantry, 1 tank and 1 fighter")
    expect(recap).to_contain_text("Capitals in danger")
    chip = scene.page.get_by_role("button", name="Soviet Union: income")
    expect(chip).to_contain_text("▼2")
    readable(scene)
    scene.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    fits(scene.page)
    expect(recap.get_by_role("button", name="Got it")).to_be_in_viewport()
    recap.get_by_role("button", name="Got it").click()
    expect(recap).not_to_be_attached()
    scene.page.reload()
    expect(chip).to_be_visible()
    expect(recap).not_to_be_attached()
    scene.page.get_by_role("button", name="Menu").click()
    scene.page.get_by_role("button", name="Since your last turn", exact=True).click()
    recap.get_by_role("button", name="Replay since my turn").click()
    expect(scene.page.get_by_role("slider")).to_be_visible()
    expect(scene.page.locator("[data-moment]")).to_have_attribute("data-moment", "1")


def test_a_battle_ends_with_its_result(stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, *CONQUEST)
    scene = Scene(newcomer(stage, ""), stage).begin("ukraine")
    scene.asked("Make your combat moves.")
    scene.act("germany", ATTACK, {"do": "done"})
    result = scene.page.get_by_role("region", name="Caucasus")
    expect(result).to_contain_text("Germany wins")
    expect(result).to_contain_text("No losses")
    expect(result).to_contain_text("5 hits, 1.5 expected")
    expect(result).to_contain_text("Lost 2 infantry, 1 tank and 1 fighter (22 IPCs)")
    expect(result).to_contain_text("0 hits, 1.8 expected")
    expect(result).to_contain_text("Odds at the start")
    readable(scene)
    result.get_by_role("button", name="Close").click()
    expect(result).not_to_be_attached()


def test_nothing_is_told_before_the_dice_have_settled(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, 1, 6, 6, 2, 6)
    page = newcomer(stage, "", motion=True)
    page.clock.install()
    scene = Scene(page, stage).begin("ukraine")
    scene.asked("Make your combat moves.")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    scene.act("germany", ATTACK, {"do": "done"})
    scene.asked("Rolling…")
    log = page.get_by_role("group", name="What happened")
    expect(log).to_contain_text("3 infantry and 2 tanks move from Ukraine to Caucasus.")
    expect(log).not_to_contain_text("hit")
    expect(scene.orders.get_by_role("button", name="Confirm casualties")).not_to_be_attached()
    page.clock.run_for(6_000)
    scene.asked("Soviet Union: choose the defender's casualties in Caucasus (2 hits).")
    expect(log).to_contain_text("hit")


def test_sounds_are_asked_for_once_and_have_a_volume(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, 1, 6, 6, 2, 6)
    page = newcomer(stage, "", motion=True)
    page.add_init_script(HEARD)
    scene = Scene(page, stage).begin("ukraine")
    scene.asked("Make your combat moves.")
    scene.orders.get_by_role("group", name="Sounds for dice").get_by_role("button", name="On").click()
    expect(scene.orders.get_by_role("group", name="Sounds for dice")).not_to_be_attached()
    scene.act("germany", ATTACK, {"do": "done"})
    expect(page.locator("html")).to_have_attribute("data-heard", "turn,dice,hit")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("slider", name="Volume").fill("0")
    page.reload()
    scene.asked("Soviet Union: choose")
    expect(scene.orders.get_by_role("group", name="Sounds for dice")).not_to_be_attached()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("slider", name="Volume")).to_have_value("0")


def test_a_player_follows_the_others_at_their_own_pace(stage: Site, newcomer: Newcomer) -> None:
    axis = Scene(newcomer(stage, ""), stage).begin("ukraine", {"germany": "me", "japan": "me"})
    page = newcomer(stage, "", motion=True)
    page.clock.install()
    allies = Scene(page, stage).visit(axis.table, *ALLIES)
    expect(allies.orders).to_contain_text("Germany is playing.")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))  # what waits for its time waits for us
    step = {"do": "move", "units": [{"unit": "infantry"}], "path": ["Ukraine", "Eastern Europe"]}
    moment = page.locator("[data-moment]")
    axis.act("germany", {"do": "done"})
    for _ in range(3):
        axis.act("germany", step)
    bar = page.get_by_role("group", name="Follow the others")
    bar.get_by_role("button", name="Pause").click()
    axis.act("germany", {"do": "done"})
    expect(bar.get_by_role("button", name="Skip")).to_be_visible()
    expect(allies.orders).to_contain_text("Germany is playing.")
    shown = int(moment.get_attribute("data-moment") or 0)
    assert shown < 5
    page.clock.run_for(5_000)
    expect(moment).to_have_attribute("data-moment", str(shown))
    page.keyboard.press(".")
    expect(moment).to_have_attribute("data-moment", str(shown + 1))
    before = allies.camera()
    bar.get_by_role("button", name="Map follows the action").click()
    bar.get_by_label("Speed").select_option("Instant")
    page.clock.run_for(2_000)
    allies.asked("Buy units: 12 IPCs.")
    expect(bar).not_to_be_attached()
    expect(moment).to_have_attribute("data-moment", "5")
    assert allies.camera() != before


def test_the_end_is_told_when_all_that_led_to_it_has_been_shown(stage: Site, newcomer: Newcomer) -> None:
    axis = Scene(newcomer(stage, ""), stage).begin("ukraine", {"germany": "me", "japan": "me"})
    page = newcomer(stage, "", motion=True)
    page.add_init_script(HEARD)
    page.clock.install()
    allies = Scene(page, stage).visit(axis.table, *ALLIES)
    expect(allies.orders).to_contain_text("Germany is playing.")
    allies.orders.get_by_role("group", name="Sounds for dice").get_by_role("button", name="On").click()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))  # what waits for its time waits for us
    bar = page.get_by_role("group", name="Follow the others")
    step = {"do": "move", "units": [{"unit": "infantry"}], "path": ["Ukraine", "Eastern Europe"]}
    axis.act("germany", {"do": "done"})
    axis.act("germany", step)
    for seat in ("germany", "japan"):
        axis.act(seat, {"do": "concede"})
    expect(axis.page.get_by_role("heading", name="Allies won")).to_be_visible()
    skip = bar.get_by_role("button", name="Skip")
    expect(skip).to_be_visible()
    won = page.get_by_role("heading", name="Allies won")
    expect(won).not_to_be_attached()
    expect(page.locator("html")).not_to_have_attribute("data-heard", re.compile("victory"))
    skip.click()
    expect(won).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-heard", re.compile("victory$"))
    expect(bar).not_to_be_attached()


def test_what_the_enemy_bought_is_told(stage: Site, newcomer: Newcomer) -> None:
    allies = Scene(newcomer(stage, ""), stage).begin("britain", dict.fromkeys(ALLIES, "me"))
    axis = Scene(newcomer(stage, ""), stage).visit(allies.table, "germany", "japan")
    expect(axis.orders).to_contain_text("United Kingdom is playing.")
    done = {"do": "done"}
    allies.act("uk", {"do": "order", "units": {"infantry": 2}}, done)
    allies.act("uk", done)
    allies.act("uk", done)
    allies.act("uk", {"do": "mobilize", "unit": "infantry", "space": "United Kingdom", "count": 2})
    recap = axis.page.get_by_role("region", name="Since your last turn")
    expect(recap.get_by_role("heading", name="New enemy units")).to_be_visible()
    expect(recap).to_contain_text("2 infantry")


def test_a_turn_shows_in_the_lobby_right_away(stage: Site, newcomer: Newcomer) -> None:
    axis = Scene(newcomer(stage, ""), stage).begin("ukraine", {"germany": "me", "japan": "me"})
    page = newcomer(stage, "")
    allies = Scene(page, stage).visit(axis.table, *ALLIES)
    expect(allies.orders).to_contain_text("Germany is playing.")
    page.clock.install()
    with page.expect_websocket(lambda socket: socket.url.endswith("/api/turns/live")) as line:
        page.goto("/")
        expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    assert not line.value.is_closed()
    page.clock.pause_at(
        page.evaluate("Date.now() + 1000")
    )  # nothing is fetched again just because time has passed
    badge = page.get_by_role("banner").get_by_text("1", exact=True)
    expect(badge).not_to_be_attached()
    axis.act("germany", {"do": "done"})
    axis.act("germany", {"do": "done"})
    expect(badge).to_be_visible()
