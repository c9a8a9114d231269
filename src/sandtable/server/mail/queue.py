"""The outbox as those who send from it see it: what is still worth sending, and what became of it."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

from sandtable.server.mail.smtp import NotSent
from sandtable.server.part import Base
from sandtable.server.storage import outbox
from sandtable.server.storage.outbox import QueuedMessage
from sandtable.server.tables.calls import owing
from sandtable.server.tables.room import Room
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import Person

logger = logging.getLogger(__name__)

WAITED = frozenset({"turn", "reminder"})
"""Messages that are dropped once their reader has moved."""


class Queue:
    """Messages that this worker has claimed."""

    def __init__(self, base: Base, table_manager: TableManager, retries: Sequence[float], delay: float) -> None:
        self._base = base
        self._table_manager = table_manager
        self._retries = retries
        self._delay = delay

    @asynccontextmanager
    async def wanted(self, queued: QueuedMessage, person: Person, at: datetime) -> AsyncIterator[Room | None]:
        """The table that a message is about; None if there is nothing to report, or not yet."""
        async with self._table_manager.room(queued.table) as room:
            if room is None or not room.table.seats_of(person):
                await self.settle(queued, "dropped")
                yield None
                return
            late = queued.about != room.table.stretch or person.id not in owing(room.table)
            if queued.kind in WAITED and late:
                await self.settle(queued, "dropped")
                yield None
            elif queued.kind == "turn" and person.id in self._table_manager.here(queued.table):
                await self._put_off(queued, at + timedelta(seconds=self._delay), queued.tries)
                yield None
            else:
                yield room

    async def failed(self, queued: QueuedMessage, problem: NotSent, at: datetime) -> None:
        """Try again later, or give up."""
        if problem.final or queued.tries >= len(self._retries):
            logger.error("message %s was dropped: %s", queued.id, problem.why)
            await self.settle(queued, "failed")
            return
        logger.warning("message %s could not be sent, attempt %s: %s", queued.id, queued.tries + 1, problem.why)
        await self._put_off(queued, at + timedelta(seconds=self._retries[queued.tries]), queued.tries + 1)

    async def settle(self, queued: QueuedMessage, fate: outbox.Fate) -> None:
        """Record what became of a message."""
        async with self._base.database.write() as connection:
            await outbox.settle(connection, self._table_manager.worker, queued, fate)

    async def _put_off(self, queued: QueuedMessage, due: datetime, tries: int) -> None:
        async with self._base.database.write() as connection:
            await outbox.put_off(connection, self._table_manager.worker, queued, due, tries)
