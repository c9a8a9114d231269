"""The war beyond the armies in a browser: the war board, theatres, fleets at sea, odds of landings."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from sandtable.games import load_hexes
from tests.browser.conftest import DESKTOP, Newcomer
from tests.browser.stage import running_stage
from tests.browser.test_hex_campaign import SIDES, Campaign
from tests.server.site import Site


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    game = load_hexes("hgw")
    with running_stage(tmp_path_factory.mktemp("war"), games={game.id: game}) as site:
        yield site


class War(Campaign):
    """A page at a table of a campaign, in every seat."""

    def begin_campaign(self, scenario: str, *sides: str) -> "War":
        self._post("/visit", {})
        chosen = {"game": "hgw", "scenario": scenario, "options": {}, "seats": dict.fromkeys(SIDES, "me")}
        self.table = self._post("/tables", chosen)["id"]
        for side in sides:
            orders = [{"do": "done"}] if side == "soviet" else [{"do": "deploy-all"}, {"do": "done"}]
            self.act(side, *orders)
        return self


def war(stage: Site, newcomer: Newcomer, scenario: str, *sides: str) -> War:
    return War(newcomer(stage, size=DESKTOP), stage).begin_campaign(scenario, *sides)


def test_countries_are_on_the_war_board(stage: Site, newcomer: Newcomer) -> None:
    scene = war(stage, newcomer, "campaign-1", "axis", "allied")
    scene.pass_turns(2)
    scene.show()
    board = scene.page.locator("details", has=scene.page.get_by_text("The war at large", exact=True))
    board.get_by_text("The war at large", exact=True).click()
    expect(board).to_contain_text("No route is in danger, and no fleet is at sea.")
    expect(board).to_contain_text("With the Axis: ")
    expect(board).to_contain_text("Italy")


def test_a_player_jumps_to_a_theatre(stage: Site, newcomer: Newcomer) -> None:
    scene = war(stage, newcomer, "campaign-2", *SIDES).show()
    theatres = scene.page.get_by_label("Show…")
    expect(theatres.locator("option", has_text="Mediterranean")).to_be_attached()
    theatres.select_option(label="Mediterranean")
    marker = '[data-marker="army:{}"]:not(.grip)'
    italians = scene.page.locator(marker.format("Italian Army"))
    americans = scene.page.locator(marker.format("U.S. First Army"))
    expect(italians).to_be_in_viewport()
    theatres.select_option(label="America")
    expect(americans).to_be_in_viewport()
    expect(italians).not_to_be_in_viewport()
