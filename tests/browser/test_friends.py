"""Two people with a browser each: a link, a seat, talk, and each other's moves."""

from playwright.sync_api import Page, expect

from sandtable.server.security import fresh_id
from tests.browser.conftest import Newcomer
from tests.browser.people import end_phase, open_menu, sign_up
from tests.browser.server import Server


def open_table(page: Page) -> str:
    """Allies for the host, the other seats open; the link to it."""
    page.goto("/new")
    page.get_by_label("Title").fill("Thursday evening")
    page.get_by_role("button", name="Open table").click()
    expect(page.get_by_role("heading", name="Thursday evening")).to_be_visible()
    return page.get_by_role("textbox", name="Invite link").input_value()


def sit(page: Page, *seats: str) -> None:
    """Somebody without an account takes seats."""
    page.get_by_label("Your name at the table").fill(f"Bertha {fresh_id()[:8]}")
    for seat in seats:
        page.get_by_role("button", name=f"Take seat: {seat}").click()
        expect(page.get_by_role("button", name=f"Take seat: {seat}")).not_to_be_attached()


def test_a_friend_follows_the_link_and_both_play(server: Server, newcomer: Newcomer) -> None:
    host, guest = newcomer(server), newcomer(server)
    link = open_table(host)
    guest.goto(link)
    sit(guest, "Germany", "Japan")
    # The last seat is taken: the game begins for both, without a button.
    expect(host.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()
    expect(
        guest.get_by_role("region", name="Orders", exact=True).get_by_text("Soviet Union is playing.")
    ).to_be_visible()

    end_phase(host, "Purchase Units", sure=True)
    phases = guest.get_by_role("list", name="Phases this turn")
    expect(phases.locator("[aria-current=step]")).to_contain_text("Combat Move")
    for phase in ("Combat Move", "Noncombat Move"):
        end_phase(host, phase)
    expect(guest.get_by_text("Your turn: Germany", exact=True)).to_be_visible()
    expect(
        host.get_by_role("region", name="Orders", exact=True).get_by_text("Germany is playing.")
    ).to_be_visible()


def test_talk_is_text_and_a_side_keeps_its_secrets(server: Server, newcomer: Newcomer) -> None:
    host, guest, watcher = newcomer(server), newcomer(server), newcomer(server)
    link = open_table(host)
    guest.goto(link)
    sit(guest, "Germany")
    watcher.goto(link)

    guest.get_by_label("Write a message").fill("<img src=x onerror=alert(1)> hello")
    guest.get_by_role("button", name="Send").click()
    for page in (host, watcher):
        expect(page.get_by_role("log", name="Chat")).to_contain_text("<img src=x onerror=alert(1)> hello")

    host.get_by_label("To", exact=True).select_option("Allies only")
    host.get_by_label("Write a message").fill("Moscow holds until Friday")
    host.get_by_role("button", name="Send").click()
    expect(host.get_by_role("log", name="Chat")).to_contain_text("Moscow holds until Friday")
    host.get_by_label("To", exact=True).select_option("everyone")
    host.get_by_label("Write a message").fill("your move")
    host.get_by_role("button", name="Send").click()
    for page in (guest, watcher):
        expect(page.get_by_role("log", name="Chat")).to_contain_text("your move")
        expect(page.get_by_role("log", name="Chat")).not_to_contain_text("Moscow")


def test_bots_take_the_free_seats_and_who_only_watches_cannot_act(server: Server, newcomer: Newcomer) -> None:
    host, watcher = newcomer(server), newcomer(server)
    link = open_table(host)
    watcher.goto(link)
    expect(watcher.get_by_role("button", name="Fill empty seats with bots and start")).not_to_be_attached()
    host.get_by_label("Bots for the empty seats").select_option("random")
    host.get_by_role("button", name="Fill empty seats with bots and start").click()
    expect(host.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()
    expect(watcher.get_by_text("You're watching.")).to_be_visible()
    expect(watcher.get_by_role("button", name="End Purchase Units")).not_to_be_attached()


def test_a_seat_is_handed_to_a_bot_and_taken_back(server: Server, newcomer: Newcomer) -> None:
    host = newcomer(server)
    open_table(host)
    host.get_by_label("Bots for the empty seats").select_option("random")
    host.get_by_role("button", name="Fill empty seats with bots and start").click()
    expect(host.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()
    open_menu(host, "My seats")
    host.get_by_label("Bot strength for United Kingdom").select_option("random")
    host.get_by_role("button", name="Hand over to a bot: United Kingdom").click()
    expect(host.get_by_role("dialog")).to_contain_text("a bot (random) is standing in")
    host.get_by_role("button", name="Take back: United Kingdom").click()
    expect(host.get_by_role("button", name="Hand over to a bot: United Kingdom")).to_be_visible()


def test_a_listed_table_waits_in_the_lobby_for_a_named_friend_and_others(
    server: Server, newcomer: Newcomer
) -> None:
    host, friend, name = newcomer(server), newcomer(server), f"Carl {fresh_id()[:8]}"
    sign_up(friend, name)
    host.goto("/new")
    title = f"Open evening {fresh_id()[:8]}"
    host.get_by_label("Title").fill(title)
    host.get_by_label("Who plays Germany?").select_option("A friend…")
    host.get_by_role("button", name="Open table").click()
    expect(host.get_by_role("alert")).to_contain_text("Enter the name of your friend playing Germany")
    host.get_by_label("Name of your friend playing Germany").fill(name)
    host.get_by_text("Everyone in the lobby").click()
    host.get_by_role("button", name="Open table").click()
    expect(host.get_by_text(f"{name} is invited")).to_be_visible()

    friend.goto("/")
    friend.get_by_role("link", name=title).click()
    friend.get_by_role("button", name="Take seat: Germany").click()
    expect(host.get_by_role("listitem").filter(has_text="Germany")).to_contain_text(name)


def test_a_private_table_is_in_no_list_and_the_host_can_call_it_off(server: Server, newcomer: Newcomer) -> None:
    host, stranger = newcomer(server), newcomer(server)
    link = open_table(host)
    stranger.goto("/")
    expect(stranger.get_by_role("heading", name="Open games")).to_be_visible()
    stranger.wait_for_load_state("networkidle")
    expect(stranger.get_by_role("link", name="Thursday evening")).not_to_be_attached()
    host.get_by_role("button", name="Abandon game").click()
    host.get_by_role("button", name="Abandon", exact=True).click()
    stranger.goto(link)
    expect(stranger.get_by_role("heading", name="Called off")).to_be_visible()
    stranger.get_by_role("main").get_by_role("link").click()
    expect(stranger.get_by_role("button", name="Play now")).to_be_visible()
