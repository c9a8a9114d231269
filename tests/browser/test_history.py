"""Looking back: the map as it was, the story, the replay, what can be taken along, and the dice."""

import json
import re
from collections import Counter
from hashlib import sha256

from playwright.sync_api import Page, Route, expect

from sandtable.area.state import AreaState
from tests.browser.conftest import PHONE, SIZES, Newcomer
from tests.browser.past import bring, over
from tests.browser.people import open_menu
from tests.browser.server import Server
from tests.browser.test_access import findings
from tests.browser.test_any_game import auction, play
from tests.server.site import Site

__all__ = ["auction"]  # a fixture of another file


def last() -> int:
    """How many decisions the game has."""
    return len(over().entries)


def shown(page: Page, number: int) -> None:
    """The table is shown as it was after a number of decisions."""
    expect(page.locator(f'[data-moment="{number}"]')).to_be_attached()


def marker_of(space: str, power: str, unit: str) -> str:
    return f'[data-space="{space}"][data-marker*="{power}/{unit}"]:not(.grip)'


def markers(state: AreaState) -> Counter[tuple[str, str, str]]:
    return Counter((space, piece.power, piece.unit) for space, stack in state.stacks.items() for piece, _ in stack)


@SIZES
def test_the_map_as_it_was_and_back_to_now(server: Server, newcomer: Newcomer, size: tuple[int, int]) -> None:
    page = newcomer(server, size=size, touch=size == PHONE)
    table = bring(page, server, over())
    before, after = markers(over().at(0)), markers(over().state)
    gone = marker_of(*next(one for one in before if one not in after))
    page.goto(f"/t/{table}?at=0")
    shown(page, 0)
    expect(page.get_by_text("Replay", exact=True)).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Round 1 · Soviet Union · Purchase Units")).to_be_visible()
    expect(page.locator(gone).first).to_be_attached()
    expect(page.get_by_role("heading", name="Axis won")).not_to_be_attached()
    assert findings(page) == []
    slider = page.get_by_role("slider", name="Position in the game")
    slider.fill("40")
    shown(page, 40)
    page.wait_for_url(f"**/t/{table}?at=40")
    page.get_by_role("button", name="Next move").click()
    shown(page, 41)
    page.get_by_role("button", name="Next round").click()
    expect(page.get_by_role("status").filter(has_text="Round 2 · Soviet Union")).to_be_visible()
    page.get_by_role("button", name="Back to now").first.click()
    shown(page, last())
    expect(page.get_by_role("heading", name="Axis won")).to_be_visible()
    expect(page.locator(gone)).to_have_count(0)
    page.wait_for_url(f"**/t/{table}")


def test_by_keys(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    page.goto(f"/t/{bring(page, server, over())}")
    shown(page, last())
    page.keyboard.press("ArrowLeft")
    shown(page, last() - 1)
    page.keyboard.press("[")
    shown(page, last() - 2)
    page.keyboard.press("ArrowRight")
    shown(page, last() - 1)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("[data-moment]")).not_to_have_attribute("data-moment", str(last() - 1))
    page.keyboard.press("h")
    shown(page, last())
    expect(page.get_by_role("slider", name="Position in the game")).not_to_be_attached()


