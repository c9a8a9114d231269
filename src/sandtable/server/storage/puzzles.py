"""Attempts at puzzles, and the ratings that follow from them."""

from collections.abc import Mapping
from datetime import datetime

import msgspec
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.puzzles.judging import Grade
from sandtable.server.results.glicko import Strength
from sandtable.server.storage.schema import attempts, puzzles, tables

SHOWN = 50
"""Attempts in a history."""


class Tried(msgspec.Struct, frozen=True):
    """An attempt that counts."""

    puzzle: str
    table: str
    grade: Grade
    value: float
    before: float
    after: Strength
    at: datetime


class Rated(msgspec.Struct, frozen=True):
    """A puzzle's strength, and how many have tried it."""

    strength: Strength
    tries: int


async def of_person(connection: AsyncConnection, person_id: str) -> list[Tried]:
    """A person's attempts, latest first."""
    query = (
        select(attempts).where(attempts.c.person_id == person_id).order_by(attempts.c.at.desc(), attempts.c.puzzle)
    )
    return [
        Tried(
            puzzle=row.puzzle,
            table=row.table_id,
            grade=row.grade,
            value=row.value,
            before=row.before,
            after=Strength(row.rating, row.deviation, row.volatility),
            at=row.at,
        )
        for row in await connection.execute(query)
    ]


async def has_tried(connection: AsyncConnection, person_id: str, puzzle: str) -> bool:
    """Whether a person's answer to a puzzle has counted."""
    where = (attempts.c.person_id == person_id, attempts.c.puzzle == puzzle)
    return bool(await connection.scalar(select(func.count()).select_from(attempts).where(*where)))


async def ratings(connection: AsyncConnection) -> Mapping[str, Rated]:
    """The puzzles that somebody has tried."""
    rows = await connection.execute(select(puzzles))
    return {row.id: Rated(Strength(row.rating, row.deviation, row.volatility), row.tries) for row in rows}


async def record(connection: AsyncConnection, person_id: str, tried: Tried, puzzle: Rated) -> None:
    """Record an attempt, and what it did to the puzzle's rating."""
    await connection.execute(
        insert(attempts).values(
            person_id=person_id,
            puzzle=tried.puzzle,
            table_id=tried.table,
            grade=tried.grade,
            value=tried.value,
            before=tried.before,
            rating=tried.after.rating,
            deviation=tried.after.deviation,
            volatility=tried.after.volatility,
            at=tried.at,
        )
    )
    values = {
        "rating": puzzle.strength.rating,
        "deviation": puzzle.strength.deviation,
        "volatility": puzzle.strength.volatility,
        "tries": puzzle.tries,
    }
    changed = await connection.execute(update(puzzles).where(puzzles.c.id == tried.puzzle).values(values))
    if not changed.rowcount:
        await connection.execute(insert(puzzles).values(id=tried.puzzle, **values))


async def table_of(connection: AsyncConnection, person_id: str, puzzle: str) -> str:
    """The table at which a person has this puzzle; empty: none yet."""
    query = select(tables.c.id).where(tables.c.host_id == person_id, tables.c.puzzle == puzzle).limit(1)
    return str(await connection.scalar(query) or "")
