"""One side of a battle as hits see it: columns of like units, and the states it can be in under an order of losses."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandtable.area.battle.casualties import spread, worth
from sandtable.area.forces import Stack
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.area.actions import Side as Edge
from sandtable.area.battle.volleys import value

Counts = tuple[int, ...]
"""How many units stand in each column."""
Floats = npt.NDArray[np.float64]


class Column(NamedTuple):
    """Units that are alike in a battle: type, damage, cargo."""

    unit: str
    damage: int
    cargo: tuple[str, ...]
    worth: int
    below: bool = False
    """Submerged: out of the battle, but alive."""

    @property
    def name(self) -> str:
        cargo = f"[{', '.join(self.cargo)}]" if self.cargo else ""
        return f"{self.unit}{cargo}{'(damaged)' if self.damage else ''}{'(submerged)' if self.below else ''}"


class Force:
    """A side's columns and how many units it begins with in each."""

    def __init__(self, world: World, edge: Edge, units: Stack) -> None:
        self.world = world
        self.edge: Edge = edge
        counts: dict[Column, int] = {}
        for piece, count in units:
            column = Column(
                piece.unit, piece.damage, tuple(sorted(c.unit for c in piece.cargo)), worth(world, piece)
            )
            counts[column] = counts.get(column, 0) + count
        for column in tuple(counts):
            for damage in range(column.damage + 1, world.units[column.unit].hits):
                counts.setdefault(column._replace(damage=damage), 0)
            if world.units[column.unit].can("submersible"):
                counts.setdefault(column._replace(below=True), 0)
        table = list(world.units)
        self.columns = tuple(sorted(counts, key=lambda c: (c.below, c.worth, table.index(c.unit), -c.damage, c)))
        self.start: Counts = tuple(counts[c] for c in self.columns)

    def type(self, column: int) -> UnitType:
        return self.world.units[self.columns[column].unit]

    def value(self, column: int) -> int:
        """What a unit of this column has to roll, or less; nothing once it is submerged."""
        return 0 if self.columns[column].below else value(self.type(column), self.edge)

    def fights(self, column: int) -> bool:
        return not self.columns[column].below

    def worth(self, counts: Counts) -> int:
        return sum(n * c.worth for n, c in zip(counts, self.columns, strict=True))

    def abilities(self, counts: Counts) -> frozenset[str]:
        """The abilities present in the battle."""
        return frozenset(
            ability
            for i, n in enumerate(counts)
            if n and self.fights(i)
            for ability in self.type(i).abilities
        )

    def submerge(self, counts: Counts) -> Counts:
        """The counts with every submersible unit below."""
        after = list(counts)
        for i, column in enumerate(self.columns):
            if counts[i] and not column.below and self.type(i).can("submersible"):
                after[self.columns.index(column._replace(below=True))] += counts[i]
                after[i] = 0
        return tuple(after)


class LossOrder(NamedTuple):
    """An order of losses: columns from first to last, and columns that keep one unit back to the very end."""

    columns: tuple[int, ...]
    keep: tuple[int, ...] = ()


def after_hits(
    force: Force, order: LossOrder, counts: Counts, masks: Sequence[int], hits: Sequence[int]
) -> Counts:
    """The counts after losses are taken: ``masks`` say which kinds of hits each column can take, ``hits`` how many fall.

    ``hits[s]`` is the number of hits of the kinds in the set ``s``; the arithmetic is that of the table.
    """
    kept = next((c for c in order.keep if counts[c]), None)
    who: list[int] = [c for c in order.columns if counts[c] and masks[c]]
    groups = [(c, counts[c] - (c == kept)) for c in who if counts[c] - (c == kept)]
    if kept is not None and masks[kept]:
        groups.append((kept, 1))
    sequences, world = force.world.sequences, force.world
    targets = [
        (
            masks[c],
            n,
            world.units[force.columns[c].unit].hits - force.columns[c].damage,
            sequences.is_last(force.type(c)),
        )
        for c, n in groups
    ]
    after = list(counts)
    for (c, _), (hurt, lost) in zip(groups, spread(targets, hits), strict=True):
        after[c] -= lost + hurt
        if hurt:
            column = force.columns[c]
            after[force.columns.index(column._replace(damage=column.damage + 1))] += hurt
    return tuple(after)


@lru_cache(maxsize=4096)
def binomial(count: int, need: int) -> Floats:
    """The chance of each number of hits of ``count`` dice that hit with ``need`` or less out of six."""
    pmf = np.ones(1)
    die = np.array([1 - need / 6, need / 6])
    for _ in range(count):
        pmf = np.convolve(pmf, die)
    return pmf
