"""Current and earlier editions of games.

A table keeps the edition it started with, so editing a game's folder doesn't change games in progress. If the
files have changed since, the table's game is loaded from the database. Its address is then ``GAME@EDITION``, and
every game route accepts that address.
"""

import asyncio
import logging
from http import HTTPStatus

from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.core.game import AnyGame
from sandtable.games.editions import Packed, digest_of, pack, unpack
from sandtable.server.problems import Trouble
from sandtable.server.shelf import Shelf
from sandtable.server.storage import editions as store
from sandtable.server.storage.database import Database
from sandtable.server.storage.tables import StoredTable

logger = logging.getLogger(__name__)

MARK = "@"
"""Separates a game's id from its edition."""


class Editions:
    """Installed games and their earlier editions."""

    def __init__(self, shelf: Shelf, database: Database) -> None:
        self._shelf = shelf
        self._database = database
        self._current: dict[str, Packed | None] = {}
        self._earlier: dict[str, tuple[AnyGame, bytes]] = {}
        """Game and files by digest."""
        self._unusable: set[str] = set()
        self._loading = asyncio.Lock()

    async def packed(self, game: AnyGame) -> Packed | None:
        """The files of an installed game, or of an earlier edition."""
        digest = digest_of(game)
        if digest in self._earlier:
            return Packed(game.id, digest, self._earlier[digest][1])
        if digest not in self._current:
            self._current[digest] = await asyncio.to_thread(pack, game) if digest else None
        return self._current[digest]

    def address(self, table: StoredTable) -> str:
        """The address of a table's game: its id, plus the edition if it is an earlier one."""
        if not table.edition or table.edition in self._unusable:
            return table.game
        now = self._shelf.find(table.game)
        return table.game if now and digest_of(now) == table.edition else f"{table.game}{MARK}{table.edition}"

    async def of_table(self, connection: AsyncConnection, table: StoredTable) -> AnyGame | None:
        """A table's game, in the edition it started with."""
        _, _, edition = self.address(table).partition(MARK)
        earlier = await self._load(connection, table.game, edition) if edition else None
        return earlier or self._shelf.find(table.game)

    async def take(self, address: str) -> AnyGame:
        """The game at an address. Raises 404 if there is none."""
        game_id, _, edition = address.partition(MARK)
        if not edition:
            return self._shelf.take(game_id)
        async with self._database.read() as connection:
            found = await self._load(connection, game_id, edition)
        if found is None:
            raise Trouble.of(HTTPStatus.NOT_FOUND, f"There is no edition {edition!r} of {game_id!r} here.")
        return found

    def files(self, game: AnyGame) -> bytes:
        """The files of a game that other processes can't find themselves; empty if they can."""
        found = self._earlier.get(digest_of(game))
        return found[1] if found else self._shelf.files(game)

    async def _load(self, connection: AsyncConnection, game_id: str, digest: str) -> AnyGame | None:
        """An earlier edition. None if it isn't stored, or this version can't read it."""
        async with self._loading:
            if digest not in self._earlier and digest not in self._unusable:
                data = await store.find(connection, digest)
                if data is None:
                    return None
                try:
                    self._earlier[digest] = await asyncio.to_thread(unpack, data), data
                except Exception as error:  # written by another version, or broken
                    logger.warning("cannot load edition %s of %s: %s", digest, game_id, error)
                    self._unusable.add(digest)
        found = self._earlier.get(digest)
        return found[0] if found and found[0].id == game_id else None
