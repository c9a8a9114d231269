"""The attacks of a turn, chosen together: which targets, with what, and the cost of the enemy's counterattack."""

from random import Random

from sandtable.bots.brake import Brake
from sandtable.bots.planner.appraisal import Appraisal
from sandtable.bots.planner.assault import Assault, Key, Plan, Ship, cleared, sorties, spend
from sandtable.bots.planner.garrison import Garrisons
from sandtable.bots.planner.lifting import Lifting
from sandtable.bots.planner.reach import Reach
from sandtable.bots.planner.siege import Siege
from sandtable.bots.planner.stance import Stance

LIGHT = 9.0
"""The most a garrison may be worth for a small attack to be considered besides a large one."""
HELPERS = 5
"""The most units in such an attack."""


class Offensive:
    """Searches for one power's best attacks on a field."""

    def __init__(
        self,
        stance: Stance,
        reach: Reach,
        ships: dict[Ship, float],
        rng: Random,
        garrisons: Garrisons | None = None,
        siege: Siege | None = None,
    ) -> None:
        self.stance = stance
        self.garrisons = garrisons if garrisons is not None else Garrisons(stance, reach.stacks, {})
        self.siege = siege
        """The capitals that could fall the turn after next, if that is looked at."""
        self.reach = reach
        self.rng = rng
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster
        self.style = stance.style
        field = stance.field
        self.stock: dict[Key, float] = {}
        self.ships = ships
        """Transports that may sail."""
        for stack in reach.stacks:
            if not self.roster.lifts[stack.unit] and not self._overlooked():
                key = (stack.space, stack.unit)
                self.stock[key] = self.stock.get(key, 0.0) + stack.number
        self.appraisal = Appraisal(stance, reach)
        self.lifting = Lifting(stance, reach)
        self.foes = self.appraisal.foes
        self.force_of, self.appraise = self.appraisal.force_of, self.appraisal.appraise
        seen = [t for t in range(self.terrain.size) if self._is_target(t)]
        self.targets = [t for t in seen if t in self.appraisal.base or not self._overlooked()]
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
        self.appraisal.bias = {t: self._misjudged() for t in self.targets}

    def _overlooked(self) -> bool:
        return self.style.lapse > 0 and self.rng.random() < self.style.lapse

    def _misjudged(self) -> float:
        return self.rng.gauss(0.0, self.style.noise) if self.style.noise else 0.0

    def _is_target(self, space: int) -> bool:
        if self.terrain.is_sea[space]:
            return any(self.foes[space]) and bool(self.reach.strikes[space])
        field = self.stance.field
        if self.terrain.neutral[space] or field.control[space] < 0 or field.held_by(space, self.stance.side):
            return False
        return bool(self.reach.strikes[space] or self.reach.ferries[space])

    # choosing the units

    def package(
        self,
        target: int,
        free: dict[Key, float],
        ships: dict[Ship, float],
        gone: frozenset[int],
        cleared: frozenset[int],
    ) -> Assault:
        """The best attack on a target with the available units: everything, minus what isn't needed."""
        assault = Assault(target)
        for key in self.options[target]:
            n = free.get(key, 0.0)
            if n > 0:
                assault.arms[key] = n
        if not self.terrain.is_sea[target] and ships:
            self.lifting.join(assault, free, ships, cleared)
        if not any(self.appraisal.force_of(assault)):
            return assault
        best = self.appraisal.appraise(assault, gone) - self._left_behind(assault, gone)
        if assault.win < self.style.luck * 0.8:
            assault.value = -1.0
            return assault
        heavy = self._pruned(assault, best, gone)
        light = self._light(target, free, gone)
        return light if light is not None and self._net(light, gone) > self._net(heavy, gone) else heavy

    def _net(self, assault: Assault, gone: frozenset[int]) -> float:
        """What an attack is worth, minus what is left behind and what its units could do elsewhere."""
        price = self.style.release * sum(n * self.roster.cost[u] for (_, u), n in assault.arms.items())
        return assault.value - self._left_behind(assault, gone) - price

    def _light(self, target: int, free: dict[Key, float], gone: frozenset[int]) -> Assault | None:
        """An attack with as little as possible on a weakly held target: cheap units first, then help."""
        roster = self.roster
        if self.terrain.is_sea[target] or roster.worth(self.foes[target]) > LIGHT:
            return None
        keys = [k for k in self.options[target] if free.get(k, 0.0) >= 1 and not roster.sea[k[1]]]
        troops = sorted((k for k in keys if roster.land[k[1]]), key=lambda k: (roster.cost[k[1]], -free[k], k))
        if not troops:
            return None
        best: Assault | None = None
        trial = Assault(target)
        helpers = sorted(
            keys, key=lambda k: (roster.land[k[1]], -roster.attack[k[1]] / max(1, roster.cost[k[1]]), k)
        )
        for key in (*troops[:1], *helpers[: HELPERS - 1], *troops[:1]):
            if trial.arms.get(key, 0.0) + 1 > free[key]:
                continue
            trial = trial.copy()
            trial.arms[key] = trial.arms.get(key, 0.0) + 1
            self.appraisal.appraise(trial, gone)
            if trial.win >= self.style.luck and (best is None or self._net(trial, gone) > self._net(best, gone)):
                best = trial
            if not any(self.foes[target]):
                break
        return best

    def _pruned(self, assault: Assault, best: float, gone: frozenset[int]) -> Assault:
        """The attack without units that add too little."""
        roster = self.roster
        order = sorted(assault.arms, key=lambda k: (-self.choices.get(k, 0), -roster.cost[k[1]], k))
        for key in order:
            for some in _shares(assault.arms[key]):
                trial = assault.copy()
                trial.arms[key] -= some
                if trial.arms[key] <= 0:
                    del trial.arms[key]
                value = self.appraisal.appraise(trial, gone) - self._left_behind(trial, gone)
                if value + roster.cost[key[1]] * some * self.style.release >= best and trial.win >= min(
                    self.style.luck, assault.win
                ):
                    assault, best = trial, value
                    break
        for lift in list(assault.lifts):
            trial = assault.copy()
            trial.lifts.remove(lift)
            value = self.appraisal.appraise(trial, gone) - self._left_behind(trial, gone)
            if value + 0.5 >= best and trial.win >= min(self.style.luck, assault.win):
                assault, best = trial, value
        self.appraisal.appraise(assault, gone)
        return assault

    # choosing the targets together

    def plans(self, tries: int, keep: int, brake: Brake | None = None) -> list[Plan]:
        """The best few plans found by trying the targets in different orders; always includes the empty plan."""
        found = [Plan({}, 0.0)]
        if not self.targets:
            return found
        everything = frozenset[int]()
        first = {
            t: self.package(t, self.stock, self.ships, everything, frozenset(self.targets)) for t in self.targets
        }
        unlocked = self._unlocked(first)
        worth = {t: first[t].value + unlocked.get(t, 0.0) for t in self.targets}
        hopeful = [t for t in self.targets if worth[t] > self.style.threshold]
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
        return self.roster.worth(self.appraisal.force_of(assault))

    def _unlocked(self, first: dict[int, Assault]) -> dict[int, float]:
        """What clearing a blocked zone is worth for the landings it opens up."""
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
            assault = self.package(target, free, ships, gone, cleared(chosen))
            bonus = unlocked.get(target, 0.0)
            value = assault.value - self._left_behind(assault, gone | {target}) + bonus
            if value > self.style.threshold and assault.win >= self.style.luck:
                chosen[target] = assault
                spend(assault, free, ships, 1)
        self._reinforce(chosen, free)
        self._drop_useless(chosen, free, ships)
        return Plan(chosen, self.score(chosen))

    def _reinforce(self, chosen: dict[int, Assault], free: dict[Key, float]) -> None:
        """Add available units to the attacks that benefit from them."""
        gone = frozenset(chosen)
        for target in sorted(chosen, key=lambda t: (-self.stance.worth[t], t)):
            assault = chosen[target]
            now = self.appraisal.appraise(assault, gone)
            before = self._left_behind(assault, gone)
            for key in self.options[target]:
                n = free.get(key, 0.0)
                if n <= 0:
                    continue
                for some in (n, 1.0) if n > 1 else (n,):
                    trial = assault.copy()
                    trial.arms[key] = trial.arms.get(key, 0.0) + some
                    value = self.appraisal.appraise(trial, gone)
                    price = self.roster.cost[key[1]] * some * self.style.release
                    price += self._left_behind(trial, gone) - before
                    if value - price > now:
                        assault, now = trial, value
                        before = self._left_behind(assault, gone)
                        free[key] -= some
                        break
            chosen[target] = assault

    def _drop_useless(self, chosen: dict[int, Assault], free: dict[Key, float], ships: dict[Ship, float]) -> None:
        """Drop attacks that reduce the value of the whole plan."""
        whole = self.score(chosen)
        for target in sorted(chosen, key=lambda t: (chosen[t].value, t)):
            rest = {t: a for t, a in chosen.items() if t != target}
            if any(lift.landing == target for a in rest.values() for lift in a.lifts):
                continue
            value = self.score(rest)
            if value >= whole:
                spend(chosen.pop(target), free, ships, -1)
                whole = value

    def score(self, chosen: dict[int, Assault]) -> float:
        """The value of a plan as a whole: its attacks, what is left behind, and dangers it removes."""
        gone = frozenset(t for t, a in chosen.items() if a.win > 0.5)
        total = 0.0
        leaving: dict[Key, float] = {}
        busy = sorties(chosen, self.roster.sea)
        for assault in chosen.values():
            total += self.appraisal.appraise(assault, gone, busy)
            for key, n in assault.leaving().items():
                leaving[key] = leaving.get(key, 0.0) + n
        total -= self.appraisal.left_behind(leaving, gone)
        total -= self._capital_weight * self.garrisons.price(chosen.values(), gone)
        total -= self._if_it_fails(chosen, gone)
        if self.siege is not None:
            total -= self._capital_weight * self.siege.price(chosen.values(), gone)
        if gone and self.style.origin:
            left = {space for space, _ in leaving}
            for space, force, cargo, before in self.alarm:
                if space not in left:
                    after = self.stance.danger_without(space, force, cargo, gone)
                    total += self.style.origin * 0.7 * max(0.0, before - after)
        return total

    def _left_behind(self, assault: Assault, gone: frozenset[int]) -> float:
        """The cost of attackers no longer being where they were, or where they could have gone."""
        price = self.appraisal.left_behind(assault.leaving(), gone)
        return price + self._capital_weight * self.garrisons.price((assault,), gone)

    def _if_it_fails(self, chosen: dict[int, Assault], gone: frozenset[int]) -> float:
        """The extra risk to capitals when an attack fails and the intended victims strike back."""
        stance, total = self.stance, 0.0
        for capital in self.garrisons.full:
            rest = self.garrisons.rest(capital, chosen.values())
            best = stance.danger_without(capital, rest, 0.0, gone)
            for target, assault in chosen.items():
                if assault.win < 0.97 and any(threat.reaches(target, capital) for threat in stance.threats):
                    worst = stance.danger_without(capital, rest, 0.0, gone - {target})
                    total += (1 - assault.win) * max(0.0, worst - best)
        return total * self._capital_weight

    @property
    def _capital_weight(self) -> float:
        """How much the danger to a capital counts."""
        return max(self.style.origin, self.style.caution)


def _shares(n: float) -> tuple[float, ...]:
    """How many units to try to do without: all, half, one."""
    return tuple(dict.fromkeys((n, float(int(n) // 2), 1.0))) if n > 1 else (n,)
