"""Many battles at once, for bots: short answers to thousands of small questions.

A *plain* battle is one in which everybody fires in one exchange and can hit any enemy. Given an order of losses,
each side is a :class:`Chain`: one state for each number of hits it can still take. Battles of the same size share
arrays, with the battles along the last axis, and their joint states are visited together, strongest first (as
:mod:`.exact` does for one battle). Battles that aren't plain, or in which the attacker may retreat, go to
:func:`.answer.exact_odds` one by one: the answers are the same either way.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Choice, Volley, Withdrawal, other
from sandtable.area.battle.values import value
from sandtable.area.forces import Stack
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.odds.answer import Question, exact_odds, is_stepwise
from sandtable.odds.estimate import rough_estimate
from sandtable.odds.model import chances_of_hits
from sandtable.odds.policy import Policy
from sandtable.odds.quick.estimator import estimator_of
from sandtable.odds.result import Brief, Odds
from sandtable.odds.rounds import exchanges
from sandtable.odds.sides import Counts, Floats, Force, Ints, after_hits
from sandtable.odds.stepwise.steps import is_stepwise as read_stepwise

LONGEST = 64
"""The most hits a side can take and still be batched with others."""
AT_ONCE = 512
"""Battles in one set of arrays: few enough to fit in the processor's cache."""
HURRY = 1e7
"""The most work on a stepwise battle for an impatient caller: a few milliseconds."""
MAX_ANSWERS = 1 << 14
MAX_CHAINS = 1 << 14


def plain(world: World, name: str, attack: Iterable[str], defend: Iterable[str]) -> bool:
    """Whether battles between these unit types are one exchange per round in which everybody can hit everybody."""
    sequence = world.sequences.sequences[name]
    if read_stepwise(world.sequences, name):
        return False
    types: dict[Side, list[UnitType]] = {
        "attack": [world.units[u] for u in attack],
        "defend": [world.units[u] for u in defend],
    }
    found: list[list[tuple[Volley, Volley]]] = []
    for side, units in types.items():
        if not all(value(unit, side) for unit in units):
            return False
        kinds = {unit.volley for unit in units}
        # with no ability on its side a hit reaches the fewest targets, and it always reaches those
        if not all(world.sequences.may_hit(kind, unit, ()) for kind in kinds for unit in types[other(side)]):
            return False
        asked = [step for step in sequence.steps if isinstance(step, Choice | Withdrawal) and step.side == side]
        if any(step.who.takes(unit) for step in asked for unit in units):
            return False
        if any(world.sequences.supports(name, side, unit) for unit in units):
            return False
    for round_ in (1, 2):
        found.append([])
        for exchange in exchanges(sequence, round_):
            meant = {
                side: [u for u in units if (v := exchange.volley(side)) is not None and v.who.takes(u)]
                for side, units in types.items()
            }
            if not any(meant.values()):
                continue
            mine, theirs = exchange.attack, exchange.defend
            if mine is None or theirs is None or meant != types:
                return False
            if any(v.unless_enemy in u.abilities for v in (mine, theirs) for u in types[other(v.side)]):
                return False
            found[-1].append((mine, theirs))
    if not all(types.values()):
        return True  # over without a shot
    return len(found[0]) == 1 and found[0] == found[1]


class Chain:
    """One side of a plain battle under an order of losses: its states by the hits it can still take."""

    def __init__(self, world: World, side: Side, units: Stack, policy: Policy, low_luck: bool) -> None:
        self.force = force = Force(world, side, units)
        order = policy.plan(force).order
        masks = [1] * len(force.columns)
        counts = force.start
        found = [counts]
        while any(counts):
            counts = after_hits(force, order, counts, masks, (0, 1))
            found.append(counts)
        self.states: list[Counts] = found[::-1]
        """By remaining hits, starting with no units left."""
        self.lives = len(found) - 1
        columns = range(len(force.columns))
        self.pmfs = [chances_of_hits(force, c, columns, low_luck) for c in self.states]
        self.units = tuple(force.units(force.start))
        self.worth = np.array([force.worth(c) for c in self.states], dtype=np.float64)
        self.land = np.array(
            [any(n and t.kind == "land" for n, t in zip(c, force.types, strict=True)) for c in self.states],
            dtype=np.float64,
        )
        alive = [force.units(c) for c in self.states]
        self.counts = np.array([[a.get(u, 0) for u in self.units] for a in alive], dtype=np.float64)
        self._padded: dict[tuple[int, int], tuple[Floats, Floats]] = {}

    def hits(self, lives: int, most: int) -> tuple[Floats, Floats]:
        """For each number of ``lives``, the chance of exactly 0, 1, ... ``most`` hits, and of at least that many.

        Rows beyond this side's maximum are empty.
        """
        if (lives, most) not in self._padded:
            exactly, or_more = np.zeros((2, lives + 1, most + 1))
            for i, pmf in enumerate(self.pmfs):
                tails = np.cumsum(pmf[::-1])[::-1]
                size = min(len(pmf), most + 1)
                exactly[i, :size], or_more[i, :size] = pmf[:size], tails[:size]
            self._padded[lives, most] = exactly, or_more
        return self._padded[lives, most]

    def tables(self, lives: int, units: int) -> Floats:
        """For each number of ``lives``, the units' value, whether there is a land unit, and the units by type."""
        found = np.zeros((lives + 1, 2 + units))
        rows = self.lives + 1
        found[:rows, 0], found[:rows, 1], found[:rows, 2 : 2 + len(self.units)] = (
            self.worth,
            self.land,
            self.counts,
        )
        return found


