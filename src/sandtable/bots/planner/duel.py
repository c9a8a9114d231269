"""What a battle is worth, quickly: exact where it is small and plain, close to it elsewhere.

A planner asks thousands of such questions and needs most answers only to throw a plan away; what it is going to
do is asked of :mod:`sandtable.odds` again. Both sides lose their cheapest units first. A side is then a chain: so
many hits left to take, and for each number the dice that are left. Small plain battles are walked through exactly;
for others the average course of the battle is followed, and its spread is taken from the number of hits. For those
that are declared in cycles :mod:`sandtable.bots.planner.cycles` does that.
"""

from bisect import bisect_right
from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

from sandtable.area.forces import Piece, Stack
from sandtable.area.world import World
from sandtable.bots.planner.cycles import Course, Cycles, decided
from sandtable.bots.planner.terrain import Force, Roster
from sandtable.odds.answer import Question
from sandtable.odds.batch import Bookmaker

SMALL = 42
"""Joint states up to which a plain battle is worked out exactly."""
LAST_ROUND = 1.0
"""Lives that a winner loses in the last round, where the average course of a battle does not say."""
SPREAD = 0.85
"""How far the outcome of a battle on land scatters, against what its rounds add up to."""
SEA_SPREAD = 0.75
"""How far survivors at sea scatter: so many lives for the root of all lives in the battle."""
QUANTILES = ((-1.6, 0.1), (-0.85, 0.2), (-0.25, 0.2), (0.25, 0.2), (0.85, 0.2), (1.6, 0.1))
"""A normal spread in six parts: how far each is from the middle, and how likely."""
MEMORY = 60_000
MANY = 60
MANY_SHIPS = 14
"""Units in a battle up to which its exact odds are asked."""
_ROUNDS = 14


class Duel(NamedTuple):
    """The outcome of a battle, on average."""

    win: float
    """Only the attacker has fighting units left."""
    capture: float
    """It also has a land unit left."""
    lose: float
    mine: float
    """Worth of the attacker's units that are left."""
    theirs: float
    survivors: Force
    """The attacker's units that are left when it wins."""


class Chain:
    """One side of a battle on land by the hits that it can still take, weakest state first."""

    __slots__ = ("area", "dice", "land", "lives", "pmfs", "power", "units", "worth")

    def __init__(self, roster: Roster, force: Force, attacking: bool) -> None:
        values = roster.attack if attacking else roster.defense
        order = sorted(
            (u for u in range(roster.count) if force[u] > 0), key=lambda u: (-roster.cost[u], -values[u])
        )
        self.units: list[tuple[int, float]] = []
        """Unit types and their lives, those that are kept longest first."""
        self.dice: list[int] = []
        power, worth, area = [0.0], [0.0], [0.0]
        self.land = 1 << 30
        """Lives beyond which a land unit is among them."""
        for u in order:
            count = force[u]
            if values[u] == 0 and attacking:
                continue
            whole = int(count)
            for part in [1.0] * whole + ([count - whole] if count > whole else []):
                if roster.land[u]:
                    self.land = min(self.land, len(self.dice))
                power.append(power[-1] + part * values[u] / 6)
                area.append(area[-1] + (power[-1] + power[-2]) / 2)
                worth.append(worth[-1] + part * roster.cost[u])
                self.dice.append(values[u])
                self.units.append((u, part))
        self.power = power
        self.area = area
        """For every number of lives what the side can do to the enemy while it loses them one by one."""
        self.worth = worth
        self.lives = len(power) - 1
        self.pmfs: list[list[float]] | None = None

    def chances(self) -> list[list[float]]:
        """For every number of lives the chance of 0, 1, 2 ... hits."""
        if self.pmfs is None:
            pmf = [1.0]
            self.pmfs = [pmf]
            for die in self.dice:
                p = die / 6
                q = 1 - p
                longer = [q * x for x in pmf]
                longer.append(0.0)
                for i, x in enumerate(pmf):
                    longer[i + 1] += p * x
                pmf = longer
                self.pmfs.append(pmf)
        return self.pmfs

    def left(self, table: list[float], lives: float) -> float:
        """A table between its whole numbers."""
        if lives <= 0:
            return 0.0
        if lives >= self.lives:
            return table[-1]
        low = int(lives)
        return table[low] + (lives - low) * (table[low + 1] - table[low])

    def lives_for(self, area: float) -> float:
        """How many lives are left with which the side can still do so much."""
        table = self.area
        if area >= table[-1]:
            return float(self.lives)
        high = bisect_right(table, area)
        low = table[high - 1]
        return high - 1 + (area - low) / (table[high] - low) if table[high] > low else float(high - 1)

    def survivors(self, lives: float, size: int) -> Force:
        """Who is left with so many lives."""
        found = [0.0] * size
        for unit, part in self.units:
            if lives <= 0:
                break
            some = min(part, lives)
            found[unit] += some
            lives -= some
        return tuple(found)


