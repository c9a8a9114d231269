"""Both sides of a battle: as counts, and as the engine has them, pieces on a strip."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.casualties import hurt
from sandtable.area.battle.partial_retreat import deadlock
from sandtable.area.battle.sequence import Aiming, Choice, Volley, Who, other
from sandtable.area.forces import EMPTY, Piece, Stack, stack
from sandtable.area.state import Battle, Shots, Strip
from sandtable.area.world import World
from sandtable.odds.policy import Policy
from sandtable.odds.sides import Counts, Flags, Force, LossOrder
from sandtable.odds.stepwise.steps import has_simultaneous_losses

SIDES: tuple[Side, Side] = ("attack", "defend")

Abilities = tuple[str, ...]


class Regime(NamedTuple):
    """Both sides' relevant abilities at the start of the round, and which units have fired aimed shots since."""

    attack: Abilities
    defend: Abilities
    fired: tuple[Stack, Stack] = (EMPTY, EMPTY)
    aims: tuple[tuple[Shots, ...], tuple[Shots, ...]] = ((), ())
    """Each side's aimed shots that have not been fired yet, in a battle in progress."""

    def of(self, side: Side) -> Abilities:
        return self.attack if side == "attack" else self.defend


class Here(NamedTuple):
    """The state of a battle before a step."""

    attack: int
    defend: int
    regime: int
    """The number of the regime at the start of the round."""
    round: int
    step: int
    """The last step in which anything could happen."""

    def of(self, side: Side) -> int:
        return self.attack if side == "attack" else self.defend


def relevant_abilities(world: World) -> frozenset[str]:
    """The abilities that change how a battle is fought."""
    sequences = world.sequences
    found = {
        ability
        for step in sequences.all_steps
        if isinstance(step, Aiming | Volley)
        for ability in (step.if_enemy, step.unless_enemy)
    }
    found |= {step.unless_enemy for step in sequences.all_steps if isinstance(step, Choice)}
    found |= {"anti-air"}  # a side with only such guns is lost without a fight
    found |= {target.unless_own for target in sequences.targets}
    found |= {boost.unless_enemy for boost in sequences.boosts}
    return frozenset(ability for ability in found if ability)


