"""The page: files, caching, and addresses that only the page knows."""

import gzip
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest

from sandtable.server.settings import Settings
from tests.server.site import Site, running_site

SCRIPT = "console.log('hello');" * 100


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>the page</title>")
    (page / "assets" / "main-5f3a.js").write_text(SCRIPT)
    (page / "emblem.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "secret.txt").write_text("do not show")
    with running_site(Settings(data=tmp_path, page=page), {}) as running:
        yield running


def fetch(site: Site, path: str, **headers: str) -> httpx.Response:
    return httpx.get(site.url + path, headers=headers)


@pytest.mark.parametrize("path", ["/", "/t/abcdef", "/sign-in", "/g/1941?round=3"])
def test_every_address_that_is_no_file_shows_the_page(site: Site, path: str) -> None:
    answer = fetch(site, path)
    assert answer.status_code == HTTPStatus.OK
    assert "the page" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_files_with_a_hash_in_their_name_are_kept_for_good(site: Site) -> None:
    answer = fetch(site, "/assets/main-5f3a.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")


def test_who_cannot_unpack_gets_it_plain(site: Site) -> None:
    answer = fetch(site, "/assets/main-5f3a.js", **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.text == SCRIPT
    assert len(gzip.compress(SCRIPT.encode())) < len(answer.content)


def test_what_has_not_changed_is_not_sent_again(site: Site) -> None:
    tag = fetch(site, "/emblem.svg").headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = fetch(site, "/emblem.svg", **{"If-None-Match": known})
        assert again.status_code == HTTPStatus.NOT_MODIFIED
        assert not again.content
    assert fetch(site, "/emblem.svg", **{"If-None-Match": '"other"'}).status_code == HTTPStatus.OK


def test_who_only_asks_whether_it_is_there_gets_no_body(site: Site) -> None:
    answer = httpx.head(site.url + "/")
    assert answer.status_code == HTTPStatus.OK
    assert not answer.content


@pytest.mark.parametrize("path", ["/assets/gone.js", "/api/gone", "/api"])
def test_what_is_gone_is_not_the_page(site: Site, path: str) -> None:
    answer = fetch(site, path)
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert answer.json()["what"] == "not-found"


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//secret.txt"]
)
def test_nothing_outside_of_the_page_is_shown(site: Site, path: str) -> None:
    with httpx.Client() as client:
        answer = client.send(httpx.Request("GET", httpx.URL(site.url, raw_path=path.encode())))
    assert "do not show" not in answer.text


def test_a_page_that_is_not_built_says_what_to_do(tmp_path: Path) -> None:
    with running_site(Settings(data=tmp_path, page=tmp_path / "nothing"), {}) as site:
        answer = fetch(site, "/")
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert "make page" in answer.text
