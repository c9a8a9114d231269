"""Positions of a game for tests of the planner."""

from collections.abc import Mapping
from random import Random

from sandtable.area.actions import AreaAction
from sandtable.area.forces import Power
from sandtable.area.position import Position, PositionError, build
from sandtable.area.state import AreaState
from sandtable.bots.level import BadLevel, read_level
from sandtable.bots.planner.assault import Ship
from sandtable.bots.planner.duel import Duels
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.offensive import Offensive
from sandtable.bots.planner.reach import Reach
from sandtable.bots.planner.stance import Stance, cities_of
from sandtable.bots.planner.style import Style
from sandtable.bots.planner.terrain import Force, Terrain
from sandtable.core.dice import Dice, SeededDice
from sandtable.games import area

Units = Mapping[str | int, str | Mapping[str, str]]


def hard() -> Style:
    level = read_level("hard")
    assert not isinstance(level, BadLevel)
    return Style.of(level)


HARD = hard()


class Table:
    """A game, and what the planner makes of its positions."""

    def __init__(self, game_id: str) -> None:
        self.game = area(game_id)
        self.world = self.game.world
        self.terrain = Terrain(self.world)
        self.duels = Duels(self.world, self.terrain.roster)

    def state(self, position: Position) -> AreaState:
        state = build(self.world, position)
        assert not isinstance(state, PositionError), state
        return state

    def after(self, state: AreaState, seat: Power, *actions: AreaAction, dice: Dice | None = None) -> AreaState:
        """The position after somebody's orders."""
        dice = dice or SeededDice.from_seed(1)
        for action in actions:
            refusal = self.game.check(state, seat, action)
            assert refusal is None, refusal
            for event in self.game.decide(state, seat, action, dice):
                state = self.game.evolve(state, event)
        return state

    def field(self, state: AreaState) -> Field:
        return Field.of(self.terrain, state)

    def stance(self, state: AreaState, power: str) -> Stance:
        cities = cities_of(self.terrain, state, HARD.victory)
        return Stance(self.terrain, self.field(state), power, self.duels, HARD, cities)

    def offensive(self, state: AreaState, power: str) -> Offensive:
        stance = self.stance(state, power)
        return Offensive(stance, Reach(stance.field, stance.power), dict[Ship, float](), Random(1))

    def at(self, space: str) -> int:
        return self.terrain.index[space]

    def unit(self, name: str) -> int:
        return self.terrain.roster.index[name]

    def force(self, **units: float) -> Force:
        return tuple(units.get(name, 0.0) for name in self.terrain.roster.names)
