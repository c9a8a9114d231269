"""How a power sees the war this turn: values, where troops should go, its aim, and the threats to it."""

from collections.abc import Iterable

from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import city_points, points_of
from sandtable.area.victory import conditions
from sandtable.bots.planner.duel import Duels
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.goals import victory_cities
from sandtable.bots.planner.guns import Flak
from sandtable.bots.planner.reach import Blow, Coalition, Reach
from sandtable.bots.planner.shortage import shortage
from sandtable.bots.planner.style import Style
from sandtable.bots.planner.terrain import Force, Terrain

FARTHEST = 8.0
"""Turns beyond which it no longer matters how far away a place is."""
MARCH = 5.0
"""Turns over land within which a partner is assumed to march on a capital."""
MINOR = 0.15
"""How much of the pull of the greatest city the smallest still has."""
GUARDED = 0.6
"""The factor for the pull of defended land."""
HELP = 0.4
"""The chance that one of our fighters next door is free to help a space under attack."""
FADE = 0.08
LEAST = 0.4
"""How much less likely the enemy's second, third ... best attack is than the best, and the lower limit."""


TREACHERY = 0.3
"""The chance that a power at peace with us strikes."""

NOWHERE: frozenset[int] = frozenset()


class Stance:
    """One power's view of a field: values, pull and dangers. Made once per plan, and used often."""

    def __init__(
        self,
        terrain: Terrain,
        field: Field,
        power: Power,
        duels: Duels,
        style: Style,
        cities: dict[int, float],
        aim: int | None = None,
        rivals: tuple[int, ...] = (),
        extras: dict[int, float] | None = None,
    ) -> None:
        self.terrain = terrain
        self.field = field
        self.duels = duels
        self.style = style
        self.power = terrain.power[power]
        self.side = terrain.side[self.power]
        self.foe = 1 - self.side
        self.counted = any(condition.points for condition in terrain.world.game.victory)
        """Whether city points decide the game: then no capital is given up to be recaptured later."""
        self.cities = cities
        """Territories that count for victory, and their value for it."""
        self.enemies = [
            p for p in range(len(terrain.powers)) if terrain.side[p] != self.side and p not in field.idle
        ]
        self.extras = extras or {}
        """What territories are worth to this power besides that: its objectives."""
        self.rivals = rivals
        """Powers at peace with us that could declare war on us in their next turn."""
        self.threats = [
            *self._blows(self.enemies, bold=True),
            *(Reach(field.whole or field, p, bold=True) for p in rivals),
        ]
        self.flak = Flak(field, self.foe)
        """Our own guns, which fire at the enemy's planes."""
        self.worth = self._worths()
        self.overseas = self._across_the_water()
        """The extra cost of a sea route beyond its length, in turns: small for a naval power."""
        self.aim = aim if aim is not None else self.choose_aim(None)
        self.pull = self._pull()
        self.pull_at_sea = self._pull_at_sea()
        self._dangers: dict[tuple[int, Force, float, frozenset[int]], float] = {}
        self._ripostes: dict[tuple[int, Force, float, Force], float] = {}
        partners = [p for p in range(len(terrain.powers)) if terrain.side[p] == self.side and p not in field.idle]
        self.backers = self._blows(partners)
        """What our own side can strike back with."""
        peaceful = len(self.threats) - len(rivals)
        self.likely = [[1.0 if i < peaceful else TREACHERY] * terrain.size for i in range(len(self.threats))]
        """How likely each enemy is to strike one space rather than another: its units can be in only one place."""
        self._rank_blows()

    def _blows(self, powers: list[int], bold: bool = False) -> list[Blow]:
        """What powers can strike with: each on its own, or all together if teams attack as one."""
        reaches = [Reach(self.field, p, bold=bold) for p in powers]
        return [Coalition(reaches)] if self.terrain.together and reaches else [*reaches]

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
                likely[s] *= max(LEAST, 1.0 - FADE * rank)

    # worth

    def _worths(self) -> list[float]:
        """The value of holding each territory (for either side)."""
        terrain, style, field = self.terrain, self.style, self.field
        found = [0.0] * terrain.size
        for s in range(terrain.size):
            if terrain.is_sea[s] or terrain.neutral[s]:
                continue
            worth = terrain.value[s] * (style.horizon + style.victory * field.pressure) + 0.3
            if field.factory[s]:
                worth += style.factory
            if terrain.bank[s]:
                worth += 1.0
            owner = terrain.seat_of.get(s)
            worth += self.cities.get(s, 0.0) + self.extras.get(s, 0.0)
            if owner is not None:
                worth += style.capital
                if field.control[s] == owner:
                    worth += field.money[owner] + field.income(owner)
            found[s] = worth
        return found

    def _across_the_water(self) -> float:
        """The extra turns a sea route costs beyond its length."""
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
        """Turns from one space to another for this power's troops."""
        return min(self.terrain.marches[start][end], self.terrain.travel[start][end] + self.overseas)

    def choose_aim(self, old: int | None) -> int:
        """The enemy capital to go for: near, and weakly held compared with what we have around it."""
        terrain, style = self.terrain, self.style
        home = terrain.capital[self.power]
        scores: dict[int, float] = {}
        small = any(s not in terrain.seat_of for s in self.cities)
        top = max(self.cities.values(), default=1.0)
        for capital, worth in self.cities.items():
            if self.field.held_by(capital, self.side) or (self.field.idle and self.field.control[capital] < 0):
                continue
            ours, theirs = self._strength_around(capital)
            ratio = min(2.0, max(0.5, (ours + 5) / (theirs + 5)))
            scores[capital] = (1 + worth / 100) * ratio * style.decay ** self.way(home, capital)
            if small:  # where many cities count, each counts by its size
                scores[capital] *= MINOR + worth / top
            if self._joined(capital):
                scores[capital] *= self.style.together
        if not scores:
            enemy = [terrain.capital[p] for p in self.enemies] or [
                terrain.capital[p] for p in range(len(terrain.powers)) if terrain.side[p] != self.side
            ]
            return min(enemy, key=lambda c: self.way(home, c))
        best = max(scores, key=lambda c: (scores[c], -c))
        if old in scores and scores[best] < scores[old] * (1 + style.loyalty):
            return old
        return best

    def _joined(self, capital: int) -> bool:
        """Whether a partner who still has its own capital is marching on an enemy's by land."""
        terrain = self.terrain
        return any(
            p != self.power and self.field.control[home] == p and terrain.marches[home][capital] <= MARCH
            for p, home in enumerate(terrain.capital)
            if terrain.side[p] == self.side
        )

    def _strength_around(self, capital: int) -> tuple[float, float]:
        """Value of both sides' land and air units, less the farther from ``capital`` they are."""
        terrain, roster = self.terrain, self.terrain.roster
        found = [0.0, 0.0]
        for s, here in enumerate(self.field.force):
            near = self.style.decay ** min(terrain.marches[s][capital], terrain.travel[s][capital] + 1)
            for power, counts in here.items():
                mine = terrain.side[power] == self.side
                for u, n in enumerate(counts):
                    if n:
                        found[mine] += near * n * roster.cost[u]
        return found[1], found[0]

    def _pull(self) -> list[float]:
        """How well placed troops are in each space, in turns: near the aim, other prey, or a capital in need."""
        terrain, field = self.terrain, self.field
        found = [-min(FARTHEST, self._turns(s, self.aim)) for s in range(terrain.size)]
        for t in range(terrain.size):
            if terrain.is_sea[t] or terrain.neutral[t] or field.control[t] < 0 or field.held_by(t, self.side):
                continue
            prey = self.style.prey * min(2.0, 0.3 + 0.5 * terrain.value[t] + (0.5 if field.factory[t] else 0.0))
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
                        found[s] += self.style.homeward * short * (FARTHEST / 2 - turns)
        return found

    def _turns(self, start: int, end: int) -> float:
        """Turns for troops; those at sea are already on their way."""
        if self.terrain.is_sea[start]:
            return self.terrain.travel[start][end]
        return self.way(start, end)

    def _pull_at_sea(self) -> list[float]:
        """How well placed warships are in each zone, in turns: with their side's transports, or
        towards the aim.
        """
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

    def forget(self) -> None:
        """Work the dangers out again: what the enemy can strike with has changed."""
        self._dangers.clear()

    def danger(self, space: int, force: Force, cargo: float = 0.0) -> float:
        """The enemy's expected gain from its best attacks on a space, if ``force`` is there."""
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
            found *= self.style.guard
        return found

    def _blow(self, threat: Blow, space: int, force: Force, cargo: float, gone: frozenset[int]) -> float:
        """One enemy's expected gain from striking a space with everything it can bring there."""
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
        if not sea and not any(force):
            blow = self._vanguard(blow)  # nobody sends an army where one unit can walk in
        duel = self.duels.fight(blow, force, sea)
        gain = roster.worth(force) - duel.theirs + cargo * duel.win - roster.worth(blow) + duel.mine
        gain -= self.flak.toll(coming, space)
        if sea:
            return gain
        gain += duel.capture * self.worth[space]
        # Recapturing a capital doesn't bring back the money and the turn's purchase.
        if gain > 0 and duel.win > 0.05 and space not in self.terrain.seat_of:
            back = self.riposte(space, duel.survivors, duel.capture / duel.win, self._newcomers(space, force))
            gain -= duel.win * self.style.riposte * back
        return gain

    def _newcomers(self, space: int, force: Force) -> Force:
        """The units of a force that are yet to come to a space: if beaten there, they can't strike back."""
        here = self.field.of_side(space, self.side)
        return tuple(max(0.0, n - m) for n, m in zip(force, here, strict=True))

    def _vanguard(self, blow: Force) -> Force:
        """The cheapest unit of a force that can capture empty land."""
        roster = self.terrain.roster
        troops = [u for u, n in enumerate(blow) if n >= 1 and roster.land[u]]
        first = min(troops, key=lambda u: (roster.cost[u], u), default=-1)
        return tuple(float(u == first) for u in range(roster.count)) if troops else blow

    def riposte(self, space: int, left: Force, taken: float, spent: Force) -> float:
        """What our side regains by striking back at the units that took a territory.

        ``spent``: units of this power that were to defend it, and are gone.
        """
        key = (space, left, taken, spent)
        known = self._ripostes.get(key)
        if known is None:
            known = self._ripostes[key] = self._riposte(space, left, taken, spent)
        return known

    def _riposte(self, space: int, left: Force, taken: float, spent: Force) -> float:
        roster = self.terrain.roster
        stay = tuple(round(n) if not roster.air[u] else 0 for u, n in enumerate(left))
        if not any(stay):
            return 0.0
        best = 0.0
        here = frozenset((space,))
        for backer in self.backers:
            back = backer.force(space, here)
            if isinstance(backer, Coalition) or backer.power == self.power:
                back = tuple(float(round(max(0.0, n - m))) for n, m in zip(back, spent, strict=True))
            if any(back):
                duel = self.duels.fight(back, stay)
                gain = roster.worth(stay) - duel.theirs - roster.worth(back) + duel.mine
                best = max(best, gain + 0.7 * taken * duel.capture * self.worth[space])
        return best

    def concern(self, space: int) -> float:
        """How much the danger to units in a space counts."""
        return self.style.nautical if self.terrain.is_sea[space] else self.style.caution

    def loss_chance(self, space: int, force: Force) -> float:
        """The chance that a territory is lost to the strongest single attack on it."""
        return max(
            (
                self.duels.fight(self.flak.thinned(blow, space), force, False).capture
                for t in self.threats
                if any(blow := t.force(space))
            ),
            default=0.0,
        )

    def standing_worth(self, unit: int, space: int) -> float:
        """What a unit's position is worth for what it can do from there: more for each turn nearer."""
        roster = self.terrain.roster
        worth = roster.cost[unit] * self.style.zeal
        if roster.sea[unit]:
            return worth * self.pull_at_sea[space]
        return worth * self.pull[space] * (0.5 if roster.air[unit] else 1.0)

    def afloat_worth(self, unit: int, zone: int) -> float:
        """The same for a unit aboard a transport."""
        return (
            self.standing_worth(unit, zone) - self.style.afloat * self.terrain.roster.cost[unit] * self.style.zeal
        )


def cities_of(terrain: Terrain, state: AreaState, victory: float) -> dict[int, float]:
    """The capitals that count for victory, and their value: higher the fewer are still needed."""
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
        if condition.when:
            for name, worth in victory_cities(world.as_of(state), state, condition.when, victory).items():
                s = terrain.index[name]
                found[s] = max(found.get(s, 0.0), worth)
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
