"""Attacks that must fail: cross-site requests, and requests that are too many, too large or too fast."""

import socket
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from sandtable.server.settings import Limits, Settings
from tests.server.site import Site, running_site

ELSEWHERE = "https://evil.example"
JSON = {"Content-Type": "application/json"}


def is_guest(site: Site, **headers: str) -> bool:
    """Whether a request with only these headers can create a guest."""
    client = site.visitor()
    del client.headers["Origin"]
    answer = client.post("/visit", content=b"{}", headers={**JSON, **headers})
    assert answer.status_code in {HTTPStatus.OK, HTTPStatus.FORBIDDEN}, answer.text
    return answer.status_code == HTTPStatus.OK


def test_only_our_own_page_changes_anything(site: Site) -> None:
    assert is_guest(site, Origin=site.url)
    assert is_guest(site, **{"Sec-Fetch-Site": "same-origin"})
    assert is_guest(site, Origin=site.url, **{"Sec-Fetch-Site": "same-origin"})


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": ELSEWHERE},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": ELSEWHERE, "Sec-Fetch-Site": "same-origin"},
        {"Referer": "the site's own"},
        {"Authorization": "Basic YW5uYTpwYXNzd29yZA=="},
    ],
)
def test_no_other_page_changes_anything(site: Site, headers: dict[str, str]) -> None:
    assert not is_guest(site, **headers)


def test_our_own_address_from_another_site_is_refused(site: Site) -> None:
    assert not is_guest(site, Origin=site.url, **{"Sec-Fetch-Site": "cross-site"})
    host, port = site.host.split(":")
    assert not is_guest(site, Origin=f"http://{host}:{int(port) + 1}")
    assert not is_guest(site, Origin=f"http://{site.host}.evil.example")


def test_another_site_cannot_use_a_visitors_session(site: Site) -> None:
    anna = site.member("Anna")
    answer = anna.post("/password", json={"old": "correct horse", "new": "x" * 9}, headers={"Origin": ELSEWHERE})
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert answer.json()["what"] == "foreign-origin"
    assert anna.post("/signout", headers={"Origin": ELSEWHERE}).status_code == HTTPStatus.FORBIDDEN
    assert anna.get("/me").json()["person"]["name"] == "Anna"


def test_an_invalid_token_does_not_fall_back_to_the_cookie(site: Site) -> None:
    """A bearer token skips the origin check, so the cookie must not count."""
    anna = site.member("Anna")
    headers = {"Origin": ELSEWHERE, "Authorization": "Bearer made-up"}
    answer = anna.post("/tokens", json={"label": "x"}, headers=headers)
    assert answer.status_code == HTTPStatus.UNAUTHORIZED
    assert anna.get("/tokens").json() == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_form_content_types_are_refused(site: Site, kind: str) -> None:
    answer = site.visitor().post("/visit", content=b"{}", headers={"Content-Type": kind})
    assert answer.status_code == HTTPStatus.UNSUPPORTED_MEDIA_TYPE


@pytest.mark.parametrize("origin", [ELSEWHERE, None, "null"])
def test_a_socket_from_another_site_is_refused(site: Site, origin: str | None) -> None:
    guest = site.guest()
    headers = {"Cookie": f"sandtable={guest.cookies['sandtable']}"} | ({"Origin": origin} if origin else {})
    with pytest.raises(InvalidStatus) as refused, connect(_live(site), additional_headers=headers):
        pass
    assert refused.value.response.status_code == HTTPStatus.FORBIDDEN


def _live(site: Site) -> str:
    return f"ws://{site.host}/api/tables/nosuchtable/live"


