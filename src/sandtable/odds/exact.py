"""The exact distribution: probability flows over the joint states of both sides.

An exchange of fire maps the joint distribution ``P[i, j]`` to

    P'[i', j'] = sum over i, j of  P[i, j] * D[j, i, i'] * A[i, j, j']

with ``A[i, j, j']`` the chance that attackers in state ``i`` bring defenders from ``j`` to ``j'``, and ``D`` the
same the other way round. That is one matrix product over the states that carry anything.

Where a round is a single exchange that never changes its rules, it need not be followed round by round: hits only
ever lead to weaker states, so each state is visited once, strongest first, with all that will ever pass it.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.odds.model import SIDES, Model
from sandtable.odds.rounds import Exchange, choices, withdrawals
from sandtable.odds.sides import Counts, Floats, Ints

NEGLIGIBLE = 1e-17
"""Probability mass too small to follow: far below double precision in a sum of one."""
REST = 1e-13
"""With less than this undecided, the battle counts as over."""
MAX_ROUNDS = 4000

RetreatRule = Callable[[int, Counts, Counts], bool]
"""Given the round just fought and both sides' counts, whether the attacker retreats."""


class Flow(NamedTuple):
    """Where the probability of a round went: ended, attacker retreated, still undecided."""

    ended: Floats
    retreated: Floats
    undecided: Floats


class Solution(NamedTuple):
    """How the battle ends: the chance of every final joint state, and the rounds it takes."""

    ended: Floats
    retreated: Floats
    rounds: float


def solve(model: Model, retreat: RetreatRule | None = None) -> Solution:
    """The distribution of a battle's endings."""
    if retreat is None and _uniform(model):
        return _by_visits(model)
    ended, retreated, rounds = np.zeros(model.shape), np.zeros(model.shape), 0.0
    for number, flow in enumerate(by_round(model, retreat)):
        ended += flow.ended
        retreated += flow.retreated
        rounds += number * float(flow.ended.sum() + flow.retreated.sum())
    return Solution(ended, retreated, rounds)


def _uniform(model: Model) -> bool:
    """Whether every round is the same single exchange for every state."""
    first, later = model.exchanges(1), model.exchanges(2)
    plain = all(v is not None and v.unless_enemy is None for e in later for v in (e.attack, e.defend))
    one = len(model.regimes("attack")) == 1 and len(model.regimes("defend")) == 1
    asked = choices(model.sequence, 1) or model.withdraws("attack") or model.withdraws("defend")
    # units that can't hit anybody fight one round before that counts
    at_once = model.over[True][0][model.start] and not model.over[False][0][model.start]
    return len(later) == 1 and first == later and plain and one and not asked and not at_once


def _by_visits(model: Model) -> Solution:
    """Visit each joint state once, strongest first."""
    (exchange,) = model.exchanges(1)
    assert exchange.attack is not None and exchange.defend is not None
    (own, _), (foe, _) = model.regimes("attack")[0], model.regimes("defend")[0]
    attack, defend = model.fire(exchange, "attack", own, foe), model.fire(exchange, "defend", own, foe)
    assert attack is not None and defend is not None
    over, ends = model.over[True]
    total = _lives(model, "attack")[:, None] + _lives(model, "defend")
    order = np.argsort(-total, axis=None, kind="stable")
    levels = total.ravel()[order]
    bounds = np.flatnonzero(np.diff(levels, prepend=levels[0] + 1, append=levels[-1] - 1))
    mass = np.zeros(model.shape)
    mass[model.start] = 1
    rounds = 0.0
    for low, high in pairwise(bounds.tolist()):
        i, j = np.unravel_index(order[low:high], model.shape)
        live = ~over[i, j] & (mass[i, j] > NEGLIGIBLE)
        i, j = i[live], j[live]
        if not len(i):
            continue
        leaves = 1 - attack[i, j, j] * defend[j, i, i]
        if not leaves.all():
            raise ValueError("a battle goes on in which nobody can hit anybody")
        visits = mass[i, j] / leaves
        rounds += float(visits.sum())
        mass[i, j] = 0
        mass += (visits[:, None] * defend[j, i]).T @ attack[i, j]
        mass[i, j] = 0  # mass that stays put is already in the visits
    ended = np.zeros(model.shape)
    np.add.at(ended, (np.indices(model.shape)[0], ends), np.where(over, mass, 0))
    return Solution(ended, np.zeros(model.shape), rounds)


def _lives(model: Model, side: Side) -> Ints:
    return np.array([model.forces[side].left(counts) for counts in model.states[side]])


