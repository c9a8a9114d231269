"""All tables of this process: opening them, keeping them while they are needed, and hearing of other processes."""

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from sandtable.core import savefile, verify
from sandtable.core.dice import SeededDice
from sandtable.core.savefile import BadFile
from sandtable.server.bots.pool import Pool
from sandtable.server.limits import Rate
from sandtable.server.part import Base
from sandtable.server.problems import problem
from sandtable.server.security import fresh_id
from sandtable.server.storage import handover, outbox
from sandtable.server.storage import tables as store
from sandtable.server.storage.tables import Cursor, Holder, Sheet, Show
from sandtable.server.tables import calls, seating, studying, timing
from sandtable.server.tables.building import AnyPlay, build, imported, summed_up, write_line
from sandtable.server.tables.driver import Driver
from sandtable.server.tables.listing import table_info
from sandtable.server.tables.play import Line
from sandtable.server.tables.room import CHAT, Room
from sandtable.server.tables.timekeeper import Timekeeper
from sandtable.server.wire import NewTable, Person, Phase, Problem, TableInfo, Tables
from sandtable.server.wire_study import Branch
from sandtable.server.wire_weeks import Turn

logger = logging.getLogger(__name__)

CHANNEL = "tables"
ID_LETTERS = 16
PAGE = 30
"""Tables on one page of a list."""
HEARTBEAT = 20.0
"""Seconds between two words about who is here, between processes; who is silent three times as long is gone."""
MOST_TURNS = 200
"""So many tables are told of to somebody who is waited for."""
THINKERS = 4
"""So many questions are thought about at once."""


class Heard(msgspec.Struct, frozen=True, omit_defaults=True):
    """What processes tell each other."""

    worker: str
    what: Literal["moved", "said", "here"]
    table: str
    people: tuple[str, ...] = ()