class Duels:
    """Answers the questions of one game, and remembers them."""

    def __init__(self, world: World, roster: Roster) -> None:
        self.roster = roster
        self._bookmaker = Bookmaker(world)
        self._cycles = [
            Cycles(world, roster, name) if world.sequences.sequences[name].cycles else None
            for name in ("land", "sea")
        ]
        """The battles on land and at sea, where they are fought in cycles."""
        self._known: dict[tuple[bool, Force, Force], Duel] = {}
        self._chains: dict[tuple[bool, Force], Chain] = {}
        self.asked = 0
        """How many battles were worked out: the measure of the work done."""

    def fight(self, attack: Force, defend: Force, at_sea: bool = False) -> Duel:
        """The outcome if ``attack`` falls on ``defend`` and nobody breaks off."""
        key = (at_sea, attack, defend)
        known = self._known.get(key)
        if known is None:
            if len(self._known) > MEMORY:
                self._known.clear()
                self._chains.clear()
            self.asked += 1
            cycles = self._cycles[at_sea]
            if cycles is not None:
                known = _in_cycles(cycles, attack, defend)
            else:
                known = self._at_sea(attack, defend) if at_sea else self._on_land(attack, defend)
            self._known[key] = known
        return known

    def settle(self, attack: Force, defend: Force, at_sea: bool) -> Duel:
        """Ask the exact odds of a battle that is going to be fought, and remember them; not of a huge one."""
        known = self.fight(attack, defend, at_sea)
        if self._cycles[at_sea] is not None:
            return known  # both sides may pull back: nobody fights it out
        mine, theirs = self._units("", attack), self._units(".", defend)
        size = sum(n for _, n in mine) + sum(n for _, n in theirs)
        if not mine or not theirs or size > (MANY_SHIPS if at_sea else MANY):
            return known
        odds = self._bookmaker.odds([Question(mine, theirs, at_sea)])[0]
        alive = {unit: n / odds.win if odds.win > 0.01 else 0.0 for unit, n in odds.survivors["attack"].items()}
        survivors = tuple(min(alive.get(name, 0.0), n) for name, n in zip(self.roster.names, attack, strict=True))
        exact = Duel(odds.win, odds.capture, odds.lose, odds.left["attack"], odds.left["defend"], survivors)
        self._known[at_sea, attack, defend] = exact
        return exact

    def _units(self, power: str, force: Force) -> Stack:
        return tuple(
            (Piece(power, name), int(n))
            for name, n in sorted(zip(self.roster.names, force, strict=True))
            if n >= 1
        )

    def _chain(self, force: Force, attacking: bool) -> Chain:
        key = (attacking, force)
        known = self._chains.get(key)
        if known is None:
            known = self._chains[key] = Chain(self.roster, force, attacking)
        return known

    def _on_land(self, attack: Force, defend: Force) -> Duel:
        mine, theirs = self._chain(attack, True), self._chain(defend, False)
        size = self.roster.count
        if not theirs.lives:
            win = 1.0 if mine.lives else 0.0
            capture = win if mine.lives > mine.land else 0.0
            return Duel(win, capture, 0.0, self.roster.worth(attack), 0.0, attack)
        if not mine.lives:
            return Duel(0.0, 0.0, 1.0, 0.0, theirs.worth[-1], self.roster.nobody)
        whole = all(n == int(n) for n in attack) and all(n == int(n) for n in defend)
        if whole and mine.lives * theirs.lives <= SMALL:
            return _walk(mine, theirs, size)
        return _flow(mine, theirs, size)

    # at sea

    def _at_sea(self, attack: Force, defend: Force) -> Duel:
        roster = self.roster
        mine = _Line(roster, attack, True)
        theirs = _Line(roster, defend, False)
        if not theirs.armed():
            win = 1.0 if mine.armed() else 0.0
            left = 0.0 if win else theirs.worth()
            return Duel(win, 0.0, 0.0, roster.worth(attack), left, attack)
        if not mine.armed():
            return Duel(0.0, 0.0, 1.0, 0.0, theirs.worth(), roster.nobody)
        lives = mine.lives() + theirs.lives()
        for _ in range(_ROUNDS):
            before = mine.total() + theirs.total()
            _exchange(roster, mine, theirs)
            if mine.lives() < 0.05 or theirs.lives() < 0.05 or before - mine.total() - theirs.total() < 1e-3:
                break
        end = mine.lives(), theirs.lives()
        stuck = end[0] > 0.05 and end[1] > 0.05
        spread = SEA_SPREAD * sqrt(lives)
        margin = end[0] - end[1]
        z = margin / spread
        win = _phi(z)
        lose = 1 - win
        if stuck:
            return Duel(0.0, 0.0, 0.0, mine.worth(), theirs.worth(), mine.survivors())
        start, their_start = _Line(roster, attack, True), _Line(roster, defend, False)
        # The winner's losses scatter by the hits that it takes, which are few in a one-sided battle.
        narrow = [
            min(spread, 0.9 * sqrt(max(0.0, line.lives() - now) + 0.3))
            for line, now in zip((start, their_start), end, strict=True)
        ]
        left = theirs_left = rest = weight = 0.0
        for q, share in QUANTILES:
            outcome = margin + q * (narrow[0] if margin > spread else narrow[1] if margin < -spread else spread)
            if outcome > 0:
                left += share * start.worth_of(outcome)
                rest += share * outcome
                weight += share
            else:
                theirs_left += share * their_start.worth_of(-outcome)
        survivors = start.last(rest / weight if weight else 0.0)
        return Duel(win, 0.0, lose, left, theirs_left, survivors)


