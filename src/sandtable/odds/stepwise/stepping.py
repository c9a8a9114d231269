"""Single steps: a volley whose losses are taken right away, removals, units that submerge or retreat.

Before a volley the engine's own check is made whether the battle is already over.
"""

from collections.abc import Iterable

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle import judging
from sandtable.area.battle.sequence import Choice, Removal, Volley, other
from sandtable.area.battle.volleys import takes_place
from sandtable.area.state import Battle
from sandtable.odds.stepwise.firing import Gunnery
from sandtable.odds.stepwise.losing import Spread, Toller
from sandtable.odds.stepwise.matchup import SIDES, Here, Matchup
from sandtable.odds.stepwise.steps import Cycle, Single

Presence = tuple[bool, ...]


class Stepping:
    """Works out single steps."""

    def __init__(self, matchup: Matchup, gunnery: Gunnery, toller: Toller) -> None:
        self.matchup = matchup
        self.gunnery = gunnery
        self.toller = toller
        self._finished: dict[tuple[Presence, Presence, int, bool, bool], tuple[Side, ...] | None] = {}

    def busy(self, steps: tuple[Single, ...]) -> list[Single]:
        """The steps of a round in which anything could ever happen to these forces.

        A volley that nobody fires counts if units have to leave after it: the battle may be over before that.
        """
        found: list[Single] = []
        leaving = [k for k, one in enumerate(steps) if isinstance(one.step, Choice) and self._concerns(one, ())]
        for k, one in enumerate(steps):
            before_leaving = isinstance(one.step, Volley) and any(k < n for n in leaving)
            if before_leaving or self._concerns(one, found):
                found.append(one)
        return found

    def _concerns(self, one: Single, before: Iterable[Single]) -> bool:
        step, matchup = one.step, self.matchup
        force = matchup.forces[step.side]
        if isinstance(step, Volley):
            return self.gunnery.concerns(step)
        if isinstance(step, Removal):
            return any(isinstance(b.step, Volley) and b.step.side != step.side for b in before)
        wanted = step.must or matchup.policies[step.side].submerge
        return wanted and any(step.who.takes(unit) for unit in force.types)

    def over(self, one: Single, here: Here) -> tuple[int, int] | None:
        """Both sides' states in which the battle ended before a step; None if it didn't."""
        if not isinstance(one.step, Volley) and not (isinstance(one.step, Choice) and not one.step.must):
            return None
        matchup = self.matchup
        present = [self.matchup.present(side, here.of(side)) for side in SIDES]
        first = here.step == 0 and here.round <= 1
        key = (present[0], present[1], here.regime, first, here.round <= 1)
        if key not in self._finished:
            self._finished[key] = judging.finished(matchup.world, self.battle(here))
        falling = self._finished[key]
        if falling is None:
            return None
        return self.ended(self.battle(here), here, falling)

    def ended(self, battle: Battle, here: Here, falling: tuple[Side, ...]) -> tuple[int, int]:
        """The states in which a battle ends, without units behind the strip and unprotected ones."""
        matchup = self.matchup
        after = {side: here.of(side) for side in SIDES}
        for side in falling:
            lost = judging.defenseless(matchup.world, battle, side)
            after[side] = matchup.without(side, after[side], lost)
        return matchup.cleared("attack", after["attack"]), matchup.cleared("defend", after["defend"])

    def battle(self, here: Here) -> Battle:
        """The battle as the engine has it."""
        matchup = self.matchup
        return matchup.battle(here.attack, here.defend, matchup.regimes[here.regime], here.round, here.step)

    def after(self, one: Single, here: Here) -> tuple[Spread, Spread]:
        """Where a step leads both sides."""
        step, side = one.step, one.step.side
        match step:
            case Volley():
                side = other(side)
                salvo = self.gunnery.single(one.place, step, here)
                regime = self.matchup.regimes[here.regime]
                changed = self.toller.losses(side, here.of(side), salvo, regime, step.losses == "behind")
            case Removal():
                changed = _sure(self.matchup.cleared(side, here.of(side)))
            case Choice():
                changed = _sure(self._gone(step, here))
        return (changed, _sure(here.defend)) if side == "attack" else (_sure(here.attack), changed)

    def _gone(self, step: Choice, here: Here) -> int:
        """The state of a side after units that have to or want to leave have left."""
        state = here.of(step.side)
        counts = self.matchup.states[step.side][state]
        leaving = {c: counts[c] for c in self.leaving(step, here) if counts[c]}
        return self.matchup.leave(step.side, state, leaving) if leaving else state

    def leaving(self, step: Choice, here: Here) -> tuple[int, ...]:
        """The columns whose units leave the battle; that depends only on the regime at the start of the round."""
        matchup, side = self.matchup, step.side
        wanted = step.must or matchup.policies[side].submerge
        if not wanted or not takes_place(self.battle(here), step):
            return ()
        force, worn = matchup.forces[side], matchup.world.worn
        return tuple(
            c
            for c, column in enumerate(force.columns)
            if column.there and step.who.takes(force.types[c]) and (not step.worn or worn(matchup.pieces[side][c]))
        )


def last_before(cycle: Cycle, k: int) -> int:
    """The place in the sequence of the last step before the ``k``-th of a cycle."""
    step = cycle.fire[k - 1] if k else None
    return step.place if isinstance(step, Single) else 0


def _sure(state: int) -> Spread:
    return Spread(np.array([state]), np.ones(1))
