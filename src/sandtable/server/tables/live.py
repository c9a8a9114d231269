"""Tables over WebSocket: events to the client, and its person's actions from it."""

import asyncio
import time
from contextlib import suppress
from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import PathParameter
from sqlalchemy.exc import DBAPIError

from sandtable.server import metering, wire
from sandtable.server.background import regularly
from sandtable.server.limits import asker_key
from sandtable.server.problems import Trouble, problem, problem_of
from sandtable.server.sessions import find_caller
from sandtable.server.tables import acting, asking, talking, writing
from sandtable.server.tables.audience import encode
from sandtable.server.tables.room import Room
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import Person, Problem

Order = wire.Act | wire.Undo | wire.Standing | wire.Edit
"""Messages that change the log or a seat's orders."""

Socket = WebSocket[None, None, State]

GONE, SLOW, SIGNED_OUT, CROWD, BUSY = 4004, 4008, 4001, 4009, 4029
"""Close codes: no such table, slow reader, signed out, too many connections, too many messages."""
QUESTIONS = 8
"""Questions of one connection answered at the same time."""
PATIENCE = 20
"""How many messages may exceed the rate limit before the connection is closed."""
GOODBYE = 5.0
"""Seconds for the other side to close."""
SESSION_CHECK = 60.0
"""Seconds between two checks that somebody is still signed in."""


