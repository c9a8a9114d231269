"""The model of one battle: both sides' states, and where each volley leads."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product
from typing import Literal, NamedTuple

import numpy as np
from msgspec.structs import replace

from sandtable.area.actions import Side
from sandtable.area.battle import judging
from sandtable.area.battle.sequence import Choice, Sequence, Volley, other
from sandtable.area.battle.values import value
from sandtable.area.forces import Piece, stack
from sandtable.area.state import Battle, Strip
from sandtable.area.world import World
from sandtable.odds.rounds import Exchange, exchanges, withdrawals
from sandtable.odds.sides import (
    Counts,
    Flags,
    Floats,
    Force,
    Ints,
    LossOrder,
    after_hits,
    after_many,
    binomial,
    distinct,
)

Fired = tuple[Volley, ...]
Kinds = tuple[frozenset[str], ...]
"""Kinds of hits, grouped by the units they can reach."""
SIDES: tuple[Side, Side] = ("attack", "defend")
LATER = 2
"""Stands for every round after the first; only the first may differ."""
When = Literal["start", "between", "end"]
"""Before the first round, between the exchanges of a round, or at its end."""


class Plan(NamedTuple):
    """How one side plays: its order of losses, and whether its submersibles submerge when they may."""

    order: LossOrder
    submerge: bool = False


class Model:
    """Both sides' states and the maps between them, read from the declared sequence."""

    def __init__(
        self,
        world: World,
        name: str,
        forces: dict[Side, Force],
        plans: dict[Side, Plan],
        low_luck: bool = False,
    ) -> None:
        self.world = world
        self.name = name
        self.sequence: Sequence = world.sequences.sequences[name]
        self.forces = forces
        self.plans = plans
        self.low_luck = low_luck
        cancels = {s.unless_enemy for s in self.sequence.steps if isinstance(s, Volley | Choice)}
        self.relevant_abilities = frozenset(
            a for a in (*cancels, *(t.unless_own for t in world.sequences.targets)) if a
        )
        """Abilities that change how the battle is fought."""
        self._classes: dict[
            tuple[Side, tuple[bool, ...], Volley, Fired, frozenset[str]], tuple[Kinds, Counts]
        ] = {}
        self._maps: dict[tuple[Volley, Fired, frozenset[str]], Floats] = {}
        self._next: dict[tuple[Side, Counts, Counts], Counts] = {}
        self._rounds: dict[int, tuple[Exchange, ...]] = {}
        self._begun: dict[Side, set[Counts]] = {"attack": set(), "defend": set()}

    def begin_with(self, side: Side, counts: Counts) -> None:
        """Add a possible starting state for a side; call before its states are enumerated."""
        self._begun[side].add(counts)

    @cached_property
    def states(self) -> dict[Side, list[Counts]]:
        """Every state each side can reach; enumerated on first use, since the sampler doesn't need it."""
        return {side: self._enumerate(side) for side in self.forces}

    @cached_property
    def index(self) -> dict[Side, dict[Counts, int]]:
        return {side: {counts: i for i, counts in enumerate(states)} for side, states in self.states.items()}

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.states["attack"]), len(self.states["defend"])

    @property
    def start(self) -> tuple[int, int]:
        attack, defend = self.forces["attack"], self.forces["defend"]
        return self.index["attack"][attack.start], self.index["defend"][defend.start]

    # a round

    def exchanges(self, number: int) -> tuple[Exchange, ...]:
        """The exchanges of a round in which somebody fires, while everybody is present."""
        if number not in self._rounds:
            found = []
            for exchange in exchanges(self.sequence, min(number, LATER)):
                attack, defend = (self._fired_at_all(exchange.volley(side)) for side in SIDES)
                early = tuple(v for v in exchange.early if self._fired_at_all(v))
                if attack or defend or early:
                    found.append(Exchange(attack, defend, exchange.before, early))
            self._rounds[number] = tuple(found)
        return self._rounds[number]

    def _fired_at_all(self, volley: Volley | None) -> Volley | None:
        return volley if volley is not None and firing_kinds(self.forces[volley.side], volley, ()) else None

    def withdraws(self, side: Side) -> bool:
        """Whether units of a side leave the battle at the end of a round."""
        force = self.forces[side]
        steps = [step for step in withdrawals(self.sequence, LATER) if step.side == side]
        leaving = any(force.leaves(c) and force.start[c] for c in range(len(force.columns)))
        return self.plans[side].submerge and leaving and bool(steps)

    # hits, and which units they can reach

    def classes(
        self, side: Side, counts: Counts, volley: Volley, fired: Fired, own: frozenset[str]
    ) -> tuple[Kinds, Counts]:
        """Hits of a volley on ``side`` by the units they can reach, and each column's mask of classes that reach
        it.

        ``own``: the firing side's abilities.
        """
        key = (side, tuple(n > 0 for n in counts), volley, fired, own)
        if key not in self._classes:
            self._classes[key] = self._classify(*key)
        return self._classes[key]

    def _classify(
        self, side: Side, filled: tuple[bool, ...], volley: Volley, fired: Fired, own: frozenset[str]
    ) -> tuple[Kinds, Counts]:
        force, enemy = self.forces[side], self.forces[other(side)]
        kinds = firing_kinds(enemy, volley, fired)
        present = [c for c, on in enumerate(filled) if on and not force.columns[c].below]
        may_hit = self.world.sequences.may_hit
        reach: dict[frozenset[int], set[str]] = {}
        for kind in sorted(kinds):
            may = frozenset(c for c in present if may_hit(kind, force.types[c], tuple(own)))
            if may:  # a hit without an eligible unit is lost
                reach.setdefault(may, set()).add(kind)
        masks = [0] * len(filled)
        for bit, columns in enumerate(reach):
            for c in columns:
                masks[c] |= 1 << bit
        return tuple(frozenset(k) for k in reach.values()), tuple(masks)

    def after(self, side: Side, counts: Counts, masks: Counts, hits: Counts) -> Counts:
        """Where hits by class lead."""
        return after_hits(self.forces[side], self.plans[side].order, counts, masks, by_set(hits))

    def _after_all(
        self, side: Side, states: list[Counts], masks: Counts, most: list[int]
    ) -> tuple[list[Counts], Ints]:
        """Where every combination of hits, up to ``most`` of each class, leads from each of some states: the
        possible states, and the index of the result for each state and combination.
        """
        hits = [h.ravel() for h in np.indices([m + 1 for m in most])]
        rows = np.repeat(np.array(states), len(hits[0]), axis=0)
        spread = [np.tile(h, len(states)) for h in hits]
        found, which = distinct(after_many(self.forces[side], self.plans[side].order, rows, masks, spread))
        return found, which.reshape(len(states), -1)

    def _one_hit(self, side: Side, counts: Counts, masks: Counts) -> Counts:
        key = (side, counts, masks)
        if key not in self._next:
            self._next[key] = self.after(side, counts, masks, (1,))
        return self._next[key]

    def most(self, shooter: Side, kinds: Kinds) -> list[int]:
        """The most hits of each class a side could ever score in one volley."""
        force = self.forces[shooter]
        return [
            sum(
                n * force.dice[c]
                for c, n in enumerate(force.start)
                if force.values[c] and force.types[c].volley in k
            )
            for k in kinds
        ]

    # states

    def _volleys(self, shooter: Side) -> tuple[tuple[Volley, Fired], ...]:
        """Every volley of a side, with the volleys that may have preceded it."""
        found: dict[tuple[Volley, Fired], None] = {}
        for round_ in (1, 2):
            for exchange in exchanges(self.sequence, round_):
                main = exchange.volley(shooter)
                for volley in (*(v for v in exchange.early if v.side == shooter), *([main] if main else ())):
                    mine = tuple(v for v in exchange.before if v.side == shooter)
                    for taken in product((True, False), repeat=len(mine)):
                        fired = tuple(v for v, on in zip(mine, taken, strict=True) if on)
                        found.update(dict.fromkeys((part, fired) for part in self.parts(volley, fired)))
        return tuple(found)

    def parts(self, volley: Volley, fired: Fired) -> tuple[Volley, ...]:
        """A volley as it is fired: column by column, if the columns' hits reach different units."""
        if not volley.columns or self.low_luck:
            return (volley,)
        force = self.forces[volley.side]
        kinds: dict[int, set[str]] = {}
        for c, unit in enumerate(force.types):
            if force.values[c] and fires(force, c, volley, fired):
                kinds.setdefault(force.values[c], set()).add(unit.volley)
        runs: list[tuple[set[str], list[int]]] = []
        for need in sorted(kinds):
            if runs and runs[-1][0] == kinds[need]:
                runs[-1][1].append(need)
            else:
                runs.append((kinds[need], [need]))
        if len(runs) < 2:
            return (volley,)
        return tuple(replace(volley, columns=False, only_values=tuple(values)) for _, values in runs)

    def possible_regimes(self, side: Side) -> tuple[frozenset[str], ...]:
        """The sets of relevant abilities that a side may have during the battle."""
        force = self.forces[side]
        relevant_abilities = sorted(force.abilities(force.start) & self.relevant_abilities)
        return tuple(
            frozenset(a for a, on in zip(relevant_abilities, bits, strict=True) if on)
            for bits in product((True, False), repeat=len(relevant_abilities))
        )

    def _enumerate(self, side: Side) -> list[Counts]:
        """Every state that a side can reach, the strongest first."""
        force, shooter = self.forces[side], other(side)
        volleys, regimes = self._volleys(shooter), self.possible_regimes(shooter)
        seen = {force.start, *self._begun[side]}
        new = set(seen)
        while new:
            found: set[Counts] = set()
            mixed: dict[tuple[Kinds, Counts], dict[Counts, None]] = {}
            for counts in sorted(new):
                found.add(self.without_defenseless(side, counts))
                if self.plans[side].submerge:
                    found.add(force.submerge(counts))
                for (volley, fired), own in product(volleys, regimes):
                    kinds, masks = self.classes(side, counts, volley, fired, own)
                    if len(kinds) == 1:
                        found.add(self._one_hit(side, counts, masks))
                    elif kinds:
                        mixed.setdefault((kinds, masks), {})[counts] = None
            for (kinds, masks), alike in mixed.items():
                found.update(self._after_all(side, list(alike), masks, self.most(shooter, kinds))[0])
            new = found - seen
            seen |= new
        return sorted(seen, key=lambda c: (-force.left(c), -force.worth(c), c))

    def without_defenseless(self, side: Side, counts: Counts) -> Counts:
        """The counts without the units that are lost once nobody protects them."""
        end = self.sequence.steps[-1]
        who = getattr(end, "defenseless", None)
        if who is None:
            return counts
        force = self.forces[side]
        return tuple(
            0 if not force.columns[c].below and who.takes(force.types[c]) and not force.values[c] else n
            for c, n in enumerate(counts)
        )

    # one volley

    def map(self, volley: Volley, fired: Fired, own: frozenset[str]) -> Floats:
        """``M[i, j, j']``: the chance that shooters in state ``i`` take the other side from ``j`` to ``j'``."""
        fired = tuple(v for v in fired if v.side == volley.side)
        key = (volley, fired, own & self.relevant_abilities)
        if key not in self._maps:
            result: Floats | None = None
            for part in self.parts(volley, fired):
                then = self._supported(part, own) if part.support else self._build(part, *key[1:])
                result = then if result is None else result @ then
            assert result is not None
            self._maps[key] = result
        return self._maps[key]

    def fire(self, exchange: Exchange, side: Side, own: frozenset[str], foe: frozenset[str]) -> Floats | None:
        """The effect of a side's volleys in an exchange, supporting ones first; None if none takes place.

        ``own`` and ``foe``: the attackers' and defenders' abilities.
        """
        mine, theirs = (own, foe) if side == "attack" else (foe, own)
        fired = tuple(v for v in exchange.before if v.unless_enemy not in (foe if v.side == "attack" else own))
        main, force = exchange.volley(side), self.forces[side]
        volleys = [v for v in exchange.early if v.side == side and firing_kinds(force, v, fired)]
        if main is not None and main.unless_enemy not in theirs:
            volleys.append(main)
        result: Floats | None = None
        for volley in volleys:
            then = self.map(volley, fired, mine)
            result = then if result is None else result @ then
        return result

    def _supported(self, volley: Volley, own: frozenset[str]) -> Floats:
        """The same for units that only support, whose fire doesn't depend on what is left of their side."""
        shooter, victim = volley.side, other(volley.side)
        states = self.states[victim]
        result = np.zeros((len(self.states[shooter]), len(states), len(states)))
        most = (
            sum(self.forces[victim].start)
            if volley.per_target
            else sum(n for _, n in self.forces[shooter].support)
        )
        chain = self._chain(victim, volley, (), own, most)
        for j, counts in enumerate(states):
            _, masks = self.classes(victim, counts, volley, (), own)
            reached = sum(n for n, mask in zip(counts, masks, strict=True) if mask)
            pmf = support_hits(self.forces[shooter], volley, reached, self.low_luck)
            for hits, chance in enumerate(pmf):
                result[:, j, chain[j, hits]] += chance
        return result

    def _build(self, volley: Volley, fired: Fired, own: frozenset[str]) -> Floats:
        shooter, victim = volley.side, other(volley.side)
        states, index = self.states[victim], self.index[victim]
        result = np.zeros((len(self.states[shooter]), len(states), len(states)))
        chances: dict[Kinds, Floats] = {}
        lines: dict[Kinds, list[int]] = {}
        mixed: dict[tuple[Kinds, Counts], list[int]] = {}
        for j, counts in enumerate(states):
            kinds, masks = self.classes(victim, counts, volley, fired, own)
            if not kinds:
                result[:, j, j] = 1
                continue
            most = self.most(shooter, kinds)
            if kinds not in chances:
                chances[kinds] = self._chances(shooter, volley, fired, kinds, most)
            if len(kinds) > 1:
                mixed.setdefault((kinds, masks), []).append(j)
                continue
            lines.setdefault(kinds, []).append(j)
        for kinds, alike in lines.items():
            chance = chances[kinds]
            at_least = np.cumsum(chance[:, ::-1], axis=1)[:, ::-1]
            chain = self._chain(victim, volley, fired, own, chance.shape[1] - 1)
            steps = np.count_nonzero(np.diff(chain, axis=1), axis=1).tolist()
            for j in alike:  # each hit leads one step on; at the end of the line any more are lost
                result[:, j, chain[j, : steps[j]]] = chance[:, : steps[j]]
                result[:, j, chain[j, steps[j]]] = at_least[:, steps[j]]
        for (kinds, masks), alike in mixed.items():
            found, which = self._after_all(victim, [states[j] for j in alike], masks, self.most(shooter, kinds))
            to = np.array([index[counts] for counts in found])
            for j, rows in zip(alike, to[which], strict=True):
                order = np.argsort(rows, kind="stable")
                starts = np.flatnonzero(np.diff(rows[order], prepend=-1))
                sums = np.add.reduceat(chances[kinds][:, order], starts, axis=1)
                result[:, j, rows[order[starts]]] = sums
        return result

    def _chain(self, side: Side, volley: Volley, fired: Fired, own: frozenset[str], most: int) -> Ints:
        """Where 0, 1, 2, ... hits lead from every state, if any of them can go to any unit."""
        one = []
        for counts in self.states[side]:
            kinds, masks = self.classes(side, counts, volley, fired, own)
            after = self._one_hit(side, counts, masks) if len(kinds) == 1 else counts
            one.append(self.index[side][after])
        step = np.array(one)
        rows = np.empty((len(one), most + 1), dtype=np.int64)
        rows[:, 0] = np.arange(len(one))
        for hit in range(1, most + 1):
            rows[:, hit] = step[rows[:, hit - 1]]
        return rows

    def _chances(self, side: Side, volley: Volley, fired: Fired, kinds: Kinds, most: list[int]) -> Floats:
        """For each state of the shooters, the chance of every combination of hits by class."""
        force = self.forces[side]
        size = int(np.prod([m + 1 for m in most]))
        result = np.zeros((len(self.states[side]), size))
        firing = [
            [
                c
                for c, t in enumerate(force.types)
                if force.values[c] and t.volley in k and fires(force, c, volley, fired)
            ]
            for k in kinds
        ]
        for row, counts in zip(result, self.states[side], strict=True):
            if len(kinds) == 1:
                pmf = self.hits(force, counts, firing[0])
                row[: len(pmf)] = pmf
                continue
            joint = np.ones(1)
            for columns, top in zip(firing, most, strict=True):
                padded = np.zeros(top + 1)
                pmf = self.hits(force, counts, columns)
                padded[: len(pmf)] = pmf
                joint = np.multiply.outer(joint, padded).ravel()
            row[:] = joint
        return result

    def hits(self, force: Force, counts: Counts, columns: list[int]) -> Floats:
        """The chance of each number of hits when these columns fire."""
        return chances_of_hits(force, counts, columns, self.low_luck)

    # the state of a battle

    def battle(self, mine: Counts, theirs: Counts) -> Battle:
        """A battle with these units on the strip, so that the engine can judge it."""
        strips = [
            Strip(
                stack(
                    (Piece(force.side, c.unit, damage=c.damage), n)
                    for c, n in zip(force.columns, counts, strict=True)
                    if n and not c.below
                )
            )
            for force, counts in ((self.forces["attack"], mine), (self.forces["defend"], theirs))
        ]
        return Battle("", self.name, "attack", strips[0], strips[1])

    def _supports(self, side: Side) -> list[list[int]]:
        """States of a side with the same columns filled, which make no difference to whether a battle is over."""
        found: dict[tuple[bool, ...], list[int]] = {}
        for k, counts in enumerate(self.states[side]):
            found.setdefault(tuple(n > 0 for n in counts), []).append(k)
        return list(found.values())

    def _verdicts(self) -> Iterator[tuple[list[int], list[int], judging.Verdict]]:
        for rows, columns in product(self._supports("attack"), self._supports("defend")):
            battle = self.battle(self.states["attack"][rows[0]], self.states["defend"][columns[0]])
            yield rows, columns, judging.verdict(self.world, battle)

    @cached_property
    def over(self) -> dict[bool, tuple[Flags, Ints]]:
        """Which joint states are over, and the defenders' state in which they end: between exchanges (False), and
        at the end of a round (True).
        """
        without_defenseless = np.array(
            [self.index["defend"][self.without_defenseless("defend", c)] for c in self.states["defend"]]
        )
        found: dict[bool, tuple[Flags, Ints]] = {}
        for at_end in (False, True):
            over = np.zeros(self.shape, dtype=bool)
            ends = np.broadcast_to(np.arange(self.shape[1]), self.shape).copy()
            for rows, columns, verdict in self._verdicts():
                fall = falling(verdict, "end" if at_end else "between")
                if fall is None:
                    continue
                cells = np.ix_(rows, columns)
                over[cells] = True
                if "defend" in fall:
                    ends[cells] = without_defenseless[columns]
            found[at_end] = (over, ends)
        return found

    def fit(self, side: Side) -> Flags:
        """The states in which a side has a unit left that can fire."""
        return np.array([self.forces[side].armed(counts) for counts in self.states[side]])

    @cached_property
    def hopeless(self) -> Flags:
        """The joint states in which the attacker can't hit anybody, and leaves at the end of a round."""
        found = np.zeros(self.shape, dtype=bool)
        for rows, columns, verdict in self._verdicts():
            if verdict == "hopeless":
                found[np.ix_(rows, columns)] = True
        return found

    @cached_property
    def at_once(self) -> tuple[int, int] | None:
        """The joint state in which the battle ends before its first round; None if it doesn't."""
        starts = {side: force.start for side, force in self.forces.items()}
        verdict = judging.verdict(self.world, self.battle(starts["attack"], starts["defend"]))
        fall = falling(verdict, "start")
        if fall is None:
            return None
        left = {
            side: self.without_defenseless(side, counts) if side in fall else counts
            for side, counts in starts.items()
        }
        return self.index["attack"][left["attack"]], self.index["defend"][left["defend"]]

    def regimes(self, side: Side) -> list[tuple[frozenset[str], Floats]]:
        """The states of a side by their relevant abilities."""
        force = self.forces[side]
        found: dict[frozenset[str], Floats] = {}
        for k, counts in enumerate(self.states[side]):
            key = force.abilities(counts) & self.relevant_abilities
            found.setdefault(key, np.zeros(len(self.states[side])))[k] = 1
        return list(found.items())


