"""Runs bots and standing orders."""

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
from sandtable.server.background import log_failure
from sandtable.server.bots.levels import FALLBACK
from sandtable.server.bots.protocol import Asked, Chosen, Failed, in_words
from sandtable.server.storage import tables as store
from sandtable.server.storage.tables import Holder
from sandtable.server.tables import unattended
from sandtable.server.tables.building import AnyPlay
from sandtable.server.wire import Problem

if TYPE_CHECKING:
    from sandtable.server.tables.room import Room
    from sandtable.server.tables.table_manager import TableManager

logger = logging.getLogger(__name__)

CLAIM = timedelta(seconds=60)
"""How long a process claims a table; if it dies, others wait this long."""
AT_ONCE = 64
"""How many tables are resumed at the same time."""
SECOND_TRY = 2.0
"""Seconds before a failing table is retried; longer each time."""
LONGEST = 120.0


class Driver:
    """Runs bots, one task for each table where a bot is due."""

    def __init__(self, table_manager: "TableManager") -> None:
        self._table_manager = table_manager
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._claimed: dict[str, float] = {}
        self._closed = False

    def wake(self, room: "Room") -> None:
        """Start a table's task, if there is something to do."""
        if room.table.phase == "finished":
            self._table_manager.pool.leave(room.id)
        if (
            self._closed
            or room.id in self._tasks
            or not (unattended.bots_due(room) or unattended.orders_due(room))
        ):
            return
        if self._forgotten(room):
            return  # until somebody looks
        room.uses += 1  # counted from now, not from the task's first step
        self._tasks[room.id] = asyncio.create_task(self._drive(room))

    async def resume(self) -> None:
        """Resume all tables that no process drives: after a start, or when another process has died."""
        at = time.monotonic()
        self._claimed = {table_id: until for table_id, until in self._claimed.items() if until > at}
        async with self._table_manager.database.read() as connection:
            waiting = await store.waiting_for_bots(connection)
        watched = self._table_manager.watched()
        for table_id in dict.fromkeys((*watched, *waiting)):
            while len(self._tasks) >= AT_ONCE:
                await asyncio.wait(self._tasks.values(), return_when=asyncio.FIRST_COMPLETED, timeout=1.0)
            try:
                async with self._table_manager.room(table_id) as room:
                    if room is not None:
                        self.wake(room)
            except Exception as error:
                log_failure(error, f"table {table_id} cannot be resumed")

    async def close(self) -> None:
        """Stop. Unfinished work continues after the next start."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._table_manager.several:
            async with self._table_manager.database.write() as connection:
                await store.release(connection, self._table_manager.worker)

    async def _drive(self, room: "Room") -> None:
        failures = 0
        try:
            while True:
                try:
                    if not (await self._mine(room) and await self._step(room)):
                        return
                    failures = 0
                except Exception as error:
                    log_failure(error, f"table {room.id} is stuck")
                    failures += 1
                    await asyncio.sleep(min(SECOND_TRY**failures, LONGEST))
        finally:
            del self._tasks[room.id]
            room.uses -= 1

    async def _step(self, room: "Room") -> bool:
        """Take one decision. Returns whether there was one."""
        if unattended.orders_due(room):
            await unattended.obey(room)
            return True
        due = unattended.bots_due(room)
        if not due or self._forgotten(room):
            return False
        decision, holder = due[room.play.seq % len(due)]  # rotate, so that every seat gets its turn
        play, began = room.play, time.monotonic()
        answer = await self._ask(room, play, decision, holder, holder.bot)
        bots = self._table_manager.settings.bots
        pace = bots.pause if room.watched else bots.slow if room.table.bots_only else 0.0
        pause = pace - (time.monotonic() - began)
        if pause > 0:
            await room.looked_at_within(pause)
        await self._act(room, play, decision, holder, answer)
        return True

    async def _act(
        self, room: "Room", play: AnyPlay, decision: Decision, holder: Holder, answer: Chosen | Failed
    ) -> None:
        """Apply a bot's answer. If it is illegal, play a random action."""
        stop = await self._take(room, play, holder, answer)
        if stop is None:
            return
        logger.error("table %s: bot %s as %s failed: %s", room.id, holder.bot, holder.seat, stop)
        again = await self._ask(room, play, decision, holder, FALLBACK)
        stop = await self._take(room, play, holder, again)
        if stop is not None:
            raise RuntimeError(f"no bot can play {holder.seat}: {stop}")

    async def _take(self, room: "Room", play: AnyPlay, holder: Holder, answer: Chosen | Failed) -> str | None:
        """Apply an answer. None if it was legal or is no longer needed, otherwise the reason."""
        if isinstance(answer, Failed):
            return answer.why
        stop = await unattended.bot_acts(
            room, holder.seat, holder.bot, play.seq, answer.action, in_words(answer.reason)
        )
        if not isinstance(stop, Problem) or stop.what == "conflict":
            return None
        hidden = play.record.view(None) is not play.record.state  # don't log a seat's secrets
        return f"{stop.why} {stop.rule} {'' if hidden else repr(bytes(answer.action)[:500])}"

    async def _ask(
        self, room: "Room", play: AnyPlay, decision: Decision, holder: Holder, bot: str
    ) -> Chosen | Failed:
        view = play.record.view(decision.seat)
        # A bot that is recreated for every decision must not repeat itself for ever.
        lot = f"{room.id} {play.seq}" if bot == FALLBACK else room.id
        asked = Asked(
            table=room.id,
            game=room.game.id,
            seat=decision.seat,
            bot=bot,
            seed=seat_seed(int.from_bytes(sha256(lot.encode()).digest()[:6]), holder.place),
            view=Raw(msgspec.json.encode(view)),
            decision=decision,
            think=self._table_manager.settings.bots.think,
            files=self._table_manager.editions.files(room.game),
        )
        return await self._table_manager.pool.ask(asked, room.table.host.id, self._level(room))

    def _level(self, room: "Room") -> int:
        """The queue level: people who wait come first, then those who watch."""
        if not room.table.bots_only and room.attended:
            return 0
        return 1 if room.attended or not room.table.bots_only else 2

    def _forgotten(self, room: "Room") -> bool:
        """Whether only bots play here, and nobody has looked for a while."""
        alone = room.table.bots_only and not room.attended
        return alone and time.monotonic() - room.seen > self._table_manager.settings.bots.forgotten

    async def _mine(self, room: "Room") -> bool:
        """Whether this process holds the claim on a table's bots."""
        if not self._table_manager.several:
            return True
        at = time.monotonic()
        if self._claimed.get(room.id, 0.0) > at:
            return True
        try:
            async with self._table_manager.database.write() as connection:
                mine = await store.claim(connection, room.id, self._table_manager.worker, CLAIM)
        except IntegrityError:  # another process was faster
            return False
        if mine:
            self._claimed[room.id] = at + CLAIM.total_seconds() / 2
        else:
            self._claimed.pop(room.id, None)
        return mine
