"""Tables in the database: their seats, who serves them, and lists of tables. ``log`` and ``chat`` have the rest.

Functions on an open connection, so that several can share a transaction. Those that write a decision are
synchronous: ``Database.transact`` runs them in one go.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta
from sqlalchemy import (
    ColumnElement,
    Connection,
    CursorResult,
    Row,
    Select,
    Update,
    and_,
    bindparam,
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
from sandtable.server.storage.schema import drivers, exclusions, log, people, seats, tables, vacations
from sandtable.server.storage.timers import Holiday, Timer
from sandtable.server.wire import Clock, Person, Phase

Show = Literal["mine", "open", "live", "finished", "studies"]


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
    """The id of the person who had the seat at the start of the game."""
    away: tuple[Holiday, ...] = ()
    """When the person is on vacation."""

    @property
    def free(self) -> bool:
        """Whether the seat is free."""
        return self.person is None and not self.bot and not self.invited


class Exclusion(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody the host has muted; ``removed``: they can't sit down either."""

    person: Person
    removed: bool
    why: str = ""


ANY_SIDE = "any"


class StoredTable(msgspec.Struct, frozen=True, kw_only=True):
    """A stored table, without its log and chat."""

    id: str
    game: str
    edition: str = ""
    """The edition of the game's files when the table was made; empty: unknown."""
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
    """A study: every seat is the host's, and the position can be edited."""
    source: str = ""
    """The table it branched from."""
    moment: int = 0
    """How many of that table's decisions it starts with."""
    version: int = 0
    """Incremented with every change."""
    seq: int = 0
    turn: tuple[Seat, ...] = ()
    headline: str = ""
    winner: str = ""
    clock: Clock | None = None
    rated: bool = False
    pairing: str = ""
    """The side its host wants while waiting for an opponent, or :data:`ANY_SIDE`; empty: no quick pairing."""
    stretch: str = ""
    """The current turn's id, from the game."""
    due: datetime | None = None
    """When a clock must be checked next."""
    closed: str = ""
    """Why it was closed, if a reason was given."""
    puzzle: str = ""
    """The puzzle that this study sets."""
    holders: tuple[Holder, ...] = ()
    excluded: tuple[Exclusion, ...] = ()

    @property
    def bots_only(self) -> bool:
        """Whether bots play all seats."""
        return all(one.bot for one in self.holders)

    def holder(self, seat: Seat) -> Holder | None:
        return next((one for one in self.holders if one.seat == seat), None)

    def exclusion(self, person: Person | None) -> Exclusion | None:
        """Whether the host has muted or removed somebody, and why."""
        return next((one for one in self.excluded if person is not None and one.person.id == person.id), None)

    def seats_of(self, person: Person | None) -> tuple[Seat, ...]:
        """A person's seats, in the game's order."""
        if person is None:
            return ()
        return tuple(one.seat for one in self.holders if one.person is not None and one.person.id == person.id)

    def with_holder(self, holder: Holder) -> "StoredTable":
        """The same table with one seat replaced."""
        changed = tuple(holder if one.seat == holder.seat else one for one in self.holders)
        return msgspec.structs.replace(self, holders=changed)


class Cursor(msgspec.Struct, frozen=True, array_like=True):
    """A position in a list."""

    owes: Annotated[int, Meta(ge=0, le=1)]
    moved: datetime
    id: Annotated[str, Meta(max_length=24, pattern=r"^[a-z0-9]*$")]


_HOST = people.alias("host")
_TABLE = select(tables, _HOST.c.name.label("host_name"), _HOST.c.password.is_(None).label("host_guest")).join_from(
    tables, _HOST, _HOST.c.id == tables.c.host_id
)
_HOLDERS = (
    select(seats, people.c.name.label("person_name"), people.c.password.is_(None).label("person_guest"))
    .join_from(seats, people, people.c.id == seats.c.person_id, isouter=True)
    .order_by(seats.c.place)
)
_EXCLUDED = (
    select(exclusions, people.c.name.label("person_name"), people.c.password.is_(None).label("person_guest"))
    .join_from(exclusions, people, people.c.id == exclusions.c.person_id)
    .order_by(people.c.name)
)


