"""Both sides of a battle in cycles as counts, and the same as the table has them: pieces on a strip."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.pulling import deadlock
from sandtable.area.battle.sequence import Aiming, Volley, Who, other
from sandtable.area.forces import EMPTY, Piece, Stack, stack
from sandtable.area.state import Battle, Strip
from sandtable.area.world import World
from sandtable.odds.policy import Policy
from sandtable.odds.sides import Counts, Flags, Force, LossOrder

SIDES: tuple[Side, Side] = ("attack", "defend")

Abilities = tuple[str, ...]


class Regime(NamedTuple):
    """What both sides could do when the round began, as far as it tells, and who has fired aimed shots since."""

    attack: Abilities
    defend: Abilities
    fired: tuple[Stack, Stack] = (EMPTY, EMPTY)

    def of(self, side: Side) -> Abilities:
        return self.attack if side == "attack" else self.defend


def telling(world: World) -> frozenset[str]:
    """The abilities that change how a battle is fought."""
    sequences = world.sequences
    found = {
        ability
        for step in sequences.all_steps
        if isinstance(step, Aiming | Volley)
        for ability in (step.if_enemy, step.unless_enemy)
    }
    found |= {target.unless_own for target in sequences.targets}
    found |= {boost.unless_enemy for boost in sequences.boosts}
    return frozenset(ability for ability in found if ability)


class Muster:
    """Two forces, their states by number, and the table's view of them."""

    def __init__(
        self, world: World, name: str, forces: dict[Side, Force], policies: dict[Side, Policy], low_luck: bool
    ) -> None:
        self.world = world
        self.name = name
        self.sequence = world.sequences.sequences[name]
        self.forces = forces
        self.policies = policies
        self.low_luck = low_luck
        self.orders: dict[Side, LossOrder] = {side: policies[side].plan(forces[side]).order for side in SIDES}
        self.states: dict[Side, list[Counts]] = {"attack": [], "defend": []}
        self.index: dict[Side, dict[Counts, int]] = {"attack": {}, "defend": {}}
        self._units: dict[tuple[Side, int], Stack] = {}
        self._able: dict[tuple[Side, tuple[bool, ...]], frozenset[str]] = {}
        self._deadlocks: dict[tuple[tuple[bool, ...], tuple[bool, ...]], bool] = {}
        self._filled: dict[tuple[Side, int], tuple[bool, ...]] = {}
        self._packs: dict[tuple[Side, int], tuple[tuple[int, int], ...]] = {}
        self.regimes: list[Regime] = []
        self._regime_index: dict[Regime, int] = {}
        self.telling = telling(world)
        for side, force in forces.items():
            self.number(side, force.start)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.states["attack"]), len(self.states["defend"])

    def number(self, side: Side, counts: Counts) -> int:
        """The number of a state, which it is given when it is first met."""
        index = self.index[side]
        known = index.get(counts)
        if known is None:
            known = index[counts] = len(self.states[side])
            self.states[side].append(counts)
        return known

    @cached_property
    def pieces(self) -> dict[Side, tuple[Piece, ...]]:
        """A piece for each column."""
        found: dict[Side, tuple[Piece, ...]] = {}
        for side, force in self.forces.items():
            found[side] = tuple(
                Piece(
                    c.power or side,
                    c.unit,
                    damage=c.damage,
                    cargo=tuple(Piece(c.power or side, unit) for unit in c.cargo),
                    submerged=c.below,
                )
                for c in force.columns
            )
        return found

    @cached_property
    def column(self) -> dict[Side, dict[Piece, int]]:
        """The column of each piece."""
        return {side: {piece: c for c, piece in enumerate(pieces)} for side, pieces in self.pieces.items()}

    @cached_property
    def out(self) -> dict[Side, tuple[int, ...]]:
        """For each column the one in which its units are that have left the battle."""
        return {
            side: tuple(force.columns.index(c._replace(below=True)) for c in force.columns)
            for side, force in self.forces.items()
        }

    # on the strip

    def units(self, side: Side, state: int) -> Stack:
        """Who is in the battle."""
        known = self._units.get((side, state))
        if known is None:
            columns, pieces = self.forces[side].columns, self.pieces[side]
            counts = self.states[side][state]
            known = self._units[side, state] = stack(
                (pieces[c], n) for c, n in enumerate(counts) if n and not columns[c].below
            )
        return known

    def filled(self, side: Side, state: int) -> tuple[bool, ...]:
        """Which columns of the battle have units in them."""
        known = self._filled.get((side, state))
        if known is None:
            counts, columns = self.states[side][state], self.forces[side].columns
            known = self._filled[side, state] = tuple(
                n > 0 and not c.below for n, c in zip(counts, columns, strict=True)
            )
        return known

    def there(self, side: Side, state: int) -> bool:
        """Whether anybody is left in the battle."""
        return any(self.filled(side, state))

    def how_many(self, side: Side, state: int, who: Who) -> int:
        """How many of these are in the battle."""
        force, counts = self.forces[side], self.states[side][state]
        return sum(
            n
            for n, column, unit in zip(counts, force.columns, force.types, strict=True)
            if n and not column.below and who.takes(unit)
        )

    def _able_with(self, side: Side, state: int) -> frozenset[str]:
        filled = self.filled(side, state)
        known = self._able.get((side, filled))
        if known is None:
            types = self.forces[side].types
            present = {a for on, unit in zip(filled, types, strict=True) if on for a in unit.abilities}
            known = self._able[side, filled] = frozenset(present & self.telling)
        return known

    def _in_packs(self, side: Side, state: int) -> tuple[tuple[int, int], ...]:
        """For every pack how many of a side would form it, and how many would be against it."""
        known = self._packs.get((side, state))
        if known is None:
            many = self.how_many
            known = self._packs[side, state] = tuple(
                (many(side, state, pack.who), many(side, state, pack.against))
                for pack in self.world.sequences.packs
            )
        return known

    def _abilities(self, side: Side, mine: int, theirs: int) -> Abilities:
        packs = zip(
            self.world.sequences.packs,
            self._in_packs(side, mine),
            self._in_packs(other(side), theirs),
            strict=True,
        )
        formed = {pack.name for pack, (own, _), (_, against) in packs if own - against >= pack.lead}
        return tuple(sorted(self._able_with(side, mine) | formed))

    def regime(self, mine: int, theirs: int) -> int:
        """The number of what both sides can do in a round that begins so."""
        return self.regime_number(
            Regime(self._abilities("attack", mine, theirs), self._abilities("defend", theirs, mine))
        )

    def regime_number(self, regime: Regime) -> int:
        """The number of a regime, which it is given when it is first met."""
        known = self._regime_index.get(regime)
        if known is None:
            known = self._regime_index[regime] = len(self.regimes)
            self.regimes.append(regime)
        return known

    def battle(self, mine: int, theirs: int, regime: Regime, number: int) -> Battle:
        """The battle as the table has it."""
        strips = [
            Strip(
                self.units(side, state),
                abilities=regime.of(side),
                support=self.forces[side].aside,
                fired=fired,
            )
            for side, state, fired in zip(SIDES, (mine, theirs), regime.fired, strict=True)
        ]
        return Battle("", self.name, "attack", strips[0], strips[1], round=number)

    def deadlock(self, mine: int, theirs: int) -> bool:
        """Whether neither side could hit the other any more; it only matters who is there, not how many."""
        key = self.filled("attack", mine), self.filled("defend", theirs)
        known = self._deadlocks.get(key)
        if known is None:
            battle = self.battle(mine, theirs, self.regimes[self.regime(mine, theirs)], 1)
            known = self._deadlocks[key] = deadlock(self.world, battle)
        return known

    def fit(self, side: Side) -> Flags:
        """The states in which a side holds its ground: somebody is left in the battle."""
        return np.array([self.there(side, state) for state in range(len(self.states[side]))])

    @property
    def hopeless(self) -> Flags:
        """The joint states in which the attacker has to leave without having been beaten: none here."""
        return np.zeros(self.shape, dtype=bool)

    # leaving

    def leave(self, side: Side, state: int, columns: dict[int, int]) -> int:
        """The state after so many of some columns have left the battle."""
        counts, out = list(self.states[side][state]), self.out[side]
        for c, n in columns.items():
            counts[c] -= n
            counts[out[c]] += n
        return self.number(side, tuple(counts))

    def all_leave(self, side: Side, state: int, who: Who | None = None) -> int:
        """The state after everybody (of these) has left the battle."""
        force, counts = self.forces[side], self.states[side][state]
        return self.leave(
            side,
            state,
            {
                c: n
                for c, n in enumerate(counts)
                if n and not force.columns[c].below and (who is None or who.takes(force.types[c]))
            },
        )
