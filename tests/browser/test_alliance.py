"""A turn of the Allies, by one person: what only team games ask, from research to planes that land again."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.people import end_phase
from tests.browser.stage import Scene, load_dice, running_stage
from tests.browser.test_access import findings
from tests.server.site import Site

PURCHASE = "Purchase Units and Developments"


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_stage(tmp_path_factory.mktemp("stage")) as site:
        yield site


def test_a_turn_of_the_allies(stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(
        monkeypatch,
        1,  # research: a box is filled
        3,  # what the repair costs
        *(1, 5),  # one of two submarines stops a ship
        4,  # the rocket
        *(6, 6, 6),  # nobody finds a bomber
        *(2, 3),  # bombs on the factory, and on the income
        1,  # bombs on the roads
        *(6,) * 9,  # Ukraine and the sea: nobody hits
    )
    scene = Scene(newcomer(stage), stage).begin("alliance")
    develop(scene)
    send_money(scene)
    prepare(scene)
    move(scene)
    answer(scene)
    bomb(scene)
    pull_back(scene)
    hold_back(scene)
    land_again(scene)
    choose_a_deck(scene)
    read_on(scene)


def turn_to(scene: Scene, power: str) -> None:
    """Act for another power of the team."""
    scene.orders.get_by_role("group", name="Play as").get_by_role("button", name=power).click()
    expect(scene.page.get_by_text(f"Your turn: {power}", exact=True)).to_be_visible()


def develop(scene: Scene) -> None:
    """A die is given to a weapon, and fills a box."""
    scene.asked("Assign 1 research die to a weapon.")
    expect(scene.orders).to_contain_text("2 or less fills a box. 3 boxes complete the weapon")
    expect(scene.orders.get_by_role("button", name="Roll", exact=True)).to_be_disabled()
    scene.do("More dice for Rockets")
    scene.do("Roll 1 die")
    expect(scene.page.get_by_role("group", name="What happened")).to_contain_text("1 step nearer")


def send_money(scene: Scene) -> None:
    """From America to Russia, in two parcels."""
    turn_to(scene, "United States")
    scene.do("More IPCs for Soviet Union")
    scene.do("Send Soviet Union")
    expect(scene.orders).to_contain_text("You can send 11 more IPCs this turn (1 sent).")
    purse = scene.orders.get_by_role("spinbutton", name="IPCs for Soviet Union")
    purse.press("End")
    scene.do("Send Soviet Union")
    scene.asked("Buy units: 60 IPCs.")
    assert scene._view()["view"]["treasury"]["ussr"] == 10 + 26 + 12


def prepare(scene: Scene) -> None:
    """A factory is to be destroyed, a ship is repaired; then nobody buys anything."""
    turn_to(scene, "Soviet Union")
    scene.orders.get_by_text("Scorched earth").click()
    scene.orders.get_by_role("checkbox", name="Caucasus").check()
    expect(scene.orders).to_contain_text("1 factory")
    assert findings(scene.page) == []
    turn_to(scene, "United Kingdom")
    scene.do("Repair battleship Sea Zone 2")
    expect(scene.orders).to_contain_text("battleship in Sea Zone 2 repaired for 3 IPCs")
    for power in ("Soviet Union", "United Kingdom", "United States"):
        turn_to(scene, power)
        end_phase(scene.page, PURCHASE, sure=True)
        scene.asked("Make your combat moves.")


def move(scene: Scene) -> None:
    """A rocket is ordered, ships run into submarines, planes fly to their targets."""
    turn_to(scene, "United Kingdom")
    scene.do("Order at Germany from United Kingdom")
    expect(scene.orders).to_contain_text("Rocket from United Kingdom at Germany")
    scene.look("Sea Zone 2")
    for ship in ("battleship", "destroyer", "transport"):
        scene.marker("Sea Zone 2", ship, "uk").click()
    scene.space("Sea Zone 7").evaluate("one => one.click()")
    scene.asked("1 ship was stopped in Sea Zone 8. Which, and which ships stay with it?")
    dice = scene.orders.get_by_role("group", name="Submarine dice")
    expect(dice.get_by_role("img", name="1, a hit")).to_be_visible()
    expect(scene.orders.get_by_role("spinbutton", name="destroyers to stop")).to_have_text("1")
    assert findings(scene.page) == []
    scene.do("Fewer destroyers to stop")
    expect(scene.orders).to_contain_text("One more ship must stop.")
    scene.do("More destroyers to stop")
    scene.do("Stop these")
    scene.asked("Make your combat moves.")
    assert scene.units("Sea Zone 8", "uk") == {"destroyer": 1}
    scene.look("United Kingdom")
    scene.marker("United Kingdom", "bomber").click()
    scene.space("Germany").evaluate("one => one.click()")
    scene.page.get_by_role("button", name="Strategic bombing").click()
    expect(scene.orders.get_by_role("region", name="In the air")).to_contain_text("2 bombers, 3 movement left")
    for seat, *orders in (
        (
            "ussr",
            {
                "do": "raid",
                "units": [{"unit": "bomber"}],
                "path": ["West Russia", "Belorussia"],
                "mission": "interdiction",
            },
            {"do": "move", "units": [{"unit": "infantry", "count": 2}], "path": ["Caucasus", "Ukraine"]},
        ),
        ("uk",),
        ("usa",),
    ):
        scene.act(seat, *orders, {"do": "done"})


def answer(scene: Scene) -> None:
    """Germany sends a fighter to Ukraine and orders troops away from Belorussia."""
    scene.asked("Send fighters and order reinforcements, or start combat.")
    scene.do("Ukraine")
    scene.do("Fly fighter Eastern Europe")
    scene.orders.get_by_label("Reinforce another space").select_option("Eastern Europe")
    for unit in ("infantry", "tank"):
        row = scene.orders.get_by_role("button", name=f"Order {unit} Belorussia")
        row.click()
        expect(scene.orders.get_by_role("region", name="Orders given")).to_contain_text(
            f"1 {unit}: go from Belorussia"
        )
    scene.do("No more orders: start combat")


def bomb(scene: Scene) -> None:
    """The rocket has been fired; one bomber for the factory, one for the income."""
    expect(scene.orders.get_by_role("region", name="AA guns and rockets")).to_contain_text(
        "Rocket from United Kingdom"
    )
    turn_to(scene, "United Kingdom")
    scene.do("Fly Germany")
    scene.asked("Germany: which air units over Germany do the 3 guns aim at?")
    scene.do("Fire")
    scene.asked("How many bombers attack the factory in Germany?")
    expect(scene.orders).to_contain_text("bombers over the target")
    scene.do("More bombers on the factory")
    scene.do("Drop bombs")
    fought = scene.orders.get_by_role("region", name="Battles this turn")
    expect(fought).to_contain_text("bombs on the factory")


def pull_back(scene: Scene) -> None:
    """All attackers leave again, on land and at sea."""
    turn_to(scene, "Soviet Union")
    scene.do("Fight Ukraine")
    for defender, attacker, space, count in (
        ("Germany", "Soviet Union", "Ukraine", 2),
        ("Germany", "United Kingdom", "Sea Zone 8", 1),
    ):
        scene.asked(f"{defender}: which units retreat from {space}?")
        scene.do("Stay and fight")
        scene.asked(f"{attacker}: which units retreat from {space}?")
        scene.do("Select all")
        scene.do(f"Retreat {count}")


def hold_back(scene: Scene) -> None:
    """The bombed roads keep one of the reinforcements."""
    scene.asked("The roads in Belorussia were bombed: 1 of the reinforcements stay behind. Which?")
    scene.do("1 infantry stay behind")


def land_again(scene: Scene) -> None:
    """The fighter that came to help stays, or flies back: on the map."""
    scene.asked("Does the air unit in Ukraine stay, or fly back?")
    assert scene.units("Eastern Europe", "germany") == {"tank": 1}
    plane = scene.orders.get_by_role("region", name="fighter")
    expect(plane.get_by_role("button")).to_have_text(["Stay in Ukraine", "Fly to Eastern Europe"])
    expect(scene.lit("Ukraine")).to_be_attached()
    assert findings(scene.page) == []
    scene.space("Eastern Europe").evaluate("one => one.click()")
    scene.asked("Make your noncombat moves and land your planes.")
    assert scene.units("Eastern Europe", "germany") == {"tank": 1, "fighter": 1}


def choose_a_deck(scene: Scene) -> None:
    """A British fighter lands on the American carrier although a British one is there."""
    turn_to(scene, "United Kingdom")
    scene.send("United Kingdom", "Sea Zone 7", "fighter")
    decks = scene.orders.get_by_role("group", name="Which carrier takes the fighter?")
    expect(decks.get_by_role("button")).to_have_text(["United Kingdom, empty", "United States, empty"])
    decks.get_by_role("button", name="United States, empty").click()
    expect(decks).not_to_be_attached()
    ships = [piece for piece, _ in scene._view()["view"]["stacks"]["Sea Zone 7"] if piece.get("cargo")]
    aboard = {ship["power"]: [one["unit"] for one in ship["cargo"]] for ship in ships if ship["unit"] == "carrier"}
    assert aboard == {"usa": ["fighter"]}


def read_on(scene: Scene) -> None:
    """However the panels above it have changed, the story is at its end, until somebody scrolls up."""
    latest = scene.page.get_by_role("button", name="Jump to latest")
    expect(latest).not_to_be_attached()
    scene.page.get_by_role("group", name="What happened").hover()
    scene.page.mouse.wheel(0, -5000)
    latest.click()
    expect(latest).not_to_be_attached()
