"""The board and the unit table as numbers: everything about a game that doesn't change during play."""

from collections import deque
from collections.abc import Iterable
from heapq import heappop, heappush
from operator import mul

from sandtable.area.battle.sequence import Choice
from sandtable.area.board import Passage
from sandtable.area.forces import Power, Stack
from sandtable.area.parts.facilities import Facilities
from sandtable.area.parts.half_flights import HalfFlights
from sandtable.area.parts.home_yards import HomeYards
from sandtable.area.parts.levies import Levies
from sandtable.area.parts.reaction import Reaction
from sandtable.area.world import World

Force = tuple[float, ...]
"""The number of units of each type, in unit table order; expected numbers may be fractions."""

FAR = 99.0
"""Turns to an unreachable place."""
EMBARK = 1.0
"""Turns that boarding and landing cost in addition to the route."""


class Roster:
    """The unit table in columns."""

    def __init__(self, world: World) -> None:
        types = world.units
        self._types = tuple(types.values())
        self.names = tuple(types)
        self.index = {name: i for i, name in enumerate(self.names)}
        self.count = len(self.names)
        self.cost = [0 if name in world.shields else t.cost for name, t in types.items()]
        self.attack = [t.attack for t in types.values()]
        self.defense = [t.defense for t in types.values()]
        self.move = [t.move for t in types.values()]
        self.hits = [t.hits for t in types.values()]
        self.land = [t.kind == "land" for t in types.values()]
        self.air = [t.kind == "air" for t in types.values()]
        self.sea = [t.kind == "sea" for t in types.values()]
        self.blitz = [t.can("blitz") for t in types.values()]
        self.sneaks = [t.can("submersible") for t in types.values()]
        self.hunts = [t.can("anti-submarine") for t in types.values()]
        self.bars = [name in world.barring for name in self.names]
        self.counts = [
            name in world.shields or (t.kind != "facility" and name not in world.prizes)
            for name, t in types.items()
        ]
        """Whether a unit fights or can be lost, rather than just changing hands with its territory."""
        self.guns = [t.can("anti-air") for t in types.values()]
        self.bombs = [t.can("bombs") for t in types.values()]
        self.withdraws = [t.can("withdraws") for t in types.values()]
        self.helps = [t.kind == "air" and not t.can("bombs") for t in types.values()]
        """Whether it flies to help others in the enemy's turn."""
        self.ashore = [t.can("land-targets") for t in types.values()]
        """Whether it attacks nothing at sea."""
        levies = Levies.of(world)
        self.levied = [levies is not None and levies.levies("", name) for name in self.names]
        """Whether it enters play without a factory."""
        at_home = HomeYards.of(world) is not None
        self.capital = [at_home and t.can("capital-ship") for t in types.values()]
        """Whether it can be built only where its power has had a yard from the start."""
        self.bombards = [t.can("bombard") for t in types.values()]
        self.lifts = [name in world.transports for name in self.names]
        self.guards = [bars and not lifts for bars, lifts in zip(self.bars, self.lifts, strict=True)]
        self.decks = [
            sum(any(world.units[g].kind == "air" for g in berth) for berth in t.berths) for t in types.values()
        ]
        self.perches = [t.can("carrier-landing") for t in types.values()]
        self.berths = [len(t.berths) for t in types.values()]
        self.nobody: Force = (0,) * self.count

    def room(self, carrier: int, cargo: Iterable[str], more: Iterable[str]) -> bool:
        """Whether there is room for more units aboard."""
        return self._types[carrier].takes((*cargo, *more))

    def numbers(self, units: Stack) -> Force:
        """Pieces as numbers, without those that just change hands."""
        found = [0.0] * self.count
        for piece, count in units:
            unit = self.index[piece.unit]
            if self.counts[unit]:
                found[unit] += count
        return tuple(found)

    def worth(self, force: Force) -> float:
        """What a force costs."""
        cost: float = sum(map(mul, force, self.cost))
        return cost


