"""Looks at the clocks of all tables: whose time is up, who must be reminded. They stand while no server runs."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sandtable.server.storage import pulse
from sandtable.server.storage import tables as store

if TYPE_CHECKING:
    from sandtable.server.tables.house import House

logger = logging.getLogger(__name__)

BEAT = timedelta(seconds=10)
"""So often it is noted that a server is alive."""


class Timekeeper:
    """One for each process; who writes first is right, and the others find nothing left to do."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._beat: datetime | None = None

    async def start(self) -> None:
        """Before anybody plays: give back what passed while no server was there."""
        at = self._house.clock()
        async with self._house.database.write() as connection:
            await pulse.revive(connection, at)
        self._beat = at

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            await asyncio.sleep(self._house.settings.weeks.tick)
            try:
                await self._look()
            except Exception:
                logger.exception("the clocks could not be looked at")

    async def _look(self) -> None:
        at = self._house.clock()
        if self._beat is None or at - self._beat >= BEAT:
            async with self._house.database.write() as connection:
                await pulse.beat(connection, at)
            self._beat = at
        async with self._house.database.read() as connection:
            due = await store.due_by(connection, at)
        for table_id in due:
            async with self._house.room(table_id) as room:
                if room is not None:
                    await room.look_at_clocks()