class Bookmaker:
    """Answers questions about one world, with a cache of recent answers."""

    def __init__(self, world: World, patient: bool = False) -> None:
        """Unless ``patient``, battles with simultaneous losses are estimated, except very small ones."""
        self.world = world
        self._answers: dict[Question, Brief] = {}
        self._chains: dict[tuple[Side, Stack, str | tuple[str, ...], bool, bool], Chain] = {}
        self._plain: dict[tuple[bool, tuple[str, ...], tuple[str, ...]], bool] = {}
        self._quick = None if patient else estimator_of(world)

    def odds(self, questions: Sequence[Question]) -> list[Brief]:
        """The answers, in the order of the questions; equal questions are worked out once."""
        answers = {}
        new: dict[Question, None] = {}
        for question in questions:
            known = self._answers.get(question)
            if known is None:
                new[question] = None
            else:
                answers[question] = known
        if new:
            answers |= self._work_out(new)
            self._answers |= answers
            while len(self._answers) > MAX_ANSWERS:
                del self._answers[next(iter(self._answers))]
        return [answers[question] for question in questions]

    def _work_out(self, questions: Iterable[Question]) -> dict[Question, Brief]:
        answers: dict[Question, Brief] = {}
        sizes: dict[tuple[int, int], list[tuple[Question, Chain, Chain]]] = {}
        for question in questions:
            pair = self._pair(question)
            if pair is None:
                answers[question] = self._alone(question)
            else:
                key = (_roomy(pair[0].lives), _roomy(pair[1].lives))
                sizes.setdefault(key, []).append((question, *pair))
        for size, group in sizes.items():
            for first in range(0, len(group), AT_ONCE):
                part = group[first : first + AT_ONCE]
                solved = _solve([a for _, a, _ in part], [d for _, _, d in part], *size)
                answers.update(zip((question for question, _, _ in part), solved, strict=True))
        return answers

    def _alone(self, question: Question) -> Brief:
        """The answer to a question that can't be batched."""
        long = is_stepwise(self.world, question) and rough_estimate(self.world, question).work > HURRY
        if self._quick is not None and long:
            return self._quick.odds(question.attack, question.defend, question.at_sea)
        return brief(self.world, exact_odds(self.world, question))

    def _pair(self, question: Question) -> tuple[Chain, Chain] | None:
        """Both sides as chains; None unless the battle is plain and fought to the end."""
        if not question.attacker.retreat.never or not self._is_plain(question):
            return None
        attack = self.chain("attack", question.attack, question.attacker, question.low_luck)
        defend = self.chain("defend", question.defend, question.defender, question.low_luck)
        if max(attack.lives, defend.lives) > LONGEST:
            return None
        return attack, defend

    def _is_plain(self, question: Question) -> bool:
        key = (
            question.at_sea,
            tuple([piece.unit for piece, _ in question.attack]),
            tuple([piece.unit for piece, _ in question.defend]),
        )
        known = self._plain.get(key)
        if known is None:
            if len(self._plain) > MAX_CHAINS:
                self._plain.clear()
            name = "sea" if question.at_sea else "land"
            known = self._plain[key] = plain(self.world, name, set(key[1]), set(key[2]))
        return known

    def chain(self, side: Side, units: Stack, policy: Policy, low_luck: bool) -> Chain:
        """A side under its policy, cached."""
        key = (side, units, policy.losses, policy.keep_land, low_luck)
        known = self._chains.get(key)
        if known is None:
            if len(self._chains) >= MAX_CHAINS:
                del self._chains[next(iter(self._chains))]
            known = self._chains[key] = Chain(self.world, side, units, policy, low_luck)
        return known


