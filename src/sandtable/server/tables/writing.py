"""How a table changes, and how a room catches up with changes by other workers.

The order is always the same. The change is tried on a draft. The draft's new lines, the request's key and the
summary for lists are written in one transaction, which succeeds only if nobody else has changed the table. Then
the draft becomes the play, and everybody is notified. What can't be written hasn't happened.
"""

from collections.abc import Awaitable, Callable
from time import thread_time

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.core.dice import NoDice
from sandtable.server import metering, wire
from sandtable.server.storage import chat as chat_store
from sandtable.server.storage import log as log_store
from sandtable.server.storage import outbox
from sandtable.server.storage import tables as store
from sandtable.server.storage.tables import StoredTable
from sandtable.server.tables import calls, seating, timing
from sandtable.server.tables.audience import encode
from sandtable.server.tables.building import build, read_line, write_line
from sandtable.server.tables.drafts import Draft, conflict, no_dice
from sandtable.server.tables.room import CHAT, Room
from sandtable.server.wire import Done, Person, Problem

TRIES = 5
"""Attempts at a change when other workers are faster."""
SLOW = 0.03
"""CPU seconds of a decision from which on a table's decisions are worked out in a thread."""

Think = Callable[[], Draft | Problem]
Also = Callable[[AsyncConnection], Awaitable[None]]
"""What else to write in the same transaction."""


class Once(msgspec.Struct, frozen=True):
    """An idempotency key."""

    person: str
    key: str


async def write_once(room: Room, person: Person, key: str, think: Think, *, apart: bool = False) -> Done | Problem:
    """Apply a change once per key: a retry gets the same response."""
    done = await write(room, think, Once(person.id, key), apart=apart)
    return Done(key=key, seq=done.play.seq, dropped=done.dropped) if isinstance(done, Draft) else done


async def write_for(
    room: Room, person: Person, think: Think, also: Also | None = None, *, apart: bool = False
) -> wire.TableInfo | Problem:
    """Write a change. Returns the table afterwards, as the person sees it."""
    done = await write(room, think, apart=apart, also=also)
    return done if isinstance(done, Problem) else room.info(person)


async def write(
    room: Room, think: Think, once: Once | None = None, *, apart: bool = False, also: Also | None = None
) -> Draft | Done | Problem:
    """Compute a change, write it, adopt it. Starts over if another worker was faster.

    Returns the draft; if the key was used before, the earlier response. ``apart``: compute in a thread, since it
    may be slow.
    """
    async with room.lock:
        for _ in range(TRIES):
            draft = await _think(room, think, apart)
            if isinstance(draft, Draft):
                table = _timed(room, draft)
                draft = replace(draft, table=replace(table, version=room.table.version + 1))
                if await _written(room, draft, once, also):
                    room.unsettled = draft.unsettled
                    room.adopt(draft.play, draft.table)
                    room.table_manager.publish(room)
                    return draft
            async with room.table_manager.database.read() as connection:
                answered = once and await log_store.answer_to(connection, room.id, once.person, once.key)
                current = await store.version(connection, room.id) == room.table.version
            if answered:
                return msgspec.json.decode(answered, type=Done)
            if current and isinstance(draft, Problem):
                return draft
            await _catch_up(room)
        return conflict()


def _timed(room: Room, draft: Draft) -> StoredTable:
    turn = room.game.guide.turn(draft.play.record.view(None))
    return timing.with_clocks(room.table, draft.table, turn, room.table_manager.clock())


async def _think(room: Room, think: Think, apart: bool) -> Draft | Problem:
    try:
        if apart or room.slow or any(one.standing is not None for one in room.table.holders):
            return await metering.apart(think)
        began = thread_time()
        draft = think()
        room.slow = thread_time() - began > SLOW
        return draft
    except NoDice:
        return no_dice()


async def _written(room: Room, draft: Draft, once: Once | None, also: Also | None) -> bool:
    """Write a draft. Returns whether the table was unchanged and the key new."""
    manager, table = room.table_manager, room.table
    new = [write_line(line) for line in draft.play.lines[room.play.seq :]] if draft.play is not room.play else []
    news = calls.calls(table, draft.table) if manager.notifies else ()
    at = manager.clock()

    def write(connection: Connection) -> bool:
        if not store.change(connection, table, draft.table):
            return False
        log_store.append(connection, table.id, new)
        outbox.call(connection, table.id, news, at, manager.delays)
        if once is not None:
            done = encode(Done(key=once.key, seq=draft.play.seq, dropped=draft.dropped)).decode()
            log_store.remember(connection, table.id, once.person, once.key, done)
        return True

    try:
        if also is None:
            return await manager.database.transact(write)
        async with manager.database.write() as connection:
            if not await connection.run_sync(write):
                return False
            await also(connection)
    except IntegrityError:
        return False
    return True


# -- catching up


async def greet(room: Room, person: Person | None) -> None:
    """Admit somebody. If they have been renamed, everybody is sent the new name."""
    known = {one.person.id: one.person for one in room.table.holders if one.person is not None}
    if person is not None and known.get(person.id, person) != person:
        await catch_up(room)


async def catch_up(room: Room) -> None:
    """Read what other workers have written."""
    async with room.lock:
        await _catch_up(room)


async def reread(room: Room) -> None:
    """Reload the table after people were renamed or merged."""
    async with room.lock:
        await _catch_up(room, whole=True)
    room.table_manager.publish(room)


async def _catch_up(room: Room, *, whole: bool = False) -> None:
    async with room.table_manager.database.read() as connection:
        table = await store.find(connection, room.id)
        assert table is not None, "tables are not deleted"
        again = whole or table.setup != room.table.setup or table.dice != room.table.dice
        written = await log_store.lines(connection, room.id, 0 if again else room.play.seq)
        said = await chat_store.chatted(
            connection,
            room.id,
            seating.sides(room.game),
            0 if whole else room.last_said,
            CHAT,
        )
    if again:
        play = await metering.apart(build, room.game, table, written)
    else:
        play = room.play
        if written:
            play = play.draft()
            play.take(read_line(room.game, one) for one in written)
    room.adopt(play, table)
    if whole:
        room.chat = said
    else:
        room.add_chat(said)
