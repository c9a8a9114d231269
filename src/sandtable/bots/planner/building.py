"""New factories: where one would save the way to the front, and whether it pays before it is likely to fall."""

from typing import NamedTuple

from sandtable.area.actions import Mobilize
from sandtable.area.factories import capacity
from sandtable.area.forces import Power
from sandtable.area.phases.mobilize import placements
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.bots.planner.shopping import Shopping

TURNS = 4.0
"""Turns for which a new factory is reckoned to work."""
SAFE = 0.08
"""The chance that a territory falls with which nobody builds there any more."""
FARTHEST = 4.0
"""Turns over land to the aim beyond which a factory helps nobody."""
MOST_SAVED = 3.0
"""What it can save at most that a unit begins nearer to the front."""
OPEN = 0.7
"""What is left of it where nobody stands who could hold the place."""
MARGIN = 4.0
"""What a factory must bring beyond its price."""
PURCHASE = 3.5
"""What a common unit costs: so many can be placed with an income."""


class Ground(NamedTuple):
    """A territory where a factory could stand, and what it would bring, its price not counted."""

    worth: float
    space: int


class Building:
    """Judges new factories for one power."""

    def __init__(self, shopping: Shopping, world: World, state: AreaState, seat: Power) -> None:
        self.shopping = shopping
        self.world = world
        self.state = state
        self.seat = seat
        self.stance = shopping.stance
        self.terrain = shopping.terrain

    def grounds(self) -> list[Ground]:
        """Every territory where a factory may be built, the best first."""
        unit = next(iter(sorted(self.world.factory_units)), None)
        if unit is None:
            return []
        state, index = self.state, self.terrain.index
        places = [
            index[name]
            for name in self.world.board.territories
            if state.control.get(name) == self.seat == state.turn.control.get(name)
            and not any(p.unit in self.world.factory_units for p, _ in state.at(name))
        ]
        return sorted((Ground(self.worth(s), s) for s in places), key=lambda g: (-g.worth, g.space))

    def worth(self, space: int) -> float:
        """What a factory in a territory would bring: units that begin nearer to where they are wanted."""
        shopping, stance = self.shopping, self.stance
        here = tuple(shopping.here[space])
        fall = stance.loss_chance(space, here)
        near = self.terrain.marches[space][stance.aim]
        if fall > SAFE or not shopping.sites or shopping.overseas(space) or near > FARTHEST:
            return 0.0
        roster = shopping.roster
        troops = [
            u
            for u in range(roster.count)
            if roster.counts[u] and roster.land[u] and roster.attack[u] and not roster.levied[u]
        ]
        saved = min(MOST_SAVED, *(self._saved(unit, space) for unit in troops))
        room = capacity(self.world, self.seat, self.terrain.names[space])
        number = min(float(room), stance.field.income(stance.power) / PURCHASE)
        hold = (1 - fall) * (1.0 if any(here) else OPEN)
        return max(0.0, TURNS * number * saved * hold)

    def _saved(self, unit: int, space: int) -> float:
        """What it saves to have a unit enter play in a territory instead of the best factory there is."""
        shopping = self.shopping
        best = max(
            (
                shopping.use(unit, site.space)
                - (self.stance.manner.passage if shopping.overseas(site.space) else 0.0)
                for site in shopping.sites
                if site.takes(unit, shopping.roster)
            ),
            default=0.0,
        )
        return shopping.use(unit, space) - best

    def wanted(self, money: int) -> tuple[str, int] | None:
        """The factory to buy, by its unit name and price; nothing if none pays now."""
        unit = next(iter(sorted(self.world.factory_units)), None)
        if unit is None:
            return None
        price = self.world.unit(self.seat, unit).cost
        grounds = self.grounds() if price <= money else []
        if not grounds or grounds[0].worth < price + MARGIN:
            return None
        return unit, price

    def site(self, unit: str) -> Mobilize | None:
        """Where a factory that has been bought is built."""
        legal = {order.space: order for order in placements(self.world, self.state, self.seat, unit)}
        best = next((g for g in self.grounds() if self.terrain.names[g.space] in legal), None)
        return legal[self.terrain.names[best.space]] if best else None
