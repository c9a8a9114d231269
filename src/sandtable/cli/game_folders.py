# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""``--games DIR``, for every command: more folders to search for games."""

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

GameFolders = Annotated[
    list[Path] | None,
    typer.Option(
        "--games",
        metavar="DIR",
        help="Look for games here too: a game, or a folder of games. Repeatable.",
    ),
]
_NAME = "game_folders"


def look_in(folders: Sequence[Path]) -> None:
    """Add folders to the search path for games."""
    from sandtable.games import add_to_search

    for folder in folders:
        if not folder.is_dir():
            raise typer.BadParameter(f"there is no folder {folder}.", param_hint="'--games'")
    if folders:
        add_to_search(folders)


def finds_games(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option ``--games DIR`` to a command."""

    @wraps(command)
    def with_folders(**given: Any) -> None:
        look_in(given.pop(_NAME) or [])
        command(**given)

    signature = inspect.signature(command)
    option = inspect.Parameter(_NAME, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=GameFolders)
    with_folders.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*signature.parameters.values(), option]
    )
    with_folders.__annotations__ = {**command.__annotations__, _NAME: GameFolders}
    return with_folders


class CountsGames(TyperCommand):
    """A command with ``--games N`` for a number of games: a value that isn't a number is a folder, as
    elsewhere."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        left: list[str] = []
        folders: list[Path] = []
        waiting = iter(args)
        for word in waiting:
            name, equals, value = word.partition("=")
            if name != "--games":
                left.append(word)
                continue
            if not equals:
                value = next(waiting, "")
            if value and not value.lstrip("+-").isdecimal():
                folders.append(Path(value))
            else:
                left += [name, value] if value else [name]
        look_in(folders)
        return super().parse_args(ctx, left)
