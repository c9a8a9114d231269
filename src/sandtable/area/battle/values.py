"""What units have to roll: their own values, packs, matches and boosts."""

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Boost, Volley, Who, other
from sandtable.area.forces import Stack, size
from sandtable.area.state import Battle, Strip
from sandtable.area.units import UnitType
from sandtable.area.world import World

UNMATCHED = 1
"""What unmatched units have to roll."""


def strip_of(battle: Battle, side: Side) -> Strip:
    """One side of the strip."""
    return battle.attack if side == "attack" else battle.defend


def value(unit: UnitType, side: Side) -> int:
    """What a unit has to roll on this side of the strip, or less."""
    return unit.attack if side == "attack" else unit.defense


def how_many(world: World, units: Stack, who: Who) -> int:
    """How many units of this set are in a stack."""
    return sum(count for piece, count in units if who.takes(world.type(piece)))


def helpers(world: World, units: Stack, who: Who) -> int:
    """How many units these units of a stack can boost."""
    types = ((world.type(piece), count) for piece, count in units)
    return sum(count * unit.supports for unit, count in types if who.takes(unit))


def abilities(world: World, units: Stack, enemies: Stack = ()) -> tuple[str, ...]:
    """All abilities in a stack, sorted, and the packs it forms against these enemies."""
    found = {ability for piece, _ in units for ability in world.type(piece).abilities}
    packs = {
        pack.name
        for pack in world.sequences.packs
        if how_many(world, units, pack.who) - how_many(world, enemies, pack.against) >= pack.lead
    }
    return tuple(sorted(found | packs))


def own_value(world: World, battle: Battle, volley: Volley, unit: UnitType) -> int:
    """What a unit has to roll in a volley before matches and boosts; 0 if it doesn't fire."""
    if volley.value:
        return volley.value + (unit.aim if volley.dice_from == "anti_air" else 0)
    if volley.value_from == "dogfight":
        return unit.dogfight[0 if volley.side == "attack" else 1]
    need = value(unit, volley.side)
    if need <= 0:
        return 0
    present = strip_of(battle, volley.side).abilities
    if unit.hunts and _only_submersibles(world, battle, volley, unit):
        need += unit.hunts
    return need + sum(
        pack.bonus for pack in world.sequences.packs if pack.name in present and pack.who.takes(unit)
    )


def _only_submersibles(world: World, battle: Battle, volley: Volley, unit: UnitType) -> bool:
    """Whether all enemies that a unit can hit in a volley are submersible."""
    own = strip_of(battle, volley.side).abilities
    foes = (world.type(piece) for piece, _ in strip_of(battle, other(volley.side)).units)
    hit = [foe for foe in foes if world.sequences.may_hit(volley.hits or unit.volley, foe, own)]
    return all(foe.can("submersible") for foe in hit)


def chance(unit: UnitType, need: int) -> float:
    """The chance that a shot hits.

    >>> round(chance(UnitType("bomber", "bombers", "air", 14, 4, 1, 6, best_of=2), 3), 2)
    0.75
    """
    miss: float = (6 - min(need, 6)) / 6
    return float(1 - miss**unit.best_of)


def matched(world: World, battle: Battle, volley: Volley, firing: list[tuple[UnitType, int, int]]) -> list[int]:
    """For each group of (type, number, own value): how many are matched; those that gain most come first."""
    if volley.matched is None:
        return [count for _, count, _ in firing]
    strip = strip_of(battle, volley.side)
    left = max(0, how_many(world, strip.units, volley.matched) - size(strip.fired))
    result = [0] * len(firing)
    order = sorted(
        range(len(firing)),
        key=lambda i: -(chance(firing[i][0], firing[i][2]) - chance(firing[i][0], UNMATCHED)),
    )
    for i in order:
        result[i] = min(left, firing[i][1])
        left -= result[i]
    return result


def _holds(battle: Battle, boost: Boost) -> bool:
    return boost.unless_enemy is None or boost.unless_enemy not in strip_of(battle, other(boost.side)).abilities


def engaged(world: World, units: Stack, boost: Boost) -> int:
    """How many helpers of a boost are needed by units that come first."""
    if boost.after is None:
        return 0
    needed = 0
    for rival in world.sequences.boosts:
        if rival.side == boost.side and rival.of.ability == boost.after:
            shared = [(piece, n) for piece, n in units if boost.by.takes(world.type(piece))]
            others = how_many(world, units, rival.by) - how_many(world, tuple(shared), rival.by)
            needed += max(0, how_many(world, units, rival.of) - others)
    return min(needed, how_many(world, units, boost.by))


def raised(
    world: World, battle: Battle, volley: Volley, firing: list[tuple[UnitType, int]]
) -> list[tuple[int, int]]:
    """For each group of (type, number): how many are boosted, and by how much."""
    result = [(0, 0)] * len(firing)
    if volley.value or volley.value_from != "combat" or volley.support:
        return result
    for boost in world.sequences.boosts:
        if boost.side != volley.side or not _holds(battle, boost):
            continue
        whose = other(boost.side) if boost.enemy else boost.side
        strip = strip_of(battle, whose)
        here = (*strip.units, *strip.casualties)  # those hit in this round still fight
        left = (helpers(world, here, boost.by) - engaged(world, here, boost)) * boost.each
        for i, (unit, count) in enumerate(firing):
            if boost.of.takes(unit):
                bonus = -boost.bonus if boost.enemy else boost.bonus
                before = result[i][0] if result[i][1] == bonus else 0
                some = min(left, count - before)
                left -= some
                if some:
                    result[i] = (before + some, bonus)
    return result
