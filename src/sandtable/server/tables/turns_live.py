"""A person's list of turns over WebSocket: says only that it has changed, so that pages needn't poll."""

import asyncio
import time
from contextlib import suppress

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from sqlalchemy.exc import DBAPIError

from sandtable.server.limits import asker_key
from sandtable.server.problems import Trouble
from sandtable.server.sessions import find_caller
from sandtable.server.tables.live import CROWD, GOODBYE, SESSION_CHECK, SIGNED_OUT
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import Person

CHANGED = '{"type":"turns"}'

Socket = WebSocket[None, None, State]


class TurnsConnection:
    """A page that wants to know when the list of turns has changed."""

    def __init__(self, socket: Socket, table_manager: TableManager, person: Person) -> None:
        self.person: Person | None = person
        self._id = person.id
        self._socket = socket
        self._table_manager = table_manager
        self._bell = asyncio.Event()
        self._signed_out = False
        self._proved = time.monotonic()

    async def run(self) -> None:
        """Serve until one side closes."""
        self._table_manager.connected(self)
        gone = asyncio.create_task(self._read())
        try:
            with self._table_manager.bells.listening(self._id, self._bell):
                while not gone.done() and not self._signed_out:
                    await self._wait(gone)
        finally:
            self._table_manager.disconnected(self)
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)
        if self._signed_out:
            with suppress(Exception):  # the other side may be gone
                await asyncio.wait_for(self._socket.close(code=SIGNED_OUT), GOODBYE)

    async def _wait(self, gone: asyncio.Task[None]) -> None:
        """Until the bell rings, the page leaves, or the session must be checked."""
        bell = asyncio.create_task(self._bell.wait())
        await asyncio.wait((gone, bell), timeout=SESSION_CHECK, return_when=asyncio.FIRST_COMPLETED)
        bell.cancel()
        if time.monotonic() - self._proved >= SESSION_CHECK:
            with suppress(DBAPIError, OSError):  # the database is unreachable: keep the connection
                await self.check_session()
        if self._bell.is_set() and not self._signed_out:
            self._bell.clear()
            async with asyncio.timeout(self._table_manager.limits.reading):
                await self._socket.send_data(CHANGED, mode="text")

    async def _read(self) -> None:
        """Nothing is expected from the page but its end."""
        while (await self._socket.receive())["type"] == "websocket.receive":
            await asyncio.sleep(1)  # nobody is kept busy by talking

    async def check_session(self) -> bool:
        """Check that the person is still signed in, and close the connection if not."""
        try:
            caller = await find_caller(self._socket, self._table_manager.database, self._table_manager.settings)
        except Trouble:
            caller = None
        if caller is None or caller.person.id != self._id:
            self._signed_out = True
            self._bell.set()
            return False
        self._proved = time.monotonic()
        return True


@websocket("/turns/live")
async def turns_live(
    socket: Socket, table_manager: NamedDependency[TableManager], visitor: NamedDependency[Person | None]
) -> None:
    """My list of turns, live: a message whenever it has changed."""
    await socket.accept()
    if visitor is None:
        await socket.close(code=SIGNED_OUT)
        return
    who = f"turns {asker_key(visitor, socket.scope)}"
    if not table_manager.count_connection(who):
        await socket.close(code=CROWD)
        return
    try:
        with suppress(TimeoutError):  # it doesn't read
            await TurnsConnection(socket, table_manager, visitor).run()
    finally:
        table_manager.uncount_connection(who)
