"""A battle as a chain: every state it can reach, and where each step of a cycle leads from there.

A *node* is both sides' states before a step, with the regime at the start of the cycle. A step's chances are
worked out once for each node, when the battle first reaches it; after that a cycle is a product of sparse tables.
"""

from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Search, other
from sandtable.odds.exact import NEGLIGIBLE
from sandtable.odds.sides import Floats, Ints, summed
from sandtable.odds.stepwise.firing import Fates, Gunnery, Salvo
from sandtable.odds.stepwise.losing import Spread, Toller
from sandtable.odds.stepwise.matchup import Here, Matchup
from sandtable.odds.stepwise.stepping import Stepping, last_before
from sandtable.odds.stepwise.steps import Cycle, Single, Span, cycle

LATER = 2
"""Stands for every cycle after the first; only the first may differ."""
NEW = -1
"""The regime of a node where a cycle starts or ends."""
OVER = -2
"""The regime of a node where the battle has ended in the middle of a cycle."""
ROOM = 16


class Node(NamedTuple):
    """The state of a battle before a step of a cycle."""

    attack: int
    defend: int
    regime: int = NEW
    """The number of the regime at the start of the cycle."""


class Mass(NamedTuple):
    """Nodes of a stage, and the chance that the battle is at each."""

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
        """The number of a node, assigned on first use."""
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
        """Record where a step leads from a node in the next stage."""
        self.rows[node] = to, chances
        self._flat = None

    def flow(self, mass: Mass, size: int) -> Floats:
        """The result of the step for a mass: the chances of all ``size`` nodes of the next stage."""
        starts, lengths, to, chances = self._table()
        many = lengths[mass.nodes]
        ends = np.cumsum(many)
        at = np.repeat(starts[mass.nodes] - ends + many, many) + np.arange(ends[-1])
        return summed(to[at], np.repeat(mass.chances, many) * chances[at], size)

    def back(self, worth: Floats) -> Floats:
        """The expected value of each node before the step, given the values of the next stage's nodes."""
        _, lengths, to, chances = self._table()
        rows = np.repeat(np.arange(len(lengths)), lengths)
        return summed(rows, chances * worth[to], len(lengths))

    def _table(self) -> tuple[Ints, Ints, Ints, Floats]:
        """All rows concatenated: where each starts, its length, where it leads, and the chances."""
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


class Open(NamedTuple):
    """What is pending in a battle in progress: the rest of its round comes first."""

    rest: Cycle
    round: int
    waiting: dict[Side, Salvo]
    """What has been fired at each side and has yet to take effect."""
    found: Fates | None = None
    """What the guns do to the air units they have found, if that is pending."""
    locked: bool = False
    """Whether units have left in this round because neither side could hit the other."""
    step: int = 0
    """The last step taken."""


