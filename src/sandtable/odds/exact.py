"""The exact distribution: mass flows from round to round over the states of both sides.

A side's state is how many units stand in each of its columns. Under an order of losses, hits lead from state to state, so
an exchange of fire maps the joint distribution ``P[i, j]`` to

    P'[i', j'] = sum over i, j of  P[i, j] * D[j, i, i'] * A[i, j, j']

with ``A[i, j, j']`` the chance that attackers in state ``i`` bring defenders from ``j`` to ``j'``. That is one matrix
product a round, over the states that carry any mass.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle import judging
from sandtable.area.battle.sequence import Sequence, Volley, other
from sandtable.area.forces import Piece, stack
from sandtable.area.state import Battle, Strip
from sandtable.area.world import World
from sandtable.odds.rounds import Exchange, choices, exchanges
from sandtable.odds.sides import Counts, Floats, Force, LossOrder, after_hits, binomial

NEGLIGIBLE = 1e-18
"""Mass that is not followed any further; far below what a double can tell in a sum of one."""
REST = 1e-13
"""When so little is undecided the battle counts as over."""
MAX_ROUNDS = 5000


class Plan(NamedTuple):
    """How one side plays: its order of losses, and whether its submersibles submerge when they may."""

    order: LossOrder
    submerge: bool = False


RetreatRule = Callable[[int, Counts, Counts], bool]
"""Given the round just fought and both sides' counts: does the attacker break off?"""


class Flow(NamedTuple):
    """Where the mass of a round ended."""

    ended: Floats
    retreated: Floats
    undecided: Floats


