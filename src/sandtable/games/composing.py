# ruff: noqa: PLC0415 - a game of one family does not load the other
"""Turns a folder of data files into a game: the class of its family, with its guide."""

from typing import TYPE_CHECKING

from sandtable.games.finding import Family

if TYPE_CHECKING:
    from sandtable.area.family import AreaGame
    from sandtable.core.datafile import Folder
    from sandtable.core.game import AnyGame


def compose(folder: "Folder", family: Family) -> "AnyGame":
    """The game in a folder, ready to play. Raises ``DataFileError`` if its data is inconsistent."""
    from sandtable.guides import area_guide, hex_guide

    if family == "hexes":
        from sandtable.hexes.family import HexGame

        return HexGame(folder, hex_guide)
    from sandtable.area.family import AreaGame

    game = AreaGame(folder, area_guide)
    if not folder.built_in:
        _check_odds(folder, game)
        _check_prospects(folder)
    return game


def _check_prospects(folder: "Folder") -> None:
    """Reject weights for bots that can't be read. Those of built-in games are known to be right."""
    from sandtable.bots.prospects import FILE, read

    if folder.layers[0].has(FILE):
        read(folder)


def _check_odds(folder: "Folder", game: "AreaGame") -> None:
    """Reject battles that bots and the odds pages can't handle. Those of built-in games are known to work."""
    from sandtable.area.battle.sequence import Sequences
    from sandtable.core.datafile import DataFileError, Folder, line_of, read_yaml
    from sandtable.odds.readable import unreadable

    problems = list(unreadable(game.world.sequences))
    below = Folder(*folder.layers[1:]) / "battle.yaml" if len(folder.layers) > 1 else None
    inherited = read_yaml(below, Sequences).sequences if problems and below is not None else {}
    for name, why in problems:
        if game.world.sequences.sequences.get(name) == inherited.get(name):
            continue
        where = line_of(folder / "battle.yaml", "sequences", name)
        raise DataFileError(f"{where}: sequences.{name}: its odds cannot be worked out: {why}.")
