"""The average course of a battle, fought with fractions of units by the programs of an outline."""

from math import erf, exp, inf, pi, sqrt
from typing import NamedTuple

from sandtable.odds.quick.outline import Chain, Outline
from sandtable.odds.quick.reading import Fire, Leave, Look, Places, Program, Take, Volleys

ROUNDS = 16
"""The most rounds to follow."""
PRESENT = 0.35
"""How much of a unit must be left for its abilities to count."""
GONE = 0.05
"""A side with fewer lives than this is gone."""
STILL = 1e-3
"""A negligible number of lives or hits."""
DAMPED = 0.8
"""How much luck in one round is offset in the next, because both sides fire at the same time."""

Lives = list[float]
Away = dict[int, float]
"""Units that have left the battle alive, by place."""
NOBODY: tuple[Away, Away] = ({}, {})


class Moment(NamedTuple):
    """The state of a battle at the start of a round, or at its end."""

    units: tuple[Lives, Lives]
    lives: tuple[float, float]
    """Hits that the decisive units can take."""
    away: tuple[Away, Away]


def phi(z: float) -> float:
    """The share of a normal distribution below ``z``."""
    return 0.5 * (1.0 + erf(z / ROOT))


ROOT = sqrt(2.0)


class Course:
    """One battle on its average course."""

    __slots__ = (
        "aside",
        "away",
        "chains",
        "fire",
        "fired",
        "fires",
        "forced",
        "lives",
        "marked",
        "moments",
        "noise",
        "outline",
        "present",
        "scatter",
        "stuck",
        "variance",
        "waiting",
    )

    def __init__(self, outline: Outline, attack: Lives, defend: Lives) -> None:
        """``attack`` and ``defend`` are the lives of both sides, which are modified."""
        self.outline = outline
        self.lives = (attack, defend)
        self.away: tuple[Away, Away] = ({}, {})
        if outline.flying[0] and outline.flying[1]:
            self._meet_in_the_air()
        self.present = outline.present(self.lives, PRESENT)
        """The abilities present at the start."""
        self.chains = outline.chains(self.present)
        self.moments: list[Moment] = []
        self.fires: list[tuple[float, float]] = []
        """For each round, both sides' expected hits on decisive units."""
        self.variance = 0.0
        """The variance of the lead at the end (see :mod:`.outcome`)."""
        self.stuck = False
        """Whether the battle ended because nobody can go on, or because the attacker has to give up."""
        self.waiting: Lives = []
        """Hits of each kind that have not taken effect yet,"""
        self.scatter: Lives = []
        """and the variance of those that don't decide the battle."""
        self.marked: tuple[Away, Away] = ({}, {})
        """Aimed hits that have not taken effect yet, by the place of their targets."""
        self.fired: tuple[Away, Away] = ({}, {})
        """Units that have fired aimed shots this round."""
        self.forced = [False, False]
        """Whether planes of a side had to leave in the latest round."""
        self.fire = [0.0, 0.0]
        self.noise = [0.0, 0.0]
        """The variance of this round's hits,"""
        self.aside = [0.0, 0.0]
        """and of hits on other units, by what those add to their side's fire."""

    @property
    def start(self) -> tuple[float, float]:
        """The lives of the decisive units."""
        return _total(self.lives[0], self.chains[0].lives), _total(self.lives[1], self.chains[1].lives)

    def follow(self) -> None:
        """Fight until one side is gone."""
        outline, lives, chains = self.outline, self.lives, self.chains
        present, now = self.present, self.start
        everybody = sum(lives[0]) + sum(lives[1])
        self.moments.append(Moment((lives[0][:], lives[1][:]), now, self._gone()))
        for number in range(1, 2 if outline.reading.once else ROUNDS + 1):
            self.run(outline.program(number, present))
            before, now = now, (_total(lives[0], chains[0].lives), _total(lives[1], chains[1].lives))
            self._count_chance(before)
            self.moments.append(Moment((lives[0][:], lives[1][:]), now, self._gone()))
            if now[0] < GONE or now[1] < GONE:
                return
            everybody, were = sum(lives[0]) + sum(lives[1]), everybody
            if were - everybody < STILL or (outline.reading.hopeless and before[1] - now[1] < STILL):
                self.stuck = True
                return
            if outline.watched:
                # The last unit of a side is either there or not: its abilities hold as long as it lives.
                kept = (outline.bits[0] if now[0] < 1.0 else 0) | (outline.bits[1] if now[1] < 1.0 else 0)
                present = (present & kept) | (outline.present(lives, PRESENT) & ~kept)

    def _gone(self) -> tuple[Away, Away]:
        """The units that have left by now."""
        return (self.away[0].copy(), self.away[1].copy()) if self.away[0] or self.away[1] else NOBODY

    def _meet_in_the_air(self) -> None:
        """Planes fight each other before the battle, if the game has that."""
        reading, flying = self.outline.reading, self.outline.flying
        if reading.sky is None:
            return
        planes = _total(self.lives[0], flying[0]), _total(self.lives[1], flying[1])
        if planes[0] < PRESENT or planes[1] < PRESENT:
            return
        factors = [sum([self.lives[s][i] * reading.types[s][i].air_factor for i in flying[s]]) for s in (0, 1)]
        for side in (0, 1):
            destroyed, aborted = reading.sky.lost(factors[1 - side], planes[side])
            mine, away = self.lives[side], self.away[side]
            for i in flying[side]:
                lost = min(destroyed, mine[i])
                destroyed -= lost
                back = min(aborted, mine[i] - lost)
                aborted -= back
                mine[i] -= lost + back
                if back:
                    away[i] = back

    def _count_chance(self, before: tuple[float, float]) -> None:
        """Add what the dice of a round can change to the variance of the lead."""
        mine, theirs = self.fire
        self.fires.append((mine, theirs))
        # Of the last round, only the part before the loser is gone counts.
        share = min(1.0, before[0] / theirs if theirs else 1.0, before[1] / mine if mine else 1.0)
        lost = 1.0
        for side in (0, 1):
            units, fire = self.lives[side], self.fire[side]
            for i, hits in self.chains[side].steady:
                fire -= units[i] * hits
            lost *= max(0.0, fire) / before[side]
        keep = max(0.0, 1.0 - DAMPED * lost)
        self.variance = self.variance * keep * keep + share * (
            self.noise[0] * theirs * theirs
            + self.noise[1] * mine * mine
            + self.aside[0] * before[1] * before[1]
            + self.aside[1] * before[0] * before[0]
        )

    # a round

    def run(self, program: Program) -> None:
        """Fight one round."""
        lives, fire, noise, aside = self.lives, self.fire, self.noise, self.aside
        decides, weights = self.outline.decides, self.outline.weights
        fire[0] = fire[1] = noise[0] = noise[1] = aside[0] = aside[1] = 0.0
        self.forced[0] = self.forced[1] = False
        if self.fired[0] or self.fired[1]:
            self.fired[0].clear()
            self.fired[1].clear()
        more = len(decides) - len(self.waiting)
        if more > 0:
            self.waiting += [0.0] * more
            self.scatter += [0.0] * more
        waiting, scatter = self.waiting, self.scatter
        for one in program:
            if isinstance(one, Fire):
                side = one.side
                mine = lives[side]
                for hits, guns in one.shooters:
                    total = variance = 0.0
                    for place, mean, spread in guns:
                        n = mine[place]
                        total += n * mean
                        variance += n * spread
                    waiting[hits] += total
                    if decides[hits]:
                        fire[side] += total
                        noise[side] += variance
                    else:
                        aside[side] += variance * weights[hits]
                        scatter[hits] += variance
            elif isinstance(one, Take):
                self._take(one)
            elif isinstance(one, Volleys):
                self._volleys(one)
            elif isinstance(one, Look):
                self._look(one)
            else:
                self._leave(one)

    def _take(self, one: Take) -> None:
        side, kinds = one
        mine, waiting, victims = self.lives[side], self.waiting, self.outline.victims
        marked, scatter = self.marked[side], self.scatter
        if marked:
            for place, n in marked.items():
                mine[place] = max(0.0, mine[place] - n)
            marked.clear()
        for kind in kinds:
            left = waiting[kind]
            if not left:
                continue
            waiting[kind] = 0.0
            if scatter[kind]:
                left = _at_most(left, scatter[kind], sum([mine[i] for i in victims[kind][1]]))
                scatter[kind] = 0.0
            for place in victims[kind][1]:
                n = mine[place]
                if n > left:
                    mine[place] = n - left
                    break
                if n:
                    mine[place] = 0.0
                    left -= n

    def _volleys(self, one: Volleys) -> None:
        side, outline = one.side, self.outline
        mine, theirs, fired = self.lives[side], self.lives[1 - side], self.fired[side]
        pairs = -1.0
        if one.matched is not None:
            pairs = max(0.0, _total(mine, one.matched) - (sum(fired.values()) if one.rested else 0.0))
        raised: dict[int, float] = {}
        for by, of, each, enemy in one.boosts:
            helpers = _total(theirs if enemy else mine, by) * each
            for i in of:
                raised[i] = min(helpers, mine[i])
                helpers -= raised[i]
        kept = _total(theirs, one.cancelled)
        for place, each_rolls, chance, alone, up, hits in one.guns:
            n, dice = mine[place], each_rolls
            if one.rested:
                n -= fired.get(place, 0.0)
            if kept > 0:
                n, kept = n - kept, kept - n
            if one.per_target and n > PRESENT:
                shots = n * dice
                n = _total(theirs, outline.victims[hits][1])
                if one.capped:
                    n, dice = min(n, shots), 1
            if n <= 0:
                continue
            total = n * chance
            if pairs >= 0:
                some = min(n, pairs)
                pairs -= some
                total = some * chance + (n - some) * alone
            if raised:
                total += min(n, raised.get(place, 0.0)) * (up - chance)
            variance = dice * total * (1.0 - min(1.0, total / n))
            total *= dice
            if one.aimed:
                fired[place] = n
                self._aim(1 - side, one.marks, n * dice, total / (n * dice))
            else:
                self.waiting[hits] += total
            if outline.decides[hits]:
                self.fire[side] += total
                self.noise[side] += variance
            else:
                self.aside[side] += variance * outline.weights[hits]
                if not one.aimed:
                    self.scatter[hits] += variance

    def _aim(self, victim: int, marks: Places, shots: float, chance: float) -> None:
        """Spread aimed shots over their targets."""
        theirs, marked, spare = self.lives[victim], self.marked[victim], self.outline.spare[victim]
        while shots > STILL:
            before = shots
            for i in marks:
                some = min(shots, theirs[i])
                if some > 0:
                    shots -= some
                    armour = spare.get(i, -1)
                    at = armour if armour >= 0 and theirs[armour] > marked.get(armour, 0.0) else i
                    marked[at] = marked.get(at, 0.0) + some * chance
            if shots == before:
                return

    def _look(self, one: Look) -> None:
        guns = _total(self.lives[one.side], one.guns)
        theirs, away = self.lives[1 - one.side], self.away[1 - one.side]
        planes = _total(theirs, one.planes)
        if guns <= 0 or planes <= 0:
            return
        found = planes * (1.0 - (1.0 - one.finds) ** (guns / planes)) if guns > planes else guns * one.finds
        shots = guns / max(1.0, found)
        alive = (1.0 - one.destroys) ** shots
        driven = alive - (1.0 - one.drives_off) ** shots
        for i in one.planes:
            some = min(found, theirs[i])
            found -= some
            theirs[i] -= some * (1.0 - alive + driven)
            away[i] = away.get(i, 0.0) + some * driven

    def _leave(self, one: Leave) -> None:
        side = one.side
        mine = self.lives[side]
        if one.without is None:
            number = _total(mine, one.planes) - sum([mine[i] * n for i, n in one.decks])
            self.forced[side] = self.forced[side] or (number > PRESENT and not one.home)
            self._go(side, one.planes, number)
            return
        ours, foes = one.without
        if _total(mine, ours) < GONE < _total(self.lives[1 - side], foes):
            self._go(side, one.planes, inf)

    def _go(self, side: int, places: Places, number: float) -> None:
        mine, away = self.lives[side], self.away[side]
        for i in places:
            some = min(number, mine[i])
            if some > 0:
                number -= some
                mine[i] -= some
                away[i] = away.get(i, 0.0) + some


def _total(units: Lives, places: Places) -> float:
    return sum([units[i] for i in places])


def _at_most(hits: float, variance: float, most: float) -> float:
    """How many hits take effect on average if at most ``most`` can: luck adds nothing beyond that."""
    deviation = sqrt(variance)
    if hits + 3.0 * deviation <= most:
        return hits
    z = (most - hits) / deviation
    return hits * phi(z) + most * (1.0 - phi(z)) - deviation * exp(-0.5 * z * z) / sqrt(2.0 * pi)


def power(chain: Chain, units: Lives) -> float:
    """The hits of a side in a typical round."""
    found = 0.0
    for i, hits in chain.steady:
        found += units[i] * hits
    for i, hits in chain.losing:
        found += units[i] * hits
    return found
