"""Air missions: bombs on income, factories and roads, and fighter sweeps.

Air units that no attack needs fly missions that gain more than they risk. Over a territory guns search for them
and fighters meet them, including some from next door; night bombers meet no fighters.
"""

from typing import NamedTuple

from sandtable.area.actions import Mission, Pick, Raid
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.bots.bot import Reason
from sandtable.bots.planner.assault import Key, Plan
from sandtable.bots.planner.bombing import BOMB
from sandtable.bots.planner.draft import Draft, names
from sandtable.bots.planner.guns import downed
from sandtable.bots.planner.offensive import Offensive

LEAST = 0.6
"""The least a mission must gain if planes could be lost,"""
HARMLESS = 0.1
"""and if none can."""
NEIGHBOURS = 0.35
"""The chance that a fighter from the next space meets a mission."""
STRAIN = 0.5
"""The cost to the enemy of delaying a unit, as a share of the unit's cost."""
HEAVY = 6.0
"""The average cost of a unit that needs a factory,"""
PART = 0.6
"""and the share of an income spent on such units."""
SPARE = 0.05
"""The value of a point of unused factory capacity."""
ROADS = 0.25
"""The value of keeping a unit from moving up."""
FACES = 6


class Flight(NamedTuple):
    """Air units of one stack on a mission, and its expected gain."""

    key: Key
    target: int
    number: int
    mission: Mission
    value: float


