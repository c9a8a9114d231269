"""A game that is over, at a table: three rounds of chance, and one side gives up."""

from functools import cache
from typing import Any

from playwright.sync_api import Page

from sandtable.area.actions import Concede
from sandtable.core.savefile import encode
from tests.server.site import Site
from tests.stats.games import Log, random_game


@cache
def over(rounds: int = 3) -> Log:
    record = random_game("1941", rounds)
    for seat in ("ussr", "uk", "usa"):
        record.act(seat, Concede())
    assert record.finished
    return record


def bring(page: Page, server: Any, record: Log) -> str:
    """Put a game on a table; its id."""
    site: Site = server
    headers = {"Origin": site.url}
    assert page.request.post("/api/visit", data={}, headers=headers).ok
    file = encode(record, reveal=True)
    assert isinstance(file, bytes)
    answer = page.request.post(
        "/api/tables/import", data=file, headers={**headers, "content-type": "application/x-ndjson"}
    )
    assert answer.ok, answer.text()
    return str(answer.json()["id"])
