# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""``sandtable map``: builds, checks and draws the maps of boards."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sandtable.cli.answers import console, fail, print_json, write_picture
from sandtable.core.datafile.errors import suggestion

if TYPE_CHECKING:
    from sandtable.area.board import Board
    from sandtable.core.datafile import Folder
    from sandtable.maps.build import Built
    from sandtable.maps.check import Difference
    from sandtable.maps.draw import Pieces
    from sandtable.maps.geometry import Geometry


def find_folder(game: str) -> "Folder":
    """The folder of a game by id, of a built-in board, or of a path."""
    from sandtable import games
    from sandtable.core.datafile import on_disk

    path = Path(game)
    if (path / "game.yaml").is_file():
        return games.folder_at(path)
    if (path / "board.yaml").is_file():
        return on_disk(path.absolute())
    if game in games.ids():
        return games.folder(game)
    boards = {board.parent.name: board.parent for board in games.BUILT_IN.glob("*/board.yaml")}
    if game in boards:
        return on_disk(boards[game])
    near = suggestion(game, {*games.ids(), *boards})
    return fail(f"{game!r} is neither a game nor a folder with a board.yaml.{near}")


def read_board(folder: "Folder") -> "Board":
    """The board in a folder. Exits if a file is bad."""
    from sandtable.area.board import Board
    from sandtable.core.datafile import DataFileError, read_yaml, refuse_misfits

    try:
        board = read_yaml(folder / "board.yaml", Board)
        refuse_misfits(folder, board.problems())
    except DataFileError as error:
        fail(str(error))
    return board


def _build(folder: "Folder", board: "Board", columns: int) -> "Built":
    from sandtable.core.datafile import DataFileError
    from sandtable.maps.places import read_places

    try:
        from sandtable.maps.build import build
        from sandtable.maps.outline import OutlineError
    except ModuleNotFoundError as error:
        fail(f"building a map needs {error.name}: pip install 'sandtable[maps]'.")
    try:
        places = read_places(folder / "places.yaml", board)
        text = (folder / "places.yaml").read_text(encoding="utf-8")
        return build(board, places, text, columns)
    except (DataFileError, OutlineError) as error:
        fail(str(error))


def build_map(game: str, draft: bool, out: Path | None, as_json: bool) -> None:
    """Build the map of a board, write it, and show how it differs from the board."""
    from sandtable.cli.hexmap import find_atlas
    from sandtable.maps.check import CORNER, check
    from sandtable.maps.geometry import FILE, write_geometry

    if find_atlas(game) is not None:
        fail(f"{game} is a hex board. It is drawn from its atlas.yaml; there is nothing to build.")
    folder = find_folder(game)
    board = read_board(folder)
    start = time.perf_counter()
    with console(stderr=True).status(f"Building the map of {game}"):
        built = _build(folder, board, 1600 if draft else 4000)
    data = write_geometry(built.geometry)
    own = folder.layers[0].path
    assert own is not None, "a folder that is built from is on disk"
    path = out or own / FILE
    path.write_bytes(data)
    seconds = time.perf_counter() - start
    found = check(board, built.geometry, CORNER * built.raster.step)
    if as_json:
        print_json({**_as_data(board, built.geometry, found, built), "file": str(path), "bytes": len(data)})
    else:
        _show(board, built.geometry, found, built)
        console().print(f"{path}: {len(data):,} bytes, in {seconds:.1f} s", style="dim")
    if found:
        raise typer.Exit(1)


def check_map(game: str, draft: bool, as_json: bool) -> None:
    """Compare a map with its board: the shipped one, or a draft from the current places."""
    from sandtable.cli.hexmap import check_hexes, find_atlas
    from sandtable.core.datafile import DataFileError
    from sandtable.maps.check import CORNER, check
    from sandtable.maps.geometry import read_geometry

    atlas = find_atlas(game)
    if atlas is not None:
        check_hexes(atlas, as_json)
        return
    folder = find_folder(game)
    board = read_board(folder)
    built = _build(folder, board, 1600) if draft else None
    try:
        geometry = built.geometry if built is not None else read_geometry(folder)
    except DataFileError as error:
        fail(str(error))
    found = check(board, geometry, CORNER * built.raster.step if built is not None else CORNER)
    if as_json:
        print_json(_as_data(board, geometry, found, built))
    else:
        _show(board, geometry, found, built)
    if found:
        raise typer.Exit(1)


