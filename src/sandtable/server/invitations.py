"""Link previews: what messengers show for the link of a table."""

import re
from contextlib import suppress
from html import escape

from sqlalchemy.exc import DBAPIError

from sandtable.server.storage import tables as store
from sandtable.server.storage.tables import StoredTable
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import DaysClock

LINK = re.compile(r"t/([A-Za-z0-9]{1,24})")
TITLE = "<title>sandtable</title>"


class Invitations:
    """Adds a table's preview to the page's head."""

    def __init__(self, table_manager: TableManager) -> None:
        self._table_manager = table_manager

    async def invited(self, path: str, page: bytes) -> bytes | None:
        """The page with a preview in its head. None unless the path is a table that waits for players."""
        link = LINK.fullmatch(path)
        if link is None:
            return None
        table = None
        with suppress(DBAPIError, OSError):  # the page itself works without the database
            async with self._table_manager.database.read() as connection:
                table = await store.find(connection, link[1])
        if table is None or table.phase != "waiting" or table.study:
            return None
        return page.replace(TITLE.encode(), self._head(table).encode(), 1)

    def _head(self, table: StoredTable) -> str:
        game = self._table_manager.shelf.find(table.game)
        title = escape(f"{table.host.name} invites you to {game.title if game else table.title}", quote=True)
        names = {chair.seat: chair.name for chair in game.guide.box.chairs} if game else {}
        free = [names.get(one.seat, one.seat) for one in table.holders if one.free and not one.invited]
        words = [f"Free seats: {', '.join(free)}." if free else "All seats are taken."]
        if table.setup.scenario:
            words.append(f"Scenario: {table.setup.scenario}.")
        if isinstance(table.clock, DaysClock):
            words.append(f"{table.clock.days} day{'s' if table.clock.days > 1 else ''} per turn.")
        if table.rated:
            words.append("Rated.")
        text = escape(" ".join(words), quote=True)
        return (
            f'<title>{title}</title><meta property="og:title" content="{title}" />'
            f'<meta property="og:description" content="{text}" /><meta property="og:type" content="website" />'
        )
