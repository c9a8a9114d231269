# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""The ``sandtable`` command: all commands, in the order of the help."""

from typing import Annotated

import typer

from sandtable.cli.admin_commands import admin_app
from sandtable.cli.backup_commands import backup, restore
from sandtable.cli.bot_commands import arena, bot, sim
from sandtable.cli.game_folders import CountsGames, GameFolders, finds_games, look_in
from sandtable.cli.kit_commands import add, edit, new, pack, print_kit
from sandtable.cli.lab_commands import lab_app
from sandtable.cli.map_commands import map_app
from sandtable.cli.odds_commands import TakesForces, odds
from sandtable.cli.save_commands import check, replay, stats, verify
from sandtable.cli.table_commands import games, play, rules, terminal

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
    game_folders: GameFolders = None,
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

    Exit codes: 0 success, 1 the answer is no, 2 wrong usage or bad input.
    """
    look_in(game_folders or [])


app.command()(finds_games(play))
app.command()(finds_games(terminal))
app.command()(finds_games(games))
app.command()(finds_games(rules))
app.command(cls=TakesForces)(finds_games(odds))
app.command()(finds_games(new))
app.command()(finds_games(edit))
app.command("print")(finds_games(print_kit))
app.command()(finds_games(pack))
app.command()(finds_games(add))
app.command()(finds_games(sim))
app.command()(finds_games(bot))
app.command(cls=CountsGames)(arena)
app.command()(finds_games(replay))
app.command()(finds_games(stats))
app.command()(finds_games(check))
app.command()(finds_games(verify))
app.command()(finds_games(backup))
app.command()(finds_games(restore))
app.add_typer(admin_app, name="admin")
app.add_typer(lab_app, name="lab")
app.add_typer(map_app, name="map")
