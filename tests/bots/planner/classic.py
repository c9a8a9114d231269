"""Positions of the classic game for tests of the planner."""

from collections.abc import Mapping
from random import Random

from sandtable.area.position import Position, PositionError, build
from sandtable.area.state import AreaState
from sandtable.bots.level import BadLevel, read_level
from sandtable.bots.planner.assault import Ship
from sandtable.bots.planner.duel import Duels
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.manner import Manner
from sandtable.bots.planner.offensive import Offensive
from sandtable.bots.planner.reach import Reach
from sandtable.bots.planner.stance import Stance, cities_of
from sandtable.bots.planner.terrain import Terrain
from sandtable.games import load

Units = Mapping[str | int, str | Mapping[str, str]]

GAME = load("classic")
WORLD = GAME.world
TERRAIN = Terrain(WORLD)
DUELS = Duels(WORLD, TERRAIN.roster)


def hard() -> Manner:
    level = read_level("hard")
    assert not isinstance(level, BadLevel)
    return Manner.of(level)


HARD = hard()


def state_of(position: Position) -> AreaState:
    state = build(WORLD, position)
    assert not isinstance(state, PositionError), state
    return state


def field_of(state: AreaState) -> Field:
    return Field.of(TERRAIN, state)


def stance_of(state: AreaState, power: str) -> Stance:
    return Stance(TERRAIN, field_of(state), power, DUELS, HARD, cities_of(TERRAIN, state, HARD.victory))


def offensive_of(state: AreaState, power: str) -> Offensive:
    stance = stance_of(state, power)
    return Offensive(stance, Reach(stance.field, stance.power), dict[Ship, float](), Random(1))


def at(space: str) -> int:
    return TERRAIN.index[space]


def unit(name: str) -> int:
    return TERRAIN.roster.index[name]
