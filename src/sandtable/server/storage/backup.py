"""Backup and restore: the whole database as a SQLite file that any supported database can be restored from.

A backup can be taken while the server runs: it reads one snapshot. It is written under a temporary name, so the
file is complete or absent. Restoring needs an empty database and is one transaction; an older backup is migrated
on a copy first.
"""

import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from sqlalchemy import Table, bindparam, func, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.storage.database import BadDatabase, Database, sqlite_file
from sandtable.server.storage.schema import metadata, versions
from sandtable.server.storage.upgrade import at_head, upgrade

ROWS = 500
"""Rows in memory at a time."""


class Copied(msgspec.Struct, frozen=True):
    """The number of rows copied from each table."""

    rows: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.rows.values())


async def backup(source: Database, file: Path) -> Copied | BadDatabase:
    """Write everything to a new file."""
    if file.exists():
        return BadDatabase(f"{file} already exists: choose a new file, or move the old one away.")
    draft = file.with_name(f".{file.name}.part")
    draft.unlink(missing_ok=True)
    try:
        draft.touch(mode=0o600)  # it holds the secrets of dice in play
    except OSError as error:
        return BadDatabase(f"{file} cannot be written: {error.strerror}.")
    try:
        copied = await _into(source, draft)
        if isinstance(copied, Copied):
            draft.replace(file)
        return copied
    finally:
        draft.unlink(missing_ok=True)


async def _into(source: Database, file: Path) -> Copied | BadDatabase:
    target = Database(sqlite_file(file), journal="DELETE")
    try:
        problem = await upgrade(target)
        return problem if problem is not None else await _copy(source, target)
    finally:
        await target.close()


async def restore(file: Path, target: Database) -> Copied | BadDatabase:
    """Fill an empty database from a backup."""
    if not file.is_file():
        return BadDatabase(f"there is no file {file}.")
    with TemporaryDirectory() as folder:
        try:
            copy = Path(shutil.copy(file, folder))
        except OSError as error:
            return BadDatabase(f"{file} cannot be read: {error.strerror}.")
        source = Database(sqlite_file(copy))
        try:
            for database in (source, target):
                problem = await upgrade(database)
                if problem is not None:
                    return problem
            return await _copy(source, target)
        finally:
            await source.close()


async def _copy(source: Database, target: Database) -> Copied | BadDatabase:
    """Copy all rows of all tables, referenced tables first."""
    rows: dict[str, int] = {}
    try:
        async with _snapshot(source) as reading, target.write() as writing:
            if not await reading.run_sync(at_head):
                return BadDatabase(
                    "this database belongs to another version of sandtable: start the server once with this "
                    "version, or use that version's program."
                )
            for table in metadata.sorted_tables:
                if table is not versions and await writing.scalar(select(func.count()).select_from(table)):
                    return BadDatabase("this database isn't empty: restore into an empty one.")
            for table in metadata.sorted_tables:
                rows[table.name] = await _copy_table(reading, writing, table)
    except DBAPIError as error:
        return BadDatabase(f"nothing was copied: {' '.join(str(error.orig).split())}")
    return Copied(rows)


async def _copy_table(reading: AsyncConnection, writing: AsyncConnection, table: Table) -> int:
    known = set()
    if table is versions:  # the migration of the copy has already written its row
        known = set((await writing.execute(select(versions.c.version))).scalars())
    own = [column.name for column in table.c if any(key.column.table is table for key in column.foreign_keys)]
    later: list[dict[str, Any]] = []
    count = 0
    async for part in (await reading.stream(select(table))).mappings().partitions(ROWS):
        found = [dict(row) for row in part if table is not versions or row["version"] not in known]
        later += [row.copy() for row in found if any(row[name] is not None for name in own)]
        if found:
            await writing.execute(insert(table), [row | dict.fromkeys(own) for row in found])
        count += len(found)
    if later:  # rows that reference rows of their own table, which may come later
        keys = [column.name for column in table.primary_key]
        change = update(table).where(*(table.c[key] == bindparam(f"at_{key}") for key in keys))
        names: dict[str, Any] = {name: bindparam(f"to_{name}") for name in own}
        await writing.execute(change.values(names), list(_references(later, keys, own)))
    return count


def _references(rows: list[dict[str, Any]], keys: list[str], own: list[str]) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield {f"at_{key}": row[key] for key in keys} | {f"to_{name}": row[name] for name in own}


@asynccontextmanager
async def _snapshot(database: Database) -> AsyncIterator[AsyncConnection]:
    """A consistent snapshot of the database."""
    async with database.read() as connection:
        if not database.sqlite:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection
