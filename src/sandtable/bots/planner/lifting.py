"""Landings: which transports take part in an attack, what they load, and through which zone they land."""

from sandtable.bots.planner.assault import Assault, Key, Lift, Ship
from sandtable.bots.planner.reach import Reach
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Force


class Lifting:
    """Finds landings for one power's attacks."""

    def __init__(self, stance: Stance, reach: Reach) -> None:
        self.stance = stance
        self.reach = reach
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster

    def join(
        self, assault: Assault, free: dict[Key, float], ships: dict[Ship, float], cleared: frozenset[int]
    ) -> None:
        """Add each transport that can land troops in the target, with its best load."""
        field, side = self.stance.field, self.stance.side
        pool = {k: n - assault.arms.get(k, 0.0) for k, n in free.items()}
        landings: dict[int, list[int]] = {}
        for ferry in self.reach.ferries[assault.target]:
            if not field.barred(ferry.landing, side) or ferry.landing in cleared:
                landings.setdefault(ferry.zone, []).append(ferry.landing)
        ship = _one(self.roster.lifts)
        for (zone, aboard), count in sorted(ships.items(), key=lambda one: (-len(one[0][1]), one[0])):
            if zone not in landings:
                continue
            safest = sorted(set(landings[zone]), key=lambda z: (self.stance.danger(z, ship), z != zone, z))
            for _ in range(int(count)):
                lift = self._load(zone, aboard, safest, pool, assault.target)
                if lift is None:
                    break
                assault.lifts.append(lift)
                for key in lift.loads:
                    pool[key] -= 1

    def _load(
        self, zone: int, aboard: tuple[int, ...], safest: list[int], pool: dict[Key, float], target: int
    ) -> Lift | None:
        """One transport's best load: what is aboard, otherwise the strongest pair from one coast on its route."""
        if aboard:
            return Lift(zone, safest[0], (), aboard)
        roster, stance = self.roster, self.stance
        best: tuple[float, Lift] | None = None
        for landing in safest[:3]:
            zones = {z for z in (zone, landing) if not stance.field.barred(z, stance.side)}
            for coast in sorted({c for z in zones for c in self.terrain.coasts[z]} - {target}):
                loads = self._pair(coast, pool)
                if not loads:
                    continue
                strength = sum(roster.attack[u] + 0.5 for _, u in loads)
                if best is None or strength > best[0]:
                    best = (strength, Lift(zone, landing, loads, ()))
        return best[1] if best else None

    def _pair(self, coast: int, pool: dict[Key, float]) -> tuple[Key, ...]:
        """Two units from one coast that fit in a transport, the strongest first."""
        roster = self.roster
        ship = next(u for u in range(roster.count) if roster.lifts[u])
        here = sorted(
            (u for u in range(roster.count) if roster.land[u] and pool.get((coast, u), 0.0) >= 1),
            key=lambda u: (-roster.attack[u], u),
        )
        chosen: list[int] = []
        for unit in (*here, *here):
            if chosen.count(unit) < pool[coast, unit] and roster.room(
                ship, [roster.names[u] for u in chosen], [roster.names[unit]]
            ):
                chosen.append(unit)
        return tuple((coast, u) for u in chosen)


def _one(flags: list[bool]) -> Force:
    """A single unit of the first type with the flag."""
    first = flags.index(True)
    return tuple(1.0 if u == first else 0.0 for u in range(len(flags)))
