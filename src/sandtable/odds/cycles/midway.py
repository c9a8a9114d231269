"""The rest of a battle in cycles that is under way: exact from any of its decisions on.

Hits that wait, shots that are aimed and losses that are named already are taken over from the table; what is left
of the round comes first, and then the cycles follow as always.
"""

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Search, other
from sandtable.area.battle.values import strip_of
from sandtable.area.forces import EMPTY, Piece, Stack, changed, merge, size
from sandtable.area.state import Battle, Shots
from sandtable.odds.cycles.chain import Chain, Open
from sandtable.odds.cycles.fighting import NEVER, Fight
from sandtable.odds.cycles.firing import NOTHING, Fate, Fates, Gunnery, Salvo
from sandtable.odds.cycles.muster import SIDES, Muster, Regime
from sandtable.odds.cycles.steps import cycle
from sandtable.odds.exact import Solution


def rest_of(muster: Muster, battle: Battle) -> Solution:
    """How a battle under way ends, if nobody leaves who does not have to; rounds are those after this one."""
    where = _Midway(muster, battle)
    fight = Fight(Chain(muster, where.open()), NEVER)
    return fight.add_up(fight.rest(where.regime()))


class _Midway:
    """What is open in a battle, in terms of its muster."""

    def __init__(self, muster: Muster, battle: Battle) -> None:
        self.muster = muster
        self.battle = battle
        self.now = muster.sequence.steps[battle.step]

    def regime(self) -> int:
        """The number of what held when the round began."""
        known = self.muster.telling | {pack.name for pack in self.muster.world.sequences.packs}
        attack, defend = (strip_of(self.battle, side) for side in SIDES)
        return self.muster.regime_number(
            Regime(
                tuple(a for a in attack.abilities if a in known),
                tuple(a for a in defend.abilities if a in known),
                (self._pieces("attack", attack.fired), self._pieces("defend", defend.fired)),
                (self._aims("attack", attack.aims), self._aims("defend", defend.aims)),
            )
        )

    def open(self) -> Open:
        """What comes first."""
        battle = self.battle
        rest = cycle(self.muster.sequence, min(battle.round, 2), battle.step)
        waiting = {side: self._waiting(side) for side in SIDES}
        return Open(rest, battle.round, waiting, self._found(), battle.deadlock)

    # pieces

    def _column(self, side: Side, piece: Piece) -> int:
        force = self.muster.forces[side]
        apart = piece.power if self.muster.world.type(piece) != self.muster.world.units[piece.unit] else ""
        cargo = tuple(sorted(aboard.unit for aboard in piece.cargo))
        exact = (piece.unit, piece.damage, cargo, apart)
        return next(
            c
            for c, column in enumerate(force.columns)
            if (column.unit, column.damage, column.cargo, column.power) == exact and not column.below
        )

    def _piece(self, side: Side, piece: Piece) -> Piece:
        return self.muster.pieces[side][self._column(side, piece)]

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

    # what waits

    def _waiting(self, side: Side) -> Salvo:
        """What has been fired at a side; losses that it has named already count as those."""
        strip, world = strip_of(self.battle, side), self.muster.world
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
        guns = self.muster.forces[self.now.side].aside
        assert size(guns)
        return Gunnery(self.muster).shot_at(self.now, guns, victim, seen)
