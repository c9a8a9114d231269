"""Battles in cycles on their average course: hits wait and take effect together, planes meet planes first.

The declared sequence is read once: every volley becomes a list of shooters with their chances, every kind of hit
the order in which it takes its victims. A battle is then played with fractions of units. Who is left over, against
what both had, says how likely the other outcome was: armies wear each other down by the square of their numbers.
"""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from sandtable.area.battle.sequence import (
    Aiming,
    Boost,
    DrivenBack,
    Sequence,
    Sequences,
    TakeLosses,
    Volley,
    Who,
)
from sandtable.area.battle.values import UNMATCHED
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.bots.planner.terrain import Force, Roster

ROUNDS = 8
"""Cycles that are followed at most."""
PRESENT = 0.35
"""How much of a unit must be left for its abilities to count."""
GONE = 0.05
"""Lives below which nobody is left."""
CERTAIN = 1.6
"""How much less battles scatter than if single shots were exchanged."""
FACES = 6


class Course(NamedTuple):
    """How a battle goes on average: who is left on both sides, and by how far it was decided."""

    mine: list[float]
    theirs: list[float]
    lives: tuple[float, float]
    """Hits that those could take who decide the battle, when it began."""
    left: tuple[float, float]
    """And when it was over."""
    stuck: bool
    """Neither side could go on."""


class _Shot(NamedTuple):
    """Some units fire in one step of a cycle."""

    attack: bool
    guns: tuple[tuple[int, float, float, int], ...]
    """Unit, expected hits of one, expected hits of one that is not matched, and the kind of its hits."""
    if_enemy: tuple[int, ...] | None
    unless_enemy: tuple[int, ...]
    matched: tuple[int, ...] | None
    raised: tuple[tuple[tuple[int, ...], tuple[int, ...], float, tuple[int, ...]], ...]
    """By whom, who, by how much, and unless which enemies are there."""
    only_first: bool
    cancelled: tuple[int, ...]
    """Each enemy of these keeps one from firing."""
    beside: bool


_Step = _Shot | None
"""A volley, or the moment when hits take effect."""