def _roomy(lives: int) -> int:
    """The array size for a side: exact while it is small, then in steps, so that similar sizes share arrays.

    >>> [_roomy(n) for n in (0, 5, 8, 9, 13, 17, 64)]
    [0, 5, 8, 10, 14, 20, 64]
    """
    if lives <= 8:
        return lives
    step = 1 << (lives - 1).bit_length() - 3
    return -(-lives // step) * step


def _gathered(chains: list[Chain]) -> tuple[list[Chain], Ints]:
    """The distinct chains, and the index of each chain of the list among them."""
    place: dict[int, int] = {}
    different: list[Chain] = []
    at = []
    for chain in chains:
        index = place.setdefault(id(chain), len(different))
        if index == len(different):
            different.append(chain)
        at.append(index)
    return different, np.array(at)


def _solve(attack: list[Chain], defend: list[Chain], rows: int, columns: int) -> list[Brief]:
    """Plain battles with at most ``rows`` and ``columns`` hits to take on each side."""
    battles = np.arange(len(attack))
    mine, i = _gathered(attack)
    theirs, j = _gathered(defend)
    a, a_tail = _stacked([c.hits(rows, columns) for c in mine], i)
    d, d_tail = _stacked([c.hits(columns, rows) for c in theirs], j)
    mass = np.zeros((rows + 1, columns + 1, len(attack)))
    mass[np.array([c.lives for c in mine])[i], np.array([c.lives for c in theirs])[j], battles] = 1
    rounds = np.zeros(len(attack))
    for x in range(rows, 0, -1):
        for y in range(columns, 0, -1):
            # Hits lead only to weaker states, so everything that can reach this state has arrived by now,
            # except for rounds without any hit, which are divided out.
            visits = mass[x, y] / (1 - a[x, 0] * d[y, 0])
            rounds += visits
            weights = np.empty((x + 1, len(attack)))
            np.multiply(d[y, :x][::-1], visits, out=weights[1:])
            np.multiply(d_tail[y, x], visits, out=weights[0])
            mass[: x + 1, 1 : y + 1] += weights[:, None] * a[x, :y][::-1]
            mass[: x + 1, 0] += weights * a_tail[x, y]
    won, lost, draw = mass[1:, 0], mass[0, 1:], mass[0, 0]
    win, lose = won.sum(axis=0), lost.sum(axis=0)
    left = _expected(mine, i, np.vstack([(draw + lose)[None], won]))
    theirs_left = _expected(theirs, j, np.vstack([(draw + win)[None], lost]))
    starts = [np.array([c.worth[-1] for c in chains])[at] for chains, at in ((mine, i), (theirs, j))]
    swing = starts[1] - theirs_left[0] - starts[0] + left[0]
    numbers = np.array([win, draw, lose, left[1], rounds, swing, left[0], theirs_left[0]]).T.tolist()
    units, their_units = left[2:].T.tolist(), theirs_left[2:].T.tolist()
    return [
        Brief(
            win=of[0],
            draw=of[1],
            lose=of[2],
            capture=of[3],
            rounds=of[4],
            value_swing=of[5],
            left={"attack": of[6], "defend": of[7]},
            survivors={
                "attack": dict(zip(one.units, n, strict=False)),
                "defend": dict(zip(two.units, m, strict=False)),
            },
        )
        for of, one, two, n, m in zip(numbers, attack, defend, units, their_units, strict=True)
    ]


def _stacked(tables: list[tuple[Floats, Floats]], at: Ints) -> tuple[Floats, Floats]:
    exactly = np.stack([table for table, _ in tables], axis=-1)
    or_more = np.stack([table for _, table in tables], axis=-1)
    return exactly[..., at], or_more[..., at]


def _expected(chains: list[Chain], at: Ints, chances: Floats) -> Floats:
    """Expected value, chance of a land unit, and expected units by type, for each battle."""
    lives, units = len(chances) - 1, max(len(c.units) for c in chains)
    tables = np.stack([c.tables(lives, units) for c in chains], axis=-1)[..., at]
    result: Floats = np.einsum("lb,lqb->qb", chances, tables)
    return result


def brief(world: World, odds: Odds) -> Brief:
    """The short form of a result."""
    left = {side: _worth(world, kinds) for side, kinds in odds.survivors.items()}
    return Brief(odds.win, odds.draw, odds.lose, odds.capture, odds.rounds, odds.value_swing, left, odds.survivors)


def _worth(world: World, survivors: Mapping[str, float]) -> float:
    return sum(world.units[unit].cost * n for unit, n in survivors.items())


def batch_odds(world: World, questions: Sequence[Question]) -> list[Brief]:
    """The odds of many battles, in the order of the questions, which have been checked.

    For repeated calls use a :class:`Bookmaker`, which caches.

    >>> from sandtable.area.notation import parse_force
    >>> from sandtable.games import world as world_of
    >>> world = world_of("1941")
    >>> mine = parse_force(world, "ussr", "3 infantry, tank")
    >>> battles = [Question(mine, parse_force(world, "germany", f"{n} infantry")) for n in (1, 2, 3)]
    >>> [round(answer.win, 3) for answer in batch_odds(world, battles)]
    [0.998, 0.944, 0.72]
    """
    return Bookmaker(world, patient=True).odds(questions)
