"""``sandtable backup`` and ``sandtable restore``: a server's data in one file."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from sandtable.cli.answers import fail
from sandtable.server.app import open_database
from sandtable.server.settings import Settings
from sandtable.server.storage.backup import Copied, backup, restore
from sandtable.server.storage.database import BadDatabase, Database
from sandtable.terminal.saves import folder


def write_backup(file: Path, data: Path | None, database: str) -> None:
    """Copy a database to a file."""
    file = file.expanduser().absolute()
    if not file.parent.is_dir():
        fail(f"there is no folder {file.parent}.")
    settings = _settings(data, database)
    if not database and not (settings.data / "sandtable.db").is_file():
        fail(f"--data: there is no database in {settings.data}.")
    copied = _with(settings, lambda source: backup(source, file))
    print(f"{copied.rows['tables']} tables and {copied.rows['people']} people are in {file}.")
    print("It contains the secrets of dice in play: don't let players see it.")


def read_backup(file: Path, data: Path | None, database: str) -> None:
    """Restore a file into an empty database."""
    file = file.expanduser().absolute()
    if not file.is_file():
        fail(f"there is no file {file}.")
    settings = _settings(data, database)
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        fail(f"--data: {settings.data} cannot be used: {error.strerror}.")
    copied = _with(settings, lambda target: restore(file, target))
    print(f"{copied.rows['tables']} tables and {copied.rows['people']} people restored.")


def _settings(data: Path | None, database: str) -> Settings:
    return Settings(data=(data or folder()).expanduser().absolute(), database=database)


def _with(settings: Settings, work: Callable[[Database], Awaitable[Copied | BadDatabase]]) -> Copied:
    async def run() -> Copied | BadDatabase:
        found = open_database(settings)
        if isinstance(found, BadDatabase):
            return BadDatabase(f"--database: {found.why}")
        try:
            return await work(found)
        finally:
            await found.close()

    done = asyncio.run(run())
    if isinstance(done, BadDatabase):
        fail(done.why)
    return done
