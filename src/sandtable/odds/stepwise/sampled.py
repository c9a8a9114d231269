"""Sampling stepwise battles: many rolled at once, for battles too large to work out exactly.

A battle is a row of unit counts for each side. What the engine says of a state (who fires with which number, what
may be hit) is asked once for all rows alike in what matters; dice and losses are worked out for all rows together.
"""

from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Aiming, Boost, Choice, Search, Volley, Who, other
from sandtable.area.forces import Stack
from sandtable.odds.exact import MAX_ROUNDS
from sandtable.odds.sides import Counts, Flags, Ints, after_many, distinct
from sandtable.odds.stepwise.chain import Chain
from sandtable.odds.stepwise.fighting import Rules
from sandtable.odds.stepwise.firing import Fate, Fates, Salvo
from sandtable.odds.stepwise.leaving import Leaving, Stand
from sandtable.odds.stepwise.losing import Classes
from sandtable.odds.stepwise.matchup import SIDES, Here, Matchup, Regime
from sandtable.odds.stepwise.stepping import last_before
from sandtable.odds.stepwise.steps import Single, Span

Strips = dict[Side, Ints]
"""For each side, one row of unit counts per battle."""


class Fought(NamedTuple):
    """Battles that are over, one per row: survivors, number of cycles, and whether the attacker retreated."""

    attack: Ints
    defend: Ints
    rounds: Ints
    retreated: Flags


class Place(NamedTuple):
    """A row that represents all rows alike in what matters."""

    row: int
    regime: int
    matters: Counts
    number: int
    """Of the cycle."""


