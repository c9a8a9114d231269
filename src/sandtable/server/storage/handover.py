"""Moves one person's things to another, or anonymizes them."""

import msgspec
from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.core.game import Setup
from sandtable.server.storage.accounts import folded
from sandtable.server.storage.schema import (
    addresses,
    attempts,
    chat,
    exclusions,
    keys,
    log,
    operators,
    outbox,
    packs,
    people,
    seats,
    sessions,
    subscriptions,
    tables,
    tokens,
    vacations,
)
from sandtable.server.wire import Person

FORMER = "former player"
"""The name shown for deleted accounts."""


async def merge_guest(connection: AsyncConnection, guest: Person, person: Person) -> list[str]:
    """Move everything of a guest's to a person, and delete the guest. Returns the affected tables."""
    found = await _tables_of(connection, guest.id)
    await _rename(connection, found, guest, person.name)
    for column in (seats.c.person_id, tables.c.host_id, log.c.person_id, chat.c.person_id):
        await connection.execute(update(column.table).where(column == guest.id).values({column.name: person.id}))
    await _bring_exclusions(connection, guest, person)
    await _bring_attempts(connection, guest, person)
    await connection.execute(delete(people).where(people.c.id == guest.id, people.c.password.is_(None)))
    return found


async def _bring_exclusions(connection: AsyncConnection, guest: Person, person: Person) -> None:
    """A guest whom a host has muted or removed stays so after signing in."""
    known = select(exclusions.c.table_id).where(exclusions.c.person_id == person.id).scalar_subquery()
    new = (exclusions.c.person_id == guest.id, exclusions.c.table_id.not_in(known))
    await connection.execute(update(exclusions).where(*new).values(person_id=person.id))


async def _bring_attempts(connection: AsyncConnection, guest: Person, person: Person) -> None:
    """A guest's attempts at puzzles that are new to the person."""
    known = select(attempts.c.puzzle).where(attempts.c.person_id == person.id).scalar_subquery()
    new = (attempts.c.person_id == guest.id, attempts.c.puzzle.not_in(known))
    await connection.execute(update(attempts).where(*new).values(person_id=person.id))


async def forget(connection: AsyncConnection, person: Person) -> list[str]:
    """Anonymize a person; what they did stays, for the other players. Returns the affected tables."""
    found = await _tables_of(connection, person.id)
    branches = await _branches(connection, found)
    await _rename(connection, [*found, *branches], person, FORMER)
    await connection.execute(
        update(log)
        .where(log.c.table_id.in_(branches), log.c.person_id.is_(None), log.c.by == person.name)
        .values(by=FORMER)
    )
    found += [*branches, *await _uninvite(connection, person)]
    for column in (
        sessions.c.person_id,
        tokens.c.person_id,
        operators.c.person_id,
        keys.c.person_id,
        addresses.c.person_id,
        outbox.c.person_id,
        subscriptions.c.person_id,
        vacations.c.person_id,
        exclusions.c.person_id,
        attempts.c.person_id,
    ):
        await connection.execute(delete(column.table).where(column == person.id))
    await connection.execute(update(packs).where(packs.c.by == person.name).values(by=FORMER))
    nobody = {"name": FORMER, "folded": f"{FORMER} {person.id}", "skeleton": "", "password": None}
    await connection.execute(update(people).where(people.c.id == person.id).values(nobody))
    return found


async def _tables_of(connection: AsyncConnection, person_id: str) -> list[str]:
    columns = (seats.c.table_id, log.c.table_id, chat.c.table_id, exclusions.c.table_id)
    own = (select(column) for column in columns)
    whose = (seats.c.person_id, log.c.person_id, chat.c.person_id, exclusions.c.person_id)
    there = or_(
        tables.c.host_id == person_id,
        *(tables.c.id.in_(one.where(column == person_id)) for one, column in zip(own, whose, strict=True)),
    )
    return list((await connection.execute(select(tables.c.id).where(there))).scalars())


async def _branches(connection: AsyncConnection, table_ids: list[str]) -> list[str]:
    """Tables that branched from these, directly or indirectly."""
    known, latest = set(table_ids), list(table_ids)
    while latest:
        query = select(tables.c.id).where(tables.c.source.in_(latest))
        latest = [one for one in (await connection.execute(query)).scalars() if one not in known]
        known.update(latest)
    return sorted(known.difference(table_ids))


async def _uninvite(connection: AsyncConnection, person: Person) -> list[str]:
    """Free the seats reserved for a person. Returns the affected tables."""
    kept = seats.c.invited == folded(person.name)
    found = list((await connection.execute(select(seats.c.table_id).where(kept).distinct())).scalars())
    await connection.execute(update(seats).where(kept).values(invited="", invited_name=""))
    await connection.execute(update(tables).where(tables.c.id.in_(found)).values(version=tables.c.version + 1))
    return found


async def _rename(connection: AsyncConnection, table_ids: list[str], person: Person, name: str) -> None:
    """Replace a name in the logs, the chat, and the games' lists of players."""
    await connection.execute(update(log).where(log.c.person_id == person.id).values(by=name))
    await connection.execute(update(chat).where(chat.c.person_id == person.id).values(name=name))
    for table_id in table_ids:
        kept = (await connection.execute(select(tables.c.setup).where(tables.c.id == table_id))).scalar_one()
        setup = msgspec.json.decode(kept, type=Setup)
        renamed = msgspec.structs.replace(setup, players=_players(setup, person.name, name))
        await connection.execute(
            update(tables)
            .where(tables.c.id == table_id)
            .values(setup=msgspec.json.encode(renamed).decode(), version=tables.c.version + 1)
        )


def _players(setup: Setup, old: str, new: str) -> dict[str, tuple[str, ...]]:
    """Who commands which seats, with one player renamed: ``Anna``, or ``Anna (axis)`` on two sides.

    >>> _players(Setup(players={"Anna (axis)": ("japan",), "Bert": ("uk",)}), "Anna", "Bert")
    {'Bert (axis)': ('japan',), 'Bert': ('uk',)}
    >>> _players(Setup(players={"Anna": ("japan",), "Bert": ("uk",)}), "Anna", "Bert")
    {'Bert 2': ('japan',), 'Bert': ('uk',)}
    """
    found: dict[str, tuple[str, ...]] = {}
    for name, own in setup.players.items():
        known = name == old or name.startswith(f"{old} (")
        called = new + name.removeprefix(old) if known else name
        number = 2
        while known and (called in setup.players or called in found):
            called, number = f"{new} {number}", number + 1
        found[called] = tuple(own)
    return found
