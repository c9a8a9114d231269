"""Bots: one host's don't hold up another's, and none play on forever unwatched."""

import asyncio
import time
from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.server.bots.pool import Pool
from sandtable.server.bots.protocol import Asked, Chosen
from sandtable.server.settings import Bots, Settings, Tables
from sandtable.server.tables import room as room_module
from tests.patience import SECONDS
from tests.server.site import Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import Player

BOTS = {"red": "bot:random", "blue": "bot:random", "gold": "bot:random"}
PLACE = "tests.server.tables.auction:find"


@pytest.fixture
def frugal(settings: Settings) -> Iterator[Site]:
    """A server with a limit of two bots-only tables and three tables per host."""
    tables = Tables(bots_only=2, running=3, address_bots_only=3)
    bots = Bots(games="tests.server.tables.auction:nothing")
    with running_site(replace(settings, tables=tables, bots=bots), {"auction": AUCTION}) as site:
        yield site


def test_bots_only_tables_are_limited_per_host(frugal: Site) -> None:
    anna = Player(frugal, "Anna")
    anna.new(seats=BOTS)
    anna.new(seats=BOTS)
    assert anna.fails(429, "/tables", game="auction", seats=BOTS)["what"] == "too-many-tables"
    waiting = anna.new(seats={})
    assert waiting.fails(429, "start")["what"] == "too-many-tables", "filling one up is refused too"
    assert anna.fails(429, "/tables", game="auction")["what"] == "too-many-tables", "three tables are the limit"


def test_bots_only_tables_are_limited_per_address(frugal: Site) -> None:
    Player(frugal, "Anna").new(seats=BOTS)
    Player(frugal, "Anna 2").new(seats=BOTS)
    Player(frugal, "Anna 3").new(seats=BOTS)
    Player(frugal, "Anna 4").fails(429, "/tables", game="auction", seats=BOTS)
    Player(frugal, "Anna 5").new(seats={"red": "me"})


def test_bots_pause_while_nobody_watches(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "JUST_NOW", 0.2)
    bots = Bots(games=PLACE, pause=0.05, slow=0.05, forgotten=0.3)
    with running_site(replace(settings, bots=bots), {"auction": AUCTION}) as site:
        anna = Player(site, "Anna")
        table = anna.new(seats=BOTS, listed=True)

        def seq() -> int:
            """The length of the log, without visiting the table."""
            found: int = anna.get("/tables", show="live")["tables"][0]["seq"]
            return found

        end = time.monotonic() + SECONDS
        while not seq() and time.monotonic() < end:  # until the bot process has started
            time.sleep(0.05)
        paused = 0
        while paused != (paused := seq()) and time.monotonic() < end:  # the game pauses before its end
            time.sleep(1.0)
        assert time.monotonic() < end, "nobody looks"
        with table.live() as live:
            live.until("hello")
            live.up_to(paused + 2)


def test_a_host_with_many_tables_waits_for_their_own_turn() -> None:
    """One host has thirty decisions queued when another's comes in: it goes next."""
    opening = AUCTION.start(Setup())
    assert not isinstance(opening, Refusal)
    decision: Decision = AUCTION.pending(opening)[0]
    view = msgspec.Raw(msgspec.json.encode(AUCTION.view(opening, decision.seat)))
    had: list[str] = []

    async def play() -> None:
        pool = Pool(Bots(games=PLACE))

        async def one(who: str, number: int, level: int) -> None:
            asked = Asked(f"{who} {number}", "auction", decision.seat, "random", number, view, decision)
            assert isinstance(await pool.ask(asked, who, level), Chosen)
            had.append(who)

        try:
            greedy = [asyncio.create_task(one("greedy", number, 1)) for number in range(30)]
            await asyncio.sleep(0)
            modest = asyncio.create_task(one("modest", 0, 1))
            await asyncio.sleep(0)
            waiting = asyncio.create_task(one("waiting", 0, 0))
            await asyncio.gather(*greedy, modest, waiting)
        finally:
            await pool.close()

    asyncio.run(play())
    assert had.index("waiting") <= 1, had
    assert had.index("modest") <= 3, had
