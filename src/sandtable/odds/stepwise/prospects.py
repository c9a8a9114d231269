"""The value of fighting on from every state of a chain, for a side that leaves when it isn't worth it."""

from collections.abc import Callable

import numpy as np

from sandtable.odds.sides import Floats
from sandtable.odds.stepwise.chain import LATER, Chain, Mass, Node
from sandtable.odds.stepwise.fighting import ENDED, NEVER, ON, Fight

CLOSE = 1e-14
"""A change of values, relative to the largest, that is negligible."""
MOST = 4000
"""The most cycles to look ahead."""

Worth = Callable[[int, int], float]
"""The value of an ending, or of a state in which the attacker leaves, by both sides' states."""


class Prospects:
    """The expected value where a later cycle starts: if nobody leaves, or the attacker does when
    that is better.
    """

    def __init__(self, chain: Chain, ended: Worth, left: Worth | None = None) -> None:
        self.chain = chain
        self.fight = Fight(chain, NEVER)
        self.ended = ended
        self.left = left
        self._known: Floats = np.zeros(0)

    def on(self, attack: int, defend: int) -> float:
        """The value of fighting another cycle from these states."""
        node = self.chain.stages(LATER)[0].number(Node(attack, defend))
        if node >= len(self._known):
            self._look_ahead()
        return float(self._known[node])

    def _look_ahead(self) -> None:
        """Follow everything reached so far to the end, and work back from there."""
        begin = self.chain.stages(LATER)[0]
        followed = 0
        while followed < len(begin.nodes):
            nodes = np.arange(followed, len(begin.nodes))
            followed = len(begin.nodes)
            fired = self.chain.fire(LATER, Mass(nodes, np.ones(len(nodes))))
            self.fight.ways(LATER, fired.nodes)
        stages = self.chain.stages(LATER)
        how, to = self.fight.ways(LATER, np.arange(len(stages[-1].nodes)))
        over = np.array([self.ended(*cell) for cell in self.fight.cells] or [0.0])
        left = None if self.left is None else np.array([self.left(n.attack, n.defend) for n in begin.nodes])
        worth = np.zeros(len(begin.nodes))
        for _ in range(MOST):
            here = worth if left is None else np.maximum(worth, left)
            values: Floats = np.where(how == ON, here[np.where(how == ON, to, 0)], 0.0)
            values = np.where(how >= ENDED, over[np.where(how >= ENDED, to, 0)], values)
            for stage in reversed(stages[:-1]):
                values = stage.back(values)
            change = float(np.abs(values - worth).max())
            worth = values
            if change <= CLOSE * max(1.0, float(np.abs(worth).max())):
                break
        self._known = worth
