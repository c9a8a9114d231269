"""The seas of the hex game in a browser: fleets and their bases, shipping, an invasion, forts and lend-lease."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from sandtable.games import load_hexes
from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.browser.stage import Scene, load_dice, running_stage
from tests.browser.test_access import findings
from tests.server.site import Site

SIDES = ("axis", "soviet", "allied")


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    game = load_hexes("hgw")
    with running_stage(tmp_path_factory.mktemp("seas"), games={game.id: game}) as site:
        yield site


class Crossing(Scene):
    """A page at a table of 1944, in every seat."""

    def begin_1944(self) -> "Crossing":
        self._post("/visit", {})
        chosen = {"game": "hgw", "scenario": "fall-of-germany", "seats": dict.fromkeys(SIDES, "me")}
        self.table = self._post("/tables", chosen)["id"]
        return self

    def show(self) -> "Crossing":
        self.page.goto(f"/t/{self.table}")
        expect(self.space("1433")).to_be_attached()
        return self

    def allied_turn(self) -> "Crossing":
        """All have set up as proposed, and the others have passed."""
        for side in SIDES:
            self.act(side, {"do": "deploy-all"}, {"do": "done"})
        for side in SIDES[:2]:
            self.act(side, *[{"do": "done"}] * 3)
        return self.show()

    def click(self, place: str) -> None:
        self.space(place).evaluate("one => one.click()")

    def army(self, name: str) -> Locator:
        """An army in the list of a panel."""
        return self.orders.get_by_role("listitem").get_by_role("button", name=name)

    def at(self, what: str, name: str) -> str:
        return str(self._view()["view"][what][name]["at"])

    def refused(self, rule: str) -> None:
        expect(self.page.get_by_text(rule)).to_be_visible()


def crossing(stage: Site, newcomer: Newcomer, size: tuple[int, int] = DESKTOP, touch: bool = False) -> Crossing:
    return Crossing(newcomer(stage, size=size, touch=touch), stage).begin_1944()


def test_fleets_get_their_bases_at_set_up_and_change_them(stage: Site, newcomer: Newcomer) -> None:
    scene = crossing(stage, newcomer).show()
    scene.orders.get_by_role("button", name="Kiel Fleet").click()
    expect(scene.lit("1432")).to_be_attached()
    scene.click("1434")
    scene.refused("hgw.fleet-basic.axis-bases")
    scene.click("1432")
    expect(scene.space("1432")).to_contain_text("Kiel Fleet with 2 points")
    scene.allied_turn()
    scene.page.locator('[data-marker="fleet:Home Fleet"]:not(.grip)').click()
    scene.orders.get_by_role("button", name="Scapa Flow (0932)").click()
    expect(scene.space("0932")).to_contain_text("Home Fleet with 5 points")


def test_an_army_is_shipped_and_refused_where_it_cannot_go(stage: Site, newcomer: Newcomer) -> None:
    scene = crossing(stage, newcomer).allied_turn()
    scene.army("U.S. Seventh Army").click()
    expect(scene.lit("1131")).to_be_attached()
    scene.click("1734")
    scene.refused("hgw.move.friendly-route")
    scene.click("1131")
    expect(scene.space("1131")).to_contain_text("U.S. Seventh Army")
    assert scene.at("armies", "U.S. Seventh Army") == "1131"
    expect(scene.orders.get_by_role("button", name="Take back:")).to_have_count(1)


@pytest.mark.parametrize(
    ("size", "touch"),
    [
        pytest.param(DESKTOP, False, id="desktop"),
        pytest.param(PHONE, True, id="phone", marks=pytest.mark.long("the same on a phone")),
    ],
)
def test_an_invasion_from_the_first_order_to_the_beach(
    stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], touch: bool
) -> None:
    load_dice(monkeypatch, 1, 6, 1, 1)
    scene = crossing(stage, newcomer, size, touch).allied_turn()
    scene.do("End Movement")
    scene.asked("Announce each attack")
    scene.army("U.S. First Army").click()
    scene.click("1433")
    scene.refused("hgw.invasion.half-amphibious")
    scene.army("U.S. Seventh Army").click()
    expect(scene.lit("1734")).to_be_attached()
    scene.click("1734")
    scene.orders.get_by_role("button", name="Send Mediterranean Fleet in support").click()
    expect(scene.orders.get_by_role("button", name="Recall Mediterranean Fleet")).to_be_visible()
    expect(scene.orders.get_by_text("Home Fleet can't support it")).to_be_visible()
    expect(scene.arrow()).to_have_count(2)
    assert findings(scene.page) == []
    scene.do("Done announcing attacks")
    scene.asked("Choose which armies make a defensive assault now")
    landing = scene.orders.get_by_role("region", name="Invasion of Marseille (1734)")
    expect(landing).to_contain_text("Mediterranean Fleet 3 fleet points in support")
    scene.do("Fire now")
    scene.asked("Fire at the invaded hex, or go ashore")
    scene.orders.get_by_role("button", name="Assault Marseille (1734)").click()
    expect(scene.space("1734")).to_contain_text("Allied, U.S. Seventh Army")


def test_forts_and_lend_lease(stage: Site, newcomer: Newcomer) -> None:
    scene = crossing(stage, newcomer).allied_turn()
    scene.act("allied", *[{"do": "done"}] * 2)
    scene.asked("Spend 35 production points")
    scene.orders.get_by_role("button", name="New fort").click()
    expect(scene.lit("1333")).to_be_attached()
    scene.click("1434")
    scene.refused("hgw.fort.placement")
    scene.click("1333")
    expect(scene.orders.get_by_text("Your forts (1 of 7)")).to_be_visible()
    scene.orders.get_by_role("button", name="1 PP Lend to Soviet Union: Archangel (0646)").click()
    expect(scene.page.get_by_role("heading", name="Spend 29 production points")).to_be_visible()
    assert scene._view()["view"]["lent"] == {"soviet": 1}


def test_owners_are_told_by_patterns_at_every_zoom(stage: Site, newcomer: Newcomer) -> None:
    scene = crossing(stage, newcomer).allied_turn()
    page = scene.page
    held = page.locator(".held-axis").first
    assert "url(" not in held.evaluate("one => getComputedStyle(one).fill")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("checkbox", name="Owner patterns").check()
    assert "url(" in held.evaluate("one => getComputedStyle(one).fill")
    # A pattern within something that is not displayed paints nothing.
    assert page.locator("#owner-axis").evaluate("one => getComputedStyle(one.ownerSVGElement).display") != "none"
