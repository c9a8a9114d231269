"""Sampling: many battles rolled at once, for battles too large to work out exactly.

It reads the same declared sequence as the engine and the exact method. Every battle is a row of unit counts for
each side; dice, losses and verdicts are worked out for all rows together. What depends on the state (which hits
reach which units, whether a battle is over) is asked of the model once for each kind of state that comes up.
"""

from collections.abc import Callable, Iterator
from math import sqrt
from time import perf_counter

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle import judging
from sandtable.area.battle.sequence import Volley, other
from sandtable.area.world import World
from sandtable.core.effort import OutOfTime, at_most
from sandtable.odds.answer import BadBattle, Question, fight_of, is_stepwise, model_of, rule_for
from sandtable.odds.exact import MAX_ROUNDS, RetreatRule
from sandtable.odds.model import SIDES, Fired, Kinds, Model, When, falling, fires, support_hits
from sandtable.odds.result import Ending, Interval, Odds, Outcome
from sandtable.odds.rounds import Exchange, choices, withdrawals
from sandtable.odds.sides import Counts, Flags, Force, Ints, after_many, distinct
from sandtable.odds.stepwise.matchup import Matchup
from sandtable.odds.stepwise.sampled import Fought, Rolls

BATTLES = 20_000
"""Enough for the chance to win to be within 0.7 percent, 19 times out of 20."""
FEWEST = 30
"""The fewest battles that give a useful sample: the chance to win is within 18 percent."""
SMALLEST = 10
"""The size of the first batch."""
Z95 = 1.959963984540054
"""How many standard deviations either side contain 95 percent."""
Strips = dict[Side, Ints]
"""For each side, one row of unit counts per battle."""


def bad_sample(question: Question) -> BadBattle | None:
    """Why a question out of exact reach can't be sampled: a retreat depends on what fighting on is worth."""
    retreats = (question.attacker.retreat, question.defender.retreat)
    if any(retreat.best or retreat.below_chance is not None for retreat in retreats):
        return BadBattle(
            "this battle is too large to know when fighting on stops being worth it; "
            "retreat after a number of rounds or below a number of units instead"
        )
    return None


def sampled_odds(
    world: World, question: Question, battles: int = BATTLES, seed: int = 0, seconds: float | None = None
) -> Odds:
    """The odds of a question that has been checked, from ``battles`` battles; the same seed gives the same odds.

    ``seconds``: of processor time. If that is too short, fewer battles are fought; if it isn't enough for
    ``FEWEST``, :class:`OutOfTime` is raised.

    >>> from sandtable.area.notation import parse_force
    >>> from sandtable.games import load
    >>> world = load("1941").world
    >>> mine, theirs = parse_force(world, "ussr", "3 infantry, tank"), parse_force(world, "germany", "2 infantry")
    >>> odds = sampled_odds(world, Question(mine, theirs), battles=2000, seed=1)
    >>> odds.method, odds.states, odds.win_interval.low < 0.94433 < odds.win_interval.high
    ('sampled', 2000, True)
    """
    began, rng = perf_counter(), np.random.default_rng(seed)
    if seconds is None:
        model, fight = _ready(world, question, rng)
        return _odds(model, fight(battles), began)
    parts: list[Fought] = []
    try:
        with at_most(seconds):
            model, fight = _ready(world, question, rng)
            for size in _batches(battles):
                parts.append(fight(size))
    except OutOfTime:
        if sum(len(one.rounds) for one in parts) < FEWEST:
            raise
    return _odds(model, Fought(*(np.concatenate(column) for column in zip(*parts, strict=True))), began)


def _ready(
    world: World, question: Question, rng: np.random.Generator
) -> tuple[Model | Matchup, Callable[[int], Fought]]:
    """The model of a question, and a function that fights a number of its battles."""
    if is_stepwise(world, question):
        fight = fight_of(world, question)
        rolls = Rolls(fight.chain.matchup, rng)
        return fight.chain.matchup, lambda battles: rolls.fight(battles, fight.leaving.rules)
    model = model_of(world, question)
    sampler, rule = Sampler(model, rng), rule_for(model, question.attacker)
    return model, lambda battles: sampler.fight(battles, rule)


