"""The average course of a battle in cycles, in about a millisecond: for planners, who ask thousands of times.

Fractions of units fire and are lost in the declared order of steps. The spread around that course is taken from
the dice: every die adds its variance, and the margin at the end is compared with what they add up to.
"""

from collections.abc import Iterable
from math import erf, sqrt
from typing import NamedTuple

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Aiming, DrivenBack, Search, TakeLosses, Volley, Who, other
from sandtable.area.battle.values import UNMATCHED, chance, value
from sandtable.area.units import UnitType
from sandtable.area.world import World

SIDES: tuple[Side, Side] = ("attack", "defend")
CYCLES = 16
"""A battle that has gone on for so long is not decided any more."""
GONE = 0.02
"""So little of a side is nobody."""
HERE = 0.3
"""So much of a unit counts as being in the battle when a cycle begins."""
STILL = 1e-4
"""A cycle that takes no more than this changes nothing."""

Units = tuple[tuple[UnitType, float], ...]
"""Unit types and how many there are of each; parts of units too."""


class Course(NamedTuple):
    """How a battle goes on average."""

    win: float
    lose: float
    cycles: float
    left: dict[Side, tuple[float, ...]]
    """Who is left of each side, in the order of the units given."""


class _Fire(NamedTuple):
    """One volley, as far as the units of this battle are concerned."""

    step: Volley
    who: tuple[tuple[int, int, int, int], ...]
    """Units that fire in it: which, what they roll for, with how many dice, of how many the best counts."""
    aimed: Aiming | None


class Outline:
    """The declared sequence, read for the unit types of two forces."""

    def __init__(self, world: World, name: str, types: dict[Side, tuple[UnitType, ...]]) -> None:
        self.world = world
        self.name = name
        self.types = types
        sequence = world.sequences.sequences[name]
        self.forced = [step for step in sequence.steps if isinstance(step, DrivenBack)]
        self.steps: list[_Fire | Search | TakeLosses] = []
        aims: dict[Side, Aiming] = {}
        for step in sequence.steps:
            if isinstance(step, Search | TakeLosses):
                self.steps.append(step)
            elif isinstance(step, Aiming):
                aims[step.side] = step
            elif isinstance(step, Volley):
                fire = _Fire(step, (), aims.get(step.side) if step.aimed else None)
                fire = fire._replace(who=tuple(self._firing(fire)))
                if fire.who:
                    self.steps.append(fire)
        self.orders: dict[Side, tuple[int, ...]] = {side: self._order(side) for side in SIDES}
        """Who can be lost, in that order."""
        self.decks: dict[Side, tuple[int, ...]] = {
            side: tuple(i for i, unit in enumerate(types[side]) if self._is_deck(unit)) for side in SIDES
        }
        self.reach: dict[tuple[str, Side], tuple[int, ...]] = {}

    def _firing(self, fire: _Fire) -> Iterable[tuple[int, int, int, int]]:
        step = fire.step
        who = fire.aimed.who if fire.aimed else step.who
        for i, unit in enumerate(self.types[step.side]):
            need = step.value or (
                unit.dogfight[step.side == "defend"] if step.value_from == "dogfight" else value(unit, step.side)
            )
            supports = step.support or not self.supports(step.side, unit)
            dice = unit.anti_air if step.dice_from == "anti_air" else 1
            if need > 0 and dice and supports and who.takes(unit):
                yield i, need, dice, unit.best_of if step.dice_from == "shots" else 1

    def supports(self, side: Side, unit: UnitType) -> bool:
        """Whether a unit only supports the battle."""
        return self.world.sequences.supports(self.name, side, unit)

    def _is_deck(self, unit: UnitType) -> bool:
        return any(self.world.units[guest].kind == "air" for guest in unit.guests)

    def _order(self, side: Side) -> tuple[int, ...]:
        types = self.types[side]
        able = [i for i, unit in enumerate(types) if not self.supports(side, unit)]
        return tuple(sorted(able, key=lambda i: (types[i].cost, i)))

    def targets(self, kind: str, side: Side) -> tuple[int, ...]:
        """Whom hits of a kind reach, in the order in which they are lost."""
        if (kind, side) not in self.reach:
            types, sequences = self.types[side], self.world.sequences
            may = [i for i in self.orders[side] if sequences.may_hit(kind, types[i], ())]
            self.reach[kind, side] = tuple(sorted(may, key=lambda i: sequences.is_last(types[i], kind)))
        return self.reach[kind, side]


