"""Positions of the classic game for tests of the planner."""

from tests.bots.planner.positions import HARD, Table, Units

__all__ = [
    "DUELS",
    "GAME",
    "HARD",
    "TERRAIN",
    "WORLD",
    "Units",
    "at",
    "field_of",
    "offensive_of",
    "stance_of",
    "state_of",
    "unit",
]

TABLE = Table("classic")
GAME, WORLD, TERRAIN, DUELS = TABLE.game, TABLE.world, TABLE.terrain, TABLE.duels
state_of, field_of, stance_of, offensive_of = TABLE.state, TABLE.field, TABLE.stance, TABLE.offensive
at, unit = TABLE.at, TABLE.unit
