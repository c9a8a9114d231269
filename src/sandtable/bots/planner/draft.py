"""Draft orders: each is checked on a copy of the position after the orders before it."""

from sandtable.area.actions import AreaAction
from sandtable.area.family import AreaGame
from sandtable.area.forces import Piece, Power
from sandtable.area.state import AreaState
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.terrain import Terrain
from sandtable.core.dice import SeededDice

Way = tuple[int, ...]


class Draft:
    """A list of orders that are legal one after the other."""

    def __init__(self, game: AreaGame, state: AreaState, power: Power) -> None:
        self.game = game
        self.state = state
        self.power = power
        self.actions: list[AreaAction] = []
        self._phase = dict(state.turn.phases)
        self.open = True
        """Whether more can be ordered; not after an order that somebody has to answer first."""

    def give(self, action: AreaAction) -> bool:
        """Add an order if it is legal. Any dice close the draft, since the plan is made again after them."""
        if not self.open or self.game.check(self.state, self.power, action) is not None:
            return False
        for event in self.game.decide(self.state, self.power, action, SeededDice.from_seed(0)):
            if self.game.dice_of(event):
                self.open = False
            self.state = self.game.evolve(self.state, event)
        self.actions.append(action)
        pending = self.game.pending(self.state)
        if self.state.turn.phases != self._phase or all(d.seat != self.power for d in pending):
            self.open = False
        return True

    def pieces(self, space: str) -> list[tuple[Piece, int]]:
        """The power's own pieces in a space."""
        return [(p, n) for p, n in self.state.at(space) if p.power == self.power]


def names(terrain: Terrain, way: Way) -> tuple[str, ...]:
    """A route by the names of its spaces."""
    return tuple(terrain.names[s] for s in way)


def flight(terrain: Terrain, start: int, end: int) -> Way | None:
    """A shortest route through the air."""
    if end not in terrain.flights[start]:
        return None
    way = [start]
    left = terrain.flights[start][end]
    while left:
        left -= 1
        way.append(next(n for n in terrain.near[way[-1]] if terrain.flights[n].get(end) == left))
    return tuple(way)


def march(field: Field, side: int, start: int, end: int, points: int, combat: bool, blitz: bool) -> Way | None:
    """A shortest route over land; in a combat move it may lead through an empty hostile territory."""
    terrain = field.terrain
    ways: dict[int, Way] = {start: (start,)}
    frontier = [start]
    for _ in range(points):
        further = []
        for here in frontier:
            ours = here == start or field.held_by(here, side)
            if not ours and not (combat and blitz and field.lets_through(here, side)):
                continue
            for there in terrain.roads[here]:
                if there not in ways and (combat or field.held_by(there, side)):
                    ways[there] = (*ways[here], there)
                    further.append(there)
        # A route through an empty hostile territory is as short and worth more.
        frontier = sorted(further, key=lambda s: field.held_by(s, side))
    return ways.get(end)


def sail(field: Field, side: int, start: int, end: int, points: int, sneaks: bool) -> Way | None:
    """A shortest route by sea that no warship blocks."""
    ways: dict[int, Way] = {start: (start,)}
    frontier = [start]
    stops = field.hunted if sneaks else field.barred
    for _ in range(points):
        further = []
        for here in frontier:
            if here != start and stops(here, side):
                continue
            for there in field.terrain.lanes[here]:
                if there not in ways and field.open(here, there, side):
                    ways[there] = (*ways[here], there)
                    further.append(there)
        frontier = further
    return ways.get(end)
