"""One side of a battle: columns of identical units, and the effect of losses on them."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandtable.area.actions import Side
from sandtable.area.battle.casualties import spread, worth
from sandtable.area.battle.placing import defending
from sandtable.area.battle.values import value
from sandtable.area.forces import Piece, Stack, merge, minus, where
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.odds.stepwise.steps import is_stepwise

Counts = tuple[int, ...]
"""The number of units in each column."""
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Column(NamedTuple):
    """Units that are identical in a battle: same type, damage, cargo."""

    unit: str
    damage: int
    cargo: tuple[str, ...]
    worth: int
    below: bool = False
    """Submerged or withdrawn: out of the battle, but alive."""
    power: str = ""
    """The owner, if a development makes its units different from others of their type."""
    behind: bool = False
    """Hit, and behind the strip until the next removal; they may still fire."""

    @property
    def there(self) -> bool:
        """Whether its units are in the battle and can be hit."""
        return not (self.below or self.behind)


class Force:
    """A side's columns, and how many units it starts with in each."""

    def __init__(
        self, world: World, side: Side, units: Stack, name: str = "", others: Iterable[Stack] = ()
    ) -> None:
        """``name``: the battle's sequence, which says which units only support. ``others``: what the force may
        have become before the battle starts.
        """
        self.world = world
        self.side: Side = side
        self.support: list[tuple[UnitType, int]] = []
        """Units that fire into the battle and can't be hit."""
        self.aside: Stack = ()
        """The same as pieces."""
        leave = bool(name) and is_stepwise(world.sequences, name)
        behind = leave and world.sequences.sequences[name].has_behind(side)
        self._name = name
        fighting = []
        for piece, count in units:
            if self._supports(piece):
                self.support.append((world.type(piece), count))
                self.aside = merge(self.aside, ((piece, count),))
            else:
                fighting.append((piece, count))
        counts = self._counted(tuple(fighting))
        for one in others:
            counts = dict.fromkeys(self._counted(one), 0) | counts
        for column in tuple(counts):
            worn = column.unit in world.shields
            for damage in range(column.damage, world.units[column.unit].hits + worn):
                now = column._replace(damage=damage)
                counts.setdefault(now, 0)
                if behind:
                    counts.setdefault(now._replace(behind=True), 0)
                if leave or world.sequences.may_leave(side, world.units[column.unit]):
                    counts.setdefault(now._replace(below=True), 0)
        table = list(world.units)
        self.columns = tuple(
            sorted(counts, key=lambda c: (c.below, c.behind, c.worth, table.index(c.unit), -c.damage, c))
        )
        self.start: Counts = tuple(counts[c] for c in self.columns)
        self.types: tuple[UnitType, ...] = tuple(world.unit(c.power, c.unit) for c in self.columns)
        self.values = tuple(
            value(t, side) if c.there else 0 for c, t in zip(self.columns, self.types, strict=True)
        )
        """The number that a unit of each column needs to roll, or less; 0 once it is out of the battle."""
        self.dice = tuple(t.attack_dice if side == "attack" else 1 for t in self.types)
        """How many dice a unit of each column rolls."""
        self.lives = tuple(t.hits - c.damage for c, t in zip(self.columns, self.types, strict=True))
        self.worths = tuple(c.worth for c in self.columns)

    def _supports(self, piece: Piece) -> bool:
        named, kind = self._name, self.world.type(piece)
        return piece.unit in self.world.prizes or bool(
            named and self.world.sequences.supports(named, self.side, kind)
        )

    def _counted(self, units: Stack) -> dict[Column, int]:
        """How many units there are in each column."""
        world, counts = self.world, dict[Column, int]()
        out = where(units, lambda p: p.submerged)  # they take no part
        for piece, count in merge(out, defending(world, minus(units, out))) if self.side == "defend" else units:
            if self._supports(piece):
                continue
            cargo = tuple(sorted(aboard.unit for aboard in piece.cargo))
            apart = piece.power if world.type(piece) != world.units[piece.unit] else ""
            column = Column(piece.unit, piece.damage, cargo, worth(world, piece), piece.submerged, apart)
            counts[column] = counts.get(column, 0) + count
        return counts

    def counts(self, units: Stack) -> Counts:
        """Units of this force, by column."""
        found = self._counted(units)
        return tuple(found.get(column, 0) for column in self.columns)

    def worth(self, counts: Counts) -> int:
        return sum(n * w for n, w in zip(counts, self.worths, strict=True))

    def left(self, counts: Counts) -> int:
        """How many hits it takes to destroy everything."""
        return sum(n * life for n, life in zip(counts, self.lives, strict=True))

    def armed(self, counts: Counts) -> bool:
        """Whether any unit is left that can fire."""
        return any(n and value for n, value in zip(counts, self.values, strict=True))

    def has_land(self, counts: Counts) -> bool:
        """Whether a land unit is left in the battle."""
        return any(
            n and t.kind == "land" and c.there for n, t, c in zip(counts, self.types, self.columns, strict=True)
        )

    def abilities(self, counts: Counts) -> frozenset[str]:
        """The abilities present in the battle."""
        return frozenset(
            ability
            for n, c, t in zip(counts, self.columns, self.types, strict=True)
            if n and c.there
            for ability in t.abilities
        )

    def submerge(self, counts: Counts) -> Counts:
        """The counts with every submersible unit submerged."""
        after = list(counts)
        for i, column in enumerate(self.columns):
            if counts[i] and self.leaves(i):
                after[self.columns.index(column._replace(below=True))] += counts[i]
                after[i] = 0
        return tuple(after)

    def leaves(self, column: int) -> bool:
        """Whether units of a column may leave the battle on their own."""
        return not self.columns[column].below and self.world.sequences.may_leave(self.side, self.types[column])

    def units(self, counts: Counts) -> dict[str, int]:
        """Survivors by unit type, cargo included."""
        found: dict[str, int] = {}
        for n, column in zip(counts, self.columns, strict=True):
            for unit in (column.unit, *column.cargo):
                if n:
                    found[unit] = found.get(unit, 0) + n
        return found


