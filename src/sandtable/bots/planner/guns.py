"""Anti-aircraft guns: what they cost an attack from the air, and the routes around them."""

from heapq import heappop, heappush

from sandtable.area.parts.guns import Guns
from sandtable.bots.planner.draft import Way
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.terrain import Force, Terrain

FACES = 6
"""Faces of a die."""
CYCLES = 1.5
"""How often searching guns search in one battle, on average."""


def gun_chance(terrain: Terrain) -> float:
    """A gun's chance to shoot down a plane within its reach."""
    guns = Guns.of(terrain.world)
    return guns.value(terrain.world) / FACES if guns is not None else 0.0


def downed(guns: int, planes: float) -> tuple[float, float]:
    """The average numbers of planes that searching guns destroy, and that they drive off.

    >>> [round(n, 2) for n in downed(3, 1)]
    [0.18, 0.19]
    """
    found = planes * (1.0 - (1.0 - 1 / FACES) ** (guns / max(1.0, planes)))
    shots = guns / max(1.0, found)
    destroyed = 1.0 - (1.0 - 1 / FACES) ** shots
    return found * destroyed, found * (1.0 - 0.5**shots - destroyed)


class Flak:
    """The guns on a field that fire at one side's planes."""

    def __init__(self, field: Field, side: int) -> None:
        self.field = field
        self.terrain = field.terrain
        sides = field.terrain.side
        self.fires = [owner >= 0 and sides[owner] != side for owner in field.guns]
        """Whether an enemy gun is in a space."""
        self.chance = gun_chance(field.terrain) if any(self.fires) else 0.0
        self.searching = "searches" in field.terrain.world.features
        """Whether guns search for planes, and fire only at those they find."""
        self._ways: dict[tuple[int, int, int], list[tuple[int, Way]]] = {}

    def ways(self, start: int, end: int, most: int) -> list[tuple[int, Way]]:
        """Air routes of at most ``most`` steps, with the guns on each; fewest guns first.

        The gun at the end is not counted. A longer route is listed only if it has fewer guns than the shorter
        ones.
        """
        key = (start, end, most)
        known = self._ways.get(key)
        if known is None:
            known = self._ways[key] = self._search(start, end, most)
        return known

    def _search(self, start: int, end: int, most: int) -> list[tuple[int, Way]]:
        terrain = self.terrain
        to_go = terrain.flights[end]
        if to_go.get(start, most + 1) > most:
            return []
        if not self.chance:
            most = to_go[start]
        found: list[tuple[int, Way]] = []
        best: dict[tuple[int, int], int] = {}
        queue: list[tuple[int, int, Way]] = [(0, 0, (start,))]
        quietest: dict[int, tuple[int, Way]] = {}
        while queue:
            steps, guns, way = heappop(queue)
            here = way[-1]
            if here == end:
                known = quietest.get(steps)
                if known is None or guns < known[0]:
                    quietest[steps] = (guns, way)
                continue
            for there in terrain.near[here]:
                if steps + 1 + to_go.get(there, most + 1) > most:
                    continue
                fired = guns + (self.fires[there] and there != end)
                if fired < best.get((there, steps + 1), most + 1):
                    best[there, steps + 1] = fired
                    heappush(queue, (steps + 1, fired, (*way, there)))
        for steps in sorted(quietest):
            if not found or quietest[steps][0] < min(guns for guns, _ in found):
                found.append(quietest[steps])
        return sorted(found, key=lambda one: (one[0], len(one[1])))

    def survival(self, start: int, end: int, most: int) -> float:
        """A plane's chance to survive the guns on its best route to a target, and the one at the target."""
        if not self.chance:
            return 1.0
        ways = self.ways(start, end, most)
        guns = ways[0][0] if ways else 0
        if self.fires[end]:
            guns += 1
        return float((1.0 - self.chance) ** guns)

    def thinned(self, force: Force, target: int) -> Force:
        """A force after the gun at the target has fired at its planes, in whole planes."""
        if not self.chance or not self.fires[target]:
            return force
        air = self.terrain.roster.air
        return tuple(float(round(n * (1.0 - self.chance))) if n and air[u] else n for u, n in enumerate(force))

    def toll(self, force: Force, target: int) -> float:
        """The expected cost of the planes that the gun at the target shoots down."""
        roster = self.terrain.roster
        if self.searching:
            planes = sum(n for u, n in enumerate(force) if n and roster.air[u])
            guns = self.field.batteries[target] if planes else 0
            if not guns or self.terrain.is_sea[target]:
                return 0.0
            cost = sum(n * roster.cost[u] for u, n in enumerate(force) if n and roster.air[u])
            return CYCLES * downed(guns, planes)[0] * cost / planes
        if not self.chance or not self.fires[target]:
            return 0.0
        return self.chance * sum(n * roster.cost[u] for u, n in enumerate(force) if n and roster.air[u])
