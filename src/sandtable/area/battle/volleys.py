"""Volleys: who fires in a step, the dice, and the hits to be assigned."""

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Aiming, AnyStep, Conditional, Sequence, Volley, Withdrawal, other
from sandtable.area.battle.values import UNMATCHED, matched, own_value, raised, strip_of
from sandtable.area.events import Fire, Rolled
from sandtable.area.forces import Power, Stack
from sandtable.area.state import Battle, Hits
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.core.dice import Dice


def sequence_of(world: World, battle: Battle) -> Sequence:
    """The declared sequence of a battle."""
    return world.sequences.sequences[battle.sequence]


def step_of(world: World, battle: Battle) -> AnyStep:
    """The current step of a battle."""
    return sequence_of(world, battle).steps[battle.step]


def in_round(battle: Battle, step: AnyStep) -> bool:
    """Whether a step takes place in this round."""
    return step.only_round in (0, battle.round)


def takes_place(battle: Battle, step: Conditional) -> bool:
    """Whether a step takes place in this round, and the enemy's abilities don't cancel it."""
    if isinstance(step, Withdrawal) or not in_round(battle, step):
        return in_round(battle, step)
    enemy = strip_of(battle, other(step.side)).abilities
    needed = step.if_enemy if isinstance(step, Volley | Aiming) else None
    return (needed is None or needed in enemy) and (step.unless_enemy is None or step.unless_enemy not in enemy)


class Firing(NamedTuple):
    """Identical units that fire together."""

    unit: UnitType
    name: str
    units: int
    value: int
    """What they have to roll, or less."""
    dice: int
    power: Power = ""
    """Their power, if each power rolls for its own units."""
    kind: str = ""
    """The kind of hit they score."""
    best_of: int = 1
    """How many dice are rolled per shot; the best one counts."""
    again_on: int = 0
    """Dice that show this or less are rolled again, for another hit."""
    picks_on: int = 0
    """For dice that show this or less, the firing side chooses the casualty."""


def shooters(world: World, battle: Battle, index: int) -> list[Firing]:
    """Who fires in the volley at ``index``, lowest value first.

    Units behind the strip fire too; units that fired in an earlier volley of this round, or fired aimed shots,
    don't.
    """
    steps = sequence_of(world, battle).steps
    volley = steps[index]
    if not isinstance(volley, Volley) or volley.aimed or not takes_place(battle, volley):
        return []
    before = [step.who for step in steps[:index] if isinstance(step, Volley) and _same_shot(battle, step, volley)]
    counts = {
        key: count
        for key, count in _present(world, battle, volley).items()
        if own_value(world, battle, volley, key[1]) > 0
        and volley.who.takes(key[1])
        and not any(who.takes(key[1]) for who in before)
    }
    found = _valued(world, battle, volley, counts)
    if world.sequences.spare_dice:
        found = [one for one in found if targets(world, battle, volley.side, one.kind)]
    table = {name: i for i, name in enumerate(world.units)}
    turns = {power: i for i, power in enumerate(world.order)}
    return sorted(found, key=lambda one: (one.value, table[one.name], turns.get(one.power, 0)))


def _same_shot(battle: Battle, step: Volley, volley: Volley) -> bool:
    """Whether firing in one volley uses up the shot that a unit would have in another."""
    return (
        step.side == volley.side
        and step.support == volley.support
        and not (step.aimed or step.beside or volley.beside)
        and takes_place(battle, step)
    )


Key = tuple[str, UnitType, Power]


def _present(world: World, battle: Battle, volley: Volley) -> dict[Key, int]:
    """Units of a side that can still fire, counted by type and power."""
    strip = strip_of(battle, volley.side)
    counts: dict[Key, int] = {}

    def count(units: Stack, sign: int) -> None:
        for piece, n in units:
            key = (piece.unit, world.type(piece), piece.power if world.sequences.by_power else "")
            counts[key] = counts.get(key, 0) + sign * n

    if volley.support:
        count(strip.support, 1)
    else:
        count(strip.units, 1)
        count(strip.casualties, 1)
        if not volley.beside:
            count(strip.fired, -1)
    return {key: n for key, n in counts.items() if n > 0}


def _valued(world: World, battle: Battle, volley: Volley, counts: dict[Key, int]) -> list[Firing]:
    """These units grouped by what they have to roll: some may be boosted, some unmatched."""
    values = [own_value(world, battle, volley, unit) for _, unit, _ in counts]
    groups = [(unit, n) for (_, unit, _), n in counts.items()]
    pairs = matched(world, battle, volley, [(unit, n, v) for (unit, n), v in zip(groups, values, strict=True)])
    boosts = raised(world, battle, volley, groups)
    found = []
    for (name, unit, power), own, n, up in zip(counts, values, pairs, boosts, strict=True):
        some, bonus = up
        for count, need in (
            (counts[name, unit, power] - n, UNMATCHED),
            (n - some, own),
            (some, own + bonus),
        ):
            dice = _dice(world, battle, volley, unit, count) if count > 0 else 0
            if dice > 0:
                best_of = unit.best_of if volley.dice_from == "shots" else 1
                again = unit.again_on if volley.side == "attack" and not volley.support else 0
                picks = 0 if volley.value else unit.picks_on
                kind = volley.hits or unit.volley
                found.append(Firing(unit, name, count, need, dice, power, kind, best_of, again, picks))
    return _no_more_than_targets(world, battle, volley, found) if volley.per_target and len(found) > 1 else found


