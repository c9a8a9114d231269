"""The games: one folder each, with its data files and only what is special to it in Python."""

from functools import cache
from importlib import import_module

from sandtable.area.family import AreaGame

FOLDERS = {"1941": "war1941"}
"""Each game's id and the folder that holds it."""


def ids() -> tuple[str, ...]:
    """The ids of all games.

    >>> ids()
    ('1941',)
    """
    return tuple(FOLDERS)


@cache
def load(game_id: str) -> AreaGame:
    """Load a game by its id; loading checks that its data fit together."""
    game = import_module(f"sandtable.games.{FOLDERS[game_id]}.game").load()
    assert isinstance(game, AreaGame)
    return game


def find(game_id: str) -> AreaGame | None:
    """A game by its id, or nothing if there is no such game."""
    return load(game_id) if game_id in FOLDERS else None