def _batches(battles: int) -> Iterator[int]:
    """A number of battles in batches: small ones first, so that there is a result when time runs out.

    >>> list(_batches(100))
    [10, 10, 10, 15, 22, 33]
    """
    done = 0
    while done < battles:
        size = min(max(SMALLEST, done // 2), battles - done)
        done += size
        yield size


def wilson(hits: int, trials: int) -> Interval:
    """Wilson's 95% interval for a chance that came up ``hits`` times in ``trials``; it stays within 0 to 1.

    >>> round(wilson(0, 100).low, 3), round(wilson(0, 100).high, 3)
    (0.0, 0.037)
    """
    seen, z2 = hits / trials, Z95 * Z95
    middle = (seen + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 * sqrt(seen * (1 - seen) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


class Sampler:
    """Rolls the battles of one model."""

    def __init__(self, model: Model, rng: np.random.Generator) -> None:
        self.model = model
        self.rng = rng
        self._verdicts: dict[tuple[int, int], judging.Verdict] = {}
        self._bare: dict[Side, Flags] = {side: _kept_bare(model, side) for side in model.forces}

    def fight(self, battles: int, rule: RetreatRule | None = None) -> Fought:
        """Fight this many battles to the end."""
        strips: Strips = {
            side: np.tile(np.array(force.start), (battles, 1)) for side, force in self.model.forces.items()
        }
        rounds, retreated = np.zeros(battles, np.int64), np.zeros(battles, bool)
        live = np.arange(battles)
        live = self._still_on(strips, live, "start")
        number = 0
        while len(live) and number < MAX_ROUNDS:
            number += 1
            rounds[live] = number
            live = np.concatenate(
                [self._round(strips, part, number, *able) for *able, part in self._regimes(strips, live)]
            )
            if rule is not None and len(live):
                leaving = self._leaving(strips, live, number, rule)
                retreated[live[leaving]] = True
                live = live[~leaving]
        return Fought(strips["attack"], strips["defend"], rounds, retreated)

    # one round

    def _round(self, strips: Strips, live: Ints, number: int, own: frozenset[str], foe: frozenset[str]) -> Ints:
        """Fight a round of battles whose sides have the same relevant abilities; returns those that go on."""
        sequence, plans = self.model.sequence, self.model.plans
        for choice in choices(sequence, number):
            if (
                choice.unless_enemy not in (foe if choice.side == "attack" else own)
                and plans[choice.side].submerge
            ):
                _submerge(self.model.forces[choice.side], strips[choice.side], live)
                live = self._still_on(strips, live, "between")
        for exchange in self.model.exchanges(number):
            self._exchange(strips, live, exchange, own, foe)
            live = self._still_on(strips, live, "between")
        for step in withdrawals(sequence, number):
            if self.model.withdraws(step.side):
                _submerge(self.model.forces[step.side], strips[step.side], live)
                live = self._still_on(strips, live, "between")
        return self._still_on(strips, live, "end")

    def _exchange(
        self, strips: Strips, live: Ints, exchange: Exchange, own: frozenset[str], foe: frozenset[str]
    ) -> None:
        fired = tuple(v for v in exchange.before if v.unless_enemy not in (foe if v.side == "attack" else own))
        # Both sides fire before casualties are removed, so units that are hit still fire back.
        after: dict[Side, Ints] = {}
        for side, mine, theirs in ((SIDES[0], own, foe), (SIDES[1], foe, own)):
            main = exchange.volley(side)
            volleys = [v for v in exchange.early if v.side == side]
            if main is not None and main.unless_enemy not in theirs:
                volleys += self.model.parts(main, tuple(v for v in fired if v.side == side))
            shooters, victim = strips[side][live], other(side)
            for volley in volleys:
                counts = after.get(victim, strips[victim][live])
                after[victim] = self._fire(shooters, counts, volley, fired, mine)
        for side, counts in after.items():
            strips[side][live] = counts

    def _fire(self, shooters: Ints, counts: Ints, volley: Volley, fired: Fired, own: frozenset[str]) -> Ints:
        """The other side, which starts with ``counts``, after a volley."""
        victim = other(volley.side)
        fired = tuple(v for v in fired if v.side == volley.side)
        force, order = self.model.forces[victim], self.model.plans[victim].order
        result = counts.copy()
        for rows, kinds, masks in self._classes(victim, counts, volley, fired, own):
            if kinds and volley.support:
                hits = [self._support_hits(volley, counts[rows], masks)]
                result[rows] = after_many(force, order, counts[rows], masks, hits)
            elif kinds:
                hits = [self._hits(volley, fired, shooters[rows], kind) for kind in kinds]
                result[rows] = after_many(force, order, counts[rows], masks, hits)
        return result

    def _classes(
        self, victim: Side, counts: Ints, volley: Volley, fired: Fired, own: frozenset[str]
    ) -> Iterator[tuple[Ints | slice, Kinds, Counts]]:
        """Rows whose hits fall into the same classes.

        With one die per unit, all rows can use the classes of the full strip, since empty columns take no hits. In
        low luck, classes decide whose values are added up, so it matters which units are present.
        """
        if not self.model.low_luck:
            yield slice(None), *self.model.classes(victim, (1,) * counts.shape[1], volley, fired, own)
            return
        for _, rows in _alike(_filled(counts)):
            yield rows, *self.model.classes(victim, tuple(counts[rows[0]].tolist()), volley, fired, own)

    def _support_hits(self, volley: Volley, counts: Ints, masks: Counts) -> Ints:
        """How many hits the supporting units score in each row."""
        reached: Ints = counts @ (np.array(masks) > 0).astype(np.int64)
        hits = np.zeros(len(counts), np.int64)
        for number in np.unique(reached).tolist():
            rows = reached == number
            pmf = support_hits(self.model.forces[volley.side], volley, number, self.model.low_luck)
            hits[rows] = self.rng.choice(len(pmf), size=int(rows.sum()), p=pmf)
        return hits

    def _hits(self, volley: Volley, fired: Fired, shooters: Ints, kinds: frozenset[str]) -> Ints:
        """How many hits of these kinds the units in each row score."""
        force = self.model.forces[volley.side]
        firing: dict[int, Ints] = {}
        for c, unit in enumerate(force.types):
            need = force.values[c]
            if need and unit.volley in kinds and fires(force, c, volley, fired):
                firing[need] = firing.get(need, 0) + shooters[:, c] * force.dice[c]
        if self.model.low_luck:
            total: Ints = sum((need * n for need, n in firing.items()), np.zeros(len(shooters), np.int64))
            sure, rest = np.divmod(total, 6)
            result: Ints = sure + (self.rng.integers(1, 7, len(shooters)) <= rest)
            return result
        return sum(
            (self.rng.binomial(n, need / 6) for need, n in firing.items()), np.zeros(len(shooters), np.int64)
        )

    # the state of battles

    def _still_on(self, strips: Strips, live: Ints, when: When) -> Ints:
        """The battles that go on; in those that are over, unprotected units are lost.

        ``when``: before the first round, between the exchanges of a round, or at its end.
        """
        if not len(live):
            return live
        on = np.ones(len(live), bool)
        keys = [_filled(strips[side][live][:, self._in_battle(side)]) for side in ("attack", "defend")]
        for (mine, theirs), rows in _alike_pairs(*keys):
            some = live[rows]
            fall = falling(self._verdict(strips, mine, theirs, int(some[0])), when)
            if fall is not None:
                on[rows] = False
                for side in fall:
                    strips[side][some] *= self._bare[side]
        return live[on]

    def _in_battle(self, side: Side) -> list[int]:
        return [c for c, column in enumerate(self.model.forces[side].columns) if not column.below]

    def _verdict(self, strips: Strips, mine: int, theirs: int, row: int) -> judging.Verdict:
        if (mine, theirs) not in self._verdicts:
            attack, defend = (tuple(strips[side][row].tolist()) for side in ("attack", "defend"))
            self._verdicts[mine, theirs] = judging.verdict(self.model.world, self.model.battle(attack, defend))
        return self._verdicts[mine, theirs]

    def _regimes(self, strips: Strips, live: Ints) -> Iterator[tuple[frozenset[str], frozenset[str], Ints]]:
        """Battles by their sides' abilities at the start of a round."""
        tells: dict[Side, Ints] = {side: np.zeros(len(live), np.int64) for side in strips}
        names = sorted(self.model.relevant_abilities)
        for side, force in self.model.forces.items():
            for bit, ability in enumerate(names):
                able = [c for c in self._in_battle(side) if ability in force.types[c].abilities]
                tells[side] |= (strips[side][live][:, able] > 0).any(axis=1).astype(np.int64) << bit
        for (mine, theirs), rows in _alike_pairs(tells["attack"], tells["defend"]):
            own, foe = (frozenset(a for bit, a in enumerate(names) if key >> bit & 1) for key in (mine, theirs))
            yield own, foe, live[rows]

    def _leaving(self, strips: Strips, live: Ints, number: int, rule: RetreatRule) -> Flags:
        """In which battles the attacker retreats; the rule is asked once for each state."""
        width = strips["attack"].shape[1]
        states, which = distinct(np.hstack([strips["attack"][live], strips["defend"][live]]))
        says = [rule(number, row[:width], row[width:]) for row in states]
        return np.array(says, dtype=bool)[which]


# rows of counts


def _filled(counts: Ints) -> Ints:
    """Which columns have units, as bits."""
    bits: Ints = (counts > 0) @ (1 << np.arange(counts.shape[1]))
    return bits


def _alike(keys: Ints) -> Iterator[tuple[int, Ints]]:
    """The rows of each key."""
    order = np.argsort(keys, kind="stable")
    found, starts = np.unique(keys[order], return_index=True)
    yield from zip(found.tolist(), np.split(order, starts[1:]), strict=True)


def _alike_pairs(mine: Ints, theirs: Ints) -> Iterator[tuple[tuple[int, int], Ints]]:
    """The rows of each pair of keys."""
    for own, rows in _alike(mine):
        for foe, inside in _alike(theirs[rows]):
            yield (own, foe), rows[inside]


def _kept_bare(model: Model, side: Side) -> Flags:
    """The columns that remain when unprotected units have been lost."""
    return np.array(model.without_defenseless(side, (1,) * len(model.forces[side].columns)), dtype=bool)


def _submerge(force: Force, counts: Ints, rows: Ints) -> None:
    """Submerge every submersible unit of these rows."""
    for c, column in enumerate(force.columns):
        if force.leaves(c):
            counts[rows, force.columns.index(column._replace(below=True))] += counts[rows, c]
            counts[rows, c] = 0


# results


def _odds(model: Model | Matchup, fought: Fought, began: float) -> Odds:
    attack, defend = model.forces["attack"], model.forces["defend"]
    battles, width = len(fought.rounds), len(attack.columns)
    rows = np.hstack([fought.attack, fought.defend, fought.retreated[:, None]])
    states, which = distinct(rows)
    times = np.bincount(which)
    counted = dict.fromkeys(("win", "draw", "lose"), 0)
    captured, endings = 0, list[Ending]()
    for row, n in zip(states, times.tolist(), strict=True):
        mine, theirs, retreated = row[:width], row[width:-1], bool(row[-1])
        outcome = _outcome(model, mine, theirs, retreated)
        counted[outcome] += n
        if outcome == "win" and attack.has_land(mine):
            captured += n
        swing = defend.worth(defend.start) - defend.worth(theirs) - attack.worth(attack.start) + attack.worth(mine)
        endings.append(Ending(n / battles, attack.units(mine), defend.units(theirs), swing, retreated, outcome))
    endings.sort(key=lambda e: -e.chance)
    return Odds(
        win=counted["win"] / battles,
        draw=counted["draw"] / battles,
        lose=counted["lose"] / battles,
        capture=captured / battles,
        rounds=float(fought.rounds.mean()),
        survivors={"attack": _survivors(attack, fought.attack), "defend": _survivors(defend, fought.defend)},
        value_swing=sum(e.chance * e.swing for e in endings),
        method="sampled",
        states=battles,
        ms=(perf_counter() - began) * 1000,
        endings=tuple(endings),
        win_interval=wilson(counted["win"], battles),
    )


def _outcome(model: Model | Matchup, mine: Counts, theirs: Counts, retreated: bool) -> Outcome:
    if isinstance(model, Matchup):
        attack = model.holds("attack", model.number("attack", mine))
        defend = model.holds("defend", model.number("defend", theirs))
        return "lose" if retreated else "draw" if attack == defend else "win" if attack else "lose"
    can_attack, can_defend = model.forces["attack"].armed(mine), model.forces["defend"].armed(theirs)
    if retreated or (can_defend and not can_attack):
        return "lose"
    if judging.verdict(model.world, model.battle(mine, theirs)) == "hopeless":
        return "lose"
    return "win" if can_attack and not can_defend else "draw"


def _survivors(force: Force, counts: Ints) -> dict[str, float]:
    mean = counts.mean(axis=0).tolist()
    found: dict[str, float] = dict.fromkeys(force.units(force.start), 0.0)
    for n, column in zip(mean, force.columns, strict=True):
        for unit in (column.unit, *column.cargo):
            found[unit] += n
    return found
