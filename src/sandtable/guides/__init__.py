# ruff: noqa: PLC0415 - a caller who only plays should not wait for odds and drawings to load
"""Help for players: one package per family of games, each a ``core.guide.Guide``.

A guide is layered above its family, the odds and the maps, and below the games: a game's composition names its
guide. No rules live here: a guide asks the game's own ``check`` before it offers anything.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.area.family import AreaGame
    from sandtable.area.family import FamilyGuide as OfAreas
    from sandtable.hexes.family import FamilyGuide as OfHexes
    from sandtable.hexes.family import HexGame


def area_guide(game: "AreaGame") -> "OfAreas":
    """The guide of an area game, with the drawing from the game's folder."""
    from sandtable.core.datafile import DataFileError
    from sandtable.core.wording import listed
    from sandtable.guides.area.guide import AreaGuide
    from sandtable.maps.geometry import FILE, read_geometry

    geometry = read_geometry(game.folder)
    undrawn = [name for name in game.world.board.spaces if name not in geometry.shapes]
    if undrawn:
        are, them = ("is", "it") if len(undrawn) == 1 else ("are", "them")
        raise DataFileError(
            f"{FILE}: {listed(undrawn)} {are} not on the map. Say in places.yaml where to draw {them}, "
            f"then run 'sandtable map build {game.id}'."
        )
    return AreaGuide(game, geometry)


def hex_guide(game: "HexGame") -> "OfHexes":
    """The guide of a hex game, with a map drawn from its atlas."""
    from sandtable.guides.hexes.guide import HexGuide

    return HexGuide(game)
