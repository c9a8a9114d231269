"""Fire in a battle in cycles: the chances of every number of hits, asked of the table's own shooters."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from sandtable.area.actions import Side
from sandtable.area.battle import aiming, searching
from sandtable.area.battle.aiming import Sights
from sandtable.area.battle.casualties import worth
from sandtable.area.battle.sequence import Aiming, Search, Volley, other
from sandtable.area.battle.values import chance, strip_of
from sandtable.area.battle.volleys import Firing, shooters, targets
from sandtable.area.forces import Stack, first, merge, size, stack
from sandtable.area.state import Battle, Shots
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.odds.cycles.muster import Muster, Regime
from sandtable.odds.cycles.steps import Span
from sandtable.odds.policy import Aims
from sandtable.odds.sides import Floats

FACES = 6
Fate = tuple[tuple[int, int, int], ...]
"""What happens to units: column, how many are damaged (or driven off), how many are destroyed."""
Fates = tuple[tuple[Fate, float], ...]
NOTHING: Fates = (((), 1.0),)


class Salvo(NamedTuple):
    """All that a side fires in a span."""

    hits: tuple[tuple[str, Floats], ...]
    """For each kind of hit the chance of every number."""
    marked: Fates
    """What aimed shots do to those at whom they were aimed."""
    fired: Stack
    """Who has fired aimed shots."""
    number: int = 0
    """Which one it is of all salvoes of a battle."""


def several(count: int, p: float) -> Floats:
    """The chance of each number of hits of so many shots.

    >>> several(2, 0.5).tolist()
    [0.25, 0.5, 0.25]
    """
    found = np.ones(1)
    for _ in range(count):
        found = np.convolve(found, (1 - p, p))
    return found


def aimed(world: World, sights: Sights, how: Aims) -> tuple[Shots, ...]:
    """Whom shots are aimed at: spread as the table does it by itself, or all at the most valuable."""
    if how == "spread":
        return aiming.default(world, sights)
    best = max(sights.marks, key=lambda group: (worth(world, group[0]), group[0]))[0]
    return (Shots(best, first(sights.guns, sights.shots)),)


class Gunnery:
    """Works out salvoes, and remembers them."""

    def __init__(self, muster: Muster) -> None:
        self.muster = muster
        self._known: dict[tuple[int, Side, int, int | tuple[bool, ...], int, int], Salvo] = {}
        self._aiming: dict[tuple[int, Side], bool] = {}
        self._searched: dict[tuple[Search, int], Fates] = {}

    def concerns(self, step: Aiming | Volley) -> bool:
        """Whether anybody of a side could fire or aim in a step."""
        force = self.muster.forces[step.side]
        units = [unit for unit, _ in force.support] if isinstance(step, Volley) and step.support else force.types
        if isinstance(step, Aiming):
            return any(step.who.takes(unit) for unit in units)
        if step.aimed:
            return self._somebody_aims(step.side)
        return any(step.who.takes(unit) and _may_fire(step, unit) for unit in units)

    def _somebody_aims(self, side: Side) -> bool:
        aims = [step for step in self.muster.sequence.steps if isinstance(step, Aiming) and step.side == side]
        return any(step.who.takes(unit) for step in aims for unit in self.muster.forces[side].types)

    # a span

    def salvo(
        self, span: int, steps: Span, side: Side, states: tuple[int, int], regime: int, round_: int
    ) -> Salvo:
        """What a side fires in a span, which has a number; ``states``: attackers' and defenders'."""
        muster = self.muster
        mine, theirs = states if side == "attack" else states[::-1]
        # Unless somebody aims it only matters who stands on the other side, not how many.
        enemy = theirs if self._aims(steps, side) else muster.filled(other(side), theirs)
        key = (span, side, mine, enemy, regime, min(round_, 2))
        known = self._known.get(key)
        if known is None:
            battle = muster.battle(*states, muster.regimes[regime], round_)
            known = self._known[key] = self._fire(steps, side, battle)._replace(number=len(self._known))
        return known

    def _aims(self, span: Span, side: Side) -> bool:
        key = (id(span), side)
        known = self._aiming.get(key)
        if known is None:
            types = self.muster.forces[side].types
            known = self._aiming[key] = any(
                isinstance(step, Aiming) and step.side == side and step.who.takes(unit)
                for _, step in span.steps
                for unit in types
            )
        return known

    def _fire(self, span: Span, side: Side, battle: Battle) -> Salvo:
        world = self.muster.world
        hits: dict[str, Floats] = {}
        marked, fired = NOTHING, strip_of(battle, side).fired
        for index, step in span.steps:
            if step.side != side:
                continue
            if isinstance(step, Aiming):
                sights = aiming.sights_of(world, battle, step)
                if sights.shots:
                    battle = _aiming(battle, side, aimed(world, sights, self.muster.policies[side].aim))
            elif step.aimed:
                aims = strip_of(battle, side).aims
                if aims:
                    marked = _both(marked, self._marked(battle, step))
                    fired = merge(fired, *(one.by for one in aims))
                    battle = _aiming(battle, side, (), fired)
            else:
                for kind, chances in self._volley(battle, index, step):
                    hits[kind] = np.convolve(hits[kind], chances) if kind in hits else chances
        return Salvo(tuple(sorted(hits.items(), key=lambda one: one[0])), marked, fired)

    def _volley(self, battle: Battle, index: int, step: Volley) -> Iterable[tuple[str, Floats]]:
        world = self.muster.world
        firing = shooters(world, battle, index)
        aims = {one.kind: targets(world, battle, step.side, one.kind) for one in firing}
        firing = [one for one in firing if aims[one.kind]]
        if self.muster.low_luck:
            groups: dict[frozenset[str], list[Firing]] = {}
            for one in firing:
                groups.setdefault(aims[one.kind], []).append(one)
            for group in groups.values():
                sure, rest = divmod(sum(one.value * one.dice for one in group), FACES)
                yield group[-1].kind, np.array([0.0] * sure + [1 - rest / FACES, rest / FACES])
            return
        for one in firing:
            yield one.kind, several(one.dice, _hit(one))

    def _marked(self, battle: Battle, step: Volley) -> Fates:
        """What the aimed shots of a volley do."""
        world, side = self.muster.world, other(step.side)
        found = NOTHING
        for at, batteries in aiming.aimed_at(world, battle, step):
            hits = np.ones(1)
            for gun, count, need in batteries:
                hits = np.convolve(hits, several(count, chance(world.type(gun), need)))
            left = world.type(at).hits - at.damage
            column = self.muster.column[side][at]
            lost = float(hits[left:].sum())
            none = float(hits[0])
            found = _both(found, _one(column, none, 1 - none - lost if left > 1 else 0.0, lost))
        return found

    # guns that search

    def search(self, step: Search, state: int) -> Fates:
        """What guns do to air units: those that are driven off, and those that are destroyed."""
        key = (step, state)
        if key not in self._searched:
            self._searched[key] = self._search(step, state)
        return self._searched[key]

    def _search(self, step: Search, state: int) -> Fates:
        muster, victim = self.muster, other(step.side)
        states = (state, 0) if victim == "attack" else (0, state)
        battle = muster.battle(*states, Regime((), ()), 1)
        sights = searching.sights_of(muster.world, battle, step)
        if not sights.shots:
            return NOTHING
        how, columns = muster.policies[step.side].aim, muster.column[victim]
        looked = NOTHING
        for one in aimed(muster.world, sights, how):
            missed = (1 - step.finds / FACES) ** size(one.by)
            looked = _both(looked, _one(columns[one.at], missed, 0.0, 1 - missed))
        found: dict[Fate, float] = {}
        for seen, p in looked:
            fates = self._shot_at(step, sights.guns, victim, seen) if seen else NOTHING
            for fate, q in fates:
                found[fate] = found.get(fate, 0.0) + p * q
        return tuple(found.items())

    def _shot_at(self, step: Search, guns: Stack, victim: Side, seen: Fate) -> Fates:
        muster = self.muster
        marks = stack((muster.pieces[victim][c], n) for c, _, n in seen)
        sights = Sights(guns, marks, size(guns))
        found = NOTHING
        for one in aimed(muster.world, sights, muster.policies[step.side].aim):
            dice = size(one.by)
            none, not_lost = (1 - step.drives_off / FACES) ** dice, (1 - step.destroys / FACES) ** dice
            column = muster.column[victim][one.at]
            found = _both(found, _one(column, none, not_lost - none, 1 - not_lost))
        return found


def _may_fire(step: Volley, unit: UnitType) -> bool:
    if step.dice_from == "anti_air" and not unit.anti_air:
        return False
    numbers = unit.dogfight if step.value_from == "dogfight" else (unit.attack, unit.defense)
    return bool(step.value or numbers[step.side == "defend"])


def _hit(one: Firing) -> float:
    return float(1 - (1 - min(one.value, FACES) / FACES) ** one.best_of)


def _aiming(battle: Battle, side: Side, aims: tuple[Shots, ...], fired: Stack | None = None) -> Battle:
    strip = strip_of(battle, side)
    strip = replace(strip, aims=aims, fired=strip.fired if fired is None else fired)
    return replace(battle, attack=strip) if side == "attack" else replace(battle, defend=strip)


def _one(column: int, none: float, damaged: float, destroyed: float) -> Fates:
    """What can happen to one unit."""
    ways: tuple[tuple[Fate, float], ...] = (
        ((), none),
        (((column, 1, 0),), damaged),
        (((column, 0, 1),), destroyed),
    )
    return tuple((fate, p) for fate, p in ways if p > 0)


def _both(first: Fates, second: Fates) -> Fates:
    """What can happen to all of them together."""
    if first == NOTHING:
        return second
    found: dict[Fate, float] = {}
    for one, p in first:
        for two, q in second:
            counts: dict[int, tuple[int, int]] = {c: (hurt, lost) for c, hurt, lost in one}
            for c, hurt, lost in two:
                before = counts.get(c, (0, 0))
                counts[c] = (before[0] + hurt, before[1] + lost)
            fate = tuple((c, *counts[c]) for c in sorted(counts))
            found[fate] = found.get(fate, 0.0) + p * q
    return tuple(found.items())