class Rolls:
    """Rolls the battles of one matchup."""

    def __init__(self, matchup: Matchup, rng: np.random.Generator) -> None:
        self.matchup = matchup
        self.rng = rng
        self.chain = Chain(matchup)
        self._salvos: dict[tuple[int, int, Side, Counts, int], Salvo] = {}

    def fight(self, battles: int, rules: Rules) -> Fought:
        """Fight this many battles to the end."""
        matchup = self.matchup
        leaving = Leaving(matchup, rules)
        strips, live = self._begin(battles, leaving)
        rounds, retreated = np.zeros(battles, np.int64), np.zeros(battles, bool)
        number = 0
        while len(live) and number < MAX_ROUNDS:
            number += 1
            rounds[live] = number
            rows = {side: strips[side][live] for side in SIDES}
            over = self._cycle(rows, number)
            on = np.flatnonzero(~over)
            left = {side: rows[side][on] for side in SIDES}
            if len(on):
                over[on] = self._leave(left, number, leaving, retreated, live[on])
            for side in SIDES:
                rows[side][on] = left[side]
                strips[side][live] = rows[side]
            live = live[~over]
        return Fought(strips["attack"], strips["defend"], rounds, retreated)

    def _begin(self, battles: int, leaving: Leaving) -> tuple[Strips, Ints]:
        """All battles before their first round, and which of them don't end without a shot."""
        matchup = self.matchup
        guns = any(isinstance(step, Search) for step in self.chain.cycle(1).fire)
        chances = np.array([chance for _, _, chance in matchup.starts])
        which = self.rng.choice(len(chances), size=battles, p=chances / chances.sum())
        begins: list[tuple[Counts, Counts]] = []
        on = []
        for mine, theirs, _ in matchup.starts:
            if matchup.simultaneous:
                stand = Stand(mine, theirs, not matchup.there("attack", mine))
                stand = stand._replace(over=stand.over or not (guns or matchup.there("defend", theirs)))
            else:
                stand = leaving.start(mine, theirs)
            begins.append((matchup.states["attack"][stand.attack], matchup.states["defend"][stand.defend]))
            on.append(not stand.over)
        strips: Strips = {
            side: np.array([begin[s] for begin in begins], np.int64)[which] for s, side in enumerate(SIDES)
        }
        return strips, np.flatnonzero(np.array(on)[which])

    def _cycle(self, rows: Strips, number: int) -> Flags:
        """All units fire; returns the battles that end in the middle of the cycle."""
        over = np.zeros(len(rows["attack"]), bool)
        regimes = self._regimes(rows)
        for k, step in enumerate(self.chain.cycle(number).fire):
            if isinstance(step, Search):
                self._search(rows, step)
            elif isinstance(step, Single):
                on = np.flatnonzero(~over)
                some = {side: rows[side][on] for side in SIDES}
                if len(on):
                    over[on] = self._single(some, step, k, regimes[on], number)
                for side in SIDES:
                    rows[side][on] = some[side]
            else:
                regimes = self._span(rows, k, step, regimes, number)
        return over

    # single steps

    def _single(self, rows: Strips, one: Single, k: int, regimes: Ints, number: int) -> Flags:
        """Carry out a single step; returns the battles that are over before it."""
        stepping, last = self.chain.stepping, last_before(self.chain.cycle(number), k)
        keys = np.hstack([*(rows[side] > 0 for side in SIDES), regimes[:, None]]).astype(np.int64)
        over = np.zeros(len(regimes), bool)
        for group in _groups(keys):
            here = Here(*self._states(rows, int(group[0])), int(regimes[group[0]]), number, last)
            over[group] = stepping.over(one, here) is not None
        for row in np.flatnonzero(over).tolist():  # few battles end this way
            here = Here(*self._states(rows, row), int(regimes[row]), number, last)
            ended = stepping.over(one, here)
            assert ended is not None
            for side, state in zip(SIDES, ended, strict=True):
                rows[side][row] = self.matchup.states[side][state]
        on = np.flatnonzero(~over)
        if not len(on):
            return over
        some = {side: rows[side][on] for side in SIDES}
        if isinstance(one.step, Volley):
            self._volley(some, one.place, one.step, regimes[on], number, last)
        else:
            self._move(some, one, regimes[on], number, last)
        for side in SIDES:
            rows[side][on] = some[side]
        return over

    def _move(self, rows: Strips, one: Single, regimes: Ints, number: int, last: int) -> None:
        """Units of a side leave the battle, or are removed."""
        side, step = one.step.side, one.step
        if not isinstance(step, Choice):
            behind = [c for c, column in enumerate(self.matchup.forces[side].columns) if column.behind]
            rows[side][:, behind] = 0
            return
        for group in _groups(regimes[:, None]):
            here = Here(*self._states(rows, int(group[0])), int(regimes[group[0]]), number, last)
            for c in self.chain.stepping.leaving(step, here):
                rows[side][group, self.matchup.out[side][c]] += rows[side][group, c]
                rows[side][group, c] = 0

    def _volley(self, rows: Strips, index: int, step: Volley, regimes: Ints, number: int, last: int) -> None:
        """One side fires, and the other takes its losses."""
        victim = other(step.side)
        hits: dict[str, Ints] = {}
        for group in _groups(np.hstack([self._matter_alone(step, rows), regimes[:, None]])):
            here = Here(*self._states(rows, int(group[0])), int(regimes[group[0]]), number, last)
            salvo = self.chain.gunnery.single(index, step, here)
            if salvo.picks:
                self._pick(rows[victim], group, salvo, hits, here, step)
                continue
            for kind, chances in salvo.hits:
                scored = hits.setdefault(kind, np.zeros(len(regimes), np.int64))
                scored[group] = self.rng.choice(len(chances), size=len(group), p=chances / chances.sum())
        self._absorb(victim, rows[victim], hits)
        self._lose(victim, rows[victim], hits, regimes, step.losses == "behind")

    def _pick(
        self, rows: Ints, group: Ints, salvo: Salvo, hits: dict[str, Ints], here: Here, step: Volley
    ) -> None:
        """The firing side chooses some casualties; the rest is rolled."""
        victim, own = other(step.side), self.matchup.regimes[here.regime].of(step.side)
        chances = np.array([chance for chance, _, _ in salvo.picks])
        which = self.rng.choice(len(chances), size=len(group), p=chances / chances.sum())
        for way, (_, named, rest) in enumerate(salvo.picks):
            some = group[which == way]
            for part in _groups(rows[some]) if named and len(some) else ():
                state = self._state(victim, rows[some[part[0]]])
                after = self.chain.toller.picked(victim, state, named, own, step.losses == "behind")
                rows[some[part]] = self.matchup.states[victim][after]
            for kind, pmf in rest.hits if len(some) else ():
                scored = hits.setdefault(kind, np.zeros(len(rows), np.int64))
                scored[some] = self.rng.choice(len(pmf), size=len(some), p=pmf / pmf.sum())

    def _matter_alone(self, step: Volley, rows: Strips) -> Ints:
        """What matters in each row to a volley: who fires, who helps or hinders them, and who can be hit."""
        side, enemy = step.side, other(step.side)
        force = self.matchup.forces[side]
        firing = [c for c, unit in enumerate(force.types) if not force.columns[c].below and step.who.takes(unit)]
        keys = [rows[side][:, firing], self._filled(enemy, rows[enemy])]
        if step.per_target:
            keys.append(rows[enemy])
        for boost in self.matchup.world.sequences.boosts:
            if boost.side == side:
                by = enemy if boost.enemy else side
                helped = np.minimum(self._many(by, rows[by], boost.by) * boost.each, sum(force.start))
                keys.append(helped[:, None])
                for one in self._rivals(boost):
                    keys += [self._many(by, rows[by], who)[:, None] for who in (one.by, one.of)]
        return np.hstack(keys)

    def _absorb(self, side: Side, rows: Ints, hits: dict[str, Ints]) -> None:
        """Shields take the first hits."""
        force, shields = self.matchup.forces[side], self.matchup.world.shields
        columns = [c for c, one in enumerate(force.columns) if one.there and one.unit in shields]
        if not columns or not hits:
            return
        room = rows[:, columns] @ np.array([max(0, force.lives[c]) for c in columns], np.int64)
        left = room.copy()
        for kind in sorted(hits):
            taken = np.minimum(left, hits[kind])
            hits[kind] = hits[kind] - taken
            left -= taken
        absorbed = room - left
        for group in _groups(np.hstack([rows[:, columns], absorbed[:, None]])):
            first = int(group[0])
            state = self._state(side, rows[first])
            after = self.matchup.states[side][self.chain.toller.worn(side, state, int(absorbed[first]))]
            for c in columns:
                rows[group, c] = after[c]

    # rows that are alike

    def _state(self, side: Side, row: Ints) -> int:
        return self.matchup.number(side, tuple(row.tolist()))

    def _states(self, rows: Strips, row: int) -> tuple[int, int]:
        """The states of both sides in a row."""
        return self._state("attack", rows["attack"][row]), self._state("defend", rows["defend"][row])

    def _regimes(self, rows: Strips) -> Ints:
        """The number of the regime in every row."""
        packs = [who for pack in self.matchup.world.sequences.packs for who in (pack.who, pack.against)]
        keys = [self._filled(side, rows[side]) for side in SIDES]
        keys += [self._many(side, rows[side], who)[:, None] for side in SIDES for who in packs]
        _, which = distinct(np.hstack(keys))
        _, first = np.unique(which, return_index=True)
        numbers = [self.matchup.regime(*self._states(rows, row)) for row in first.tolist()]
        return np.array(numbers)[which]

    def _filled(self, side: Side, rows: Ints) -> Ints:
        inside = np.array([column.there for column in self.matchup.forces[side].columns], bool)
        result: Ints = ((rows > 0) & inside).astype(np.int64)
        return result

    def _many(self, side: Side, rows: Ints, who: Who) -> Ints:
        force = self.matchup.forces[side]
        meant = [c.there and who.takes(unit) for c, unit in zip(force.columns, force.types, strict=True)]
        result: Ints = rows @ np.array(meant, np.int64)
        return result

    # fire

    def _search(self, rows: Strips, step: Search) -> None:
        """Guns search for air units and fire at those they find. Rolled, since there are too many fates."""
        victim = other(step.side)
        before = rows[victim].copy()
        for group in _groups(before):
            guns, looked = self.chain.gunnery.searched(step, self._state(victim, before[group[0]]))
            if not looked:
                continue
            seen = np.zeros((len(group), before.shape[1]), np.int64)
            for column, found in looked:
                seen[:, column] += self.rng.random(len(group)) < found
            for part in _groups(seen):
                self._shoot(rows[victim], step, guns, seen[part[0]], group[part])

    def _shoot(self, rows: Ints, step: Search, guns: Stack, seen: Ints, some: Ints) -> None:
        """Fire at the air units that were found, the same ones in each of these rows."""
        victim = other(step.side)
        marks = tuple((c, 0, n) for c, n in enumerate(seen.tolist()) if n)
        for column, unharmed, survives in self.chain.gunnery.fired_at(step, guns, victim, marks) if marks else ():
            drawn = self.rng.random(len(some))
            hit, driven = some[drawn >= survives], some[(drawn >= unharmed) & (drawn < survives)]
            rows[hit, column] -= 1
            rows[driven, column] -= 1
            rows[driven, self.matchup.out[victim][column]] += 1

    def _befall(self, side: Side, rows: Ints, group: Ints, fates: Fates) -> None:
        """Pick one of these fates for each row of a group."""
        if len(fates) == 1 and not fates[0][0]:
            return
        chances = np.array([p for _, p in fates])
        chosen = self.rng.choice(len(fates), size=len(group), p=chances / chances.sum())
        for n, (fate, _) in enumerate(fates):
            some = group[chosen == n]
            if len(some):
                rows[some] += self._change(side, fate)

    def _change(self, side: Side, fate: Fate) -> Ints:
        change = np.zeros(len(self.matchup.forces[side].columns), np.int64)
        for c, some, lost in fate:
            change[c] -= some + lost
            if some:
                change[self.matchup.hurt(side, c)] += some
        return change

    def _span(self, rows: Strips, k: int, step: Span, regimes: Ints, number: int) -> Ints:
        """Both sides fire, then all hits take effect. Returns the regimes, including who has fired aimed shots."""
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
                self._befall(victim, rows[victim], group, salvo.marked)
        for side in SIDES:
            self._lose(side, rows[side], hits[side], regimes)
        return self._fired(regimes, fired, known)

    def _fired(self, regimes: Ints, fired: Ints, known: list[dict[int, Salvo]]) -> Ints:
        found = regimes.copy()
        for group in _groups(np.hstack([regimes[:, None], fired])):
            row = group[0]
            mine, theirs = (known[at][int(fired[row, at])].fired for at in (0, 1))
            regime = self.matchup.regimes[int(regimes[row])]
            if (mine, theirs) != regime.fired:
                found[group] = self.matchup.regime_number(regime._replace(fired=(mine, theirs)))
        return found

    def _matter(self, step: Span, side: Side, rows: Strips) -> Ints:
        """What matters in each row to a side's fire: who fires, with whom, and who is on the other side.

        For units that only support others, what matters is how many have somebody to support.
        """
        mine, enemy = rows[side], rows[other(side)]
        firing = self._firing_columns(step, side)
        keys = [mine[:, firing], enemy if self._aims(step, side) else self._filled(other(side), enemy)]
        for one in (v for _, v in step.steps if isinstance(v, Volley) and v.side == side):
            if one.matched is not None:
                pairs = np.minimum(self._many(side, mine, one.matched), self._many(side, mine, one.who))
                keys.append(pairs[:, None])
        for boost in self.matchup.world.sequences.boosts:
            if boost.side == side and any(boost.of.takes(self.matchup.forces[side].types[c]) for c in firing):
                raised = np.minimum(self._many(side, mine, boost.by), self._many(side, mine, boost.of))
                keys.append(raised[:, None])
                for rival in self._rivals(boost):
                    keys += [self._many(side, mine, who)[:, None] for who in (rival.by, rival.of)]
        return np.hstack(keys)

    def _rivals(self, boost: Boost) -> list[Boost]:
        """The boosts whose units come first where they need the same helpers."""
        boosts = self.matchup.world.sequences.boosts if boost.after is not None else ()
        return [one for one in boosts if one.side == boost.side and one.of.ability == boost.after]

    def _aims(self, step: Span, side: Side) -> bool:
        return any(isinstance(one, Aiming) and one.side == side for _, one in step.steps)

    def _firing_columns(self, step: Span, side: Side) -> list[int]:
        force = self.matchup.forces[side]
        whos = [one.who for _, one in step.steps if one.side == side]
        return [
            c
            for c, unit in enumerate(force.types)
            if force.columns[c].there and any(who.takes(unit) for who in whos)
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

    def _lose(self, side: Side, rows: Ints, hits: dict[str, Ints], regimes: Ints, behind: bool = False) -> None:
        if not hits:
            return
        kinds = tuple(sorted(hits))
        any_hit = np.flatnonzero(sum(hits.values(), np.zeros(len(rows), np.int64)) > 0)
        keys = np.hstack([self._filled(side, rows), regimes[:, None]])
        for part in _groups(keys[any_hit]):
            group = any_hit[part]
            regime = self.matchup.regimes[int(regimes[group[0]])]
            state = self._state(side, rows[group[0]])
            classes = self.chain.toller.classes(side, state, kinds, regime.of(other(side)))
            nothing = np.zeros(len(group), np.int64)
            scored = [sum((hits[kind][group] for kind in one.kinds), nothing) for one in classes]
            if classes:
                rows[group] = self._after(side, rows[group], classes, scored, regime, behind)

    def _after(
        self, side: Side, rows: Ints, classes: Classes, hits: list[Ints], regime: Regime, behind: bool
    ) -> Ints:
        matchup = self.matchup
        places = matchup.behind[side] if behind else None
        force, order = matchup.forces[side], matchup.orders[side]
        last = frozenset[int]().union(*(one.spared for one in classes))
        strict = [n for n, one in enumerate(classes) if one.spared]
        if all(last.intersection(one.may) == one.spared for one in classes):
            return after_many(force, order, rows, _masks(rows, [one.may for one in classes]), hits, last, places)
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
        """Where hits can be assigned in several ways, each distinct row is worked out separately."""
        states, which = distinct(np.hstack([rows, *(n[:, None] for n in hits)]))
        width = rows.shape[1]
        after = [
            self.chain.toller.after(
                side, self.matchup.number(side, one[:width]), classes, one[width:], regime.of(other(side))
            )
            for one in states
        ]
        return np.array(after)[which]

    # the end of a cycle

    def _leave(self, rows: Strips, number: int, leaving: Leaving, retreated: Flags, live: Ints) -> Flags:
        """Units that have to or want to leave do so; returns the battles that are over."""
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
                rows["attack"][some] = self.matchup.states["attack"][after.attack]
                rows["defend"][some] = self.matchup.states["defend"][after.defend]
        return over

    def _decks(self, side: Side) -> list[int]:
        force = self.matchup.forces[side]
        return [c for c, column in enumerate(force.columns) if column.unit in self.matchup.world.carriers]


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
