"""Garrisons: the possible defenders of each capital at the end of the turn, and what an attack costs them.

A capital is defended not just by the units in it, but by all that can get there in the noncombat move and those
that are placed there. So a plan of attack is charged for every unit it keeps from a capital in need.
"""

from collections.abc import Iterable, Mapping

from sandtable.bots.planner.assault import Assault, Key
from sandtable.bots.planner.reach import Stack
from sandtable.bots.planner.stance import NOWHERE, Stance
from sandtable.bots.planner.terrain import Force

BACK = 0.7
"""The share of planes attacking elsewhere that are expected to come back and land in the capital."""


class Garrisons:
    """The capitals of a side that the enemy can strike, and how one power can man them this turn."""

    def __init__(self, stance: Stance, stacks: Iterable[Stack], placed: Mapping[int, Mapping[int, int]]) -> None:
        self.stance = stance
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster
        self.full: dict[int, Force] = {}
        """All possible defenders of each capital, if nobody attacks; ``placed`` are new units by space."""
        self._near: dict[int, dict[Key, int]] = {}
        """The stacks that can get to a capital, and the movement each has."""
        stacks = list(stacks)
        for capital in self.terrain.capital:
            if stance.field.held_by(capital, stance.side) and any(
                any(threat.force(capital)) for threat in stance.threats
            ):
                self._man(capital, stacks, placed.get(capital, {}))

    def _man(self, capital: int, stacks: list[Stack], placed: Mapping[int, int]) -> None:
        near: dict[Key, int] = {}
        force = list(self.stance.field.of_side(capital, self.stance.side))
        for unit, n in placed.items():
            force[unit] += n
        by_land = self._distances(capital)
        for space, unit, number, points in stacks:
            if self.roster.sea[unit]:
                continue
            steps = (
                self.terrain.flights[space].get(capital, 99) if self.roster.air[unit] else by_land.get(space, 99)
            )
            if steps <= points:
                near[space, unit] = points
                if space != capital:
                    force[unit] += number
        self.full[capital], self._near[capital] = tuple(force), near

    def _distances(self, capital: int) -> dict[int, int]:
        """Steps over land that our side holds."""
        field, found, frontier, steps = self.stance.field, {capital: 0}, [capital], 0
        while frontier and steps < max(self.roster.move):
            steps += 1
            frontier = [
                t
                for h in frontier
                for t in self.terrain.roads[h]
                if t not in found and field.held_by(t, self.stance.side)
            ]
            found.update(dict.fromkeys(frontier, steps))
        return found

    def rest(self, capital: int, assaults: Iterable[Assault]) -> Force:
        """The units that can still defend a capital despite these attacks."""
        near, left = self._near[capital], list(self.full[capital])
        flights = self.terrain.flights
        for assault in assaults:
            for key, n in assault.leaving().items():
                points = near.get(key)
                if points is None:
                    continue
                space, unit = key
                flown = flights[space].get(assault.target, 99) + flights[assault.target].get(capital, 99)
                if self.roster.air[unit] and flown <= points:
                    left[unit] -= (1 - BACK) * n
                else:
                    left[unit] -= n
        return tuple(max(0.0, n) for n in left)

    def price(self, assaults: Iterable[Assault], gone: frozenset[int] = NOWHERE) -> float:
        """How much more the enemy gains at the capitals because of these attacks."""
        assaults, total = list(assaults), 0.0
        for capital, full in self.full.items():
            rest = self.rest(capital, assaults)
            if rest != full:
                before = self.stance.danger_without(capital, full, 0.0, gone)
                total += max(0.0, self.stance.danger_without(capital, rest, 0.0, gone) - before)
        return total