class House:
    """The tables of this process."""

    def __init__(self, base: Base) -> None:
        self.database = base.database
        self.shelf = base.shelf
        self.settings = base.settings
        self.limits = base.settings.tables
        self.clock = base.clock
        self.writes_letters = bool(base.settings.mail.host)
        self.delay = timedelta(seconds=base.settings.mail.delay)
        self.worker = fresh_id()
        self.several = bool(base.settings.channel)
        """Whether there are other processes at the same tables."""
        self.pool = Pool(base.settings.bots)
        self.asking = asyncio.Semaphore(THINKERS)
        self.driver = Driver(self)
        self.timekeeper = Timekeeper(self)
        self._channels = base.channels
        self._limiter = base.limiter
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._elsewhere: dict[tuple[str, str], tuple[frozenset[str], float]] = {}
        """For a worker and a table, who looks at it there, and until when that holds."""
        self._connections: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[Any]] = set()

    # its life

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """As long as the server runs."""
        async with self.database.write() as connection:
            await store.forget_keys(connection)
        await self.timekeeper.start()
        background = [asyncio.create_task(self.driver.resume()), asyncio.create_task(self.timekeeper.run())]
        if self.several:
            background += [asyncio.create_task(self._listen()), asyncio.create_task(self._heartbeat())]
        try:
            yield
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            await self.driver.close()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self.pool.close()

    async def see_through(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Finish what was begun, even if who asked for it goes away."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    # rooms

    @asynccontextmanager
    async def room(self, table_id: str) -> AsyncIterator[Room | None]:
        """A table, kept in memory while it is used; nothing if there is none."""
        room = self._rooms.get(table_id)
        if room is None:
            room = await self._open(table_id)
            if room is None:
                yield None
                return
            room = self._rooms.setdefault(table_id, room)  # it may have been cleared away since
        with room.used():
            if table_id in self._rooms:
                self._rooms.move_to_end(table_id)
            if self.several:
                await room.catch_up()
            yield room
        self._clear_away()

    async def _open(self, table_id: str) -> Room | None:
        """Two who come at once open the same room."""
        task = self._opening.get(table_id)
        if task is None:
            task = self._opening[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Room | None:
        async with self.database.read() as connection:
            sheet = await store.find(connection, table_id)
            game = self.shelf.find(sheet.game) if sheet else None
            if sheet is None or game is None:
                return None
            written = await store.lines(connection, table_id)
            sides = tuple(set(seating.side_of(game).values()))
            chat = await store.chatted(connection, table_id, sides, most=CHAT)
        play = await asyncio.to_thread(build, game, sheet, written)
        room = self._rooms[table_id] = Room(self, game, sheet, play, chat)
        return room

    def _clear_away(self) -> None:
        """Forget the tables that were used longest ago, if there are too many."""
        idle = [room for room in self._rooms.values() if not room.uses and not room.watched]
        for room in idle[: max(len(self._rooms) - self.limits.kept, 0)]:
            del self._rooms[room.id]
            self.pool.leave(room.id)

    # new tables

    async def create(self, person: Person, wanted: NewTable) -> TableInfo | Problem:
        """A new table; if nobody is waited for, the game begins."""
        game = self.shelf.find(wanted.game)
        if game is None:
            return problem(HTTPStatus.BAD_REQUEST, f"There is no game {wanted.game!r} here.")
        dice = SeededDice.fresh().provenance
        sheet = seating.new_sheet(fresh_id(ID_LETTERS), game, wanted, person, dice, self.clock())
        if isinstance(sheet, Problem):
            return sheet
        if seating.ready(sheet):
            sheet = seating.begun(sheet, game)
            if isinstance(sheet, Problem):
                return sheet
        return await self._add(person, sheet, build(game, sheet, ()))

    async def bring(self, person: Person, data: bytes, study: bool = False) -> TableInfo | Problem:
        """A game from a save file, with dice of its own. One that is not over waits for players.

        As a study it is its host's at once; one that was changed by hand can be nothing else.
        """
        found = await asyncio.to_thread(self._read, data)
        if isinstance(found, BadFile):
            return problem(HTTPStatus.BAD_REQUEST, f"This save file cannot be used: {found}", "bad-file")
        sheet, play = found
        if study or any(line.kind == "edit" for line in play.lines):
            seats = studying.own_seats(play.game.guide.box.seats_in(sheet.setup.scenario), person)
            phase: Phase = "playing" if sheet.phase == "waiting" else sheet.phase
            sheet = replace(sheet, study=True, phase=phase, holders=seats)
        return await self._add(person, replace(sheet, host=person), play)

    async def branch(self, room: Room, person: Person, wanted: Branch) -> TableInfo | Problem:
        """A study that begins at a moment of a game."""
        number = room.play.number if wanted.number is None else wanted.number
        found = await asyncio.to_thread(
            studying.branched,
            room.play,
            room.sheet,
            number,
            fresh_id(ID_LETTERS),
            person,
            wanted.title,
            self.clock(),
        )
        return found if isinstance(found, Problem) else await self._add(person, *found)

    def _read(self, data: bytes) -> tuple[Sheet, AnyPlay] | BadFile:
        record = savefile.decode(data, self.shelf.find)
        if isinstance(record, BadFile):
            return record
        verdict = verify.verify(record)
        if not verdict.good:
            return BadFile(verdict.says)
        record, dice = imported(record)
        game, at = record.game, self.clock()
        seats = game.guide.box.seats_in(record.setup.scenario)
        sheet = Sheet(
            id=fresh_id(ID_LETTERS),
            game=game.id,
            title=game.title[:80],
            setup=record.setup,
            phase="finished" if record.finished else "waiting",
            listed=False,
            host=Person(id="", name=""),
            dice=dice,
            made=at,
            moved=at,
            holders=tuple(Holder(seat=seat, place=place) for place, seat in enumerate(seats)),
        )
        play = build(game, sheet, ())
        play.take(
            Line(
                seq=n,
                kind="edit" if one.edit else "act",
                seat=one.seat,
                by="imported",
                at=at,
                action=one.action,
                events=one.events,
            )
            for n, one in enumerate(record.entries, 1)
        )
        return sheet, play

    async def rematch(self, room: Room, person: Person, swap: bool) -> TableInfo | Problem:
        """The same again. There is one rematch of a game, whoever asks for it first."""
        sheet = room.sheet
        if sheet.phase != "finished":
            return problem(HTTPStatus.CONFLICT, "The game is not over yet.")
        if not sheet.seats_of(person):
            return problem(HTTPStatus.FORBIDDEN, "Only who played can ask for a rematch.")
        if not sheet.next:
            plans = seating.again(sheet, room.game, person, swap)
            if isinstance(plans, Problem):
                return plans
            wanted = NewTable(
                game=sheet.game,
                scenario=sheet.setup.scenario,
                options=dict(sheet.setup.options),
                seats=dict(plans),
                title=sheet.title,
                listed=sheet.listed,
                study=sheet.study,
                clock=sheet.clock,
                rated=sheet.rated,
            )
            made = await self.create(person, wanted)
            if isinstance(made, Problem):
                return made
            await room.follow_with(made.id)
        async with self.room(room.sheet.next) as following:
            assert following is not None, "a rematch is a table"
            return following.info(person)

    async def _add(self, person: Person, sheet: Sheet, play: AnyPlay) -> TableInfo:
        sheet = summed_up(sheet, play)
        turn = play.game.guide.turn(play.record.view(None))
        new = timing.kept(sheet, sheet, turn, self.clock())
        async with self.database.write() as connection:
            await store.add(connection, new)
            await store.append(connection, sheet.id, map(write_line, play.lines))
            if self.writes_letters:
                nobody = replace(sheet, holders=tuple(replace(one, owes=False) for one in sheet.holders))
                await outbox.call(connection, sheet.id, calls.calls(nobody, new), self.clock(), self.delay)
        async with self.room(sheet.id) as room:
            assert room is not None, "it was added just now"
            self.moved(room)
            return room.info(person)

    # lists

    async def tables(self, person: Person | None, show: Show, game: str, after: Cursor | None) -> Tables:
        """A page of a list."""
        async with self.database.read() as connection:
            sheets, more = await store.listed(connection, show, person, game, after, PAGE)
        return Tables(
            tables=tuple(table_info(sheet, person, self.here(sheet.id), self.clock()) for sheet in sheets),
            more=write_cursor(more) if more else "",
        )

    async def turns(self, person: Person) -> tuple[Turn, ...]:
        """Where a person is waited for."""
        async with self.database.read() as connection:
            sheets = await store.waiting_for(connection, person.id, MOST_TURNS)
        return tuple(timing.turn_of(sheet, person, self.clock()) for sheet in sheets)

    # people

    async def keep_time(self, person: Person) -> None:
        """A person's vacation has changed."""
        async with self.database.read() as connection:
            found = await store.of_person(connection, person.id)
        for table_id in found:
            async with self.room(table_id) as room:
                if room is not None and room.sheet.clock is not None:
                    await room.keep_time()

    async def bring_along(self, guest: Person, person: Person) -> None:
        """A guest turns out to be somebody we know: their tables, seats and words are that person's."""
        async with self.database.write() as connection:
            moved = await handover.bring_along(connection, guest, person)
        await self._reread(moved)

    async def forget(self, person: Person) -> None:
        """A person goes for good: bots take their seats, and their name is nowhere any more."""
        async with self.database.read() as connection:
            found = await store.of_person(connection, person.id)
        for table_id in found:
            async with self.room(table_id) as room:
                if room is not None:
                    await room.clear_seats(person)
        async with self.database.write() as connection:
            moved = await handover.forget(connection, person)
        await self._reread(moved)

    async def _reread(self, table_ids: Iterable[str]) -> None:
        for table_id in table_ids:
            if table_id in self._rooms:
                async with self.room(table_id) as room:
                    if room is not None:
                        await room.reread()

    # who is here, and what is told

    def here(self, table_id: str) -> frozenset[str]:
        """Ids of the people who look at a table now, from any process."""
        room = self._rooms.get(table_id)
        found = frozenset(room.people()) if room else frozenset()
        if self.several:
            at = time.monotonic()
            for (_, table), (people, until) in self._elsewhere.items():
                if table == table_id and until > at:
                    found |= people
        return found

    def admit(self, who: str) -> bool:
        """One more connection of somebody; whether that is not too many."""
        if self._connections[who] >= self.limits.connections:
            return False
        self._connections[who] += 1
        return True

    def dismiss(self, who: str) -> None:
        """One less."""
        self._connections[who] -= 1
        if not self._connections[who]:
            del self._connections[who]

    def too_fast(self, who: str, rate: Rate) -> bool:
        """Whether somebody should wait before the next one."""
        return self._limiter.take(who, rate) > 0

    def moved(self, room: Room) -> None:
        """Something changed at a table: whoever owes a decision and is no person goes on."""
        self.driver.wake(room)

    def publish(self, room: Room) -> None:
        self._publish("moved", room)

    def publish_said(self, room: Room) -> None:
        self._publish("said", room)

    def publish_here(self, room: Room) -> None:
        self._publish("here", room, tuple(sorted(room.people())))

    def _publish(self, what: Literal["moved", "said", "here"], room: Room, people: tuple[str, ...] = ()) -> None:
        if self.several:
            self._channels.publish(msgspec.json.encode(Heard(self.worker, what, room.id, people)), CHANNEL)

    async def _listen(self) -> None:
        """Hear what other processes tell; after a lost connection what was missed is read."""
        while True:
            try:
                async with self._channels.start_subscription(CHANNEL) as subscriber:
                    async for event in subscriber.iter_events():
                        heard = msgspec.json.decode(event, type=Heard)
                        if heard.worker != self.worker:
                            await self._heed(heard)
            except Exception:
                logger.exception("the channel between the servers is broken")
            await asyncio.sleep(1.0)
            for room in list(self._rooms.values()):
                await self._heed(Heard("", "moved", room.id))

    async def _heed(self, heard: Heard) -> None:
        room = self._rooms.get(heard.table)
        if heard.what == "here":
            before = self.here(heard.table)
            until = time.monotonic() + 3 * HEARTBEAT
            self._elsewhere[heard.worker, heard.table] = (frozenset(heard.people), until)
            if not heard.people:
                del self._elsewhere[heard.worker, heard.table]
            if room is not None and self.here(heard.table) != before:
                room.tell_info()
        elif room is not None:
            try:
                with room.used():
                    await room.catch_up()
            except Exception:
                logger.exception("table %s could not be brought up to date", heard.table)

    async def _heartbeat(self) -> None:
        """Say again who is here, and look after tables whose process has died."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for room in list(self._rooms.values()):
                if room.watched:
                    self.publish_here(room)
            at = time.monotonic()
            for key in [key for key, (_, until) in self._elsewhere.items() if until < at]:
                del self._elsewhere[key]
            await self.driver.resume()


def write_cursor(cursor: Cursor) -> str:
    """A place in a list, as a client keeps it."""
    return msgspec.json.encode(cursor).hex()


def read_cursor(text: str) -> Cursor | None:
    """The place that a client kept; nothing if it is none."""
    try:
        return msgspec.json.decode(bytes.fromhex(text), type=Cursor)
    except (ValueError, msgspec.DecodeError):
        return None
