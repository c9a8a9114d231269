"""Sampling battles in cycles: many of them rolled at once, for what is too large to be worked out exactly.

A battle is a row of unit counts for each side. What the table says of a state (who fires with which number, what
may be hit) is asked once for all rows that are alike in it; dice and losses are worked out for all rows together.
"""

from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Aiming, Search, Volley, Who, other
from sandtable.odds.cycles.chain import Chain
from sandtable.odds.cycles.fighting import Rules
from sandtable.odds.cycles.firing import Fate, Fates, Salvo
from sandtable.odds.cycles.leaving import Leaving
from sandtable.odds.cycles.losing import Classes
from sandtable.odds.cycles.muster import SIDES, Muster, Regime
from sandtable.odds.cycles.steps import Span
from sandtable.odds.exact import MAX_ROUNDS
from sandtable.odds.sides import Counts, Flags, Ints, after_many, distinct

Strips = dict[Side, Ints]
"""For each side one row of unit counts a battle."""


class Fought(NamedTuple):
    """Battles that are over, one a row: who is left, after how many cycles, and whether the attacker broke off."""

    attack: Ints
    defend: Ints
    rounds: Ints
    retreated: Flags


class Place(NamedTuple):
    """A row that stands for all that are alike in what matters."""

    row: int
    regime: int
    matters: Counts
    number: int
    """Of the cycle."""


