"""Fire: the chance of every number of hits, using the engine's own shooters."""

from collections.abc import Iterable
from itertools import product
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
from sandtable.odds.policy import Aims
from sandtable.odds.sides import Floats
from sandtable.odds.stepwise.matchup import Here, Matchup, Regime
from sandtable.odds.stepwise.steps import Span

FACES = 6
FAR = 1e-17
"""Chances below this are dropped."""
Fate = tuple[tuple[int, int, int], ...]
"""What happens to units: column, how many are damaged (or driven off), how many are destroyed."""
Fates = tuple[tuple[Fate, float], ...]
NOTHING: Fates = (((), 1.0),)
Found = tuple[tuple[int, float], ...]
"""The columns of air units that guns search for, and each one's chance of being found."""
Fired = tuple[tuple[int, float, float], ...]
"""The columns of air units under fire, with each one's chance of being unaffected and of surviving."""


class Salvo(NamedTuple):
    """All that a side fires in a span."""

    hits: tuple[tuple[str, Floats], ...]
    """For each kind of hit, the chance of every number."""
    marked: Fates
    """What aimed shots do to their targets."""
    fired: Stack
    """The units that have fired aimed shots."""
    number: int = 0
    """Its number among all salvoes of a battle."""
    picks: tuple[tuple[float, tuple[tuple[str, int], ...], "Salvo"], ...] = ()
    """Where the firing side chooses some casualties itself: each combination of them by kind of hit, with its
    chance and the rest of the salvo.
    """


def several(count: int, p: float) -> Floats:
    """The chance of each number of hits from ``count`` shots.

    >>> several(2, 0.5).tolist()
    [0.25, 0.5, 0.25]
    """
    found = np.ones(1)
    for _ in range(count):
        found = np.convolve(found, (1 - p, p))
    return found


def aimed(world: World, sights: Sights, how: Aims) -> tuple[Shots, ...]:
    """The targets of aimed shots: spread as the engine does by default, or all at the most valuable."""
    if how == "spread":
        return aiming.default(world, sights)
    best = max(sights.marks, key=lambda group: (worth(world, group[0]), group[0]))[0]
    return (Shots(best, first(sights.guns, sights.shots)),)