class Sky:
    """Finds one power's missions in addition to a plan's attacks."""

    def __init__(self, offensive: Offensive, world: World, state: AreaState) -> None:
        self.offensive = offensive
        self.stance = offensive.stance
        self.field = offensive.stance.field
        self.terrain = offensive.terrain
        self.roster = offensive.roster
        self.state = state
        self.units = [world.units[name] for name in self.roster.names]
        power = self.terrain.powers[self.stance.power]
        self.own = [world.unit(power, name) for name in self.roster.names]
        self.taken: dict[int, float] = {}
        """What the missions already chosen are expected to take from each territory."""

    def choose(self, plan: Plan) -> list[Flight]:
        """The missions worth flying with units the plan doesn't need."""
        free = dict(self.offensive.stock)
        for assault in plan.assaults.values():
            for key, n in assault.leaving().items():
                free[key] = free.get(key, 0.0) - n
        found: list[Flight] = []
        for key in sorted(k for k, n in free.items() if n >= 1 and self.roster.air[k[1]]):
            left = int(free[key])
            targets = [
                t
                for t in range(self.terrain.size)
                if t not in plan.assaults
                and self.field.held_by(t, self.stance.foe)
                and any((s.space, s.unit) == key for s in self.offensive.reach.strikes[t])
            ]
            while left:
                best = max(
                    (f for t in targets for f in self._flights(key, t, left)),
                    key=lambda f: (f.value, -f.target),
                    default=None,
                )
                if best is None:
                    break
                found.append(best)
                left -= best.number
                self.taken[best.target] = self.taken.get(best.target, 0.0) + BOMB * best.number
        return found

    def _flights(self, key: Key, target: int, most: int) -> list[Flight]:
        """What units of a stack could do over a territory, if it gains enough."""
        found: list[Flight] = []
        risk = self.offensive.appraisal.landing_risk(key, target)
        if self.roster.bombs[key[1]]:
            through, lost = self._passage(key[1], 1, target)
            by_day: tuple[tuple[Mission, float], ...] = (
                ("bombing", self._bombs(target)),
                ("interdiction", self._roads(target)),
            )
            for mission, promise in by_day:
                value = through * promise - lost * self.roster.cost[key[1]] - risk
                if value > LEAST:
                    found.append(Flight(key, target, 1, mission, value))
            if self.field.factory[target]:
                value = self.factory(target) - risk
                if value > HARMLESS:
                    found.append(Flight(key, target, 1, "night-bombing", value))
        else:
            value = self._sweep(key[1], most, target) - most * risk
            if value > LEAST * most:
                found.append(Flight(key, target, most, "counter-air", value))
        return found

    # gains

    def _bombs(self, target: int) -> float:
        """What a bomber takes from a territory's income, or from its factory if that is more."""
        return max(self.income(target), self.factory(target) if self.field.factory[target] else 0.0)

    def income(self, target: int) -> float:
        """What a bomber takes from the income of a territory."""
        value = self.terrain.value[target]
        most = value if self.field.factory[target] else value // 2
        damage = self.state.damage.get(self.terrain.names[target])
        left = most - (damage.income if damage else 0) - self.taken.get(target, 0.0)
        return sum(min(left, die) for die in range(1, FACES + 1)) / FACES if left > 0 else 0.0

    def factory(self, target: int) -> float:
        """The cost to a factory's holder of building that many fewer units."""
        owner = self.field.control[target]
        places = [s for s, holder in enumerate(self.field.control) if holder == owner and self.field.factory[s]]
        room = sum(self.terrain.value[s] for s in places) - sum(self.taken.get(s, 0.0) for s in places)
        wanted = PART * self.field.income(owner) / HEAVY
        short = max(0.0, min(BOMB, wanted - (room - BOMB)))
        return STRAIN * HEAVY * short + SPARE * BOMB

    def _roads(self, target: int) -> float:
        """The value of keeping troops from moving up to the front next to them."""
        if not any(self.field.held_by(near, self.stance.side) for near in self.terrain.roads[target]):
            troops = sum(
                n for u, n in enumerate(self.field.of_side(target, self.stance.foe)) if self.roster.land[u]
            )
            return ROADS * min(BOMB, troops)
        return 0.0

    # opposition

    def _defenders(self, target: int) -> float:
        """Average hits by the fighters over a territory, including some from next door."""
        side, hits = self.stance.foe, 0.0
        for space, share in ((target, 1.0), *((near, NEIGHBOURS) for near in self.terrain.near[target])):
            for u, n in enumerate(self.field.of_side(space, side)):
                if n and self.roster.air[u] and (space == target or not self.units[u].can("bombs")):
                    hits += share * n * self.units[u].dogfight[1] / FACES
        return hits

    def _passage(self, unit: int, number: int, target: int) -> tuple[float, float]:
        """Each plane's chance to get through to its target, and to be lost on the way."""
        guns = 0 if self.own[unit].can("jet") else self.field.batteries[target]
        destroyed, driven = (n / number for n in downed(guns, number)) if guns else (0.0, 0.0)
        shot = min(1.0, self._defenders(target) / number)
        lost = 1.0 - (1.0 - min(1.0, destroyed)) * (1.0 - shot)
        return max(0.0, 1.0 - lost - driven), lost

    def _sweep(self, unit: int, number: int, target: int) -> float:
        """What fighters gain by meeting the enemy's over a territory, net of their own losses."""
        planes = {
            u: n for u, n in enumerate(self.field.of_side(target, self.stance.foe)) if n and self.roster.air[u]
        }
        there = sum(planes.values())
        if not there:
            return 0.0
        chance = self.own[unit].dogfight[0] / FACES
        hits = float(there * (1.0 - (1.0 - chance) ** (number / there)))
        price = sum(n * self.roster.cost[u] for u, n in planes.items()) / there
        _, lost = self._passage(unit, number, target)
        return hits * price - number * lost * self.roster.cost[unit]


def order_flight(draft: Draft, offensive: Offensive, flight: Flight) -> bool:
    """Order a mission."""
    (space, unit), terrain = flight.key, offensive.terrain
    flak = offensive.appraisal.flak
    for _, way in flak.ways(space, flight.target, max(move[unit] for move in offensive.stance.field.moves)):
        pick = Pick(terrain.roster.names[unit], flight.number)
        if draft.give(Raid(units=(pick,), path=names(terrain, way), mission=flight.mission)):
            return True
    return False


def released(sky: Sky, target: int, bombers: int) -> tuple[int, Reason]:
    """How many of the bombers that got through attack the factory; the others attack the income."""
    factory = 0
    for _ in range(bombers):
        if sky.factory(target) > sky.income(target):
            factory += 1
        sky.taken[target] = sky.taken.get(target, 0.0) + BOMB
    return factory, Reason(f"bomb {sky.terrain.names[target]}")
