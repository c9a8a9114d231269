# ruff: noqa: PLC0415 - a command imports only what it needs, so that all of them start at once
"""How commands answer: text for people, JSON for programs, and one line for what went wrong."""

import sys
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import msgspec
import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from sandtable.area.actions import AreaAction
    from sandtable.area.events import AreaEvent
    from sandtable.area.family import AreaGame
    from sandtable.area.state import AreaState
    from sandtable.core.record import Record
    from sandtable.hexes.family import HexGame

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


def find_any_game(game_id: str) -> "AreaGame | HexGame":
    """A game of any family by its id; an unknown one ends the command with a suggestion."""
    from sandtable import games

    if games.family_of(game_id) == "hexes":
        return games.load_hexes(game_id)
    game = games.find(game_id)
    if game is None:
        near = suggestion(game_id, games.all_ids())
        fail(f"there is no game {game_id!r}.{near} The games are: {', '.join(games.all_ids())}.")
    return game


def find_game(game_id: str) -> "AreaGame":
    """An area game by its id; any other ends the command."""
    from sandtable import games

    return areas_only(find_any_game(game_id), games.ids())


def areas_only(game: object, known: "Iterable[str]") -> "AreaGame":
    """An area game as it is; one of another family ends the command."""
    from sandtable.area.family import AreaGame

    if not isinstance(game, AreaGame):
        fail(f"this command is for games of areas only ({', '.join(known)}); a game of hexes has 'sandtable sim'.")
    return game


def read_game(path: Path) -> "Record[AreaState, AreaAction, AreaEvent]":
    """The area game in a save file; a bad file ends the command with the reason."""
    from sandtable import games
    from sandtable.core.savefile import BadFile, read

    record = read(path, games.find_any)
    if isinstance(record, BadFile):
        fail(record.why if str(path) in record.why else f"{path}: {record}")
    areas_only(record.game, games.ids())
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
