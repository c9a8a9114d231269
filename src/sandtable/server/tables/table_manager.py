"""All tables of this process: opens them, caches them, and listens to other processes."""

import asyncio
import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, timedelta
from http import HTTPStatus
from typing import Any, Literal, Protocol

import msgspec
from litestar.types import Scope
from msgspec.structs import replace

from sandtable.core import savefile
from sandtable.core.dice import SeededDice
from sandtable.core.game import AnyGame
from sandtable.server import metering
from sandtable.server.background import log_failure, regularly
from sandtable.server.bots.pool import Pool
from sandtable.server.channel import MISSED
from sandtable.server.limits import Rate, address_of, work_key
from sandtable.server.part import Base
from sandtable.server.problems import problem
from sandtable.server.security import fresh_id
from sandtable.server.storage import chat as chat_store
from sandtable.server.storage import editions as edition_store
from sandtable.server.storage import handover, outbox
from sandtable.server.storage import log as log_store
from sandtable.server.storage import puzzles as puzzle_store
from sandtable.server.storage import tables as store
from sandtable.server.storage.log import Written
from sandtable.server.storage.tables import Cursor, Show, StoredTable
from sandtable.server.tables import calls, seating, sitting, studying, timing, unattended, writing
from sandtable.server.tables.bells import Bells
from sandtable.server.tables.building import AnyPlay, build, summed_up, write_line
from sandtable.server.tables.driver import Driver
from sandtable.server.tables.importing import Imported
from sandtable.server.tables.listing import table_info
from sandtable.server.tables.loading import Loader
from sandtable.server.tables.room import CHAT, Room
from sandtable.server.tables.timekeeper import Timekeeper
from sandtable.server.wire import NewTable, Person, Problem, TableInfo, Tables
from sandtable.server.wire.study import Branch
from sandtable.server.wire.weeks import Turn
from sandtable.server.workers.jobs import Import

logger = logging.getLogger(__name__)

