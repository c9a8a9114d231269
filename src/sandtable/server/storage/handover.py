"""One person's things become another's, or nobody's."""

import msgspec
from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.core.game import Setup
from sandtable.server.storage.schema import (
    addresses,
    chat,
    keys,
    log,
    outbox,
    people,
    seats,
    sessions,
    tables,
    tokens,
    vacations,
)
from sandtable.server.wire import Person

FORMER = "former player"
"""What everybody is called who has deleted their account."""


async def bring_along(connection: AsyncConnection, guest: Person, person: Person) -> list[str]:
    """All that a guest has left becomes a person's, and the guest is gone. Which tables are concerned."""
    found = await _tables_of(connection, guest.id)
    await _rename(connection, found, guest, person.name)
    for column in (seats.c.person_id, tables.c.host_id, log.c.person_id, chat.c.person_id):
        await connection.execute(update(column.table).where(column == guest.id).values({column.name: person.id}))
    await connection.execute(delete(people).where(people.c.id == guest.id, people.c.password.is_(None)))
    return found


async def forget(connection: AsyncConnection, person: Person) -> list[str]:
    """A person is nobody any more; what they did stays, for the others who played. Which tables are concerned."""
    found = await _tables_of(connection, person.id)
    await _rename(connection, found, person, FORMER)
    for column in (
        sessions.c.person_id,
        tokens.c.person_id,
        keys.c.person_id,
        addresses.c.person_id,
        outbox.c.person_id,
        vacations.c.person_id,
    ):
        await connection.execute(delete(column.table).where(column == person.id))
    nobody = {"name": FORMER, "folded": f"{FORMER} {person.id}", "password": None}
    await connection.execute(update(people).where(people.c.id == person.id).values(nobody))
    return found


async def _tables_of(connection: AsyncConnection, person_id: str) -> list[str]:
    own = (select(column) for column in (seats.c.table_id, log.c.table_id, chat.c.table_id))
    whose = (seats.c.person_id, log.c.person_id, chat.c.person_id)
    there = or_(
        tables.c.host_id == person_id,
        *(tables.c.id.in_(one.where(column == person_id)) for one, column in zip(own, whose, strict=True)),
    )
    return list((await connection.execute(select(tables.c.id).where(there))).scalars())


async def _rename(connection: AsyncConnection, table_ids: list[str], person: Person, name: str) -> None:
    """Another name in the log, in the talk, and among the players of each game."""
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
    """Who commands which seats, with another name for one of them: ``Anna``, or ``Anna (axis)`` on two sides.

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