class _Line:
    """One side at sea: groups of (unit, lives left, dice), those that are lost first in front."""

    __slots__ = ("groups", "hunting", "roster", "values")

    def __init__(self, roster: Roster, force: Force, attacking: bool) -> None:
        self.roster = roster
        self.values = roster.attack if attacking else roster.defense
        order = sorted(
            (u for u in range(roster.count) if force[u] > 0),
            key=lambda u: (roster.last[u], roster.cost[u], self.values[u]),
        )
        armour = [[u, force[u] * (roster.hits[u] - 1), 0.0] for u in order if roster.hits[u] > 1]
        self.groups: list[list[float]] = [*armour, *([u, force[u], 1.0] for u in order)]
        self.hunting = False
        self.look()

    def look(self) -> None:
        """Take note of the abilities present."""
        self.hunting = any(g[1] > 0.3 and self.roster.hunts[int(g[0])] for g in self.groups if g[2])

    def armed(self) -> bool:
        return any(g[1] > 0 and g[2] and self.values[int(g[0])] for g in self.groups)

    def lives(self) -> float:
        """Hits that the fighting units can still take."""
        return sum(g[1] for g in self.groups if self.values[int(g[0])])

    def total(self) -> float:
        """All hits that it can still take, the unarmed included."""
        return sum(g[1] for g in self.groups)

    def worth(self) -> float:
        return sum(g[1] * self.roster.cost[int(g[0])] for g in self.groups if g[2])

    def survivors(self) -> Force:
        found = [0.0] * self.roster.count
        for u, n, firing in self.groups:
            if firing:
                found[int(u)] += n
        return tuple(found)

    def last(self, lives: float) -> Force:
        """Who is left with so many lives; the unarmed stay as long as anybody protects them."""
        found = [0.0] * self.roster.count
        for u, n, firing in reversed(self.groups):
            unit = int(u)
            if not self.values[unit]:
                found[unit] += n if lives > 0 else 0.0
            elif lives > 0:
                some = min(n, lives)
                lives -= some
                if firing:
                    found[unit] += some
        return tuple(found)

    def worth_of(self, lives: float) -> float:
        """What is left with so many lives, in money."""
        return self.roster.worth(self.last(lives))

    def fire(self, first: bool | None) -> dict[int, float]:
        """Expected hits by the type that scores them; ``first``: only those that strike first, or only others."""
        found: dict[int, float] = {}
        for u, n, firing in self.groups:
            unit = int(u)
            if firing and n > 0 and (first is None or self.roster.strikes_first[unit] == first):
                hits = n * self.values[unit] / 6
                if hits:
                    found[unit] = found.get(unit, 0.0) + hits
        return found

    def take(self, hits: dict[int, float], helped: bool) -> None:
        """Lose units to hits, each only to those that may hit it."""
        table = self.roster.can_hit[helped]
        for shooter, number in hits.items():
            left = number
            for group in self.groups:
                if left <= 0:
                    break
                if group[1] > 0 and table[shooter][int(group[0])]:
                    some = min(group[1], left)
                    group[1] -= some
                    left -= some