_PLAYED = exists().where(seats.c.table_id == tables.c.id, seats.c.bot == "")
"""Whether a person plays at a table."""


# -- tables and seats


async def find(connection: AsyncConnection, table_id: str) -> StoredTable | None:
    """A table."""
    row = (await connection.execute(_TABLE.where(tables.c.id == table_id))).one_or_none()
    if row is None:
        return None
    return (await _stored_tables(connection, [row]))[0]


async def add(connection: AsyncConnection, table: StoredTable) -> None:
    """Add a table with its seats."""
    await connection.execute(insert(tables).values(id=table.id, host_id=table.host.id, **_columns(table)))
    await connection.execute(
        insert(seats),
        [{"table_id": table.id, "seat": one.seat, **_seat_columns(one)} for one in table.holders],
    )


async def version(connection: AsyncConnection, table_id: str) -> int | None:
    """A table's version."""
    query = select(tables.c.version).where(tables.c.id == table_id)
    return cast(int | None, (await connection.execute(query)).scalar_one_or_none())


async def versions(connection: AsyncConnection, table_ids: Iterable[str]) -> Mapping[str, int]:
    """The versions of these tables."""
    query = select(tables.c.id, tables.c.version).where(tables.c.id.in_(list(table_ids)))
    return {row.id: row.version for row in await connection.execute(query)}


async def lock(connection: AsyncConnection, table_id: str) -> None:
    """Lock a table against changes and chat until the transaction ends."""
    await connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())


def change(connection: Connection, old: StoredTable, new: StoredTable) -> bool:
    """Update a table, if it is still as in ``old``. Returns whether it was.

    The table is then locked until the transaction ends.
    """
    changed = _difference(_columns(old), _columns(new))
    done = connection.execute(
        _update_table(tuple(changed)), {"the_id": old.id, "the_version": old.version, **changed}
    )
    if not done.rowcount:
        return False
    for one, was in zip(new.holders, old.holders, strict=True):
        changed = _difference(_seat_columns(was), _seat_columns(one)) if one != was else {}
        if changed:
            update_seat = _update_seat(tuple(changed))
            connection.execute(update_seat, {"the_id": new.id, "the_seat": one.seat, **changed})
    if new.excluded != old.excluded:
        connection.execute(delete(exclusions).where(exclusions.c.table_id == new.id))
        rows = [
            {"table_id": new.id, "person_id": one.person.id, "removed": one.removed, "why": one.why}
            for one in new.excluded
        ]
        if rows:
            connection.execute(insert(exclusions), rows)
    return True


def _difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in after.items() if value != before[name]}


@cache
def _update_table(names: tuple[str, ...]) -> Update:
    """A statement that sets these columns of a table of a given version. Cached: it runs with every decision."""
    still = (tables.c.id == bindparam("the_id"), tables.c.version == bindparam("the_version"))
    return update(tables).where(*still).values({name: bindparam(name) for name in names})


@cache
def _update_seat(names: tuple[str, ...]) -> Update:
    """A statement that sets these columns of a seat."""
    which = (seats.c.table_id == bindparam("the_id"), seats.c.seat == bindparam("the_seat"))
    return update(seats).where(*which).values({name: bindparam(name) for name in names})


async def person_named(connection: AsyncConnection, name: str) -> Person | None:
    """The person with this name."""
    query = select(people.c.id, people.c.name, people.c.password.is_(None).label("guest")).where(
        people.c.folded == folded(name)
    )
    row = (await connection.execute(query)).one_or_none()
    return Person(id=row.id, name=row.name, guest=bool(row.guest)) if row else None


