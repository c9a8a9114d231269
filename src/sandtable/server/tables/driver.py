"""What goes on without people: bots decide, and standing orders have their say."""

import asyncio
import logging
import time
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw
from sqlalchemy.exc import IntegrityError

from sandtable.bots.registry import seat_seed
from sandtable.core.decision import Decision
from sandtable.server.bots.levels import FALLBACK
from sandtable.server.bots.talk import Asked, Chosen, Failed, in_words
from sandtable.server.storage import tables as store
from sandtable.server.storage.tables import Holder
from sandtable.server.tables.building import AnyPlay
from sandtable.server.wire import Problem

if TYPE_CHECKING:
    from sandtable.server.tables.house import House
    from sandtable.server.tables.room import Room

logger = logging.getLogger(__name__)

CLAIM = timedelta(seconds=60)
"""So long a process keeps a table to itself, and others leave it alone if it dies."""
AT_ONCE = 64
"""So many tables are taken up again at once."""
SECOND_TRY = 2.0
"""Seconds until a table is tried again where nothing would work; longer each time."""
LONGEST = 120.0


class Driver:
    """Lets bots play. One task for each table where a bot is due."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._claimed: dict[str, float] = {}
        self._closed = False

    def wake(self, room: "Room") -> None:
        """Something changed at a table."""
        if room.sheet.phase == "finished":
            self._house.pool.leave(room.id)
        if self._closed or room.id in self._tasks or not (room.bots_due() or room.orders_due()):
            return
        room.uses += 1  # from now on, not only when the task begins
        self._tasks[room.id] = asyncio.create_task(self._drive(room))

    async def resume(self) -> None:
        """Take up all tables where nobody goes on: after a start, or when another process has died."""
        at = time.monotonic()
        self._claimed = {table_id: until for table_id, until in self._claimed.items() if until > at}
        async with self._house.database.read() as connection:
            waiting = await store.waiting_for_bots(connection)
        for table_id in waiting:
            while len(self._tasks) >= AT_ONCE:
                await asyncio.wait(self._tasks.values(), return_when=asyncio.FIRST_COMPLETED, timeout=1.0)
            try:
                async with self._house.room(table_id) as room:
                    if room is not None:
                        self.wake(room)
            except Exception:
                logger.exception("table %s cannot be taken up again", table_id)

    async def close(self) -> None:
        """Stop; what is due goes on after the next start."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._house.several:
            async with self._house.database.write() as connection:
                await store.release(connection, self._house.worker)

    async def _drive(self, room: "Room") -> None:
        failures = 0
        try:
            while await self._mine(room):
                try:
                    if not await self._step(room):
                        return
                    failures = 0
                except Exception:
                    logger.exception("table %s does not go on", room.id)
                    failures += 1
                    await asyncio.sleep(min(SECOND_TRY**failures, LONGEST))
        finally:
            del self._tasks[room.id]
            room.uses -= 1

    async def _step(self, room: "Room") -> bool:
        """One decision; whether there was one to take."""
        if room.orders_due():
            await room.obey()
            return True
        due = room.bots_due()
        if not due:
            return False
        decision, holder = due[room.play.seq % len(due)]  # where several are due, none waits for ever
        play, began = room.play, time.monotonic()
        answer = await self._ask(room, play, decision, holder, holder.bot)
        pause = self._house.settings.bots.pause - (time.monotonic() - began)
        if pause > 0 and room.watched:
            await asyncio.sleep(pause)
        await self._act(room, play, decision, holder, answer)
        return True

    async def _act(
        self, room: "Room", play: AnyPlay, decision: Decision, holder: Holder, answer: Chosen | Failed
    ) -> None:
        """Take a bot's answer; a bad one is replaced by chance."""
        stop = await self._take(room, play, holder, answer)
        if stop is None:
            return
        logger.error("table %s: bot %s as %s failed: %s", room.id, holder.bot, holder.seat, stop)
        again = await self._ask(room, play, decision, holder, FALLBACK)
        stop = await self._take(room, play, holder, again)
        if stop is not None:
            raise RuntimeError(f"no bot can play {holder.seat}: {stop}")

    async def _take(self, room: "Room", play: AnyPlay, holder: Holder, answer: Chosen | Failed) -> str | None:
        """Nothing if the answer was good or is needed no more, otherwise what is wrong with it."""
        if isinstance(answer, Failed):
            return answer.why
        stop = await room.bot_acts(holder.seat, holder.bot, play.seq, answer.action, in_words(answer.reason))
        if not isinstance(stop, Problem) or stop.what == "conflict":
            return None
        return f"{stop.why} {stop.rule} {bytes(answer.action)[:500]!r}"

    async def _ask(
        self, room: "Room", play: AnyPlay, decision: Decision, holder: Holder, bot: str
    ) -> Chosen | Failed:
        view = play.record.view(decision.seat)
        # A bot that is made anew at every decision must not decide the same for ever.
        lot = f"{room.id} {play.seq}" if bot == FALLBACK else room.id
        asked = Asked(
            table=room.id,
            game=room.game.id,
            seat=decision.seat,
            bot=bot,
            seed=seat_seed(int.from_bytes(sha256(lot.encode()).digest()[:6]), holder.place),
            view=Raw(msgspec.json.encode(view)),
            decision=decision,
            think=self._house.settings.bots.think,
        )
        return await self._house.pool.ask(asked)

    async def _mine(self, room: "Room") -> bool:
        """Whether this process is the one that plays the bots of a table."""
        if not self._house.several:
            return True
        at = time.monotonic()
        if self._claimed.get(room.id, 0.0) > at:
            return True
        try:
            async with self._house.database.write() as connection:
                mine = await store.claim(connection, room.id, self._house.worker, CLAIM)
        except IntegrityError:  # another one was a moment faster
            return False
        if mine:
            self._claimed[room.id] = at + CLAIM.total_seconds() / 2
        else:
            self._claimed.pop(room.id, None)
        return mine
