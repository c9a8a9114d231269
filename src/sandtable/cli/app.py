# ruff: noqa: PLC0415 - a command imports only what it needs, so that all of them start at once
"""The ``sandtable`` command: all commands, in the order in which the help lists them."""

from typing import Annotated

import typer

from sandtable.cli.commands.bots import arena, bot, sim
from sandtable.cli.commands.lab import lab_app
from sandtable.cli.commands.maps import map_app
from sandtable.cli.commands.odds import TakesForces, odds
from sandtable.cli.commands.saves import check, replay, stats, verify
from sandtable.cli.commands.tables import games, play, rules, terminal

app = typer.Typer(
    name="sandtable",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(wanted: bool) -> None:
    if wanted:
        from sandtable import __version__

        print(f"sandtable {__version__}")
        raise typer.Exit


@app.callback()
def sandtable(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play, judge and study World War II grand-strategy board games.

    \b
    Examples:
      sandtable play                      play in the browser, against bots or friends
      sandtable terminal                  play 1941 at one keyboard
      sandtable rules 1941 blitz          read what the book says
      sandtable odds 1941 "3 inf, tank" "2 inf"
                                          what a battle is worth
      sandtable arena 1941 easy hard      which bot is better, and by how much
      sandtable COMMAND --help            learn about a command

    Exit codes: 0 fine, 1 the answer is no, 2 wrong usage or bad input.
    """


app.command()(play)
app.command()(terminal)
app.command()(games)
app.command()(rules)
app.command(cls=TakesForces)(odds)
app.command()(sim)
app.command()(bot)
app.command()(arena)
app.command()(replay)
app.command()(stats)
app.command()(check)
app.command()(verify)
app.add_typer(lab_app, name="lab")
app.add_typer(map_app, name="map")
