# ruff: noqa: PLC0415 - who wants only the world of a game does not wait for its phases and its rulebook
"""The games: one folder each, with its data files and only what is special to it in Python."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from sandtable.area.family import AreaGame
    from sandtable.area.world import World
    from sandtable.core.game import Game
    from sandtable.hexes.family import HexGame

FOLDERS = {"1941": "war1941", "classic": "classic"}
"""Each area game's id and the folder that holds it."""
HEX_FOLDERS = {"hgw": "hgw"}
"""Each hex game's id and the folder that holds it."""

Family = Literal["area", "hexes"]


def ids() -> tuple[str, ...]:
    """The ids of all area games.

    >>> ids()
    ('1941', 'classic')
    """
    return tuple(FOLDERS)


def all_ids() -> tuple[str, ...]:
    """The ids of the games of all families.

    >>> all_ids()
    ('1941', 'classic', 'hgw')
    """
    return (*FOLDERS, *HEX_FOLDERS)


def family_of(game_id: str) -> Family | None:
    """Which family a game is of; nothing if there is no such game.

    >>> family_of("1941"), family_of("hgw"), family_of("chess")
    ('area', 'hexes', None)
    """
    if game_id in HEX_FOLDERS:
        return "hexes"
    return "area" if game_id in FOLDERS else None


@cache
def load_hexes(game_id: str) -> "HexGame":
    """Load a hex game by its id."""
    from sandtable.hexes.family import HexGame

    game = import_module(f"sandtable.games.{HEX_FOLDERS[game_id]}.game").load()
    assert isinstance(game, HexGame)
    return game


@cache
def load(game_id: str) -> "AreaGame":
    """Load a game by its id; loading checks that its data fit together."""
    from sandtable.area.family import AreaGame

    game = import_module(f"sandtable.games.{FOLDERS[game_id]}.game").load()
    assert isinstance(game, AreaGame)
    return game


@cache
def world(game_id: str) -> "World":
    """Only the world of a game: board, units, battles. Enough to ask for odds, and much sooner there than a game.

    >>> world("1941").units["tank"].attack
    3
    """
    from sandtable.area.world import World

    return World.read(Path(__file__).parent / FOLDERS[game_id])


def find(game_id: str) -> "AreaGame | None":
    """An area game by its id, or nothing if there is no such game."""
    return load(game_id) if game_id in FOLDERS else None


def find_any(game_id: str) -> "Game[Any, Any, Any] | None":
    """A game of any family by its id, or nothing if there is no such game: for what serves all families alike."""
    return load_hexes(game_id) if game_id in HEX_FOLDERS else find(game_id)
