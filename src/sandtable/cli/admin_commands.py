# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""``sandtable admin``: a server's people, tables, sessions, bans, reports and audit log."""

from pathlib import Path
from typing import Annotated

import typer

admin_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Run a server: people, tables, sessions, bans, reported messages, the audit log.",
)

Data = Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help="The server's data folder.")]
Url = Annotated[
    str, typer.Option("--database", metavar="URL", help="The server's database, if not in the folder.")
]
Who = Annotated[str, typer.Argument(metavar="NAME", help="The person's name, or their id.")]


@admin_app.command()
def people(
    search: Annotated[str, typer.Argument(metavar="NAME", help="Only names that contain this.")] = "",
    data: Data = None,
    database: Url = "",
) -> None:
    """List people: last seen, sessions, tokens, tables, and whether they are banned."""
    from sandtable.cli import admin

    admin.people(data, database, search)


@admin_app.command()
def ban(
    name: Who,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="Shown to them when they sign in.")],
    data: Data = None,
    database: Url = "",
) -> None:
    """Ban somebody. Ends their sessions and tokens."""
    from sandtable.cli import admin

    admin.ban(data, database, name, why)


@admin_app.command()
def unban(name: Who, data: Data = None, database: Url = "") -> None:
    """Lift a ban."""
    from sandtable.cli import admin

    admin.unban(data, database, name)


@admin_app.command()
def sessions(
    name: Who,
    end: Annotated[bool, typer.Option("--end", help="Sign them out everywhere, tokens included.")] = False,
    data: Data = None,
    database: Url = "",
) -> None:
    """Show how many sessions and tokens somebody has, or end them."""
    from sandtable.cli import admin

    admin.sessions(data, database, name, end)


@admin_app.command()
def operator(
    name: Who,
    revoke: Annotated[bool, typer.Option("--revoke", help="Take the right away again.")] = False,
    data: Data = None,
    database: Url = "",
) -> None:
    """Let somebody install and remove games in the browser."""
    from sandtable.cli import admin

    admin.operator(data, database, name, revoke)


@admin_app.command()
def tables(data: Data = None, database: Url = "") -> None:
    """List tables, most recently active first."""
    from sandtable.cli import admin

    admin.tables(data, database)


@admin_app.command("close")
def close_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's id: the end of its link.")],
    why: Annotated[str, typer.Option("--why", help="Shown to the players.")] = "",
    data: Data = None,
    database: Url = "",
) -> None:
    """Close a table. If the server is running, people see it the next time it checks."""
    from sandtable.cli import admin

    admin.close(data, database, table, why)


@admin_app.command()
def reports(
    settle: Annotated[str, typer.Option("--settle", metavar="ID", help="Mark this one as settled.")] = "",
    data: Data = None,
    database: Url = "",
) -> None:
    """List reported messages."""
    from sandtable.cli import admin

    admin.reports(data, database, settle)


@admin_app.command()
def audit(data: Data = None, database: Url = "") -> None:
    """Show what hosts and operators have done, newest first."""
    from sandtable.cli import admin

    admin.audit(data, database)
