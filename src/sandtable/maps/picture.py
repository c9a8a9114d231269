# ruff: noqa: PLC0415 - set-up files are imported only for the opening position
"""Positions for the map."""

from typing import TYPE_CHECKING

from sandtable.maps.draw import MARGIN, Group, Pieces
from sandtable.maps.geometry import UNIT, Geometry

if TYPE_CHECKING:
    from sandtable.area.board import Board
    from sandtable.area.state import AreaState
    from sandtable.area.world import World
    from sandtable.core.datafile import AnyFolder


def pieces_of(world: "World", state: "AreaState") -> Pieces:
    """A state's pieces. Cargo is shown beside its ship, and combatants where the battle is."""
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


def opening_of(board: "Board", folder: "AnyFolder") -> Pieces | None:
    """The starting position from a board's set-up file. None if it has none."""
    from sandtable.area.world import SetupFile
    from sandtable.core.datafile import read_yaml

    if not (folder / "setup.yaml").is_file():
        return None
    setup = read_yaml(folder / "setup.yaml", SetupFile)
    scenario = next(iter(setup.scenarios.values()))
    stacks: dict[str, tuple[Group, ...]] = {}
    for power, spaces in scenario.items():
        for space, units in spaces.items():
            groups = (Group(power, unit, n) for unit, n in units.items() if unit not in setup.on_board)
            stacks[space] = (*stacks.get(space, ()), *groups)
    return Pieces({name: land.holder for name, land in board.territories.items() if land.holder}, stacks)


def drawn_width(geometry: Geometry) -> float:
    """The width of a map's drawing."""
    return geometry.size[0] / UNIT + 2 * MARGIN
