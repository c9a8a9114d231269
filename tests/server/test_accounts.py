"""Accounts, guests, sessions and tokens, for browsers and programs."""

from http import HTTPStatus

import httpx
import msgspec
import pytest
from sqlalchemy import create_engine, inspect, text

from sandtable.server.storage.database import BadDatabase, read_url
from sandtable.server.wire import Me, Token
from tests.server.site import Site

PASSWORD = "correct horse"


def name_of(client: httpx.Client) -> str:
    """The signed-in person's name; empty: nobody."""
    person = msgspec.json.decode(client.get("/me").content, type=Me).person
    return person.name if person else ""


def id_of(client: httpx.Client) -> str:
    person = msgspec.json.decode(client.get("/me").content, type=Me).person
    assert person is not None
    return person.id


def sign_in(client: httpx.Client, name: str, password: str = PASSWORD) -> httpx.Response:
    return client.post("/signin", json={"name": name, "password": password})


def everything_in(url: str) -> str:
    """Everything a thief of the database could read."""
    found = read_url(url)
    assert not isinstance(found, BadDatabase)
    driver = "postgresql+psycopg" if found.get_backend_name() == "postgresql" else "sqlite"
    engine = create_engine(found.set(drivername=driver))
    with engine.connect() as connection:
        names = inspect(connection).get_table_names()
        rows = [row for name in names for row in connection.execute(text(f'select * from "{name}"'))]
    engine.dispose()
    return repr(rows)


def test_a_new_visitor_is_nobody(site: Site) -> None:
    assert site.visitor().get("/me").json() == {"person": None, "email": "", "operator": False}


def test_an_account_signs_up_out_and_in(site: Site) -> None:
    anna = site.member("Anna")
    assert name_of(anna) == "Anna"
    assert anna.post("/signout").json()["person"] is None
    assert name_of(anna) == ""
    elsewhere = site.visitor()
    assert sign_in(elsewhere, "Anna").json()["person"]["name"] == "Anna"
    assert name_of(elsewhere) == "Anna"


def test_signing_out_ends_the_session_not_only_the_cookie(site: Site) -> None:
    anna = site.member("Anna")
    thief = site.visitor()
    thief.cookies.set("sandtable", anna.cookies["sandtable"])
    assert name_of(thief) == "Anna"
    anna.post("/signout")
    assert name_of(thief) == ""


@pytest.mark.parametrize("other", ["anna", "ANNA", "\uff21nna"])
def test_names_are_compared_case_insensitively(site: Site, other: str) -> None:
    site.member("Anna")
    answer = site.visitor().post("/signup", json={"name": other, "password": PASSWORD})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert answer.json()["what"] == "name-taken"
    assert site.visitor().post("/visit", json={"name": other}).status_code == HTTPStatus.CONFLICT
    assert sign_in(site.visitor(), other).status_code == HTTPStatus.OK


def test_composed_letters_count_once(site: Site) -> None:
    site.member("Mu\u0308ller")
    answer = site.visitor().post("/signup", json={"name": "M\u00fcller", "password": PASSWORD})
    assert answer.status_code == HTTPStatus.CONFLICT


@pytest.mark.parametrize(
    "name",
    ["a", "x" * 25, "  ", "<b>x</b>", "a\x00b", "-x-", "x-", "\ufdfa\ufdfa", "An\u200bna", "An\u202ena", 7, None],
)
def test_invalid_names_are_refused(site: Site, name: object) -> None:
    answer = site.visitor().post("/signup", json={"name": name, "password": PASSWORD})
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert sign_in(site.visitor(), str(name)).status_code in {HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED}


@pytest.mark.parametrize(
    "name", ["D'Artagnan", "J. R. R. T.-X", "\u0905\u0928\u0940\u0924\u093e", "\u5b89\u5a1c", "R2 D2"]
)
def test_names_may_use_any_alphabet(site: Site, name: str) -> None:
    assert name_of(site.member(name)) == name


