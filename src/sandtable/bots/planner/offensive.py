"""The attacks of a turn, chosen together: which targets, with what, and what the enemy's answer would cost."""

from random import Random
from typing import NamedTuple

from sandtable.bots.planner.brake import Brake
from sandtable.bots.planner.duel import Duel
from sandtable.bots.planner.reach import Reach
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Force

Key = tuple[int, int]
"""A stack: its space and its unit type."""
Ship = tuple[int, tuple[int, ...]]
"""Transports that are alike: their zone, and the unit types aboard."""

WORTH_TWO = 12.0
"""What a territory must be worth for two partners to attack it one after the other."""
CLEARED = 0.7
"""The chance to win a zone with which a landing through it is planned."""


class Lift(NamedTuple):
    """A transport's part in a landing: from where, through which zone, and who boards on which coast."""

    zone: int
    landing: int
    loads: tuple[Key, ...]
    aboard: tuple[int, ...]
    """Unit types that are aboard already."""


class Assault:
    """An attack on one space."""

    __slots__ = ("arms", "lifts", "target", "value", "win")

    def __init__(self, target: int) -> None:
        self.target = target
        self.arms: dict[Key, float] = {}
        self.lifts: list[Lift] = []
        self.value = 0.0
        self.win = 0.0

    def copy(self) -> "Assault":
        other = Assault(self.target)
        other.arms, other.lifts = dict(self.arms), list(self.lifts)
        other.value, other.win = self.value, self.win
        return other


class Plan:
    """The attacks of a turn and what they are worth together."""

    __slots__ = ("assaults", "score")

    def __init__(self, assaults: dict[int, Assault], score: float) -> None:
        self.assaults = assaults
        self.score = score

    def same_as(self, other: "Plan") -> bool:
        return {t: (a.arms, a.lifts) for t, a in self.assaults.items()} == {
            t: (a.arms, a.lifts) for t, a in other.assaults.items()
        }


