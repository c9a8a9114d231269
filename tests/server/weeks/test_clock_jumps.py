"""The system clock is set: nobody at a table may gain or lose time."""

import asyncio
from collections.abc import Iterator, Mapping
from datetime import timedelta

import pytest

from sandtable.core.game import AnyGame
from sandtable.server.settings import Settings
from sandtable.server.storage import outbox
from sandtable.server.storage import tables as store
from sandtable.server.storage.database import BadDatabase, Database, read_url
from sandtable.server.storage.moment import now
from tests.server.site import Site, running_site
from tests.server.tables.people import ALL_ME, Player
from tests.server.weeks.jumping import SLACK, Game, jumps
from tests.server.weeks.machine import Machine

HOUR = 3600.0


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def site(settings: Settings, games: Mapping[str, AnyGame], machine: Machine) -> Iterator[Site]:
    with running_site(settings, games, machine.clock, lead=machine.lead) as running:
        yield running


@pytest.mark.parametrize("hours", [1, -1, 24 * 40, -24 * 40])
def test_nobody_gains_or_loses_time_when_the_clock_is_set(site: Site, machine: Machine, hours: float) -> None:
    game = Game(site)
    before = game.left()
    machine.jump(hours * HOUR)
    game.settles(before)
    assert game.player.get("/me")["person"]["name"] == "Anna", "nobody is signed out"


def test_viewers_are_sent_the_right_time(site: Site, machine: Machine) -> None:
    game = Game(site)
    with game.table.live() as socket:
        socket.until("hello")
        machine.jump(HOUR)
        told = socket.until("table")["info"]["seats"][0]["time"]
        assert 600 - SLACK < told["left"] <= 600


def test_clocks_still_run_after_it_was_set_back(site: Site, machine: Machine) -> None:
    game = Game(site)
    machine.jump(-HOUR)
    game.settles(600)
    machine.jump(20)  # too little to count as a jump
    assert game.left() < 600 - 15


def test_a_restart_after_the_clock_was_set_back_gives_nobody_an_hour(
    settings: Settings, games: Mapping[str, AnyGame], machine: Machine
) -> None:
    with running_site(settings, games, machine.clock, lead=machine.lead) as site:
        game = Game(site)
        cookies = dict(game.player.client.cookies)
    machine.jump(-HOUR)
    with running_site(settings, games, machine.clock, lead=machine.lead) as site:
        client = site.visitor()
        client.cookies.update(cookies)
        again = Player(site, "Anna", client).at(game.table.id)
        assert 600 - SLACK < again.info()["seats"][0]["time"]["left"] <= 600


def test_many_jumps(settings: Settings, games: Mapping[str, AnyGame]) -> None:
    """A few here, hundreds in ``make soak``."""
    assert jumps(settings, games, 12, seed=1) == []


def test_claims_made_before_the_clock_was_set_back_are_released(
    settings: Settings, games: Mapping[str, AnyGame]
) -> None:
    """Otherwise bots and mail would wait for a dead worker until the old time comes round again."""
    with running_site(settings, games) as site:
        table = Player(site, "Anna").new(seats=ALL_ME)
        anna = site.member("Berta").get("/me").json()["person"]["id"]

    async def work() -> None:
        url = read_url(settings.database)
        assert not isinstance(url, BadDatabase)
        database = Database(url)
        length = timedelta(seconds=30)
        try:
            async with database.write() as connection:
                assert await store.claim(connection, table.id, "dead", timedelta(hours=1))
                assert await store.claim(connection, table.id, "alive", length)
                assert not await store.claim(connection, table.id, "another", length)
                await connection.run_sync(outbox._write, anna, "over", table.id, "", now())
                assert await outbox.claim(connection, "dead", now() + timedelta(hours=1)) is not None
                assert await outbox.claim(connection, "alive", now()) is not None
                assert await outbox.claim(connection, "another", now()) is None
        finally:
            await database.close()

    asyncio.run(work())
