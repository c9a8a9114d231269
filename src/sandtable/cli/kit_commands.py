# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""Commands for authors of house rules."""

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.options import GameId

NewId = Annotated[
    str, typer.Argument(metavar="NAME", help="The new game's id: lowercase letters, digits, hyphens.")
]


def new(
    name: NewId,
    like: Annotated[str, typer.Option("--like", metavar="GAME", help="The game to change.")] = "1941",
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Its title.")] = "",
    where: Annotated[
        Path | None,
        typer.Option("--in", metavar="DIR", help="Put the folder here. Default: your folder of games."),
    ] = None,
) -> None:
    """Start your own house rules: a folder with an example of every kind of change.

    Every command finds the game from then on, and so does the lobby.

    \b
    Examples:
      sandtable new my-1941 --like 1941
      sandtable new desert --like classic --title "Desert war"
      sandtable new desert --in .        put the folder here; other commands then need --games .
    """
    from sandtable.cli.new import start_variant

    start_variant(name, like, title, where)


def print_kit(
    game: GameId,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Default: GAME-kit.pdf, here.")] = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="KIND", help="Only these pages. Repeatable.")
    ] = None,
) -> None:
    """Print a game: a PDF with everything you need to play without a computer.

    Order of play, unit table, battle strip, set-up charts, the rulebook (a variant's changes are marked),
    counters, and the map as a poster (A1) and as sheets of A4 to glue together.

    \b
    Examples:
      sandtable print my-1941
      sandtable print classic --out ~/classic.pdf
      sandtable print my-1941 --only changes --only counters
                                          also: contents, turns, units, battles, set-up, rules, map
    """
    from sandtable.cli.printing import print_game

    print_game(game, out, only or [])


def pack(
    game: GameId,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Default: NAME-VERSION.game.zip, here.")
    ] = None,
) -> None:
    """Pack a game into one file that you can share.

    game.yaml must give its version, author and licence. The file holds data only.

    \b
    Examples:
      sandtable pack my-1941
      sandtable pack my-1941 --out ~/my-1941.game.zip
    """
    from sandtable.cli.packs import pack_game

    pack_game(game, out)


def add(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by 'sandtable pack'.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace another version that was added.")] = False,
) -> None:
    """Install a packed game.

    A game is data: nothing in the file is run. It is checked and loaded on trial before anything is installed.

    \b
    Examples:
      sandtable add desert-1.0.game.zip
      sandtable add desert-1.1.game.zip --replace
    """
    from sandtable.cli.packs import add_game

    add_game(file, replace)


def edit(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="A variant. Left out: choose one in the browser.")
    ] = "",
    port: Annotated[
        int | None, typer.Option("--port", metavar="N", min=1, max=65535, help="Default: 1942, or a free port.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Don't open the browser.")] = False,
) -> None:
    """Change your house rules in the browser: the workshop.

    It reads and writes the game's own files and keeps your comments. Only this machine can reach it.

    \b
    Examples:
      sandtable edit my-1941
      sandtable edit                  your games, new ones, and games that others have packed
    """
    from sandtable.cli.edit import edit_game

    edit_game(game, port, not no_browser)
