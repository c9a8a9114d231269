# ruff: noqa: PLC0415 - who wants only the world of a game does not wait for its phases and its rulebook
"""The games: one folder each, with its data files and only what is special to it in Python."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args, overload

if TYPE_CHECKING:
    from sandtable.area.family import AreaGame
    from sandtable.area.world import World
    from sandtable.core.game import AnyGame
    from sandtable.hexes.family import HexGame

AreaId = Literal["1941", "classic", "revised-historical"]
"""The games with territories and sea zones."""

HexId = Literal["hgw"]
"""The games with hexes."""

FOLDERS = {
    "1941": "war1941",
    "classic": "classic",
    "revised-historical": "revised_historical",
    "hgw": "hgw",
}
"""Each game's id and the folder that holds it."""


def ids() -> tuple[str, ...]:
    """The ids of all games.

    >>> ids()
    ('1941', 'classic', 'revised-historical', 'hgw')
    """
    return tuple(FOLDERS)


def area_ids() -> tuple[str, ...]:
    """The ids of the games of the area family.

    >>> area_ids()
    ('1941', 'classic', 'revised-historical')
    """
    return get_args(AreaId)


@overload
def load(game_id: AreaId) -> "AreaGame": ...
@overload
def load(game_id: HexId) -> "HexGame": ...
@overload
def load(game_id: str) -> "AnyGame": ...
def load(game_id: str) -> "AnyGame":
    """Load a game by its id; loading checks that its data fit together."""
    return _loaded(game_id)


@cache
def _loaded(game_id: str) -> "AnyGame":
    game: AnyGame = import_module(f"sandtable.games.{FOLDERS[game_id]}.game").load()
    return game


def find(game_id: str) -> "AnyGame | None":
    """A game by its id, or nothing if there is no such game."""
    return load(game_id) if game_id in FOLDERS else None


def hex_ids() -> tuple[str, ...]:
    """The ids of the games of the hex family.

    >>> hex_ids()
    ('hgw',)
    """
    return get_args(HexId)


def family_of(game_id: str) -> Literal["area", "hexes"] | None:
    """Which family a game is of, without loading it; nothing if there is no such game.

    >>> family_of("1941"), family_of("hgw"), family_of("chess")
    ('area', 'hexes', None)
    """
    if game_id in hex_ids():
        return "hexes"
    return "area" if game_id in area_ids() else None


def load_hexes(game_id: str) -> "HexGame":
    """A game of the hex family by its id.

    >>> load_hexes("hgw").seats
    ('axis', 'soviet', 'allied')
    """
    from sandtable.hexes.family import HexGame

    game = load(game_id)
    if not isinstance(game, HexGame):
        raise LookupError(f"{game_id} has no hexes")
    return game


def area(game_id: str) -> "AreaGame":
    """A game of the area family by its id.

    >>> area("1941").world.units["tank"].attack
    3
    """
    from sandtable.area.family import AreaGame

    game = load(game_id)
    if not isinstance(game, AreaGame):
        raise LookupError(f"{game_id} has no territories and sea zones; these games have: {', '.join(area_ids())}")
    return game


@cache
def world(game_id: str) -> "World":
    """Only the world of an area game: board, units, battles. Enough for odds, and much sooner there than a game.

    >>> world("1941").units["tank"].attack
    3
    """
    from sandtable.area.world import World

    return World.read(Path(__file__).parent / FOLDERS[game_id])