class Gunnery:
    """Works out salvoes, with a cache."""

    def __init__(self, matchup: Matchup) -> None:
        self.matchup = matchup
        self._known: dict[tuple[int, Side, int, int | tuple[bool, ...], int, int], Salvo] = {}
        self._added = 0
        self._aiming: dict[tuple[int, Side], bool] = {}
        self._searched: dict[tuple[Search, int], Fates] = {}
        self._looked: dict[tuple[Search, int], tuple[Stack, Found]] = {}
        self._fired_at: dict[tuple[Search, Stack, Fate], Fired] = {}

    def concerns(self, step: Aiming | Volley) -> bool:
        """Whether any unit of a side could fire or aim in a step."""
        force = self.matchup.forces[step.side]
        units = [unit for unit, _ in force.support] if isinstance(step, Volley) and step.support else force.types
        if isinstance(step, Aiming):
            return any(step.who.takes(unit) for unit in units)
        if step.aimed:
            return self._somebody_aims(step.side)
        return any(step.who.takes(unit) and _may_fire(step, unit) for unit in units)

    def _somebody_aims(self, side: Side) -> bool:
        aims = [step for step in self.matchup.sequence.steps if isinstance(step, Aiming) and step.side == side]
        return any(step.who.takes(unit) for step in aims for unit in self.matchup.forces[side].types)

    # a single volley

    def single(self, index: int, step: Volley, here: Here) -> Salvo:
        """What is fired in a volley whose losses are taken at once."""
        matchup, side = self.matchup, step.side
        theirs = here.of(other(side))
        enemy = theirs if self._counts_enemies(step) else matchup.filled(other(side), theirs)
        key = (index, side, here.of(side), enemy, here.regime, min(here.round, 2))
        known = self._known.get(key)
        if known is None:
            battle = matchup.battle(here.attack, here.defend, matchup.regimes[here.regime], here.round, index)
            salvo = self._fire(Span(((index, step),)), side, battle)
            known = self._known[key] = salvo._replace(
                number=len(self._known), picks=self._picks(battle, index, step)
            )
        return known

    def _picks(
        self, battle: Battle, index: int, step: Volley
    ) -> tuple[tuple[float, tuple[tuple[str, int], ...], Salvo], ...]:
        """The ways in which dice leave the choice of casualties to the side that rolled them."""
        world = self.matchup.world
        firing = [one for one in shooters(world, battle, index) if targets(world, battle, step.side, one.kind)]
        picking = [
            one for one in firing if one.picks_on and targets(world, battle, step.side, one.kind) - world.shields
        ]
        if self.matchup.low_luck or not picking:
            return ()
        found = []
        for chosen in product(*(range(one.dice + 1) for one in picking)):
            chance, hits = 1.0, dict[str, Floats]()
            for one in firing:
                scored = _hits_of(one)
                if one in picking:
                    n = chosen[picking.index(one)]
                    chance *= float(several(one.dice, one.picks_on / FACES)[n])
                    scored = several(one.dice - n, (one.value - one.picks_on) / (FACES - one.picks_on))
                hits[one.kind] = np.convolve(hits[one.kind], scored) if one.kind in hits else scored
            self._added -= 1
            salvo = Salvo(tuple(sorted(hits.items(), key=lambda o: o[0])), NOTHING, (), self._added)
            named = tuple((one.kind, n) for one, n in zip(picking, chosen, strict=True) if n)
            found.append((chance, named, salvo))
        return tuple(found)

    def _counts_enemies(self, step: Volley) -> bool:
        """Whether it matters how many enemies of each kind there are."""
        boosts = self.matchup.world.sequences.boosts
        return step.per_target or any(boost.enemy and boost.side == step.side for boost in boosts)

    # a span

    def salvo(
        self, span: int, steps: Span, side: Side, states: tuple[int, int], regime: int, round_: int
    ) -> Salvo:
        """What a side fires in a span, given by number; ``states``: attackers' and defenders'."""
        matchup = self.matchup
        mine, theirs = states if side == "attack" else states[::-1]
        # Unless somebody aims, only which units are on the other side matters, not how many.
        enemy = theirs if self._aims(steps, side) else matchup.filled(other(side), theirs)
        key = (span, side, mine, enemy, regime, min(round_, 2))
        known = self._known.get(key)
        if known is None:
            battle = matchup.battle(*states, matchup.regimes[regime], round_)
            known = self._known[key] = self._fire(steps, side, battle)._replace(number=len(self._known))
        return known

    def together(self, salvo: Salvo, waiting: Salvo) -> Salvo:
        """A salvo combined with what was fired before it."""
        self._added -= 1
        hits = dict(salvo.hits)
        for kind, chances in waiting.hits:
            hits[kind] = np.convolve(hits[kind], chances) if kind in hits else chances
        marked = _both(waiting.marked, salvo.marked)
        return Salvo(tuple(sorted(hits.items(), key=lambda one: one[0])), marked, salvo.fired, self._added)

    def _aims(self, span: Span, side: Side) -> bool:
        key = (id(span), side)
        known = self._aiming.get(key)
        if known is None:
            types = self.matchup.forces[side].types
            known = self._aiming[key] = any(
                isinstance(step, Aiming) and step.side == side and step.who.takes(unit)
                for _, step in span.steps
                for unit in types
            )
        return known

    def _fire(self, span: Span, side: Side, battle: Battle) -> Salvo:
        world = self.matchup.world
        hits: dict[str, Floats] = {}
        marked, fired = NOTHING, strip_of(battle, side).fired
        for index, step in span.steps:
            if step.side != side:
                continue
            if isinstance(step, Aiming):
                sights = aiming.sights_of(world, battle, step)
                if sights.shots:
                    battle = _aiming(battle, side, aimed(world, sights, self.matchup.policies[side].aim))
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
        world = self.matchup.world
        firing = shooters(world, battle, index)
        aims = {one.kind: targets(world, battle, step.side, one.kind) for one in firing}
        firing = [one for one in firing if aims[one.kind]]
        if self.matchup.low_luck:
            groups: dict[frozenset[str], list[Firing]] = {}
            for one in firing:
                groups.setdefault(aims[one.kind], []).append(one)
            for group in groups.values():
                sure, rest = divmod(sum(one.value * one.dice for one in group), FACES)
                yield group[-1].kind, np.array([0.0] * sure + [1 - rest / FACES, rest / FACES])
            return
        for one in firing:
            yield one.kind, _hits_of(one)

    def _marked(self, battle: Battle, step: Volley) -> Fates:
        """What the aimed shots of a volley do."""
        world, side = self.matchup.world, other(step.side)
        found = NOTHING
        for at, batteries in aiming.aimed_at(world, battle, step):
            hits = np.ones(1)
            for gun, count, need in batteries:
                hits = np.convolve(hits, several(count, chance(world.type(gun), need)))
            left = world.type(at).hits - at.damage
            column = self.matchup.column[side][at]
            lost = float(hits[left:].sum())
            none = float(hits[0])
            found = _both(found, _one(column, none, 1 - none - lost if left > 1 else 0.0, lost))
        return found

    # guns that search

    def search(self, step: Search, state: int) -> Fates:
        """What guns do to air units: those driven off, and those destroyed."""
        key = (step, state)
        if key not in self._searched:
            self._searched[key] = self._search(step, state)
        return self._searched[key]

    def searched(self, step: Search, state: int) -> tuple[Stack, Found]:
        """The guns that search for air units of a state, and each unit's column and chance of being found."""
        key = (step, state)
        known = self._looked.get(key)
        if known is None:
            matchup, victim = self.matchup, other(step.side)
            states = (state, 0) if victim == "attack" else (0, state)
            battle = matchup.battle(*states, Regime((), ()), 1)
            sights = searching.sights_of(matchup.world, battle, step)
            how, columns = matchup.policies[step.side].aim, matchup.column[victim]
            looked = tuple(
                (columns[one.at], 1 - (1 - step.finds / FACES) ** size(one.by))
                for one in (aimed(matchup.world, sights, how) if sights.shots else ())
            )
            known = self._looked[key] = (sights.guns, looked)
        return known

    def fired_at(self, step: Search, guns: Stack, victim: Side, seen: Fate) -> Fired:
        """What guns do to the air units they have found."""
        key = (step, guns, seen)
        known = self._fired_at.get(key)
        if known is None:
            matchup = self.matchup
            marks = stack((matchup.pieces[victim][c], n) for c, _, n in seen)
            sights = Sights(guns, marks, size(guns))
            known = self._fired_at[key] = tuple(
                (
                    matchup.column[victim][one.at],
                    (1 - step.drives_off / FACES) ** size(one.by),
                    (1 - step.destroys / FACES) ** size(one.by),
                )
                for one in aimed(matchup.world, sights, matchup.policies[step.side].aim)
            )
        return known

    def _search(self, step: Search, state: int) -> Fates:
        guns, marks = self.searched(step, state)
        looked = NOTHING
        for column, chance_found in marks:
            looked = _both(looked, _one(column, 1 - chance_found, 0.0, chance_found))
        if not marks:
            return NOTHING
        found: dict[Fate, float] = {}
        for seen, p in looked:
            fates = self.shot_at(step, guns, other(step.side), seen) if seen else NOTHING
            for fate, q in fates:
                found[fate] = found.get(fate, 0.0) + p * q
        return tuple(found.items())

    def shot_at(self, step: Search, guns: Stack, victim: Side, seen: Fate) -> Fates:
        found = NOTHING
        for column, none, not_lost in self.fired_at(step, guns, victim, seen):
            found = _both(found, _one(column, none, not_lost - none, 1 - not_lost))
        return found