def _no_more_than_targets(world: World, battle: Battle, volley: Volley, found: list[Firing]) -> list[Firing]:
    """Guns of several kinds together roll no more dice than there are targets; the best fire first."""
    left, result = 0, []
    for one in sorted(found, key=lambda firing: -firing.value):
        aims = targets(world, battle, volley.side, one.kind)
        enough = sum(n for piece, n in strip_of(battle, other(volley.side)).units if piece.unit in aims)
        dice = min(one.dice, enough - left)
        left += dice
        if dice > 0:
            result.append(one._replace(dice=dice))
    return result


def _dice(world: World, battle: Battle, volley: Volley, unit: UnitType, count: int) -> int:
    if volley.per_target:
        aims = targets(world, battle, volley.side, volley.hits or unit.volley)
        enough = sum(n for piece, n in strip_of(battle, other(volley.side)).units if piece.unit in aims)
        return min(enough, count * unit.anti_air) if volley.dice_from == "anti_air" else enough
    if volley.dice_from == "anti_air":
        return count * unit.anti_air
    return count * unit.attack_dice if volley.side == "attack" else count


def columns(world: World, battle: Battle, index: int, low_luck: bool) -> list[int]:
    """The numbers rolled for in the volley at ``index``, in order; a single 0 means all at once."""
    volley = sequence_of(world, battle).steps[index]
    assert isinstance(volley, Volley)
    firing = shooters(world, battle, index)
    if not firing or not volley.columns or low_luck:
        return [0] if firing else []
    return sorted({one.value for one in firing})


def targets(world: World, battle: Battle, side: Side, kind: str) -> frozenset[str]:
    """The enemy unit types in the battle that a hit of this kind, scored by ``side``, can be assigned to."""
    own = strip_of(battle, side).abilities
    return frozenset(
        piece.unit
        for piece, _ in strip_of(battle, other(side)).units
        if world.sequences.may_hit(kind, world.type(piece), own)
        or (piece.unit in world.shields and not world.worn(piece))
    )


def shield_left(world: World, battle: Battle, side: Side) -> int:
    """How many more hits a side's shields can take."""
    if not world.shields:
        return 0
    units = strip_of(battle, side).units
    return sum(n * max(0, world.type(p).hits - p.damage) for p, n in units if p.unit in world.shields)


def roll(world: World, battle: Battle, index: int, dice: Dice, low_luck: bool, column: int = 0) -> Rolled:
    """Roll the volley at ``index``, or one column of it. Hits that no enemy can take aren't in ``hits``."""
    volley = sequence_of(world, battle).steps[index]
    assert isinstance(volley, Volley)
    firing = [one for one in shooters(world, battle, index) if column in (0, one.value)]
    aims = {one.kind: targets(world, battle, volley.side, one.kind) for one in firing}
    picks: dict[str, int] = {}
    fire, scored = _low_luck(firing, aims, dice) if low_luck else _each_a_die(firing, dice)
    for one, shot in zip(firing, fire, strict=True) if not low_luck else ():
        if one.picks_on and aims[one.kind] - world.shields:
            chosen = sum(face <= one.picks_on for face in shot.dice)
            picks[one.kind] = picks.get(one.kind, 0) + chosen
            scored[one.kind] -= chosen
    left = absorbed = min(sum(scored.values()), shield_left(world, battle, other(volley.side)))
    for kind in sorted(scored) if absorbed else ():
        taken = min(left, scored[kind])
        scored[kind], left = scored[kind] - taken, left - taken
        aims[kind] = aims[kind] - world.shields
    hits = tuple(Hits(kind, count) for kind, count in sorted(scored.items()) if count and aims[kind])
    pending = volley.losses == "pending"
    picked = tuple(Hits(kind, count) for kind, count in sorted(picks.items()) if count)
    return Rolled(battle.space, volley.side, volley.name, tuple(fire), hits, column, pending, absorbed, picked)


def count_hits(faces: tuple[int, ...], need: int, best_of: int) -> int:
    """The hits among shots of several dice each, of which the best one counts.

    >>> count_hits((5, 2, 6, 6), 4, 2)
    1
    """
    return sum(min(faces[i : i + best_of]) <= need for i in range(0, len(faces), best_of))


def _each_a_die(firing: Iterable[Firing], dice: Dice) -> tuple[list[Fire], dict[str, int]]:
    fire = []
    scored: dict[str, int] = {}
    for one in firing:
        faces = dice.roll(one.dice * one.best_of)
        hits = count_hits(faces, one.value, one.best_of)
        more = faces if one.again_on else ()
        while lucky := sum(face <= one.again_on for face in more):
            more = dice.roll(lucky)
            faces += more
            hits += count_hits(more, one.value, 1)
        fire.append(Fire(one.name, one.value, faces, hits, power=one.power))
        scored[one.kind] = scored.get(one.kind, 0) + hits
    return fire, scored


def _low_luck(
    firing: Iterable[Firing], aims: dict[str, frozenset[str]], dice: Dice
) -> tuple[list[Fire], dict[str, int]]:
    """Units that can hit the same enemies add up their values: a hit for each full six, and a die for the
    remainder.

    The last unit type of such a group carries its die and its hits.
    """
    groups: dict[frozenset[str], list[Firing]] = {}
    for one in firing:
        groups.setdefault(aims[one.kind], []).append(one)
    fire = []
    scored: dict[str, int] = {}
    for group in groups.values():
        hits, rest = divmod(sum(one.value * one.dice for one in group), 6)
        faces = dice.roll(1) if rest else ()
        hits += sum(face <= rest for face in faces)
        fire += [Fire(one.name, one.value, (), 0, one.dice, one.power) for one in group[:-1]]
        last = group[-1]
        fire.append(Fire(last.name, last.value, faces, hits, last.dice, last.power))
        scored[last.kind] = scored.get(last.kind, 0) + hits
    return fire, scored