class Cycles:
    """The battles of one declared sequence, on average."""

    def __init__(self, world: World, roster: Roster, name: str) -> None:
        self.roster = roster
        self._types = tuple(world.units.values())
        self._kinds: dict[str, int] = {}
        sequence = world.sequences.sequences[name]
        self.steps = self._read(sequence, world.sequences)
        without = [s.without for s in sequence.steps if isinstance(s, DrivenBack) and s.without is not None]
        self.decks = any(isinstance(s, DrivenBack) and s.decks for s in sequence.steps)
        """Whether planes need a ship of their side."""
        counts = roster.counts
        self.decisive = [
            [
                counts[u] and (without[0].takes(t) if without else (t.attack, t.defense)[side] > 0)
                for u, t in enumerate(self._types)
            ]
            for side in (0, 1)
        ]
        """For the attacker and the defender: who has to be there for the battle to go on."""
        self.drives = bool(without)
        """Whether those who are left without them leave alive."""
        self.orders = [
            [self._victims(world.sequences, kind, attacking) for kind in self._kinds]
            for attacking in (True, False)
        ]
        """For each side that is hit and each kind of hit, whom it takes, one after the other."""

    # reading

    def _read(self, sequence: Sequence, sequences: Sequences) -> list[_Step]:
        found: list[_Step] = []
        aiming: Aiming | None = None
        for step in sequence.steps:
            if isinstance(step, Aiming):
                aiming = step
            elif isinstance(step, TakeLosses):
                found.append(None)
            elif isinstance(step, Volley) and not step.support:
                who = aiming.who if step.aimed and aiming is not None else step.who
                cancelled = aiming.cancelled_by if step.aimed and aiming is not None else ()
                shot = self._shot(step, who, cancelled, sequences.boosts)
                if shot.guns:
                    found.append(shot)
        return found

    def _who(self, who: Who) -> tuple[int, ...]:
        return tuple(u for u, t in enumerate(self._types) if self.roster.counts[u] and who.takes(t))

    def _able(self, ability: str | None) -> tuple[int, ...]:
        return tuple(u for u, t in enumerate(self._types) if self.roster.counts[u] and ability in t.abilities)

    def _shot(self, step: Volley, who: Who, cancelled: Iterable[Who], boosts: tuple[Boost, ...]) -> _Shot:
        attacking = step.side == "attack"
        guns = []
        for u in self._who(who):
            unit = self._types[u]
            need = step.value or (
                unit.dogfight[not attacking]
                if step.value_from == "dogfight"
                else (unit.attack if attacking else unit.defense)
            )
            dice = unit.anti_air if step.dice_from == "anti_air" else unit.attack_dice if attacking else 1
            if need > 0 and dice:
                kind = self._kinds.setdefault(step.hits or unit.volley, len(self._kinds))
                alone = dice * _chance(unit, UNMATCHED)
                guns.append((u, dice * _chance(unit, need), alone, kind))
        plain = step.value_from == "combat" and not step.value
        raised = tuple(
            (self._who(b.by), self._who(b.of), b.bonus / FACES, self._able(b.unless_enemy))
            for b in boosts
            if plain and b.side == step.side and any(b.of.takes(self._types[g[0]]) for g in guns)
        )
        return _Shot(
            attacking,
            tuple(guns),
            self._able(step.if_enemy) if step.if_enemy else None,
            self._able(step.unless_enemy) if step.unless_enemy else (),
            self._who(step.matched) if step.matched is not None else None,
            raised,
            step.only_round == 1,
            tuple(u for one in cancelled for u in self._who(one)),
            step.beside,
        )

    def _victims(self, sequences: Sequences, kind: str, attacking: bool) -> tuple[int, ...]:
        """Whom hits of a kind take: those who are hit last at the end, the cheap before the dear."""
        roster = self.roster
        values = roster.attack if attacking else roster.defense
        may = [
            u
            for u, t in enumerate(self._types)
            if roster.counts[u] and t.kind != "facility" and sequences.may_hit(kind, t, ())
        ]
        return tuple(
            sorted(may, key=lambda u: (sequences.is_last(self._types[u], kind), roster.cost[u], values[u], u))
        )

    # fighting

    def fight(self, attack: Force, defend: Force) -> Course:
        """The average course of a battle that nobody breaks off."""
        sides = [list(attack), list(defend)]
        hits = self.roster.hits
        armour = [[n * (hits[u] - 1) for u, n in enumerate(side)] for side in sides]
        start = (self._lives(0, sides[0], armour[0]), self._lives(1, sides[1], armour[1]))
        left = start
        stuck = False
        for cycle in range(ROUNDS):
            before = sum(sides[0]) + sum(sides[1]) + sum(armour[0]) + sum(armour[1])
            self._cycle(sides, armour, cycle == 0)
            left = (self._lives(0, sides[0], armour[0]), self._lives(1, sides[1], armour[1]))
            if left[0] < GONE or left[1] < GONE:
                break
            if before - sum(sides[0]) - sum(sides[1]) - sum(armour[0]) - sum(armour[1]) < 1e-3:
                stuck = True
                break
        return Course(sides[0], sides[1], start, left, stuck)

    def _lives(self, side: int, units: list[float], armour: list[float]) -> float:
        decisive = self.decisive[side]
        return sum(n + armour[u] for u, n in enumerate(units) if n and decisive[u])

    def _cycle(self, sides: list[list[float]], armour: list[list[float]], first: bool) -> None:
        """One round: volleys, and losses where they take effect."""
        present = [[n > PRESENT for n in side] for side in sides]
        fired = [[0.0] * len(side) for side in sides]
        waiting: list[dict[int, float]] = [{}, {}]
        for step in self.steps:
            if step is None:
                for victim in (0, 1):
                    if waiting[victim]:
                        self._lose(victim, sides[victim], armour[victim], waiting[victim])
                        waiting[victim] = {}
                continue
            if step.only_first and not first:
                continue
            me = 0 if step.attack else 1
            foes = present[1 - me]
            if step.if_enemy is not None and not any(foes[u] for u in step.if_enemy):
                continue
            if any(foes[u] for u in step.unless_enemy):
                continue
            self._fire(step, me, sides, foes, fired[me], waiting[1 - me])

    def _fire(
        self,
        step: _Shot,
        me: int,
        sides: list[list[float]],
        foes: list[bool],
        fired: list[float],
        hits: dict[int, float],
    ) -> None:
        mine = sides[me]
        share = 1.0
        if step.cancelled:
            guns = sum(mine[g[0]] for g in step.guns)
            if guns <= 0:
                return
            share = max(0.0, guns - sum(sides[1 - me][u] for u in step.cancelled)) / guns
            if not share:
                return
        pairs = sum(mine[u] for u in step.matched) if step.matched is not None else 0.0
        more: dict[int, float] = {}
        for by, of, bonus, unless in step.raised:
            if any(foes[u] for u in unless):
                continue
            helpers = sum(mine[u] for u in by)
            for u in of:
                some = min(helpers, mine[u])
                if some > 0:
                    more[u] = more.get(u, 0.0) + some * bonus
                    helpers -= some
        for u, chance, alone, kind in step.guns:
            n = mine[u] if step.beside else mine[u] * (1.0 - fired[u])
            if n <= 0:
                continue
            if step.matched is None:
                score = n * chance
            else:
                some = min(n, pairs)
                pairs -= some
                score = some * chance + (n - some) * alone
            hits[kind] = hits.get(kind, 0.0) + share * (score + more.get(u, 0.0))
            if not step.beside:
                fired[u] = max(fired[u], share)

    def _lose(self, victim: int, units: list[float], armour: list[float], hits: dict[int, float]) -> None:
        for kind, number in hits.items():
            order = self.orders[victim][kind]
            _absorb(units, order, _absorb(armour, order, number))


def _absorb(lives: list[float], order: tuple[int, ...], hits: float) -> float:
    """Take hits in an order; those that are left over."""
    for u in order:
        if hits <= 0:
            break
        some = min(lives[u], hits)
        lives[u] -= some
        hits -= some
    return hits


def decided(lives: tuple[float, float], left: tuple[float, float]) -> tuple[float, float, float]:
    """By how far a battle is decided, how far that scatters, and the loser's lives for each of the winner's.

    All in squares of the winner's lives: positive if the attacker wins on average.
    """
    ahead = left[0] >= left[1]
    won, lost = (0, 1) if ahead else (1, 0)
    squared = max(0.0, left[won] - left[lost]) ** 2
    equal = max(0.25, lives[won] ** 2 - squared)
    spread = sqrt(lives[won] ** 3 + equal**1.5) / CERTAIN / sqrt(1.5)
    return (squared if ahead else -squared), max(0.2, spread), lives[lost] / sqrt(equal)


def _chance(unit: UnitType, need: int) -> float:
    miss: float = (FACES - min(need, FACES)) / FACES
    return float(1 - miss**unit.best_of)