def _exchange(roster: Roster, mine: _Line, theirs: _Line) -> None:
    """One round on average."""
    mine.look()
    theirs.look()
    mine_hunts, their_hunts = mine.hunting, theirs.hunting
    surprise = {} if their_hunts else mine.fire(True)
    theirs_surprise = {} if mine_hunts else theirs.fire(True)
    theirs.take(surprise, mine_hunts)
    mine.take(theirs_surprise, their_hunts)
    mine_fire = mine.fire(None if their_hunts else False)
    their_fire = theirs.fire(None if mine_hunts else False)
    theirs.take(mine_fire, mine_hunts)
    mine.take(their_fire, their_hunts)


def _walk(mine: Chain, theirs: Chain, size: int) -> Duel:
    """A plain battle exactly: every joint state, strongest first."""
    a_pmf, d_pmf = mine.chances(), theirs.chances()
    rows, columns = mine.lives, theirs.lives
    mass = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    mass[rows][columns] = 1.0
    for x in range(rows, 0, -1):
        shots = a_pmf[x]
        for y in range(columns, 0, -1):
            here = mass[x][y]
            if here < 1e-9:
                continue
            back = d_pmf[y]
            stay = shots[0] * back[0]
            visits = here / (1 - stay)
            for h, p in enumerate(shots):
                weight = visits * p
                to = y - h if y > h else 0
                for k, q in enumerate(back):
                    if h or k:
                        mass[x - k if x > k else 0][to] += weight * q
    win = sum(mass[x][0] for x in range(1, rows + 1))
    lose = sum(mass[0][1:])
    capture = sum(mass[x][0] for x in range(1, rows + 1) if x > mine.land)
    left = sum(mass[x][0] * mine.worth[x] for x in range(1, rows + 1))
    theirs_left = sum(mass[0][y] * theirs.worth[y] for y in range(1, columns + 1))
    lives = sum(mass[x][0] * x for x in range(1, rows + 1)) / win if win > 1e-6 else 0.0
    return Duel(win, capture, lose, left, theirs_left, mine.survivors(lives, size))


def _flow(mine: Chain, theirs: Chain, size: int) -> Duel:
    """A plain battle along its average course.

    On this course each side loses as much of its ``area`` as the other: who has more left over wins. Chance adds
    to the difference in every round; it is taken to be normal in the end.
    """
    a, d = float(mine.lives), float(theirs.lives)
    spread = 0.0
    for _ in range(_ROUNDS):
        shots, back = mine.left(mine.power, a), theirs.left(theirs.power, d)
        if shots + back < 0.05:
            break
        share = min(1.0, a / back if back else 1.0, d / shots if shots else 1.0)
        miss, their_miss = 1 - shots / max(a, 0.5), 1 - back / max(d, 0.5)
        spread += share * shots * back * (back * max(miss, 0.2) + shots * max(their_miss, 0.2))
        a -= back
        d -= shots
        if a < 0.05 or d < 0.05:
            break
    margin = mine.area[-1] - theirs.area[-1]
    deviation = max(0.3, SPREAD * sqrt(spread))
    win = _phi(margin / deviation)
    # The side that loses still fires in its last round: the winner has that much less left.
    toll = max(0.0, mine.lives_for(margin) - a) if margin > 0 and a > 0 else LAST_ROUND
    their_toll = max(0.0, theirs.lives_for(-margin) - d) if margin < 0 and d > 0 else LAST_ROUND
    needed = mine.land + round(toll) if mine.land else 0
    capture = _phi((margin - mine.area[needed]) / deviation) if needed < mine.lives else 0.0
    left = theirs_left = lives = weight = 0.0
    for z, share in QUANTILES:
        outcome = margin + z * deviation
        if outcome > 0:
            rest = max(0.5, mine.lives_for(outcome) - toll)
            left += share * mine.left(mine.worth, rest)
            lives += share * rest
            weight += share
        else:
            rest = max(0.5, theirs.lives_for(-outcome) - their_toll)
            theirs_left += share * theirs.left(theirs.worth, rest)
    survivors = mine.survivors(lives / weight if weight else 0.0, size)
    return Duel(win, min(win, capture), 1 - win, left, theirs_left, survivors)