def test_every_response_has_the_security_headers(site: Site) -> None:
    client = site.visitor()
    answers = [client.get("/me"), client.get("/nowhere"), client.post("/signin", content=b"{", headers=JSON)]
    answers += [client.get(site.url + "/"), client.get(site.url + "/openapi.json"), client.put("/me")]
    for answer in answers:
        policy = dict(one.strip().split(" ", 1) for one in answer.headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert policy["base-uri"] == "'none'"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "server" not in answer.headers


def test_personal_responses_are_not_cached(site: Site) -> None:
    assert site.visitor().get("/me").headers["cache-control"] == "no-store"


def test_every_error_is_a_problem(site: Site) -> None:
    client = site.visitor()
    answers = [
        client.get("/nowhere"),
        client.get("/games/nosuchgame"),
        client.put("/me"),
        client.post("/signin", content=b"{", headers=JSON),
        client.post("/signin", content=b"[]", headers=JSON),
        client.post("/signin", content=b"\xff\xfe", headers=JSON),
        client.post("/signin", json={"name": "Anna", "password": "x" * 9, "more": 1}),
        client.post("/signin", content=b'{"name": "\\ud800", "password": "xxxxxxxxx"}', headers=JSON),
        client.post("/tokens", json={"label": "a\x00b"}),
        client.delete("/tokens/%00"),
        client.post("/tables/nosuchtable/act", content=b"[" * 60_000, headers=JSON),
        client.post("/tables/nosuchtable/act", content=_deep(20_000), headers=JSON),
        client.get("/games/%00/rules"),
    ]
    for answer in answers:
        found = answer.json()
        assert HTTPStatus.BAD_REQUEST <= answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, answer.text
        assert found["status"] == answer.status_code
        assert found["why"]
        assert found["what"]


def _deep(levels: int) -> bytes:
    """An action nested so deeply that a decoder would overflow."""
    action = b"[" * levels + b"]" * levels
    return b'{"type": "act", "key": "12345678", "seat": "red", "seq": 0, "actions": [' + action + b"]}"


def test_a_body_that_is_too_large_is_not_read(site: Site) -> None:
    huge = b'{"name": "' + b"x" * site.settings.limits.body + b'"}'
    client = site.visitor()
    assert client.post("/visit", content=huge, headers=JSON).status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    def drip() -> Iterator[bytes]:
        for start in range(0, len(huge), 1000):
            yield huge[start : start + 1000]

    answer = client.post("/visit", content=drip(), headers=JSON)  # without a content length
    assert answer.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert answer.json()["what"] == "too-large"


@pytest.fixture
def strict(tmp_path: Path) -> Settings:
    """Limits low enough for a test to reach."""
    limits = Limits(address=(40, 3600), person=(10, 3600), sign_ins=(6, 3600), names=(3, 3600))
    return Settings(data=tmp_path, limits=limits)


def test_rate_limited_requests_say_when_to_retry(strict: Settings) -> None:
    with running_site(strict, {}) as site:
        answers = [site.visitor().get("/me") for _ in range(41)]
    assert [one.status_code for one in answers[:40]] == [HTTPStatus.OK] * 40
    last = answers[-1]
    assert last.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert last.json()["what"] == "too-fast"
    assert 0 < int(last.headers["retry-after"]) <= 90


def test_one_person_is_rate_limited_across_addresses(strict: Settings) -> None:
    with running_site(strict, {}) as site:
        guest = site.guest()
        found = [guest.get("/me").status_code for _ in range(11)]
        assert found == [HTTPStatus.OK] * 10 + [HTTPStatus.TOO_MANY_REQUESTS]
        assert site.visitor().get("/me").status_code == HTTPStatus.OK


def test_password_attempts_are_rate_limited(strict: Settings) -> None:
    generous = msgspec.structs.replace(strict.limits, sign_ins=(1000, 1))
    with running_site(msgspec.structs.replace(strict, limits=generous), {}) as site:
        site.member("Anna")
        tries = [{"name": name, "password": "wrong password"} for name in ("Anna", "ANNA", "anna ", "Anna")]
        found = [site.visitor().post("/signin", json=one).status_code for one in tries]
    assert found == [HTTPStatus.UNAUTHORIZED] * 3 + [HTTPStatus.TOO_MANY_REQUESTS]


def test_successful_sign_ins_are_not_rate_limited(strict: Settings) -> None:
    generous = msgspec.structs.replace(strict.limits, sign_ins=(1000, 1))
    with running_site(msgspec.structs.replace(strict, limits=generous), {}) as site:
        site.member("Anna")
        right = {"name": "Anna", "password": "correct horse"}
        found = [site.visitor().post("/signin", json=right).status_code for _ in range(5)]
    assert found == [HTTPStatus.OK] * 5


def test_new_accounts_are_rate_limited_by_address(strict: Settings) -> None:
    with running_site(strict, {}) as site:
        found = [site.visitor().post("/visit", json={}).status_code for _ in range(7)]
    assert found == [HTTPStatus.OK] * 6 + [HTTPStatus.TOO_MANY_REQUESTS]


def test_a_local_server_accepts_no_other_host_name(tmp_path: Path) -> None:
    """Protects against DNS rebinding: a page whose name points to this machine must not reach the server."""
    with running_site(Settings(data=tmp_path, hosts=("localhost", "127.0.0.1")), {}) as site:
        client = site.visitor()
        assert client.get("/me").status_code == HTTPStatus.OK
        answer = client.get("/me", headers={"Host": "evil.example"})
        assert answer.status_code == HTTPStatus.MISDIRECTED_REQUEST
        assert "--address" in answer.json()["why"]


def test_behind_a_proxy_only_the_public_address_counts(tmp_path: Path) -> None:
    with running_site(Settings(data=tmp_path, address="https://table.example"), {}) as site:
        assert is_guest(site, Origin="https://table.example")
        assert not is_guest(site, Origin=site.url)
        assert not is_guest(site, Origin="http://table.example")
        answer = site.visitor(Origin="https://table.example").post("/visit", json={})
        assert answer.headers["set-cookie"].startswith("__Host-sandtable=")
        assert answer.headers["strict-transport-security"].startswith("max-age=")


def test_an_incomplete_request_is_harmless(site: Site) -> None:
    host, port = site.host.split(":")
    with socket.create_connection((host, int(port))) as raw:
        raw.sendall(b"POST /api/signin HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    assert site.visitor().get("/me").status_code == HTTPStatus.OK