class Exact:
    """One battle, solved."""

    def __init__(
        self,
        world: World,
        sequence: str,
        attack: Force,
        defend: Force,
        plans: dict[Side, Plan],
        retreat: RetreatRule | None = None,
        low_luck: bool = False,
    ) -> None:
        self.world = world
        self.name = sequence
        self.sequence: Sequence = world.sequences.sequences[sequence]
        self.forces: dict[Side, Force] = {"attack": attack, "defend": defend}
        self.plans = plans
        self.retreat = retreat
        self.low_luck = low_luck
        named = {s.unless_enemy for s in self.sequence.steps if hasattr(s, "unless_enemy")}
        self._telling = frozenset(named | {t.unless_own for t in world.sequences.targets}) - {None}
        self.states: dict[Side, list[Counts]] = {}
        self._index: dict[Side, dict[Counts, int]] = {}
        for side in self.forces:
            self._enumerate(side)
        self._maps: dict[tuple[Volley, tuple[Volley, ...], frozenset[str], frozenset[str]], Floats] = {}
        self._verdicts: dict[tuple[tuple[bool, ...], tuple[bool, ...]], judging.Verdict] = {}

    # the states of a side

    def _classes(
        self, side: Side, counts: Counts, volley: Volley, before: tuple[Volley, ...], own: frozenset[str]
    ) -> tuple[tuple[frozenset[str], ...], tuple[int, ...]]:
        """Hits on ``side`` sorted by whom they can reach: groups of kinds, and each column's mask over the groups."""
        force, enemy = self.forces[side], self.forces[other(side)]
        kinds = {
            enemy.type(c).volley
            for c in range(len(enemy.columns))
            if enemy.value(c) and self._fires(enemy, c, volley, before)
        }
        present = [c for c, n in enumerate(counts) if n and force.fights(c)]
        reach: dict[frozenset[str], set[str]] = {}
        for kind in sorted(kinds):
            may = frozenset(
                force.columns[c].unit
                for c in present
                if self.world.sequences.may_hit(kind, force.type(c), tuple(own))
            )
            if may:
                reach.setdefault(may, set()).add(kind)
        masks = [0] * len(counts)
        for bit, may in enumerate(reach):
            for c in present:
                if force.columns[c].unit in may:
                    masks[c] |= 1 << bit
        return tuple(frozenset(k) for k in reach.values()), tuple(masks)

    @staticmethod
    def _fires(force: Force, column: int, volley: Volley, before: tuple[Volley, ...]) -> bool:
        unit = force.type(column)
        return volley.who.takes(unit) and not any(
            v.side == volley.side and v.who.takes(unit) for v in before
        )

    def _volleys(self, shooter: Side) -> Iterator[tuple[Volley, tuple[Volley, ...]]]:
        """Every volley that ``shooter`` may fire, with those before it; cancelled ones before it do not count."""
        for round_ in (1, 2):
            for exchange in exchanges(self.sequence, round_):
                volley = exchange.volley(shooter)
                if volley is not None:
                    yield volley, exchange.before
                    cancelled = tuple(v for v in exchange.before if v.unless_enemy is None)
                    if cancelled != exchange.before:
                        yield volley, cancelled

    def _enumerate(self, side: Side) -> None:
        """Every state that a side can come to."""
        force, plan = self.forces[side], self.plans[side]
        enemy = self.forces[other(side)]
        regimes = self._regimes(other(side))
        volleys = tuple(dict.fromkeys(self._volleys(other(side))))
        seen: dict[Counts, int] = {}
        todo = [force.start]
        while todo:
            counts = todo.pop()
            if counts in seen:
                continue
            seen[counts] = 0
            if plan.submerge:
                todo.append(force.submerge(counts))
            for volley, before in volleys:
                for own in regimes:
                    classes, masks = self._classes(side, counts, volley, before, own)
                    single = len(classes) == 1
                    most = [1] if single else self._most(enemy, classes)
                    for hits in product(*(range(m + 1) for m in most)):
                        after = after_hits(force, plan.order, counts, masks, _by_set(hits))
                        if after not in seen:
                            todo.append(after)
        ordered = sorted(seen, key=lambda c: (-force.worth(c), [-n for n in c]))
        self.states[side] = ordered
        self._index[side] = {counts: i for i, counts in enumerate(ordered)}

    def _regimes(self, side: Side) -> tuple[frozenset[str], ...]:
        """The sets of telling abilities that a side may have while the battle lasts."""
        force = self.forces[side]
        telling = sorted(force.abilities(force.start) & self._telling)
        return tuple(
            frozenset(a for a, on in zip(telling, bits, strict=True) if on)
            for bits in product((True, False), repeat=len(telling))
        )

    @staticmethod
    def _most(enemy: Force, classes: tuple[frozenset[str], ...]) -> list[int]:
        return [
            sum(n for c, n in enumerate(enemy.start) if enemy.value(c) and enemy.type(c).volley in kinds)
            for kinds in classes
        ]

    # one volley

    def _map(self, volley: Volley, before: tuple[Volley, ...], own: frozenset[str]) -> Floats:
        """``M[i, j, j']``: the chance that shooters in state ``i`` bring the other side from ``j`` to ``j'``."""
        key = (volley, before, own, frozenset())
        if key in self._maps:
            return self._maps[key]
        shooter: Side = volley.side
        victim = other(shooter)
        states, index, plan = self.states[victim], self._index[victim], self.plans[victim]
        force, enemy = self.forces[victim], self.forces[shooter]
        result = np.zeros((len(self.states[shooter]), len(states), len(states)))
        chances: dict[tuple[frozenset[str], ...], Floats] = {}
        single: dict[int, int] = {}
        for j, counts in enumerate(states):
            classes, masks = self._classes(victim, counts, volley, before, own)
            if not classes:
                result[:, j, j] = 1
                continue
            most = self._most(enemy, classes)
            if classes not in chances:
                chances[classes] = self._chances(shooter, volley, before, classes, most)
            chance = chances[classes]
            if len(classes) == 1:
                rows = self._chain(victim, j, masks, most[0], single)
            else:
                rows = np.array(
                    [
                        index[after_hits(force, plan.order, counts, masks, _by_set(hits))]
                        for hits in product(*(range(m + 1) for m in most))
                    ]
                )
            starts = np.flatnonzero(np.diff(rows, prepend=-1))
            if len(np.unique(rows[starts])) == len(starts):
                result[:, j, rows[starts]] = np.add.reduceat(chance, starts, axis=1)
            else:
                np.add.at(result[:, j, :].T, rows, chance.T)
        self._maps[key] = result
        return result

    def _chain(self, side: Side, j: int, masks: tuple[int, ...], most: int, single: dict[int, int]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        """Where 0, 1, 2, ... hits lead when any of them can go to any unit: one step after another."""
        states, index, plan = self.states[side], self._index[side], self.plans[side]
        force = self.forces[side]
        rows = [j]
        for _ in range(most):
            here = rows[-1]
            if here not in single:
                counts = states[here]
                free = tuple(int(bool(n) and force.fights(c)) for c, n in enumerate(counts))
                reachable = tuple(f if m or masks[c] == 0 and f else 0 for c, (f, m) in enumerate(zip(free, masks, strict=True)))
                single[here] = index[after_hits(force, plan.order, counts, reachable, (0, 1))]
            rows.append(single[here])
        return np.array(rows)

    def _chances(
        self,
        side: Side,
        volley: Volley,
        before: tuple[Volley, ...],
        classes: tuple[frozenset[str], ...],
        most: list[int],
    ) -> Floats:
        """For each state of the shooters the chance of every combination of hits by class."""
        force = self.forces[side]
        rows = []
        for counts in self.states[side]:
            joint = np.ones(1)
            for kinds, top in zip(classes, most, strict=True):
                pmf = self._hits(force, counts, volley, before, kinds)
                padded = np.zeros(top + 1)
                padded[: len(pmf)] = pmf
                joint = np.multiply.outer(joint, padded).ravel()
            rows.append(joint)
        return np.array(rows)

    def _hits(
        self, force: Force, counts: Counts, volley: Volley, before: tuple[Volley, ...], kinds: frozenset[str]
    ) -> Floats:
        """The chance of each number of hits of these kinds."""
        firing: dict[int, int] = {}
        for c, n in enumerate(counts):
            if n and force.value(c) and force.type(c).volley in kinds and self._fires(force, c, volley, before):
                firing[force.value(c)] = firing.get(force.value(c), 0) + n
        if self.low_luck:
            sure, rest = divmod(sum(need * n for need, n in firing.items()), 6)
            pmf = np.zeros(sure + 1 + bool(rest))
            pmf[sure] = 1 - rest / 6
            if rest:
                pmf[sure + 1] = rest / 6
            return pmf
        pmf = np.ones(1)
        for need, n in firing.items():
            pmf = np.convolve(pmf, binomial(n, need))
        return pmf

    # one round

    def _cancelled(self, volley: Volley | None, enemy: frozenset[str]) -> bool:
        return volley is None or (volley.unless_enemy is not None and volley.unless_enemy in enemy)

    def _exchange(self, mass: Floats, exchange: Exchange, own: frozenset[str], foe: frozenset[str]) -> Floats:
        """The mass after an exchange; ``own`` and ``foe`` are the attackers' and defenders' telling abilities."""
        attack = None if self._cancelled(exchange.attack, foe) else exchange.attack
        defend = None if self._cancelled(exchange.defend, own) else exchange.defend
        before = tuple(
            v for v in exchange.before if not self._cancelled(v, foe if v.side == "attack" else own)
        )
        i, j = np.nonzero(mass > NEGLIGIBLE)
        weights = mass[i, j]
        if attack is None and defend is None:
            return mass
        if defend is None:
            assert attack is not None
            result = np.zeros_like(mass)
            np.add.at(result, i, weights[:, None] * self._map(attack, before, own)[i, j])
            return result
        back = weights[:, None] * self._map(defend, before, foe)[j, i]
        if attack is None:
            result = np.zeros_like(mass)
            np.add.at(result.T, j, back)
            return result
        product_: Floats = back.T @ self._map(attack, before, own)[i, j]
        return product_

    def verdict(self, i: int, j: int) -> judging.Verdict:
        """How the battle stands between these states."""
        mine, theirs = self.states["attack"][i], self.states["defend"][j]
        key = (tuple(n > 0 for n in mine), tuple(n > 0 for n in theirs))
        if key not in self._verdicts:
            self._verdicts[key] = judging.verdict(self.world, self._battle(mine, theirs))
        return self._verdicts[key]

    def _battle(self, mine: Counts, theirs: Counts) -> Battle:
        """A battle with these units on the strip, for the table's own judgement."""
        strips = []
        for force, counts in ((self.forces["attack"], mine), (self.forces["defend"], theirs)):
            strips.append(
                Strip(
                    stack(
                        (Piece(force.edge, c.unit, damage=c.damage), n)
                        for c, n in zip(force.columns, counts, strict=True)
                        if n and not c.below
                    )
                )
            )
        return Battle("", self.name, "attack", strips[0], strips[1])

    def _regime_masks(self, side: Side) -> list[tuple[frozenset[str], Floats]]:
        """The states of a side by their telling abilities."""
        force = self.forces[side]
        found: dict[frozenset[str], Floats] = {}
        for k, counts in enumerate(self.states[side]):
            key = force.abilities(counts) & self._telling
            found.setdefault(key, np.zeros(len(self.states[side])))[k] = 1
        return list(found.items())

    def rounds(self) -> Iterator[Flow]:
        """Fight round after round until hardly anything is undecided."""
        shape = (len(self.states["attack"]), len(self.states["defend"]))
        mass = np.zeros(shape)
        mass[self._index["attack"][self.forces["attack"].start], self._index["defend"][self.forces["defend"].start]] = 1
        ended, mass = self._settle(mass, at_end=False)
        yield Flow(ended, np.zeros(shape), mass)
        own_masks, foe_masks = self._regime_masks("attack"), self._regime_masks("defend")
        round_ = 0
        while mass.sum() > REST and round_ < MAX_ROUNDS:
            round_ += 1
            ended, after = np.zeros(shape), np.zeros(shape)
            for own, rows in own_masks:
                for foe, columns in foe_masks:
                    part = mass * rows[:, None] * columns
                    if part.any():
                        over, left = self._round(part, round_, own, foe)
                        ended += over
                        after += left
            retreated = np.zeros(shape)
            if self.retreat is not None:
                for i, j in zip(*np.nonzero(after > NEGLIGIBLE), strict=True):
                    if self.retreat(round_, self.states["attack"][i], self.states["defend"][j]):
                        retreated[i, j], after[i, j] = after[i, j], 0
            mass = after
            yield Flow(ended, retreated, mass)

    def _round(self, mass: Floats, round_: int, own: frozenset[str], foe: frozenset[str]) -> tuple[Floats, Floats]:
        """One round of the states that share their telling abilities: what ended, and what goes on."""
        ended = np.zeros_like(mass)
        for choice in choices(self.sequence, round_):
            enemy = foe if choice.side == "attack" else own
            if self.plans[choice.side].submerge and (choice.unless_enemy is None or choice.unless_enemy not in enemy):
                mass = self._submerged(mass, choice.side)
                over, mass = self._settle(mass, at_end=False)
                ended += over
        steps = exchanges(self.sequence, round_)
        for k, exchange in enumerate(steps):
            mass = self._exchange(mass, exchange, own, foe)
            over, mass = self._settle(mass, at_end=k == len(steps) - 1)
            ended += over
        return ended, mass

    def _submerged(self, mass: Floats, side: Side) -> Floats:
        force, index = self.forces[side], self._index[side]
        to = np.array([index[force.submerge(c)] for c in self.states[side]])
        result = np.zeros_like(mass)
        if side == "attack":
            np.add.at(result, to, mass)
        else:
            np.add.at(result.T, to, mass.T)
        return result

    def _settle(self, mass: Floats, at_end: bool) -> tuple[Floats, Floats]:
        """Split the mass into battles that are over (as they end) and those that go on."""
        over, terminal = self._terminal(at_end)
        ended = np.zeros_like(mass)
        if over.any():
            i, j = np.nonzero(over & (mass > 0))
            to_i, to_j = terminal[0][i, j], terminal[1][i, j]
            np.add.at(ended, (to_i, to_j), mass[i, j])
            mass = np.where(over, 0, mass)
        return ended, mass

    def _terminal(self, at_end: bool) -> "tuple[np.ndarray[tuple[int, int], np.dtype[np.bool_]], tuple[np.ndarray[tuple[int, int], np.dtype[np.int64]], np.ndarray[tuple[int, int], np.dtype[np.int64]]]]":
        """Which joint states are over, and the states in which those battles end."""
        cached = self.__dict__.setdefault("_terminals", {})
        if at_end in cached:
            found: tuple[
                np.ndarray[tuple[int, int], np.dtype[np.bool_]],
                tuple[np.ndarray[tuple[int, int], np.dtype[np.int64]], np.ndarray[tuple[int, int], np.dtype[np.int64]]],
            ] = cached[at_end]
            return found
        supports = {side: self._by_support(side) for side in self.forces}
        shape = (len(self.states["attack"]), len(self.states["defend"]))
        over = np.zeros(shape, dtype=bool)
        to_i, to_j = np.indices(shape)
        for rows in supports["attack"]:
            for columns in supports["defend"]:
                verdict = self.verdict(rows[0], columns[0])
                if verdict == "on" or (not at_end and verdict not in ("gone", "defenseless")):
                    continue
                cells = np.ix_(rows, columns)
                over[cells] = True
                if verdict in ("defenseless", "stalemate"):
                    to_j[cells] = [self._bare("defend", j) for j in columns]
        cached[at_end] = (over, (to_i, to_j))
        return over, (to_i, to_j)

    def _by_support(self, side: Side) -> list[list[int]]:
        """States of a side with the same columns filled."""
        found: dict[tuple[bool, ...], list[int]] = {}
        for k, counts in enumerate(self.states[side]):
            found.setdefault(tuple(n > 0 for n in counts), []).append(k)
        return list(found.values())

    def _bare(self, side: Side, k: int) -> int:
        """The state without the units that fall once nobody protects them."""
        force, counts = self.forces[side], self.states[side][k]
        end = judging.round_end(self.world, self._battle(self.forces["attack"].start, self.forces["defend"].start))
        if end.defenseless is None:
            return k
        left = tuple(
            0 if force.fights(c) and end.defenseless.takes(force.type(c)) and not force.value(c) else n
            for c, n in enumerate(counts)
        )
        if left not in self._index[side]:
            raise LookupError("a state without its defenseless units was not foreseen")
        return self._index[side][left]


def _by_set(hits: tuple[int, ...]) -> tuple[int, ...]:
    """For every set of classes the number of hits in it.

    >>> _by_set((2, 1))
    (0, 2, 1, 3)
    """
    return tuple(
        sum(n for bit, n in enumerate(hits) if kinds >> bit & 1) for kinds in range(1 << len(hits))
    )
