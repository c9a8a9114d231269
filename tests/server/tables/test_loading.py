"""Tables are opened in turns: a long game of one host doesn't hold up a short one of another."""

import asyncio
from datetime import UTC, datetime

import pytest

from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.server.storage.log import Written
from sandtable.server.storage.tables import StoredTable
from sandtable.server.tables import loading
from sandtable.server.tables.building import build, write_line
from sandtable.server.tables.loading import Loader
from sandtable.server.tables.play import Attribution
from sandtable.server.wire import Person
from tests.core.toy import Bid, Roll
from tests.server.tables.auction import AUCTION

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def table_of(host: str) -> StoredTable:
    dice = SeededDice.from_seed(1).provenance
    return StoredTable(
        id=f"table of {host}",
        game=AUCTION.id,
        title="Auction",
        setup=Setup(),
        phase="playing",
        listed=False,
        study=False,
        host=Person(id=host, name=host),
        dice=dice,
        made=NOW,
        moved=NOW,
        holders=(),
    )


def log_of(table: StoredTable, rounds: int) -> tuple[Written, ...]:
    """Rounds of bids, and a roll after each."""
    play, by = build(AUCTION, table, ()), Attribution(by="anna", at=NOW)
    for _ in range(rounds):
        for seat, amount in zip(AUCTION.seats, (3, 2, 1), strict=True):
            assert play.act(seat, [Bid(amount)], by) is None
        assert play.act(AUCTION.seats[0], [Roll()], by) is None
    return tuple(map(write_line, play.lines))


def test_a_long_game_does_not_hold_up_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SLICE", 0.0)
    loaded: list[str] = []

    async def open_both() -> None:
        loader = Loader()

        async def one(host: str, log: tuple[Written, ...]) -> None:
            table = table_of(host)
            play = await loader.load(AUCTION, table, log)
            loaded.append(host)
            whole = build(AUCTION, table, log)
            assert (play.seq, play.number) == (whole.seq, whole.number) == (len(log), len(log))
            assert AUCTION.digest(play.record.state) == AUCTION.digest(whole.record.state)

        slow = asyncio.create_task(one("anna", log_of(table_of("anna"), 3)))
        await asyncio.sleep(0)
        await asyncio.gather(slow, one("bert", log_of(table_of("bert"), 1)))

    asyncio.run(open_both())
    assert loaded == ["bert", "anna"]
