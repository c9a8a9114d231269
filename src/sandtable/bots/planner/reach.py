"""Who can strike where: the reach of a power's units on a field, including landings from the sea."""

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.bots.planner.assault import Ship
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.terrain import FAR, Force, Terrain


class Stack(NamedTuple):
    """Identical units of the power in one space, with their movement left."""

    space: int
    unit: int
    number: float
    points: int


class Strike(NamedTuple):
    """Units that can attack a space, and from where."""

    space: int
    unit: int
    number: float


class Ferry(NamedTuple):
    """Transports that can land troops in a territory: their zone, and the zone they land from."""

    zone: int
    landing: int
    number: float


class Reach:
    """Everything a power can strike with in one turn of its own."""

    def __init__(
        self, field: Field, power: int, stacks: Iterable[Stack] | None = None, bold: bool = False
    ) -> None:
        self.field = field
        self.bold = bold
        """Whether to assume the worst: that ships which block a zone now will have left."""
        self.power = power
        self.side = field.terrain.side[power]
        self.shut = field.closed[power]
        terrain, roster = field.terrain, field.terrain.roster
        self.strikes: list[list[Strike]] = [[] for _ in range(terrain.size)]
        self.ferries: list[list[Ferry]] = [[] for _ in range(terrain.size)]
        """For each territory, the transports that can land there."""
        own = list(stacks) if stacks is not None else standing(field, power)
        self.stacks = own
        self.home = self.landing_distance(own, decks=False)
        """Steps from each space to the nearest territory where air units can land."""
        self.deck = self.landing_distance(own, decks=True)
        """The same with carriers."""
        self._land: dict[tuple[int, int, bool], dict[int, int]] = {}
        self._sea: dict[tuple[int, int, bool], dict[int, int]] = {}
        self._forces: dict[tuple[int, frozenset[int]], Force] = {}
        for stack in own:
            if roster.land[stack.unit]:
                for target in self.march(stack.space, stack.points, roster.blitz[stack.unit]):
                    self.strikes[target].append(Strike(stack.space, stack.unit, stack.number))
            elif roster.air[stack.unit]:
                self._fly(stack)
            elif roster.lifts[stack.unit]:
                self._ferry(stack)
            if roster.sea[stack.unit] and roster.attack[stack.unit]:
                for target in self.sail(stack.space, stack.points, roster.sneaks[stack.unit]):
                    self.strikes[target].append(Strike(stack.space, stack.unit, stack.number))

    # routes

    def march(self, start: int, points: int, blitz: bool) -> dict[int, int]:
        """Territories that land units can reach, and the steps to them; they stop at the enemy."""
        key = (start, points, blitz)
        if key not in self._land:
            field, terrain = self.field, self.field.terrain
            found = {start: 0}
            frontier = [start]
            for step in range(1, points + 1):
                further = []
                for here in frontier:
                    ours = here == start or field.held_by(here, self.side)
                    if not ours and not (blitz and field.lets_through(here, self.side)):
                        continue
                    for there in terrain.roads[here]:
                        if there not in found and there not in self.shut:
                            found[there] = step
                            further.append(there)
                frontier = further
            del found[start]
            self._land[key] = found
        return self._land[key]

    def sail(self, start: int, points: int, sneaks: bool) -> dict[int, int]:
        """Zones that ships can reach, including their own; they stop at warships."""
        key = (start, points, sneaks)
        if key not in self._sea:
            field = self.field
            found = {start: 0}
            frontier = [start]
            stops = field.hunted if sneaks else field.guarded if self.bold else field.barred
            for step in range(1, points + 1):
                further = []
                for here in frontier:
                    if here != start and stops(here, self.side):
                        continue
                    for there in field.terrain.lanes[here]:
                        if there not in found and field.open(here, there, self.side):
                            found[there] = step
                            further.append(there)
                frontier = further
            self._sea[key] = found
        return self._sea[key]

    def landing_distance(self, own: list[Stack], decks: bool) -> list[float]:
        """Steps from every space to the nearest landing place."""
        field, terrain = self.field, self.field.terrain
        found = [FAR] * terrain.size
        frontier = [
            s
            for s in range(terrain.size)
            if not terrain.is_sea[s] and field.held_by(s, self.side) and s not in self.shut
        ]
        if decks:
            for stack in own:
                if terrain.roster.decks[stack.unit]:
                    frontier += self.sail_plainly(stack)
        for start in frontier:
            found[start] = 0
        steps = 0
        while frontier:
            steps += 1
            further = []
            for here in frontier:
                for there in terrain.near[here]:
                    if found[there] == FAR:
                        found[there] = steps
                        further.append(there)
            frontier = further
        return found

    def sail_plainly(self, stack: Stack) -> list[int]:
        """Zones in which a carrier could wait for its planes."""
        found, frontier = {stack.space}, [stack.space]
        for _ in range(stack.points):
            frontier = [
                there
                for here in frontier
                for there in self.field.terrain.lanes[here]
                if there not in found
                and self.field.open(here, there, self.side)
                and (self.bold or not self.field.barred(there, self.side))
            ]
            found.update(frontier)
        return sorted(found)

    def _fly(self, stack: Stack) -> None:
        terrain = self.field.terrain
        home = self.deck if terrain.roster.perches[stack.unit] else self.home
        half = stack.points // 2 if terrain.halved else 0
        out = half or stack.points
        for target, steps in terrain.flights[stack.space].items():
            if steps > out:
                break
            if steps + home[target] <= stack.points and (not half or home[target] <= half):
                if target in self.shut or (terrain.is_sea[target] and terrain.roster.ashore[stack.unit]):
                    continue
                self.strikes[target].append(Strike(stack.space, stack.unit, stack.number))

    def _ferry(self, stack: Stack) -> None:
        terrain = self.field.terrain
        for zone in self.sail(stack.space, stack.points, False):
            for coast in terrain.coasts[zone]:
                if coast in self.shut:
                    continue
                self.ferries[coast].append(Ferry(stack.space, zone, stack.number))

    # forces

    def force(self, target: int, without: frozenset[int] = frozenset()) -> Force:
        """The most that can attack a space at once; nothing comes from the spaces in ``without``."""
        key = (target, without)
        known = self._forces.get(key)
        if known is None:
            found = [0.0] * self.field.terrain.roster.count
            used: dict[tuple[int, int], float] = {}
            for strike in self.strikes[target]:
                if strike.space not in without:
                    found[strike.unit] += strike.number
                    used[strike.space, strike.unit] = strike.number
            if not self.field.terrain.is_sea[target]:
                for unit, count in self._landed(target, without, used).items():
                    found[unit] += count
            known = self._forces[key] = tuple(found)
        return known

    def _landed(
        self, target: int, without: frozenset[int], used: dict[tuple[int, int], float]
    ) -> dict[int, float]:
        """Troops that transports can land in a territory besides those that come overland."""
        field, roster, terrain = self.field, self.field.terrain.roster, self.field.terrain
        ships: dict[int, tuple[float, set[int]]] = {}
        for ferry in self.ferries[target]:
            if ferry.zone in without or (
                field.barred(ferry.landing, self.side) and not self.clears(ferry.landing)
            ):
                continue
            count, landings = ships.get(ferry.zone, (ferry.number, set()))
            ships[ferry.zone] = (count, landings | {ferry.landing})
        found: dict[int, float] = {}
        for zone, (count, landings) in ships.items():
            pool: dict[int, float] = {}
            hold = field.cargo[zone].get(self.power)
            for unit, n in enumerate(hold or ()):
                if n:
                    pool[unit] = pool.get(unit, 0.0) + n
            for coast in {c for z in (zone, *landings) for c in terrain.coasts[z]} - without - {target}:
                for unit, n in enumerate(field.force[coast].get(self.power, ())):
                    left = n - used.get((coast, unit), 0.0)
                    if left > 0 and roster.land[unit]:
                        pool[unit] = pool.get(unit, 0.0) + left
            room = 2 * count
            for unit in sorted(pool, key=lambda u: -roster.attack[u]):
                most = count if roster.move[unit] > 1 else room
                some = min(pool[unit], most, room)
                if some > 0:
                    found[unit] = found.get(unit, 0.0) + some
                    room -= some
        return found

    def reaches(self, start: int, target: int) -> bool:
        """Whether any unit in ``start`` can strike ``target``."""
        return any(strike.space == start for strike in self.strikes[target])

    def clears(self, zone: int) -> bool:
        """Whether this power can probably clear a blocked zone for a landing."""
        roster = self.field.terrain.roster
        mine = self.force(zone)
        theirs = self.field.of_side(zone, 1 - self.side)
        strength = sum(n * a for n, a in zip(mine, roster.attack, strict=True))
        return strength > 1.2 * sum(n * d for n, d in zip(theirs, roster.defense, strict=True))