_FALLING: dict[tuple[judging.Verdict, When], tuple[Side, ...]] = {
    ("gone", "start"): (),
    ("gone", "between"): (),
    ("gone", "end"): (),
    ("defenseless", "start"): ("defend",),
    ("defenseless", "between"): ("defend",),
    ("defenseless", "end"): ("defend",),
    ("exposed", "start"): ("attack",),
    ("exposed", "end"): (),
    ("unarmed", "start"): (),
    ("unarmed", "end"): (),
    ("stalemate", "end"): ("defend",),
    ("hopeless", "end"): (),
}


def falling(verdict: judging.Verdict, when: When) -> tuple[Side, ...] | None:
    """The sides whose unprotected units are lost because the battle is over; None if it goes on.

    Attackers that can only be shot at are lost before the first round; after it they leave, and survive. That
    follows :mod:`sandtable.area.battle.fight`, for an attacker that has somewhere to go.
    """
    return _FALLING.get((verdict, when))


def chances_of_hits(force: Force, counts: Counts, columns: Iterable[int], low_luck: bool) -> Floats:
    """The chance of each number of hits when these columns of a force fire."""
    firing: dict[int, int] = {}
    for c in columns:
        if counts[c]:
            firing[force.values[c]] = firing.get(force.values[c], 0) + counts[c] * force.dice[c]
    return hits_of_dice(firing, low_luck)