def test_a_name_is_kept_tidy(site: Site) -> None:
    answer = site.visitor().post("/visit", json={"name": "Anna   B"})
    assert answer.json()["person"]["name"] == "Anna B"


def test_a_guest_gets_a_name(site: Site) -> None:
    first, second = site.guest(), site.guest()
    assert name_of(first) != name_of(second)
    assert first.get("/me").json()["person"]["guest"] is True


def test_a_returning_guest_is_the_same_person(site: Site) -> None:
    guest = site.guest()
    before = id_of(guest)
    guest.post("/visit", json={})
    assert id_of(guest) == before


def test_a_guest_claims_an_account_and_stays_the_same_person(site: Site) -> None:
    guest = site.guest("Scout")
    before, old = id_of(guest), guest.cookies["sandtable"]
    answer = guest.post("/signup", json={"name": "Anna", "password": PASSWORD})
    assert answer.json()["person"] == {"id": before, "name": "Anna", "guest": False}
    assert guest.cookies["sandtable"] != old
    again = site.visitor()
    sign_in(again, "Anna")
    assert id_of(again) == before
    site.guest("Scout")  # the name is free again


def test_a_guest_who_wants_a_taken_name_stays_a_guest(site: Site) -> None:
    site.member("Anna")
    guest = site.guest("Scout")
    answer = guest.post("/signup", json={"name": "anna", "password": PASSWORD})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert guest.get("/me").json()["person"] == {"id": id_of(guest), "name": "Scout", "guest": True}


def test_a_guest_can_keep_their_name(site: Site) -> None:
    guest = site.guest("Scout")
    assert guest.post("/signup", json={"name": "SCOUT", "password": PASSWORD}).status_code == HTTPStatus.OK


def test_nobody_can_sign_in_as_a_guest(site: Site) -> None:
    site.guest("Scout")
    assert sign_in(site.visitor(), "Scout", "").status_code == HTTPStatus.BAD_REQUEST
    assert sign_in(site.visitor(), "Scout", "x" * 8).status_code == HTTPStatus.UNAUTHORIZED


def test_signing_up_twice_is_refused(site: Site) -> None:
    anna = site.member("Anna")
    answer = anna.post("/signup", json={"name": "Berta", "password": PASSWORD})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert name_of(anna) == "Anna"


def test_wrong_names_and_wrong_passwords_get_the_same_response(site: Site) -> None:
    site.member("Anna")
    wrong_password = sign_in(site.visitor(), "Anna", "something else")
    wrong_name = sign_in(site.visitor(), "Nobody", "something else")
    assert wrong_password.status_code == wrong_name.status_code == HTTPStatus.UNAUTHORIZED
    assert wrong_password.json() == wrong_name.json()
    assert "set-cookie" not in wrong_name.headers


def test_a_new_password_ends_all_other_sessions(site: Site) -> None:
    anna, other = site.member("Anna"), site.visitor()
    sign_in(other, "Anna")
    old = anna.cookies["sandtable"]
    answer = anna.post("/password", json={"old": PASSWORD, "new": "battery staple"})
    assert answer.status_code == HTTPStatus.OK
    assert name_of(anna) == "Anna"
    assert anna.cookies["sandtable"] != old
    assert name_of(other) == ""
    assert sign_in(site.visitor(), "Anna").status_code == HTTPStatus.UNAUTHORIZED
    assert sign_in(site.visitor(), "Anna", "battery staple").status_code == HTTPStatus.OK


def test_a_new_password_needs_the_old_one(site: Site) -> None:
    anna = site.member("Anna")
    answer = anna.post("/password", json={"old": "something else", "new": "battery staple"})
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert sign_in(site.visitor(), "Anna").status_code == HTTPStatus.OK


