"""A host mutes, removes and closes, and anybody reports a message: as they see it, and as the others do."""

import os
import subprocess
import sys

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Newcomer
from tests.browser.people import open_menu
from tests.browser.server import Server
from tests.browser.test_friends import open_table, sit


def say(page: Page, words: str) -> None:
    page.get_by_label("Write a message").fill(words)
    page.get_by_role("button", name="Send").click()


def line(page: Page, words: str) -> Locator:
    """A line of the chat."""
    return page.get_by_role("log", name="Chat").get_by_role("paragraph").filter(has_text=words)


def choose(place: Locator, item: str) -> None:
    """An item of the menu that a line of the chat or of the list of players has."""
    place.get_by_role("button", name="Options for").click()
    place.page.get_by_role("group", name="Options for").get_by_role("button", name=item).click()


def messages(page: Page) -> Locator:
    return page.get_by_role("region", name="Messages")


def test_somebody_muted_reads_why_and_can_write_again_when_unmuted(server: Server, newcomer: Newcomer) -> None:
    host, guest = newcomer(server), newcomer(server)
    guest.goto(open_table(host))
    sit(guest, "Germany")
    say(guest, "You are all fools")
    rude = line(host, "You are all fools")
    expect(rude).to_be_visible()
    expect(line(guest, "You are all fools").get_by_role("button")).to_have_count(0)

    choose(rude, "Mute…")
    dialog = host.get_by_role("dialog", name="Mute Bertha")
    dialog.get_by_label("Reason").fill("Mind your manners")
    dialog.get_by_role("button", name="Mute", exact=True).click()
    expect(dialog).not_to_be_attached()
    expect(messages(host)).to_contain_text("is muted.")

    expect(messages(guest)).to_contain_text("The host has muted you. Reason: Mind your manners")
    talk = guest.get_by_role("region", name="Chat")
    expect(talk).to_contain_text("The host has muted you.")
    expect(talk).to_contain_text("Reason: Mind your manners")
    expect(guest.get_by_label("Write a message")).to_have_count(0)

    choose(rude, "Unmute")
    expect(messages(guest)).to_contain_text("The host has unmuted you.")
    say(guest, "Sorry")
    expect(line(host, "Sorry")).to_be_visible()


def test_a_bot_plays_on_for_somebody_removed_who_is_told_why_and_may_come_back(
    server: Server, newcomer: Newcomer
) -> None:
    host, guest = newcomer(server), newcomer(server)
    guest.goto(open_table(host))
    sit(guest, "Germany", "Japan")
    for page in (host, guest):
        page.get_by_role("button", name="Chat").click()
    players = host.get_by_role("list", name="At the table")
    expect(guest.get_by_role("list", name="At the table").get_by_role("button")).to_have_count(0)

    choose(players.get_by_role("listitem").filter(has_text="Germany"), "Remove from table…")
    dialog = host.get_by_role("dialog", name="Remove Bertha")
    expect(dialog).to_contain_text("A bot takes over Germany and Japan.")
    dialog.get_by_label("Reason").fill("Gone for a week")
    dialog.get_by_role("button", name="Remove", exact=True).click()

    told = guest.get_by_role("dialog", name="You were removed from this table")
    expect(told).to_contain_text("Reason: Gone for a week")
    told.get_by_role("button", name="Keep watching").click()
    orders = guest.get_by_role("region", name="Orders", exact=True)
    expect(orders).to_contain_text("The host has removed you from this table. You can still watch.")
    expect(guest.get_by_role("region", name="Chat")).to_contain_text("Reason: Gone for a week")
    expect(players.get_by_role("listitem").filter(has_text="Germany")).to_contain_text("bot")

    choose(players.get_by_role("listitem").filter(has_text="removed: Gone for a week"), "Let back in")
    expect(messages(guest)).to_contain_text("The host has let you back in.")
    expect(guest.get_by_label("Write a message")).to_be_visible()
    expect(players.get_by_role("listitem").filter(has_text="removed")).to_have_count(0)


def test_nobody_who_was_removed_before_the_start_can_sit_down(server: Server, newcomer: Newcomer) -> None:
    host, guest = newcomer(server), newcomer(server)
    guest.goto(open_table(host))
    sit(guest, "Germany")
    choose(host.get_by_role("listitem").filter(has_text="Germany"), "Remove from table…")
    dialog = host.get_by_role("dialog", name="Remove Bertha")
    expect(dialog).to_contain_text("Their seats become free: Germany.")
    dialog.get_by_role("button", name="Remove", exact=True).click()
    guest.get_by_role("button", name="Keep watching").click()
    expect(guest.get_by_role("main")).to_contain_text("The host has removed you from this table.")
    expect(guest.get_by_role("button", name="Take seat:")).to_have_count(0)
    expect(host.get_by_role("button", name="Take seat: Germany")).to_be_visible()


def test_a_report_reaches_the_operator(server: Server, newcomer: Newcomer) -> None:
    host, guest, watcher = newcomer(server), newcomer(server), newcomer(server)
    link = open_table(host)
    guest.goto(link)
    sit(guest, "Germany")
    watcher.goto(link)
    say(host, "something unspeakable")
    expect(line(watcher, "unspeakable")).to_be_visible()
    expect(line(watcher, "unspeakable").get_by_role("button")).to_have_count(0)

    place = line(guest, "unspeakable")
    place.get_by_role("button", name="Options for").click()
    options = guest.get_by_role("group", name="Options for")
    expect(options.get_by_role("button")).to_have_text(["Report message…"])
    options.get_by_role("button").click()
    dialog = guest.get_by_role("dialog", name="Report this message?")
    expect(dialog).to_contain_text("something unspeakable")
    dialog.get_by_label("What's wrong with it?").fill("hateful speech")
    dialog.get_by_role("button", name="Report").click()
    expect(messages(guest)).to_contain_text("Thanks. The operator will look into it.")
    command = [sys.executable, "-m", "sandtable", "admin", "reports", "--data", str(server.data)]
    wide = {**os.environ, "COLUMNS": "200"}
    shown = subprocess.run(command, env=wide, capture_output=True, text=True, check=True).stdout
    assert "hateful speech" in shown


def test_a_closed_table_says_so_to_everybody_and_why(server: Server, newcomer: Newcomer) -> None:
    host, guest = newcomer(server), newcomer(server, language="de-DE")
    guest.goto(open_table(host))
    guest.get_by_role("button", name="Platz nehmen: Deutschland").click()
    guest.get_by_role("button", name="Platz nehmen: Japan").click()
    guest.get_by_role("button", name="Menü").click()
    expect(guest.get_by_role("navigation", name="Menü")).not_to_contain_text("Tisch schließen")

    open_menu(host, "Close table…")
    dialog = host.get_by_role("dialog", name="Close this table?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(host.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()
    open_menu(host, "Close table…")
    dialog.get_by_label("Reason").fill("The cat sat on the board")
    dialog.get_by_role("button", name="Close table").click()

    expect(host.get_by_role("heading", name="Called off")).to_be_visible()
    expect(host.get_by_text("Reason: The cat sat on the board")).to_be_visible()
    expect(guest.get_by_role("heading", name="Abgebrochen")).to_be_visible()
    expect(guest.get_by_text("Grund: The cat sat on the board")).to_be_visible()
