"""One side of a battle as hits see it: columns of like units, and what losses do to them."""

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandtable.area.actions import Side
from sandtable.area.battle.casualties import spread, worth
from sandtable.area.battle.placing import defending
from sandtable.area.battle.values import value
from sandtable.area.forces import Stack, merge
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.odds.cycles.steps import in_cycles

Counts = tuple[int, ...]
"""How many units stand in each column."""
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Column(NamedTuple):
    """Units that are alike in a battle: type, damage, cargo."""

    unit: str
    damage: int
    cargo: tuple[str, ...]
    worth: int
    below: bool = False
    """Submerged or withdrawn: out of the battle, but alive."""
    power: str = ""
    """Whose they are, where a development sets them apart from others of their type."""


class Force:
    """A side's columns, and how many units it begins with in each."""

    def __init__(self, world: World, side: Side, units: Stack, name: str = "") -> None:
        """``name``: the sequence that is followed, which says who only supports the battle."""
        self.world = world
        self.side: Side = side
        self.support: list[tuple[UnitType, int]] = []
        """Units that fire into the battle and cannot be hit."""
        self.aside: Stack = ()
        """The same as pieces."""
        leave = bool(name) and in_cycles(world.sequences.sequences[name])
        counts: dict[Column, int] = {}
        for piece, count in defending(world, units) if side == "defend" else units:
            kind = world.type(piece)
            if piece.unit in world.prizes or (name and world.sequences.supports(name, side, kind)):
                self.support.append((kind, count))
                self.aside = merge(self.aside, ((piece, count),))
                continue
            cargo = tuple(sorted(aboard.unit for aboard in piece.cargo))
            apart = piece.power if kind != world.units[piece.unit] else ""
            column = Column(piece.unit, piece.damage, cargo, worth(world, piece), power=apart)
            counts[column] = counts.get(column, 0) + count
        for column in tuple(counts):
            for damage in range(column.damage, world.units[column.unit].hits):
                now = column._replace(damage=damage)
                counts.setdefault(now, 0)
                if leave or world.sequences.may_leave(side, world.units[column.unit]):
                    counts.setdefault(now._replace(below=True), 0)
        table = list(world.units)
        self.columns = tuple(sorted(counts, key=lambda c: (c.below, c.worth, table.index(c.unit), -c.damage, c)))
        self.start: Counts = tuple(counts[c] for c in self.columns)
        self.types: tuple[UnitType, ...] = tuple(world.unit(c.power, c.unit) for c in self.columns)
        self.values = tuple(
            0 if c.below else value(t, side) for c, t in zip(self.columns, self.types, strict=True)
        )
        """What a unit of each column has to roll, or less; nothing once it is submerged."""
        self.dice = tuple(t.attack_dice if side == "attack" else 1 for t in self.types)
        """Dice that a unit of each column rolls."""
        self.lives = tuple(t.hits - c.damage for c, t in zip(self.columns, self.types, strict=True))
        self.worths = tuple(c.worth for c in self.columns)

    def worth(self, counts: Counts) -> int:
        return sum(n * w for n, w in zip(counts, self.worths, strict=True))

    def left(self, counts: Counts) -> int:
        """How many hits it would take to lose everything."""
        return sum(n * life for n, life in zip(counts, self.lives, strict=True))

    def armed(self, counts: Counts) -> bool:
        """Whether anybody is left that can fire."""
        return any(n and value for n, value in zip(counts, self.values, strict=True))

    def has_land(self, counts: Counts) -> bool:
        """Whether a land unit is left in the battle."""
        return any(
            n and t.kind == "land" and not c.below
            for n, t, c in zip(counts, self.types, self.columns, strict=True)
        )

    def abilities(self, counts: Counts) -> frozenset[str]:
        """The abilities present in the battle."""
        return frozenset(
            ability
            for n, c, t in zip(counts, self.columns, self.types, strict=True)
            if n and not c.below
            for ability in t.abilities
        )

    def submerge(self, counts: Counts) -> Counts:
        """The counts with every submersible unit below."""
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
    """An order of losses: columns from first to last, and columns of which one unit is kept to the very end."""

    columns: tuple[int, ...]
    keep: tuple[int, ...] = ()


def after_hits(
    force: Force, order: LossOrder, counts: Counts, masks: Sequence[int], hits: Sequence[int]
) -> Counts:
    """The counts after losses are taken, by the table's own arithmetic.

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


def after_many(force: Force, order: LossOrder, counts: Ints, masks: Sequence[int], hits: Sequence[Ints]) -> Ints:
    """What :func:`after_hits` says, for many rows of counts at once; ``hits``: of each kind, in every row."""
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
        inside = [(c, n) for c, n in groups if force.world.sequences.is_last(force.types[c]) is tier]
        free = {c: absorb(masks[c], n * (force.lives[c] - 1)) for c, n in inside if force.lives[c] > 1}
        for c, n in inside:
            lost = absorb(masks[c], n)
            after[:, c] -= lost
            if c in free:
                hurt = free[c] - lost * (force.lives[c] - 1)
                column = force.columns[c]
                after[:, c] -= hurt
                after[:, force.columns.index(column._replace(damage=column.damage + 1))] += hurt
    return after


def distinct(rows: Ints) -> tuple[list[Counts], Ints]:
    """The different rows, and for each row which of them it is.

    >>> distinct(np.array([[2, 0], [1, 1], [2, 0]]))
    ([(1, 1), (2, 0)], array([1, 0, 1]))
    """
    sizes = [int(n) + 1 for n in rows.max(axis=0)]
    if prod(sizes) < 1 << 62:  # then a row is a number, which is found much sooner
        weights = np.array([prod(sizes[c + 1 :]) for c in range(len(sizes))], dtype=np.int64)
        _, first, which = np.unique(rows @ weights, return_index=True, return_inverse=True)
        found = rows[first]
    else:
        found, which = np.unique(rows, axis=0, return_inverse=True)
    return [tuple(row) for row in found.tolist()], which.reshape(-1)


def summed(at: Ints, values: Floats, size: int) -> Floats:
    """Values added up by place.

    >>> summed(np.array([0, 2, 0]), np.array([0.5, 1.0, 0.25]), 3).tolist()
    [0.75, 0.0, 1.0]
    """
    return np.bincount(at, weights=values, minlength=size).astype(np.float64)


@lru_cache(maxsize=8192)
def binomial(count: int, need: int) -> Floats:
    """The chance of each number of hits of ``count`` dice that hit with ``need`` or less out of six."""
    if count == 0:
        return np.ones(1)
    return np.convolve(binomial(count - 1, need), np.array([1 - need / 6, need / 6]))
