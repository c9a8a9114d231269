# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""Output of commands: text for people, JSON for programs, one line for errors."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
import typer

from sandtable.core.datafile.errors import suggestion

if TYPE_CHECKING:
    from rich.console import Console

    from sandtable.area.family import AreaGame
    from sandtable.core.game import AnyGame
    from sandtable.core.record import Record

WRONG = 2
"""The exit code for wrong usage and bad input."""


def fail(message: str, code: int = WRONG) -> NoReturn:
    """Print an error to stderr and exit."""
    print(f"sandtable: {message}", file=sys.stderr)
    raise typer.Exit(code)


def print_json(value: object) -> None:
    """Print indented JSON, for programs."""
    try:
        print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode(), flush=True)
    except BrokenPipeError:
        from sandtable.terminal.screen import nobody_reads

        nobody_reads()


def console(stderr: bool = False) -> "Console":
    """The console: tables and colours on a terminal, plain text elsewhere."""
    from sandtable.terminal.screen import Screen

    return Screen(stderr)


def find_game(game_id: str) -> "AnyGame":
    """A game by id. Exits with a suggestion if it is unknown."""
    from sandtable import games

    game_id = id_of(game_id)
    try:
        game = games.find(game_id)
    except games.BrokenGame as error:
        fail(str(error))
    return game if game is not None else no_such_game(game_id)


def id_of(word: str) -> str:
    """The id of a game given by id or folder. A folder is added to the search path."""
    from sandtable import games

    folder = Path(word)
    if games.family_of(word) is not None or not (folder / "game.yaml").is_file():
        return word
    games.add_to_search([folder])
    return folder.absolute().name


def no_such_game(game_id: str) -> NoReturn:
    """Exit because there is no such game, and list the known ones."""
    from sandtable import games

    for problem in games.problems():
        if problem.id == game_id:
            fail(f"{problem.path}: {problem.why}")
    near = suggestion(game_id, games.ids())
    fail(f"there is no game {game_id!r}.{near} The games are: {', '.join(games.ids())}.")


def area_game(game_id: str, command: str) -> "AreaGame":
    """A game of territories and sea zones by id. Exits for other kinds."""
    from sandtable import games

    game = find_game(game_id)
    if games.family_of(game.id) != "area":
        fail(f"'{command}' is for games of territories and sea zones: {', '.join(games.area_ids())}.")
    return games.area(game.id)


def read_game(path: Path) -> "Record[Any, Any, Any]":
    """The game in a save file. Exits if the file is bad."""
    from sandtable import games
    from sandtable.core.savefile import BadFile, read

    record = read(path, games.find)
    if isinstance(record, BadFile):
        fail(record.why if str(path) in record.why else f"{path}: {record}")
    return record


def write_picture(svg: str, out: Path, width: float, pixels: int) -> None:
    """Write a drawing in the format of the file's extension. Exits if that fails."""
    from sandtable.pixels import write

    try:
        write(svg, out, width, pixels)
    except OSError as error:
        fail(f"{out} cannot be written: {error.strerror}")
    except ModuleNotFoundError as error:
        fail(f"a poster needs {error.name}: pip install 'sandtable[maps]'.")
