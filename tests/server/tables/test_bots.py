"""Bots at tables: they run beside the server, and the game continues whatever they do."""

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.game import Setup
from sandtable.server.bots.pool import Pool
from sandtable.server.bots.protocol import Asked, Chosen, Failed
from sandtable.server.settings import Bots, Settings
from tests.server.site import Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import JSON, ROLL, Player

BOTS = Bots(games="tests.server.tables.auction:find", pause=0.0, slow=0.0)
BROUGHT = Path(__file__).parent / "brought"


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of another package, for this process and its children."""
    monkeypatch.syspath_prepend(str(BROUGHT))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(BROUGHT), os.environ.get("PYTHONPATH", "")]))


def finished(seen: JSON) -> bool:
    return bool(seen["info"]["phase"] == "finished")


def test_bots_play_a_whole_game(site: Site) -> None:
    table = Player(site, "Anna").new(seats=dict.fromkeys(AUCTION.seats, "bot:random"))
    table.until(finished)
    assert {entry["by"] for entry in table.log()} == {"random"}
    assert table.look()["dice"]["secret"]


def test_several_bots_decide_while_a_person_thinks(site: Site) -> None:
    table = Player(site, "Anna").new(seats={"red": "me", "blue": "bot:random", "gold": "bot:random"})
    seen = table.until(lambda seen: seen["info"]["turn"] == ["red"])
    assert {entry["seat"] for entry in seen["recent"]} == {"blue", "gold"}


def test_a_person_and_bots_play_to_the_end(site: Site) -> None:
    table = Player(site, "Anna").new(seats={"red": "me", "blue": "bot:random", "gold": "bot:random"})
    while True:
        seen = table.until(lambda seen: finished(seen) or seen["info"]["turn"] == ["red"])
        if finished(seen):
            break
        (owed,) = seen["stand"]["pending"]
        table.act("red", ROLL if owed["kind"] == "roll" else {"do": "bid", "amount": 1})


def test_a_bot_gives_its_reason_once_its_action_is_open(brought: None, own_site: Site) -> None:
    anna = Player(own_site, "Anna")
    table = anna.new(seats={"red": "bot:wordy", "blue": "me", "gold": "me"})
    table.until(lambda seen: seen["stand"]["seq"] == 1)
    assert table.log()[0]["reason"] == "", "it would reveal the bid"
    table.bid("blue", 0)
    table.bid("gold", 0)
    table.until(lambda seen: seen["stand"]["seq"] >= 5)
    roll = table.log()[3]
    assert (roll["seat"], roll["by"]) == ("red", "wordy")
    assert roll["reason"] == "Bid one: a sure thing. Instead of: bid two: 0.5."


@pytest.mark.parametrize("bot", ["clumsy", "deadly"])
def test_a_failing_bot_is_replaced_by_random_play(
    brought: None, own_site: Site, bot: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = Player(own_site, "Anna").new(seats={"red": f"bot:{bot}", "blue": "me", "gold": "me"})
    for bids in range(3):
        table.until(lambda seen: seen["info"]["turn"] == ["blue", "gold"])
        assert table.log()[-1]["seat"] == "red"
        if bids < 2:
            table.bid("blue", 0)
            table.bid("gold", 0)
    said = [record.getMessage() for record in caplog.records if "failed" in record.getMessage()]
    assert said
    wanted = "the process died" if bot == "deadly" else "toy.coins"
    assert any(wanted in line for line in said)


def test_bots_continue_after_a_restart(settings: Settings) -> None:
    with running_site(settings, {"auction": AUCTION}) as site:
        anna = Player(site, "Anna")
        idle = replace(settings, bots=Bots(games="tests.server.tables.auction:nothing"))
        table = anna.new(seats={"red": "me", "blue": "me", "gold": "me"})
        cookies = dict(anna.client.cookies)
    with running_site(idle, {"auction": AUCTION}) as site:
        anna = Player(site, "Anna", site.visitor())
        anna.client.cookies.update(cookies)
        table = anna.at(table.id)
        table.post("seats/blue", plan="bot:random")
        assert table.stand()["seq"] == 0, "its bots cannot be started"
    with running_site(settings, {"auction": AUCTION}) as site:
        watcher = Player(site, "Bert").at(table.id)
        seen = watcher.until(lambda seen: seen["stand"]["seq"] == 1)
        assert seen["info"]["turn"] == ["red", "gold"]


def test_bots_pause_while_somebody_watches(settings: Settings) -> None:
    slow = replace(settings, bots=replace(BOTS, pause=3600.0))
    with running_site(slow, {"auction": AUCTION}) as site:
        anna = Player(site, "Anna")
        table = anna.new(seats={"red": "me", "blue": "me", "gold": "me"})
        with table.live() as live:
            live.until("hello")
            table.post("seats/blue", plan="bot:random")
            live.say("ping")
            live.until("pong", seq=0)
        unwatched = anna.new(seats={"red": "me", "blue": "bot:random", "gold": "me"})
        unwatched.until(lambda seen: seen["stand"]["seq"] == 1)


# -- processes


@pytest.fixture
def pool_loop() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


def asked(bot: str = "random", table: str = "t1") -> Asked:
    opening = AUCTION.start(Setup())
    view = msgspec.Raw(msgspec.json.encode(opening))
    return Asked(table, "auction", "red", bot, 1, view, Decision("red", "bid"))


def test_a_killed_process_is_restarted(pool_loop: asyncio.Runner) -> None:
    async def work() -> None:
        pool = Pool(BOTS)
        try:
            assert isinstance(await pool.ask(asked()), Chosen)
            process = pool._processes[0]._process
            assert process is not None
            os.kill(process.pid, signal.SIGKILL)
            await process.wait()
            assert isinstance(await pool.ask(asked()), Chosen)
        finally:
            await pool.close()

    pool_loop.run(work())


def test_a_silent_bot_is_stopped(brought: None, pool_loop: asyncio.Runner) -> None:
    async def work() -> None:
        pool = Pool(replace(BOTS, late=0.0))
        try:
            answer = await pool.ask(asked("silent"))
            assert isinstance(answer, Failed)
            assert "no answer within" in answer.why
            assert isinstance(await pool.ask(asked()), Chosen)
        finally:
            await pool.close()

    pool_loop.run(work())


def test_a_table_keeps_its_process(pool_loop: asyncio.Runner) -> None:
    async def work() -> None:
        pool = Pool(replace(BOTS, processes=2))
        try:
            for table in ("t1", "t2", "t1", "t3", "t1"):
                assert isinstance(await pool.ask(asked(table=table)), Chosen)
            places = pool._placed
            assert places["t1"] != places["t2"]
            assert set(places) == {"t1", "t2", "t3"}
        finally:
            await pool.close()

    pool_loop.run(work())


def test_an_unknown_bot_or_game_is_an_answer_too(pool_loop: asyncio.Runner) -> None:
    async def work() -> None:
        pool = Pool(BOTS)
        try:
            assert isinstance(await pool.ask(asked("nobody")), Failed)
            assert isinstance(await pool.ask(replace(asked(), game="chess")), Failed)
            assert isinstance(await pool.ask(asked()), Chosen)
        finally:
            await pool.close()

    pool_loop.run(work())
