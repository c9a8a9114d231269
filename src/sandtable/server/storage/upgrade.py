"""Bringing a database to the form that this version needs. Safe to call from several processes at once."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from sandtable.server.storage.database import BadDatabase, Database

LOCK = 0x5A4D7AB1E
"""The number of the advisory lock that keeps two servers from upgrading PostgreSQL at the same time."""


async def upgrade(database: Database) -> BadDatabase | None:
    """Run the steps that are missing; nothing if all went well."""
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
    """Whether a file is, or can become, a database: asked here, where a no leaves no thread behind."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("pragma schema_version").fetchone()


def _upgrade(connection: Connection) -> BadDatabase | None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    here = set(MigrationContext.configure(connection).get_current_heads())
    if here - known:
        return BadDatabase("this database was written by a newer version of sandtable: install that version.")
    command.upgrade(config, "head")
    return None