def test_a_session_is_new_after_every_sign_in(site: Site) -> None:
    """A session planted in advance must not become the session of the person who signs in."""
    site.member("Anna")
    attacker = site.guest()
    planted = attacker.cookies["sandtable"]
    victim = site.visitor()
    victim.cookies.set("sandtable", planted, domain="127.0.0.1", path="/")
    sign_in(victim, "Anna")
    assert name_of(victim) == "Anna"
    assert name_of(attacker) != "Anna"
    made_up = site.visitor()
    made_up.cookies.set("sandtable", "chosen-by-the-attacker", domain="127.0.0.1", path="/")
    answer = sign_in(made_up, "Anna")
    assert "chosen-by-the-attacker" not in answer.headers["set-cookie"]


def test_the_cookie_is_http_only_and_same_site(site: Site) -> None:
    cookie = site.visitor().post("/visit", json={}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert "domain" not in cookie


def test_behind_https_the_cookie_is_secure(site: Site) -> None:
    cookie = site.visitor(**{"X-Forwarded-Proto": "https"}).post("/visit", json={}).headers["set-cookie"]
    assert cookie.startswith("__Host-sandtable=")
    assert "Secure" in cookie


def test_a_token_signs_a_program_in(site: Site) -> None:
    anna = site.member("Anna")
    program = site.program(anna, "my bot")
    assert name_of(program) == "Anna"
    listed = msgspec.json.decode(anna.get("/tokens").content, type=list[Token])
    assert [(one.label, one.secret) for one in listed] == [("my bot", "")]
    assert listed[0].used is not None


def test_a_revoked_token_is_invalid(site: Site) -> None:
    anna = site.member("Anna")
    program = site.program(anna)
    token_id = anna.get("/tokens").json()[0]["id"]
    assert anna.delete(f"/tokens/{token_id}").status_code == HTTPStatus.NO_CONTENT
    answer = program.get("/me")
    assert answer.status_code == HTTPStatus.UNAUTHORIZED
    assert "revoked" in answer.json()["why"]
    assert anna.delete(f"/tokens/{token_id}").status_code == HTTPStatus.NOT_FOUND


def test_nobody_can_see_or_revoke_others_tokens(site: Site) -> None:
    anna, berta = site.member("Anna"), site.member("Berta")
    program = site.program(anna)
    token_id = anna.get("/tokens").json()[0]["id"]
    assert berta.get("/tokens").json() == []
    assert berta.delete(f"/tokens/{token_id}").status_code == HTTPStatus.NOT_FOUND
    assert name_of(program) == "Anna"


def test_a_token_cannot_change_the_account(site: Site) -> None:
    program = site.program(site.member("Anna"))
    for answer in (
        program.get("/tokens"),
        program.post("/tokens", json={"label": "another"}),
        program.post("/password", json={"old": PASSWORD, "new": "battery staple"}),
    ):
        assert answer.status_code == HTTPStatus.FORBIDDEN


def test_guests_and_visitors_have_no_tokens(site: Site) -> None:
    assert site.guest().post("/tokens", json={"label": "x"}).status_code == HTTPStatus.FORBIDDEN
    assert site.visitor().post("/tokens", json={"label": "x"}).status_code == HTTPStatus.UNAUTHORIZED


def test_the_number_of_tokens_is_limited(site: Site) -> None:
    anna = site.member("Anna")
    for number in range(20):
        assert anna.post("/tokens", json={"label": str(number)}).status_code == HTTPStatus.CREATED
    assert anna.post("/tokens", json={"label": "one more"}).status_code == HTTPStatus.CONFLICT


def test_a_stolen_database_contains_no_usable_secret(site: Site) -> None:
    anna = site.member("Anna")
    secret = anna.post("/tokens", json={"label": "bot"}).json()["secret"]
    kept = everything_in(site.settings.database)
    assert "Anna" in kept
    assert "$argon2id$" in kept
    for hidden in (secret, anna.cookies["sandtable"], PASSWORD):
        assert hidden not in kept
