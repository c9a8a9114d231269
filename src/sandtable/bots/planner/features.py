"""The features of a position: a few dozen amounts of money for each side, read from any area game.

Its units by kind, its income, what is near the enemy's capitals, what the enemy could strike.
"""

from collections import deque
from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from sandtable.area.state import AreaState
from sandtable.area.status import capital_lost, production
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.terrain import FAR, Terrain
from sandtable.bots.prospects import INCOME_OF, PLAIN, UNITS_OF

INCOME_ROUNDS = 3
"""How many rounds of income count as strength."""
NEARER = 0.75
"""How much less troops count near a capital for each turn they are away from it."""
OVERSEAS = 4.0
"""Turns over land beyond which troops have no enemy to march to."""
SEAT = 20.0
"""What a capital counts, besides its income and treasury."""
FLIGHT = 0.6
"""The share of its movement that a plane has to reach a target, if it must return."""
OFFSHORE = 2
"""Zones that transports cross in a turn to land troops."""
SHIPLOAD = 4.0
"""The dice that a transport lands."""

Floats = NDArray[np.float64]


class Seen(msgspec.Struct, frozen=True):
    """The features of a position: for each, how much more of it the first side has."""

    first: str
    lead: float
    """In strength: units, money and some rounds of income."""
    whole: float
    """The strength of both sides together."""
    amounts: Mapping[str, float]


def features(terrain: Terrain, state: AreaState) -> Seen:
    """The features of a position."""
    return _Reader(terrain, state).seen()


class _Ranges:
    """Who reaches whom in one turn, as matrices: from the columns to the rows."""

    def __init__(self, terrain: Terrain) -> None:
        marches, voyages = np.array(terrain.marches), np.array(terrain.voyages)
        self.marches = marches
        self.travel = np.array(terrain.travel)
        flights = np.full((terrain.size, terrain.size), FAR)
        for start, ends in enumerate(terrain.flights):
            for end, far in ends.items():
                flights[end, start] = far
        self.flights, self.voyages = flights, voyages
        sea = np.array(terrain.is_sea)
        self.sea = sea
        self.land = ~sea & ~np.array(terrain.neutral)
        self._cache: dict[tuple[str, float], Floats] = {}
        coasts = np.zeros((terrain.size, terrain.size))
        for s, near in enumerate(terrain.coasts):
            if not sea[s]:
                coasts[s, list(near)] = 1.0
        self.landings = (coasts @ (voyages <= OFFSHORE) > 0).astype(float)
        """Territories that transports in a zone can land in."""

    def within(self, what: str, steps: float) -> Floats:
        known = self._cache.get((what, steps))
        if known is None:
            ways: Floats = getattr(self, what)
            known = self._cache[what, steps] = (ways <= steps).astype(float)
        return known


_RANGES: deque[tuple[Terrain, _Ranges]] = deque(maxlen=8)


def _ranges_of(terrain: Terrain) -> _Ranges:
    for known, found in _RANGES:
        if known is terrain:
            return found
    _RANGES.append((terrain, _Ranges(terrain)))
    return _RANGES[-1][1]