def _where(found: "Difference", built: "Built | None") -> tuple[float, float, float] | None:
    return built.where(found.a, found.b) if built is not None and found.b else None


def _as_data(
    board: "Board", geometry: "Geometry", found: "list[Difference]", built: "Built | None"
) -> dict[str, object]:
    return {
        "spaces": len(geometry.shapes),
        "borders": _pairs(board),
        "links": [{"between": link.between, "kind": link.kind} for link in geometry.links],
        "differences": [
            {"kind": d.kind, "a": d.a, "b": d.b, "length": d.length, "where": _where(d, built)} for d in found
        ],
    }


def _pairs(board: "Board") -> int:
    return sum(len(board.neighbours(name)) for name in board.spaces) // 2


def _show(board: "Board", geometry: "Geometry", found: "list[Difference]", built: "Built | None") -> None:
    screen = console()
    for difference in found:
        where = _where(difference, built)
        at = ""
        if where is not None:
            at = f"  at [{where[0]:.1f}, {where[1]:.1f}]"
            if difference.kind == "apart":
                between = built.between(difference.a, difference.b) if built is not None else []
                at += f", {where[2]:.0f} units apart" + (f", with {', '.join(between)} between" if between else "")
        screen.print(f"{difference}{at}", soft_wrap=True)
    kinds: dict[str, int] = {}
    for link in geometry.links:
        kinds[link.kind] = kinds.get(link.kind, 0) + 1
    links = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "none"
    screen.print(f"{len(geometry.shapes)} spaces, {_pairs(board)} pairs of neighbours; drawn links: {links}.")
    if found:
        screen.print(f"{len(found)} differences between the board and the map.", style="bold red")
    else:
        screen.print("The drawing matches the adjacencies.", style="bold green")


def render_map(
    game: str,
    out: Path,
    position: Path | None,
    opening: bool,
    dark: bool,
    width: int,
    without_names: bool,
    crop: str = "",
) -> None:
    """Draw the map of a board as SVG or PNG, with or without a position."""
    from sandtable.cli.hexmap import find_atlas, render_hexes
    from sandtable.core.datafile import DataFileError
    from sandtable.maps.draw import draw
    from sandtable.maps.geometry import read_geometry
    from sandtable.maps.picture import drawn_width

    atlas = find_atlas(game)
    if atlas is not None:
        if opening or position is not None:
            fail("--opening and --position are for boards of territories; hex boards are drawn empty.")
        render_hexes(atlas, out, crop, dark, width, without_names)
        return
    if crop:
        fail("only hex boards can be cropped.")
    folder = find_folder(game)
    board = read_board(folder)
    try:
        geometry = read_geometry(folder)
    except DataFileError as error:
        fail(str(error))
    pieces = _pieces(board, folder, position, opening)
    svg = draw(board, geometry, pieces, dark=dark, without_names=without_names)
    write_picture(svg, out, drawn_width(geometry), width)
    console().print(f"{out}: {out.stat().st_size:,} bytes", style="dim")


def _pieces(board: "Board", folder: "Folder", position: Path | None, opening: bool) -> "Pieces | None":
    """The pieces to draw: a saved game's, the starting position's, or none."""
    from sandtable.cli.answers import area_game, read_game
    from sandtable.maps.picture import opening_of, pieces_of

    if position is not None:
        record = read_game(position)
        return pieces_of(area_game(record.game.id, "sandtable map").world, record.state)
    if not opening:
        return None
    found = opening_of(board, folder)
    if found is None:
        fail(f"{folder.name} has no set-up file: there is no opening to show.")
    return found