class Offensive:
    """Looks for the best attacks of one power on a field."""

    def __init__(self, stance: Stance, reach: Reach, ships: dict[Ship, float], rng: Random) -> None:
        self.stance = stance
        self.reach = reach
        self.rng = rng
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster
        self.manner = stance.manner
        field = stance.field
        self.stock: dict[Key, float] = {}
        self.ships = ships
        """Transports that may sail."""
        for stack in reach.stacks:
            if not self.roster.lifts[stack.unit] and not self._overlooked():
                key = (stack.space, stack.unit)
                self.stock[key] = self.stock.get(key, 0.0) + stack.number
        self.foes = [field.of_side(s, stance.foe) for s in range(self.terrain.size)]
        self.base = self._committed()
        seen = [t for t in range(self.terrain.size) if self._is_target(t)]
        self.targets = [t for t in seen if t in self.base or not self._overlooked()]
        self.options = {t: [(s.space, s.unit) for s in reach.strikes[t]] for t in self.targets}
        self.choices: dict[Key, int] = {}
        for keys in self.options.values():
            for key in keys:
                self.choices[key] = self.choices.get(key, 0) + 1
        self.alarm = [
            (s, force, cargo, stance.danger(s, force, cargo))
            for s in range(self.terrain.size)
            if any(force := field.of_side(s, stance.side))
            or (field.held_by(s, stance.side) and self.terrain.value[s])
            for cargo in (field.cargo_worth(s, stance.side),)
        ]
        self.alarm = [one for one in self.alarm if one[3] > 0.5]
        self._risks: dict[tuple[int, int, int], float] = {}
        self._points = {(s.space, s.unit): s.points for s in reach.stacks}
        self._bias = {t: self._misjudged() for t in self.targets}

    def _overlooked(self) -> bool:
        return self.manner.lapse > 0 and self.rng.random() < self.manner.lapse

    def _misjudged(self) -> float:
        return self.rng.gauss(0.0, self.manner.noise) if self.manner.noise else 0.0

    def _committed(self) -> dict[int, Force]:
        """Own units that stand in a hostile territory already: sent there earlier in this phase."""
        field, power, side = self.stance.field, self.stance.power, self.stance.side
        found = {}
        for s, here in enumerate(field.force):
            if power in here and not self.terrain.is_sea[s] and not field.held_by(s, side) and any(here[power]):
                found[s] = tuple(here[power])
        return found

    def _is_target(self, space: int) -> bool:
        if self.terrain.is_sea[space]:
            return any(self.foes[space]) and bool(self.reach.strikes[space])
        field = self.stance.field
        if self.terrain.neutral[space] or field.control[space] < 0 or field.held_by(space, self.stance.side):
            return False
        return bool(self.reach.strikes[space] or self.reach.ferries[space])

    # the worth of one attack

    def force_of(self, assault: Assault) -> Force:
        """Everybody who fights in an attack."""
        found = list(self.base.get(assault.target, self.roster.nobody))
        for (_, unit), n in assault.arms.items():
            found[unit] += n
        for lift in assault.lifts:
            for _, unit in lift.loads:
                found[unit] += 1
            for unit in lift.aboard:
                found[unit] += 1
        return tuple(found)

    def appraise(self, assault: Assault, gone: frozenset[int]) -> float:
        """Work out what an attack is worth, and keep it."""
        target, force = assault.target, self.force_of(assault)
        stance, manner = self.stance, self.manner
        sea = self.terrain.is_sea[target]
        if not any(force):
            assault.value, assault.win = 0.0, 0.0
            return 0.0
        duel = stance.duels.fight(force, self.foes[target], sea)
        lost = self.roster.worth(force) - duel.mine
        gained = self.roster.worth(self.foes[target]) - duel.theirs
        if sea:
            gained += duel.win * stance.field.cargo_worth(target, stance.foe)
            if not any(n and self.roster.hunts[u] for u, n in enumerate(force)):
                # Without hunters beside us their submarines slip away.
                sneaks = self.roster.sneaks
                gained -= duel.win * sum(
                    n * self.roster.cost[u] for u, n in enumerate(self.foes[target]) if sneaks[u]
                )
        value = gained - lost + self._bias[target]
        if manner.counter:
            for key, n in assault.arms.items():
                if self.roster.air[key[1]]:
                    value -= n * duel.win * self._landing_risk(key, target)
        after = gone | {target}
        if sea:
            ships = tuple(n if self.roster.sea[u] else 0.0 for u, n in enumerate(duel.survivors))
            if any(ships) and manner.nautical:
                value -= manner.nautical * duel.win * stance.danger_without(target, ships, 0.0, after)
            assault.win = duel.win
        else:
            value += self._conquest(target, duel.capture, duel.win, duel.survivors, after)
            chance, gain = self._second_wave(target, duel)
            value += gain
            assault.win = duel.capture + chance
        assault.value = value - self._ships_at_risk(assault, after)
        return assault.value

    def _second_wave(self, target: int, duel: Duel) -> tuple[float, float]:
        """If it fails: the chance that a partner who plays before the holder finishes it, and what that wins."""
        stance, foes = self.stance, self.foes[target]
        if duel.lose < 0.1 or stance.worth[target] < WORTH_TWO:
            return 0.0, 0.0
        share = min(1.0, duel.theirs / duel.lose / max(1.0, self.roster.worth(foes)))
        rest = tuple(float(round(n * share)) for n in foes)
        best = (0.0, 0.0)
        for partner in stance.backers:
            if not self._before(partner.power, stance.field.control[target]):
                continue
            force = partner.force(target)
            if any(force):
                after = stance.duels.fight(force, rest)
                swing = self.roster.worth(rest) - after.theirs - self.roster.worth(force) + after.mine
                gain = duel.lose * (swing + after.capture * stance.worth[target])
                best = max(best, (duel.lose * after.capture, gain))
        return best if best[1] > 0 else (0.0, 0.0)

    def _before(self, partner: int, holder: int) -> bool:
        """Whether a partner's turn comes after ours and before that of the holder of a target."""
        count, own = len(self.terrain.powers), self.stance.power
        return partner != own and (partner - own) % count < (holder - own) % count

    def _landing_risk(self, key: Key, target: int) -> float:
        """What an air unit risks in the safest place where it can land after an attack."""
        space, unit = key
        left = self._points.get(key, 0) - self.terrain.flights[space].get(target, 99)
        at = (unit, target, left)
        known = self._risks.get(at)
        if known is None:
            stance, known = self.stance, float(self.roster.cost[unit])
            for place, steps in self.terrain.flights[target].items():
                if steps > left or known <= 0.0:
                    break
                sea = self.terrain.is_sea[place]
                if sea and (not self.roster.perches[unit] or self.reach.deck[place] > 0):
                    continue
                if not sea and not stance.field.held_by(place, stance.side):
                    continue
                here = stance.field.of_side(place, stance.side)
                with_it = tuple(n + (u == unit) for u, n in enumerate(here))
                known = min(known, max(0.0, stance.danger(place, with_it) - stance.danger(place, here)))
            self._risks[at] = known
        return known

    def _conquest(self, target: int, capture: float, win: float, left: Force, gone: frozenset[int]) -> float:
        """What comes with a territory, less what the enemy's answer costs."""
        if capture < 0.02:
            return 0.0
        stance, manner = self.stance, self.manner
        field = stance.field
        stay = tuple(n if self.roster.land[u] else 0.0 for u, n in enumerate(left))
        at_once = float(self.terrain.value[target])
        owner = self.terrain.seat_of.get(target)
        if owner is not None and field.control[target] == owner:
            at_once += field.money[owner] + field.income(owner) * 0.7
            at_once += 0.4 * stance.cities.get(target, 0.0)
        own = self.roster.worth(stay)
        hold, cost = 1.0, 0.0
        for threat in stance.threats:
            blow = threat.force(target, gone)
            if not any(blow):
                continue
            duel = stance.duels.fight(blow, stay, False)
            gain = own - duel.theirs - self.roster.worth(blow) + duel.mine
            if duel.win > 0.05:
                back = stance.riposte(target, duel.survivors, duel.capture / duel.win)
                gain -= duel.win * manner.riposte * back
            if gain + duel.capture * stance.worth[target] > 0:
                cost = max(cost, gain)
                hold = min(hold, 1 - duel.capture)
        return capture * (at_once + hold * stance.worth[target]) - win * cost * manner.counter

    def _ships_at_risk(self, assault: Assault, gone: frozenset[int]) -> float:
        """The danger to transports that end their voyage in the landing zones."""
        if not assault.lifts:
            return 0.0
        stance = self.stance
        zones: dict[int, int] = {}
        for lift in assault.lifts:
            zones[lift.landing] = zones.get(lift.landing, 0) + 1
        total = 0.0
        ship = next(u for u in range(self.roster.count) if self.roster.lifts[u])
        for zone, count in zones.items():
            force = list(stance.field.of_side(zone, stance.side))
            force[ship] += count
            for strike in self.reach.strikes[zone]:
                # Warships that have not moved can follow in the noncombat move.
                if self.roster.sea[strike.unit] and strike.space != zone:
                    force[strike.unit] += strike.number
            total += stance.danger_without(zone, tuple(force), 0.0, gone)
        return total * self.manner.nautical

    def left_behind(self, keys: dict[Key, float], gone: frozenset[int]) -> float:
        """How much more danger there is to the spaces that units leave; air units come back."""
        stance = self.stance
        leaving: dict[int, dict[int, float]] = {}
        for (space, unit), n in keys.items():
            if not self.roster.air[unit]:
                leaving.setdefault(space, {})[unit] = n
        total = 0.0
        for space, units in leaving.items():
            here = stance.field.of_side(space, stance.side)
            rest = tuple(n - units.get(u, 0.0) for u, n in enumerate(here))
            cargo = stance.field.cargo_worth(space, stance.side)
            before = stance.danger_without(space, here, cargo, gone)
            # Whoever flees by attacking could have fled in the noncombat move: that is no gain.
            weight = self._weight(space)
            total += weight * max(0.0, stance.danger_without(space, rest, cargo, gone) - before)
        return total

    def _weight(self, space: int) -> float:
        """How much it counts that a space is left weaker: a capital always does."""
        if self.terrain.is_sea[space]:
            return self.manner.nautical
        return (
            max(self.manner.origin, self.manner.caution) if space in self.terrain.seat_of else self.manner.origin
        )

    # choosing the units

    def package(
        self,
        target: int,
        free: dict[Key, float],
        ships: dict[Ship, float],
        gone: frozenset[int],
        cleared: frozenset[int],
    ) -> Assault:
        """The best attack on a target with what is free: everything, less what is not needed."""
        assault = Assault(target)
        for key in self.options[target]:
            n = free.get(key, 0.0)
            if n > 0:
                assault.arms[key] = n
        if not self.terrain.is_sea[target] and ships:
            self._add_lifts(assault, free, ships, cleared)
        if not any(self.force_of(assault)):
            return assault
        best = self.appraise(assault, gone) - self.left_behind(_leaving(assault), gone)
        if assault.win < self.manner.luck * 0.8:
            assault.value = -1.0
            return assault
        return self._pruned(assault, best, gone)

    def _pruned(self, assault: Assault, best: float, gone: frozenset[int]) -> Assault:
        """The attack without those who add too little."""
        roster = self.roster
        order = sorted(assault.arms, key=lambda k: (-self.choices.get(k, 0), -roster.cost[k[1]], k))
        for key in order:
            for some in _shares(assault.arms[key]):
                trial = assault.copy()
                trial.arms[key] -= some
                if trial.arms[key] <= 0:
                    del trial.arms[key]
                value = self.appraise(trial, gone) - self.left_behind(_leaving(trial), gone)
                if value + roster.cost[key[1]] * some * self.manner.release >= best and trial.win >= min(
                    self.manner.luck, assault.win
                ):
                    assault, best = trial, value
                    break
        for lift in list(assault.lifts):
            trial = assault.copy()
            trial.lifts.remove(lift)
            value = self.appraise(trial, gone) - self.left_behind(_leaving(trial), gone)
            if value + 0.5 >= best and trial.win >= min(self.manner.luck, assault.win):
                assault, best = trial, value
        self.appraise(assault, gone)
        return assault

    def _add_lifts(
        self, assault: Assault, free: dict[Key, float], ships: dict[Ship, float], cleared: frozenset[int]
    ) -> None:
        """Every transport that can land troops in the target, with the best that it can take aboard."""
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
        """One transport's best load: what is aboard, else the strongest pair that one coast on its way offers."""
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
        """Two units from one coast that fit into a transport, the strongest first."""
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

    # choosing the targets together

    def plans(self, tries: int, keep: int, brake: Brake | None = None) -> list[Plan]:
        """The best few plans found by taking up the targets in different orders; the empty plan is always one."""
        found = [Plan({}, 0.0)]
        if not self.targets:
            return found
        everything = frozenset[int]()
        first = {
            t: self.package(t, self.stock, self.ships, everything, frozenset(self.targets)) for t in self.targets
        }
        unlocked = self._unlocked(first)
        worth = {t: first[t].value + unlocked.get(t, 0.0) for t in self.targets}
        hopeful = [t for t in self.targets if worth[t] > self.manner.threshold]
        by_value = sorted(hopeful, key=lambda t: (-worth[t], t))
        orders = [by_value]
        orders.append(sorted(hopeful, key=lambda t: (not self.terrain.is_sea[t], -worth[t], t)))
        orders.append(sorted(hopeful, key=lambda t: (-worth[t] / (4 + self._price(first[t])), t)))
        while len(orders) < tries and len(hopeful) > 1:
            orders.append(sorted(hopeful, key=lambda t: -worth[t] * self.rng.uniform(0.3, 1.7)))
        for order in orders[:tries]:
            if brake is not None and brake.pulled and len(found) > 1:
                break
            plan = self._take_up(order, unlocked)
            if not any(plan.same_as(other) for other in found):
                found.append(plan)
        found.sort(key=lambda plan: -plan.score)
        return found[:keep]

    def _price(self, assault: Assault) -> float:
        return self.roster.worth(self.force_of(assault))

    def _unlocked(self, first: dict[int, Assault]) -> dict[int, float]:
        """What clearing a barred zone is worth for the landings that it opens."""
        field, side = self.stance.field, self.stance.side
        found: dict[int, float] = {}
        for assault in first.values():
            for zone in {lift.landing for lift in assault.lifts}:
                if field.barred(zone, side) and assault.value > 0:
                    found[zone] = max(found.get(zone, 0.0), 0.5 * assault.value)
        return found

    def _take_up(self, order: list[int], unlocked: dict[int, float]) -> Plan:
        free, ships = dict(self.stock), dict(self.ships)
        chosen: dict[int, Assault] = {}
        for target in order:
            gone = frozenset(chosen)
            assault = self.package(target, free, ships, gone, _cleared(chosen))
            bonus = unlocked.get(target, 0.0)
            value = assault.value - self.left_behind(_leaving(assault), gone | {target}) + bonus
            if value > self.manner.threshold and assault.win >= self.manner.luck:
                chosen[target] = assault
                _spend(assault, free, ships, 1)
        self._reinforce(chosen, free)
        self._drop_useless(chosen, free, ships)
        return Plan(chosen, self.score(chosen))

    def _reinforce(self, chosen: dict[int, Assault], free: dict[Key, float]) -> None:
        """Free units join the attacks that profit from them."""
        gone = frozenset(chosen)
        for target in sorted(chosen, key=lambda t: (-self.stance.worth[t], t)):
            assault = chosen[target]
            now = self.appraise(assault, gone)
            for key in self.options[target]:
                n = free.get(key, 0.0)
                if n <= 0:
                    continue
                for some in (n, 1.0) if n > 1 else (n,):
                    trial = assault.copy()
                    trial.arms[key] = trial.arms.get(key, 0.0) + some
                    value = self.appraise(trial, gone)
                    price = self.roster.cost[key[1]] * some * self.manner.release
                    price += self.left_behind({key: some}, gone)
                    if value - price > now:
                        assault, now = trial, value
                        free[key] -= some
                        break
            chosen[target] = assault

    def _drop_useless(self, chosen: dict[int, Assault], free: dict[Key, float], ships: dict[Ship, float]) -> None:
        """Attacks without which the whole is worth more are given up."""
        whole = self.score(chosen)
        for target in sorted(chosen, key=lambda t: (chosen[t].value, t)):
            rest = {t: a for t, a in chosen.items() if t != target}
            if any(lift.landing == target for a in rest.values() for lift in a.lifts):
                continue
            value = self.score(rest)
            if value >= whole:
                _spend(chosen.pop(target), free, ships, -1)
                whole = value

    def score(self, chosen: dict[int, Assault]) -> float:
        """What a plan is worth as a whole: its attacks, what is left behind, and dangers that it takes away."""
        gone = frozenset(t for t, a in chosen.items() if a.win > 0.5)
        total = 0.0
        leaving: dict[Key, float] = {}
        for assault in chosen.values():
            total += self.appraise(assault, gone)
            for key, n in _leaving(assault).items():
                leaving[key] = leaving.get(key, 0.0) + n
        total -= self.left_behind(leaving, gone)
        total -= self._if_it_fails(chosen, leaving, gone)
        if gone and self.manner.origin:
            left = {space for space, _ in leaving}
            for space, force, cargo, before in self.alarm:
                if space not in left:
                    after = self.stance.danger_without(space, force, cargo, gone)
                    total += self.manner.origin * 0.7 * max(0.0, before - after)
        return total

    def _if_it_fails(self, chosen: dict[int, Assault], leaving: dict[Key, float], gone: frozenset[int]) -> float:
        """What capitals risk on top when an attack fails and those who were to be beaten strike back."""
        stance, total = self.stance, 0.0
        for capital in self.terrain.capital:
            if not stance.field.held_by(capital, stance.side):
                continue
            here = stance.field.of_side(capital, stance.side)
            rest = tuple(n - leaving.get((capital, u), 0.0) for u, n in enumerate(here))
            best = stance.danger_without(capital, rest, 0.0, gone)
            for target, assault in chosen.items():
                if assault.win < 0.97 and any(threat.reaches(target, capital) for threat in stance.threats):
                    worst = stance.danger_without(capital, rest, 0.0, gone - {target})
                    total += (1 - assault.win) * max(0.0, worst - best)
        return total * max(self.manner.origin, self.manner.caution)


def _cleared(chosen: dict[int, Assault]) -> frozenset[int]:
    return frozenset(t for t, a in chosen.items() if a.win >= CLEARED)


def _leaving(assault: Assault) -> dict[Key, float]:
    """All stacks that an attack takes units from."""
    found = dict(assault.arms)
    for lift in assault.lifts:
        for key in lift.loads:
            found[key] = found.get(key, 0.0) + 1
    return found


def _spend(assault: Assault, free: dict[Key, float], ships: dict[Ship, float], sign: int) -> None:
    for key, n in _leaving(assault).items():
        free[key] = free.get(key, 0.0) - sign * n
    for lift in assault.lifts:
        ship = (lift.zone, lift.aboard)
        ships[ship] = ships.get(ship, 0.0) - sign


def _shares(n: float) -> tuple[float, ...]:
    """How many to try to do without: all, half, one."""
    return tuple(dict.fromkeys((n, float(int(n) // 2), 1.0))) if n > 1 else (n,)


def _one(flags: list[bool]) -> Force:
    """A single unit of the first type with the flag."""
    first = flags.index(True)
    return tuple(1.0 if u == first else 0.0 for u in range(len(flags)))
