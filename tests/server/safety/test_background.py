"""Work in the background outlives a database that is away."""

import asyncio
import logging
import time
from collections.abc import Mapping

import pytest
from msgspec.structs import replace
from sqlalchemy.exc import TimeoutError as NoConnection

from sandtable.core.game import AnyGame
from sandtable.server.background import regularly
from sandtable.server.settings import Bots, Settings
from sandtable.server.tables.driver import Driver
from sandtable.server.tables.room import Room
from tests.patience import SECONDS
from tests.server.site import TALKATIVE, Site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import Player


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {AUCTION.id: AUCTION}


@pytest.fixture(scope="module")
def usual(usual: Settings) -> Settings:
    bots = Bots(games="tests.server.tables.auction:find", pause=0.0, slow=0.0)
    return replace(usual, bots=bots, tables=TALKATIVE)


def test_no_failure_ends_what_is_done_regularly(caplog: pytest.LogCaptureFixture) -> None:
    failures = [NoConnection("the database is away"), ValueError("a bug")]
    done = asyncio.Event()

    async def work() -> None:
        if failures:
            raise failures.pop(0)
        done.set()

    async def play() -> None:
        task = asyncio.create_task(regularly(work, 0.0, "count the coins"))
        async with asyncio.timeout(SECONDS):
            await done.wait()
        task.cancel()

    asyncio.run(play())
    away, bug = caplog.records
    assert (away.levelno, away.exc_info) == (logging.WARNING, None), "it may be away for hours: a line is enough"
    assert away.getMessage() == "cannot count the coins: the database is away"
    assert (bug.levelno, bug.getMessage()) == (logging.ERROR, "cannot count the coins")
    assert bug.exc_info


def test_bots_play_on_when_the_database_is_back(own_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, failures = Driver._mine, [NoConnection("the database is away")]

    async def sometimes(self: Driver, room: Room) -> bool:
        if failures:
            raise failures.pop()
        return await mine(self, room)

    monkeypatch.setattr(Driver, "_mine", sometimes)
    anna = Player(own_site, "Anna")
    anna.new(seats=dict.fromkeys(AUCTION.seats, "bot:random"), listed=True)
    end = time.monotonic() + SECONDS
    while not anna.get("/tables", show="finished")["tables"]:  # to look at the table would wake its bots
        assert time.monotonic() < end, "the bots don't play on"
        time.sleep(0.05)
    assert not failures