class Terrain:
    """Spaces by number: neighbours, ranges, values, and the turns between them."""

    def __init__(self, world: World, violated: frozenset[str] = frozenset()) -> None:
        board = world.board
        self.world = world
        self.violated = violated
        """Neutrals that have been entered, which are ordinary land from then on."""
        self.roster = Roster(world)
        self.names = tuple(board.spaces)
        self.index = {name: i for i, name in enumerate(self.names)}
        self.size = len(self.names)
        self.is_sea = [board.is_sea(name) for name in self.names]
        closed = board.neutrals - violated
        self.neutral = [name in closed for name in self.names]
        number = self.index
        self.near = [tuple(number[n] for n in board.neighbours(name) if n not in closed) for name in self.names]
        """Enterable neighbours of every kind."""
        self.roads = [
            tuple(n for n in near if not self.is_sea[n]) if not self.is_sea[i] and not self.neutral[i] else ()
            for i, near in enumerate(self.near)
        ]
        self.lanes = [
            tuple(n for n in near if self.is_sea[n]) if self.is_sea[i] else () for i, near in enumerate(self.near)
        ]
        self.coasts = [
            tuple(n for n in near if self.is_sea[n] != self.is_sea[i]) for i, near in enumerate(self.near)
        ]
        flights, closed = board.flights_with(violated), board.neutrals - violated
        self.flights = [
            {i: 0} if name in closed else {number[there]: far for there, far in flights[name].items()}
            for i, name in enumerate(self.names)
        ]
        """Spaces to fly, nearest first."""
        lands = board.territories
        self.value = [lands[name].value if name in lands else 0 for name in self.names]
        self.powers: tuple[Power, ...] = world.order
        self.power = {name: i for i, name in enumerate(self.powers)}
        sides = tuple(world.game.sides)
        self.side = [sides.index(world.side(p)) for p in self.powers]
        self.capital = [number[_home(world, p)] for p in self.powers]
        self.seat_of = {space: power for power, space in enumerate(self.capital)}
        self.passages = {
            (number[a], number[b]): board.passage(a, b)
            for p in board.passages
            for a, b in (p.between, p.between[::-1])
        }
        banks = {bank for p in board.passages if not p.closed for bank in p.banks}
        self.bank = [name in banks for name in self.names]
        self.together = "teams" in world.features
        """Whether the powers of a side attack together."""
        self.halved = HalfFlights.of(world) is not None
        """Whether air units spend half of their movement to attack, and half to land."""
        self.watched = Reaction.of(world) is not None
        """Whether fighters come to help units attacked next door."""
        self.helped_out = int(Facilities.of(world) is not None)
        """Extra steps that bases may give to ships and planes."""
        self.brief = any(
            isinstance(step, Choice) and step.must and step.who.takes(unit)
            for step in world.sequences.sequences["land"].steps
            for unit in world.units.values()
            if unit.kind == "air"
        )
        """Whether planes fight only in the first round of a battle."""
        self.marches = [self._turns(start, by_sea=False) for start in range(self.size)]
        """Turns from one territory to another over land only."""
        self.travel = [self._turns(start, by_sea=True) for start in range(self.size)]
        """Turns from one space to another, by land and transport."""
        self.voyages = [self._sea_steps(start) for start in range(self.size)]
        """Sea zones to sail from one to another, with every passage open that can be."""

    def passage(self, here: int, there: int) -> Passage | None:
        """The canal or strait between two zones."""
        return self.passages.get((here, there))

    def _turns(self, start: int, by_sea: bool) -> list[float]:
        found = [FAR] * self.size
        if self.neutral[start]:
            return found
        found[start] = 0.0
        queue = [(0.0, start)]
        while queue:
            turns, here = heappop(queue)
            if turns > found[here]:
                continue
            for there in self.near[here]:
                sea = self.is_sea[here], self.is_sea[there]
                if not by_sea and any(sea):
                    continue
                passage = self.passage(here, there) if all(sea) else None
                if passage is not None and passage.closed:
                    continue
                step = {(False, False): 1.0, (True, True): 0.5}.get(sea, EMBARK / 2)
                if turns + step < found[there]:
                    found[there] = turns + step
                    heappush(queue, (turns + step, there))
        return found

    def _sea_steps(self, start: int) -> list[float]:
        found = [FAR] * self.size
        if not self.is_sea[start]:
            return found
        found[start] = 0
        frontier = [start]
        while frontier:
            further = []
            for here in frontier:
                for there in self.lanes[here]:
                    passage = self.passage(here, there)
                    if found[there] == FAR and not (passage is not None and passage.closed):
                        found[there] = found[here] + 1
                        further.append(there)
            frontier = further
        return found


_RECENT: deque[Terrain] = deque(maxlen=8)


def terrain_of(world: World, violated: frozenset[str] = frozenset()) -> Terrain:
    """The terrain of a world, shared by its bots."""
    for known in _RECENT:
        if known.world is world and known.violated == violated:
            return known
    _RECENT.append(Terrain(world, violated))
    return _RECENT[-1]


def _home(world: World, power: Power) -> str:
    """What a power defends first: its capital, or the best of its own territories if it has none."""
    if world.powers[power].capital:
        return world.powers[power].capital
    lands = world.board.territories
    return max((name for name, land in lands.items() if land.owner == power), key=lambda name: lands[name].value)
