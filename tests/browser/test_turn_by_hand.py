"""A whole turn by hand: buying, moving by land, sea and air, battles, landing, placing, income."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Newcomer
from tests.browser.people import end_phase
from tests.browser.stage import Scene, load_dice, running_stage
from tests.server.site import Site


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_stage(tmp_path_factory.mktemp("stage")) as site:
        yield site


def test_a_turn_with_something_of_everything(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(
        monkeypatch,
        *(6, 2, 3, 1, 6),  # Western Europe: the defenders fall, and hit once
        *(6, 6, 6, 2, 6),  # North Africa: nothing goes well
        *(2, 3, 4, 6, 2),  # Sea Zone 6: everything goes well, the battleship is hit
    )
    scene = Scene(newcomer(stage, ""), stage).begin("britain")
    buy(scene)
    attack(scene)
    fight(scene)
    come_home(scene)
    place(scene)
    collect(scene)


def buy(scene: Scene) -> None:
    """Two infantry and a tank, with a change of mind."""
    scene.do("More infantry")
    scene.do("More infantry")
    expect(scene.orders).to_contain_text("of 12 IPCs left, 6 spent")
    expect(scene.orders.get_by_role("button", name="More fighters")).to_be_disabled()
    scene.do("More tanks")
    expect(scene.orders).to_contain_text("of 12 IPCs left, 12 spent")
    expect(scene.orders).to_contain_text("Factory capacity: 3 of 5")
    scene.page.get_by_role("button", name="Undo").click()
    expect(scene.orders).to_contain_text("of 12 IPCs left, 6 spent")
    scene.do("More tanks")
    expect(scene.orders).to_contain_text("of 12 IPCs left, 12 spent")
    end_phase(scene.page, "Purchase Units")


def attack(scene: Scene) -> None:
    """By sea, by air, overland and over the beach."""
    scene.asked("Make your combat moves.")
    scene.send("Sea Zone 8", "Sea Zone 6", "battleship", "destroyer")
    scene.send("United Kingdom", "Sea Zone 6", "fighter")
    scene.send("United Kingdom", "Western Europe", "bomber")
    scene.send("Anglo-Egypt Sudan", "North Africa", "infantry", "tank")
    scene.look("Sea Zone 8")
    scene.marker("Sea Zone 8", "transport").click()
    scene.hand.get_by_role("button", name="Load and land").click()
    shore = scene.hand.get_by_role("list", name="Units to load")
    shore.get_by_role("button", name="infantry from United Kingdom").click()
    shore.get_by_role("button", name="tank from United Kingdom").click()
    expect(shore).not_to_be_attached()
    scene.space("Western Europe").evaluate("one => one.click()")
    expect(scene.moves()).to_have_count(5)
    battles = scene.orders.get_by_role("region", name="Upcoming battles")
    expect(battles.get_by_role("article")).to_have_count(3)
    # Moves are listed once, below the battle that they are for.
    western = battles.get_by_role("article", name="Western Europe")
    expect(western.get_by_role("button", name="Take back:")).to_have_count(2)
    end_phase(scene.page, "Combat Move")


def fight(scene: Scene) -> None:
    """The assault comes first, the rest as we like: losses, a retreat, a damaged battleship. Each waits for us."""
    scene.asked("Start the battle in Western Europe.")
    scene.do("Fight Western Europe")
    scene.asked("United Kingdom: choose the attacker's casualties in Western Europe (1 hit).")
    expect(scene.strip.get_by_role("row", name="Attacker, United Kingdom")).to_contain_text("1 bomber")
    dice = scene.orders.get_by_role("group", name="Dice, round 1")
    expect(dice.get_by_role("img", name="a hit")).to_have_count(3)
    # The proposal would lose the infantry; the tank it is.
    expect(scene.orders.get_by_role("spinbutton", name="infantry lost")).to_have_text("1")
    scene.do("More tanks lost")
    expect(scene.orders).to_contain_text("2 of 1 assigned")
    expect(scene.orders.get_by_role("button", name="Confirm casualties")).to_be_disabled()
    scene.do("Fewer infantry lost")
    scene.do("Confirm casualties")

    scene.asked("Which battle do you fight next?")
    fought = scene.orders.get_by_role("region", name="Battles this turn")
    expect(fought).to_contain_text("Western Europe United Kingdom wins")
    expect(fought).to_contain_text("Survivors: 1 infantry, 1 bomber.")
    scene.do("Fight North Africa")
    scene.asked("United Kingdom: choose the attacker's casualties in North Africa (1 hit).")
    scene.do("Confirm casualties")
    scene.asked("United Kingdom: press the attack on North Africa")
    scene.do("Retreat to Anglo-Egypt Sudan")

    # The last battle waits, too, so the retreat can still be undone.
    scene.asked("Start the battle in Sea Zone 6.")
    scene.page.get_by_role("button", name="Undo").click()
    scene.asked("United Kingdom: press the attack on North Africa")
    scene.do("Retreat to Anglo-Egypt Sudan")
    scene.asked("Start the battle in Sea Zone 6.")
    scene.do("Fight Sea Zone 6")
    scene.asked("United Kingdom: choose the attacker's casualties in Sea Zone 6 (1 hit).")
    expect(scene.orders.get_by_role("spinbutton", name="battleships damaged")).to_have_text("1")
    scene.do("Confirm casualties")


def come_home(scene: Scene) -> None:
    """Planes land; who forgets one is reminded."""
    scene.asked("Make your noncombat moves and land your planes.")
    assert scene.units("Anglo-Egypt Sudan", "uk") == {"infantry": 1, "tank": 1}
    assert scene.units("Sea Zone 6", "uk") == {"battleship": 1, "destroyer": 1, "fighter": 1}
    fighter = scene.orders.get_by_role("region", name="In the air").get_by_role("listitem").last
    expect(fighter).to_contain_text("Sea Zone 6 1 fighter, 3 movement left. Can land in United Kingdom")
    scene.send("Western Europe", "United Kingdom", "bomber")
    end_phase(scene.page, "Noncombat Move")
    expect(scene.page.get_by_role("dialog")).to_contain_text("1 fighter in Sea Zone 6 can't land there")
    scene.page.get_by_role("button", name="Keep playing").click()
    scene.send("Sea Zone 6", "United Kingdom", "fighter")
    end_phase(scene.page, "Noncombat Move")


def place(scene: Scene) -> None:
    """New units: one by dragging, one by clicking the map, one by its button. All must be placed."""
    scene.asked("Place the units you bought.")
    scene.look("United Kingdom")
    new = scene.orders.get_by_role("list", name="Units to place")
    new.get_by_role("button", name="2 infantry").drag_to(scene.marker("United Kingdom", "infantry"))
    expect(new.get_by_role("button", name="1 infantry")).to_be_visible()
    # What would be refused is said before the phase ends, and there is no button that would run into it.
    end_phase(scene.page, "Mobilize New Units")
    barred = scene.page.get_by_role("dialog", name="You can't end Mobilize New Units yet")
    expect(barred).to_contain_text("You still have to place")
    expect(barred.get_by_role("button", name="End phase anyway")).to_have_count(0)
    barred.get_by_role("button", name="Read the rule").click()
    expect(scene.page.get_by_role("dialog", name="Rule")).to_contain_text("1941.mobilize.all")
    scene.page.keyboard.press("Escape")
    barred.get_by_role("button", name="Keep playing").click()
    new.get_by_role("button", name="1 tank").click()
    scene.space("United Kingdom").evaluate("one => one.click()")
    expect(new.get_by_role("button", name="1 tank")).not_to_be_attached()
    britain = scene.orders.get_by_role("listitem").filter(has_text="United Kingdom")
    britain.get_by_role("button", name="Place one").click()


def collect(scene: Scene) -> None:
    """The income, and how it comes about."""
    expect(scene.page.get_by_text("Your turn: Japan", exact=True)).to_be_visible()
    expect(scene.orders).to_contain_text("The United Kingdom collected 15 IPCs and now has 15.")
    scene.orders.get_by_text("Breakdown").click()
    expect(scene.orders).to_contain_text(re.compile(r"Western Europe\s*3"))
    assert scene.units("United Kingdom", "uk") == {"infantry": 4, "tank": 1, "fighter": 1, "bomber": 1}


def test_clicks_in_quick_succession_each_place_a_unit(stage: Site, newcomer: Newcomer) -> None:
    scene = Scene(newcomer(stage, ""), stage).begin("britain")
    scene.act("uk", {"do": "order", "units": {"infantry": 2}}, {"do": "done"})
    scene.until("uk", "mobilize")
    expect(scene.space("United Kingdom")).to_contain_text("room for")
    scene.space("United Kingdom").evaluate("one => { one.click(); one.click() }")
    expect(scene.page.get_by_text("Your turn: Japan", exact=True)).to_be_visible()
    assert scene.units("United Kingdom", "uk")["infantry"] == 3 + 2


def test_odds_are_seen_before_the_order_and_those_who_can_reach_a_space_go_in_one_click(
    stage: Site, newcomer: Newcomer
) -> None:
    scene = Scene(newcomer(stage, ""), stage).begin("ukraine")
    scene.asked("Make your combat moves.")
    scene.look("Ukraine")
    scene.page.keyboard.press("Enter")
    expect(scene.space("Ukraine")).to_have_accessible_name(re.compile("5 units selected"))
    expect(scene.lit("Caucasus")).to_be_attached()
    scene.marker("Caucasus", "infantry").hover()
    expect(scene.hand).to_contain_text(re.compile(r"Win \d+%, lose \d+%"))
    expect(scene.moves()).to_have_count(0)

    # Two spaces away: too far for infantry.
    scene.space("Russia").evaluate("one => one.click()")
    some = scene.page.get_by_role("group", name="Not all of them can reach Russia")
    some.get_by_role("button", name="Send all that can reach: 2 tanks").first.click()
    expect(scene.moves()).to_have_count(1)
    battles = scene.orders.get_by_role("region", name="Upcoming battles")
    expect(battles.get_by_role("article", name="Russia").get_by_role("button", name="Take back:")).to_have_count(1)
    assert scene.units("Russia", "germany") == {"tank": 2}
    # The orders list the move, so the log beside them doesn't; where only one of the two is in view it does.
    log = scene.page.get_by_role("group", name="What happened")
    line = log.get_by_text("2 tanks move from Ukraine through West Russia to Russia.")
    expect(log.get_by_text("1 move so far, listed above.")).to_be_visible()
    expect(line).not_to_be_visible()
    scene.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    scene.page.get_by_role("navigation", name="Table views").get_by_role("button", name="Events").click()
    expect(line).to_be_visible()


def test_all_battles_are_settled_by_standing_orders(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, *(6, 6, 6, 6, 6), *(6, 6, 3, 6))
    scene = Scene(newcomer(stage, ""), stage).begin("ukraine")
    scene.send("Ukraine", "Caucasus", "infantry", "tank")
    scene.orders.get_by_text("Standing orders for battles").click()
    losses = scene.orders.get_by_role("list", name="Order of casualties")
    expect(losses.get_by_role("listitem").first).to_contain_text("infantry")
    scene.do("Lose infantry later")
    expect(losses.get_by_role("listitem").first).to_contain_text("tank")
    scene.orders.get_by_label("Retreat when the chance to win is below").fill("95")
    scene.orders.get_by_label("Valid").select_option("until I cancel them")
    scene.do("Save")
    expect(scene.orders.get_by_role("button", name="Cancel orders")).to_be_visible()
    end_phase(scene.page, "Combat Move")
    # Nobody was asked: the tank was lost first, and then the odds were too bad.
    scene.asked("Make your noncombat moves and land your planes.")
    expect(scene.orders).to_contain_text("Germany retreats")
    assert scene.units("Ukraine", "germany") == {"infantry": 3, "tank": 1}


def test_powers_lend_room_or_not_and_their_incomes_can_be_compared(stage: Site, newcomer: Newcomer) -> None:
    scene = Scene(newcomer(stage, ""), stage).begin("britain")
    scene.orders.get_by_text("Powers and income").click()
    table = scene.orders.get_by_role("table").last
    britain = table.get_by_role("row", name="United Kingdom").get_by_role("cell")
    expect(britain).to_have_text(["12", "12", "12", "80"])
    table.get_by_role("button", name="Germany").click()
    expect(scene.orders).to_contain_text("Germany would collect 12 IPCs")
    room = scene.orders.get_by_role("group", name="United Kingdom lets these partners use its ships")
    room.get_by_label("United States").uncheck()
    expect(scene.page.get_by_role("group", name="What happened")).to_contain_text("United States")
    expect(room.get_by_label("United States")).not_to_be_checked()
    expect(room.get_by_label("Soviet Union")).to_be_checked()


def test_research_is_bought_before_units(stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, 6, 2, 3)
    scene = Scene(newcomer(stage, ""), stage).begin("laboratory")
    research = scene.orders.get_by_role("region", name="Research")
    research.get_by_role("button", name="More research dice").click()
    research.get_by_role("button", name="Roll 2 dice for 10 IPCs").click()
    expect(research.get_by_role("status")).to_contain_text("1 breakthrough")
    expect(research.get_by_role("img", name="6, a hit")).to_be_visible()
    expect(research).to_contain_text("Developed: ")
    expect(scene.orders).to_contain_text("of 14 IPCs left")