class Coalition:
    """What several powers that attack together can strike with."""

    def __init__(self, members: list[Reach]) -> None:
        size = members[0].field.terrain.size
        self.members = members
        self.strikes = [[strike for one in members for strike in one.strikes[s]] for s in range(size)]
        self.ferries = [[ferry for one in members for ferry in one.ferries[s]] for s in range(size)]
        self._forces: dict[tuple[int, frozenset[int]], Force] = {}

    def force(self, target: int, without: frozenset[int] = frozenset()) -> Force:
        """The most that all of them can attack a space with at once."""
        key = (target, without)
        known = self._forces.get(key)
        if known is None:
            forces = [one.force(target, without) for one in self.members]
            known = self._forces[key] = tuple(map(sum, zip(*forces, strict=True)))
        return known

    def reaches(self, start: int, target: int) -> bool:
        """Whether any unit in ``start`` can strike ``target``."""
        return any(one.reaches(start, target) for one in self.members)


Blow = Reach | Coalition
"""Who strikes in one attack: a power, or several together."""


def standing(field: Field, power: int) -> list[Stack]:
    """A power's units at the start of its turn, with nothing moved yet."""
    move = field.moves[power]
    return [
        Stack(space, unit, count, move[unit])
        for space, here in enumerate(field.force)
        if power in here
        for unit, count in enumerate(here[power])
        if count > 0
    ]


def movable(field: Field, view: AreaState, seat: Power, flying: bool = False) -> list[Stack]:
    """The units of a seat that may still move; with ``flying`` also planes that have attacked and must land."""
    terrain, roster = field.terrain, field.terrain.roster
    moves = field.moves[terrain.power[seat]]
    return [
        Stack(terrain.index[space], unit, float(n), moves[unit] + p.extra - p.used)
        for space, pieces in view.stacks.items()
        for p, n in pieces
        for unit in (roster.index[p.unit],)
        if p.power == seat
        and roster.counts[unit]
        and (not p.moved or (flying and roster.air[unit] and not p.landed))
    ]


def transports(terrain: Terrain, view: AreaState, seat: Power) -> dict[Ship, float]:
    """The transports of a seat that may still sail, by zone and cargo."""
    roster, found = terrain.roster, dict[Ship, float]()
    for space, pieces in view.stacks.items():
        for p, n in pieces:
            if p.power == seat and not p.moved and roster.lifts[roster.index[p.unit]]:
                cargo = tuple(sorted(roster.index[c.unit] for c in p.cargo if c.power == seat))
                key = (terrain.index[space], cargo)
                found[key] = found.get(key, 0.0) + n
    return found
