"""Game routes, and the API description."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.settings import Settings
from tests.server.site import Site, running_site
from tests.server.tables.auction import AUCTION


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """All installed games; none of them use the database."""
    with running_site(Settings(data=tmp_path_factory.mktemp("games"))) as running:
        yield running


def test_the_list_of_games(site: Site) -> None:
    found = site.visitor().get("/games").json()
    assert "1941" in [one["box"]["id"] for one in found]
    one = site.visitor().get("/games/1941").json()
    assert one in found
    assert [chair["seat"] for chair in one["box"]["chairs"]] == ["ussr", "germany", "uk", "japan", "usa"]
    assert "random" in [bot["name"] for bot in one["bots"]]


def test_an_unknown_game_is_named_in_the_error(site: Site) -> None:
    for path in (
        "/games/1942",
        "/games/1942/kit",
        "/games/1942/names/de",
        "/games/1942/map.svg",
        "/games/1942/rules",
        "/games/1942/rules/x",
    ):
        answer = site.visitor().get(path)
        assert answer.status_code == HTTPStatus.NOT_FOUND
        assert "1942" in answer.json()["why"]


@pytest.mark.parametrize("what", ["kit", "map.svg", "map.svg?dark=1", "ground.svg"])
def test_static_content_is_sent_once(site: Site, what: str) -> None:
    client = site.visitor()
    first = client.get(f"/games/1941/{what}")
    assert first.status_code == HTTPStatus.OK
    assert first.headers["content-encoding"] == "gzip"
    again = client.get(f"/games/1941/{what}", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == HTTPStatus.NOT_MODIFIED
    assert not again.content


def test_names_come_in_the_games_languages(site: Site) -> None:
    german = site.visitor().get("/games/1941/names/de").json()
    assert german["battleships"] == "Schlachtschiffe"
    assert german["Make your combat moves."] == "Mach deine Kampfzüge."
    assert site.visitor().get("/games/1941/names/tlh").json() == {}


def test_the_kit_has_the_board(site: Site) -> None:
    kit = site.visitor().get("/games/1941/kit").json()
    assert len(kit["spaces"]) == 71 + 49


@pytest.mark.parametrize("what", ["map.svg", "map.svg?dark=1", "ground.svg"])
def test_the_map_is_a_drawing_of_the_spaces(site: Site, what: str) -> None:
    answer = site.visitor().get(f"/games/1941/{what}")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert 'data-space="Karelia' in answer.text
    assert "<script" not in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src 'unsafe-inline'")


def test_the_sheet_is_light_or_dark_and_has_names(site: Site) -> None:
    client = site.visitor()
    light, dark = (client.get("/games/1941/map.svg", params={"dark": dark}).text for dark in (0, 1))
    assert light != dark
    assert client.get("/games/1941/map.svg").text == light
    assert "<text" in light
    assert "<text" not in client.get("/games/1941/ground.svg").text
    assert client.get("/games/1941/map.svg", params={"dark": 2}).status_code == HTTPStatus.BAD_REQUEST


def test_rules_are_read_and_searched(site: Site) -> None:
    client = site.visitor()
    book = client.get("/games/1941/rules").json()
    found = client.get("/games/1941/rules", params={"search": "blitz stop"}).json()
    assert 0 < len(found) < len(book)
    assert all(one in book for one in found)
    one = client.get(f"/games/1941/rules/{found[0]['id']}").json()
    assert one == found[0]
    assert client.get("/games/1941/rules/1941.no.such").status_code == HTTPStatus.NOT_FOUND
    assert client.get("/games/1941/rules", params={"search": "x" * 101}).status_code == HTTPStatus.BAD_REQUEST


def test_long_responses_are_compressed(site: Site) -> None:
    client = site.visitor()
    assert client.get("/games/1941/rules").headers["content-encoding"] == "gzip"
    plain = client.get("/games/1941/rules", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in client.get("/me").headers


def test_the_description_is_complete(site: Site) -> None:
    schema = site.visitor().get(f"{site.url}/openapi.json").json()
    assert schema["openapi"].startswith("3.1")
    for path in ("/api/me", "/api/signin", "/api/tokens/{token_id}", "/api/games/{game}/rules/{rule}"):
        assert path in schema["paths"]
    components = schema["components"]["schemas"]
    for name in (
        "Problem",
        "socket.ClientMessage",
        "socket.ServerMessage",
        "area.Action",
        "area.Event",
        "area.Question",
    ):
        assert name in components
    for reference in _references(schema):
        assert reference.removeprefix("#/components/schemas/") in components
    for item in schema["paths"].values():
        for operation in item.values():
            problem = operation["responses"]["4XX"]["content"]["application/json"]["schema"]
            assert problem == {"$ref": "#/components/schemas/Problem"}


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)


# -- the rulebook, the tutorial, and questions without a table


def test_the_contents_list_every_rule_once(site: Site) -> None:
    client = site.visitor()
    for game in ("1941", "classic"):
        topics = client.get(f"/games/{game}/contents").json()
        rules = [rule["id"] for rule in client.get(f"/games/{game}/rules").json()]
        assert sorted(one for topic in topics for one in topic["rules"]) == sorted(rules)
        assert all(topic["title"]["en"] and topic["title"]["de"] for topic in topics)


def test_options_name_their_rules(site: Site) -> None:
    client = site.visitor()
    for game in ("1941", "classic"):
        rules = {rule["id"] for rule in client.get(f"/games/{game}/rules").json()}
        options = client.get(f"/games/{game}").json()["box"]["options"]
        assert {rule for option in options for rule in option["rules"]} <= rules
        assert any(option["rules"] for option in options)


def test_the_tutorial(site: Site) -> None:
    client = site.visitor()
    assert client.get("/games/1941").json()["lesson"]
    assert [len(one["steps"]) for one in client.get("/games/1941/tutorials").json()] == [10]
    assert client.get("/games/1942/tutorials").status_code == HTTPStatus.NOT_FOUND


def test_anybody_can_ask_for_odds(site: Site) -> None:
    client = site.visitor()
    assert client.get("/games/1941").json()["answers"]
    query = {
        "ask": "suppose",
        "scene": "land",
        "attack": [{"unit": "infantry", "count": 3}, {"unit": "tank", "count": 1}],
        "defend": [{"unit": "infantry", "count": 2}],
    }
    answer = client.post("/games/1941/ask", json=query)
    assert answer.status_code == HTTPStatus.OK
    assert answer.json()["about"] == "outlook"
    assert answer.json()["win"] == pytest.approx(0.94433, abs=1e-5)
    senseless = client.post("/games/1941/ask", json={**query, "attack": []}).json()
    assert senseless["about"] == "senseless"


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"ask":"reach"}', b'{"ask":"suppose"}', b"\xff", b"[" * 5000, b'{"ask":"drill","x":1}'],
)
def test_an_invalid_question_is_refused(site: Site, body: bytes) -> None:
    answer = site.visitor().post("/games/1941/ask", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert "not a question" in answer.json()["why"] or "JSON" in answer.json()["why"]


def test_a_game_without_tutorial_and_questions(tmp_path: Path) -> None:
    with running_site(Settings(data=tmp_path), {AUCTION.id: AUCTION}) as running:
        client = running.visitor()
        info = client.get(f"/games/{AUCTION.id}").json()
        assert not info["lesson"]
        assert not info["answers"]
        assert client.get(f"/games/{AUCTION.id}/tutorials").status_code == HTTPStatus.NOT_FOUND
        assert client.post(f"/games/{AUCTION.id}/ask", json={}).status_code == HTTPStatus.NOT_FOUND
        assert client.get(f"/games/{AUCTION.id}/contents").json()
