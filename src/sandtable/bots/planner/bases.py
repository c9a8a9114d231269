"""Bases and larger factories, bought with money left over from units: where they pay, and where to build them."""

from typing import NamedTuple

from sandtable.area.actions import Mobilize
from sandtable.area.factories import barred_from
from sandtable.area.forces import Power
from sandtable.area.parts.facilities import Facilities, Facility, Upgrade
from sandtable.area.phases.mobilize import placements
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.bots.bot import Reason
from sandtable.bots.planner.stance import Stance

TURNS = 6.0
"""Turns for which a base is assumed to be useful."""
RANGE = 0.1
"""The value of an extra step to a plane or a ship, as a share of its cost."""
COVER = 0.08
"""The value to a fleet of planes that can scramble to help it, as a share of its cost."""
SAFE = 0.1
"""The chance of losing a territory above which no base is built there."""
PART = 0.5
"""The share of its price that a base must gain: leftover money gains nothing otherwise."""
SLOTS = 3
"""The most free slots at which the factories still count as full."""


class Site(NamedTuple):
    """A base that could be built, and its gain."""

    worth: float
    unit: str
    space: str
    aim: str


class Bases:
    """Judges bases for one power."""

    def __init__(self, stance: Stance, world: World, state: AreaState, seat: Power) -> None:
        self.stance = stance
        self.terrain = stance.terrain
        self.world = world
        self.state = state
        self.seat = seat
        self.part = Facilities.of(world)

    def bases(self) -> dict[str, Facility]:
        """The types of facilities that serve planes or ships."""
        types = self.part.settings.types if self.part is not None else {}
        return {unit: kind for unit, kind in types.items() if kind.flights or kind.voyages}

    def sites(self) -> list[Site]:
        """Each base that could be built, the best first."""
        found = []
        state = self.state
        for unit, kind in self.bases().items():
            for space, land in self.world.board.territories.items():
                if state.control.get(space) != self.seat or state.turn.control.get(space) != self.seat:
                    continue
                if any(p.unit == unit for p, _ in state.at(space)):
                    continue
                if barred_from(self.world, state, self.seat, unit, space) is not None:
                    continue
                site = self._judged(unit, kind, space, land.island)
                if site.worth > 0:
                    found.append(site)
        return sorted(found, key=lambda one: (-one.worth, one.space, one.unit))

    def _judged(self, unit: str, kind: Facility, space: str, island: bool) -> Site:
        """What a base in a territory would gain."""
        stance, here = self.stance, self.terrain.index[space]
        fall = stance.loss_chance(here, stance.field.of_side(here, stance.side))
        if fall > SAFE:
            return Site(0.0, unit, space, "")
        income = kind.island_income if island and not stance.field.factory[here] else 0
        worth = TURNS * income
        roster = self.terrain.roster
        if kind.flights:
            worth += RANGE * kind.flights * self._worth_of(here, roster.air)
            worth += COVER * sum(self._worth_of(zone, roster.sea) for zone in self.terrain.coasts[here])
        if kind.voyages:
            worth += (
                RANGE * kind.voyages * sum(self._worth_of(zone, roster.sea) for zone in self.terrain.coasts[here])
            )
        what = self.world.units[unit].name
        aim = f"{income} IPCs a turn from the {what} in {space}" if income else f"a longer reach from {space}"
        return Site(worth * (1 - fall), unit, space, aim)

    def _worth_of(self, space: int, kind: list[bool]) -> float:
        """What the power's planes or ships in a space cost."""
        counts = self.stance.field.force[space].get(self.stance.power, ())
        return sum(n * self.terrain.roster.cost[u] for u, n in enumerate(counts) if n and kind[u])

    def wanted(self, money: int) -> Site | None:
        """The base to buy with leftover money."""
        for site in self.sites():
            price = self.world.unit(self.seat, site.unit).cost
            if price <= money and site.worth >= PART * price:
                return site
        return None

    def site(self, unit: str) -> Mobilize | None:
        """Where to build a base that has been bought."""
        legal = {order.space: order for order in placements(self.world, self.state, self.seat, unit)}
        best = next((one for one in self.sites() if one.unit == unit and one.space in legal), None)
        return legal[best.space] if best else next(iter(legal.values()), None)

    def larger(self, money: int, room: int) -> tuple[Upgrade, Reason] | None:
        """A factory to enlarge, if all are full and there is money left."""
        if self.part is None or room > SLOTS:
            return None
        best: tuple[float, str, Upgrade] | None = None
        for order in self.part.offers(self.world, self.state, self.seat, self.seat):
            if (
                not isinstance(order, Upgrade)
                or self.part.upgrade_price(self.state, self.seat, order.facility) > money
            ):
                continue
            here = self.terrain.index[order.territory]
            if self.stance.loss_chance(here, self.stance.field.of_side(here, self.stance.side)) > SAFE:
                continue
            near = -self.stance.way(here, self.stance.aim)
            if best is None or (near, order.territory) > best[:2]:
                best = near, order.territory, order
        if best is None:
            return None
        return best[2], Reason(f"enlarge the factory in {best[2].territory}: there is more money than room")