class Matchup:
    """Two forces, their numbered states, and the engine's view of them."""

    def __init__(
        self,
        world: World,
        name: str,
        forces: dict[Side, Force],
        policies: dict[Side, Policy],
        low_luck: bool,
        starts: Sequence[tuple[Counts, Counts, float]] = (),
    ) -> None:
        """``starts``: the possible starting forces, with their chances, if not everybody takes part."""
        self.world = world
        self.name = name
        self.sequence = world.sequences.sequences[name]
        self.simultaneous = has_simultaneous_losses(self.sequence)
        """Whether hits are pending and take effect together, and both sides may retreat."""
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
        self.relevant_abilities = relevant_abilities(world)
        for side, force in forces.items():
            self.number(side, force.start)
        self.starts = [(self.number("attack", a), self.number("defend", d), p) for a, d, p in starts] or [
            (0, 0, 1.0)
        ]
        """Both sides' possible starting states, with their chances."""

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.states["attack"]), len(self.states["defend"])

    def number(self, side: Side, counts: Counts) -> int:
        """The number of a state, assigned on first use."""
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
        return {
            side: {piece: c for c, piece in enumerate(pieces) if not self.forces[side].columns[c].behind}
            for side, pieces in self.pieces.items()
        }

    @cached_property
    def out(self) -> dict[Side, tuple[int, ...]]:
        """For each column, the one for its units that have left the battle."""
        return {
            side: tuple(force.columns.index(c._replace(below=True, behind=False)) for c in force.columns)
            for side, force in self.forces.items()
        }

    @cached_property
    def behind(self) -> dict[Side, tuple[int, ...] | None]:
        """For each column, the one for its units behind the strip; None for a side that never has any there."""
        found: dict[Side, tuple[int, ...] | None] = {}
        for side, force in self.forces.items():
            places = {c: i for i, c in enumerate(force.columns)}
            there = any(c.behind for c in force.columns)
            found[side] = (
                tuple(places.get(c._replace(behind=True), i) for i, c in enumerate(force.columns))
                if there
                else None
            )
        return found

    # on the strip

    def units(self, side: Side, state: int) -> Stack:
        """The units in the battle."""
        known = self._units.get((side, state))
        if known is None:
            columns, pieces = self.forces[side].columns, self.pieces[side]
            counts = self.states[side][state]
            known = self._units[side, state] = stack(
                (pieces[c], n) for c, n in enumerate(counts) if n and columns[c].there
            )
        return known

    def casualties(self, side: Side, state: int) -> Stack:
        """The units behind the strip."""
        if self.behind[side] is None:
            return EMPTY
        columns, pieces = self.forces[side].columns, self.pieces[side]
        return stack((pieces[c], n) for c, n in enumerate(self.states[side][state]) if n and columns[c].behind)

    def filled(self, side: Side, state: int) -> tuple[bool, ...]:
        """Which columns of the battle have units."""
        known = self._filled.get((side, state))
        if known is None:
            counts, columns = self.states[side][state], self.forces[side].columns
            known = self._filled[side, state] = tuple(
                n > 0 and c.there for n, c in zip(counts, columns, strict=True)
            )
        return known

    def present(self, side: Side, state: int) -> tuple[bool, ...]:
        """Which columns have units, including those out of the battle."""
        return tuple([n > 0 for n in self.states[side][state]])

    def out_of_it(self, side: Side, state: int) -> Stack:
        """The units that are alive and out of the battle, where that matters."""
        if self.simultaneous:
            return EMPTY
        columns, pieces = self.forces[side].columns, self.pieces[side]
        return stack((pieces[c], n) for c, n in enumerate(self.states[side][state]) if n and columns[c].below)

    def there(self, side: Side, state: int) -> bool:
        """Whether any unit is left in the battle."""
        return any(self.filled(side, state))

    def how_many(self, side: Side, state: int, who: Who) -> int:
        """How many of these units are in the battle."""
        force, counts = self.forces[side], self.states[side][state]
        return sum(
            n
            for n, column, unit in zip(counts, force.columns, force.types, strict=True)
            if n and column.there and who.takes(unit)
        )

    def _able_with(self, side: Side, state: int) -> frozenset[str]:
        filled = self.filled(side, state)
        known = self._able.get((side, filled))
        if known is None:
            types = self.forces[side].types
            present = {a for on, unit in zip(filled, types, strict=True) if on for a in unit.abilities}
            known = self._able[side, filled] = frozenset(present & self.relevant_abilities)
        return known

    def _in_packs(self, side: Side, state: int) -> tuple[tuple[int, int], ...]:
        """For each pack, how many units of a side would form it, and how many would be against it."""
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
        """The number of the regime of a round that starts with these states."""
        return self.regime_number(
            Regime(self._abilities("attack", mine, theirs), self._abilities("defend", theirs, mine))
        )

    def regime_number(self, regime: Regime) -> int:
        """The number of a regime, assigned on first use."""
        known = self._regime_index.get(regime)
        if known is None:
            known = self._regime_index[regime] = len(self.regimes)
            self.regimes.append(regime)
        return known

    def battle(self, mine: int, theirs: int, regime: Regime, number: int, step: int = 0) -> Battle:
        """The battle as the engine has it; ``step``: the current one."""
        strips = [
            Strip(
                self.units(side, state),
                casualties=self.casualties(side, state),
                submerged=self.out_of_it(side, state),
                abilities=regime.of(side),
                support=self.forces[side].aside,
                fired=fired,
                aims=aims,
            )
            for side, state, fired, aims in zip(SIDES, (mine, theirs), regime.fired, regime.aims, strict=True)
        ]
        return Battle("", self.name, "attack", strips[0], strips[1], round=number, step=step)

    def deadlock(self, mine: int, theirs: int) -> bool:
        """Whether neither side can hit the other any more; only which units are present matters, not how many."""
        key = self.filled("attack", mine), self.filled("defend", theirs)
        known = self._deadlocks.get(key)
        if known is None:
            battle = self.battle(mine, theirs, self.regimes[self.regime(mine, theirs)], 1)
            known = self._deadlocks[key] = deadlock(self.world, battle)
        return known

    def holds(self, side: Side, state: int) -> bool:
        """Whether a side holds its ground: a unit is left, which can fire unless units may retreat separately."""
        if self.simultaneous:
            return self.there(side, state)
        return self.forces[side].armed(self.states[side][state])

    def fit(self, side: Side) -> Flags:
        """The states in which a side holds its ground."""
        return np.array([self.holds(side, state) for state in range(len(self.states[side]))])

    @property
    def hopeless(self) -> Flags:
        """The joint states in which the attacker has to leave undefeated: none here."""
        return np.zeros(self.shape, dtype=bool)

    def hurt(self, side: Side, column: int) -> int:
        """The column of units that have taken one more hit."""
        return self.column[side][hurt(self.pieces[side][column])]

    # leaving

    def leave(self, side: Side, state: int, columns: dict[int, int]) -> int:
        """The state after some units of some columns have left the battle."""
        counts, out = list(self.states[side][state]), self.out[side]
        for c, n in columns.items():
            counts[c] -= n
            counts[out[c]] += n
        return self.number(side, tuple(counts))

    def all_leave(self, side: Side, state: int, who: Who | None = None) -> int:
        """The state after all (of these) units have left the battle."""
        force, counts = self.forces[side], self.states[side][state]
        return self.leave(
            side,
            state,
            {
                c: n
                for c, n in enumerate(counts)
                if n and force.columns[c].there and (who is None or who.takes(force.types[c]))
            },
        )

    def cleared(self, side: Side, state: int) -> int:
        """The state without units behind the strip."""
        if self.behind[side] is None:
            return state
        columns, counts = self.forces[side].columns, self.states[side][state]
        return self.number(side, tuple(0 if c.behind else n for n, c in zip(counts, columns, strict=True)))

    def without(self, side: Side, state: int, units: Stack) -> int:
        """The state without some units of the battle."""
        counts = list(self.states[side][state])
        for piece, n in units:
            counts[self.column[side][piece]] -= n
        return self.number(side, tuple(counts))
