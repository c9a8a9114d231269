"""The end of a cycle: who has to leave the battle, who is pulled back, and whether it is over.

Whoever leaves finds a place to go to. Air units without a deck leave in the order opposite to that of losses.
"""

from collections.abc import Callable
from typing import NamedTuple

from sandtable.area.actions import Side
from sandtable.area.battle.pulling import berths
from sandtable.area.battle.sequence import Arrival, DrivenBack, PullingBack, Who, other
from sandtable.odds.cycles.muster import Muster
from sandtable.odds.cycles.steps import Cycle
from sandtable.odds.sides import Counts

RetreatRule = Callable[[int, Counts, Counts], bool]
"""Given the round just fought and both sides' counts, attackers' first: does the side break off?"""
AIR = Who(kinds=("air",))


class Stand(NamedTuple):
    """How a battle stands when a cycle is over."""

    attack: int
    defend: int
    over: bool
    broken_off: bool = False
    """The attackers have left because they wanted to."""


class Leaving:
    """Plays the end of a cycle by the policies of both sides."""

    def __init__(self, muster: Muster, rules: dict[Side, RetreatRule | None]) -> None:
        self.muster = muster
        self.rules = rules

    def after(self, cycle: Cycle, number: int, mine: int, theirs: int) -> Stand:
        """Where the end of a cycle leads."""
        end = _End(self, number, {"attack": mine, "defend": theirs})
        for step in cycle.leaving:
            if isinstance(step, DrivenBack):
                end.driven_back(step)
            else:
                end.pull_back(step)
        over = isinstance(cycle.end, Arrival) or not all(end.there(side) for side in end.now)
        if not over and not isinstance(cycle.end, Arrival):
            over = cycle.end.deadlock and (end.locked or end.deadlock())
        return Stand(end.now["attack"], end.now["defend"], over, end.broken_off)


class _End:
    def __init__(self, leaving: Leaving, number: int, now: dict[Side, int]) -> None:
        self.leaving = leaving
        self.muster = leaving.muster
        self.number = number
        self.now = now
        self.locked = False
        self.broken_off = False

    def there(self, side: Side) -> bool:
        return self.muster.there(side, self.now[side])

    def deadlock(self) -> bool:
        return self.muster.deadlock(self.now["attack"], self.now["defend"])

    def _counts(self, side: Side) -> Counts:
        return self.muster.states[side][self.now[side]]

    def _go(self, side: Side, who: Who | None = None) -> None:
        self.now[side] = self.muster.all_leave(side, self.now[side], who)

    # who has to

    def driven_back(self, step: DrivenBack) -> None:
        """Those leave who have to."""
        side = step.side
        if side == "attack" and not self.there("defend") and not self.locked:  # won
            return
        if not self.there(side):
            return
        locked = step.deadlock and (self.locked or self.deadlock())
        if locked or self._alone(step):
            self._go(side)
            self.locked = self.locked or locked
        elif step.decks:
            self._clear_decks(side)

    def _alone(self, step: DrivenBack) -> bool:
        if step.without is None:
            return False
        many = self.muster.how_many
        mine = many(step.side, self.now[step.side], step.without)
        return not mine and many(other(step.side), self.now[other(step.side)], step.without) > 0

    def _clear_decks(self, side: Side) -> None:
        muster, force = self.muster, self.muster.forces[side]
        flying = muster.how_many(side, self.now[side], AIR)
        if not flying:
            return
        excess = flying - berths(muster.world, muster.units(side, self.now[side]))
        counts, leave = self._counts(side), dict[int, int]()
        for c in reversed(muster.orders[side].columns):
            if force.types[c].kind == "air" and excess > 0 and counts[c]:
                leave[c] = min(excess, counts[c])
                excess -= leave[c]
        self.now[side] = muster.leave(side, self.now[side], leave)

    # who may

    def pull_back(self, step: PullingBack) -> None:
        """Those leave who want to; nobody does where the battle is won."""
        side = step.side
        if not self.there("attack") or not self.there("defend"):
            return
        rule, policy = self.leaving.rules[side], self.muster.policies[side]
        if rule is not None and rule(self.number, self._counts("attack"), self._counts("defend")):
            self._go(side)
            self.broken_off = self.broken_off or side == "attack"
            return
        if policy.planes_back:
            self._go(side, AIR)
        if policy.submerge and step.below is not None:
            self._go(side, step.below)