def by_round(model: Model, retreat: RetreatRule | None = None) -> Iterator[Flow]:
    """Fight round by round until hardly anything is undecided; the first flow is what ends without a shot."""
    mass, ended, nothing = np.zeros(model.shape), np.zeros(model.shape), np.zeros(model.shape)
    if model.at_once is not None:
        ended[model.at_once] = 1
    else:
        mass[model.start] = 1
    yield Flow(ended, nothing, mass)
    yield from fight_on(model, mass, 0, retreat)


def fight_on(model: Model, mass: Floats, number: int, retreat: RetreatRule | None = None) -> Iterator[Flow]:
    """Fight on from a distribution of joint states after some rounds, until hardly anything is undecided."""
    nothing = np.zeros(model.shape)
    attackers, defenders = model.regimes("attack"), model.regimes("defend")
    while mass.sum() > REST and number < MAX_ROUNDS:
        number += 1
        ended, left = np.zeros(model.shape), np.zeros(model.shape)
        for own, rows in attackers:
            for foe, columns in defenders:
                part = mass * rows[:, None] * columns
                if part.any():
                    over, on = _round(model, part, number, own, foe)
                    ended += over
                    left += on
        retreated = _break_off(model, left, number, retreat) if retreat else nothing
        mass = left - retreated
        yield Flow(ended, retreated, mass)


def _break_off(model: Model, mass: Floats, number: int, retreat: RetreatRule) -> Floats:
    leaving = np.zeros(model.shape)
    for i, j in zip(*np.nonzero(mass > 0), strict=True):
        if retreat(number, model.states["attack"][i], model.states["defend"][j]):
            leaving[i, j] = mass[i, j]
    return leaving


def _round(
    model: Model, mass: Floats, number: int, own: frozenset[str], foe: frozenset[str]
) -> tuple[Floats, Floats]:
    """One round for the states that share their relevant abilities: what ended, and what goes on."""
    ended = np.zeros(model.shape)
    for choice in choices(model.sequence, number):
        enemy = foe if choice.side == "attack" else own
        allowed = choice.unless_enemy is None or choice.unless_enemy not in enemy
        if allowed and model.plans[choice.side].submerge:
            mass = _submerge(model, mass, choice.side)
            over, mass = settle(model, mass, at_end=False)
            ended += over
    over, mass = rest_of_round(model, mass, number, own, foe)
    return ended + over, mass


def rest_of_round(
    model: Model, mass: Floats, number: int, own: frozenset[str], foe: frozenset[str], fought: int = 0
) -> tuple[Floats, Floats]:
    """The rest of a round after some of its exchanges: what ended, and what goes on."""
    ended = np.zeros(model.shape)
    steps = model.exchanges(number)
    leaving = [step.side for step in withdrawals(model.sequence, number) if model.withdraws(step.side)]
    for k, exchange in enumerate(steps):
        if k >= fought:
            mass = exchange_fire(model, mass, exchange, own, foe)
        if k >= fought - 1:
            over, mass = settle(model, mass, at_end=k == len(steps) - 1 and not leaving)
            ended += over
    for k, side in enumerate(leaving):
        mass = _submerge(model, mass, side)
        over, mass = settle(model, mass, at_end=k == len(leaving) - 1)
        ended += over
    if not steps:
        over, mass = settle(model, mass, at_end=True)
        ended += over
    return ended, mass


def exchange_fire(
    model: Model, mass: Floats, exchange: Exchange, own: frozenset[str], foe: frozenset[str]
) -> Floats:
    """The distribution after an exchange; ``own`` and ``foe`` are the attackers' and defenders' abilities."""
    attack, defend = (model.fire(exchange, side, own, foe) for side in SIDES)
    if attack is None and defend is None:
        return mass
    i, j = np.nonzero(mass > NEGLIGIBLE)
    weights = mass[i, j][:, None]
    if attack is not None and defend is not None:
        result: Floats = (weights * defend[j, i]).T @ attack[i, j]
        return result
    result = np.zeros(model.shape)
    if attack is not None:
        np.add.at(result, i, weights * attack[i, j])
    elif defend is not None:
        np.add.at(result.T, j, weights * defend[j, i])
    return result


def _submerge(model: Model, mass: Floats, side: Side) -> Floats:
    to = np.array([model.index[side][model.forces[side].submerge(counts)] for counts in model.states[side]])
    result = np.zeros(model.shape)
    if side == "attack":
        np.add.at(result, to, mass)
    else:
        np.add.at(result.T, to, mass.T)
    return result


def settle(model: Model, mass: Floats, at_end: bool) -> tuple[Floats, Floats]:
    """Split the distribution into battles that are over (in their final state) and those that go on."""
    over, ends = model.over[at_end]
    ended = np.zeros(model.shape)
    i, j = np.nonzero(over & (mass > 0))
    if len(i):
        np.add.at(ended, (i, ends[i, j]), mass[i, j])
        mass = np.where(over, 0, mass)
    return ended, mass
