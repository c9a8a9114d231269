# ruff: noqa: PLC0415 - a caller who needs only the world should not wait for phases and rulebook to load
"""The games, each a folder of data files. Those next to this file are built in; ``finding`` finds others.

Games are loaded on first use and cached. ``docs/games.md`` describes a game's folder.
"""

from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from sandtable.core.datafile import DataFileError
from sandtable.games import finding
from sandtable.games.finding import BUILT_IN, VARIABLE, Family, Found, Problem, add_to_search

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sandtable.area.family import AreaGame
    from sandtable.area.world import World
    from sandtable.core.datafile import Folder
    from sandtable.core.game import AnyGame
    from sandtable.hexes.family import HexGame

__all__ = [
    "BUILT_IN",
    "VARIABLE",
    "BrokenGame",
    "Problem",
    "add_to_search",
    "area",
    "area_ids",
    "checked",
    "family_of",
    "find",
    "folder",
    "folder_at",
    "forget",
    "hex_ids",
    "ids",
    "is_built_in",
    "load",
    "load_hexes",
    "problems",
    "world",
]


class BrokenGame(DataFileError):
    """A game with inconsistent files; the message says where and why."""

    def __init__(self, found: Found, why: str) -> None:
        super().__init__(f"{found.id} ({found.path}): {why}")
        self.game, self.why = found.id, why


@contextmanager
def _naming(found: Found) -> "Iterator[None]":
    """Adds the game's name to errors in its files."""
    try:
        yield
    except BrokenGame:
        raise
    except DataFileError as error:
        raise BrokenGame(found, str(error)) from None


def ids() -> tuple[str, ...]:
    """The ids of all games, built-in games first.

    >>> ids()[:5]
    ('1941', 'classic', 'global-1940', 'revised-historical', 'hgw')
    """
    return tuple(finding.shelf().games)


def area_ids() -> tuple[str, ...]:
    """The ids of the area games.

    >>> area_ids()[:4]
    ('1941', 'classic', 'global-1940', 'revised-historical')
    """
    return tuple(game_id for game_id in ids() if family_of(game_id) == "area")


def hex_ids() -> tuple[str, ...]:
    """The ids of the hex games.

    >>> hex_ids()[:1]
    ('hgw',)
    """
    return tuple(game_id for game_id in ids() if family_of(game_id) == "hexes")


def problems() -> tuple[Problem, ...]:
    """Folders that aren't usable games, and why. Other games may still turn out to be broken when loaded."""
    return finding.shelf().problems


def is_built_in(game_id: str) -> bool:
    found = finding.find(game_id)
    return found is not None and found.built_in


def load(game_id: str) -> "AnyGame":
    """Load a game by its id. Loading checks that its data is consistent."""
    return _loaded(_found(game_id))


def find(game_id: str) -> "AnyGame | None":
    """A game by its id; None if there is no such game."""
    found = finding.find(game_id)
    return _loaded(found) if found is not None else None


def checked(game_id: str) -> "AnyGame | Problem":
    """A game of :func:`ids`, with its guide and map loaded, or what is wrong with its folder."""
    found = _found(game_id)
    try:
        game = _loaded(found)
        with _naming(found):
            _ = game.guide.box, game.guide.kit
    except BrokenGame as error:
        return Problem(game_id, str(found.path), error.why)
    except Exception as error:
        if found.built_in:
            raise
        return Problem(game_id, str(found.path), f"it cannot be loaded: {type(error).__name__}: {error}")
    return game


def family_of(game_id: str) -> Family | None:
    """A game's family, without loading it; None if there is no such game or it doesn't say.

    >>> family_of("1941"), family_of("hgw"), family_of("chess")
    ('area', 'hexes', None)
    """
    found = finding.find(game_id)
    return _family(found) if found is not None else None


def folder(game_id: str) -> "Folder":
    """The data files of a game.

    >>> (folder("1941") / "units.yaml").is_file()
    True
    """
    return _folder(_found(game_id))


def folder_at(path: "Path") -> "Folder":
    """The data files of the game in any folder."""
    found = Found(path.absolute().name, path.absolute())
    with _naming(found):
        return finding.layers(found)


def load_hexes(game_id: str) -> "HexGame":
    """A hex game by its id.

    >>> load_hexes("hgw").seats
    ('axis', 'soviet', 'allied')
    """
    from sandtable.hexes.family import HexGame

    game = load(game_id)
    if not isinstance(game, HexGame):
        raise LookupError(f"{game_id} has no hexes")
    return game


def area(game_id: str) -> "AreaGame":
    """An area game by its id.

    >>> area("1941").world.units["tank"].attack
    3
    """
    from sandtable.area.family import AreaGame

    game = load(game_id)
    if not isinstance(game, AreaGame):
        raise LookupError(f"{game_id} has no territories and sea zones; these games have: {', '.join(area_ids())}")
    return game


def world(game_id: str) -> "World":
    """Only the world of an area game: board, units, battles. Enough for odds, and loads much faster than a game.

    >>> world("1941").units["tank"].attack
    3
    """
    return _world(_found(game_id))


def forget() -> None:
    """Clear the caches: games are searched for and loaded again on next use."""
    finding.forget()
    for kept in (_loaded, _world, _family, _folder):
        kept.cache_clear()


def _found(game_id: str) -> Found:
    found = finding.find(game_id)
    if found is None:
        raise LookupError(f"there is no game {game_id!r}")
    return found


@cache
def _loaded(found: Found) -> "AnyGame":
    from sandtable.games.composing import compose

    with _naming(found):
        # In memory, so that later reads are consistent with this one.
        return compose(_folder(found).snapshot(), finding.family(found))


@cache
def _world(found: Found) -> "World":
    from sandtable.area.world import World

    with _naming(found):
        return World.read(_folder(found))


@cache
def _family(found: Found) -> Family | None:
    try:
        return finding.family(found)
    except DataFileError:
        return None


@cache
def _folder(found: Found) -> "Folder":
    with _naming(found):
        return finding.layers(found)
