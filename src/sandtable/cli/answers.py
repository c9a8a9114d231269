# ruff: noqa: PLC0415 - a command imports only what it needs, so that all of them start at once
"""How commands answer: text for people, JSON for programs, and one line for what went wrong."""

import sys
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from sandtable.area.family import AreaGame
    from sandtable.core.game import AnyGame
    from sandtable.core.record import Record

WRONG = 2
"""The exit code of wrong usage and bad input."""


def fail(message: str, code: int = WRONG) -> NoReturn:
    """Say what is wrong on stderr, and leave."""
    print(f"sandtable: {message}", file=sys.stderr)
    raise typer.Exit(code)


def print_json(value: object) -> None:
    """For programs: indented JSON on stdout."""
    try:
        print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode(), flush=True)
    except BrokenPipeError:
        from sandtable.terminal.screen import nobody_reads

        nobody_reads()


def console(stderr: bool = False) -> "Console":
    """Where people read: tables and colours on a terminal, plain text elsewhere."""
    from sandtable.terminal.screen import Screen

    return Screen(stderr)


def suggestion(word: str, known: "Iterable[str]") -> str:
    """`` Did you mean 'tank'?``, or nothing if no known word is near.

    >>> suggestion("tnak", ["infantry", "tank"])
    " Did you mean 'tank'?"
    """
    names = {name.casefold(): name for name in known}
    close = get_close_matches(word.casefold(), names, n=1, cutoff=0.5)
    return f" Did you mean {names[close[0]]!r}?" if close else ""


def find_game(game_id: str) -> "AnyGame":
    """A game by its id; an unknown one ends the command with a suggestion."""
    from sandtable import games

    game = games.find(game_id)
    if game is None:
        near = suggestion(game_id, games.ids())
        fail(f"there is no game {game_id!r}.{near} The games are: {', '.join(games.ids())}.")
    return game


def area_game(game_id: str, command: str) -> "AreaGame":
    """A game of territories and sea zones by its id; another kind ends the command, which serves no other."""
    from sandtable import games

    game = find_game(game_id)
    if game.id not in games.area_ids():
        fail(f"'{command}' is for games of territories and sea zones: {', '.join(games.area_ids())}.")
    return games.area(game.id)


def read_game(path: Path) -> "Record[Any, Any, Any]":
    """The game in a save file; a bad file ends the command with the reason."""
    from sandtable import games
    from sandtable.core.savefile import BadFile, read

    record = read(path, games.find)
    if isinstance(record, BadFile):
        fail(record.why if str(path) in record.why else f"{path}: {record}")
    return record


def write_picture(svg: str, out: Path, width: float, pixels: int) -> None:
    """Write a drawing as its file's name says; what cannot be written ends the command."""
    from sandtable.pixels import write

    try:
        write(svg, out, width, pixels)
    except OSError as error:
        fail(f"{out} cannot be written: {error.strerror}")
    except ModuleNotFoundError as error:
        fail(f"a poster needs {error.name}: pip install 'sandtable[maps]'.")
