"""Losses: the state after hits that take effect together, by the engine's own arithmetic."""

from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.casualties import Toll, hurt, spread
from sandtable.area.battle.casualty_choice import dearest, picked_toll
from sandtable.area.battle.sequence import other
from sandtable.area.state import Hits
from sandtable.odds.model import by_set
from sandtable.odds.sides import Floats, Ints, summed
from sandtable.odds.stepwise.firing import Fate, Salvo
from sandtable.odds.stepwise.matchup import Abilities, Matchup, Regime


class Spread(NamedTuple):
    """States of a side and their chances."""

    states: Ints
    chances: Floats


Kinds = tuple[str, ...]


class Class(NamedTuple):
    """Kinds of hits that can go to the same units and spare the same ones."""

    kinds: Kinds
    may: tuple[int, ...]
    """The columns they reach."""
    spared: frozenset[int]
    """The columns among them that are hit only if no other can be."""


Classes = tuple[Class, ...]


class Toller:
    """Works out losses, with a cache."""

    def __init__(self, matchup: Matchup) -> None:
        self.matchup = matchup
        self._ranks: dict[Side, dict[int, int]] = {
            side: {c: i for i, c in enumerate(order.columns)} for side, order in matchup.orders.items()
        }
        self._classes: dict[tuple[Side, tuple[bool, ...], Kinds, Abilities], Classes] = {}
        self._tables: dict[tuple[Side, int, int, tuple[int, ...], bool], tuple[Ints, Ints]] = {}
        self._joint: dict[tuple[int, int, tuple[int, ...]], Floats] = {}
        self._after: dict[tuple[Side, int, int, tuple[int, ...], bool], int] = {}
        self._marked: dict[tuple[Side, int, Fate], int] = {}
        self._numbers: dict[Classes, int] = {}

    def losses(self, side: Side, state: int, salvo: Salvo, regime: Regime, behind: bool = False) -> Spread:
        """Where a salvo of the other side may lead; ``behind``: casualties go behind the strip."""
        own = regime.of(other(side))
        if salvo.picks:
            ways = []
            for chance, named, rest in salvo.picks:
                picked = self.picked(side, state, named, own, behind) if named else state
                spread_ = self.losses(side, picked, rest, regime, behind)
                ways.append(Spread(spread_.states, spread_.chances * chance))
            return _together(ways)
        shield = self._shield(side, state)
        if shield and salvo.hits:
            return self._shielded(side, state, salvo, own, shield, behind)
        found: list[Spread] = []
        for fate, p in salvo.marked:
            hit = self.marked(side, state, fate) if fate else state
            spread = self._spread(side, hit, salvo, own, behind)
            found.append(Spread(spread.states, spread.chances * p))
        return found[0] if len(found) == 1 else _together(found)

    def marked(self, side: Side, state: int, fate: Fate) -> int:
        """The state after aimed hits have taken effect."""
        key = (side, state, fate)
        known = self._marked.get(key)
        if known is None:
            counts = list(self.matchup.states[side][state])
            for c, damaged, lost in fate:
                counts[c] -= damaged + lost
                if damaged:
                    counts[self.matchup.hurt(side, c)] += damaged
            known = self._marked[key] = self.matchup.number(side, tuple(counts))
        return known

    def picked(
        self, side: Side, state: int, named: tuple[tuple[str, int], ...], own: Abilities, behind: bool
    ) -> int:
        """The state after hits for which the enemy chooses the casualties: those that hurt most."""
        matchup = self.matchup
        hits = tuple(Hits(kind, n) for kind, n in named)
        losses = dearest(picked_toll(matchup.world, matchup.units(side, state), hits, own))
        counts, places = list(matchup.states[side][state]), matchup.behind[side]
        for piece, n in losses.destroyed:
            counts[matchup.column[side][piece]] -= n
            if behind and places is not None:
                counts[places[matchup.column[side][piece]]] += n
        for piece, n in losses.damaged:
            counts[matchup.column[side][piece]] -= n
            counts[matchup.column[side][hurt(piece)]] += n
        return matchup.number(side, tuple(counts))

    # shields

    def _shield(self, side: Side, state: int) -> int:
        """How many hits the shields of a state can still take."""
        world, force = self.matchup.world, self.matchup.forces[side]
        if not world.shields:
            return 0
        counts = self.matchup.states[side][state]
        return sum(
            n * max(0, force.lives[c])
            for c, n in enumerate(counts)
            if n and force.columns[c].there and force.columns[c].unit in world.shields
        )

    def _shielded(self, side: Side, state: int, salvo: Salvo, own: Abilities, shield: int, behind: bool) -> Spread:
        """The same where shields take the first hits, kind by kind in order of name."""
        kinds = tuple(kind for kind, _ in salvo.hits)
        found: dict[int, float] = {}
        for scored in product(*(range(len(chances)) for _, chances in salvo.hits)):
            p = prod(float(chances[n]) for n, (_, chances) in zip(scored, salvo.hits, strict=True))
            if not p:
                continue
            left, rest = shield, []
            for n in scored:
                rest.append(max(0, n - left))
                left -= n - rest[-1]
            after = self.worn(side, state, shield - left)
            if any(rest):
                classes = self.classes(side, after, kinds, own)
                hits = tuple(
                    sum(n for kind, n in zip(kinds, rest, strict=True) if kind in c.kinds) for c in classes
                )
                number = self._numbers.setdefault(classes, len(self._numbers))
                after = self._after_hits(side, after, classes, number, hits, own, behind)
            found[after] = found.get(after, 0.0) + p
        return Spread(np.array(list(found)), np.array(list(found.values())))

    def worn(self, side: Side, state: int, hits: int) -> int:
        """The state after shields have taken some hits."""
        force, shields = self.matchup.forces[side], self.matchup.world.shields
        counts = list(self.matchup.states[side][state])
        for c, n in enumerate(self.matchup.states[side][state]):
            column = force.columns[c]
            for _ in range(n if column.there and column.unit in shields else 0):
                taken = min(hits, force.lives[c])
                hits -= taken
                counts[c] -= 1
                counts[force.columns.index(column._replace(damage=column.damage + taken))] += 1
        return self.matchup.number(side, tuple(counts))

    def _spread(self, side: Side, state: int, salvo: Salvo, own: Abilities, behind: bool) -> Spread:
        if not salvo.hits:
            return Spread(np.array([state]), np.ones(1))
        classes = self.classes(side, state, tuple(kind for kind, _ in salvo.hits), own)
        if not classes:
            return Spread(np.array([state]), np.ones(1))
        number = self._numbers.setdefault(classes, len(self._numbers))
        caps = tuple(self._lives(side, state, one.may) for one in classes)
        joint = self._chances(salvo, classes, number, caps)
        sizes = tuple(min(cap, self._most(salvo, one)) for cap, one in zip(caps, classes, strict=True))
        states, which = self._table(side, state, classes, number, sizes, own, behind)
        return Spread(states, summed(which, joint, len(states)))

    def _most(self, salvo: Salvo, one: Class) -> int:
        return sum(len(chances) - 1 for kind, chances in salvo.hits if kind in one.kinds)

    def _chances(self, salvo: Salvo, classes: Classes, number: int, caps: tuple[int, ...]) -> Floats:
        """The chance of every combination of hits by class; hits beyond a cap are lost."""
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
        """Kinds of hits by the units they can go to and those they spare."""
        key = (side, self.matchup.filled(side, state), kinds, own)
        known = self._classes.get(key)
        if known is None:
            world, force = self.matchup.world, self.matchup.forces[side]
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
        lives, counts = self.matchup.forces[side].lives, self.matchup.states[side][state]
        return sum([counts[c] * lives[c] for c in columns])

    def _table(
        self,
        side: Side,
        state: int,
        classes: Classes,
        number: int,
        sizes: tuple[int, ...],
        own: Abilities,
        behind: bool,
    ) -> tuple[Ints, Ints]:
        """Where every combination of hits leads: the distinct states, and the index of each result among them."""
        key = (side, state, number, sizes, behind)
        known = self._tables.get(key)
        if known is None:
            after = [
                self._after_hits(side, state, classes, number, hits, own, behind)
                for hits in product(*(range(size + 1) for size in sizes))
            ]
            states, which = np.unique(np.array(after), return_inverse=True)
            known = self._tables[key] = states, which.reshape(-1)
        return known

    # taking hits

    def _after_hits(
        self,
        side: Side,
        state: int,
        classes: Classes,
        number: int,
        hits: tuple[int, ...],
        own: Abilities,
        behind: bool,
    ) -> int:
        if not any(hits):
            return state
        key = (side, state, number, hits, behind)
        known = self._after.get(key)
        if known is None:
            counts = self.after(side, state, classes, hits, own, behind)
            known = self._after[key] = self.matchup.number(side, counts)
        return known

    def after(
        self,
        side: Side,
        state: int,
        classes: Classes,
        hits: tuple[int, ...],
        own: Abilities,
        behind: bool = False,
    ) -> tuple[int, ...]:
        """The counts after hits of each class, by the side's order of losses."""
        scored = [(one, n) for one, n in zip(classes, hits, strict=True) if n]
        last = frozenset[int]().union(*(one.spared for one, _ in scored))
        if all(last.intersection(one.may) == one.spared for one, _ in scored):
            return self._in_order(side, state, [(one.may, n) for one, n in scored], last, behind)
        assert not behind  # hits that spare some units all take effect together
        strict = [(one, n) for one, n in scored if one.spared]
        if len(strict) > 1:  # there are several ways to assign the hits
            return self._by_toll(side, state, tuple(Hits(one.kinds[0], n) for one, n in scored), own)
        one, n = strict[0]
        others = tuple(c for c in one.may if c not in one.spared)
        sent = min(n, self._lives(side, state, others))
        free = [(other_.may, many) for other_, many in scored if not other_.spared]
        return self._in_order(side, state, [(others, sent), (tuple(one.spared), n - sent), *free], frozenset())

    def _in_order(
        self,
        side: Side,
        state: int,
        hits: list[tuple[tuple[int, ...], int]],
        last: frozenset[int],
        behind: bool = False,
    ) -> tuple[int, ...]:
        """The counts after hits, given by the columns they reach."""
        matchup = self.matchup
        counts, order, lives = matchup.states[side][state], matchup.orders[side], matchup.forces[side].lives
        masks, places = [0] * len(counts), matchup.behind[side]
        for bit, (columns, _) in enumerate(hits):
            for c in columns:
                masks[c] |= 1 << bit
        kept = next((c for c in order.keep if counts[c]), None)
        groups = [(c, counts[c] - (c == kept)) for c in order.columns if masks[c] and counts[c] > (c == kept)]
        if kept is not None and masks[kept]:
            groups.append((kept, 1))
        taken = spread([(masks[c], n, lives[c], c in last) for c, n in groups], by_set(tuple(n for _, n in hits)))
        after = list(counts)
        for (c, _), (damaged, lost) in zip(groups, taken, strict=True):
            after[c] -= lost + damaged
            if damaged:
                after[matchup.hurt(side, c)] += damaged
            if behind and places is not None:
                after[places[c]] += lost
        return tuple(after)

    def _by_toll(self, side: Side, state: int, hits: tuple[Hits, ...], own: Abilities) -> tuple[int, ...]:
        """The same by the engine's own function, which is slower."""
        matchup = self.matchup
        column, ranks = matchup.column[side], self._ranks[side]
        toll = Toll(matchup.world, matchup.units(side, state), hits, own)
        groups = sorted(toll.targets, key=lambda t: (t.last, ranks[column[t.piece]]))
        losses = toll.in_order(groups)
        counts = list(matchup.states[side][state])
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
