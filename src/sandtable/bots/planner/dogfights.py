"""Estimates of air combat by chart: how many planes a flight destroys, and how many abort."""

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from sandtable.area.forces import Power
from sandtable.area.parts.air_war import AirWar
from sandtable.area.state import AreaState
from sandtable.area.techs import techs_of
from sandtable.area.world import World

FACES = 6
"""Faces of a die."""

Planes = Mapping[str, int]
"""Air units by type."""


class Toll(NamedTuple):
    """One result of air combat for a flight, and its chance."""

    destroyed: int
    aborted: int
    chance: float


class Dogfights:
    """Reads the chart of a game's air war."""

    def __init__(self, war: AirWar, world: World, state: AreaState) -> None:
        self.war = war
        self.world = world
        self.state = state
        single = war.settings.one_die and state.options.get(war.settings.one_die)
        self._rolls = [
            sum(faces) for faces in product(range(1, FACES + 1), repeat=1 if single else war.settings.dice)
        ]
        self._known: dict[tuple[int, int, int], list[Toll]] = {}

    def pilots(self, power: Power, rising: bool = False) -> int:
        """What a power adds to its roll; ``rising``: against planes over its own territory."""
        techs = techs_of(self.state.techs, power) if rising else ()
        return self.war.level(self.state, power) + sum(self.war.settings.interception.get(t, 0) for t in techs)

    def factors(self, planes: Planes) -> int:
        """The air factors of a flight."""
        return sum(n * self.world.units[unit].air_factor for unit, n in planes.items())

    def tolls(self, shooters: Planes, pilots: int, victims: int) -> list[Toll]:
        """What a flight does to this many enemies, with the chances."""
        key = (self.factors(shooters), pilots, victims)
        known = self._known.get(key)
        if known is None:
            found: dict[tuple[int, int], float] = {}
            for roll in self._rolls if key[0] else ():
                destroyed, aborted = self.war.result(key[0], roll + pilots)
                gone = min(destroyed, victims)
                one = gone, min(aborted, victims - gone)
                found[one] = found.get(one, 0.0) + 1 / len(self._rolls)
            known = self._known[key] = [Toll(*one, chance) for one, chance in found.items()] or [Toll(0, 0, 1.0)]
        return known

    def expected(self, shooters: Planes, pilots: int, victims: int) -> tuple[float, float]:
        """How many a flight destroys on average, and how many abort."""
        tolls = self.tolls(shooters, pilots, victims)
        return sum(t.destroyed * t.chance for t in tolls), sum(t.aborted * t.chance for t in tolls)


def cheapest_cost(world: World, planes: Planes, number: float) -> float:
    """What a flight loses if it gives up its cheapest planes first."""
    total, left = 0.0, number
    for unit in sorted(planes, key=lambda u: world.units[u].cost):
        some = min(left, planes[unit])
        total += some * world.units[unit].cost
        left -= some
    return total
