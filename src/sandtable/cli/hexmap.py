# ruff: noqa: PLC0415 - a command imports only what it needs, so that all of them start at once
"""``sandtable map`` for boards of hexes: a folder with an ``atlas.yaml``."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sandtable.cli.answers import console, fail, print_json, write_picture

if TYPE_CHECKING:
    from sandtable.hexes.atlas import Atlas

FILE = "atlas.yaml"


def find_atlas(game: str) -> Path | None:
    """The board file of a hex game or of a folder that has one; nothing if it is not a board of hexes."""
    from sandtable import games

    for folder in (Path(game), Path(games.__file__).parent / game):
        if (folder / FILE).is_file():
            return folder / FILE
    return None


def _read(path: Path) -> "Atlas":
    from sandtable.core.datafile import DataFileError
    from sandtable.hexes.atlas import read_atlas

    try:
        return read_atlas(path)
    except DataFileError as error:
        return fail(str(error))


def check_hexes(path: Path, as_json: bool) -> None:
    """Do the facts of a board fit together, and is it drawn as it is?"""
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
            screen.print("What is drawn is what the atlas says.", style="bold green")
    if found:
        raise typer.Exit(1)


def render_hexes(path: Path, out: Path, crop: str, dark: bool, width: int, bare: bool) -> None:
    """Draw a board of hexes, or a window of it, as SVG or PNG."""
    from sandtable.maps.hexmap import draw_hexes, for_pixels, picture_width

    atlas = _read(path)
    try:
        svg = draw_hexes(atlas, crop or "world", dark=dark, bare=bare)
    except ValueError as error:
        fail(str(error))
    drawn = svg if out.suffix.lower() == ".svg" else for_pixels(svg)
    write_picture(drawn, out, picture_width(svg), width)
    console().print(f"{out}: {out.stat().st_size:,} bytes", style="dim")