class _Line:
    """One side: how many of each unit are left, and how many hits they can still take for nothing."""

    def __init__(self, units: Units) -> None:
        self.count = [n for _, n in units]
        self.spare = [n * (unit.hits - 1) for unit, n in units]
        self.abilities: frozenset[str] = frozenset()
        self.fired = [0.0] * len(units)
        self.away = [0.0] * len(units)
        """Who has left the battle, and lives."""


def course(outline: Outline, attack: Units, defend: Units) -> Course:
    """The average course of a battle that both sides fight to the end."""
    sides: dict[Side, Units] = {"attack": attack, "defend": defend}
    return _Battle(outline, sides).fight()


class _Battle:
    def __init__(self, outline: Outline, sides: dict[Side, Units]) -> None:
        self.outline = outline
        self.sides = sides
        self.lines: dict[Side, _Line] = {side: _Line(units) for side, units in sides.items()}
        self.variance = 0.25
        self.hits: dict[Side, dict[str, float]] = {"attack": {}, "defend": {}}
        self.marked: dict[Side, dict[str, float]] = {"attack": {}, "defend": {}}

    def fight(self) -> Course:
        number = 0
        while number < CYCLES and all(self._lives(side) > GONE for side in SIDES):
            number += 1
            before = self._lives("attack") + self._lives("defend")
            self._cycle(number)
            self._driven_back()
            if before - self._lives("attack") - self._lives("defend") < STILL:
                break
        mine, theirs = self._lives("attack"), self._lives("defend")
        left: dict[Side, tuple[float, ...]] = {
            side: tuple(n + away for n, away in zip(line.count, line.away, strict=True))
            for side, line in self.lines.items()
        }
        if mine > GONE and theirs > GONE:
            return Course(0.0, 0.0, number, left)
        win = 0.5 * (1 + erf((mine - theirs) / sqrt(2 * self.variance)))
        return Course(win, 1 - win, number, left)

    def _lives(self, side: Side) -> float:
        line = self.lines[side]
        return sum(line.count[i] + line.spare[i] for i in self.outline.orders[side])

    def _here(self, side: Side, who: Who) -> float:
        line, types = self.lines[side], self.outline.types[side]
        return sum(line.count[i] for i in self.outline.orders[side] if who.takes(types[i]))

    def _look(self) -> None:
        """What each side has when a cycle begins."""
        for side, line in self.lines.items():
            types = self.outline.types[side]
            present = {
                ability
                for i in self.outline.orders[side]
                if line.count[i] > HERE
                for ability in types[i].abilities
            }
            packs = {
                pack.name
                for pack in self.outline.world.sequences.packs
                if self._here(side, pack.who) - self._here(other(side), pack.against) >= pack.lead
            }
            line.abilities = frozenset(present | packs)
            line.fired = [0.0] * len(line.count)

    def _cycle(self, number: int) -> None:
        self._look()
        for step in self.outline.steps:
            if isinstance(step, _Fire):
                if step.step.only_round in (0, number):
                    self._fire(step)
            elif isinstance(step, TakeLosses):
                for side in SIDES:
                    self._take(side, self.marked[side], dear=True)
                    self._take(side, self.hits[side], dear=False)
            else:
                self._search(step)

    def _fire(self, fire: _Fire) -> None:
        step, line = fire.step, self.lines[fire.step.side]
        enemy = self.lines[other(step.side)].abilities
        if (step.if_enemy is not None and step.if_enemy not in enemy) or step.unless_enemy in enemy:
            return
        types, scored = self.outline.types[step.side], (self.marked if fire.aimed else self.hits)
        victim = scored[other(step.side)]
        groups = self._groups(fire, line)
        pairs = self._here(step.side, step.matched) if step.matched else 0.0
        raises = self._raises(step)
        for i, need, dice, best_of, n in groups:
            unit = types[i]
            parts = [(n, need)]
            if step.matched:
                with_them = min(n, pairs)
                pairs -= with_them
                parts = [(with_them, need), (n - with_them, UNMATCHED)]
            for boost, still in zip(self.outline.world.sequences.boosts, raises, strict=False):
                if still[0] > 0 and boost.of.takes(unit):
                    up = min(n, still[0])
                    still[0] -= up
                    parts = [(n - up, need), (up, need + boost.bonus)]
            for some, at in parts:
                p = chance(unit, at) if best_of > 1 else min(at, 6) / 6
                hits = some * dice * p
                kind = step.hits or unit.volley
                victim[kind] = victim.get(kind, 0.0) + hits
                self.variance += hits * (1 - p)
            if not step.beside:
                line.fired[i] += n

    def _groups(self, fire: _Fire, line: _Line) -> list[tuple[int, int, int, int, float]]:
        step, present = fire.step, line.abilities
        kept = sum(self._here(other(step.side), who) for who in fire.aimed.cancelled_by) if fire.aimed else 0.0
        found = []
        for i, need, dice, best_of in fire.who:
            n = line.count[i] if step.beside else max(0.0, line.count[i] - line.fired[i])
            if fire.aimed:
                n, kept = max(0.0, n - kept), max(0.0, kept - n)
            unit = self.outline.types[step.side][i]
            bonus = 0
            if not step.value and step.value_from == "combat":
                packs = self.outline.world.sequences.packs
                bonus = sum(pack.bonus for pack in packs if pack.name in present and pack.who.takes(unit))
            if n > 0 and self._reached(step, unit):
                found.append((i, need + bonus, dice, best_of, n))
        return sorted(found, key=lambda g: -g[1]) if step.matched else found

    def _reached(self, step: Volley, unit: UnitType) -> bool:
        victim = self.lines[other(step.side)]
        return any(
            victim.count[i] > GONE for i in self.outline.targets(step.hits or unit.volley, other(step.side))
        )

    def _raises(self, step: Volley) -> list[list[float]]:
        """How many units each boost still raises in a volley, by its place in the list of boosts."""
        if step.value or step.value_from != "combat" or step.support:
            return []
        enemy = self.lines[other(step.side)].abilities
        return [
            [
                self._here(step.side, boost.by)
                if boost.side == step.side and (boost.unless_enemy is None or boost.unless_enemy not in enemy)
                else 0.0
            ]
            for boost in self.outline.world.sequences.boosts
        ]

    # losses

    def _take(self, side: Side, hits: dict[str, float], dear: bool) -> None:
        """Lose units to hits, the cheapest first; ``dear``: aimed hits go to the most valuable."""
        line = self.lines[side]
        for kind, number in hits.items():
            left = number
            order = self.outline.targets(kind, side)
            for i in order:
                absorbed = 0.0 if dear else min(left, line.spare[i])
                line.spare[i] -= absorbed
                left -= absorbed
            for i in reversed(order) if dear else order:
                lost = min(left, line.count[i])
                line.count[i] -= lost
                left -= lost
        hits.clear()

    def _search(self, step: Search) -> None:
        guns = sum(n for unit, n in self.sides[step.side] if step.who.takes(unit))
        victim = other(step.side)
        line, types = self.lines[victim], self.outline.types[victim]
        planes = [i for i in reversed(self.outline.orders[victim]) if step.at.takes(types[i])]
        found = min(guns, sum(line.count[i] for i in planes)) * step.finds / 6
        hit = 1 - (1 - step.destroys / 6) ** guns
        driven = (1 - step.destroys / 6) ** guns - (1 - step.drives_off / 6) ** guns
        for i in planes:
            some = min(found, line.count[i])
            found -= some
            line.count[i] -= some * (hit + driven)
            line.away[i] += some * driven

    def _driven_back(self) -> None:
        """Who has to leave at the end of a cycle, as far as that does not depend on the board."""
        for step in self.outline.forced:
            line, types = self.lines[step.side], self.outline.types[step.side]
            planes = [i for i in self.outline.orders[step.side] if types[i].kind == "air"]
            if step.without is not None:
                alone = self._here(step.side, step.without) < GONE
                if alone and self._here(other(step.side), step.without) > GONE:
                    self._leave(line, planes, float("inf"))
            elif step.decks:
                room = sum(len(types[i].berths) * line.count[i] for i in self.outline.decks[step.side])
                self._leave(line, planes[::-1], sum(line.count[i] for i in planes) - room)

    def _leave(self, line: _Line, units: list[int], number: float) -> None:
        for i in units:
            some = max(0.0, min(number, line.count[i]))
            number -= some
            line.count[i] -= some
            line.away[i] += some