def _may_fire(step: Volley, unit: UnitType) -> bool:
    if step.dice_from == "anti_air" and not unit.anti_air:
        return False
    numbers = unit.dogfight if step.value_from == "dogfight" else (unit.attack, unit.defense)
    return bool(step.value or numbers[step.side == "defend"])


def _hits_of(one: Firing) -> Floats:
    """The chance of each number of hits by some identical units."""
    if not one.again_on:
        return several(one.dice, _hit(one))
    found = np.ones(1)
    for _ in range(one.dice):
        found = np.convolve(found, again(one.value, one.again_on))
        found = found[: max(1, int(np.flatnonzero(found > FAR)[-1]) + 1)]
    return found


def again(need: int, on: int) -> Floats:
    """The chance of each number of hits of a die that is rolled again on ``on`` or less.

    >>> [round(float(p), 4) for p in again(2, 1)[:4]]
    [0.6667, 0.2778, 0.0463, 0.0077]
    """
    hit, more = min(need, FACES), min(on, FACES)
    stop = np.array([FACES - max(hit, more), max(0, hit - more)]) / FACES
    repeat, lost = min(hit, more) / FACES, max(0, more - hit) / FACES
    found, weight = [0.0, 0.0], 1.0 / (1.0 - lost)
    while weight > FAR:
        found[-2] += weight * float(stop[0])
        found[-1] += weight * float(stop[1])
        found.append(0.0)
        weight *= repeat / (1.0 - lost)
    return np.array(found[:-1])


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
