"""A battle in cycles as a chain: every state that it can come to, and where each step of a cycle leads from there.

A *node* is both sides' states before a step, with what held when the cycle began. A step's chances are worked out
once for each node, when the battle first comes there; afterwards a cycle is a product of sparse tables.
"""

from typing import NamedTuple

import numpy as np

from sandtable.area.battle.sequence import Search, other
from sandtable.odds.cycles.firing import Gunnery
from sandtable.odds.cycles.losing import Spread, Toller
from sandtable.odds.cycles.muster import Muster
from sandtable.odds.cycles.steps import Cycle, Span, cycle
from sandtable.odds.exact import NEGLIGIBLE
from sandtable.odds.sides import Floats, Ints, summed

LATER = 2
"""A cycle that is like all later ones; only the first may differ."""
NEW = -1
"""The regime of a node where a cycle begins or ends."""
ROOM = 16


class Node(NamedTuple):
    """Where a battle stands before a step of a cycle."""

    attack: int
    defend: int
    regime: int = NEW
    """The number of what held when the cycle began."""


class Mass(NamedTuple):
    """Nodes of a stage, and the chance that the battle is there."""

    nodes: Ints
    chances: Floats


class Stage:
    """One step of a cycle, or its end: its nodes, and where the step leads from each of them."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.rows: list[tuple[Ints, Floats] | None] = []
        self._places: dict[int, Ints] = {}
        self._flat: tuple[Ints, Ints, Ints, Floats] | None = None

    def number(self, node: Node) -> int:
        """The number of a node, which it is given when it is first met."""
        return int(self.numbers(np.array([node.attack]), np.array([node.defend]), node.regime)[0])

    def numbers(self, attack: Ints, defend: Ints, regime: int) -> Ints:
        """The numbers of all nodes of these states of both sides, attackers' states first."""
        places = self._room(regime, int(attack.max()), int(defend.max()))
        found = places[np.ix_(attack, defend)]
        if found.min() < 0:
            for a, d in np.argwhere(found < 0).tolist():
                node = Node(int(attack[a]), int(defend[d]), regime)
                found[a, d] = places[node.attack, node.defend] = len(self.nodes)
                self.nodes.append(node)
                self.rows.append(None)
            self._flat = None
        return found.ravel()

    def _room(self, regime: int, attack: int, defend: int) -> Ints:
        places = self._places.get(regime)
        if places is None or attack >= places.shape[0] or defend >= places.shape[1]:
            before = np.zeros((0, 0), np.int64) if places is None else places
            size = [max(ROOM, n) for n in before.shape]
            for axis, most in enumerate((attack, defend)):
                while size[axis] <= most:
                    size[axis] *= 2
            places = np.full(size, -1, np.int64)
            places[: before.shape[0], : before.shape[1]] = before
            self._places[regime] = places
        return places

    def put(self, node: int, to: Ints, chances: Floats) -> None:
        """A step leads from a node to these of the next stage."""
        self.rows[node] = to, chances
        self._flat = None

    def flow(self, mass: Mass, size: int) -> Floats:
        """What the step makes of a mass: the chances of all ``size`` nodes of the next stage."""
        starts, lengths, to, chances = self._table()
        many = lengths[mass.nodes]
        ends = np.cumsum(many)
        at = np.repeat(starts[mass.nodes] - ends + many, many) + np.arange(ends[-1])
        return summed(to[at], np.repeat(mass.chances, many) * chances[at], size)

    def back(self, worth: Floats) -> Floats:
        """What to expect before the step at each node, given what the nodes of the next stage are worth."""
        _, lengths, to, chances = self._table()
        rows = np.repeat(np.arange(len(lengths)), lengths)
        return summed(rows, chances * worth[to], len(lengths))

    def _table(self) -> tuple[Ints, Ints, Ints, Floats]:
        """All rows one behind the other: where each begins, how long it is, where it leads, and the chances."""
        if self._flat is None:
            known = [row if row is not None else (np.empty(0, np.int64), np.empty(0)) for row in self.rows]
            lengths = np.array([len(to) for to, _ in known])
            self._flat = (
                np.cumsum(lengths) - lengths,
                lengths,
                np.concatenate([to for to, _ in known]),
                np.concatenate([chances for _, chances in known]),
            )
        return self._flat


