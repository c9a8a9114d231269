"""The boards and worlds of the hex game, read once for all tests, and positions on them in a few words."""

from functools import cache

from msgspec.structs import replace

from sandtable.core.datafile import read_yaml
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import BUILT_IN
from sandtable.hexes.board import Board, read_board
from sandtable.hexes.family import GameFile, read_worlds
from sandtable.hexes.opening import opening
from sandtable.hexes.state import HexState
from sandtable.hexes.waters import Waters, read_waters
from sandtable.hexes.world import World

FOLDER = BUILT_IN / "hgw"


@cache
def board(theatre: str = "europe") -> Board:
    return read_board(FOLDER, theatre)


@cache
def waters(theatre: str = "europe") -> Waters:
    return read_waters(FOLDER, board(theatre).atlas, board(theatre).theatre)


@cache
def worlds() -> dict[str, World]:
    return read_worlds(FOLDER, read_yaml(FOLDER / "game.yaml", GameFile))


def barbarossa() -> World:
    return worlds()["barbarossa"]


def fall() -> World:
    return worlds()["fall-of-germany"]


def campaign() -> World:
    return worlds()["campaign-1"]


def position(world: World, **held: str) -> HexState:
    """The opening of a scenario, where each side holds some more places; ``nobody`` holds what is neutral."""
    state = opening(world, Setup())
    assert not isinstance(state, Refusal)
    changed = {place: side for side, places in held.items() for place in places.split()}
    control = {**state.control, **changed}
    return replace(state, control={place: side for place, side in control.items() if side != "nobody"})
