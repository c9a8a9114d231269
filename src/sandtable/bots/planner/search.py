"""The planner's search for attacks, by itself: many plans for one combat move, and the orders of each.

For whoever compares plans instead of playing one: puzzles are mined with it.
"""

from collections.abc import Iterable, Mapping
from random import Random

from sandtable.area.actions import AreaAction
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.bots.level import Level
from sandtable.bots.planner.assault import Plan
from sandtable.bots.planner.bombardment import order_support
from sandtable.bots.planner.draft import Draft
from sandtable.bots.planner.duel import Duels
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.garrison import Garrisons
from sandtable.bots.planner.marching import order_attacks
from sandtable.bots.planner.offensive import Offensive
from sandtable.bots.planner.reach import Reach, movable, transports
from sandtable.bots.planner.stance import Stance, cities_of
from sandtable.bots.planner.style import Style
from sandtable.bots.planner.terrain import terrain_of

BOLD = {"counter": 0.0, "caution": 0.0, "nautical": 0.0, "origin": 0.0, "guard": 0.5, "release": 0.0, "zeal": 0.0}
"""The numbers of a search that counts only what is won and lost in the attacks themselves."""


class Search:
    """Looks for attacks in one position."""

    def __init__(self, game: AreaGame, state: AreaState, seat: Power, level: Level) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.terrain = terrain_of(game.world)
        self._level = level
        self._duels = Duels(game.world, self.terrain.roster)
        self._cities = cities_of(self.terrain, state, level["victory"])
        self._field = Field.of(self.terrain, state, seat)

    def plans(
        self,
        tries: int,
        keep: int,
        *,
        numbers: Mapping[str, float] | None = None,
        without: Iterable[str] = (),
        prizes: Mapping[str, float] | None = None,
        seed: int = 0,
    ) -> list[tuple[AreaAction, ...]]:
        """The orders of the best plans found, best first.

        ``numbers``: changes to the level's. ``without``: spaces not to attack. ``prizes``: what taking some spaces
        is worth besides.
        """
        offensive = self._offensive(numbers or {}, prizes or {}, seed)
        left_out = {self.terrain.index[name] for name in without}
        offensive.targets = [target for target in offensive.targets if target not in left_out]
        found = dict.fromkeys(self._ordered(offensive, plan) for plan in offensive.plans(tries, keep))
        return list(found)

    def chances(self) -> dict[str, float]:
        """Roughly, how likely an attack with everything at hand wins each space."""
        offensive = self._offensive({**BOLD, "luck": 0.2}, {}, 0)
        seas, everything = frozenset(offensive.targets), frozenset[int]()
        return {
            self.terrain.names[target]: offensive.package(
                target, offensive.stock, offensive.ships, everything, seas
            ).win
            for target in offensive.targets
        }

    def _offensive(self, numbers: Mapping[str, float], prizes: Mapping[str, float], seed: int) -> Offensive:
        level = self._level.turned(numbers)
        extras = {self.terrain.index[name]: worth for name, worth in prizes.items()}
        stance = Stance(
            self.terrain,
            self._field,
            self.seat,
            self._duels,
            Style.of(level),
            self._cities if not prizes else {},
            None,
            (),
            extras,
        )
        reach = Reach(self._field, stance.power, movable(self._field, self.state, self.seat))
        ships = transports(self.terrain, self.state, self.seat)
        return Offensive(stance, reach, ships, Random(seed), Garrisons(stance, reach.stacks, {}))

    def _ordered(self, offensive: Offensive, plan: Plan) -> tuple[AreaAction, ...]:
        draft = Draft(self.game, self.state, self.seat)
        done = order_attacks(draft, self.terrain, self._field, plan)
        order_support(draft, offensive, done)
        return tuple(draft.actions)
