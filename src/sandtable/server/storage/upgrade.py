"""Upgrades a database to this version's schema. Safe to call from several processes at the same time."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError

from sandtable import __version__
from sandtable.server.storage.database import BadDatabase, Database
from sandtable.server.storage.moment import now
from sandtable.server.storage.schema import versions

LOCK = 0x5A4D7AB1E
"""The advisory lock that keeps two servers from upgrading PostgreSQL at the same time."""


async def upgrade(database: Database) -> BadDatabase | None:
    """Run the missing migrations. None if that worked."""
    try:
        if database.sqlite:
            await asyncio.to_thread(_look_at, database.url.database or "")
        async with database.write() as connection:
            if not database.sqlite:
                await connection.execute(text("select pg_advisory_xact_lock(:number)"), {"number": LOCK})
            return await connection.run_sync(_upgrade)
    except (DBAPIError, sqlite3.Error, OSError) as error:
        cause = getattr(error, "orig", None) or error
        shown = database.url.render_as_string(hide_password=True)
        return BadDatabase(f"the database {shown} cannot be used: {' '.join(str(cause).split())}")


def _look_at(file: str) -> None:
    """Check that a file is or can become a database. A failure here leaves no thread behind."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("pragma schema_version").fetchone()


def _upgrade(connection: Connection) -> BadDatabase | None:
    config = _config(connection)
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    here = set(MigrationContext.configure(connection).get_current_heads())
    if here - known:
        return BadDatabase(f"this database was written by {_writer(connection)}: install that version.")
    command.upgrade(config, "head")
    if connection.scalar(select(versions.c.version).where(versions.c.version == __version__)) is None:
        connection.execute(insert(versions).values(version=__version__, since=now()))
    return None


def at_head(connection: Connection) -> bool:
    """Whether a database has this version's schema."""
    heads = ScriptDirectory.from_config(_config(connection)).get_heads()
    return set(MigrationContext.configure(connection).get_current_heads()) == set(heads)


def _writer(connection: Connection) -> str:
    """The latest version that wrote to the database, if it says."""
    if inspect(connection).has_table(versions.name):
        last = connection.scalar(select(versions.c.version).order_by(versions.c.since.desc()).limit(1))
        if last is not None and last != __version__:
            return f"sandtable {last}"
    return "a newer version of sandtable"


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
