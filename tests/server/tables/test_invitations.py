"""A table's link preview names the host, the game and the free seats."""

from collections.abc import Iterator

import httpx
import pytest

from sandtable.server.settings import Settings
from tests.server.site import PLAIN, Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import Player


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    page = folder / "page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html><title>sandtable</title>")
    with running_site(Settings(data=folder, page=page), {AUCTION.id: AUCTION}) as running:
        yield running


def head(site: Site, table: str) -> str:
    return httpx.get(f"{site.url}/t/{table}", **PLAIN).text


def test_a_link_names_the_host_and_the_game(site: Site) -> None:
    anna = Player(site, "Anna O'Hara")
    clock = {"kind": "days", "days": 1, "grace": 0, "end": "mark"}
    table = anna.new(seats={"red": "me", "gold": "friend:Bert"}, clock=clock)
    shown = head(site, table.id)
    assert "<title>Anna O&#x27;Hara invites you to " in shown
    assert 'content="Free seats: Blue. 1 day per turn."' in shown
    table.post("start")
    assert head(site, table.id) == head(site, "nosuchtable") == "<!doctype html><title>sandtable</title>"