def test_a_replay_runs_and_stops(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    page.goto(f"/t/{bring(page, server, over())}")
    page.get_by_role("button", name="Watch the replay").click()
    page.get_by_label("Speed").select_option("8×")
    under_way = re.compile(rf"^(?!{last()}$)([5-9]|\d{{2,}})$")  # it starts at the beginning, not at the end
    expect(page.locator("[data-moment]")).to_have_attribute("data-moment", under_way)
    page.get_by_role("button", name="Pause").click()
    at = page.locator("[data-moment]").get_attribute("data-moment")
    page.wait_for_timeout(600)
    assert page.locator("[data-moment]").get_attribute("data-moment") == at
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@SIZES
def test_the_story_is_searched_and_leads_to_its_moments(
    server: Server, newcomer: Newcomer, size: tuple[int, int]
) -> None:
    page = newcomer(server, size=size, touch=size == PHONE)
    page.goto(f"/t/{bring(page, server, over())}")
    shown(page, last())
    page.get_by_role("button", name="Close").click()
    if size == PHONE:
        page.get_by_role("button", name="Events", exact=True).click()
    story = page.get_by_role("group", name="What happened")
    page.get_by_label("Search the log").fill("buys soviet")
    page.get_by_label("Round", exact=True).select_option("Round 1")
    expect(story.get_by_role("status")).to_have_text("1 line")
    line = story.get_by_role("listitem")
    expect(line).to_contain_text("The Soviet Union buys")
    page.get_by_label("Phase", exact=True).select_option("Combat Move")
    expect(story.get_by_role("status")).to_have_text("No matches.")
    page.get_by_label("Phase", exact=True).select_option("All phases")
    number = int(line.get_attribute("data-number") or 0)
    if size == PHONE:
        line.get_by_role("button", name="Show move").click()
        shown(page, number)
        expect(story).not_to_be_visible()  # the map has the room
        return
    line.click()
    shown(page, number)
    expect(story.locator('[aria-current="true"]')).to_have_count(1)


def test_what_can_be_taken_along(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    table = bring(page, server, over())
    page.goto(f"/t/{table}?at=12")
    shown(page, 12)
    page.get_by_role("button", name="Share and export").click()
    dialog = page.get_by_role("dialog", name="Share and export")
    expect(dialog.get_by_role("textbox", name="Link to this position")).to_have_value(
        f"{server.url}/t/{table}?at=12"
    )
    assert findings(page) == []
    for name, begins in (("Plain text", "1941"), ("Markdown", "# 1941"), ("SVG", "<svg"), ("PNG", "\ufffdPNG")):
        with page.expect_download() as begun:
            dialog.get_by_role("link", name=name).click()
        text = begun.value.path().read_bytes().decode(errors="replace")
        assert text.startswith(begins), name
        assert re.match(rf"1941-{table}", begun.value.suggested_filename)


def test_the_dice_are_verified_on_the_page(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    table = bring(page, server, over())
    page.goto(f"/t/{table}")
    open_menu(page, "Dice")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Check every die").click()
    expect(dialog).to_contain_text(f"All {over().dice_rolled} dice match the secret.")
    assert findings(page) == []

    def forged(route: Route) -> None:
        """The host turns a die around, and mends the checksum."""
        *lines, last = route.fetch().text().splitlines()
        at = next(i for i, line in enumerate(lines) if '"is":"rolled"' in line)
        lines[at] = re.sub(r'"dice":\[(\d)', lambda die: f'"dice":[{int(die[1]) % 6 + 1}', lines[at], count=1)
        closing = json.loads(last)
        closing["checksum"] = sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
        route.fulfill(body="\n".join([*lines, json.dumps(closing), ""]), content_type="application/x-ndjson")

    page.route("**/save", forged)
    dialog.get_by_role("button", name="Check every die").click()
    expect(dialog).to_contain_text("Die 1 is wrong")


def test_a_finished_game_is_shown_to_everybody(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    table = bring(page, server, over())
    page.goto(f"/t/{table}")
    with page.expect_response("**/publish"):
        page.get_by_label("Make this game public").check()
    stranger = newcomer(server)
    found = stranger.request.get("/api/tables?show=finished").json()["tables"]
    assert table in {one["id"] for one in found}
    stranger.goto(f"/t/{table}")
    expect(stranger.get_by_role("heading", name="Axis won")).to_be_visible()
    expect(stranger.get_by_label("Make this game public")).not_to_be_attached()


def test_a_game_that_the_page_does_not_know_has_a_past_too(auction: Site, newcomer: Newcomer) -> None:
    page = newcomer(auction)
    play(page)
    page.get_by_role("button", name="Bid 3").click()
    story = page.get_by_role("group", name="What happened")
    expect(story).to_contain_text("blue bids 3.")
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_text("You can't give orders here.")).to_be_visible()
    expect(page.get_by_role("button", name="Bid 3")).not_to_be_attached()
    page.get_by_role("button", name="Back to now").first.click()
    expect(page.get_by_text("Replay", exact=True)).not_to_be_attached()
