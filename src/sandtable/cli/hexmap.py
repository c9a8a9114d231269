# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""``sandtable map`` for hex boards: folders with an ``atlas.yaml``."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sandtable.cli.answers import console, fail, print_json, write_picture

if TYPE_CHECKING:
    from sandtable.core.datafile import AnyFile
    from sandtable.hexes.atlas import Atlas

FILE = "atlas.yaml"


def find_atlas(game: str) -> "AnyFile | None":
    """The board file of a hex game or folder. None if it isn't a hex board."""
    from sandtable import games

    path = Path(game)
    if (path / "game.yaml").is_file():
        found: AnyFile = games.folder_at(path) / FILE
    elif (path / FILE).is_file() or game not in games.ids():
        found = path / FILE
    else:
        found = games.folder(game) / FILE
    return found if found.is_file() else None


def _read(path: "AnyFile") -> "Atlas":
    from sandtable.core.datafile import DataFileError
    from sandtable.hexes.atlas import read_atlas

    try:
        return read_atlas(path)
    except DataFileError as error:
        return fail(str(error))


def check_hexes(path: "AnyFile", as_json: bool) -> None:
    """Check that a board is consistent and its drawing matches it."""
    from sandtable.maps.hexcheck import differences, doubts

    atlas = _read(path)
    found = [*atlas.problems(), *differences(atlas)]
    unsure = doubts(atlas)
    if as_json:
        print_json(
            {"hexes": len(list(atlas.grid.hexes())), "land": len(atlas.cells), "doubts": unsure, "problems": found}
        )
    else:
        screen = console()
        for line in found:
            screen.print(line, soft_wrap=True)
        screen.print(
            f"{atlas.grid.rows} rows of {atlas.grid.columns} hexes, {len(atlas.cells)} of them with land, "
            f"{len(atlas.areas)} areas, {len(atlas.corrected)} corrections from the printed map."
        )
        for fact, counts in unsure.items():
            told = ", ".join(f"{count} {how}" for how, count in counts.items())
            screen.print(f"  {fact}: {told}", style="dim")
        if found:
            screen.print(f"{len(found)} problems.", style="bold red")
        else:
            screen.print("The drawing matches the atlas.", style="bold green")
    if found:
        raise typer.Exit(1)


def render_hexes(path: "AnyFile", out: Path, crop: str, dark: bool, width: int, without_names: bool) -> None:
    """Draw a hex board, or a window of it, as SVG or PNG."""
    from sandtable.maps.hexmap import draw_hexes, for_pixels, picture_width

    atlas = _read(path)
    try:
        svg = draw_hexes(atlas, crop or "world", dark=dark, without_names=without_names)
    except ValueError as error:
        fail(str(error))
    drawn = svg if out.suffix.lower() == ".svg" else for_pixels(svg)
    write_picture(drawn, out, picture_width(svg), width)
    console().print(f"{out}: {out.stat().st_size:,} bytes", style="dim")
