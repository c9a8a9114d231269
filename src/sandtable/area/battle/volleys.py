"""Volleys: who fires in a step, what the dice say, and which hits are to be assigned."""

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import AnyStep, Choice, Sequence, Volley, Withdrawal, other
from sandtable.area.events import Fire, Rolled
from sandtable.area.forces import Power, Stack
from sandtable.area.state import Battle, Hits, Strip
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.core.dice import Dice


def sequence_of(world: World, battle: Battle) -> Sequence:
    """The declared sequence that a battle follows."""
    return world.sequences.sequences[battle.sequence]


def step_of(world: World, battle: Battle) -> AnyStep:
    """The step that a battle is in."""
    return sequence_of(world, battle).steps[battle.step]


def strip_of(battle: Battle, side: Side) -> Strip:
    """One side's edge of the strip."""
    return battle.attack if side == "attack" else battle.defend


def value(unit: UnitType, side: Side) -> int:
    """What a unit has to roll on this side of the strip, or less."""
    return unit.attack if side == "attack" else unit.defense


def abilities(world: World, units: Stack) -> tuple[str, ...]:
    """All abilities in a stack, sorted."""
    return tuple(sorted({ability for piece, _ in units for ability in world.type(piece).abilities}))


def in_round(battle: Battle, step: AnyStep) -> bool:
    """Whether a step belongs to this round."""
    return step.only_round in (0, battle.round)


def takes_place(battle: Battle, step: Choice | Withdrawal | Volley) -> bool:
    """Whether a step belongs to this round, and the enemy's abilities do not cancel it."""
    if isinstance(step, Withdrawal):
        return in_round(battle, step)
    return in_round(battle, step) and (
        step.unless_enemy is None or step.unless_enemy not in strip_of(battle, other(step.side)).abilities
    )


class Firing(NamedTuple):
    """Like units that fire together."""

    unit: UnitType
    name: str
    units: int
    value: int
    """What they have to roll, or less."""
    dice: int
    power: Power = ""
    """Whose they are, where each power rolls for its own."""


def shooters(world: World, battle: Battle, index: int) -> list[Firing]:
    """Who fires in the volley at ``index``, lowest value first.

    Units behind the strip fire too; those that an earlier volley of this round took do not.
    """
    steps = sequence_of(world, battle).steps
    volley = steps[index]
    if not isinstance(volley, Volley) or not takes_place(battle, volley):
        return []
    before = [
        step.who
        for step in steps[:index]
        if isinstance(step, Volley)
        and step.side == volley.side
        and step.support == volley.support
        and takes_place(battle, step)
    ]
    strip = strip_of(battle, volley.side)
    counts: dict[tuple[str, UnitType, Power], int] = {}
    for piece, count in strip.support if volley.support else (*strip.units, *strip.casualties):
        key = (piece.unit, world.type(piece), piece.power if world.sequences.by_power else "")
        counts[key] = counts.get(key, 0) + count
    table = {name: i for i, name in enumerate(world.units)}
    turns = {power: i for i, power in enumerate(world.order)}
    found = []
    for (name, unit, power), count in counts.items():
        need = volley.value or value(unit, volley.side)
        if need > 0 and volley.who.takes(unit) and not any(who.takes(unit) for who in before):
            found.append(Firing(unit, name, count, need, _dice(world, battle, volley, unit, count), power))
    if world.sequences.spare_dice:
        found = [one for one in found if targets(world, battle, volley.side, one.unit.volley)]
    return sorted(found, key=lambda one: (one.value, table[one.name], turns.get(one.power, 0)))


def _dice(world: World, battle: Battle, volley: Volley, unit: UnitType, count: int) -> int:
    if volley.per_target:
        aims = targets(world, battle, volley.side, unit.volley)
        return sum(n for piece, n in strip_of(battle, other(volley.side)).units if piece.unit in aims)
    return count * unit.attack_dice if volley.side == "attack" else count


def columns(world: World, battle: Battle, index: int, low_luck: bool) -> list[int]:
    """What is rolled for in the volley at ``index``, one number after another; a single 0: everything at once."""
    volley = sequence_of(world, battle).steps[index]
    assert isinstance(volley, Volley)
    firing = shooters(world, battle, index)
    if not firing or not volley.columns or low_luck:
        return [0] if firing else []
    return sorted({one.value for one in firing})


def targets(world: World, battle: Battle, side: Side, kind: str) -> frozenset[str]:
    """The enemy unit types in the battle that a hit of this kind, scored by ``side``, may be assigned to."""
    own = strip_of(battle, side).abilities
    return frozenset(
        piece.unit
        for piece, _ in strip_of(battle, other(side)).units
        if world.sequences.may_hit(kind, world.type(piece), own)
    )


def roll(world: World, battle: Battle, index: int, dice: Dice, low_luck: bool, column: int = 0) -> Rolled:
    """Roll the volley at ``index``, or one column of it. Hits for which no enemy is eligible are lost and not in
    ``hits``."""
    volley = sequence_of(world, battle).steps[index]
    assert isinstance(volley, Volley)
    firing = [one for one in shooters(world, battle, index) if column in (0, one.value)]
    aims = {one.unit.volley: targets(world, battle, volley.side, one.unit.volley) for one in firing}
    fire, scored = _low_luck(firing, aims, dice) if low_luck else _each_a_die(firing, dice)
    hits = tuple(Hits(kind, count) for kind, count in sorted(scored.items()) if count and aims[kind])
    return Rolled(battle.space, volley.side, volley.name, tuple(fire), hits, column)


def _each_a_die(firing: Iterable[Firing], dice: Dice) -> tuple[list[Fire], dict[str, int]]:
    fire = []
    scored: dict[str, int] = {}
    for one in firing:
        faces = dice.roll(one.dice)
        hits = sum(face <= one.value for face in faces)
        fire.append(Fire(one.name, one.value, faces, hits, power=one.power))
        scored[one.unit.volley] = scored.get(one.unit.volley, 0) + hits
    return fire, scored


def _low_luck(
    firing: Iterable[Firing], aims: dict[str, frozenset[str]], dice: Dice
) -> tuple[list[Fire], dict[str, int]]:
    """Units that can hit the same enemies add up their values: a hit for each six, a die for what remains.

    The last unit type of such a group carries its die and its hits.
    """
    groups: dict[frozenset[str], list[Firing]] = {}
    for one in firing:
        groups.setdefault(aims[one.unit.volley], []).append(one)
    fire = []
    scored: dict[str, int] = {}
    for group in groups.values():
        hits, rest = divmod(sum(one.value * one.dice for one in group), 6)
        faces = dice.roll(1) if rest else ()
        hits += sum(face <= rest for face in faces)
        fire += [Fire(one.name, one.value, (), 0, one.dice, one.power) for one in group[:-1]]
        last = group[-1]
        fire.append(Fire(last.name, last.value, faces, hits, last.dice, last.power))
        scored[last.unit.volley] = scored.get(last.unit.volley, 0) + hits
    return fire, scored
