"""Tables in the database: who sits where, the log, keys that were used, chat, and lists of tables.

Functions on an open connection, so that several of them make one transaction.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, cast

import msgspec
from sqlalchemy import (
    ColumnElement,
    CursorResult,
    Row,
    Select,
    and_,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.core.decision import Seat
from sandtable.core.dice import Provenance
from sandtable.core.game import Setup
from sandtable.server.storage.accounts import folded
from sandtable.server.storage.moment import now
from sandtable.server.storage.schema import chat, drivers, keys, log, people, seats, tables, vacations
from sandtable.server.storage.timers import Holiday, Timer
from sandtable.server.wire import Clock, Person, Phase, Said

Show = Literal["mine", "open", "live", "finished", "studies"]

KEYS_LAST = timedelta(days=7)
"""So long a retry is known again."""


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """A seat at a table, and who plays it."""

    seat: Seat
    place: int
    person: Person | None = None
    bot: str = ""
    invited: str = ""
    entropy: str = ""
    standing: str | None = None
    """Standing orders, as JSON."""
    given: int = 0
    owes: bool = False
    conceded: bool = False
    timer: Timer = Timer()
    began: str = ""
    """The id of the person whose seat it was when the game began."""
    away: tuple[Holiday, ...] = ()
    """When the person is on vacation."""

    @property
    def free(self) -> bool:
        """Whether anybody may sit down here."""
        return self.person is None and not self.bot and not self.invited


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """All that is kept of a table, but for its log and its chat."""

    id: str
    game: str
    title: str
    setup: Setup
    phase: Phase
    listed: bool
    host: Person
    dice: Provenance
    made: datetime
    moved: datetime
    next: str = ""
    study: bool = False
    """Its host's alone: every seat is theirs, and the position may be changed by hand."""
    source: str = ""
    """The table that it branched from."""
    moment: int = 0
    """After so many of that table's decisions."""
    version: int = 0
    """Grows with every change."""
    seq: int = 0
    turn: tuple[Seat, ...] = ()
    headline: str = ""
    winner: str = ""
    clock: Clock | None = None
    rated: bool = False
    stretch: str = ""
    """Which turn it is, as the game calls it."""
    due: datetime | None = None
    """When a clock must be looked at next."""
    holders: tuple[Holder, ...] = ()

    def holder(self, seat: Seat) -> Holder | None:
        return next((one for one in self.holders if one.seat == seat), None)

    def seats_of(self, person: Person | None) -> tuple[Seat, ...]:
        """The seats of a person, in the order of the game."""
        if person is None:
            return ()
        return tuple(one.seat for one in self.holders if one.person is not None and one.person.id == person.id)

    def with_holder(self, holder: Holder) -> "Sheet":
        """The same table with somebody else in a seat."""
        changed = tuple(holder if one.seat == holder.seat else one for one in self.holders)
        return msgspec.structs.replace(self, holders=changed)


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the log as it is kept."""

    seq: int
    kind: Literal["act", "undo", "edit"]
    seat: Seat
    by: str
    person: str | None
    key: str
    action: str
    events: str
    back: int
    reason: str
    at: datetime


class Cursor(msgspec.Struct, frozen=True, array_like=True):
    """Where a list goes on."""

    owes: int
    moved: datetime
    id: str


_HOST = people.alias("host")
_SHEET = select(tables, _HOST.c.name.label("host_name"), _HOST.c.password.is_(None).label("host_guest")).join_from(
    tables, _HOST, _HOST.c.id == tables.c.host_id
)
_HOLDERS = (
    select(seats, people.c.name.label("person_name"), people.c.password.is_(None).label("person_guest"))
    .join_from(seats, people, people.c.id == seats.c.person_id, isouter=True)
    .order_by(seats.c.place)
)


# -- tables and seats


async def find(connection: AsyncConnection, table_id: str) -> Sheet | None:
    """A table."""
    row = (await connection.execute(_SHEET.where(tables.c.id == table_id))).one_or_none()
    if row is None:
        return None
    held = (await connection.execute(_HOLDERS.where(seats.c.table_id == table_id))).all()
    return _sheet(row, held, await _holidays(connection, [one.person_id for one in held]))


async def add(connection: AsyncConnection, sheet: Sheet) -> None:
    """A new table with its seats."""
    await connection.execute(insert(tables).values(id=sheet.id, host_id=sheet.host.id, **_columns(sheet)))
    await connection.execute(
        insert(seats),
        [{"table_id": sheet.id, "seat": one.seat, **_seat_columns(one)} for one in sheet.holders],
    )


async def version(connection: AsyncConnection, table_id: str) -> int | None:
    """How often a table has been changed."""
    query = select(tables.c.version).where(tables.c.id == table_id)
    return cast(int | None, (await connection.execute(query)).scalar_one_or_none())


async def lock(connection: AsyncConnection, table_id: str) -> None:
    """Nobody else changes a table, or talks at it, until the transaction ends."""
    await connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())


async def change(connection: AsyncConnection, old: Sheet, new: Sheet) -> bool:
    """Write down what is different, if the table is still as ``old`` says; whether it was.

    From then on nobody else can change it until the transaction ends.
    """
    before, after = _columns(old), _columns(new)
    changed = {name: value for name, value in after.items() if value != before[name]}
    still = update(tables).where(tables.c.id == old.id, tables.c.version == old.version)
    done: CursorResult[Any] = await connection.execute(still.values(**changed))
    if not done.rowcount:
        return False
    for one, was in zip(new.holders, old.holders, strict=True):
        if one != was:
            await connection.execute(
                update(seats)
                .where(seats.c.table_id == new.id, seats.c.seat == one.seat)
                .values(**_seat_columns(one))
            )
    return True


async def person_named(connection: AsyncConnection, name: str) -> Person | None:
    """Who has this name."""
    query = select(people.c.id, people.c.name, people.c.password.is_(None).label("guest")).where(
        people.c.folded == folded(name)
    )
    row = (await connection.execute(query)).one_or_none()
    return Person(id=row.id, name=row.name, guest=bool(row.guest)) if row else None


# -- the log


async def lines(connection: AsyncConnection, table_id: str, after: int = 0) -> list[Written]:
    """The log after a line."""
    query = select(log).where(log.c.table_id == table_id, log.c.seq > after).order_by(log.c.seq)
    return [
        Written(
            seq=row.seq,
            kind=row.kind,
            seat=row.seat,
            by=row.by,
            person=row.person_id,
            key=row.key,
            action=row.action,
            events=row.events,
            back=row.back,
            reason=row.reason,
            at=row.at,
        )
        for row in await connection.execute(query)
    ]


async def append(connection: AsyncConnection, table_id: str, written: Iterable[Written]) -> None:
    """Add to the log. A number that is taken already is an ``IntegrityError``."""
    rows = [
        {
            "table_id": table_id,
            "seq": one.seq,
            "kind": one.kind,
            "seat": one.seat,
            "by": one.by,
            "person_id": one.person,
            "key": one.key,
            "action": one.action,
            "events": one.events,
            "back": one.back,
            "reason": one.reason,
            "at": one.at,
        }
        for one in written
    ]
    if rows:
        await connection.execute(insert(log), rows)


async def answer_to(connection: AsyncConnection, table_id: str, person_id: str, key: str) -> str | None:
    """What the first request with this key was told; nothing: it is the first."""
    query = select(keys.c.answer).where(
        keys.c.table_id == table_id, keys.c.person_id == person_id, keys.c.key == key
    )
    return cast(str | None, (await connection.execute(query)).scalar_one_or_none())


async def remember(connection: AsyncConnection, table_id: str, person_id: str, key: str, answer: str) -> None:
    """Keep an answer, so that a retry gets the same."""
    await connection.execute(
        insert(keys).values(table_id=table_id, person_id=person_id, key=key, answer=answer, at=now())
    )


async def forget_keys(connection: AsyncConnection) -> None:
    """Retries do not come that late."""
    await connection.execute(delete(keys).where(keys.c.at < now() - KEYS_LAST))


# -- chat


async def say(connection: AsyncConnection, table_id: str, person: Person, text: str, side: str) -> Said:
    """One more line of chat; the table must be locked."""
    last = select(func.coalesce(func.max(chat.c.id), 0)).where(chat.c.table_id == table_id)
    number = (await connection.execute(last)).scalar_one() + 1
    said = Said(id=number, person=person.name, at=now(), text=text, side=side)
    await connection.execute(
        insert(chat).values(
            table_id=table_id,
            id=number,
            person_id=person.id,
            name=person.name,
            text=text,
            side=side,
            at=said.at,
        )
    )
    return said


async def chatted(
    connection: AsyncConnection, table_id: str, sides: Sequence[str], after: int = 0, most: int = 100
) -> tuple[Said, ...]:
    """The last lines of chat that somebody of these sides may read."""
    query = (
        select(chat)
        .where(chat.c.table_id == table_id, chat.c.id > after, chat.c.side.in_(["", *sides]))
        .order_by(chat.c.id.desc())
        .limit(most)
    )
    rows = (await connection.execute(query)).all()
    return tuple(
        Said(id=row.id, person=row.name, at=row.at, text=row.text, side=row.side) for row in reversed(rows)
    )


# -- lists


async def listed(
    connection: AsyncConnection, show: Show, person: Person | None, game: str, after: Cursor | None, most: int
) -> tuple[list[Sheet], Cursor | None]:
    """A page of a list of tables, and where the next one begins."""
    mine: ColumnElement[bool] = literal(False)
    owes: ColumnElement[int] = literal(0)
    if person is not None:
        own = and_(seats.c.table_id == tables.c.id, seats.c.person_id == person.id)
        asked = and_(seats.c.table_id == tables.c.id, seats.c.invited == folded(person.name))
        mine = or_(exists().where(own), exists().where(asked), tables.c.host_id == person.id)
        if show == "mine":
            owes = case((exists().where(own, seats.c.owes, seats.c.bot == ""), 1), else_=0)
    page = (
        _SHEET.add_columns(owes.label("owing"))
        .where(_shown(show, mine))
        .order_by(owes.desc(), tables.c.moved.desc(), tables.c.id.desc())
        .limit(most + 1)
    )
    if game:
        page = page.where(tables.c.game == game)
    if after is not None:
        page = page.where(_below(owes, after))
    rows = (await connection.execute(page)).all()
    more = rows[most - 1] if len(rows) > most else None
    rows = rows[:most]
    sheets = await _sheets(connection, rows)
    return sheets, Cursor(more.owing, more.moved, more.id) if more else None


async def waiting_for(connection: AsyncConnection, person_id: str, most: int) -> list[Sheet]:
    """Tables where a person owes a decision, those that have waited longest first."""
    owing = exists().where(
        seats.c.table_id == tables.c.id, seats.c.person_id == person_id, seats.c.owes, seats.c.bot == ""
    )
    in_play = _SHEET.where(tables.c.phase == "playing", ~tables.c.study, owing)
    query = in_play.order_by(tables.c.moved, tables.c.id).limit(most)
    return await _sheets(connection, (await connection.execute(query)).all())


async def of_person(connection: AsyncConnection, person_id: str) -> list[str]:
    """Tables that are not over where a person has a seat, or that they have opened."""
    own = exists().where(seats.c.table_id == tables.c.id, seats.c.person_id == person_id)
    query = select(tables.c.id).where(
        tables.c.phase.in_(("waiting", "playing")), or_(own, tables.c.host_id == person_id)
    )
    return list((await connection.execute(query)).scalars())


async def due_by(connection: AsyncConnection, at: datetime) -> list[str]:
    """Tables in play whose clocks must be looked at."""
    query = select(tables.c.id).where(tables.c.due <= at, tables.c.phase == "playing").order_by(tables.c.due)
    return list((await connection.execute(query)).scalars())


async def _sheets(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> list[Sheet]:
    by_table = await _holders_of(connection, [row.id for row in rows])
    people_ids = {one.person_id for held in by_table.values() for one in held}
    away = await _holidays(connection, people_ids)
    return [_sheet(row, by_table.get(row.id, ()), away) for row in rows]


async def _holidays(connection: AsyncConnection, ids: Iterable[str | None]) -> Mapping[str, tuple[Holiday, ...]]:
    """When these people are on vacation, and were lately."""
    known = {one for one in ids if one is not None}
    found: dict[str, tuple[Holiday, ...]] = {}
    if known:
        query = (
            select(vacations)
            .where(vacations.c.person_id.in_(known), vacations.c.ends > vacations.c.begins)
            .order_by(vacations.c.begins)
        )
        for row in await connection.execute(query):
            found[row.person_id] = (*found.get(row.person_id, ()), Holiday(row.begins, row.ends))
    return found


def _shown(show: Show, mine: ColumnElement[bool]) -> ColumnElement[bool]:
    phase = tables.c.phase
    if show == "studies":
        return and_(mine, tables.c.study)
    return and_(~tables.c.study, _shown_game(show, mine, phase))


def _shown_game(show: Show, mine: ColumnElement[bool], phase: ColumnElement[str]) -> ColumnElement[bool]:
    match show:
        case "mine":
            return and_(mine, phase.in_(("waiting", "playing")))
        case "open":
            free = exists().where(
                seats.c.table_id == tables.c.id,
                seats.c.person_id.is_(None),
                seats.c.bot == "",
                seats.c.invited == "",
            )
            return and_(tables.c.listed, phase.in_(("waiting", "playing")), free)
        case "live":
            return and_(tables.c.listed, phase == "playing")
        case _:
            return and_(or_(tables.c.listed, mine), phase == "finished")


def _below(owes: ColumnElement[int], after: Cursor) -> ColumnElement[bool]:
    later = tuple_(tables.c.moved, tables.c.id) < tuple_(
        literal(after.moved, tables.c.moved.type), literal(after.id)
    )
    return or_(owes < after.owes, and_(owes == after.owes, later))


async def _holders_of(connection: AsyncConnection, ids: Sequence[str]) -> Mapping[str, list[Row[Any]]]:
    found: dict[str, list[Row[Any]]] = {}
    if ids:
        query: Select[Any] = _HOLDERS.where(seats.c.table_id.in_(ids))
        for row in await connection.execute(query):
            found.setdefault(row.table_id, []).append(row)
    return found


# -- bots


async def waiting_for_bots(connection: AsyncConnection) -> list[str]:
    """Tables in play where something must be decided that no person decides."""
    due = exists().where(
        seats.c.table_id == tables.c.id,
        seats.c.owes,
        or_(seats.c.bot != "", seats.c.standing.is_not(None)),
    )
    query = select(tables.c.id).where(tables.c.phase == "playing", due).order_by(tables.c.moved.desc())
    return list((await connection.execute(query)).scalars())


async def claim(connection: AsyncConnection, table_id: str, worker: str, length: timedelta) -> bool:
    """Become the one worker that lets the bots of a table play, for so long; whether that worked."""
    at = now()
    free = or_(drivers.c.worker == worker, drivers.c.until < at)
    taken: CursorResult[Any] = await connection.execute(
        update(drivers).where(drivers.c.table_id == table_id, free).values(worker=worker, until=at + length)
    )
    if taken.rowcount:
        return True
    known = (await connection.execute(select(drivers.c.worker).where(drivers.c.table_id == table_id))).first()
    if known is not None:
        return False
    await connection.execute(insert(drivers).values(table_id=table_id, worker=worker, until=at + length))
    return True


async def release(connection: AsyncConnection, worker: str) -> None:
    """Give back everything that a worker has claimed."""
    await connection.execute(delete(drivers).where(drivers.c.worker == worker))


# -- rows


def _sheet(row: Row[Any], held: Iterable[Row[Any]], away: Mapping[str, tuple[Holiday, ...]]) -> Sheet:
    return Sheet(
        id=row.id,
        game=row.game,
        title=row.title,
        setup=msgspec.json.decode(row.setup, type=Setup),
        phase=row.phase,
        listed=bool(row.listed),
        host=Person(id=row.host_id, name=row.host_name, guest=bool(row.host_guest)),
        dice=msgspec.json.decode(row.dice, type=Provenance),
        made=row.made,
        moved=row.moved,
        next=row.next_id or "",
        study=bool(row.study),
        source=row.source,
        moment=row.moment,
        version=row.version,
        seq=row.seq,
        turn=msgspec.json.decode(row.turn, type=tuple[str, ...]),
        headline=row.headline,
        winner=row.winner,
        clock=msgspec.json.decode(row.clock, type=Clock) if row.clock else None,
        rated=bool(row.rated),
        stretch=row.stretch,
        due=row.due,
        holders=tuple(_holder(one, away) for one in held),
    )


def _holder(row: Row[Any], away: Mapping[str, tuple[Holiday, ...]]) -> Holder:
    person = None
    if row.person_id is not None:
        person = Person(id=row.person_id, name=row.person_name, guest=bool(row.person_guest))
    return Holder(
        seat=row.seat,
        place=row.place,
        person=person,
        bot=row.bot,
        invited=row.invited_name,
        entropy=row.entropy,
        standing=row.standing,
        given=row.given,
        owes=bool(row.owes),
        conceded=bool(row.conceded),
        timer=msgspec.json.decode(row.timer, type=Timer) if row.timer else Timer(),
        began=row.began,
        away=away.get(row.person_id, ()),
    )


def _columns(sheet: Sheet) -> dict[str, Any]:
    return {
        "game": sheet.game,
        "title": sheet.title,
        "setup": msgspec.json.encode(sheet.setup).decode(),
        "phase": sheet.phase,
        "listed": sheet.listed,
        "dice": msgspec.json.encode(sheet.dice).decode(),
        "made": sheet.made,
        "moved": sheet.moved,
        "next_id": sheet.next or None,
        "study": sheet.study,
        "source": sheet.source,
        "moment": sheet.moment,
        "version": sheet.version,
        "seq": sheet.seq,
        "turn": msgspec.json.encode(sheet.turn).decode(),
        "headline": sheet.headline,
        "winner": sheet.winner,
        "clock": msgspec.json.encode(sheet.clock).decode() if sheet.clock else None,
        "rated": sheet.rated,
        "stretch": sheet.stretch,
        "due": sheet.due,
    }


def _seat_columns(holder: Holder) -> dict[str, Any]:
    return {
        "place": holder.place,
        "person_id": holder.person.id if holder.person else None,
        "bot": holder.bot,
        "invited": folded(holder.invited) if holder.invited else "",
        "invited_name": holder.invited,
        "entropy": holder.entropy,
        "standing": holder.standing,
        "given": holder.given,
        "owes": holder.owes,
        "conceded": holder.conceded,
        "timer": msgspec.json.encode(holder.timer).decode(),
        "began": holder.began,
    }
