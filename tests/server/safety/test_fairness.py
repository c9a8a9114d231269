"""Turns go round-robin by person."""

import asyncio

from sandtable.server.fairness import FairTurns
from tests.patience import SECONDS


def test_many_requests_by_one_person_do_not_delay_others() -> None:
    had: list[str] = []

    async def play() -> None:
        turns = FairTurns(1)

        async def one(who: str, level: int = 0) -> None:
            async with turns.turn(who, level):
                had.append(who)
                await asyncio.sleep(0)

        greedy = [asyncio.create_task(one("greedy")) for _ in range(20)]
        await asyncio.sleep(0)
        modest = [asyncio.create_task(one(who)) for who in ("anna", "bert")]
        first = asyncio.create_task(one("late but waiting", -1))
        await asyncio.gather(*greedy, *modest, first)

    asyncio.run(play())
    assert had.index("late but waiting") <= 2, had
    assert had.index("anna") <= 5, had
    assert had.index("bert") <= 5, had
    assert had.count("greedy") == 20


def test_a_cancelled_request_takes_no_turn() -> None:
    async def play() -> None:
        turns = FairTurns(1)
        async with turns.turn("anna"):

            async def wait() -> None:
                async with turns.turn("bert"):
                    raise AssertionError("nobody waits for this")

            waiting = asyncio.create_task(wait())
            await asyncio.sleep(0)
            assert turns.waiting("bert") == 1
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            assert not turns.length
        async with asyncio.timeout(SECONDS), turns.turn("carl"):
            pass

    asyncio.run(play())
