"""The page: files, caching, and client-side routes."""

import gzip
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest

from sandtable.server.settings import Settings
from tests.server.site import PLAIN, Site, running_site

SCRIPT = "console.log('hello');" * 100


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    page = folder / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>the page</title>")
    (page / "assets" / "main-5f3a.js").write_text(SCRIPT)
    (page / "emblem.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "secret.txt").write_text("do not show")
    with running_site(Settings(data=folder, page=page), {}) as running:
        yield running


def fetch(site: Site, path: str, **headers: str) -> httpx.Response:
    return httpx.get(site.url + path, headers=headers, **PLAIN)


@pytest.mark.parametrize("path", ["/", "/t/abcdef", "/sign-in", "/g/1941?round=3"])
def test_unknown_paths_show_the_page(site: Site, path: str) -> None:
    answer = fetch(site, path)
    assert answer.status_code == HTTPStatus.OK
    assert "the page" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_hashed_files_are_cached_forever(site: Site) -> None:
    answer = fetch(site, "/assets/main-5f3a.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")


def test_clients_without_gzip_get_plain_files(site: Site) -> None:
    answer = fetch(site, "/assets/main-5f3a.js", **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.text == SCRIPT
    assert len(gzip.compress(SCRIPT.encode())) < len(answer.content)


def test_unchanged_files_are_not_sent_again(site: Site) -> None:
    tag = fetch(site, "/emblem.svg").headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = fetch(site, "/emblem.svg", **{"If-None-Match": known})
        assert again.status_code == HTTPStatus.NOT_MODIFIED
        assert not again.content
    assert fetch(site, "/emblem.svg", **{"If-None-Match": '"other"'}).status_code == HTTPStatus.OK


def test_head_requests_have_no_body(site: Site) -> None:
    answer = httpx.head(site.url + "/", **PLAIN)
    assert answer.status_code == HTTPStatus.OK
    assert not answer.content


@pytest.mark.parametrize("path", ["/assets/gone.js", "/api/gone", "/api"])
def test_missing_assets_are_not_the_page(site: Site, path: str) -> None:
    answer = fetch(site, path)
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert answer.json()["what"] == "not-found"


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//secret.txt"]
)
def test_files_outside_the_page_are_not_served(site: Site, path: str) -> None:
    with httpx.Client(**PLAIN) as client:
        answer = client.send(httpx.Request("GET", httpx.URL(site.url, raw_path=path.encode())))
    assert "do not show" not in answer.text


def test_a_page_that_is_not_built_says_what_to_do(tmp_path: Path) -> None:
    with running_site(Settings(data=tmp_path, page=tmp_path / "nothing"), {}) as site:
        answer = fetch(site, "/")
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert "make page" in answer.text