class LossOrder(NamedTuple):
    """An order of losses: columns from first to last, and columns of which one unit is kept until last."""

    columns: tuple[int, ...]
    keep: tuple[int, ...] = ()


def after_hits(
    force: Force, order: LossOrder, counts: Counts, masks: Sequence[int], hits: Sequence[int]
) -> Counts:
    """The counts after casualties are taken, by the engine's own arithmetic.

    ``masks`` say which kinds of hits each column can take; ``hits[s]`` is the number of hits of the kinds in set
    ``s``.
    """
    kept = next((c for c in order.keep if counts[c]), None)
    groups = [(c, counts[c] - (c == kept)) for c in order.columns if masks[c] and counts[c] - (c == kept) > 0]
    if kept is not None and masks[kept]:
        groups.append((kept, 1))
    is_last = force.world.sequences.is_last
    targets = [(masks[c], n, force.lives[c], is_last(force.types[c])) for c, n in groups]
    after = list(counts)
    for (c, _), (hurt, lost) in zip(groups, spread(targets, hits), strict=True):
        after[c] -= lost + hurt
        if hurt:
            column = force.columns[c]
            after[force.columns.index(column._replace(damage=column.damage + 1))] += hurt
    return tuple(after)


def after_many(
    force: Force,
    order: LossOrder,
    counts: Ints,
    masks: Sequence[int],
    hits: Sequence[Ints],
    last: frozenset[int] | None = None,
    behind: Sequence[int] | None = None,
) -> Ints:
    """:func:`after_hits` for many rows of counts at once; ``hits``: of each kind, in every row.

    ``last``: the columns that are hit only if no others can be; default: as the sequences say. ``behind``: for
    each column, the one its casualties move to for now; by default they are removed.
    """
    if last is None:
        last = frozenset(c for c, unit in enumerate(force.types) if force.world.sequences.is_last(unit))
    nothing = np.zeros(len(counts), np.int64)
    left = [sum((n for bit, n in enumerate(hits) if s >> bit & 1), nothing) for s in range(1 << len(hits))]
    kept: dict[int, Ints] = {}
    unkept = np.ones(len(counts), bool)
    for c in order.keep:
        one = unkept & (counts[:, c] > 0)
        kept[c] = one.astype(np.int64)
        unkept &= ~one
    groups = [(c, counts[:, c] - kept.get(c, nothing)) for c in order.columns if masks[c]]
    groups += [(c, one) for c, one in kept.items() if masks[c]]
    after = counts.copy()

    def absorb(mask: int, most: Ints) -> Ints:
        within = [kinds for kinds in range(len(left)) if not mask & ~kinds]
        amount = np.minimum(most, np.minimum.reduce([left[kinds] for kinds in within]))
        for kinds in within:
            left[kinds] = left[kinds] - amount
        return amount

    for tier in (False, True):
        inside = [(c, n) for c, n in groups if (c in last) is tier]
        free = {c: absorb(masks[c], n * (force.lives[c] - 1)) for c, n in inside if force.lives[c] > 1}
        for c, n in inside:
            lost = absorb(masks[c], n)
            after[:, c] -= lost
            if behind is not None:
                after[:, behind[c]] += lost
            if c in free:
                hurt = free[c] - lost * (force.lives[c] - 1)
                column = force.columns[c]
                after[:, c] -= hurt
                after[:, force.columns.index(column._replace(damage=column.damage + 1))] += hurt
    return after


def distinct(rows: Ints) -> tuple[list[Counts], Ints]:
    """The distinct rows, and the index among them for each row.

    >>> distinct(np.array([[2, 0], [1, 1], [2, 0]]))
    ([(1, 1), (2, 0)], array([1, 0, 1]))
    """
    sizes = [int(n) + 1 for n in rows.max(axis=0)]
    if prod(sizes) < 1 << 62:  # then a row fits in one number, which is much faster
        weights = np.array([prod(sizes[c + 1 :]) for c in range(len(sizes))], dtype=np.int64)
        _, first, which = np.unique(rows @ weights, return_index=True, return_inverse=True)
        found = rows[first]
    else:
        found, which = np.unique(rows, axis=0, return_inverse=True)
    return [tuple(row) for row in found.tolist()], which.reshape(-1)


def summed(at: Ints, values: Floats, size: int) -> Floats:
    """Values summed by index.

    >>> summed(np.array([0, 2, 0]), np.array([0.5, 1.0, 0.25]), 3).tolist()
    [0.75, 0.0, 1.0]
    """
    return np.bincount(at, weights=values, minlength=size).astype(np.float64)


@lru_cache(maxsize=8192)
def binomial(count: int, need: int) -> Floats:
    """The chance of each number of hits with ``count`` dice that hit on ``need`` or less out of six."""
    if count == 0:
        return np.ones(1)
    return np.convolve(binomial(count - 1, need), np.array([1 - need / 6, need / 6]))
