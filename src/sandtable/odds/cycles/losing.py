"""Losses in a battle in cycles: where hits lead that take effect together, by the table's own arithmetic."""

from itertools import product
from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.casualties import Toll, hurt, spread
from sandtable.area.battle.sequence import other
from sandtable.area.state import Hits
from sandtable.odds.cycles.firing import Fate, Salvo
from sandtable.odds.cycles.muster import Abilities, Muster, Regime
from sandtable.odds.model import by_set
from sandtable.odds.sides import Floats, Ints, summed


class Spread(NamedTuple):
    """States of a side and their chances."""

    states: Ints
    chances: Floats


Kinds = tuple[str, ...]


class Class(NamedTuple):
    """Kinds of hits that go to the same units and spare the same."""

    kinds: Kinds
    may: tuple[int, ...]
    """The columns that they reach."""
    spared: frozenset[int]
    """Those of them that are hit only if no other can be."""


Classes = tuple[Class, ...]


class Toller:
    """Works out losses, and remembers them."""

    def __init__(self, muster: Muster) -> None:
        self.muster = muster
        self._ranks: dict[Side, dict[int, int]] = {
            side: {c: i for i, c in enumerate(order.columns)} for side, order in muster.orders.items()
        }
        self._classes: dict[tuple[Side, tuple[bool, ...], Kinds, Abilities], Classes] = {}
        self._tables: dict[tuple[Side, int, int, tuple[int, ...]], tuple[Ints, Ints]] = {}
        self._joint: dict[tuple[int, int, tuple[int, ...]], Floats] = {}
        self._after: dict[tuple[Side, int, int, tuple[int, ...]], int] = {}
        self._marked: dict[tuple[Side, int, Fate], int] = {}
        self._numbers: dict[Classes, int] = {}

    def losses(self, side: Side, state: int, salvo: Salvo, regime: Regime) -> Spread:
        """Where a salvo of the other side may lead."""
        own = regime.of(other(side))
        found: list[Spread] = []
        for fate, p in salvo.marked:
            hit = self.marked(side, state, fate) if fate else state
            spread = self._spread(side, hit, salvo, own)
            found.append(Spread(spread.states, spread.chances * p))
        return found[0] if len(found) == 1 else _together(found)

    def marked(self, side: Side, state: int, fate: Fate) -> int:
        """The state after aimed hits have taken effect."""
        key = (side, state, fate)
        known = self._marked.get(key)
        if known is None:
            counts = list(self.muster.states[side][state])
            pieces, columns = self.muster.pieces[side], self.muster.column[side]
            for c, damaged, lost in fate:
                counts[c] -= damaged + lost
                if damaged:
                    counts[columns[hurt(pieces[c])]] += damaged
            known = self._marked[key] = self.muster.number(side, tuple(counts))
        return known

    def _spread(self, side: Side, state: int, salvo: Salvo, own: Abilities) -> Spread:
        if not salvo.hits:
            return Spread(np.array([state]), np.ones(1))
        classes = self.classes(side, state, tuple(kind for kind, _ in salvo.hits), own)
        if not classes:
            return Spread(np.array([state]), np.ones(1))
        number = self._numbers.setdefault(classes, len(self._numbers))
        caps = tuple(self._lives(side, state, one.may) for one in classes)
        joint = self._chances(salvo, classes, number, caps)
        sizes = tuple(min(cap, self._most(salvo, one)) for cap, one in zip(caps, classes, strict=True))
        states, which = self._table(side, state, classes, number, sizes, own)
        return Spread(states, summed(which, joint, len(states)))

    def _most(self, salvo: Salvo, one: Class) -> int:
        return sum(len(chances) - 1 for kind, chances in salvo.hits if kind in one.kinds)

    def _chances(self, salvo: Salvo, classes: Classes, number: int, caps: tuple[int, ...]) -> Floats:
        """The chance of every combination of hits by class; what goes beyond a cap is lost."""
        key = (salvo.number, number, caps)
        known = self._joint.get(key)
        if known is None:
            by_kind, joint = dict(salvo.hits), np.ones(1)
            for one, lives in zip(classes, caps, strict=True):
                chances = np.ones(1)
                for kind in one.kinds:
                    chances = np.convolve(chances, by_kind[kind])
                if len(chances) > lives + 1:
                    chances = np.append(chances[:lives], chances[lives:].sum())
                joint = np.multiply.outer(joint, chances).ravel()
            known = self._joint[key] = joint
        return known

    def classes(self, side: Side, state: int, kinds: Kinds, own: Abilities) -> Classes:
        """Kinds of hits by the units that they go to and those that they spare."""
        key = (side, self.muster.filled(side, state), kinds, own)
        known = self._classes.get(key)
        if known is None:
            world, force = self.muster.world, self.muster.forces[side]
            present = [(c, world.units[force.columns[c].unit]) for c, on in enumerate(key[1]) if on]
            found: dict[tuple[tuple[int, ...], frozenset[int]], list[str]] = {}
            for kind in kinds:
                may = tuple(c for c, unit in present if world.sequences.may_hit(kind, unit, own))
                spared = frozenset(c for c, unit in present if c in may and world.sequences.is_last(unit, kind))
                if may:
                    found.setdefault((may, spared), []).append(kind)
            known = self._classes[key] = tuple(Class(tuple(same), *whom) for whom, same in found.items())
        return known

    def _lives(self, side: Side, state: int, columns: tuple[int, ...]) -> int:
        lives, counts = self.muster.forces[side].lives, self.muster.states[side][state]
        return sum([counts[c] * lives[c] for c in columns])

    def _table(
        self, side: Side, state: int, classes: Classes, number: int, sizes: tuple[int, ...], own: Abilities
    ) -> tuple[Ints, Ints]:
        """Where every combination of hits leads: the different states, and which of them each one is."""
        key = (side, state, number, sizes)
        known = self._tables.get(key)
        if known is None:
            after = [
                self._after_hits(side, state, classes, number, hits, own)
                for hits in product(*(range(size + 1) for size in sizes))
            ]
            states, which = np.unique(np.array(after), return_inverse=True)
            known = self._tables[key] = states, which.reshape(-1)
        return known

    # taking hits

    def _after_hits(
        self, side: Side, state: int, classes: Classes, number: int, hits: tuple[int, ...], own: Abilities
    ) -> int:
        if not any(hits):
            return state
        key = (side, state, number, hits)
        known = self._after.get(key)
        if known is None:
            known = self._after[key] = self.muster.number(side, self.after(side, state, classes, hits, own))
        return known

    def after(
        self, side: Side, state: int, classes: Classes, hits: tuple[int, ...], own: Abilities
    ) -> tuple[int, ...]:
        """The counts after hits of each class have been taken by the side's order of losses."""
        scored = [(one, n) for one, n in zip(classes, hits, strict=True) if n]
        last = frozenset[int]().union(*(one.spared for one, _ in scored))
        if all(last.intersection(one.may) == one.spared for one, _ in scored):
            return self._in_order(side, state, [(one.may, n) for one, n in scored], last)
        strict = [(one, n) for one, n in scored if one.spared]
        if len(strict) > 1:  # there are several ways to read the hits
            return self._by_toll(side, state, tuple(Hits(one.kinds[0], n) for one, n in scored), own)
        one, n = strict[0]
        others = tuple(c for c in one.may if c not in one.spared)
        sent = min(n, self._lives(side, state, others))
        free = [(other_.may, many) for other_, many in scored if not other_.spared]
        return self._in_order(side, state, [(others, sent), (tuple(one.spared), n - sent), *free], frozenset())

    def _in_order(
        self, side: Side, state: int, hits: list[tuple[tuple[int, ...], int]], last: frozenset[int]
    ) -> tuple[int, ...]:
        """The counts after hits, given by the columns that they reach."""
        muster = self.muster
        counts, order, lives = muster.states[side][state], muster.orders[side], muster.forces[side].lives
        masks = [0] * len(counts)
        for bit, (columns, _) in enumerate(hits):
            for c in columns:
                masks[c] |= 1 << bit
        kept = next((c for c in order.keep if counts[c]), None)
        groups = [(c, counts[c] - (c == kept)) for c in order.columns if masks[c] and counts[c] > (c == kept)]
        if kept is not None and masks[kept]:
            groups.append((kept, 1))
        taken = spread([(masks[c], n, lives[c], c in last) for c, n in groups], by_set(tuple(n for _, n in hits)))
        after = list(counts)
        pieces, column = muster.pieces[side], muster.column[side]
        for (c, _), (damaged, lost) in zip(groups, taken, strict=True):
            after[c] -= lost + damaged
            if damaged:
                after[column[hurt(pieces[c])]] += damaged
        return tuple(after)

    def _by_toll(self, side: Side, state: int, hits: tuple[Hits, ...], own: Abilities) -> tuple[int, ...]:
        """The same by the table's own reading, which takes longer."""
        muster = self.muster
        column, ranks = muster.column[side], self._ranks[side]
        toll = Toll(muster.world, muster.units(side, state), hits, own)
        groups = sorted(toll.targets, key=lambda t: (t.last, ranks[column[t.piece]]))
        losses = toll.in_order(groups)
        counts = list(muster.states[side][state])
        for piece, n in losses.destroyed:
            counts[column[piece]] -= n
        for piece, n in losses.damaged:
            counts[column[piece]] -= n
            counts[column[hurt(piece)]] += n
        return tuple(counts)


def _together(parts: list[Spread]) -> Spread:
    states, which = np.unique(np.concatenate([p.states for p in parts]), return_inverse=True)
    weights = np.concatenate([p.chances for p in parts])
    return Spread(states, summed(which.reshape(-1), weights, len(states)))
