"""Fighting a chain out: cycle after cycle, with the policies of both sides at the end of each."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Search
from sandtable.odds.cycles.chain import LATER, NEW, Chain, Mass, Node
from sandtable.odds.cycles.leaving import Leaving, RetreatRule, Stand
from sandtable.odds.exact import MAX_ROUNDS, REST, Solution
from sandtable.odds.sides import Floats, Ints, summed

Rules = dict[Side, RetreatRule | None]
NEVER: Rules = {"attack": None, "defend": None}
ON, ENDED, RETREATED = 0, 1, 2


class Passing(NamedTuple):
    """Where the probability of a cycle went; what is undecided stands at nodes where a later cycle begins."""

    ended: Mass
    retreated: Mass
    undecided: Mass


class Fight:
    """A battle fought by the policies of both sides."""

    def __init__(self, chain: Chain, rules: Rules, horizon: int = 1) -> None:
        """``horizon``: the cycle from which on the rules no longer change."""
        self.chain = chain
        self.leaving = Leaving(chain.muster, rules)
        self.horizon = horizon
        self.cells: list[tuple[int, int]] = []
        """Both sides' states in which the battle can end."""
        self._index: dict[tuple[int, int], int] = {}
        self._ways: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def rest(self, regime: int) -> Iterator[Passing]:
        """The rest of a round under way, in which this holds, and all rounds after it."""
        here = Mass(np.array([self.chain.stages(1)[0].number(Node(0, 0, regime))]), np.ones(1))
        first = self.end(self.chain.fire(1, here), 1)
        yield first
        yield from self.go_on(first.undecided, 1)

    def rounds(self) -> Iterator[Passing]:
        """Fight cycle after cycle until hardly anything is undecided; first what ends without a shot."""
        muster, chain = self.chain.muster, self.chain
        nobody, here = Mass(np.empty(0, np.int64), np.empty(0)), np.ones(1)
        guns = any(isinstance(step, Search) for step in chain.cycle(1).fire)
        if not muster.there("attack", 0) or not (guns or muster.there("defend", 0)):
            yield Passing(Mass(np.array([self._cell(0, 0)]), here), nobody, nobody)
            return
        start = Mass(np.array([chain.stages(1)[0].number(Node(0, 0))]), here)
        yield Passing(nobody, nobody, start)
        first = self.end(chain.fire(1, start), 1)
        yield first
        yield from self.go_on(first.undecided, 1)

    def go_on(self, mass: Mass, number: int) -> Iterator[Passing]:
        """Fight on after so many cycles, at least one."""
        while float(mass.chances.sum()) > REST and number < MAX_ROUNDS:
            number += 1
            passing = self.end(self.chain.fire(number, mass), number)
            yield passing
            mass = passing.undecided

    def end(self, fired: Mass, number: int) -> Passing:
        """The end of a cycle: who leaves, and what is over."""
        how, to = self.ways(number, fired.nodes)
        sizes = (len(self.chain.stages(LATER)[0].nodes), len(self.cells), len(self.cells))
        found = []
        for kind, size in zip((ON, ENDED, RETREATED), sizes, strict=True):
            some = how == kind
            mass = summed(to[some], fired.chances[some], size)
            nodes = np.flatnonzero(mass)
            found.append(Mass(nodes, mass[nodes]))
        return Passing(found[1], found[2], found[0])

    def ways(self, number: int, nodes: Ints) -> tuple[Ints, Ints]:
        """What the end of a cycle makes of its nodes: whether the battle goes on, and where."""
        key = (min(number, self.horizon), min(number, LATER))
        how, to = self._ways.setdefault(key, ([], []))
        end = self.chain.stages(number)[-1]
        while len(how) < len(end.nodes):
            how.append(NEW)
            to.append(0)
        for n in nodes.tolist():
            if how[n] == NEW:
                how[n], to[n] = self._way(self._stand(number, end.nodes[n]))
        return np.array(how)[nodes], np.array(to)[nodes]

    def _stand(self, number: int, node: Node) -> Stand:
        open_ = self.chain.open
        locked = open_ is not None and number == 1 and open_.locked
        return self.leaving.after(self.chain.cycle(number), number, node.attack, node.defend, locked)

    def _way(self, stand: Stand) -> tuple[int, int]:
        if stand.over:
            return RETREATED if stand.broken_off else ENDED, self._cell(stand.attack, stand.defend)
        return ON, self.chain.stages(LATER)[0].number(Node(stand.attack, stand.defend))

    def _cell(self, attack: int, defend: int) -> int:
        known = self._index.get((attack, defend))
        if known is None:
            known = self._index[attack, defend] = len(self.cells)
            self.cells.append((attack, defend))
        return known

    # as arrays over the joint states

    def dense(self, mass: Mass) -> Floats:
        """How battles have ended."""
        found = np.zeros(self.chain.muster.shape)
        for n, p in zip(mass.nodes.tolist(), mass.chances.tolist(), strict=True):
            found[self.cells[n]] = p
        return found

    def solve(self) -> Solution:
        """The distribution of how the battle ends."""
        return self.add_up(self.rounds())

    def add_up(self, rounds: Iterator[Passing]) -> Solution:
        """What cycles come to together, the first of them being none."""
        totals = [np.zeros(0), np.zeros(0)]
        length = 0.0
        for number, passing in enumerate(rounds):
            for k, mass in enumerate((passing.ended, passing.retreated)):
                totals[k] = np.pad(totals[k], (0, len(self.cells) - len(totals[k])))
                totals[k][mass.nodes] += mass.chances
                length += number * float(mass.chances.sum())
        ended, retreated = (self.dense(Mass(np.arange(len(total)), total)) for total in totals)
        return Solution(ended, retreated, length)
