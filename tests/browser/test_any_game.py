"""A game that the page knows nothing of is played by its list of choices, a form, and its own words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sandtable.server.settings import Bots, Settings
from tests.browser.conftest import Newcomer
from tests.browser.people import open_menu
from tests.server.site import TALKATIVE, UNHURRIED, Site, running_site
from tests.server.tables.auction import AUCTION


@pytest.fixture(scope="module")
def auction(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of sealed bids."""
    settings = Settings(
        data=tmp_path_factory.mktemp("auction"),
        limits=UNHURRIED,
        bots=Bots(games="tests.server.tables.auction:find", pause=0.0),
        tables=TALKATIVE,
    )
    with running_site(settings, {AUCTION.id: AUCTION}) as site:
        yield site


def play(page: Page) -> None:
    page.get_by_text("Cold", exact=True).click()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("Your turn: Blue", exact=True)).to_be_visible()


def test_choices_in_words_can_be_searched_and_taken(auction: Site, newcomer: Newcomer) -> None:
    page = newcomer(auction)
    play(page)
    page.get_by_placeholder("Find an order").fill("bid 3")
    choices = page.get_by_role("list", name="What you can do")
    expect(choices.get_by_role("button")).to_have_text(["Bid 3"])
    choices.get_by_role("button", name="Bid 3").click()
    expect(page.get_by_role("group", name="What happened")).to_contain_text("blue bids 3.")


def test_a_form_writes_any_order_and_a_refusal_shows_the_rule(auction: Site, newcomer: Newcomer) -> None:
    page = newcomer(auction)
    play(page)
    page.get_by_text("Write your own order").click()
    page.get_by_label("Kind of order").select_option("Bid")
    page.get_by_label("amount").fill("99")
    page.get_by_role("button", name="Give order").click()
    messages = page.get_by_role("region", name="Messages")
    expect(messages).to_contain_text("toy.coins")
    messages.get_by_role("button", name="Read the rule").click()
    expect(page.get_by_role("dialog", name="Rule").get_by_role("article")).to_contain_text("coins")
    page.keyboard.press("Escape")
    page.get_by_label("amount").fill("4")
    page.get_by_role("button", name="Give order").click()
    expect(page.get_by_role("group", name="What happened")).to_contain_text("blue bids 4.")


def test_the_end_names_the_winner_opens_the_dice_and_offers_a_rematch(auction: Site, newcomer: Newcomer) -> None:
    page = newcomer(auction)
    play(page)
    first = page.url
    open_menu(page, "My seats")
    page.get_by_role("button", name="Resign as Blue").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Warm won")).to_be_visible()
    page.get_by_text("The dice, unsealed").click()
    expect(page.get_by_text("Secret", exact=True)).to_be_visible()
    page.get_by_role("button", name="Rematch", exact=True).click()
    page.wait_for_url(lambda url: url != first)
    expect(page.get_by_text("Your turn: Blue", exact=True)).to_be_visible()
    page.goto(first)
    expect(page.get_by_role("link", name="Go to the rematch")).to_be_visible()


def test_a_game_with_secrets_on_the_table_says_why_it_cannot_be_saved(auction: Site, newcomer: Newcomer) -> None:
    page = newcomer(auction, "/new")
    page.get_by_role("button", name="All me (hot seat)").click()
    page.get_by_role("button", name="Open table").click()
    page.get_by_role("button", name="Bid 2", exact=True).click()
    expect(page.get_by_role("group", name="What happened")).to_contain_text("bids 2.")
    open_menu(page, "Save to file")
    expect(page.get_by_role("region", name="Messages").get_by_role("paragraph")).to_be_visible()


def test_what_is_no_save_file_is_refused_in_words(auction: Site, newcomer: Newcomer, tmp_path: Path) -> None:
    page = newcomer(auction)
    letter = tmp_path / "letter.jsonl"
    letter.write_text("Dear Ann\n")
    page.get_by_label("Open a save file").set_input_files(letter)
    expect(page.get_by_role("region", name="Messages")).to_contain_text("save file")


def test_a_game_without_changes_is_studied_by_playing_it(auction: Site, newcomer: Newcomer) -> None:
    page = newcomer(auction, "/g/auction")
    page.get_by_role("button", name="Set up a position").click()
    strip = page.get_by_role("region", name="Study", exact=True)
    expect(strip.get_by_role("button", name="Advice")).to_be_visible()
    expect(strip.get_by_role("button", name="Edit", exact=True)).to_have_count(0)
    strip.get_by_role("button", name="Advice").click()
    strip.get_by_role("button", name="What would it do?").click()
    expect(strip.get_by_text("As Red, the random bot would:")).to_be_visible()
    strip.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("group", name="What happened")).to_contain_text("red bids")
