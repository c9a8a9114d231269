"""How much work the exact method would be, told before it starts.

Hits that reach the same units lead along one line of losses: ``n`` hits, ``n + 1`` states. Where hits come in
kinds that reach different units (a submarine's cannot go to planes), each such group of units has a line of its
own, and a side's states are at most the product of their lengths. Only where that is too many, and not by very
much, are they counted.
"""

from math import prod

import msgspec

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import other
from sandtable.area.world import World
from sandtable.odds.answer import MAX_WORK, Question, fought_in_cycles, model_of, muster_of
from sandtable.odds.cycles.chain import Chain
from sandtable.odds.cycles.muster import SIDES, Muster
from sandtable.odds.model import Model

MAX_NUMBERS = 3e8
"""Numbers kept in memory at once that are still worth an exact answer; each takes eight bytes."""
COUNTED = 3000
"""With no more states on a side than this it is worth counting them: there may be far fewer."""
NODE = 2e5
"""Multiplications that take as long as one node of a battle in cycles, which is looked at by itself."""
BRANCHES = 64
"""Where a node of a battle in cycles leads to, at most, on average."""
ROUNDS = 12
"""A battle that is followed round by round costs as much as so many full rounds: most of them are short."""


class Estimate(msgspec.Struct, frozen=True):
    """The most that an exact answer takes."""

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
        or fought_in_cycles(world, question)
        or max(known.attack_states, known.defend_states) > COUNTED
    ):
        return known
    model = model_of(world, question)
    return _worked_out(model, question, *model.shape)


def rough_estimate(world: World, question: Question) -> Estimate:
    """The same at once: nothing is counted, so it may be too high."""
    if fought_in_cycles(world, question):
        return _in_cycles(muster_of(world, question))
    model = model_of(world, question)
    return _worked_out(model, question, most_states(model, "attack"), most_states(model, "defend"))


def _worked_out(model: Model, question: Question, attack: int, defend: int) -> Estimate:
    """The work on so many states."""
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


def _in_cycles(muster: Muster) -> Estimate:
    """The work on a battle in cycles: each joint state is looked at in each step of a cycle."""
    chain = Chain(muster)
    attack, defend = (_most_in_cycles(muster, side) for side in SIDES)
    nodes = attack * defend * max(1, *(len(one.fire) for one in chain.cycles.values()))
    return Estimate(attack, defend, nodes * NODE, float(nodes * BRANCHES))


def _most_in_cycles(muster: Muster, side: Side) -> int:
    """The most states of a side: units that the same hits reach are one line, of which some may leave alive."""
    force, sequences = muster.forces[side], muster.world.sequences
    kinds = sorted({target.volley for target in sequences.targets})
    lines: dict[tuple[object, ...], int] = {}
    for c, unit in enumerate(force.types):
        if force.columns[c].below:
            continue
        reach = tuple(sequences.may_hit(k, unit, ()) and (1 + sequences.is_last(unit, k)) for k in kinds)
        leaves = unit.kind == "air" and (muster.name == "sea" or bool(muster.forces[other(side)].aside))
        line = (reach, leaves)
        lines[line] = lines.get(line, 0) + force.start[c] * force.lives[c]
    return prod((n + 1) * (n + 2) // 2 if leaves else n + 1 for (_, leaves), n in lines.items())


def most_states(model: Model, side: Side) -> int:
    """The most states that a side can come to: the product of the lines of units that the same hits can reach."""
    force, enemy = model.forces[side], model.forces[other(side)]
    sequences = model.world.sequences
    kinds = sorted(
        {t.volley for t, value in zip(enemy.types, enemy.values, strict=True) if value}
        | {unit.volley for unit, _ in enemy.support}
    )
    bare = model.bare(side, (1,) * len(force.columns))
    lines: dict[tuple[object, ...], int] = {}
    for c, unit in enumerate(force.types):
        reach = tuple(
            sequences.may_hit(kind, unit, tuple(own))
            for own in model.possible_regimes(other(side))
            for kind in kinds
        )
        below = model.plans[side].submerge and force.leaves(c)
        line = (reach, sequences.is_last(unit), bare[c], below)
        lines[line] = lines.get(line, 0) + force.start[c] * force.lives[c]
    # Whoever submerges keeps the number that were left, so both have to be told apart.
    return prod((2 if below else 1) * lives + 1 for (_, _, _, below), lives in lines.items())
