"""New factories: where one would shorten the way to the front, and whether it pays before it is
likely to be lost.
"""

from typing import NamedTuple

from sandtable.area.actions import Mobilize
from sandtable.area.factories import barred_from, capacity_by_value
from sandtable.area.forces import Power
from sandtable.area.phases.mobilize import placements
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.bots.planner.shopping import Shopping

TURNS = 4.0
"""Turns for which a new factory is assumed to operate."""
SAFE = 0.08
"""The chance of losing a territory above which no factory is built there."""
FARTHEST = 4.0
"""Turns over land to the aim beyond which a factory is no help."""
MOST_SAVED = 3.0
"""The most that starting nearer to the front can save for a unit."""
OPEN = 0.7
"""What is left of that where there are no units to hold the place."""
MARGIN = 4.0
"""What a factory must gain beyond its price."""
PURCHASE = 3.5
"""The cost of a typical unit, which limits how many an income can place."""


class Ground(NamedTuple):
    """A territory where a factory could be built, and its gain before its price."""

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
        """Each territory where a factory may be built, the best first."""
        unit = self._cheapest()
        if unit is None:
            return []
        state, index = self.state, self.terrain.index
        places = [
            index[name]
            for name in self.world.board.territories
            if state.control.get(name) == self.seat == state.turn.control.get(name)
            and not any(p.unit in self.world.factory_units for p, _ in state.at(name))
            and barred_from(self.world, state, self.seat, unit, name) is None
        ]
        return sorted((Ground(self.worth(s), s) for s in places), key=lambda g: (-g.worth, g.space))

    def _cheapest(self) -> str | None:
        """The cheapest factory."""
        units = self.world.factory_units
        return min(units, key=lambda unit: (self.world.unit(self.seat, unit).cost, unit), default=None)

    def worth(self, space: int) -> float:
        """The gain from a factory in a territory: units that start nearer to where they are needed."""
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
        room = capacity_by_value(self.world, self.seat, self.terrain.names[space])
        number = min(float(room), stance.field.income(stance.power) / PURCHASE)
        hold = (1 - fall) * (1.0 if any(here) else OPEN)
        return max(0.0, TURNS * number * saved * hold)

    def _saved(self, unit: int, space: int) -> float:
        """What a unit saves by entering play in a territory instead of at the best existing factory."""
        shopping = self.shopping
        best = max(
            (
                shopping.use(unit, site.space)
                - (self.stance.style.passage if shopping.overseas(site.space) else 0.0)
                for site in shopping.sites
                if site.takes(unit, shopping.roster)
            ),
            default=0.0,
        )
        return shopping.use(unit, space) - best

    def wanted(self, money: int) -> tuple[str, int] | None:
        """The factory to buy, by unit name and price; None if none pays now."""
        unit = self._cheapest()
        if unit is None:
            return None
        price = self.world.unit(self.seat, unit).cost
        grounds = self.grounds() if price <= money else []
        if not grounds or grounds[0].worth < price + MARGIN:
            return None
        return unit, price

    def site(self, unit: str) -> Mobilize | None:
        """Where to build a factory that has been bought."""
        legal = {order.space: order for order in placements(self.world, self.state, self.seat, unit)}
        best = next((g for g in self.grounds() if self.terrain.names[g.space] in legal), None)
        return legal[self.terrain.names[best.space]] if best else None
