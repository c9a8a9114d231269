"""Whole teams at once: two players of a team act at the same time, the other team answers, both may pull back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Newcomer
from tests.browser.people import end_phase
from tests.browser.stage import Scene, load_dice, running_stage
from tests.browser.test_access import findings
from tests.server.site import Site

PURCHASE = "Purchase Units and Developments"
AXIS = {"germany": "me", "japan": "open", "ussr": "open", "uk": "open", "usa": "open"}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_stage(tmp_path_factory.mktemp("stage")) as site:
        yield site


def test_a_team_turn_of_three_people(stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(
        monkeypatch,
        5,  # what the repair costs
        *(6, 6),  # dogfight: both miss
        *(1, 6, 6, 6),  # German infantry and tank: one hit
        *(2, 6, 6),  # Soviet infantry: one hit
        *(1, 6),  # the second dogfight: the Soviet fighter is shot down
        *(1, 6, 6, 6),  # the last Soviet infantry falls, and misses
        *(1, 6, 6),  # China: one hit, no answer
    )
    germany = Scene(newcomer(stage, ""), stage).begin("teams", AXIS)
    japan = Scene(newcomer(stage, ""), stage).visit(germany.table, "japan")
    allies = Scene(newcomer(stage, ""), stage).visit(germany.table, "ussr", "uk", "usa")
    buy(germany, japan, allies)
    attack(germany, japan)
    answer(allies)
    fight(germany, allies)
    withdraw(germany, japan, allies)


def buy(germany: Scene, japan: Scene, allies: Scene) -> None:
    """Both order at the same time; each has its own purse, dice for a weapon and a repair."""
    germany.asked("Buy units: 30 IPCs.")
    japan.asked("Buy units: 12 IPCs.")
    germany.do("More dice for Jet Plane")
    japan.do("More infantry")
    expect(germany.orders).to_contain_text("1 die bought for 5 IPCs.")
    expect(japan.orders).to_contain_text("infantry from territories: 1 of 12")
    germany.do("Repair battleship Sea Zone 5")
    expect(germany.orders).to_contain_text("battleship in Sea Zone 5 repaired for 5 IPCs")
    expect(germany.orders).to_contain_text("of 20 IPCs left")
    waits = allies.page.get_by_role("list", name="Waiting for")
    expect(waits.get_by_role("listitem")).to_have_count(2)
    expect(waits).to_contain_text("Purchase")
    end_phase(germany.page, PURCHASE, sure=True)
    germany.asked("Make your combat moves.")
    japan.asked("Buy units: 12 IPCs.")
    end_phase(japan.page, PURCHASE, sure=True)


def attack(germany: Scene, japan: Scene) -> None:
    """Each moves; a player who is ready sees whom the table waits for, and combat waits for both."""
    germany.look("Ukraine")
    germany.space("Ukraine").evaluate("one => one.click()")
    germany.space("West Russia").evaluate("one => one.click()")
    expect(germany.orders).to_contain_text("1 fighter move from Ukraine to West Russia.")
    expect(japan.orders).to_contain_text("1 fighter move from Ukraine to West Russia.")
    germany.look("Germany")
    germany.marker("Germany", "bomber").click()
    germany.space("United Kingdom").evaluate("one => one.click()")
    ways = germany.page.get_by_role("group", name="Choose a route to United Kingdom")
    expect(ways.get_by_role("button", name="Strategic bombing")).to_be_visible()
    expect(ways.get_by_role("button", name="Night bombing")).to_be_visible()
    ways.get_by_role("button", name="Cancel").click()
    germany.page.keyboard.press("Escape")
    germany.do("I'm ready")
    expect(germany.orders).to_contain_text("Ready: Germany.")
    waits = germany.orders.get_by_role("list", name="Waiting for")
    expect(waits).to_contain_text("Japan")
    expect(waits).to_contain_text("Combat Move")
    japan.send("Kwangtung", "China", "infantry")
    japan.do("I'm ready")


def answer(allies: Scene) -> None:
    """One person for the whole other team: a fighter flies to the battle, then the next power is asked."""
    allies.asked("Send fighters and order reinforcements, or start combat.")
    seats = allies.orders.get_by_role("group", name="Play as")
    expect(seats.get_by_role("button")).to_have_text(["Soviet Union", "United States"])
    expect(allies.lit("West Russia")).to_be_attached()
    assert findings(allies.page) == []
    support = allies.orders.get_by_role("region", name="Defensive air support")
    support.get_by_role("button", name="Fly fighter Caucasus").click()
    given = allies.orders.get_by_role("region", name="Orders given")
    expect(given).to_contain_text("fly from Caucasus to support West Russia")
    allies.do("Order infantry Russia")
    expect(given).to_contain_text("1 infantry: go from Russia to West Russia after combat")
    allies.do("Cancel all orders")
    expect(given).not_to_be_attached()
    support.get_by_role("button", name="Fly fighter Caucasus").click()
    expect(given).to_contain_text("fly from Caucasus to support West Russia")
    assert allies.units("West Russia", "ussr") == {"infantry": 3, "fighter": 1}
    allies.do("No more orders: start combat")
    expect(allies.page.get_by_text("Your turn: United States", exact=True)).to_be_visible()
    allies.do("No more orders: start combat")


def fight(germany: Scene, allies: Scene) -> None:
    """Germany calls its battle; planes fight planes, the hits of the troops take effect together."""
    germany.asked("Which battle do you fight next?")
    expect(germany.orders).to_contain_text("your partner's battle")
    germany.do("Fight West Russia")
    germany.asked("Germany: choose the attacker's casualties in West Russia (1 hit).")
    dice = germany.orders.get_by_role("group", name="Dice, round 1")
    expect(dice).to_contain_text("Attacking air units dogfight")
    expect(dice).to_contain_text("Defending air units dogfight")
    germany.do("Confirm casualties")
    allies.asked("Soviet Union: which units retreat from West Russia?")
    expect(allies.strip.get_by_role("row", name="Defender, Soviet Union")).to_contain_text("2 infantry")


def withdraw(germany: Scene, japan: Scene, allies: Scene) -> None:
    """The defender first, in part, to a place that is chosen on the map; then the attacker, who stays."""
    allies.space("Russia").evaluate("one => one.click()")
    assert findings(allies.page) == []
    allies.do("More infantry: Russia")
    allies.do("Retreat 1")
    germany.asked("Germany: which units retreat from West Russia?")
    assert allies.units("Russia", "ussr")["infantry"] == 3
    germany.do("Stay and fight")
    germany.asked("Germany: which units retreat from West Russia?")  # it is won; some could go home
    germany.do("Stay and fight")
    japan.asked("Japan: which units retreat from China?")
    japan.do("Stay and fight")
    for scene in (germany, japan):
        scene.asked("Make your noncombat moves and land your planes.")
    assert germany.units("West Russia", "germany") == {"infantry": 2, "tank": 1, "fighter": 1}
    assert allies.units("West Russia", "ussr") == {}
    fought = germany.orders.get_by_role("region", name="Battles this turn")
    expect(fought).to_contain_text(re.compile(r"West Russia\s+Germany wins"))


def test_one_person_plays_a_team_on_a_phone(stage: Site, newcomer: Newcomer) -> None:
    """The page goes to the power that owes a decision next, and nothing is wider than the screen."""
    scene = Scene(newcomer(stage, "", size=PHONE, touch=True), stage).begin("teams")
    page = scene.page
    for power in ("Germany", "Japan"):
        expect(page.get_by_text(f"Your turn: {power}", exact=True)).to_be_visible()
        end_phase(page, PURCHASE, sure=True)
        scene.asked("Make your combat moves.")
        scene.do("I'm ready")
    expect(page.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()
    expect(scene.orders).to_contain_text("None of your side's spaces are under attack.")
    page.wait_for_function("() => document.documentElement.scrollWidth <= window.innerWidth")
    for _ in range(2):
        scene.do("No more orders: start combat")
    expect(page.get_by_text("Your turn: Germany", exact=True)).to_be_visible()
    scene.asked("Make your noncombat moves and land your planes.")
