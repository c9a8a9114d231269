"""Accounts: a name and a password, guests who stay, tokens for programs."""

import re

import httpx
from playwright.sync_api import expect

from sandtable.server.security import fresh_id
from tests.browser.conftest import Newcomer
from tests.browser.people import play_now, sign_up
from tests.browser.server import Server


def a_name() -> str:
    return f"Ann {fresh_id()[:8]}"


def test_sign_up_sign_out_and_sign_in_again(server: Server, newcomer: Newcomer) -> None:
    page, name = newcomer(server), a_name()
    sign_up(page, name)
    page.goto("/account")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name=f"{name}'s account")).to_be_visible()


def test_a_name_can_be_taken_once(server: Server, newcomer: Newcomer) -> None:
    name = a_name()
    sign_up(newcomer(server), name)
    other = newcomer(server, "/sign-up")
    other.get_by_label("Name").fill(name.upper())
    other.get_by_label("Password").fill("another horse")
    other.get_by_role("button", name="Create account").click()
    expect(other.get_by_role("alert")).to_be_visible()


def test_a_guest_claims_an_account_and_finds_the_game_in_another_browser(
    server: Server, newcomer: Newcomer
) -> None:
    page, name = newcomer(server), a_name()
    play_now(page)
    table = page.url
    page.goto("/account")
    page.get_by_role("link", name="Keep your games").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Keep my games").click()
    expect(page.get_by_text(f"You're signed in as {name}.")).to_be_visible()

    elsewhere = newcomer(server, "/sign-in")
    elsewhere.get_by_label("Name").fill(name)
    elsewhere.get_by_label("Password").fill("correct horse")
    elsewhere.get_by_role("button", name="Sign in").click()
    elsewhere.get_by_role("link", name="Continue 1941: The World at War").click()
    expect(elsewhere).to_have_url(table)
    expect(elsewhere.get_by_text("Your turn: Soviet Union", exact=True)).to_be_visible()


def test_a_new_password_ends_other_sessions(server: Server, newcomer: Newcomer) -> None:
    page, other, name = newcomer(server), newcomer(server, "/sign-in"), a_name()
    sign_up(page, name)
    other.get_by_label("Name").fill(name)
    other.get_by_label("Password").fill("correct horse")
    other.get_by_role("button", name="Sign in").click()
    expect(other.get_by_role("link", name=f"{name}'s account")).to_be_visible()

    page.goto("/account")
    page.get_by_label("Old password").fill("correct horse")
    page.get_by_label("New password").fill("battery staple")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Password changed.")).to_be_visible()
    other.reload()
    expect(other.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_token_is_shown_once_works_and_can_be_taken_back(server: Server, newcomer: Newcomer) -> None:
    page, name = newcomer(server), a_name()
    sign_up(page, name)
    page.goto("/account")
    page.get_by_label("What's it for?").fill("my bot")
    page.get_by_role("button", name="Create token").click()
    secret = page.get_by_role("textbox", name="my bot").input_value()

    def who() -> object:
        answer = httpx.get(f"{server.url}/api/me", headers={"Authorization": f"Bearer {secret}"})
        return answer.json().get("person") if answer.status_code == 200 else None

    assert who() is not None
    page.reload()
    expect(page.get_by_text(re.compile("last used"))).to_be_visible()
    expect(page.get_by_role("textbox", name="my bot")).not_to_be_attached()
    page.get_by_role("button", name="Revoke token my bot").click()
    expect(page.get_by_text("No program can play for you.")).to_be_visible()
    assert who() is None


def test_nobody_is_led_to_another_site_after_signing_in(server: Server, newcomer: Newcomer) -> None:
    page, name = newcomer(server), a_name()
    sign_up(page, name)
    page.goto("/sign-in?to=//elsewhere.example/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="The table is set")).to_be_visible()
    assert page.url.startswith(server.url)
