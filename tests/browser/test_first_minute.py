"""A newcomer's first minute: one click, a map, a turn, and the bots answer."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.people import end_phase, open_menu, play_now
from tests.browser.server import Server

LARGEST_FIRST_LOAD = 300_000


def test_one_click_and_the_game_has_begun(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    phases = page.get_by_role("list", name="Phases this turn")
    expect(phases.locator("[aria-current=step]")).to_contain_text("Purchase Units")
    expect(phases).to_contain_text("Combat Move")
    expect(page.get_by_role("main", name="Map").locator("svg").first).to_be_visible()
    expect(page).to_have_title(re.compile("Your turn"))


def test_options_are_chosen_before_the_one_click(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    page.get_by_text("Optional rules", exact=True).click()
    page.get_by_role("checkbox", name="Low luck").check()
    expect(page.get_by_text("Optional rules (1 changed)")).to_be_visible()
    play_now(page)
    table = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert table["info"]["options"]["low-luck"] is True


def test_another_game_shows_its_map_and_scenarios_and_names_each_side_once(
    server: Server, newcomer: Newcomer
) -> None:
    page = newcomer(server)
    page.get_by_role("combobox", name="Game").select_option("hgw")
    expect(page.locator(".picture img")).to_have_attribute("src", re.compile("/games/hgw/"))
    sides = page.get_by_role("group", name="Play as")
    expect(page.locator(".picture").get_by_role("list", name="Powers")).to_contain_text("Axis")
    expect(sides.get_by_text("Axis", exact=True)).to_have_count(1)
    for game in ("1941", "classic", "revised-historical", "global-1940"):
        page.get_by_role("combobox", name="Game").select_option(game)
        expect(page.locator(".picture img")).to_have_attribute("src", re.compile(f"/games/{game}/"))
        chairs = page.request.get(f"/api/games/{game}").json()["box"]["chairs"]
        powers = page.locator(".picture").get_by_role("list", name="Powers").get_by_role("listitem")
        expect(powers).to_have_count(len(chairs))
        assert {*powers.all_inner_texts()} == {chair["name"] for chair in chairs}
    page.get_by_role("combobox", name="Game").select_option("hgw")
    page.get_by_role("combobox", name="Scenario").select_option("fall-of-germany")
    expect(sides.get_by_text("Soviet Union and Allies", exact=True)).to_have_count(1)
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()


def test_a_turn_passes_and_the_bots_play_theirs(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    page.get_by_label("Bot strength").select_option("random")
    play_now(page)
    end_phase(page, "Purchase Units", sure=True)
    for phase in ("Combat Move", "Noncombat Move"):
        end_phase(page, phase)
    events = page.get_by_role("group", name="What happened")
    expect(events.get_by_role("heading", name="Germany").first).to_be_attached()
    # Sooner or later the newcomer is asked again: to choose losses, or for the next turn of the side.
    expect(page.get_by_text(re.compile("^Your turn: "))).to_be_visible()
    expect(page.get_by_role("button", name="Nothing to undo")).to_be_disabled()


def test_undo_says_what_it_takes_back(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    end_phase(page, "Purchase Units", sure=True)
    page.get_by_role("button", name="Undo: end of Purchase Units").click()
    expect(page.get_by_role("heading", name="Buy units")).to_be_visible()
    expect(page.get_by_role("button", name="Nothing to undo")).to_be_disabled()


def test_who_thinks_twice_keeps_the_phase(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    end_phase(page, "Purchase Units")
    expect(page.get_by_role("dialog")).to_contain_text("You have 7 IPCs left")
    page.get_by_role("button", name="Keep playing").click()
    expect(page.get_by_role("dialog")).not_to_be_attached()
    expect(page.get_by_role("heading", name="Buy units")).to_be_visible()


def test_the_game_is_found_again_in_the_lobby_and_after_a_reload(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    end_phase(page, "Purchase Units", sure=True)
    expect(page.get_by_role("heading", name="Make your combat moves.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Make your combat moves.")).to_be_visible()
    open_menu(page, "Back to the lobby")
    expect(page.get_by_text("One game is waiting for your move.")).to_be_visible()
    page.get_by_role("link", name=re.compile("Round 1, Soviet Union, Combat Move · Your turn")).click()
    expect(page.get_by_role("heading", name="Make your combat moves.")).to_be_visible()


def test_a_saved_game_goes_on_from_its_file(server: Server, newcomer: Newcomer, tmp_path: Path) -> None:
    page = newcomer(server)
    play_now(page)
    first = page.url
    with page.expect_download() as download:
        open_menu(page, "Save to file")
    save = tmp_path / "game.jsonl"
    download.value.save_as(save)
    page.goto("/")
    page.get_by_label("Open a save file").set_input_files(save)
    page.wait_for_url("**/t/*")
    assert page.url != first
    # A game from elsewhere waits for its players.
    page.get_by_role("button", name="Take seat: Soviet Union").click()
    page.get_by_role("button", name="Fill empty seats with bots and start").click()
    expect(page.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()


def test_the_rules_are_at_hand(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    open_menu(page, "Rules")
    page.get_by_label("Search the rules").fill("tank blitz")
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text(re.compile(r"^\d+ rules?$"))
    expect(page.get_by_role("dialog").get_by_role("article").first).to_contain_text(
        re.compile("blitz", re.IGNORECASE)
    )


def test_the_first_load_is_small(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "about:blank")
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) < LARGEST_FIRST_LOAD
