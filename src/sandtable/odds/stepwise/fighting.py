"""Fights out a chain: cycle after cycle, applying both sides' policies at the end of each."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Search
from sandtable.odds.exact import MAX_ROUNDS, REST, Solution
from sandtable.odds.sides import Floats, Ints, summed
from sandtable.odds.stepwise.chain import LATER, NEW, OVER, Chain, Mass, Node
from sandtable.odds.stepwise.leaving import Leaving, RetreatRule, Stand

Rules = dict[Side, RetreatRule | None]
NEVER: Rules = {"attack": None, "defend": None}
ON, ENDED, RETREATED = 0, 1, 2


def _mass(chances: dict[int, float]) -> Mass:
    return Mass(np.array(list(chances), np.int64), np.array(list(chances.values())))


class Passing(NamedTuple):
    """Where the probability of a cycle went; the undecided part is at nodes where a later cycle starts."""

    ended: Mass
    retreated: Mass
    undecided: Mass


class Fight:
    """A battle fought by both sides' policies."""

    def __init__(self, chain: Chain, rules: Rules, horizon: int = 1) -> None:
        """``horizon``: the cycle from which the rules no longer change."""
        self.chain = chain
        self.leaving = Leaving(chain.matchup, rules)
        self.horizon = horizon
        self.cells: list[tuple[int, int]] = []
        """Both sides' states in which the battle can end."""
        self._index: dict[tuple[int, int], int] = {}
        self._ways: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def rest(self, node: Node) -> Iterator[Passing]:
        """The rest of a round in progress, from its current state, and all later rounds."""
        here = Mass(np.array([self.chain.stages(1)[0].number(node)]), np.ones(1))
        first = self.end(self.chain.fire(1, here), 1)
        yield first
        yield from self.later_rounds(first.undecided, 1)

    def rounds(self) -> Iterator[Passing]:
        """Fight cycle after cycle until hardly anything is undecided; starts with what ends without a shot."""
        first = self.start()
        yield first
        if len(first.undecided.nodes):
            first = self.end(self.chain.fire(1, first.undecided), 1)
            yield first
            yield from self.later_rounds(first.undecided, 1)

    def start(self) -> Passing:
        """Before the first round: the results of air combat, and what ends without a shot."""
        matchup, chain = self.chain.matchup, self.chain
        guns = any(isinstance(step, Search) for step in chain.cycle(1).fire)
        ended, going = dict[int, float](), dict[int, float]()
        for mine, theirs, chance in matchup.starts:
            stand = Stand(mine, theirs, False)
            if not matchup.simultaneous:
                stand = self.leaving.start(mine, theirs)
            elif not matchup.there("attack", mine) or not (guns or matchup.there("defend", theirs)):
                stand = Stand(mine, theirs, True)
            if stand.over:
                cell = self._cell(stand.attack, stand.defend)
                ended[cell] = ended.get(cell, 0.0) + chance
            else:
                node = chain.stages(1)[0].number(Node(mine, theirs))
                going[node] = going.get(node, 0.0) + chance
        return Passing(_mass(ended), _mass({}), _mass(going))

    def later_rounds(self, mass: Mass, number: int) -> Iterator[Passing]:
        """Continue after ``number`` cycles, at least one."""
        while float(mass.chances.sum()) > REST and number < MAX_ROUNDS:
            number += 1
            passing = self.end(self.chain.fire(number, mass), number)
            yield passing
            mass = passing.undecided

    def end(self, fired: Mass, number: int) -> Passing:
        """The end of a cycle: which units leave, and what is over."""
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
        """The result of the end of a cycle for its nodes: whether the battle goes on, and where."""
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
        if node.regime == OVER:
            return Stand(node.attack, node.defend, True)
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
        """The chances of the battle's final states."""
        found = np.zeros(self.chain.matchup.shape)
        for n, p in zip(mass.nodes.tolist(), mass.chances.tolist(), strict=True):
            found[self.cells[n]] = p
        return found

    def solve(self) -> Solution:
        """The distribution of the battle's endings."""
        return self.add_up(self.rounds())

    def add_up(self, rounds: Iterator[Passing]) -> Solution:
        """The sum of all cycles, the first of them being what comes before any cycle."""
        totals = [np.zeros(0), np.zeros(0)]
        length = 0.0
        for number, passing in enumerate(rounds):
            for k, mass in enumerate((passing.ended, passing.retreated)):
                totals[k] = np.pad(totals[k], (0, len(self.cells) - len(totals[k])))
                totals[k][mass.nodes] += mass.chances
                length += number * float(mass.chances.sum())
        ended, retreated = (self.dense(Mass(np.arange(len(total)), total)) for total in totals)
        return Solution(ended, retreated, length)
