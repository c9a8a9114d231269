# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""Commands for operators: backup and restore."""

from pathlib import Path
from typing import Annotated

import typer

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]
Data = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="Where tables are kept. Default: your data folder.")
]
DatabaseUrl = Annotated[
    str,
    typer.Option(
        "--database", metavar="URL", help="'postgresql://USER@HOST/NAME'. Default: SQLite in the folder."
    ),
]


def backup(file: BackupFile, data: Data = None, database: DatabaseUrl = "") -> None:
    """Back up a server's data to a file. It can keep running.

    \b
    Examples:
      sandtable backup monday.backup
      sandtable backup monday.backup --data /srv/sandtable
      sandtable backup monday.backup --database postgresql://sandtable@localhost/sandtable
    """
    from sandtable.cli.backup import write_backup

    write_backup(file, data, database)


def restore(file: BackupFile, data: Data = None, database: DatabaseUrl = "") -> None:
    """Restore a backup into an empty folder or database, SQLite or PostgreSQL.

    \b
    Examples:
      sandtable restore monday.backup --data /srv/sandtable
      sandtable restore monday.backup --database postgresql://sandtable@localhost/sandtable
    """
    from sandtable.cli.backup import read_backup

    read_backup(file, data, database)
