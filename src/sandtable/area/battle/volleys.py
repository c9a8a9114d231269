"""Volleys: who fires in a step, what the dice say, and which hits are to be assigned."""

from collections.abc import Iterable

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import AnyStep, Choice, Sequence, Volley, other
from sandtable.area.events import Fire, Rolled
from sandtable.area.forces import Stack
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


def takes_place(battle: Battle, step: Choice | Volley) -> bool:
    """Whether a step belongs to this round, and the enemy's abilities do not cancel it."""
    return in_round(battle, step) and (
        step.unless_enemy is None or step.unless_enemy not in strip_of(battle, other(step.side)).abilities
    )


def shooters(world: World, battle: Battle, index: int) -> list[tuple[UnitType, str, int]]:
    """Who fires in the volley at ``index``: unit types with names and counts, lowest value first.

    Units behind the strip fire too; those that an earlier volley of this round took do not.
    """
    steps = sequence_of(world, battle).steps
    volley = steps[index]
    if not isinstance(volley, Volley) or not takes_place(battle, volley):
        return []
    side = volley.side
    before = [
        step.who
        for step in steps[:index]
        if isinstance(step, Volley) and step.side == side and takes_place(battle, step)
    ]
    strip = strip_of(battle, side)
    counts: dict[str, int] = {}
    for piece, count in (*strip.units, *strip.casualties):
        counts[piece.unit] = counts.get(piece.unit, 0) + count
    found = []
    for name, unit in world.units.items():
        fires = name in counts and value(unit, side) > 0 and volley.who.takes(unit)
        if fires and not any(who.takes(unit) for who in before):
            found.append((unit, name, counts[name]))
    found.sort(key=lambda one: value(one[0], side))
    return found


def targets(world: World, battle: Battle, side: Side, kind: str) -> frozenset[str]:
    """The enemy unit types in the battle that a hit of this kind, scored by ``side``, may be assigned to."""
    own = strip_of(battle, side).abilities
    return frozenset(
        piece.unit
        for piece, _ in strip_of(battle, other(side)).units
        if world.sequences.may_hit(kind, world.type(piece), own)
    )


def roll(world: World, battle: Battle, index: int, dice: Dice, low_luck: bool) -> Rolled:
    """Roll the volley at ``index``. Hits for which no enemy is eligible are lost and not in ``hits``."""
    volley = sequence_of(world, battle).steps[index]
    assert isinstance(volley, Volley)
    firing = shooters(world, battle, index)
    aims = {unit.volley: targets(world, battle, volley.side, unit.volley) for unit, _, _ in firing}
    if low_luck:
        fire, scored = _low_luck(firing, volley.side, aims, dice)
    else:
        fire, scored = _each_a_die(firing, volley.side, dice)
    hits = tuple(Hits(kind, count) for kind, count in sorted(scored.items()) if count and aims[kind])
    return Rolled(battle.space, volley.side, volley.name, tuple(fire), hits)


def _each_a_die(
    firing: Iterable[tuple[UnitType, str, int]], side: Side, dice: Dice
) -> tuple[list[Fire], dict[str, int]]:
    fire = []
    scored: dict[str, int] = {}
    for unit, name, count in firing:
        need = value(unit, side)
        faces = dice.roll(count)
        hits = sum(face <= need for face in faces)
        fire.append(Fire(name, need, faces, hits))
        scored[unit.volley] = scored.get(unit.volley, 0) + hits
    return fire, scored


def _low_luck(
    firing: Iterable[tuple[UnitType, str, int]], side: Side, aims: dict[str, frozenset[str]], dice: Dice
) -> tuple[list[Fire], dict[str, int]]:
    """Units that can hit the same enemies add up their values: a hit for each six, a die for what remains.

    The last unit type of such a group carries its die and its hits.
    """
    groups: dict[frozenset[str], list[tuple[UnitType, str, int]]] = {}
    for one in firing:
        groups.setdefault(aims[one[0].volley], []).append(one)
    fire = []
    scored: dict[str, int] = {}
    for group in groups.values():
        hits, rest = divmod(sum(value(unit, side) * count for unit, _, count in group), 6)
        faces = dice.roll(1) if rest else ()
        hits += sum(face <= rest for face in faces)
        fire += [Fire(name, value(unit, side), (), 0, count) for unit, name, count in group[:-1]]
        unit, name, count = group[-1]
        fire.append(Fire(name, value(unit, side), faces, hits, count))
        scored[unit.volley] = scored.get(unit.volley, 0) + hits
    return fire, scored