class Chain:
    """The stages of a cycle, for the first one and for all later ones."""

    def __init__(self, muster: Muster) -> None:
        self.muster = muster
        self.gunnery = Gunnery(muster)
        self.toller = Toller(muster)
        self.cycles: dict[int, Cycle] = {n: self._pruned(cycle(muster.sequence, n)) for n in (1, LATER)}
        self._stages = {n: [Stage() for _ in range(len(one.fire) + 1)] for n, one in self.cycles.items()}
        if self.cycles[1].fire == self.cycles[LATER].fire:
            self._stages[1] = self._stages[LATER]

    def _pruned(self, whole: Cycle) -> Cycle:
        """A cycle without the steps in which nobody of these forces could ever do anything."""
        fire: list[Search | Span] = []
        for step in whole.fire:
            if isinstance(step, Search):
                if any(step.who.takes(unit) for unit, _ in self.muster.forces[step.side].support):
                    fire.append(step)
                continue
            busy = tuple((index, one) for index, one in step.steps if self.gunnery.concerns(one))
            if busy:
                fire.append(Span(busy))
        return whole._replace(fire=tuple(fire))

    def stages(self, number: int) -> list[Stage]:
        """The stages of a cycle; the last holds how it stands when all have fired."""
        return self._stages[min(number, LATER)]

    def cycle(self, number: int) -> Cycle:
        """The steps of a cycle."""
        return self.cycles[min(number, LATER)]

    @property
    def nodes(self) -> int:
        """How many nodes have been met."""
        stages = {id(stage): stage for some in self._stages.values() for stage in some}
        return sum(len(stage.nodes) for stage in stages.values())

    def fire(self, number: int, mass: Mass, first: int = 0) -> Mass:
        """How a cycle stands when all have fired, from nodes of its stage ``first`` on."""
        stages = self.stages(number)
        for k, step in enumerate(self.cycle(number).fire[first:], first):
            here, there = stages[k], stages[k + 1]
            for n in mass.nodes.tolist():
                if here.rows[n] is None:
                    here.put(n, *self._step(k, step, here.nodes[n], number))
            flowing = here.flow(mass, len(there.nodes))
            nodes = np.flatnonzero(flowing > NEGLIGIBLE)
            mass = Mass(nodes, flowing[nodes])
        return mass

    def _step(self, k: int, step: Search | Span, node: Node, number: int) -> tuple[Ints, Floats]:
        """Where a step leads from a node."""
        muster = self.muster
        regime = muster.regime(node.attack, node.defend) if node.regime == NEW else node.regime
        if isinstance(step, Search):
            return self._search(k, step, node, regime, number)
        states, known = (node.attack, node.defend), muster.regimes[regime]
        mine = self.gunnery.salvo(k, step, "attack", states, regime, number)
        theirs = self.gunnery.salvo(k, step, "defend", states, regime, number)
        attack = self.toller.losses("attack", node.attack, theirs, known)
        defend = self.toller.losses("defend", node.defend, mine, known)
        fired = (mine.fired, theirs.fired)
        if fired != known.fired:
            regime = muster.regime_number(known._replace(fired=fired))
        return self._joint(k, attack, defend, regime, number)

    def _joint(self, k: int, attack: Spread, defend: Spread, regime: int, number: int) -> tuple[Ints, Floats]:
        stages = self.stages(number)
        last = k == len(stages) - 2
        to = stages[k + 1].numbers(attack.states, defend.states, NEW if last else regime)
        return to, np.multiply.outer(attack.chances, defend.chances).ravel()

    def _search(self, k: int, step: Search, node: Node, regime: int, number: int) -> tuple[Ints, Floats]:
        victim = other(step.side)
        state = node.attack if victim == "attack" else node.defend
        found: dict[int, float] = {}
        for fate, p in self.gunnery.search(step, state):
            after = self.toller.marked(victim, state, tuple((c, 0, lost) for c, _, lost in fate))
            after = self.muster.leave(victim, after, {c: off for c, off, _ in fate if off})
            found[after] = found.get(after, 0.0) + p
        spread = Spread(np.array(list(found)), np.array(list(found.values())))
        still = Spread(np.array([node.defend if victim == "attack" else node.attack]), np.ones(1))
        sides = (spread, still) if victim == "attack" else (still, spread)
        return self._joint(k, *sides, regime, number)