def _in_cycles(cycles: Cycles, attack: Force, defend: Force) -> Duel:
    """A battle in cycles: its average course, and how far it scatters around that."""
    roster, (first, second) = cycles.roster, cycles.decisive
    course = cycles.fight(attack, defend)
    worth = roster.worth
    extra = tuple(0.0 if first[u] else n for u, n in enumerate(course.mine))
    their_extra = tuple(0.0 if second[u] else n for u, n in enumerate(course.theirs))
    if not course.lives[0] or course.stuck:
        lose = 0.0 if course.stuck else 1.0
        return Duel(0.0, 0.0, lose, worth(tuple(course.mine)), worth(tuple(course.theirs)), roster.nobody)
    if not course.lives[1]:
        left, rest = tuple(course.mine), worth(their_extra) if cycles.drives else 0.0
        return Duel(1.0, _takes(cycles, left), 0.0, worth(left), rest, left)
    margin, deviation, scale = decided(course.lives, course.left)
    win = _phi(margin / deviation)
    # Who is driven off leaves alive; others who cannot fight are lost with those who could.
    mine = worth(extra) * (1.0 if cycles.drives else win)
    theirs = worth(their_extra) * (1.0 if cycles.drives else 1 - win)
    survivors, weight = [0.0] * roster.count, 0.0
    scales = (1.0, scale) if margin >= 0 else (scale, 1.0)
    for q, share in QUANTILES:
        outcome = margin + q * deviation
        if outcome > 0:
            kept = _kept(cycles, 0, attack, course, scales[0] * sqrt(outcome))
            mine += share * worth(kept)
            weight += share
            for u, n in enumerate(kept):
                survivors[u] += share * n
        else:
            theirs += share * worth(_kept(cycles, 1, defend, course, scales[1] * sqrt(-outcome)))
    left = tuple(n / weight + extra[u] if weight else 0.0 for u, n in enumerate(survivors))
    return Duel(win, win * _takes(cycles, left), 1 - win, mine, theirs, left)


def _takes(cycles: Cycles, left: Force) -> float:
    """Whether the survivors of a battle can take its place."""
    return 1.0 if cycles.drives and any(n > 0 and cycles.roster.land[u] for u, n in enumerate(left)) else 0.0


def _kept(cycles: Cycles, side: int, force: Force, course: Course, lives: float) -> Force:
    """Those who decide a battle, with so many lives left: along its course, or the cheap ones gone first."""
    roster, decisive = cycles.roster, cycles.decisive[side]
    end, rest = (course.mine, course.theirs)[side], course.left[side]
    units = [n if decisive[u] else 0.0 for u, n in enumerate(force)]
    if lives >= course.lives[side]:
        return tuple(units)
    if rest > 0.5:
        if lives <= rest:
            return tuple(end[u] * lives / rest if decisive[u] else 0.0 for u in range(roster.count))
        part = (lives - rest) / (course.lives[side] - rest)
        return tuple(end[u] + part * (n - end[u]) if n else 0.0 for u, n in enumerate(units))
    found = [0.0] * roster.count
    for u in sorted((u for u, n in enumerate(units) if n), key=lambda u: -roster.cost[u]):
        found[u] = min(units[u], max(0.0, lives))
        lives -= found[u] * roster.hits[u]
    return tuple(found)


@lru_cache(maxsize=4096)
def _phi_of(hundredths: int) -> float:
    return 0.5 * (1 + erf(hundredths / 100 / sqrt(2)))


def _phi(z: float) -> float:
    """The share of a normal spread below ``z``."""
    return _phi_of(max(-600, min(600, round(z * 100))))
