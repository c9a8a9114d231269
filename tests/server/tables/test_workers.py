"""Several servers with the same tables, on one PostgreSQL that also carries their messages."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from sandtable.server.security import fresh_id
from sandtable.server.settings import Settings
from sandtable.server.storage import tables as store
from sandtable.server.storage.database import BadDatabase, Database, read_url
from tests.server.postgres import drop_database, new_database
from tests.server.site import Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import ALL_ME, ROLL, Player, Seat, bid


@pytest.fixture
def database_url(postgres: str) -> Iterator[str]:
    """SQLite serves one process at a time; several share PostgreSQL."""
    name = f"test_{fresh_id()}"
    yield new_database(postgres, name)
    drop_database(postgres, name)


@pytest.fixture
def sites(settings: Settings, database_url: str, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    several = replace(settings, channel=database_url)
    with ExitStack() as running:
        one, other = (running.enter_context(running_site(several, {"auction": AUCTION})) for _ in range(2))
        yield one, other


def elsewhere(player: Player, site: Site) -> Player:
    """The same person, through another server."""
    client: httpx.Client = site.visitor()
    client.cookies.update(dict(player.client.cookies))
    return Player(site, f"{player.name}-too", client)


def test_players_on_different_servers_see_the_same(sites: tuple[Site, Site]) -> None:
    one, other = sites
    anna, bert = Player(one, "Anna"), Player(other, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    with table.live() as here, bert.at(table).live() as there:
        here.until("hello")
        there.until("hello")
        for _ in range(3):
            here.bid("red", 3)
            here.bid("gold", 1)
            there.up_to(here.seq)
            there.bid("blue", 2)
            here.up_to(there.seq)
            here.until("done", key=here.act("red", ROLL))
            there.up_to(here.seq)
        assert there.view == here.view
        there.say("say", text="Good game")
        assert here.until("said")["said"]["text"] == "Good game"
    assert bert.at(table).info()["phase"] == "finished"


def test_a_change_by_another_server_is_a_conflict(sites: tuple[Site, Site]) -> None:
    one, other = sites
    anna = Player(one, "Anna")
    table = anna.new(seats=ALL_ME)
    same = elsewhere(anna, other).at(table.id)
    assert same.stand()["seq"] == 0
    table.bid("red", 3)
    assert same.refused(409, "red", bid(4), seq=0)["what"] == "conflict"
    assert same.bid("blue", 2, seq=0)["seq"] == 2, "blue need not wait for red"
    table.bid("gold", 1)
    assert [entry["seat"] for entry in same.log()] == ["red", "blue", "gold"]


def test_a_retry_through_another_server_changes_nothing(sites: tuple[Site, Site]) -> None:
    one, other = sites
    anna = Player(one, "Anna")
    table = anna.new(seats=ALL_ME)
    done = table.bid("red", 3, seq=0, key="the-first-key")
    assert elsewhere(anna, other).at(table.id).bid("red", 3, seq=0, key="the-first-key") == done
    assert table.stand()["seq"] == 1


def test_presence_is_shared_between_servers(sites: tuple[Site, Site]) -> None:
    one, other = sites
    anna, bert = Player(one, "Anna"), Player(other, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    with table.live() as here:
        here.until("hello")
        with bert.at(table).live() as there:
            there.until("hello")
            while not here.until("table")["info"]["seats"][1]["here"]:
                pass
        while here.until("table")["info"]["seats"][1]["here"]:
            pass


def test_bots_play_on_one_server_only(sites: tuple[Site, Site]) -> None:
    one, other = sites
    anna = Player(one, "Anna")
    tables = [anna.new(seats=dict.fromkeys(AUCTION.seats, "bot:random")) for _ in range(3)]
    watcher = Player(other, "Bert")
    for table in tables:
        seen: Seat = watcher.at(table.id)
        seen.until(lambda look: look["info"]["phase"] == "finished")
        numbers = [entry["seq"] for entry in seen.log()]
        assert numbers == list(range(1, len(numbers) + 1))


def test_a_claim_holds_until_it_expires(settings: Settings) -> None:
    with running_site(settings, {"auction": AUCTION}) as site:
        table = Player(site, "Anna").new(seats=ALL_ME)

    async def work() -> None:
        url = read_url(settings.database)
        assert not isinstance(url, BadDatabase)
        database = Database(url)

        async def claim(worker: str, seconds: float) -> bool:
            async with database.write() as connection:
                return await store.claim(connection, table.id, worker, timedelta(seconds=seconds))

        try:
            assert await claim("one", 60)
            assert not await claim("two", 60)
            assert await claim("one", -1), "and now it has run out"
            assert await claim("two", 60)
            assert not await claim("one", 60)
            async with database.write() as connection:
                await store.release(connection, "two")
            assert await claim("one", 60)
        finally:
            await database.close()

    asyncio.run(work())
