"""Air combat before a battle, on average: how many planes of a side are destroyed, and how many abort."""

from functools import cache
from itertools import product

from sandtable.area.parts.air_war import AirWar
from sandtable.area.world import World

FACES = 6


class Sky:
    """The averages of a game's air combat chart, with average pilots."""

    def __init__(self, war: AirWar) -> None:
        self._war = war
        self._lost = cache(self._average)

    def lost(self, factors: float, planes: float) -> tuple[float, float]:
        """How many planes are destroyed, and how many abort, under fire from this many factors."""
        return self._lost(max(1, round(factors)), max(1, round(planes)))

    def _average(self, factors: int, planes: int) -> tuple[float, float]:
        dice = self._war.settings.dice
        destroyed = aborted = 0
        for faces in product(range(1, FACES + 1), repeat=dice):
            gone, back = self._war.result(factors, sum(faces))
            destroyed += min(gone, planes)
            aborted += min(back, max(0, planes - gone))
        return destroyed / FACES**dice, aborted / FACES**dice


def sky_of(world: World) -> Sky | None:
    """A world's air combat; None if planes don't fight before a battle."""
    war = AirWar.of(world)
    return None if war is None else Sky(war)