def support_hits(force: Force, volley: Volley, reached: int, low_luck: bool) -> Floats:
    """The chance of each number of hits by supporting units, given how many enemies they reach."""
    firing: dict[int, int] = {}
    for unit, count in force.support if reached else ():
        if volley.who.takes(unit):
            need = volley.value or value(unit, volley.side)
            dice = reached if volley.per_target else count
            firing[need] = dice if volley.per_target else firing.get(need, 0) + dice
    return hits_of_dice(firing, low_luck)


def hits_of_dice(firing: dict[int, int], low_luck: bool) -> Floats:
    """The chance of each number of hits, given the dice by what they need and how many there are."""
    if low_luck:
        sure, rest = divmod(sum(need * n for need, n in firing.items()), 6)
        return np.array([0.0] * sure + [1 - rest / 6, rest / 6])
    pmf = np.ones(1)
    for need, n in firing.items():
        pmf = np.convolve(pmf, binomial(n, need))
    return pmf


def fires(force: Force, column: int, volley: Volley, fired: Fired) -> bool:
    """Whether a column fires in a volley: the volley includes it, and it hasn't fired earlier in the round."""
    unit = force.types[column]
    if volley.support or (volley.only_values and force.values[column] not in volley.only_values):
        return False
    return volley.who.takes(unit) and not any(
        v.side == volley.side and not v.support and v.who.takes(unit) for v in fired
    )


def firing_kinds(force: Force, volley: Volley, fired: Fired) -> set[str]:
    """The kinds of hits a volley of this force may score."""
    if volley.support:
        return {unit.volley for unit, _ in force.support if volley.who.takes(unit)}
    return {t.volley for c, t in enumerate(force.types) if force.values[c] and fires(force, c, volley, fired)}


def by_set(hits: Counts) -> Counts:
    """For every set of classes, the number of hits in it.

    >>> by_set((2, 1))
    (0, 2, 1, 3)
    """
    if len(hits) == 1:
        return (0, hits[0])
    return tuple(sum(n for bit, n in enumerate(hits) if s >> bit & 1) for s in range(1 << len(hits)))
