"""A turn of the older game: research, guns on the way, a raid, a rocket, submarines that withdraw, a landing."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.people import end_phase
from tests.browser.stage import Scene, load_dice, running_stage
from tests.server.site import Site

SPAIN = "West Spain Sea Zone"


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_stage(tmp_path_factory.mktemp("stage")) as site:
        yield site


def test_weapons_guns_raids_rockets_and_withdrawals(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(
        monkeypatch,
        *(6, 2, 3),  # research: one breakthrough, and what it is
        *(4, 1),  # the gun in Western Europe hits one of two planes
        5,  # the rocket
        *(2, 4),  # the gun in Germany misses, the bomb falls
        *(6, 6, 6, 6),  # West Spain: nobody hits
        *(1, 6),  # Baltic: the transport is sunk
    )
    scene = Scene(newcomer(stage, ""), stage).begin("channel")
    develop(scene)
    fly_over_guns(scene)
    send_the_rest(scene)
    fire_a_rocket(scene)
    bomb(scene)
    withdraw(scene)
    stay_aboard(scene)


def develop(scene: Scene) -> None:
    """Two dice, one breakthrough."""
    research = scene.orders.get_by_role("region", name="Research")
    research.get_by_role("button", name="More research dice").click()
    research.get_by_role("button", name="Roll 2 dice for 10 IPCs").click()
    expect(research.get_by_role("status")).to_contain_text("1 breakthrough")
    expect(research.get_by_role("img", name="6, a hit")).to_be_visible()
    expect(research).to_contain_text("Developed: Long Range Aircraft, Rockets, Super Submarines.")
    expect(research.get_by_text("Super Submarines", exact=True)).to_be_visible()
    expect(scene.orders).to_contain_text("of 5 IPCs left")
    end_phase(scene.page, "Develop Weapons and Purchase Units", sure=True)


def fly_over_guns(scene: Scene) -> None:
    """A fighter is proposed as the loss; the bomber it is."""
    scene.asked("Make your combat moves.")
    scene.look("United Kingdom")
    scene.marker("United Kingdom", "bomber").click()
    scene.hand.get_by_role("button", name="Fewer bombers").click()
    scene.marker("United Kingdom", "fighter").click()
    scene.space("Southern Europe").evaluate("one => one.click()")
    scene.asked("United Kingdom loses 1 plane on the way to Southern Europe: which?")
    gun = scene.orders.get_by_role("group", name="AA gun in Western Europe")
    expect(gun.get_by_role("img")).to_have_count(2)
    expect(gun.get_by_role("img", name="1, a hit")).to_be_visible()
    expect(scene.orders.get_by_role("spinbutton", name="fighters lost")).to_have_text("1")
    scene.do("Fewer fighters lost")
    scene.do("More bombers lost")
    scene.do("Confirm casualties")
    scene.asked("Make your combat moves.")
    expect(scene.orders.get_by_role("region", name="AA guns and rockets")).to_contain_text("1 hit")
    assert scene.units("Southern Europe", "uk") == {"fighter": 1}
    assert scene.units("United Kingdom", "uk")["bomber"] == 1


def send_the_rest(scene: Scene) -> None:
    """The other bomber on a raid, submarines to sea, troops over the water."""
    scene.look("United Kingdom")
    scene.marker("United Kingdom", "bomber").click()
    scene.space("Germany").evaluate("one => one.click()")
    scene.page.get_by_role("button", name="strategic bombing raid").click()
    expect(scene.orders).to_contain_text("1 bomber flies from United Kingdom to bomb Germany.")
    scene.send("North Atlantic Sea Zone", SPAIN, "submarine")
    sail = {"path": ["English Channel Sea Zone", "Baltic Sea Zone"]}
    scene.act(
        "uk",
        {"do": "move", "units": [{"unit": "battleship"}], **sail},
        {"do": "voyage", "transport": {"unit": "transport"}, "land": "Finland Norway", **sail},
    )
    expect(scene.orders).to_contain_text("announces an amphibious assault on Finland Norway")
    end_phase(scene.page, "Combat Movement")


def fire_a_rocket(scene: Scene) -> None:
    """Before the combats, at a factory in range."""
    scene.asked("Which battle do you fight next? Or fire a rocket first.")
    scene.do("Fire at Germany from United Kingdom")
    rocket = scene.orders.get_by_role("group", name="Rocket from United Kingdom at Germany")
    expect(rocket).to_contain_text("Germany loses 5 IPCs")
    expect(rocket.get_by_role("img", name="5", exact=True)).to_be_visible()
    expect(scene.orders.get_by_role("list", name="Rockets")).not_to_be_attached()


def bomb(scene: Scene) -> None:
    """The gun first, then the bombs."""
    scene.do("Bomb Germany")
    fought = scene.orders.get_by_role("region", name="Battles this turn")
    expect(fought).to_contain_text("Germany bombing raid, Germany loses 4 IPCs")
    expect(fought.get_by_role("group", name="Bombs").get_by_role("img", name="4")).to_be_visible()
    expect(fought.get_by_role("group", name="Dice, round 1").get_by_role("img", name="2")).to_be_visible()
    assert scene._view()["view"]["treasury"]["germany"] == 20 - 5 - 4


def withdraw(scene: Scene) -> None:
    """One of two attackers leaves, then the defender to a zone of its choice; the other attacker retreats."""
    scene.do(f"Fight {SPAIN}")
    scene.asked(f"United Kingdom: how many of 2 submarines withdraw from {SPAIN}?")
    expect(scene.orders.get_by_role("spinbutton", name="units to withdraw")).to_have_text("2")
    scene.do("Fewer units to withdraw")
    scene.do("Withdraw 1 to North Atlantic Sea Zone")
    scene.asked(f"Germany: does 1 submarine withdraw from {SPAIN}?")
    expect(scene.strip.get_by_role("row", name="Attacker, United Kingdom")).to_contain_text("1 submarine")
    expect(scene.lit("West Africa Sea Zone")).to_be_attached()
    where = scene.orders.get_by_label("Withdraw to")
    where.select_option("English Channel Sea Zone")
    expect(scene.orders.get_by_role("button", name="Withdraw 1 to English Channel Sea Zone")).to_be_visible()
    scene.space("West Africa Sea Zone").evaluate("one => one.click()")
    expect(where).to_have_value("West Africa Sea Zone")
    scene.do("Withdraw 1 to West Africa Sea Zone")
    scene.asked(f"United Kingdom: press the attack on {SPAIN}")
    scene.do("Retreat to North Atlantic Sea Zone")
    expect(scene.strip).not_to_be_attached()
    assert scene.units("North Atlantic Sea Zone", "uk") == {"submarine": 2}
    assert scene.units("West Africa Sea Zone", "germany") == {"submarine": 1}
    assert scene.units(SPAIN, "germany") == {"battleship": 1}


def stay_aboard(scene: Scene) -> None:
    """The way is clear, but the landing is called off."""
    scene.do("Fight Baltic Sea Zone")
    scene.do("Fight Finland Norway")
    scene.asked("Land in Finland Norway, or keep the troops aboard?")
    expect(scene.orders).to_contain_text(re.compile(r"2 infantry against 1 infantry\s+Win \d+%"))
    scene.do("Keep the troops aboard")
    expect(scene.page.get_by_role("group", name="What happened")).to_contain_text("stay aboard")
    assert scene.units("Finland Norway", "germany") == {"infantry": 1}
