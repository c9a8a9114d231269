"""A table over a WebSocket: it is told what happens as it happens, and says what its person does."""

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

from sandtable.server import wire
from sandtable.server.limits import address_of
from sandtable.server.problems import Trouble, problem
from sandtable.server.sessions import find_caller
from sandtable.server.tables.audience import encode
from sandtable.server.tables.house import House
from sandtable.server.tables.room import Room
from sandtable.server.wire import Person, Problem

Order = wire.Act | wire.Undo | wire.Standing | wire.Edit
"""What changes the log or the orders of a seat."""

Socket = WebSocket[None, None, State]

GONE, SLOW, SIGNED_OUT, CROWD, BUSY = 4004, 4008, 4001, 4009, 4029
"""Why we close: no such table, too slow a reader, no longer signed in, too many connections, too many messages."""
QUESTIONS = 8
"""So many questions of one connection are thought about at once."""
PATIENCE = 20
"""After so many messages that came too fast the connection is closed."""
GOODBYE = 5.0
"""Seconds that the other side has to close."""
PROOF = 60.0
"""After so many seconds we look again whether somebody is still signed in."""


class Connection:
    """One socket: what is told waits in a line, so that nobody waits for a slow reader."""

    def __init__(self, socket: Socket, house: House, person: Person | None) -> None:
        self.person = person
        self._socket = socket
        self._house = house
        self._line: asyncio.Queue[bytes] = asyncio.Queue(house.limits.backlog)
        self._over = asyncio.Event()
        self._code = 1000
        self._questions: set[asyncio.Task[None]] = set()
        self._hurried = 0
        self._proved = time.monotonic()

    def tell(self, message: bytes) -> None:
        """Send it, or drop the connection."""
        try:
            self._line.put_nowait(message)
        except asyncio.QueueFull:
            self._end(SLOW)

    def _end(self, code: int) -> None:
        if not self._over.is_set():
            self._code = code
            self._over.set()

    async def run(self, room: Room) -> None:
        """Until one side has enough."""
        room.enter(self)
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read(room))
        over = asyncio.create_task(self._over.wait())
        try:
            await asyncio.wait((writer, reader, over), return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(self)
            for task in (writer, reader, over, *self._questions):
                task.cancel()
            await asyncio.gather(writer, reader, over, *self._questions, return_exceptions=True)
        if self._over.is_set():
            await self._rest()
            with suppress(Exception):  # the other side may have gone already
                await asyncio.wait_for(self._socket.close(code=self._code), GOODBYE)

    async def _rest(self) -> None:
        """Why we close may still be in the line; a slow reader does not get it."""
        while self._code != SLOW and not self._line.empty():
            with suppress(Exception):
                await asyncio.wait_for(self._send(self._line.get_nowait()), 1)

    async def _write(self) -> None:
        while True:
            await self._send(await self._line.get())

    async def _send(self, message: bytes) -> None:
        await self._socket.send_data(message.decode(), mode="text")

    async def _read(self, room: Room) -> None:
        while True:
            received = await self._socket.receive()
            if received["type"] != "websocket.receive":
                return
            await self._hear(room, received.get("text"))

    async def _hear(self, room: Room, text: str | None) -> None:
        if self._too_fast():
            return
        if text is None:
            self._fail(problem(HTTPStatus.BAD_REQUEST, "Send JSON as text."))
            return
        if len(text.encode()) > self._house.settings.limits.body:
            self._fail(problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "This message is too long."))
            return
        try:
            message: wire.ClientMessage = msgspec.json.decode(text, type=wire.ClientMessage)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._fail(problem(HTTPStatus.BAD_REQUEST, f"This message cannot be read: {error}"))
            return
        if await self._still_there():
            await self._obey(room, message)

    def _too_fast(self) -> bool:
        if not self._house.too_fast(f"socket {id(self)}", self._house.limits.messages):
            self._hurried = 0
            return False
        self._hurried += 1
        self._fail(problem(HTTPStatus.TOO_MANY_REQUESTS, "That was too fast. Wait a little."))
        if self._hurried > PATIENCE:
            self._end(BUSY)
        return True

    async def _still_there(self) -> bool:
        """Whether a session that was good when the socket was opened is so still."""
        if self.person is None or time.monotonic() - self._proved < PROOF:
            return True
        try:
            caller = await find_caller(self._socket, self._house.database, self._house.settings)
        except Trouble:
            caller = None
        if caller is None or caller.person.id != self.person.id:
            self._fail(problem(HTTPStatus.UNAUTHORIZED, "You are no longer signed in."))
            self._end(SIGNED_OUT)
            return False
        self._proved = time.monotonic()
        self.person = caller.person
        return True

    async def _obey(self, room: Room, message: wire.ClientMessage) -> None:
        match message:
            case wire.Ping():
                self.tell(encode(wire.Pong(seq=room.play.seq)))
            case wire.Ask():
                self._ask(room, message)
            case _ if self.person is None:
                self._fail(
                    problem(HTTPStatus.UNAUTHORIZED, "Sign in first, or come as a guest."),
                    key="" if isinstance(message, wire.Say) else message.key,
                )
            case wire.Say():
                said = await self._house.see_through(room.say(self.person, message))
                if isinstance(said, Problem):
                    self._fail(said)
            case wire.Act() | wire.Undo() | wire.Standing() | wire.Edit():
                await self._decide(room, self.person, message)

    async def _decide(self, room: Room, person: Person, message: Order) -> None:
        match message:
            case wire.Act():
                work = room.act(person, message)
            case wire.Undo():
                work = room.undo(person, message)
            case wire.Standing():
                work = room.standing(person, message)
            case wire.Edit():
                work = room.edit(person, message)
        done: wire.Done | Problem = await self._house.see_through(work)
        if not isinstance(done, Problem):
            self.tell(encode(done))
            return
        self._fail(done, key=message.key)
        if done.what == "conflict":
            room.hello(self)

    def _ask(self, room: Room, message: wire.Ask) -> None:
        if len(self._questions) >= QUESTIONS:
            self._fail(problem(HTTPStatus.TOO_MANY_REQUESTS, "One question after the other."), id_=message.id)
            return
        task = asyncio.create_task(self._answer(room, message))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _answer(self, room: Room, message: wire.Ask) -> None:
        answer = await room.ask(self.person, message)
        if isinstance(answer, Problem):
            self._fail(answer, id_=message.id)
        else:
            self.tell(encode(answer))

    def _fail(self, why: Problem, key: str = "", id_: int = 0) -> None:
        self.tell(encode(wire.Failed(problem=why, key=key, id=id_)))


@websocket("/tables/{table_id:str}/live")
async def live(
    socket: Socket,
    table_id: Annotated[str, PathParameter(max_length=24)],
    house: NamedDependency[House],
    visitor: NamedDependency[Person | None],
) -> None:
    """A table as it happens."""
    await socket.accept()
    who = f"person {visitor.id}" if visitor else f"address {address_of(socket.scope)}"
    async with house.room(table_id) as room:
        if room is None:
            await _turn_away(socket, GONE, problem(HTTPStatus.NOT_FOUND, "There is no such table."))
        elif not house.admit(who):
            why = problem(HTTPStatus.TOO_MANY_REQUESTS, "You have too many tables open. Close one.")
            await _turn_away(socket, CROWD, why)
        else:
            try:
                await room.greet(visitor)
                await Connection(socket, house, visitor).run(room)
            finally:
                house.dismiss(who)


async def _turn_away(socket: Socket, code: int, why: Problem) -> None:
    await socket.send_data(encode(wire.Failed(problem=why)).decode(), mode="text")
    await socket.close(code=code)
