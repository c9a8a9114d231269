"""Estimates the work of the exact method before it starts.

Hits that reach the same units lead along one line of losses: ``n`` hits, ``n + 1`` states. Where hits come in
kinds that reach different units (a submarine's can't hit planes), each such group of units has its own line, and a
side has at most as many states as the product of their lengths. The states are counted only if that product is too
large, but not by much.
"""

from math import prod

import msgspec

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import other
from sandtable.area.world import World
from sandtable.odds.answer import MAX_WORK, Question, is_stepwise, matchup_of, model_of
from sandtable.odds.model import Model
from sandtable.odds.stepwise.chain import Chain
from sandtable.odds.stepwise.matchup import SIDES, Matchup

MAX_NUMBERS = 3e8
"""The most numbers an exact answer may keep in memory; each takes eight bytes."""
COUNTED = 3000
"""Up to this many states on a side are worth counting, since there may be far fewer."""
NODE = 2e5
"""How many multiplications one node of a battle with simultaneous losses costs,"""
SINGLE = 1e5
"""and one node of a battle with losses after each volley."""
BRANCHES = 64
"""How many successors such a node has on average, at most."""
ROUNDS = 12
"""A battle followed round by round costs as much as this many full rounds; most rounds are short."""


class Estimate(msgspec.Struct, frozen=True):
    """The most an exact answer can take."""

    attack_states: int
    defend_states: int
    work: float
    """Multiplications."""
    numbers: float
    """Numbers kept in memory."""

    @property
    def states(self) -> int:
        """Joint states."""
        return self.attack_states * self.defend_states

    @property
    def within_reach(self) -> bool:
        """Whether an exact answer is worth waiting for."""
        return self.work <= MAX_WORK and self.numbers <= MAX_NUMBERS


def estimate(world: World, question: Question) -> Estimate:
    """The most states and work that the exact odds of a question can take.

    >>> from sandtable.area.notation import parse_force
    >>> from sandtable.games import load
    >>> world = load("1941").world
    >>> mine, theirs = parse_force(world, "ussr", "3 infantry, tank"), parse_force(world, "germany", "2 infantry")
    >>> estimate(world, Question(mine, theirs)).states
    15
    """
    known = rough_estimate(world, question)
    if (
        known.within_reach
        or is_stepwise(world, question)
        or max(known.attack_states, known.defend_states) > COUNTED
    ):
        return known
    model = model_of(world, question)
    return _worked_out(model, question, *model.shape)


def rough_estimate(world: World, question: Question) -> Estimate:
    """A quick estimate: nothing is counted, so it may be too high."""
    if is_stepwise(world, question):
        return _stepwise(matchup_of(world, question))
    model = model_of(world, question)
    return _worked_out(model, question, most_states(model, "attack"), most_states(model, "defend"))


def _worked_out(model: Model, question: Question, attack: int, defend: int) -> Estimate:
    """The work for this many states."""
    rounds = [model.exchanges(number) for number in (1, 2)]
    regimes: dict[Side, int] = {side: len(model.possible_regimes(side)) for side in model.forces}
    volleys = {v for one in rounds for e in one for v in (e.attack, e.defend) if v is not None}
    numbers = float(
        sum(regimes[v.side] * attack * defend * (defend if v.side == "attack" else attack) for v in volleys)
    )
    work = float(attack * defend) ** 2
    plain = rounds[0] == rounds[1] and len(rounds[0]) == 1 and set(regimes.values()) == {1}
    if not plain or not question.attacker.retreat.never:
        work *= ROUNDS * max(len(one) for one in rounds)
    return Estimate(attack, defend, work + numbers, numbers)


def _stepwise(matchup: Matchup) -> Estimate:
    """The work on a stepwise battle, which visits joint states in each step of a cycle."""
    chain = Chain(matchup)
    attack, defend = (_most_stepwise(matchup, side) for side in SIDES)
    if not matchup.simultaneous:  # each step changes only a few states, most of them once
        nodes = attack * defend + (attack + defend) * len(chain.cycles[1].fire)
        return Estimate(attack, defend, nodes * SINGLE, float(nodes * BRANCHES))
    nodes = attack * defend * max(1, *(len(one.fire) for one in chain.cycles.values()))
    return Estimate(attack, defend, nodes * NODE, float(nodes * BRANCHES))


def _most_stepwise(matchup: Matchup, side: Side) -> int:
    """The most states of a side: units that the same hits reach form one line, and some may leave alive."""
    force, sequences = matchup.forces[side], matchup.world.sequences
    kinds = sorted({target.volley for target in sequences.targets})
    lines: dict[tuple[object, ...], int] = {}
    for c, unit in enumerate(force.types):
        if not force.columns[c].there:
            continue
        reach = tuple(sequences.may_hit(k, unit, ()) and (1 + sequences.is_last(unit, k)) for k in kinds)
        enemy = matchup.forces[other(side)]
        met = any(n and (t.kind == "air" or t.anti_air) for n, t in zip(enemy.start, enemy.types, strict=True))
        leaves = unit.kind == "air" and (matchup.name == "sea" or bool(enemy.aside) or met)
        line = (reach, leaves)
        lines[line] = lines.get(line, 0) + force.start[c] * force.lives[c]
    return prod((n + 1) * (n + 2) // 2 if leaves else n + 1 for (_, leaves), n in lines.items())


def most_states(model: Model, side: Side) -> int:
    """The most states a side can reach: the product of the lines of units that the same hits can reach."""
    force, enemy = model.forces[side], model.forces[other(side)]
    sequences = model.world.sequences
    kinds = sorted(
        {t.volley for t, value in zip(enemy.types, enemy.values, strict=True) if value}
        | {unit.volley for unit, _ in enemy.support}
    )
    without_defenseless = model.without_defenseless(side, (1,) * len(force.columns))
    lines: dict[tuple[object, ...], int] = {}
    for c, unit in enumerate(force.types):
        reach = tuple(
            sequences.may_hit(kind, unit, tuple(own))
            for own in model.possible_regimes(other(side))
            for kind in kinds
        )
        below = model.plans[side].submerge and force.leaves(c)
        line = (reach, sequences.is_last(unit), without_defenseless[c], below)
        lines[line] = lines.get(line, 0) + force.start[c] * force.lives[c]
    # Submerging preserves the number left, so the two have to be distinguished.
    return prod((2 if below else 1) * lives + 1 for (_, _, _, below), lives in lines.items())
