# ruff: noqa: PLC0415 - a game is loaded only if its position is drawn
"""Positions for the map, and maps on disk."""

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sandtable.maps.draw import MARGIN, Group, Pieces, draw
from sandtable.maps.geometry import UNIT, Geometry, read_geometry

if TYPE_CHECKING:
    from sandtable.area.board import Board
    from sandtable.area.state import AreaState
    from sandtable.area.world import World


def pieces_of(world: "World", state: "AreaState") -> Pieces:
    """What a state has on the board; what is aboard a ship is shown beside it, who fights where the battle is."""
    order = {unit: number for number, unit in enumerate(world.units)}
    powers = {power: number for number, power in enumerate(world.order)}
    stacks: dict[str, tuple[Group, ...]] = {}
    standing = dict(state.stacks)
    if state.battle is not None:
        fighting = (*state.battle.attack.units, *state.battle.defend.units)
        standing[state.battle.space] = (*state.at(state.battle.space), *fighting)
    for space, stack in standing.items():
        counts: dict[tuple[str, str], int] = {}
        for piece, count in stack:
            for one in (piece, *piece.cargo):
                counts[one.power, one.unit] = counts.get((one.power, one.unit), 0) + count
        ranked = sorted(counts, key=lambda key: (powers.get(key[0], 99), order.get(key[1], 99)))
        stacks[space] = tuple(Group(power, unit, counts[power, unit]) for power, unit in ranked)
    return Pieces(dict(state.control), stacks)


def opening_of(board: "Board", folder: Path) -> Pieces | None:
    """The starting position of a board by its set-up file alone; nothing if it has none.

    Factories are part of the board and drawn with it.
    """
    from sandtable.area.world import SetupFile
    from sandtable.core.datafile import read_yaml

    if not (folder / "setup.yaml").is_file():
        return None
    scenario = next(iter(read_yaml(folder / "setup.yaml", SetupFile).scenarios.values()))
    stacks: dict[str, tuple[Group, ...]] = {}
    for power, spaces in scenario.items():
        for space, units in spaces.items():
            groups = (
                Group(power, unit, n) for unit, n in units.items() if not unit.endswith("industrial_complex")
            )
            stacks[space] = (*stacks.get(space, ()), *groups)
    return Pieces({name: land.owner for name, land in board.territories.items() if land.owner}, stacks)


class MapView(msgspec.Struct, frozen=True):
    """A drawn map that a notebook shows by itself."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def show(game_id: str, state: "AreaState | None" = None, *, dark: bool = False) -> MapView:
    """The map of a game with a position on it, for a notebook; without one, the empty board.

    >>> show("1941").svg[:4]
    '<svg'
    """
    from sandtable import games

    folder = Path(games.__file__).parent / games.FOLDERS[game_id]
    world = games.world(game_id)
    pieces = pieces_of(world, state) if state is not None else None
    return MapView(draw(world.board, read_geometry(folder), pieces, dark=dark))


def drawn_width(geometry: Geometry) -> float:
    """How wide the drawing of a map is."""
    return geometry.size[0] / UNIT + 2 * MARGIN