class Connection:
    """A WebSocket with a send queue, so that nobody waits for a slow reader."""

    def __init__(
        self, socket: Socket, table_manager: TableManager, person: Person | None, who: str = "nobody"
    ) -> None:
        self.person = person
        self._who = who
        self._socket = socket
        self._table_manager = table_manager
        self._line: asyncio.Queue[bytes] = asyncio.Queue(table_manager.limits.backlog)
        self._unsent = 0
        """Bytes in the queue."""
        self._over = asyncio.Event()
        self._code = 1000
        self._questions: set[asyncio.Task[None]] = set()
        self._hurried = 0
        self._proved = time.monotonic()

    def send(self, message: bytes) -> None:
        """Queue a message, or drop the connection."""
        if self._over.is_set():
            return
        if self._unsent and self._unsent + len(message) > self._table_manager.limits.backlog_bytes:
            self._end(SLOW)
            return
        try:
            self._line.put_nowait(message)
            self._unsent += len(message)
        except asyncio.QueueFull:
            self._end(SLOW)

    def _end(self, code: int) -> None:
        if not self._over.is_set():
            self._code = code
            self._over.set()

    async def run(self, room: Room) -> None:
        """Serve until one side closes."""
        self._table_manager.connected(self)
        room.enter(self)
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read(room))
        over = asyncio.create_task(self._over.wait())
        proofs = asyncio.create_task(self._check_session_regularly())
        try:
            await asyncio.wait((writer, reader, over), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._table_manager.disconnected(self)
            room.leave(self)
            for task in (writer, reader, over, proofs, *self._questions):
                task.cancel()
            await asyncio.gather(writer, reader, over, proofs, *self._questions, return_exceptions=True)
        if self._over.is_set():
            await self._rest()
            with suppress(Exception):  # the other side may be gone
                await asyncio.wait_for(self._socket.close(code=self._code), GOODBYE)

    async def _rest(self) -> None:
        """Flush the queue, which may hold the reason for closing; a slow reader doesn't get it."""
        while self._code != SLOW and not self._line.empty():
            with suppress(Exception):
                await asyncio.wait_for(self._send(self._line.get_nowait()), 1)

    async def _write(self) -> None:
        while True:
            message = await self._line.get()
            try:
                async with asyncio.timeout(self._table_manager.limits.reading):
                    await self._send(message)
            except TimeoutError:
                self._end(SLOW)
                return
            self._unsent -= len(message)

    async def _send(self, message: bytes) -> None:
        await self._socket.send_data(message.decode(), mode="text")

    async def _read(self, room: Room) -> None:
        while True:
            received = await self._socket.receive()
            if received["type"] != "websocket.receive":
                return
            await metering.metered(self._hear(room, received.get("text")))

    async def _hear(self, room: Room, text: str | None) -> None:
        if self._too_fast():
            return
        if text is None:
            self._fail(problem(HTTPStatus.BAD_REQUEST, "Send JSON as text."))
            return
        if len(text.encode()) > self._table_manager.settings.limits.body:
            self._fail(problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "This message is too long."))
            return
        try:
            message: wire.ClientMessage = msgspec.json.decode(text, type=wire.ClientMessage)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._fail(problem(HTTPStatus.BAD_REQUEST, f"This message cannot be read: {error}"))
            return
        if not await self._still_there():
            return
        try:
            await self._handle(room, message)
        except (DBAPIError, OSError) as error:
            found = problem_of(error)
            if found.status == HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            self._fail(found, key=getattr(message, "key", ""), id_=getattr(message, "id", 0))

    def _too_fast(self) -> bool:
        manager = self._table_manager
        limits = manager.settings.limits
        if not (
            manager.too_fast(f"socket {id(self)}", manager.limits.messages)
            or manager.too_fast(self._who, limits.person if self.person else limits.address)
            or manager.overworked(self._socket.scope)
        ):
            self._hurried = 0
            return False
        self._hurried += 1
        self._fail(problem(HTTPStatus.TOO_MANY_REQUESTS, "Too fast. Wait a moment."))
        if self._hurried > PATIENCE:
            self._end(BUSY)
        return True

    async def _still_there(self) -> bool:
        """Whether the session is still valid."""
        return self.person is None or time.monotonic() - self._proved < SESSION_CHECK or await self.check_session()

    async def _check_session_regularly(self) -> None:
        """Check the session now and then: a ban must also end silent connections."""
        await regularly(self.check_session, SESSION_CHECK, "check a session")  # keep it while the database is away

    async def check_session(self) -> bool:
        """Check that the person is still signed in, and close the connection if not."""
        if self.person is None:
            return True
        try:
            caller = await find_caller(self._socket, self._table_manager.database, self._table_manager.settings)
        except Trouble:
            caller = None
        if caller is None or caller.person.id != self.person.id:
            self._fail(problem(HTTPStatus.UNAUTHORIZED, "You are no longer signed in."))
            self._end(SIGNED_OUT)
            return False
        self._proved = time.monotonic()
        self.person = caller.person
        return True

    async def _handle(self, room: Room, message: wire.ClientMessage) -> None:
        match message:
            case wire.Ping():
                self.send(encode(wire.Pong(seq=room.play.seq)))
            case wire.Ask():
                self._ask(room, message)
            case _ if self.person is None:
                self._fail(
                    problem(HTTPStatus.UNAUTHORIZED, "Sign in first, or come as a guest."),
                    key=message.key or "",
                )
            case wire.Say():
                said = await self._table_manager.finish(talking.say(room, self.person, message))
                if isinstance(said, Problem):
                    self._fail(said, key=message.key or "")
                elif message.key:
                    self.send(encode(wire.Done(key=message.key, seq=room.play.seq)))
            case wire.Act() | wire.Undo() | wire.Standing() | wire.Edit():
                await self._decide(room, self.person, message)

    async def _decide(self, room: Room, person: Person, message: Order) -> None:
        match message:
            case wire.Act():
                work = acting.act(room, person, message)
            case wire.Undo():
                work = acting.undo(room, person, message)
            case wire.Standing():
                work = acting.standing(room, person, message)
            case wire.Edit():
                work = acting.edit(room, person, message)
        done: wire.Done | Problem = await self._table_manager.finish(work)
        if not isinstance(done, Problem):
            self.send(encode(done))
            return
        changed: tuple[wire.Entry, ...] = ()
        if done.what == "conflict" and not isinstance(message, wire.Standing):
            changed = room.changed(person, message.seq)
        self.send(encode(wire.Failed(problem=done, key=message.key, changed=changed)))

    def _ask(self, room: Room, message: wire.Ask) -> None:
        if len(self._questions) >= QUESTIONS:
            self._fail(problem(HTTPStatus.TOO_MANY_REQUESTS, "Ask one question at a time."), id_=message.id)
            return
        task = asyncio.create_task(self._answer(room, message))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _answer(self, room: Room, message: wire.Ask) -> None:
        answer = await asking.ask(room, self.person, message, self._who)
        if isinstance(answer, Problem):
            self._fail(answer, id_=message.id)
        else:
            self.send(encode(answer))

    def _fail(self, why: Problem, key: str = "", id_: int = 0) -> None:
        self.send(encode(wire.Failed(problem=why, key=key, id=id_)))


@websocket("/tables/{table_id:str}/live")
async def live(
    socket: Socket,
    table_id: Annotated[str, PathParameter(max_length=24)],
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
) -> None:
    """A table's live connection."""
    await socket.accept()
    who = asker_key(visitor, socket.scope)
    async with table_manager.room(table_id) as room:
        if room is None:
            await _turn_away(socket, GONE, problem(HTTPStatus.NOT_FOUND, "Table not found."))
        elif not table_manager.count_connection(who):
            why = problem(HTTPStatus.TOO_MANY_REQUESTS, "You have too many tables open. Close one.")
            await _turn_away(socket, CROWD, why)
        else:
            try:
                await writing.greet(room, visitor)
                await Connection(socket, table_manager, visitor, who).run(room)
            finally:
                table_manager.uncount_connection(who)


async def _turn_away(socket: Socket, code: int, why: Problem) -> None:
    await socket.send_data(encode(wire.Failed(problem=why)).decode(), mode="text")
    await socket.close(code=code)