CHANNEL = "tables"
ID_LETTERS = 16
PAGE = 30
"""Tables per page of a list."""
HEARTBEAT = 20.0
"""Seconds between two messages about who is here; a process silent for three times as long is gone."""
LOOK = 5.0
"""Seconds between checks for tables an operator has changed in the database."""
MOST_TURNS = 200
"""The most tables in a list of turns."""
SAME_GAME = 3
"""Rolls that two logs must share to be the same game."""
OPENED, ADDRESSES = 200, 10_000
"""How many tables are remembered per address, and how many addresses."""
THINKERS = 4
"""How many questions are answered at the same time."""


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message between processes."""

    worker: str
    what: Literal["moved", "said", "here", "person"]
    table: str
    people: tuple[str, ...] = ()


class AuthenticatedConnection(Protocol):
    """A connection of an authenticated person."""

    @property
    def person(self) -> Person | None: ...

    async def check_session(self) -> bool:
        """Whether the session is still valid; if not, the connection closes."""
        ...


class TableManager:
    """The tables of this process."""

    def __init__(self, base: Base) -> None:
        self.database = base.database
        self.shelf = base.shelf
        self.editions = base.editions
        self.settings = base.settings
        self.limits = base.settings.tables
        self.clock = base.clock
        self.lead = base.lead
        self.notifies = bool(base.settings.mail.host) or base.settings.push.offered
        self.delays = outbox.Delays(
            mail=timedelta(seconds=base.settings.mail.delay), push=timedelta(seconds=base.settings.push.delay)
        )
        self.worker = fresh_id()
        self.several = bool(base.settings.channel)
        """Whether other processes serve the same tables."""
        self.pool = Pool(base.settings.bots)
        self.workers = base.workers
        self.asking = asyncio.Semaphore(THINKERS)
        self.driver = Driver(self)
        self.timekeeper = Timekeeper(self)
        self._loader = Loader()
        self._channels = base.channels
        self._limiter = base.limiter
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._elsewhere: dict[tuple[str, str], tuple[frozenset[str], float]] = {}
        """Who watches each table through each other process, and until when that is valid."""
        self.bells = Bells()
        self._connections: Counter[str] = Counter()
        self._listening: dict[str, set[AuthenticatedConnection]] = {}
        """The connections of each person."""
        self._opened: OrderedDict[str, deque[str]] = OrderedDict()
        """The last tables opened from each address."""
        self._importing: set[str] = set()
        """People who are importing a save file now."""
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- lifespan

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Run until the server stops."""
        async with self.database.write() as connection:
            await log_store.forget_keys(connection)
        await self.timekeeper.start()
        background = [
            asyncio.create_task(self.driver.resume()),
            asyncio.create_task(self.timekeeper.run()),
            asyncio.create_task(regularly(self._look_for_changes, LOOK, "look for changed tables")),
        ]
        if self.several:
            background += [asyncio.create_task(self._listen())]
            background += [asyncio.create_task(regularly(self._heartbeat, HEARTBEAT, "resume tables"))]
        try:
            yield
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            await self.driver.close()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self.pool.close()

    async def finish(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Finish what was started, even if the client disconnects."""
        task = asyncio.create_task(metering.metered(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    # -- rooms

    @asynccontextmanager
    async def room(self, table_id: str) -> AsyncIterator[Room | None]:
        """A table, kept in memory while in use. None if there is none."""
        room = self._rooms.get(table_id)
        if room is None:
            room = await self._open(table_id)
            if room is None:
                yield None
                return
            room = self._rooms.setdefault(table_id, room)  # it may have been evicted since
        with room.used():
            if table_id in self._rooms:
                self._rooms.move_to_end(table_id)
            if self.several:
                await writing.catch_up(room)
            yield room
        self._clear_away()

    async def _open(self, table_id: str) -> Room | None:
        """Load a table. Simultaneous callers share one room."""
        task = self._opening.get(table_id)
        if task is None:
            task = self._opening[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Room | None:
        async with self.database.read() as connection:
            table = await store.find(connection, table_id)
            game = await self.editions.of_table(connection, table) if table else None
            if table is None or game is None:
                return None
            written = await log_store.lines(connection, table_id)
            chat = await chat_store.chatted(connection, table_id, seating.sides(game), most=CHAT)
        play = await self._loader.load(game, table, written)
        room = self._rooms[table_id] = Room(self, game, table, play, chat)
        return room

    def _clear_away(self) -> None:
        """Evict the least recently used tables, if there are too many."""
        idle = [room for room in self._rooms.values() if not room.uses and not room.watched]
        for room in idle[: max(len(self._rooms) - self.limits.kept, 0)]:
            del self._rooms[room.id]
            self.pool.leave(room.id)

    # -- new tables

    def count_table(self, scope: Scope) -> None:
        """Rate-limit new tables from one address."""
        self._limiter.require(f"tables {address_of(scope)}", self.settings.limits.new_tables)

    async def _too_many(self, table: StoredTable, address: str = "") -> Problem | None:
        """Why a host can't have another table like this."""
        if table.study:
            return None
        async with self.database.read() as connection:
            running, _ = await store.hosted(connection, table.host.id)
        if running >= self.limits.running:
            why = f"You have {running} unfinished tables. Finish or abandon one first."
            return problem(HTTPStatus.TOO_MANY_REQUESTS, why, "too-many-tables")
        return await self.too_many_bots(table.host.id, address) if table.bots_only else None

    async def too_many_bots(self, host_id: str, address: str = "") -> Problem | None:
        """Why a host can't have another bots-only game."""
        async with self.database.read() as connection:
            _, bots_only = await store.hosted(connection, host_id)
        here = [room for one in self._opened.get(address, ()) if (room := self._rooms.get(one)) is not None]
        watching = sum(room.table.phase == "playing" and room.table.bots_only for room in here)
        if bots_only >= self.limits.bots_only or (address and watching >= self.limits.address_bots_only):
            why = "You have enough bots playing. Wait until a game is over, or take a seat yourself."
            return problem(HTTPStatus.TOO_MANY_REQUESTS, why, "too-many-tables")
        return None

    @property
    def rooms(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    @property
    def sockets(self) -> int:
        """How many connections are open."""
        return sum(self._connections.values())

    def watched(self) -> tuple[str, ...]:
        """Tables watched through this process."""
        return tuple(room.id for room in self._rooms.values() if room.watched)

    async def create(
        self, person: Person, wanted: NewTable, address: str = "", pairing: str = ""
    ) -> TableInfo | Problem:
        """Create a table. Starts the game if every seat is taken."""
        game = self.shelf.find(wanted.game)
        if game is None:
            return problem(HTTPStatus.BAD_REQUEST, f"There is no game {wanted.game!r} here.")
        dice = SeededDice.fresh().provenance
        table = seating.new_table(fresh_id(ID_LETTERS), game, wanted, person, dice, self.clock(), pairing)
        if isinstance(table, Problem):
            return table
        if seating.ready(table):
            table = seating.begun(table, game)
            if isinstance(table, Problem):
                return table
        stop = await self._too_many(table, address)
        if stop is not None:
            return stop
        if address:
            self._opened.setdefault(address, deque(maxlen=OPENED)).append(table.id)
            if len(self._opened) > ADDRESSES:
                self._opened.popitem(last=False)
        return await self._add_play(person, table, build(game, table, ()))

    def count_import(self, person: Person, scope: Scope) -> None:
        """Rate-limit imports by person and address."""
        for who in (f"person {person.id}", f"address {address_of(scope)}"):
            self._limiter.require(f"import {who}", self.settings.limits.save_files)

    async def bring(self, person: Person, data: bytes, study: bool = False) -> TableInfo | Problem:
        """Open a table from a save file. A worker reads it, one file per person at a time."""
        if person.id in self._importing:
            return problem(HTTPStatus.TOO_MANY_REQUESTS, "One save file at a time.")
        self._importing.add(person.id)
        try:
            known = self.shelf.find(savefile.game_named(data))
            files = self.shelf.files(known) if known else b""
            job = Import(data, person, study, self.clock(), fresh_id(ID_LETTERS), files)
            found = await self.workers.ask(f"person {person.id}", job)
            if isinstance(found, Problem):
                return found
            read = msgspec.json.decode(found, type=Imported)
            stop = await self._in_play(read) or await self._too_many(read.table)
            if stop is not None:
                return stop
            game = self.shelf.find(read.table.game)
            if game is None:
                return problem(HTTPStatus.BAD_REQUEST, f"There is no game {read.table.game!r} here.")
            return await self._add(person, game, read.table, read.log, read.turn)
        finally:
            self._importing.discard(person.id)

    async def _in_play(self, read: Imported) -> Problem | None:
        """Refuse a save file whose game is still played here: bots could advise on a study of it."""
        async with self.database.read() as connection:
            found = await store.sharing_rolls(connection, read.table.game, read.rolls)
            for table_id, shared in found.items():
                table = await store.find(connection, table_id)
                enough = shared >= min(SAME_GAME, len(read.rolls))
                if table is not None and enough and not table.study and studying.among_people(table):
                    why = "This game is still being played here. You can open its file when it's over."
                    return problem(HTTPStatus.CONFLICT, why, "in-play")
        return None

    async def open_study(self, person: Person, table: StoredTable, play: AnyPlay) -> TableInfo:
        """Open a study that was set up."""
        return await self._add_play(person, table, play)

    async def unsolved(self, table: StoredTable) -> Problem | None:
        """Refuse help with a puzzle that its host hasn't answered yet."""
        if not table.puzzle:
            return None
        async with self.database.read() as connection:
            if await puzzle_store.has_tried(connection, table.host.id, table.puzzle):
                return None
        return problem(HTTPStatus.FORBIDDEN, "Check your answer first: this is a puzzle.", "unsolved")

    async def branch(self, room: Room, person: Person, wanted: Branch) -> TableInfo | Problem:
        """Create a study from a point in a game."""
        stop = await self.unsolved(room.table)
        if stop is not None:
            return stop
        number = room.play.number if wanted.number is None else wanted.number
        found = await metering.apart(
            studying.branched,
            room.play,
            room.table,
            number,
            fresh_id(ID_LETTERS),
            person,
            wanted.title,
            self.clock(),
        )
        return found if isinstance(found, Problem) else await self._add_play(person, *found)

    async def rematch(self, room: Room, person: Person, swap: bool) -> TableInfo | Problem:
        """The rematch of a game. There is only one, whoever asks first."""
        table = room.table
        if table.phase != "finished":
            return problem(HTTPStatus.CONFLICT, "The game is not over yet.")
        if not table.seats_of(person):
            return problem(HTTPStatus.FORBIDDEN, "Only players of this game can ask for a rematch.")
        if not table.next:
            plans = seating.again(table, room.game, person, swap)
            if isinstance(plans, Problem):
                return plans
            wanted = NewTable(
                game=table.game,
                scenario=table.setup.scenario,
                options=dict(table.setup.options),
                seats=dict(plans),
                title=table.title,
                listed=table.listed,
                study=table.study,
                clock=table.clock,
                rated=table.rated,
            )
            made = await self.create(person, wanted)
            if isinstance(made, Problem):
                return made
            await sitting.follow_with(room, made.id)
        async with self.room(room.table.next) as following:
            assert following is not None, "a rematch is a table"
            return following.info(person)

    async def _add_play(self, person: Person, table: StoredTable, play: AnyPlay) -> TableInfo:
        turn = play.game.guide.turn(play.record.view(None))
        log = map(write_line, play.lines)
        return await self._add(person, play.game, summed_up(table, play), log, turn)

    async def _add(
        self, person: Person, game: AnyGame, table: StoredTable, log: Iterable[Written], turn: str
    ) -> TableInfo:
        packed = await self.editions.packed(game)
        table = replace(table, edition=packed.digest if packed else "")
        new = timing.with_clocks(table, table, turn, self.clock())
        async with self.database.write() as connection:
            if packed is not None:
                await edition_store.keep(connection, packed, self.clock())
            await store.add(connection, new)
            await connection.run_sync(log_store.append, table.id, log)
            if self.notifies:
                nobody = replace(table, holders=tuple(replace(one, owes=False) for one in table.holders))
                news = calls.calls(nobody, new)
                await connection.run_sync(outbox.call, table.id, news, self.clock(), self.delays)
        async with self.room(table.id) as room:
            assert room is not None, "it was added just now"
            self.moved(room)
            return room.info(person)

    # -- lists

    async def tables(self, person: Person | None, show: Show, game: str, after: Cursor | None) -> Tables:
        """A page of a list."""
        async with self.database.read() as connection:
            stored, more = await store.listed(connection, show, person, game, after, PAGE)
        return Tables(
            tables=tuple(self.info(table, person) for table in stored),
            more=write_cursor(more) if more else "",
        )

    def info(self, table: StoredTable, person: Person | None) -> TableInfo:
        """A table as lists show it."""
        return table_info(table, self.editions.address(table), person, self.here(table.id), self.clock())

    async def turns(self, person: Person) -> tuple[Turn, ...]:
        """The tables that wait for a person."""
        async with self.database.read() as connection:
            stored = await store.waiting_for(connection, person.id, MOST_TURNS)
        return tuple(timing.turn_of(table, person, self.clock()) for table in stored)

    # -- people

    async def update_clocks(self, person: Person) -> None:
        """Update the clocks after a change to a person's vacations."""
        async with self.database.read() as connection:
            found = await store.of_person(connection, person.id)
        for table_id in found:
            async with self.room(table_id) as room:
                if room is not None and room.table.clock is not None:
                    await unattended.update_clocks(room)

    async def reread_clocks(self) -> None:
        """Reload tables in use after clocks were changed in the database."""
        for room in list(self._rooms.values()):
            if room.table.clock is not None:
                with room.used():
                    await writing.catch_up(room)

    async def merge_guest(self, guest: Person, person: Person) -> None:
        """Move a guest's tables, seats and messages to the account they signed in to."""
        async with self.database.write() as connection:
            moved = await handover.merge_guest(connection, guest, person)
        await self._reread(moved)

    async def forget(self, person: Person) -> None:
        """Delete a person: bots take their seats, and their name is removed."""
        async with self.database.read() as connection:
            found = await store.of_person(connection, person.id)
        for table_id in found:
            async with self.room(table_id) as room:
                if room is not None:
                    await sitting.clear_seats(room, person)
        async with self.database.write() as connection:
            moved = await handover.forget(connection, person)
        await self._reread(moved)

    async def _reread(self, table_ids: Iterable[str]) -> None:
        for table_id in table_ids:
            if table_id in self._rooms:
                async with self.room(table_id) as room:
                    if room is not None:
                        await writing.reread(room)

    # -- presence and messages

    def here(self, table_id: str) -> frozenset[str]:
        """Ids of the people watching a table, in any process."""
        room = self._rooms.get(table_id)
        found = frozenset(room.people()) if room else frozenset()
        if self.several:
            at = time.monotonic()
            for (_, table), (people, until) in self._elsewhere.items():
                if table == table_id and until > at:
                    found |= people
        return found

    def count_connection(self, who: str) -> bool:
        """Count a connection. Returns False if somebody has too many."""
        if self._connections[who] >= self.limits.connections:
            return False
        self._connections[who] += 1
        return True

    def uncount_connection(self, who: str) -> None:
        """Uncount a connection."""
        self._connections[who] -= 1
        if not self._connections[who]:
            del self._connections[who]

    def connected(self, connection: AuthenticatedConnection) -> None:
        """Register a connection."""
        if connection.person is not None:
            self._listening.setdefault(connection.person.id, set()).add(connection)

    def disconnected(self, connection: AuthenticatedConnection) -> None:
        """Unregister a connection."""
        for person_id in [one for one, own in self._listening.items() if connection in own]:
            self._listening[person_id].discard(connection)
            if not self._listening[person_id]:
                del self._listening[person_id]

    async def recheck(self, person_id: str) -> None:
        """Close the connections of a person's ended sessions and tokens."""
        if self.several:
            message = Message(self.worker, "person", "", (person_id,))
            self._channels.publish(msgspec.json.encode(message), CHANNEL)
        await self._recheck(person_id)

    async def _recheck(self, person_id: str) -> None:
        for connection in list(self._listening.get(person_id, ())):
            await connection.check_session()

    def too_fast(self, who: str, rate: Rate) -> bool:
        """Whether somebody has exceeded a rate limit."""
        return self._limiter.take(who, rate) > 0

    def overworked(self, scope: Scope) -> bool:
        """Whether an address has used up its processor time."""
        return self._limiter.wait(work_key(scope), self.settings.limits.work) > 0

    def moved(self, room: Room) -> None:
        """Let a changed table's bots and standing orders continue."""
        self.driver.wake(room)

    def publish(self, room: Room) -> None:
        self._publish("moved", room, calls.owing(room.table))

    def publish_said(self, room: Room) -> None:
        self._publish("said", room)

    def publish_here(self, room: Room) -> None:
        self._publish("here", room, tuple(sorted(room.people())))

    def _publish(self, what: Literal["moved", "said", "here"], room: Room, people: tuple[str, ...] = ()) -> None:
        if self.several:
            self._channels.publish(msgspec.json.encode(Message(self.worker, what, room.id, people)), CHANNEL)

    async def _listen(self) -> None:
        """Listen to other processes. After a lost connection, read what was missed."""
        while True:
            try:
                async with self._channels.start_subscription(CHANNEL) as subscriber:
                    async for event in subscriber.iter_events():
                        if event == MISSED:
                            await self._read_what_was_missed()
                            continue
                        message = msgspec.json.decode(event, type=Message)
                        if message.worker != self.worker:
                            await self._handle(message)
            except Exception as error:
                log_failure(error, "the channel failed")
            await asyncio.sleep(1.0)
            await self._read_what_was_missed()

    async def _read_what_was_missed(self) -> None:
        for room in list(self._rooms.values()):
            await self._handle(Message("", "moved", room.id))

    async def _handle(self, message: Message) -> None:
        room = self._rooms.get(message.table)
        if message.what == "moved":
            self.bells.ring(message.people)
        if message.what == "person":
            for person_id in message.people:
                await self._recheck(person_id)
        elif message.what == "here":
            before = self.here(message.table)
            until = time.monotonic() + 3 * HEARTBEAT
            self._elsewhere[message.worker, message.table] = (frozenset(message.people), until)
            if not message.people:
                del self._elsewhere[message.worker, message.table]
            if room is not None and self.here(message.table) != before:
                room.send_info()
        elif room is not None:
            try:
                with room.used():
                    await writing.catch_up(room)
            except Exception as error:
                log_failure(error, f"cannot update table {message.table}")

    async def _look_for_changes(self) -> None:
        """Pick up changes that an operator made from the command line."""
        watched = [room for room in self._rooms.values() if room.watched]
        if not watched:
            return
        async with self.database.read() as connection:
            versions = await store.versions(connection, [room.id for room in watched])
        for room in watched:
            if versions.get(room.id, 0) > room.table.version:
                await self._handle(Message("", "moved", room.id))

    async def _heartbeat(self) -> None:
        """Announce who is here, and resume tables whose process has died."""
        for room in list(self._rooms.values()):
            if room.watched:
                self.publish_here(room)
        at = time.monotonic()
        for key in [key for key, (_, until) in self._elsewhere.items() if until < at]:
            del self._elsewhere[key]
        await self.driver.resume()


def write_cursor(cursor: Cursor) -> str:
    """Encode a cursor for a client."""
    return msgspec.json.encode(cursor).hex()


def read_cursor(text: str) -> Cursor | None:
    """Decode a client's cursor. None if it is invalid."""
    try:
        found = msgspec.json.decode(bytes.fromhex(text), type=Cursor)
        found.moved.astimezone(UTC)
    except (ValueError, OverflowError, msgspec.DecodeError):
        return None
    return found
