"""The end of a cycle: which units have to leave, which retreat, and whether the battle is over.

Units that leave are assumed to have a place to go. Air units without a deck leave in the reverse order of losses.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.area.actions import Side
from sandtable.area.battle import judging
from sandtable.area.battle.partial_retreat import berths
from sandtable.area.battle.sequence import Arrival, DrivenBack, PullingBack, Who, other
from sandtable.odds.model import When, falling
from sandtable.odds.sides import Counts
from sandtable.odds.stepwise.matchup import Matchup
from sandtable.odds.stepwise.steps import Cycle

RetreatRule = Callable[[int, Counts, Counts], bool]
"""Given the round just fought and both sides' counts, attackers' first, whether the side retreats."""
Filled = tuple[bool, ...]
AIR = Who(kinds=("air",))


class Stand(NamedTuple):
    """The state of a battle at the end of a cycle."""

    attack: int
    defend: int
    over: bool
    broken_off: bool = False
    """Whether the attackers have retreated by choice."""


class Leaving:
    """Plays the end of a cycle by both sides' policies."""

    def __init__(self, matchup: Matchup, rules: dict[Side, RetreatRule | None]) -> None:
        self.matchup = matchup
        self.rules = rules
        self._known: dict[tuple[When, Filled, Filled], tuple[Side, ...] | None] = {}
        """By the columns present, the sides whose units are lost because the battle is over; None if it isn't."""

    def after(self, cycle: Cycle, number: int, mine: int, theirs: int, locked: bool = False) -> Stand:
        """Where the end of a cycle leads; ``locked``: units have left because neither side could hit the other."""
        if not self.matchup.simultaneous:
            return self._judged(number, mine, theirs)
        end = _End(self, number, {"attack": mine, "defend": theirs}, locked)
        for step in cycle.leaving:
            if isinstance(step, DrivenBack):
                end.driven_back(step)
            else:
                end.pull_back(step)
        over = isinstance(cycle.end, Arrival) or not all(end.there(side) for side in end.now)
        if not over and not isinstance(cycle.end, Arrival):
            over = cycle.end.deadlock and (end.locked or end.deadlock())
        return Stand(end.now["attack"], end.now["defend"], over, end.broken_off)

    def start(self, mine: int, theirs: int) -> Stand:
        """The state of a battle before its first round, where units can't retreat."""
        return self._settled("start", 1, mine, theirs)

    def _judged(self, number: int, mine: int, theirs: int) -> Stand:
        """The end of a round after which only the attacker may retreat, and only as a whole."""
        matchup = self.matchup
        mine, theirs = matchup.cleared("attack", mine), matchup.cleared("defend", theirs)
        stand, rule = self._settled("end", number, mine, theirs), self.rules["attack"]
        if stand.over or rule is None:
            return stand
        leaves = rule(number, matchup.states["attack"][mine], matchup.states["defend"][theirs])
        return stand._replace(over=leaves, broken_off=leaves)

    def _settled(self, when: When, number: int, mine: int, theirs: int) -> Stand:
        """The state of a battle by the engine's own verdict, without units that are lost because it is over."""
        matchup = self.matchup
        key = (when, matchup.present("attack", mine), matchup.present("defend", theirs))
        if key not in self._known:
            regime = matchup.regimes[matchup.regime(mine, theirs)]
            # Guns that have yet to fire at air units matter only before the first round.
            battle = matchup.battle(mine, theirs, regime, number, 0 if when == "start" else 1)
            if when == "start":  # units that aborted before the battle are not in it
                battle = replace(
                    battle,
                    attack=replace(battle.attack, submerged=()),
                    defend=replace(battle.defend, submerged=()),
                )
            verdict = judging.verdict(matchup.world, battle)
            spared = when == "start" and verdict == "exposed" and judging.round_end(matchup.world, battle).spared
            self._known[key] = None if spared else falling(verdict, when)
        fall = self._known[key]
        if fall is None:
            return Stand(mine, theirs, False)
        after: dict[Side, int] = {"attack": mine, "defend": theirs}
        battle = matchup.battle(mine, theirs, matchup.regimes[matchup.regime(mine, theirs)], number, 1)
        for side in fall:
            lost = judging.defenseless(matchup.world, battle, side)
            after[side] = matchup.without(side, after[side], lost)
        return Stand(after["attack"], after["defend"], True)


class _End:
    def __init__(self, leaving: Leaving, number: int, now: dict[Side, int], locked: bool) -> None:
        self.leaving = leaving
        self.matchup = leaving.matchup
        self.number = number
        self.now = now
        self.locked = locked
        self.broken_off = False

    def there(self, side: Side) -> bool:
        return self.matchup.there(side, self.now[side])

    def deadlock(self) -> bool:
        return self.matchup.deadlock(self.now["attack"], self.now["defend"])

    def _counts(self, side: Side) -> Counts:
        return self.matchup.states[side][self.now[side]]

    def _go(self, side: Side, who: Who | None = None) -> None:
        self.now[side] = self.matchup.all_leave(side, self.now[side], who)

    # forced to leave

    def driven_back(self, step: DrivenBack) -> None:
        """Units that have to leave do so."""
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
        many = self.matchup.how_many
        mine = many(step.side, self.now[step.side], step.without)
        return not mine and many(other(step.side), self.now[other(step.side)], step.without) > 0

    def _clear_decks(self, side: Side) -> None:
        matchup, force = self.matchup, self.matchup.forces[side]
        flying = matchup.how_many(side, self.now[side], AIR)
        if not flying:
            return
        excess = flying - berths(matchup.world, matchup.units(side, self.now[side]))
        counts, leave = self._counts(side), dict[int, int]()
        for c in reversed(matchup.orders[side].columns):
            if force.types[c].kind == "air" and excess > 0 and counts[c]:
                leave[c] = min(excess, counts[c])
                excess -= leave[c]
        self.now[side] = matchup.leave(side, self.now[side], leave)

    # free to leave

    def pull_back(self, step: PullingBack) -> None:
        """Units that want to leave do so; none do if the battle is won."""
        side = step.side
        if not self.there("attack") or not self.there("defend"):
            return
        rule, policy = self.leaving.rules[side], self.matchup.policies[side]
        if rule is not None and rule(self.number, self._counts("attack"), self._counts("defend")):
            self._go(side)
            self.broken_off = self.broken_off or side == "attack"
            return
        if policy.planes_back:
            self._go(side, AIR)
        if policy.submerge and step.below is not None:
            self._go(side, step.below)
