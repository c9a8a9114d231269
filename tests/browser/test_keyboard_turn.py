"""A whole turn of 1941 without a mouse: buy, attack, land, place, and hand over."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from sandtable.games import area
from tests.browser.conftest import Newcomer
from tests.browser.stage import Scene, load_dice, running_stage
from tests.browser.test_keyboard import tab_to
from tests.server.site import Site


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_stage(tmp_path_factory.mktemp("stage"), games={"1941": area("1941")}) as site:
        yield site


def go(scene: Scene, space: str) -> None:
    """To a space by its name, from wherever the focus is."""
    scene.page.keyboard.press("/")
    scene.page.keyboard.type(space)
    scene.page.keyboard.press("Enter")
    expect(scene.space(space)).to_be_focused()


def end(scene: Scene) -> None:
    """End the phase by its key, once nothing is on its way."""
    expect(scene.orders.get_by_role("button", name=re.compile("^End "))).to_be_enabled()
    scene.page.keyboard.press("d")


def test_a_turn_of_1941_by_keys_alone(stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, *(1,) * 8, *(6,) * 3)  # eight hits from Russia, none from West Russia
    scene = Scene(newcomer(stage, ""), stage).begin("1941")
    keys = scene.page.keyboard
    scene.asked("Buy units: 7 IPCs.")
    expect(scene.orders.get_by_role("spinbutton", name="infantry")).to_be_visible()
    keys.press("2")
    tab_to(scene.page, "spinbutton", "infantry")
    keys.type("2")
    expect(scene.orders).to_contain_text("6 spent")
    end(scene)

    scene.asked("Make your combat moves.")
    expect(scene.marker("Russia", "infantry")).to_be_visible()
    keys.press("1")
    go(scene, "Russia")
    keys.press("Enter")
    expect(scene.space("Russia")).to_have_accessible_name(re.compile("8 units selected"))
    go(scene, "West Russia")
    expect(scene.space("West Russia")).to_have_accessible_name(re.compile("attack"))
    keys.press("Enter")
    expect(scene.moves()).to_have_count(1)
    end(scene)

    scene.asked("Start the battle in West Russia.")
    expect(scene.orders.get_by_role("button", name="Fight West Russia")).to_be_enabled()
    go(scene, "West Russia")
    expect(scene.space("West Russia")).to_have_accessible_name(re.compile("Fight in West Russia"))
    keys.press("Enter")

    scene.asked("Make your noncombat moves and land your planes.")
    go(scene, "West Russia")
    keys.press("Enter")
    expect(scene.space("West Russia")).to_have_accessible_name(re.compile("1 unit selected"))
    go(scene, "Russia")
    keys.press("Enter")
    expect(scene.moves()).to_have_count(1)
    end(scene)

    expect(scene.orders.get_by_role("button", name="Place 2").first).to_be_enabled()
    keys.press("2")
    tab_to(scene.page, "button", "Place 2")
    keys.press("Enter")
    expect(scene.page.get_by_text("Your turn: Germany", exact=True)).to_be_visible()
    assert scene.units("Russia", "ussr") == {"fighter": 1}
    assert scene.units("Caucasus", "ussr") == {"infantry": 5, "tank": 1}
    assert scene.units("West Russia", "ussr") == {"infantry": 6, "tank": 1}
