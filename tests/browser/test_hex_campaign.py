"""The first campaign of the hex game in a browser: a country surrenders, others join and bring points along."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from sandtable.games import load_hexes
from tests.browser.conftest import DESKTOP, Newcomer
from tests.browser.stage import Scene, load_dice, running_stage
from tests.server.site import Site

SIDES = ("axis", "soviet", "allied")


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    game = load_hexes("hgw")
    with running_stage(tmp_path_factory.mktemp("campaign"), games={game.id: game}) as site:
        yield site


class Campaign(Scene):
    """A page at a table of 1939, in every seat."""

    def begin_1939(self, *options: str) -> "Campaign":
        self._post("/visit", {})
        agreed = dict.fromkeys(options, True)
        chosen = {"game": "hgw", "scenario": "campaign-1", "options": agreed, "seats": dict.fromkeys(SIDES, "me")}
        self.table = self._post("/tables", chosen)["id"]
        for side in ("axis", "allied"):
            self.act(side, {"do": "deploy-all"}, {"do": "done"})
        return self

    def show(self) -> "Campaign":
        self.page.goto(f"/t/{self.table}")
        expect(self.space("1339")).to_be_attached()
        return self

    def pass_turns(self, seasons: int) -> None:
        for _ in range(seasons):
            for side in SIDES:
                self.act(side, *[{"do": "done"}] * 3)


def campaign(stage: Site, newcomer: Newcomer, *options: str) -> Campaign:
    return Campaign(newcomer(stage, size=DESKTOP), stage).begin_1939(*options)


def test_poland_falls_with_warsaw(stage: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, 1)
    scene = campaign(stage, newcomer).show()
    expect(scene.space("1636")).to_contain_text("Italian Army")
    attack = {"do": "attack", "army": "Army Group South", "target": "1339"}
    scene.act("axis", {"do": "done"}, attack, {"do": "done"}, {"do": "done"})
    scene.act("axis", {"do": "advance", "army": "Army Group South"})
    expect(scene.page.get_by_text("Poland surrendered to the Axis")).to_be_attached()
    expect(scene.space("1340")).to_contain_text("Axis")


def test_countries_join_and_their_points_are_placed(stage: Site, newcomer: Newcomer) -> None:
    scene = campaign(stage, newcomer)
    scene.pass_turns(5)
    scene.show()
    scene.asked("Place 3 infantry in Finland.")
    scene.orders.get_by_role("button", name="Place 3 infantry as OKW in Helsinki (0841)").click()
    expect(scene.space("0841")).to_contain_text("Axis, OKW")
    scene.asked("Place 1 infantry and 1 mechanized in Hungary.")


def test_home_forces_and_leaders_are_placed_from_the_list(stage: Site, newcomer: Newcomer) -> None:
    scene = campaign(stage, newcomer, "home-forces", "leaders")
    attack = {"do": "attack", "army": "Army Group South", "target": "1339"}
    scene.act("axis", {"do": "done"}, attack, {"do": "done"})
    scene.show()
    scene.asked("Place 4 infantry in Poland, which is under attack.")
    scene.orders.get_by_role("button", name="Place 2 infantry in Warsaw (1339)").click()
    expect(scene.space("1339")).to_contain_text("Poland 1")
    scene.asked("Place 2 infantry in Poland, which is under attack.")
    scene.act("allied", {"do": "place-home-forces", "at": "1341", "count": 2}, {"do": "defend"})
    scene.act("axis", {"do": "done"}, {"do": "done"})
    scene.asked("production points, then end the turn")
    scene.orders.get_by_text("All orders as a list").click()
    scene.orders.get_by_role("button", name="Give Army Group South a leader marker").click()
    expect(scene.page.get_by_role("group", name="What happened")).to_contain_text(
        "received a leader marker, face down"
    )