# -- lists


async def listed(
    connection: AsyncConnection, show: Show, person: Person | None, game: str, after: Cursor | None, most: int
) -> tuple[list[StoredTable], Cursor | None]:
    """A page of a list of tables, and the cursor of the next page."""
    mine: ColumnElement[bool] = literal(False)
    owes: ColumnElement[int] = literal(0)
    if person is not None:
        own = and_(seats.c.table_id == tables.c.id, seats.c.person_id == person.id)
        asked = and_(seats.c.table_id == tables.c.id, seats.c.invited == folded(person.name))
        mine = or_(exists().where(own), exists().where(asked), tables.c.host_id == person.id)
        if show == "mine":
            owes = case((exists().where(own, seats.c.owes, seats.c.bot == ""), 1), else_=0)
    page = (
        _TABLE.add_columns(owes.label("owing"))
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
    stored = await _stored_tables(connection, rows)
    return stored, Cursor(more.owing, more.moved, more.id) if more else None


async def waiting_for(connection: AsyncConnection, person_id: str, most: int) -> list[StoredTable]:
    """Tables where a person owes a decision, longest waiting first."""
    owing = exists().where(
        seats.c.table_id == tables.c.id, seats.c.person_id == person_id, seats.c.owes, seats.c.bot == ""
    )
    in_play = _TABLE.where(tables.c.phase == "playing", ~tables.c.study, owing)
    query = in_play.order_by(tables.c.moved, tables.c.id).limit(most)
    return await _stored_tables(connection, (await connection.execute(query)).all())


async def seeking(connection: AsyncConnection, game: str, person_id: str, most: int) -> list[StoredTable]:
    """Tables waiting for an opponent, of this game or this person's, longest waiting first."""
    query = (
        _TABLE.where(tables.c.phase == "waiting", tables.c.pairing != "")
        .where(or_(tables.c.game == game, tables.c.host_id == person_id))
        .order_by(tables.c.made, tables.c.id)
        .limit(most)
    )
    return await _stored_tables(connection, (await connection.execute(query)).all())


async def of_person(connection: AsyncConnection, person_id: str) -> list[str]:
    """Unfinished tables where a person has a seat or is the host."""
    own = exists().where(seats.c.table_id == tables.c.id, seats.c.person_id == person_id)
    query = select(tables.c.id).where(
        tables.c.phase.in_(("waiting", "playing")), or_(own, tables.c.host_id == person_id)
    )
    return list((await connection.execute(query)).scalars())


async def due_by(connection: AsyncConnection, at: datetime) -> list[str]:
    """Tables in play whose clocks are due for a check."""
    query = select(tables.c.id).where(tables.c.due <= at, tables.c.phase == "playing").order_by(tables.c.due)
    return list((await connection.execute(query)).scalars())


async def _stored_tables(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> list[StoredTable]:
    ids = [row.id for row in rows]
    by_table = await _by_table(connection, _HOLDERS.where(seats.c.table_id.in_(ids)), ids)
    excluded = await _by_table(connection, _EXCLUDED.where(exclusions.c.table_id.in_(ids)), ids)
    people_ids = {one.person_id for held in by_table.values() for one in held}
    away = await _holidays(connection, people_ids)
    return [_stored_table(row, by_table.get(row.id, ()), away, excluded.get(row.id, ())) for row in rows]


async def _holidays(connection: AsyncConnection, ids: Iterable[str | None]) -> Mapping[str, tuple[Holiday, ...]]:
    """These people's current, future and recent vacations."""
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
        return and_(mine, tables.c.study, tables.c.puzzle == "")
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


async def _by_table(
    connection: AsyncConnection, query: Select[Any], ids: Sequence[str]
) -> Mapping[str, list[Row[Any]]]:
    """The rows of each table."""
    found: dict[str, list[Row[Any]]] = {}
    if ids:
        for row in await connection.execute(query):
            found.setdefault(row.table_id, []).append(row)
    return found


# -- bots


async def waiting_for_bots(connection: AsyncConnection) -> list[str]:
    """Tables with people that wait for a bot or standing orders.

    Bots-only tables wait until somebody looks.
    """
    due = exists().where(
        seats.c.table_id == tables.c.id,
        seats.c.owes,
        or_(seats.c.bot != "", seats.c.standing.is_not(None)),
    )
    query = select(tables.c.id).where(tables.c.phase == "playing", due, _PLAYED).order_by(tables.c.moved.desc())
    return list((await connection.execute(query)).scalars())


async def sharing_rolls(connection: AsyncConnection, game: str, rolls: Sequence[str]) -> dict[str, int]:
    """Tables in play whose logs contain some of these events, with the number of matches."""
    if not rolls:
        return {}
    query = (
        select(log.c.table_id, func.count(func.distinct(log.c.events)))
        .join_from(log, tables, tables.c.id == log.c.table_id)
        .where(tables.c.game == game, tables.c.phase == "playing", log.c.events.in_(set(rolls)))
        .group_by(log.c.table_id)
    )
    return {row[0]: row[1] for row in (await connection.execute(query)).all()}


async def hosted(connection: AsyncConnection, person_id: str) -> tuple[int, int]:
    """How many unfinished tables a person hosts, and how many of those only bots play."""
    own = select(func.count()).where(tables.c.host_id == person_id, ~tables.c.study)
    running = (await connection.execute(own.where(tables.c.phase.in_(("waiting", "playing"))))).scalar_one()
    bots_only = (await connection.execute(own.where(tables.c.phase == "playing", ~_PLAYED))).scalar_one()
    return running, bots_only


async def claim(connection: AsyncConnection, table_id: str, worker: str, length: timedelta) -> bool:
    """Claim a table's bots for this worker for a while. Returns whether that worked."""
    at = now()
    # No claim is longer than this. One that seems to be was made before the clock was set back.
    free = or_(drivers.c.worker == worker, drivers.c.until < at, drivers.c.until > at + length)
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
    """Release all claims of a worker."""
    await connection.execute(delete(drivers).where(drivers.c.worker == worker))


# -- rows


def _stored_table(
    row: Row[Any],
    held: Iterable[Row[Any]],
    away: Mapping[str, tuple[Holiday, ...]],
    excluded: Iterable[Row[Any]],
) -> StoredTable:
    return StoredTable(
        id=row.id,
        game=row.game,
        edition=row.edition,
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
        pairing=row.pairing,
        stretch=row.stretch,
        due=row.due,
        closed=row.closed,
        puzzle=row.puzzle,
        holders=tuple(_holder(one, away) for one in held),
        excluded=tuple(
            Exclusion(
                person=Person(id=one.person_id, name=one.person_name, guest=bool(one.person_guest)),
                removed=bool(one.removed),
                why=one.why,
            )
            for one in excluded
        ),
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


def _columns(table: StoredTable) -> dict[str, Any]:
    return {
        "game": table.game,
        "edition": table.edition,
        "title": table.title,
        "setup": msgspec.json.encode(table.setup).decode(),
        "phase": table.phase,
        "listed": table.listed,
        "dice": msgspec.json.encode(table.dice).decode(),
        "made": table.made,
        "moved": table.moved,
        "next_id": table.next or None,
        "study": table.study,
        "source": table.source,
        "moment": table.moment,
        "version": table.version,
        "seq": table.seq,
        "turn": msgspec.json.encode(table.turn).decode(),
        "headline": table.headline,
        "winner": table.winner,
        "clock": msgspec.json.encode(table.clock).decode() if table.clock else None,
        "rated": table.rated,
        "pairing": table.pairing,
        "stretch": table.stretch,
        "due": table.due,
        "closed": table.closed,
        "puzzle": table.puzzle,
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
