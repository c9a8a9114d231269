"""An action that no panel knows is given by the page's list and form: a lottery that exists only in the tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from sandtable import games
from sandtable.area import parts
from sandtable.core.game import AnyGame
from sandtable.server.settings import Bots, Settings
from tests.area.parts.lottery import Lottery
from tests.browser.conftest import PHONE, SIZES, Newcomer
from tests.browser.stage import POSITIONS, Scene, Staged, load_dice
from tests.server.site import TALKATIVE, UNHURRIED, Site, running_site

LUCKY, TEAMS = "lucky-1941", "lucky-teams"
"""The first game with a lottery, and a position of the one that teams play."""
FILES = {
    LUCKY: 'like: "1941"\ntitle: Lucky 1941\nparts: {lottery: {price: 3}}\n',
    "lucky-historical": "like: revised-historical\ntitle: Lucky\nparts: {lottery: {price: 3}}\n",
}


def find(game_id: str) -> AnyGame | None:
    """For the server's other processes."""
    parts.register(Lottery)
    if game_id == TEAMS:
        return Staged(TEAMS, "lucky-historical", POSITIONS["teams"][1])
    return games.find(game_id)


@pytest.fixture
def lucky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server of games with a lottery."""
    for name, text in FILES.items():
        (tmp_path / "games" / name).mkdir(parents=True)
        (tmp_path / "games" / name / "game.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setenv(games.VARIABLE, str(tmp_path / "games"))
    games.forget()
    settings = Settings(
        data=tmp_path,
        limits=UNHURRIED,
        bots=Bots(games="tests.browser.test_parts:find", pause=0.0),
        tables=TALKATIVE,
    )
    offered = {name: found for name in (LUCKY, TEAMS) if (found := find(name)) is not None}
    with running_site(settings, offered) as site:
        yield site
    parts.forget(Lottery)
    games.forget()


def special(scene: Scene) -> Locator:
    return scene.page.get_by_role("region", name="Special actions")


@SIZES
def test_a_ticket_is_bought_from_the_list_and_by_the_form(
    lucky: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    load_dice(monkeypatch, 5, 2, 6)
    scene = Scene(newcomer(lucky, "", size=size), lucky).begin(LUCKY)
    page = scene.page
    expect(special(scene).get_by_role("heading", name="Special actions")).to_be_visible()
    special(scene).get_by_role("button", name="Draw 1").click()
    drawn = "The Soviet Union draws 5 for 3 IPCs."
    expect(
        special(scene).get_by_role("listitem").filter(has_text=drawn).get_by_role("img", name="5")
    ).to_be_visible()
    if size == PHONE:
        page.get_by_role("button", name="Events").click()
    expect(page.get_by_role("group", name="What happened")).to_contain_text(drawn)
    if size == PHONE:
        page.get_by_role("button", name="Orders").click()

    special(scene).get_by_text("Write your own order").click()
    special(scene).get_by_label("tickets").fill("9")
    special(scene).get_by_role("button", name="Give order").click()
    expect(scene.messages).to_contain_text("Tickets for 27 IPCs cannot be bought.")
    scene.messages.get_by_role("button", name="Read the rule").click()
    expect(page.get_by_role("dialog", name="Rule")).to_contain_text("1941.purchase.affordable")
    page.keyboard.press("Escape")

    special(scene).get_by_label("tickets").fill("1")
    special(scene).get_by_role("button", name="Give order").click()
    dice = special(scene).get_by_role("img")
    expect(dice).to_have_count(2)
    expect(special(scene).get_by_role("list", name="What you can do").get_by_role("button")).to_have_count(0)
    expect(scene.orders.get_by_role("heading", name="Buy units: 1 IPC.")).to_be_visible()


def test_beside_the_panels_of_a_team_game_the_list_offers_only_what_they_do_not(
    lucky: Site, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, 5, 6)
    scene = Scene(newcomer(lucky, ""), lucky).begin(TEAMS)
    choices = special(scene).get_by_role("list", name="What you can do").get_by_role("button")
    expect(choices).to_have_text(["Draw 1"])
    scene.orders.get_by_role("button", name="Repair").click()
    expect(scene.orders).to_contain_text("battleship in Sea Zone 5 repaired for 5 IPCs")
    choices.click()
    expect(special(scene)).to_contain_text("Germany draws 6 for 3 IPCs.")
    # The other power of the team has its own turn at it.
    scene.orders.get_by_role("group", name="Play as").get_by_role("button", name="Japan").click()
    expect(special(scene)).not_to_contain_text("draws")
    expect(choices).to_have_text(["Draw 1"])
