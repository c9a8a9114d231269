"""Where our own guns belong: with factories and capitals that planes can reach, unless they'd be captured."""

from collections.abc import Iterable

from sandtable.area.actions import Move, Pick
from sandtable.bots.planner.bombing import BOMB
from sandtable.bots.planner.deployment import Deployment
from sandtable.bots.planner.draft import Draft, march, names
from sandtable.bots.planner.guns import gun_chance
from sandtable.bots.planner.stance import Stance

NEARER = 0.7
"""What a post is worth to a gun one turn away from it."""
STANDING = 1.0
"""The value of a gun at a factory even if no plane can reach it now."""
DOUBLED = 2.0
"""A captured gun is lost to us, and the enemy gains it."""
RAIDS = 2.0
"""Turns for which a gun is assumed to deter raids."""
SEARCHED = 0.1
"""The share of raids that one more gun deters where guns have to search for their targets first."""
BETTER = 0.1


def need(stance: Stance, space: int) -> float:
    """The value of a gun in a territory: planes it deters, and raids on a factory."""
    terrain, field, roster = stance.terrain, stance.field, stance.terrain.roster
    if terrain.is_sea[space] or not field.held_by(space, stance.side):
        return 0.0
    planes = raids = 0.0
    for threat in stance.threats:
        for strike in threat.strikes[space]:
            if roster.air[strike.unit]:
                planes += strike.number * roster.cost[strike.unit]
            if roster.bombs[strike.unit]:
                raids += strike.number * BOMB
    worth = min(1.0, stance.worth[space] / (1.0 + max(stance.worth)))
    found = gun_chance(terrain) * planes * worth
    if field.factory[space]:
        purse = field.money[field.control[space]] + field.income(field.control[space])
        kept = SEARCHED if "searches" in terrain.world.features else 1.0
        found += STANDING + RAIDS * kept * min(raids, float(purse))
    if space in terrain.seat_of:
        found += STANDING
    return found


def lacking(stance: Stance, sites: list[int]) -> list[int]:
    """The factories among ``sites`` without a gun, those that need one most first."""
    gunless = [s for s in sites if stance.field.guns[s] < 0]
    return sorted(gunless, key=lambda s: (-need(stance, s), s))


class Batteries:
    """Judges the posts of one power's guns in its noncombat move."""

    def __init__(self, deployment: Deployment, reserved: Iterable[int] = ()) -> None:
        self.deployment = deployment
        self.stance = deployment.stance
        self.terrain = deployment.terrain
        self.roster = deployment.roster
        self.manned = {s for s, owner in enumerate(self.stance.field.guns) if owner >= 0} | set(reserved)
        """Territories that have a gun, or will get one."""
        self._needs = [need(self.stance, s) for s in range(self.terrain.size)]

    def _risk(self, space: int, cost: int) -> float:
        """The expected cost of a gun being captured where it is."""
        if space in self.terrain.seat_of:
            return 0.0  # a capital is held with everything available
        here = tuple(self.deployment.here[space])
        return DOUBLED * cost * self.stance.loss_chance(space, here)

    def post(self, space: int, start: int, cost: int) -> float:
        """The value to a gun from ``start`` of being in a space: for what it does there or farther on."""
        free = [s for s, need in enumerate(self._needs) if need and (s not in self.manned or s == start)]
        steps = self.terrain.marches[space]
        return max((self._needs[s] * NEARER ** steps[s] for s in free), default=0.0) - self._risk(space, cost)

    def order(self, draft: Draft) -> None:
        """Give the orders: each gun with a better post within a move goes there."""
        field, power = self.stance.field, self.stance.power
        for start in sorted(s for s, owner in enumerate(field.guns) if owner == power):
            for piece, _ in draft.pieces(self.terrain.names[start]):
                unit = self.roster.index[piece.unit]
                if not self.roster.guns[unit] or piece.moved:
                    continue
                cost, points = self.roster.cost[unit], field.moves[power][unit] - piece.used
                places = [s for s in self._within(start, points) if s not in self.manned]
                stay = self.post(start, start, cost) + BETTER
                best = max(places, key=lambda s: (self.post(s, start, cost), -s), default=start)
                if best == start or self.post(best, start, cost) <= stay:
                    continue
                way = march(field, self.stance.side, start, best, points, False, False)
                if way and draft.give(Move(units=(Pick(piece.unit),), path=names(self.terrain, way))):
                    self.manned = (self.manned - {start}) | {best}

    def _within(self, start: int, points: int) -> list[int]:
        """Friendly territories that a gun can move to."""
        field, found, frontier = self.stance.field, {start}, [start]
        for _ in range(points):
            frontier = [
                t
                for h in frontier
                for t in self.terrain.roads[h]
                if t not in found and field.held_by(t, self.stance.side)
            ]
            found.update(frontier)
        return sorted(found - {start})