class Chain:
    """The stages of a cycle, for the first one and for all later ones."""

    def __init__(self, matchup: Matchup, open_: Open | None = None) -> None:
        self.matchup = matchup
        self.open = open_
        self.gunnery = Gunnery(matchup)
        self.toller = Toller(matchup)
        self.stepping = Stepping(matchup, self.gunnery, self.toller)
        self.cycles: dict[int, Cycle] = {n: self._pruned(cycle(matchup.sequence, n)) for n in (1, LATER)}
        if open_ is not None:
            self.cycles[1] = open_.rest
        self._stages = {n: [Stage() for _ in range(len(one.fire) + 1)] for n, one in self.cycles.items()}
        if open_ is None and self.cycles[1].fire == self.cycles[LATER].fire:
            self._stages[1] = self._stages[LATER]

    def _pruned(self, whole: Cycle) -> Cycle:
        """A cycle without the steps in which none of these forces' units could ever do anything."""
        fire: list[Search | Span | Single] = []
        singles = self.stepping.busy(tuple(one for one in whole.fire if isinstance(one, Single)))
        for step in whole.fire:
            if isinstance(step, Search):
                if any(step.who.takes(unit) for unit, _ in self.matchup.forces[step.side].support):
                    fire.append(step)
                continue
            if isinstance(step, Single):
                if step in singles:
                    fire.append(step)
                continue
            busy = tuple((index, one) for index, one in step.steps if self.gunnery.concerns(one))
            if busy:
                fire.append(Span(busy))
        return whole._replace(fire=tuple(fire))

    def stages(self, number: int) -> list[Stage]:
        """The stages of a cycle; the last is the state after all have fired."""
        return self._stages[min(number, LATER)]

    def cycle(self, number: int) -> Cycle:
        """The steps of a cycle."""
        return self.cycles[min(number, LATER)]

    @property
    def nodes(self) -> int:
        """How many nodes have been reached."""
        stages = {id(stage): stage for some in self._stages.values() for stage in some}
        return sum(len(stage.nodes) for stage in stages.values())

    def fire(self, number: int, mass: Mass, first: int = 0) -> Mass:
        """The state of a cycle after all have fired, starting from nodes of its stage ``first``."""
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

    def _step(self, k: int, step: Search | Span | Single, node: Node, number: int) -> tuple[Ints, Floats]:
        """Where a step leads from a node."""
        matchup = self.matchup
        if node.regime == OVER:
            return self._end(k, node.attack, node.defend, number)
        regime = matchup.regime(node.attack, node.defend) if node.regime == NEW else node.regime
        if isinstance(step, Search):
            return self._search(k, step, node, regime, number)
        round_ = number if self.open is None or number > 1 else self.open.round
        if isinstance(step, Single):
            here = Here(node.attack, node.defend, regime, round_, self._last(k, number))
            over = self.stepping.over(step, here)
            if over is not None:
                return self._end(k, *over, number)
            return self._joint(k, *self.stepping.after(step, here), regime, number)
        states, known = (node.attack, node.defend), matchup.regimes[regime]
        span = k - len(self.cycles[1].fire) if number == 1 else k
        mine = self.gunnery.salvo(span, step, "attack", states, regime, round_)
        theirs = self.gunnery.salvo(span, step, "defend", states, regime, round_)
        if self.open is not None and (k, number) == (0, 1):
            mine = self.gunnery.together(mine, self.open.waiting["defend"])
            theirs = self.gunnery.together(theirs, self.open.waiting["attack"])
        attack = self.toller.losses("attack", node.attack, theirs, known)
        defend = self.toller.losses("defend", node.defend, mine, known)
        fired = (mine.fired, theirs.fired)
        if fired != known.fired or known.aims != ((), ()):
            regime = matchup.regime_number(known._replace(fired=fired, aims=((), ())))
        return self._joint(k, attack, defend, regime, number)

    def _last(self, k: int, number: int) -> int:
        """The last step before the ``k``-th of a cycle."""
        if self.open is not None and (k, number) == (0, 1):
            return self.open.step
        return last_before(self.cycle(number), k)

    def _joint(self, k: int, attack: Spread, defend: Spread, regime: int, number: int) -> tuple[Ints, Floats]:
        stages = self.stages(number)
        last = k == len(stages) - 2
        to = stages[k + 1].numbers(attack.states, defend.states, NEW if last else regime)
        return to, np.multiply.outer(attack.chances, defend.chances).ravel()

    def _end(self, k: int, attack: int, defend: int, number: int) -> tuple[Ints, Floats]:
        """The battle is over; the rest of the cycle changes nothing."""
        to = self.stages(number)[k + 1].numbers(np.array([attack]), np.array([defend]), OVER)
        return to, np.ones(1)

    def _search(self, k: int, step: Search, node: Node, regime: int, number: int) -> tuple[Ints, Floats]:
        victim = other(step.side)
        state = node.attack if victim == "attack" else node.defend
        found: dict[int, float] = {}
        fates = self.gunnery.search(step, state)
        if self.open is not None and self.open.found is not None and (k, number) == (0, 1):
            fates = self.open.found
        for fate, p in fates:
            after = self.toller.marked(victim, state, tuple((c, 0, lost) for c, _, lost in fate))
            after = self.matchup.leave(victim, after, {c: off for c, off, _ in fate if off})
            found[after] = found.get(after, 0.0) + p
        spread = Spread(np.array(list(found)), np.array(list(found.values())))
        still = Spread(np.array([node.defend if victim == "attack" else node.attack]), np.ones(1))
        sides = (spread, still) if victim == "attack" else (still, spread)
        return self._joint(k, *sides, regime, number)
