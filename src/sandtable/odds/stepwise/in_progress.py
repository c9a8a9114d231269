"""The odds of the rest of a stepwise battle in progress, exact from any of its decisions.

Pending hits, aimed shots and chosen casualties are taken over from the game; the rest of the round comes first,
then the cycles follow as usual.
"""

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Search, Volley, other
from sandtable.area.battle.values import strip_of
from sandtable.area.forces import EMPTY, Piece, Stack, changed, merge, size
from sandtable.area.state import Battle, Shots
from sandtable.odds.exact import Solution
from sandtable.odds.stepwise.chain import Chain, Node, Open
from sandtable.odds.stepwise.fighting import NEVER, Fight
from sandtable.odds.stepwise.firing import NOTHING, Fate, Fates, Gunnery, Salvo
from sandtable.odds.stepwise.losing import Toller
from sandtable.odds.stepwise.matchup import SIDES, Matchup, Regime
from sandtable.odds.stepwise.steps import cycle


def rest_of(matchup: Matchup, battle: Battle) -> Solution:
    """How a battle in progress ends, if units leave only when they have to; counts rounds after this one."""
    where = _InProgress(matchup, battle)
    fight = Fight(Chain(matchup, where.open()), NEVER)
    return fight.add_up(fight.rest(where.node()))


class _InProgress:
    """What is pending in a battle, in terms of its matchup."""

    def __init__(self, matchup: Matchup, battle: Battle) -> None:
        self.matchup = matchup
        self.battle = battle
        self.now = matchup.sequence.steps[battle.step]

    def regime(self) -> int:
        """The number of the regime at the start of the round."""
        known = self.matchup.relevant_abilities | {pack.name for pack in self.matchup.world.sequences.packs}
        attack, defend = (strip_of(self.battle, side) for side in SIDES)
        return self.matchup.regime_number(
            Regime(
                tuple(a for a in attack.abilities if a in known),
                tuple(a for a in defend.abilities if a in known),
                (self._pieces("attack", attack.fired), self._pieces("defend", defend.fired)),
                (self._aims("attack", attack.aims), self._aims("defend", defend.aims)),
            )
        )

    def node(self) -> Node:
        """The current node of the battle."""
        if self.matchup.simultaneous:
            return Node(0, 0, self.regime())
        return Node(self._standing("attack"), self._standing("defend"), self.regime())

    def _standing(self, side: Side) -> int:
        """The state of a side, after the hits that it has yet to take."""
        matchup, strip = self.matchup, strip_of(self.battle, side)
        counts = [0] * len(matchup.forces[side].columns)
        for piece, n in strip.units:
            counts[self._column(side, piece)] += n
        behind = matchup.behind[side]
        if behind is not None:
            for piece, n in strip.casualties:
                counts[behind[self._column(side, piece)]] += n
        state = matchup.number(side, tuple(counts))
        if self.battle.victim != side or not isinstance(self.now, Volley):
            return state
        toller, own = Toller(matchup), matchup.regimes[self.regime()].of(other(side))
        if self.battle.picked:
            named = tuple((hit.volley, hit.count) for hit in self.battle.picked)
            state = toller.picked(side, state, named, own, self.now.losses == "behind")
        scored = {hit.volley: hit.count for hit in self.battle.hits}
        classes = toller.classes(side, state, tuple(sorted(scored)), own)
        hits = tuple(sum(scored[kind] for kind in one.kinds) for one in classes)
        after = toller.after(side, state, classes, hits, own, self.now.losses == "behind")
        return matchup.number(side, after)

    def open(self) -> Open:
        """What comes first."""
        battle = self.battle
        if not self.matchup.simultaneous:
            due = battle.step + isinstance(self.now, Volley)
            rest = cycle(self.matchup.sequence, min(battle.round, 2), due)
            return Open(rest, battle.round, {}, step=battle.step)
        rest = cycle(self.matchup.sequence, min(battle.round, 2), battle.step)
        waiting = {side: self._waiting(side) for side in SIDES}
        return Open(rest, battle.round, waiting, self._found(), battle.deadlock)

    # pieces

    def _column(self, side: Side, piece: Piece) -> int:
        force = self.matchup.forces[side]
        apart = piece.power if self.matchup.world.type(piece) != self.matchup.world.units[piece.unit] else ""
        cargo = tuple(sorted(aboard.unit for aboard in piece.cargo))
        exact = (piece.unit, piece.damage, cargo, apart)
        return next(
            c
            for c, column in enumerate(force.columns)
            if (column.unit, column.damage, column.cargo, column.power) == exact and not column.below
        )

    def _piece(self, side: Side, piece: Piece) -> Piece:
        return self.matchup.pieces[side][self._column(side, piece)]

    def _pieces(self, side: Side, units: Stack) -> Stack:
        return changed(units, lambda p: self._piece(side, p))

    def _aims(self, side: Side, aims: tuple[Shots, ...]) -> tuple[Shots, ...]:
        enemy = other(side)
        return tuple(Shots(self._piece(enemy, one.at), self._pieces(side, one.by)) for one in aims)

    def _fate(self, side: Side, damaged: Stack, destroyed: Stack) -> Fate:
        counts: dict[int, list[int]] = {}
        for which, units in enumerate((damaged, destroyed)):
            for piece, n in units:
                counts.setdefault(self._column(side, piece), [0, 0])[which] += n
        return tuple((c, hurt, lost) for c, (hurt, lost) in sorted(counts.items()))

    # pending hits

    def _waiting(self, side: Side) -> Salvo:
        """What has been fired at a side; casualties that it has already chosen count as such."""
        strip, world = strip_of(self.battle, side), self.matchup.world
        for proposal in self.battle.proposals:
            attacking = world.friends(proposal.seat, self.battle.attacker)
            if attacking == (side == "attack"):
                fate = self._fate(side, proposal.damaged, proposal.destroyed)
                return Salvo((), ((fate, 1.0),), EMPTY)
        marked: Fates = NOTHING
        if strip.marked:
            hurt, lost = list[tuple[Piece, int]](), list[tuple[Piece, int]]()
            for one in strip.marked:
                left = world.type(one.piece).hits - one.piece.damage
                (lost if one.hits >= left else hurt).append((one.piece, 1))
            marked = ((self._fate(side, tuple(hurt), tuple(lost)), 1.0),)
        hits = tuple((hit.volley, np.eye(hit.count + 1)[-1]) for hit in strip.hits)
        return Salvo(hits, marked, EMPTY)

    def _found(self) -> Fates | None:
        if not self.battle.found or not isinstance(self.now, Search):
            return None
        victim = other(self.now.side)
        seen = self._fate(victim, EMPTY, merge(*(((piece, 1),) for piece in self.battle.found)))
        guns = self.matchup.forces[self.now.side].aside
        assert size(guns)
        return Gunnery(self.matchup).shot_at(self.now, guns, victim, seen)
