# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""``sandtable map``: commands that build, check and draw maps."""

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.game_folders import finds_games
from sandtable.cli.options import Json

map_app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, help="Build, check and draw maps of boards.")
Board = Annotated[str, typer.Argument(metavar="GAME|FOLDER", help="A game's id, or a folder with a board.yaml.")]


@map_app.command("build")
@finds_games
def map_build(
    game: Board,
    draft: Annotated[bool, typer.Option("--draft", help="Coarse but quick.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write. Default: map.json in the folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Build the map of a board from its places.yaml. Needs the extra 'sandtable[maps]'.

    Exit code 1 if the map doesn't match the adjacencies. Differences are listed with longitude and latitude.

    \b
    Examples:
      sandtable map build 1941
      sandtable map build my-board/ --draft --out draft.json
    """
    from sandtable.cli.map import build_map

    build_map(game, draft, out, as_json)


@map_app.command("check")
@finds_games
def map_check(
    game: Board,
    draft: Annotated[
        bool, typer.Option("--draft", help="Check a quick draft of the places as they are now, not the map.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check that spaces touch on the map exactly where they are adjacent. Exit code 1 if not.

    \b
    Examples:
      sandtable map check 1941
      sandtable map check my-board/ --draft
    """
    from sandtable.cli.map import check_map

    check_map(game, draft, as_json)


@map_app.command("render")
@finds_games
def map_render(
    game: Board,
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="An .svg, a .png, or a .pdf: a poster on A1.")
    ] = Path("map.svg"),
    position: Annotated[
        Path | None, typer.Option("--position", metavar="FILE", help="A save file: draw its last position.")
    ] = None,
    opening: Annotated[bool, typer.Option("--opening", help="Draw the starting position.")] = False,
    dark: Annotated[bool, typer.Option("--dark", help="Draw the dark version.")] = False,
    width: Annotated[int, typer.Option("--width", metavar="PIXELS", min=100, help="How wide a .png is.")] = 2400,
    without_names: Annotated[bool, typer.Option("--bare", help="Without names.")] = False,
    crop: Annotated[
        str,
        typer.Option("--crop", metavar="WINDOW", help="Part of a hex board: 'europe', or corners '0326-2350'."),
    ] = "",
) -> None:
    """Draw the map of a board.

    \b
    Examples:
      sandtable map render 1941 --out map.svg
      sandtable map render 1941 --opening --dark --out map.png --width 4000
      sandtable map render 1941 --position evening.sandtable --out now.svg
      sandtable map render hgw --crop europe --out europe.svg
    """
    from sandtable.cli.map import render_map

    render_map(game, out, position, opening, dark, width, without_names, crop)