class Rolls:
    """Rolls the battles of one muster."""

    def __init__(self, muster: Muster, rng: np.random.Generator) -> None:
        self.muster = muster
        self.rng = rng
        self.chain = Chain(muster)
        self._salvos: dict[tuple[int, int, Side, Counts, int], Salvo] = {}

    def fight(self, battles: int, rules: Rules) -> Fought:
        """Fight so many battles to their end."""
        muster = self.muster
        strips: Strips = {s: np.tile(np.array(f.start, np.int64), (battles, 1)) for s, f in muster.forces.items()}
        rounds, retreated = np.zeros(battles, np.int64), np.zeros(battles, bool)
        guns = any(isinstance(step, Search) for step in self.chain.cycle(1).fire)
        on = muster.there("attack", 0) and (guns or muster.there("defend", 0))
        live = np.arange(battles if on else 0)
        leaving = Leaving(muster, rules)
        number = 0
        while len(live) and number < MAX_ROUNDS:
            number += 1
            rounds[live] = number
            rows = {side: strips[side][live] for side in SIDES}
            self._cycle(rows, number)
            over = self._leave(rows, number, leaving, retreated, live)
            for side in SIDES:
                strips[side][live] = rows[side]
            live = live[~over]
        return Fought(strips["attack"], strips["defend"], rounds, retreated)

    def _cycle(self, rows: Strips, number: int) -> None:
        regimes = self._regimes(rows)
        for k, step in enumerate(self.chain.cycle(number).fire):
            if isinstance(step, Search):
                self._search(rows, step)
            else:
                regimes = self._span(rows, k, step, regimes, number)

    # what is alike

    def _state(self, side: Side, row: Ints) -> int:
        return self.muster.number(side, tuple(row.tolist()))

    def _states(self, rows: Strips, row: int) -> tuple[int, int]:
        """The states of both sides in a row."""
        return self._state("attack", rows["attack"][row]), self._state("defend", rows["defend"][row])

    def _regimes(self, rows: Strips) -> Ints:
        """The number of the regime in every row."""
        packs = [who for pack in self.muster.world.sequences.packs for who in (pack.who, pack.against)]
        keys = [self._filled(side, rows[side]) for side in SIDES]
        keys += [self._many(side, rows[side], who)[:, None] for side in SIDES for who in packs]
        _, which = distinct(np.hstack(keys))
        _, first = np.unique(which, return_index=True)
        numbers = [self.muster.regime(*self._states(rows, row)) for row in first.tolist()]
        return np.array(numbers)[which]

    def _filled(self, side: Side, rows: Ints) -> Ints:
        inside = np.array([not column.below for column in self.muster.forces[side].columns], bool)
        result: Ints = ((rows > 0) & inside).astype(np.int64)
        return result

    def _many(self, side: Side, rows: Ints, who: Who) -> Ints:
        force = self.muster.forces[side]
        meant = [not c.below and who.takes(unit) for c, unit in zip(force.columns, force.types, strict=True)]
        result: Ints = rows @ np.array(meant, np.int64)
        return result

    # fire

    def _search(self, rows: Strips, step: Search) -> None:
        victim = other(step.side)
        for group in _groups(rows[victim]):
            fates = self.chain.gunnery.search(step, self._state(victim, rows[victim][group[0]]))
            self._befall(victim, rows[victim], group, fates, driven_off=True)

    def _befall(self, side: Side, rows: Ints, group: Ints, fates: Fates, driven_off: bool) -> None:
        """Let one of these fates befall each row of a group."""
        if len(fates) == 1 and not fates[0][0]:
            return
        chances = np.array([p for _, p in fates])
        chosen = self.rng.choice(len(fates), size=len(group), p=chances / chances.sum())
        for n, (fate, _) in enumerate(fates):
            some = group[chosen == n]
            if len(some):
                rows[some] += self._change(side, fate, driven_off)

    def _change(self, side: Side, fate: Fate, driven_off: bool) -> Ints:
        change = np.zeros(len(self.muster.forces[side].columns), np.int64)
        for c, some, lost in fate:
            change[c] -= some + lost
            if some:
                change[self.muster.out[side][c] if driven_off else self.muster.hurt(side, c)] += some
        return change

    def _span(self, rows: Strips, k: int, step: Span, regimes: Ints, number: int) -> Ints:
        """Both sides fire; then all hits take effect. The regimes with those who have fired aimed shots."""
        before = {side: rows[side].copy() for side in SIDES}
        hits: dict[Side, dict[str, Ints]] = {"attack": {}, "defend": {}}
        fired = np.zeros((len(regimes), 2), np.int64)
        known: list[dict[int, Salvo]] = [{}, {}]
        for at, side in enumerate(SIDES):
            matter = np.hstack([self._matter(step, side, before), regimes[:, None]])
            for group in _groups(matter):
                row = int(group[0])
                place = Place(row, int(regimes[row]), tuple(matter[row].tolist()), number)
                salvo = self._salvo(k, step, side, before, place)
                known[at][salvo.number] = salvo
                fired[group, at] = salvo.number
                victim = other(side)
                for kind, chances in salvo.hits:
                    scored = hits[victim].setdefault(kind, np.zeros(len(regimes), np.int64))
                    scored[group] = self.rng.choice(len(chances), size=len(group), p=chances / chances.sum())
                self._befall(victim, rows[victim], group, salvo.marked, driven_off=False)
        for side in SIDES:
            self._lose(side, rows[side], hits[side], regimes)
        return self._fired(regimes, fired, known)

    def _fired(self, regimes: Ints, fired: Ints, known: list[dict[int, Salvo]]) -> Ints:
        found = regimes.copy()
        for group in _groups(np.hstack([regimes[:, None], fired])):
            row = group[0]
            mine, theirs = (known[at][int(fired[row, at])].fired for at in (0, 1))
            regime = self.muster.regimes[int(regimes[row])]
            if (mine, theirs) != regime.fired:
                found[group] = self.muster.regime_number(regime._replace(fired=(mine, theirs)))
        return found

    def _matter(self, step: Span, side: Side, rows: Strips) -> Ints:
        """What matters in each row to the fire of a side: who fires, with whom, and who stands on the other side.

        Of those who are only needed to support others, it matters how many find somebody to support.
        """
        mine, enemy = rows[side], rows[other(side)]
        firing = self._firing_columns(step, side)
        keys = [mine[:, firing], enemy if self._aims(step, side) else self._filled(other(side), enemy)]
        for one in (v for _, v in step.steps if isinstance(v, Volley) and v.side == side):
            if one.matched is not None:
                pairs = np.minimum(self._many(side, mine, one.matched), self._many(side, mine, one.who))
                keys.append(pairs[:, None])
        for boost in self.muster.world.sequences.boosts:
            if boost.side == side and any(boost.of.takes(self.muster.forces[side].types[c]) for c in firing):
                raised = np.minimum(self._many(side, mine, boost.by), self._many(side, mine, boost.of))
                keys.append(raised[:, None])
        return np.hstack(keys)

    def _aims(self, step: Span, side: Side) -> bool:
        return any(isinstance(one, Aiming) and one.side == side for _, one in step.steps)

    def _firing_columns(self, step: Span, side: Side) -> list[int]:
        force = self.muster.forces[side]
        whos = [one.who for _, one in step.steps if one.side == side]
        return [
            c
            for c, unit in enumerate(force.types)
            if not force.columns[c].below and any(who.takes(unit) for who in whos)
        ]

    def _salvo(self, k: int, step: Span, side: Side, rows: Strips, at: Place) -> Salvo:
        key = (k, min(at.number, 2), side, at.matters, at.regime)
        salvo = self._salvos.get(key)
        if salvo is None:
            states = self._states(rows, at.row)
            salvo = self.chain.gunnery.salvo(k, step, side, states, at.regime, at.number)
            self._salvos[key] = salvo
        return salvo

    # losses

    def _lose(self, side: Side, rows: Ints, hits: dict[str, Ints], regimes: Ints) -> None:
        if not hits:
            return
        kinds = tuple(sorted(hits))
        any_hit = np.flatnonzero(sum(hits.values(), np.zeros(len(rows), np.int64)) > 0)
        keys = np.hstack([self._filled(side, rows), regimes[:, None]])
        for part in _groups(keys[any_hit]):
            group = any_hit[part]
            regime = self.muster.regimes[int(regimes[group[0]])]
            state = self._state(side, rows[group[0]])
            classes = self.chain.toller.classes(side, state, kinds, regime.of(other(side)))
            nothing = np.zeros(len(group), np.int64)
            scored = [sum((hits[kind][group] for kind in one.kinds), nothing) for one in classes]
            if classes:
                rows[group] = self._after(side, rows[group], classes, scored, regime)

    def _after(self, side: Side, rows: Ints, classes: Classes, hits: list[Ints], regime: Regime) -> Ints:
        muster = self.muster
        force, order = muster.forces[side], muster.orders[side]
        last = frozenset[int]().union(*(one.spared for one in classes))
        strict = [n for n, one in enumerate(classes) if one.spared]
        if all(last.intersection(one.may) == one.spared for one in classes):
            return after_many(force, order, rows, _masks(rows, [one.may for one in classes]), hits, last)
        if len(strict) > 1:
            return self._one_by_one(side, rows, classes, hits, regime)
        only = classes[strict[0]]
        others = tuple(c for c in only.may if c not in only.spared)
        room = rows[:, others] @ np.array([force.lives[c] for c in others], np.int64)
        sent = np.minimum(hits[strict[0]], room)
        free = [n for n in range(len(classes)) if n not in strict]
        reach = [others, tuple(only.spared), *(classes[n].may for n in free)]
        split = [sent, hits[strict[0]] - sent, *(hits[n] for n in free)]
        return after_many(force, order, rows, _masks(rows, reach), split, frozenset())

    def _one_by_one(self, side: Side, rows: Ints, classes: Classes, hits: list[Ints], regime: Regime) -> Ints:
        """Where hits can be read in several ways every different row is asked by itself."""
        states, which = distinct(np.hstack([rows, *(n[:, None] for n in hits)]))
        width = rows.shape[1]
        after = [
            self.chain.toller.after(
                side, self.muster.number(side, one[:width]), classes, one[width:], regime.of(other(side))
            )
            for one in states
        ]
        return np.array(after)[which]

    # the end of a cycle

    def _leave(self, rows: Strips, number: int, leaving: Leaving, retreated: Flags, live: Ints) -> Flags:
        """Let those leave who have to or want to; the battles that are over."""
        over = np.zeros(len(live), bool)
        cycle = self.chain.cycle(number)
        everything = np.hstack([rows[side] for side in SIDES])
        keys = everything
        if not any(leaving.rules.values()):
            air = [self._many(side, rows[side], Who(kinds=("air",)))[:, None] for side in SIDES]
            decks = [rows[side][:, self._decks(side)] for side in SIDES]
            keys = np.hstack([*(self._filled(side, rows[side]) for side in SIDES), *air, *decks])
        for group in _groups(keys):
            parts = _groups(everything[group])
            states = self._states(rows, int(group[0]))
            stand = leaving.after(cycle, number, *states)
            over[group] = stand.over
            retreated[live[group]] = stand.over and stand.broken_off
            if (stand.attack, stand.defend) == states:
                continue
            for part in parts:
                some = group[part]
                states = self._states(rows, int(some[0]))
                after = leaving.after(cycle, number, *states)
                rows["attack"][some] = self.muster.states["attack"][after.attack]
                rows["defend"][some] = self.muster.states["defend"][after.defend]
        return over

    def _decks(self, side: Side) -> list[int]:
        force = self.muster.forces[side]
        return [c for c, column in enumerate(force.columns) if column.unit in self.muster.world.carriers]


def _masks(rows: Ints, reach: list[tuple[int, ...]]) -> list[int]:
    masks = [0] * rows.shape[1]
    for bit, columns in enumerate(reach):
        for c in columns:
            masks[c] |= 1 << bit
    return masks


def _groups(keys: Ints) -> list[Ints]:
    """The rows that are alike, group by group."""
    if not keys.size:
        return [np.arange(len(keys))] if len(keys) else []
    _, which = distinct(keys)
    order = np.argsort(which, kind="stable")
    _, starts = np.unique(which[order], return_index=True)
    return np.split(order, starts[1:])
