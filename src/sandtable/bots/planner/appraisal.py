"""What one attack is worth: the battle, its gains, the enemy's counterattack, and what is left behind."""

from typing import NamedTuple

from sandtable.bots.planner.assault import Assault, Key, Sortie
from sandtable.bots.planner.guns import Flak
from sandtable.bots.planner.reach import Coalition, Reach, Strike
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Force
from sandtable.odds.quick.estimator import Estimate

WORTH_TWO = 12.0
"""What a territory must be worth for two partners to attack it one after the other."""

HELP = 0.7
"""The chance that an enemy fighter comes to help in a battle next door."""


class Cover(NamedTuple):
    """The escort of transports in a landing zone, and what the enemy would gain by striking them all."""

    danger: float
    escort: tuple[Strike, ...]


class Appraisal:
    """Judges the attacks of one power on a field, one by one."""

    def __init__(self, stance: Stance, reach: Reach) -> None:
        self.stance = stance
        self.reach = reach
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster
        self.style = stance.style
        self.foes = [
            stance.field.helped(s, stance.foe, stance.field.of_side(s, stance.foe), HELP)
            for s in range(self.terrain.size)
        ]
        """The units an attack has to beat."""
        self.base = self._committed()
        self.bias: dict[int, float] = {}
        """How far the value of each target is misjudged."""
        self._covers: dict[tuple[int, int, frozenset[int], frozenset[Sortie]], Cover] = {}
        self._risks: dict[tuple[int, int, int], float] = {}
        self._points = {(s.space, s.unit): s.points for s in reach.stacks}
        self.flak = Flak(stance.field, stance.side)
        """The enemy's guns, which fire at our planes."""

    def _committed(self) -> dict[int, Force]:
        """Units already in a hostile territory: sent earlier in this phase, or by partners attacking with us."""
        field, power, side = self.stance.field, self.stance.power, self.stance.side
        found = {}
        for s, here in enumerate(field.force):
            if self.terrain.is_sea[s] or field.held_by(s, side):
                continue
            if self.terrain.together:
                force = field.of_side(s, side)
                if any(force):
                    found[s] = force
            elif power in here and any(here[power]):
                found[s] = tuple(here[power])
        return found

    def force_of(self, assault: Assault) -> Force:
        """All units that fight in an attack."""
        found = list(self.base.get(assault.target, self.roster.nobody))
        for (_, unit), n in assault.arms.items():
            found[unit] += n
        for lift in assault.lifts:
            for _, unit in lift.loads:
                found[unit] += 1
            for unit in lift.aboard:
                found[unit] += 1
        return tuple(found)

    def leash(self, key: Key, target: int) -> int:
        """How many steps air units may fly to a target and still reach a place to land."""
        home = self.reach.deck if self.roster.perches[key[1]] else self.reach.home
        return max(0, int(self._points.get(key, 0) - home[target]))

    def arriving(self, assault: Assault) -> tuple[Force, float]:
        """The units that get past the anti-aircraft guns to an attack, and the expected cost of the others."""
        flak, target, force = self.flak, assault.target, self.force_of(assault)
        if flak.searching:
            return force, flak.toll(force, target)
        if not flak.chance or not any(n and self.roster.air[u] for u, n in enumerate(force)):
            return force, 0.0
        here = self.base.get(target, self.roster.nobody)
        lost = [n * flak.chance * (flak.fires[target] and self.roster.air[u]) for u, n in enumerate(here)]
        for key, n in assault.arms.items():
            if self.roster.air[key[1]]:
                lost[key[1]] += n * (1.0 - flak.survival(key[0], target, self.leash(key, target)))
        left = tuple(float(round(n - gone)) if gone else n for n, gone in zip(force, lost, strict=True))
        return left, self.roster.worth(tuple(lost))

    def appraise(self, assault: Assault, gone: frozenset[int], busy: frozenset[Sortie] = frozenset()) -> float:
        """Work out what an attack is worth, and store it. ``busy``: ships that attack elsewhere."""
        target, force = assault.target, self.force_of(assault)
        stance, style = self.stance, self.style
        sea = self.terrain.is_sea[target]
        if not any(force):
            assault.value, assault.win = 0.0, 0.0
            return 0.0
        coming, toll = self.arriving(assault)
        duel = stance.duels.fight(coming, self.foes[target], sea)
        lost = self.roster.worth(coming) - duel.mine + toll
        gained = self.roster.worth(self.foes[target]) - duel.theirs
        if sea:
            gained += duel.win * stance.field.cargo_worth(target, stance.foe)
            if not any(n and self.roster.hunts[u] for u, n in enumerate(force)):
                # Without hunters on our side their submarines slip away.
                sneaks = self.roster.sneaks
                gained -= duel.win * sum(
                    n * self.roster.cost[u] for u, n in enumerate(self.foes[target]) if sneaks[u]
                )
        win = self.won(duel, coming, target)
        value = gained - lost + self.bias.get(target, 0.0)
        if style.counter:
            for key, n in assault.arms.items():
                if self.roster.air[key[1]]:
                    value -= n * win * self.landing_risk(key, target)
        after = gone | {target}
        if sea:
            ships = tuple(n if self.roster.sea[u] else 0.0 for u, n in enumerate(duel.survivors))
            if any(ships) and style.nautical:
                value -= style.nautical * win * stance.danger_without(target, ships, 0.0, after)
            assault.win = win
        else:
            value += self._conquest(target, duel.capture, duel.win, duel.survivors, after)
            if style.advance:
                value += (
                    style.advance * duel.capture * self._advance(assault) * duel.mine / max(1.0, duel.mine + lost)
                )
            chance, gain = self._second_wave(target, duel)
            value += gain
            troops = any(n and self.roster.land[u] for u, n in enumerate(force))
            assault.win = duel.capture + chance if troops else duel.win
        assault.value = value - self._ships_at_risk(assault, after, busy)
        return assault.value

    def won(self, duel: Estimate, coming: Force, target: int) -> float:
        """The chance to win; without hunters at sea, the chance that nobody is left but submarines."""
        if not self.terrain.is_sea[target] or any(n and self.roster.hunts[u] for u, n in enumerate(coming)):
            return duel.win
        there = [self.roster.sneaks[u] for u, n in enumerate(self.foes[target]) if n]
        return max(duel.win, 1.0 - duel.lose) if any(there) and not all(there) else duel.win

    def _advance(self, assault: Assault) -> float:
        """How much better placed an attack's troops are in its target than now."""
        stance, target = self.stance, assault.target
        stand, afloat = stance.standing_worth, stance.afloat_worth
        total = sum(
            n * (stand(unit, target) - stand(unit, space))
            for (space, unit), n in assault.arms.items()
            if self.roster.land[unit]
        )
        for lift in assault.lifts:
            total += sum(stand(unit, target) - stand(unit, coast) for coast, unit in lift.loads)
            total += sum(stand(unit, target) - afloat(unit, lift.zone) for unit in lift.aboard)
        return total

    def _second_wave(self, target: int, duel: Estimate) -> tuple[float, float]:
        """If it fails: the chance that a partner who plays before the holder finishes it, and what that gains."""
        stance, foes = self.stance, self.foes[target]
        if duel.lose < 0.1 or stance.worth[target] < WORTH_TWO:
            return 0.0, 0.0
        share = min(1.0, duel.theirs / duel.lose / max(1.0, self.roster.worth(foes)))
        rest = tuple(float(round(n * share)) for n in foes)
        best = (0.0, 0.0)
        for partner in stance.backers:
            if isinstance(partner, Coalition) or not self._before(partner.power, stance.field.control[target]):
                continue
            force = partner.force(target)
            if any(force):
                after = stance.duels.fight(force, rest)
                swing = self.roster.worth(rest) - after.theirs - self.roster.worth(force) + after.mine
                gain = swing + after.capture * stance.worth[target]
                # Only what the first attack adds counts: the partner could attack without it too.
                alone = stance.duels.fight(force, foes)
                swing = self.roster.worth(foes) - alone.theirs - self.roster.worth(force) + alone.mine
                gain -= max(0.0, swing + alone.capture * stance.worth[target])
                more = max(0.0, after.capture - alone.capture)
                best = max(best, (duel.lose * more, duel.lose * gain))
        return best if best[1] > 0 else (0.0, 0.0)

    def _before(self, partner: int, holder: int) -> bool:
        """Whether a partner's turn comes after ours and before that of the target's holder."""
        count, own = len(self.terrain.powers), self.stance.power
        return partner != own and (partner - own) % count < (holder - own) % count

    def landing_risk(self, key: Key, target: int) -> float:
        """An air unit's risk at the safest place where it can land after an attack."""
        space, unit = key
        points = self._points.get(key, 0)
        left = points - self.terrain.flights[space].get(target, 99)
        if self.terrain.halved:
            left = min(left, points // 2)
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
        """The gains from capturing a territory, minus the cost of the enemy's counterattack."""
        if capture < 0.02:
            return 0.0
        stance, style = self.stance, self.style
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
                back = stance.riposte(target, duel.survivors, duel.capture / duel.win, stay)
                gain -= duel.win * style.riposte * back
            if gain + duel.capture * stance.worth[target] > 0:
                cost = max(cost, gain)
                hold = min(hold, 1 - duel.capture)
        return capture * (at_once + hold * stance.worth[target]) - win * cost * style.counter

    def _ships_at_risk(self, assault: Assault, gone: frozenset[int], busy: frozenset[Sortie]) -> float:
        """The danger to transports that end their voyage in the landing zones."""
        if not assault.lifts:
            return 0.0
        zones = assault.landings()
        return sum(self.cover(zone, n, gone, busy).danger for zone, n in zones.items()) * self.style.nautical

    def cover(self, zone: int, ships: int, gone: frozenset[int], busy: frozenset[Sortie] = frozenset()) -> Cover:
        """The warships that follow transports to a landing zone, if that is better than leaving them alone.

        They have not moved yet and can do so in the noncombat move; a carrier brings its planes.
        """
        key = (zone, ships, gone, busy)
        known = self._covers.get(key)
        if known is None:
            stance, roster = self.stance, self.roster
            alone = list(stance.field.of_side(zone, stance.side))
            alone[roster.lifts.index(True)] += ships
            joined, who = alone[:], list[Strike]()
            away = {key for key, target in busy if target != zone}
            for strike in self.reach.strikes[zone]:
                if not roster.sea[strike.unit] or strike.space == zone or (strike.space, strike.unit) in away:
                    continue
                who.append(strike)
                places = strike.number * roster.decks[strike.unit]
                planes = stance.field.force[strike.space][stance.power] if places else ()
                for unit, n in enumerate(planes):
                    if n and roster.perches[unit]:
                        who.append(Strike(strike.space, unit, min(n, places)))
            for strike in who:
                joined[strike.unit] += strike.number
            before = stance.danger_without(zone, tuple(alone), 0.0, gone)
            after = stance.danger_without(zone, tuple(joined), 0.0, gone) if who and before > 0 else before
            known = Cover(after, tuple(who)) if after < before else Cover(before, ())
            self._covers[key] = known
        return known

    def left_behind(self, keys: dict[Key, float], gone: frozenset[int]) -> float:
        """How much the danger to the spaces that units leave increases; air units come back.

        Capitals are left to :mod:`sandtable.bots.planner.garrison`, which knows which other units can get there.
        """
        stance = self.stance
        leaving: dict[int, dict[int, float]] = {}
        for (space, unit), n in keys.items():
            if not self.roster.air[unit] and space not in self.terrain.seat_of:
                leaving.setdefault(space, {})[unit] = n
        total = 0.0
        for space, units in leaving.items():
            here = stance.field.of_side(space, stance.side)
            rest = tuple(n - units.get(u, 0.0) for u, n in enumerate(here))
            cargo = stance.field.cargo_worth(space, stance.side)
            before = stance.danger_without(space, here, cargo, gone)
            # Units that escape by attacking could have escaped in the noncombat move, so that is no gain.
            weight = self.style.nautical if self.terrain.is_sea[space] else self.style.origin
            total += weight * max(0.0, stance.danger_without(space, rest, cargo, gone) - before)
        return total
