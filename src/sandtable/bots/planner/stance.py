"""How a power sees the war this turn: what is worth what, where the pull is, what it aims at, who threatens it."""

from collections.abc import Iterable

from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.victory import city_points, conditions, points_of
from sandtable.bots.planner.duel import Duels
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.guns import Flak
from sandtable.bots.planner.manner import Manner
from sandtable.bots.planner.reach import Blow, Coalition, Reach
from sandtable.bots.planner.shortage import shortage
from sandtable.bots.planner.terrain import Force, Terrain

FARTHEST = 8.0
"""Turns beyond which it no longer matters how far a place is."""
MARCH = 5.0
"""Turns over land within which a partner is taken to march on a capital."""
MINOR = 0.15
"""How much of the pull of the greatest city the smallest still has."""
GUARDED = 0.6
"""How much less land draws that somebody defends."""
HELP = 0.4
"""How likely one of our fighters next door is free to help a space that is attacked."""
FADE = 0.08
LEAST = 0.4
"""How much less likely the enemy's second, third ... best blow is than the best, and the least that is left."""


NOWHERE: frozenset[int] = frozenset()


class Stance:
    """One power's view of a field: worths, pull and dangers. Made once a plan, and asked often."""

    def __init__(
        self,
        terrain: Terrain,
        field: Field,
        power: Power,
        duels: Duels,
        manner: Manner,
        cities: dict[int, float],
        aim: int | None = None,
    ) -> None:
        self.terrain = terrain
        self.field = field
        self.duels = duels
        self.manner = manner
        self.power = terrain.power[power]
        self.side = terrain.side[self.power]
        self.foe = 1 - self.side
        self.counted = any(condition.points for condition in terrain.world.game.victory)
        """Whether the points of cities decide the game: then nobody lets a capital go to take it back later."""
        self.cities = cities
        """Territories that count for victory, and what they are worth for it."""
        self.enemies = [p for p in range(len(terrain.powers)) if terrain.side[p] != self.side]
        self.threats = self._blows(self.enemies)
        self.flak = Flak(field, self.foe)
        """Our own guns, which fire at the enemy's planes."""
        self.worth = self._worths()
        self.overseas = self._across_the_water()
        """What a way by sea costs more than its length, in turns: little for a power that lives by the sea."""
        self.aim = aim if aim is not None else self.choose_aim(None)
        self.pull = self._pull()
        self.pull_at_sea = self._pull_at_sea()
        self._dangers: dict[tuple[int, Force, float, frozenset[int]], float] = {}
        self._ripostes: dict[tuple[int, Force, float], float] = {}
        self.backers = self._blows([p for p in range(len(terrain.powers)) if terrain.side[p] == self.side])
        """What our own side can strike back with."""
        self.likely = [[1.0] * terrain.size for _ in self.threats]
        """How likely each enemy is to strike a space rather than another: its units can be only in one place."""
        self._rank_blows()

    def _blows(self, powers: list[int]) -> list[Blow]:
        """What powers can strike with: each on its own, or all together where a team attacks as one."""
        reaches = [Reach(self.field, p) for p in powers]
        return [Coalition(reaches)] if self.terrain.together else [*reaches]

    def _rank_blows(self) -> None:
        terrain, field = self.terrain, self.field
        for threat, likely in zip(self.threats, self.likely, strict=True):
            gains = []
            for s in range(terrain.size):
                if not threat.strikes[s] and not threat.ferries[s]:
                    continue
                force = field.of_side(s, self.side)
                if any(force) or (field.held_by(s, self.side) and self.worth[s] > 1):
                    gain = self._blow(threat, s, force, field.cargo_worth(s, self.side), NOWHERE)
                    if gain > 0:
                        gains.append((gain, s))
            gains.sort(reverse=True)
            for rank, (_, s) in enumerate(gains):
                likely[s] = max(LEAST, 1.0 - FADE * rank)

    # worth

    def _worths(self) -> list[float]:
        """What it is worth to hold each territory (for whichever side)."""
        terrain, manner, field = self.terrain, self.manner, self.field
        found = [0.0] * terrain.size
        for s in range(terrain.size):
            if terrain.is_sea[s] or terrain.neutral[s]:
                continue
            worth = terrain.value[s] * (manner.horizon + manner.victory * field.pressure) + 0.3
            if field.factory[s]:
                worth += manner.factory
            if terrain.bank[s]:
                worth += 1.0
            owner = terrain.seat_of.get(s)
            worth += self.cities.get(s, 0.0)
            if owner is not None:
                worth += manner.capital
                if field.control[s] == owner:
                    worth += field.money[owner] + field.income(owner)
            found[s] = worth
        return found

    def _across_the_water(self) -> float:
        """Turns that a way by sea costs beside its length."""
        terrain, home = self.terrain, self.terrain.capital[self.power]
        by_land = any(terrain.marches[home][terrain.capital[p]] < 6 for p in self.enemies)
        if not by_land:
            return 0.5
        ships = sum(
            n
            for here in self.field.force
            for u, n in enumerate(here.get(self.power, ()))
            if terrain.roster.lifts[u]
        )
        return 1.5 if ships >= 2 else 2.5

    def way(self, start: int, end: int) -> float:
        """Turns from a space to another for this power's troops."""
        return min(self.terrain.marches[start][end], self.terrain.travel[start][end] + self.overseas)

    def choose_aim(self, old: int | None) -> int:
        """The enemy capital to go for: near, and weakly held for what we have around it."""
        terrain, manner = self.terrain, self.manner
        home = terrain.capital[self.power]
        scores: dict[int, float] = {}
        small = any(s not in terrain.seat_of for s in self.cities)
        top = max(self.cities.values(), default=1.0)
        for capital, worth in self.cities.items():
            if self.field.held_by(capital, self.side):
                continue
            ours, theirs = self._strength_around(capital)
            ratio = min(2.0, max(0.5, (ours + 5) / (theirs + 5)))
            scores[capital] = (1 + worth / 100) * ratio * manner.decay ** self.way(home, capital)
            if small:  # where many cities count, each counts by its size
                scores[capital] *= MINOR + worth / top
            if self._joined(capital):
                scores[capital] *= self.manner.together
        if not scores:
            enemy = [terrain.capital[p] for p in self.enemies]
            return min(enemy, key=lambda c: terrain.travel[home][c])
        best = max(scores, key=lambda c: (scores[c], -c))
        if old in scores and scores[best] < scores[old] * (1 + manner.loyalty):
            return old
        return best

    def _joined(self, capital: int) -> bool:
        """Whether a partner who still has its own capital is on the march against an enemy's by land."""
        terrain = self.terrain
        return any(
            p != self.power and self.field.control[home] == p and terrain.marches[home][capital] <= MARCH
            for p, home in enumerate(terrain.capital)
            if terrain.side[p] == self.side
        )

    def _strength_around(self, capital: int) -> tuple[float, float]:
        """Worth of the land and air units of both sides, the less the farther from ``capital`` they are."""
        terrain, roster = self.terrain, self.terrain.roster
        found = [0.0, 0.0]
        for s, here in enumerate(self.field.force):
            near = self.manner.decay ** min(terrain.marches[s][capital], terrain.travel[s][capital] + 1)
            for power, counts in here.items():
                mine = terrain.side[power] == self.side
                for u, n in enumerate(counts):
                    if n:
                        found[mine] += near * n * roster.cost[u]
        return found[1], found[0]

    def _pull(self) -> list[float]:
        """How well troops stand in each space, in turns: near the aim, near other prey, near a capital in need."""
        terrain, field = self.terrain, self.field
        found = [-min(FARTHEST, self._turns(s, self.aim)) for s in range(terrain.size)]
        for t in range(terrain.size):
            if terrain.is_sea[t] or terrain.neutral[t] or field.control[t] < 0 or field.held_by(t, self.side):
                continue
            prey = self.manner.prey * min(2.0, 0.3 + 0.5 * terrain.value[t] + (0.5 if field.factory[t] else 0.0))
            if any(field.of_side(t, self.foe)):
                prey *= GUARDED
            around = dict.fromkeys(terrain.near[t], 1.0)
            for near in terrain.near[t]:
                for s in terrain.near[near]:
                    around.setdefault(s, 0.4)
            for s, share in around.items():
                found[s] += share * prey
        for capital in terrain.capital:
            short = shortage(field, self.side, capital)
            if short > 0:
                for s in range(terrain.size):
                    turns = self._turns(s, capital)
                    if turns < FARTHEST / 2:
                        found[s] += self.manner.homeward * short * (FARTHEST / 2 - turns)
        return found

    def _turns(self, start: int, end: int) -> float:
        """Turns for troops; those at sea are on their way already."""
        if self.terrain.is_sea[start]:
            return self.terrain.travel[start][end]
        return self.way(start, end)

    def _pull_at_sea(self) -> list[float]:
        """How well warships stand in each zone, in turns: with the side's own transports, else towards the aim."""
        terrain, roster = self.terrain, self.terrain.roster
        convoys = []
        for zone, here in enumerate(self.field.force):
            ships = sum(n for u, n in enumerate(here.get(self.power, ())) if roster.lifts[u])
            if ships and terrain.is_sea[zone]:
                convoys.append((zone, min(3.0, ships)))
        shores = terrain.coasts[self.aim]
        found = [0.0] * terrain.size
        for zone in range(terrain.size):
            if not terrain.is_sea[zone]:
                continue
            steps = terrain.voyages[zone]
            near_aim = min((steps[z] for z in shores), default=FARTHEST)
            found[zone] = -0.25 * min(2 * FARTHEST, near_aim)
            if convoys:
                found[zone] -= 0.4 * min(steps[z] - n for z, n in convoys)
        return found

    # danger

    def danger(self, space: int, force: Force, cargo: float = 0.0) -> float:
        """What the enemy's best blows at a space would gain him on average, if ``force`` stands there."""
        return self.danger_without(space, force, cargo, NOWHERE)

    def danger_without(self, space: int, force: Force, cargo: float, gone: frozenset[int]) -> float:
        """The same, if the enemies in ``gone`` are beaten."""
        if self.terrain.is_sea[space] and not any(force):
            return 0.0
        key = (space, force, cargo, gone)
        known = self._dangers.get(key)
        if known is None:
            known = self._dangers[key] = self._danger(space, force, cargo, gone)
        return known

    def _danger(self, space: int, force: Force, cargo: float, gone: frozenset[int]) -> float:
        blows = []
        for threat, likely in zip(self.threats, self.likely, strict=True):
            gain = self._blow(threat, space, force, cargo, gone)
            if gain > 0:
                blows.append(gain * likely[space])
        if not blows:
            return 0.0
        worst = max(blows)
        found = worst + 0.4 * (sum(blows) - worst)
        if space in self.terrain.seat_of:
            found *= self.manner.guard
        return found

    def _blow(self, threat: Blow, space: int, force: Force, cargo: float, gone: frozenset[int]) -> float:
        """What one enemy gains on average by striking a space with all that it can bring there."""
        coming = threat.force(space, gone)
        blow = self.flak.thinned(coming, space)
        if not any(blow):
            return 0.0
        force = self.field.helped(space, self.side, force, HELP)
        roster, sea = self.terrain.roster, self.terrain.is_sea[space]
        if (
            sea
            and not any(n and roster.hunts[u] for u, n in enumerate(blow))
            and all(roster.sneaks[u] for u, n in enumerate(force) if n)
        ):
            return 0.0  # they submerge
        duel = self.duels.fight(blow, force, sea)
        gain = roster.worth(force) - duel.theirs + cargo * duel.win - roster.worth(blow) + duel.mine
        gain -= self.flak.toll(coming, space)
        if sea:
            return gain
        gain += duel.capture * self.worth[space]
        if gain > 0 and duel.win > 0.05 and not (self.counted and space in self.terrain.seat_of):
            gain -= duel.win * self.manner.riposte * self.riposte(space, duel.survivors, duel.capture / duel.win)
        return gain

    def riposte(self, space: int, left: Force, taken: float) -> float:
        """What our side wins back by striking at those who took a territory."""
        key = (space, left, taken)
        known = self._ripostes.get(key)
        if known is None:
            known = self._ripostes[key] = self._riposte(space, left, taken)
        return known

    def _riposte(self, space: int, left: Force, taken: float) -> float:
        roster = self.terrain.roster
        stay = tuple(round(n) if not roster.air[u] else 0 for u, n in enumerate(left))
        if not any(stay):
            return 0.0
        best = 0.0
        here = frozenset((space,))
        for backer in self.backers:
            back = backer.force(space, here)
            if any(back):
                duel = self.duels.fight(back, stay)
                gain = roster.worth(stay) - duel.theirs - roster.worth(back) + duel.mine
                best = max(best, gain + 0.7 * taken * duel.capture * self.worth[space])
        return best

    def concern(self, space: int) -> float:
        """How much the danger to those who stand in a space counts."""
        return self.manner.nautical if self.terrain.is_sea[space] else self.manner.caution

    def loss_chance(self, space: int, force: Force) -> float:
        """The chance that a territory falls to the strongest single attack on it."""
        return max(
            (
                self.duels.fight(self.flak.thinned(blow, space), force, False).capture
                for t in self.threats
                if any(blow := t.force(space))
            ),
            default=0.0,
        )

    def standing_worth(self, unit: int, space: int) -> float:
        """What a unit's place is worth for what it can do from there: so much for each turn nearer."""
        roster = self.terrain.roster
        worth = roster.cost[unit] * self.manner.zeal
        if roster.sea[unit]:
            return worth * self.pull_at_sea[space]
        return worth * self.pull[space] * (0.5 if roster.air[unit] else 1.0)

    def afloat_worth(self, unit: int, zone: int) -> float:
        """The same for a unit aboard a transport."""
        return (
            self.standing_worth(unit, zone)
            - self.manner.afloat * self.terrain.roster.cost[unit] * self.manner.zeal
        )


def cities_of(terrain: Terrain, state: AreaState, victory: float) -> dict[int, float]:
    """The capitals that count for victory, and what each is worth for it: the more, the fewer are still needed."""
    world = terrain.world
    found: dict[int, float] = {}
    for condition in conditions(world, state):
        if condition.points:
            missing = max(1, condition.points - city_points(world, state, condition.side))
            for s, name in enumerate(terrain.names):
                points = 0 if terrain.is_sea[s] else points_of(world, state, name)
                if points:
                    found[s] = max(found.get(s, 0.0), victory * min(1.0, points / missing))
            continue
        places = _places(terrain, condition.cities)
        if not places:
            continue
        held = sum(world.side(state.control[terrain.names[s]]) == condition.side for s in places)
        missing = max(1, condition.at_least - held)
        for s in places:
            found[s] = max(found.get(s, 0.0), victory / missing)
    return found or {terrain.capital[p]: victory / 2 for p in range(len(terrain.powers))}


def _places(terrain: Terrain, cities: Iterable[str]) -> list[int]:
    wanted = set(cities)
    return [terrain.index[info.capital] for info in terrain.world.powers.values() if info.city in wanted]
