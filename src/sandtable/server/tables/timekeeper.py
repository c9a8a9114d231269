"""Checks the clocks of all tables: whose time is up, who must be reminded.

Game clocks stop while no server runs, and aren't affected when the system clock is set.
"""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sandtable.server.background import regularly
from sandtable.server.storage import heartbeat
from sandtable.server.storage import tables as store
from sandtable.server.tables import unattended

if TYPE_CHECKING:
    from sandtable.server.tables.table_manager import TableManager

logger = logging.getLogger(__name__)

BEAT = timedelta(seconds=10)
"""How often the heartbeat is written."""


class Timekeeper:
    """Checks the clocks. Each process has one; the first to write wins, and the others find nothing to do."""

    def __init__(self, table_manager: "TableManager") -> None:
        self._table_manager = table_manager
        self._beat: datetime | None = None
        self._lead = table_manager.lead()

    async def start(self) -> None:
        """Compensate for downtime and clock jumps, at the start and when the system clock was set."""
        at = self._table_manager.clock()
        async with self._table_manager.database.write() as connection:
            await heartbeat.revive(connection, at)
        self._beat = at

    async def run(self) -> None:
        """Check the clocks until cancelled."""
        await regularly(self._look, self._table_manager.settings.weeks.tick, "check the clocks")

    async def _look(self) -> None:
        lead, at = self._table_manager.lead(), self._table_manager.clock()
        if abs(lead - self._lead) >= heartbeat.BREAK.total_seconds():
            logger.warning("the system clock was set by %+.0f seconds", lead - self._lead)
            await self.start()
            await self._table_manager.reread_clocks()
            self._lead = lead
        elif self._beat is None or at - self._beat >= BEAT:
            async with self._table_manager.database.write() as connection:
                await heartbeat.beat(connection, at)
            self._beat = at
        async with self._table_manager.database.read() as connection:
            due = await store.due_by(connection, at)
        for table_id in due:
            async with self._table_manager.room(table_id) as room:
                if room is not None:
                    await unattended.check_clocks(room)