class _Reader:
    """Reads the features of one position."""

    def __init__(self, terrain: Terrain, state: AreaState) -> None:
        self.terrain, self.state = terrain, state
        self.world = terrain.world.as_of(state)
        self.ranges = _ranges_of(terrain)
        self.field = Field.of(terrain, state)
        self.sides = tuple(terrain.world.game.sides)
        roster, size = terrain.roster, terrain.size
        powers = len(terrain.powers)
        self.cost = np.array(roster.cost, dtype=float)
        self.units = np.zeros((powers, size, roster.count))
        for s, here in enumerate(self.field.force):
            for power, counts in here.items():
                self.units[power, s] += counts
        self.cargo = np.zeros((powers, size, roster.count))
        for s, here in enumerate(self.field.cargo):
            for power, counts in here.items():
                self.cargo[power, s] += counts
        self.side = np.array(terrain.side)
        self.holder = np.array(self.field.control)
        self.held = [
            np.array([h >= 0 and terrain.side[h] == side for h in self.field.control]) & self.ranges.land
            for side in (0, 1)
        ]
        self.value = np.array(terrain.value, dtype=float)
        self.amounts: dict[str, float] = {}

    def seen(self) -> Seen:
        incomes, moneys = self._economy()
        whole = 0.0
        for side in (0, 1):
            sign = -1.0 if side else 1.0
            for name, amount in (*self._plain(side, incomes, moneys), *self._placed(side, incomes, moneys)):
                self.amounts[name] = self.amounts.get(name, 0.0) + sign * amount
                whole += amount if name in PLAIN else 0.0
        for power, name in enumerate(self.terrain.powers):
            sign = -1.0 if self.side[power] else 1.0
            units = float((self.units[power] + self.cargo[power]).sum(axis=0) @ self.cost)
            self.amounts[f"{UNITS_OF}{name}"] = sign * units
            self.amounts[f"{INCOME_OF}{name}"] = sign * incomes[power]
        lead = sum(self.amounts[name] for name in PLAIN)
        return Seen(self.sides[0], lead, whole, self.amounts)

    def _economy(self) -> tuple[list[float], list[float]]:
        """Each power's income for some rounds, and its money with what it has ordered."""
        world, state, incomes, moneys = self.world, self.state, [], []
        for power in self.terrain.powers:
            lost = capital_lost(world, state, power)
            incomes.append(0.0 if lost else float(INCOME_ROUNDS * production(world, state, power)))
            ordered = sum(n * world.units[unit].cost for unit, n in state.bought.get(power, {}).items())
            moneys.append(float(state.treasury.get(power, 0) + ordered))
        return incomes, moneys

    def _plain(self, side: int, incomes: list[float], moneys: list[float]) -> list[tuple[str, float]]:
        roster = self.terrain.roster
        mine = self.side == side
        units = (self.units[mine] + self.cargo[mine]).sum(axis=(0, 1)) * self.cost
        land, air, lifts = np.array(roster.land), np.array(roster.air), np.array(roster.lifts)
        ships = np.array(roster.sea) & ~lifts
        return [
            ("land", float(units[land].sum())),
            ("air", float(units[air].sum())),
            ("warships", float(units[ships].sum())),
            ("transports", float(units[lifts].sum())),
            ("money", sum(m for p, m in enumerate(moneys) if mine[p])),
            ("income", sum(i for p, i in enumerate(incomes) if mine[p])),
        ]

    def _placed(self, side: int, incomes: list[float], moneys: list[float]) -> list[tuple[str, float]]:
        """What depends on where a side's units are."""
        terrain, roster, ranges = self.terrain, self.terrain.roster, self.ranges
        mine, foe = self.side == side, 1 - side
        land, air = np.array(roster.land), np.array(roster.air)
        own = self.units[mine].sum(axis=0)
        troops = own[:, land] @ self.cost[land]
        army = troops + own[:, air] @ self.cost[air]
        goals = [s for s in terrain.capital if self.held[foe][s]]
        prey = np.flatnonzero(self.held[foe] & (self.value > 0))
        found = []
        for name, ways in (("march", ranges.marches), ("sail", ranges.travel)):
            near = ways[:, goals].min(axis=1) if goals else np.full(terrain.size, FAR)
            found.append((name, float(army @ NEARER**near)))
        away = ranges.marches[:, prey].min(axis=1) if len(prey) else np.full(terrain.size, FAR)
        idle = float(troops[(away > OVERSEAS) & ~ranges.sea].sum())
        berths = float(own.sum(axis=0) @ (np.array(roster.berths) * np.array(roster.lifts)))
        least = min((c for c, is_land in zip(roster.cost, roster.land, strict=True) if is_land and c), default=0)
        blow, planes = self._blow(foe, 1), self._planes(foe)
        guard = own @ np.array(roster.defense, dtype=float)
        soon = self._blow(foe, 2)
        stake = INCOME_ROUNDS * self.value + army
        seats = np.zeros(terrain.size)
        for power, s in enumerate(terrain.capital):
            if self.held[side][s]:
                seats[s] += SEAT
                if mine[power] and self.holder[s] == power:
                    seats[s] += moneys[power] + incomes[power]
        open_to = self.held[side] & (blow > 0)
        besieged = self.held[side] & (soon > 0)
        ships = own[:, ~(land | air)] @ self.cost[~(land | air)]
        hunters = ranges.within("voyages", OFFSHORE) @ self._dice(foe, np.array(roster.sea)) + planes
        return [
            *found,
            ("overseas", idle),
            ("shipped", min(idle, berths * least)),
            ("exposed", float((stake * _over(blow + planes, guard))[open_to].sum())),
            ("besieged", float((seats * _over(soon + planes, guard))[besieged].sum())),
            ("seats", float(seats.sum())),
            ("threatened", float((seats * _over(blow + planes, guard))[open_to].sum())),
            ("ships at risk", float((ships * _over(hunters, guard))[ranges.sea].sum())),
        ]

    def _dice(self, side: int, which: NDArray[np.bool_]) -> Floats:
        """The attack dice of some of a side's units, by space."""
        attack = np.where(which, np.array(self.terrain.roster.attack, dtype=float), 0.0)
        found: Floats = self.units[self.side == side].sum(axis=0) @ attack
        return found

    def _blow(self, side: int, turns: int) -> Floats:
        """The dice of the troops that a side can bring into each space within some turns."""
        roster, ranges = self.terrain.roster, self.ranges
        land, moves = np.array(roster.land), np.array(roster.move)
        found = np.zeros(self.terrain.size)
        for move in sorted(set(moves[land].tolist()) - {0}):
            found += ranges.within("marches", move * turns) @ self._dice(side, land & (moves == move))
        lifts = self.units[self.side == side].sum(axis=0) @ np.where(roster.lifts, roster.berths, 0.0)
        found += SHIPLOAD / 2 * (ranges.landings @ lifts)
        return found

    def _planes(self, side: int) -> Floats:
        """The dice of the planes that a side can bring over each space and home again."""
        roster, ranges = self.terrain.roster, self.ranges
        air, moves = np.array(roster.air), np.array(roster.move)
        found = np.zeros(self.terrain.size)
        for move in sorted(set(moves[air].tolist()) - {0}):
            found += ranges.within("flights", move * FLIGHT) @ self._dice(side, air & (moves == move))
        return found


def _over(attack: Floats, guard: Floats) -> Floats:
    """From 0 to 1: how far an attack is stronger than those who guard."""
    found: Floats = np.clip((attack - guard) / (attack + guard + 1.0), 0.0, 1.0)
    return found
