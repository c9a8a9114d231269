"""Escorted raids: air combat with the interceptors, then guns fire at the surviving bombers, then bombs.

All fighters named for the defender intercept, so none are left on the ground to be strafed, and escorts turn back
before the guns fire. Losses in the air and to guns follow the order of losses.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.forces import Piece, Stack, size, where
from sandtable.area.guns import shots_at
from sandtable.area.parts.air_war import AirWar
from sandtable.area.parts.air_war.settings import Raids
from sandtable.area.parts.facilities import Facilities
from sandtable.area.techs import techs_of
from sandtable.area.world import World
from sandtable.odds.answer import MAX_UNITS, BadBattle
from sandtable.odds.policy import Policy
from sandtable.odds.result import RaidOdds
from sandtable.odds.sides import Floats
from sandtable.odds.stepwise.air import order_of_losses, tolls

FACES = 6


def escorted(world: World) -> Raids | None:
    """Which units raid what, in a game with interceptors. None if the game has none."""
    war = AirWar.of(world)
    return war.settings.raids if war is not None else None


def joins(world: World, raids: Raids, side: Side, name: str) -> bool:
    """Whether units of a type take part in a raid."""
    if side == "attack":
        return name in raids.bombers or name in raids.fighters
    works = Facilities.of(world)
    return (
        name in raids.fighters
        or world.units[name].can("anti-air")
        or (works is not None and name in works.settings.types)
    )


def bad_air_raid(world: World, raids: Raids, attack: Stack, defend: Stack) -> BadBattle | None:
    """What is wrong with a raid; None if nothing is."""
    bombers = where(attack, lambda p: p.unit in raids.bombers)
    if not bombers:
        return BadBattle("the attacker needs at least one bomber")
    sides: tuple[tuple[Side, str, Stack], ...] = (("attack", "attacker", attack), ("defend", "defender", defend))
    for side, name, units in sides:
        if size(units) > MAX_UNITS:
            return BadBattle(f"the {name} has {size(units)} units; {MAX_UNITS} is the maximum")
        for piece, _ in units:
            if not joins(world, raids, side, piece.unit):
                return BadBattle(f"{world.type(piece).plural} can't take part in a raid; leave them out")
    below = _facilities(world, defend)
    if size(below) > 1:
        return BadBattle("all bombers attack one facility; name only that one")
    for target, _ in below:
        for bomber, _ in bombers:
            if target.unit not in raids.bombers[bomber.unit].at:
                what = world.type(target).plural
                return BadBattle(f"{world.type(bomber).plural} can't attack {what}")
    return None


class _Flight(NamedTuple):
    """What is left of a side after air combat."""

    destroyed: tuple[Piece, ...]
    left: tuple[Piece, ...]
    """The units that carry on, first casualty first."""
    chance: float


def air_raid_odds(
    world: World, raids: Raids, attack: Stack, defend: Stack, attacker: Policy, defender: Policy
) -> RaidOdds:
    """The odds of a raid that has been checked."""
    risen = where(defend, lambda p: p.unit in raids.fighters)
    guns = where(defend, lambda p: world.can(p, "anti-air"))
    most = _endures(world, defend)
    left: dict[int, float] = {}
    damage: dict[int, float] = {}
    lost = 0.0
    for flight in _flights(world, attack, risen, attacker, defender):
        bombers = tuple(p for p in flight.left if p.unit in raids.bombers)
        for hits, p in enumerate(_shots(shots_at(world, guns, len(bombers))).tolist()):
            chance = flight.chance * p
            through, down = bombers[hits:], (*flight.destroyed, *bombers[:hits])
            lost += chance * sum(world.type(piece).cost for piece in down)
            left[len(through)] = left.get(len(through), 0.0) + chance
            for amount, q in enumerate(_bombs(world, raids, through).tolist()):
                done = amount if most is None else min(amount, most)
                damage[done] = damage.get(done, 0.0) + chance * q
    met = list(_met(world, risen, attack, defender, attacker.pilots))
    return RaidOdds(
        {n: p for n, p in sorted(left.items()) if p},
        {amount: p for amount, p in sorted(damage.items()) if p},
        lost,
        sum(amount * p for amount, p in damage.items()),
        sum(one.chance * sum(world.type(piece).cost for piece in one.destroyed) for one in met),
    )


def _flights(world: World, attack: Stack, risen: Stack, attacker: Policy, defender: Policy) -> Iterator[_Flight]:
    """The raiders after air combat with the interceptors."""
    war = AirWar.of(world)
    assert war is not None
    bonus = sum(war.settings.interception.get(tech, 0) for tech in techs_of(world.techs, "defend"))
    return _met(world, attack, risen, attacker, defender.pilots + bonus)


def _met(world: World, mine: Stack, theirs: Stack, policy: Policy, pilots: int) -> Iterator[_Flight]:
    """One side after air combat; ``pilots``: what its enemies add to their roll."""
    war = AirWar.of(world)
    assert war is not None
    order = tuple(order_of_losses(world, mine, policy)) if mine else ()
    if not mine or not theirs:
        yield _Flight((), order, 1.0)
        return
    for (destroyed, aborted), chance in tolls(world, war, theirs, pilots).items():
        yield _Flight(order[:destroyed], order[destroyed + aborted :], chance)


def _facilities(world: World, units: Stack) -> Stack:
    works = Facilities.of(world)
    return where(units, lambda p: p.unit in works.settings.types) if works is not None else ()


def _endures(world: World, defend: Stack) -> int | None:
    """How much more damage the attacked facility can take; None if no facility is named."""
    works, below = Facilities.of(world), _facilities(world, defend)
    if works is None or not below:
        return None
    target = below[0][0]
    return max(0, works.settings.types[target.unit].endures - target.damage)


def _shots(values: tuple[int, ...]) -> Floats:
    """The chance of each number of hits, given the dice.

    >>> [round(p, 3) for p in _shots((1, 3)).tolist()]
    [0.417, 0.5, 0.083]
    """
    found: Floats = np.ones(1)
    for value in values:
        found = np.convolve(found, (1 - value / FACES, value / FACES))
    return found


def _bombs(world: World, raids: Raids, bombers: tuple[Piece, ...]) -> Floats:
    """The distribution of total bomb damage: each bomber's best die plus its type's bonus."""
    sums: Floats = np.ones(1)
    for piece in bombers:
        at_most = (np.arange(FACES + 1) / FACES) ** world.type(piece).best_of
        load = np.diff(at_most, prepend=0)
        sums = np.convolve(sums, np.concatenate((np.zeros(raids.bombers[piece.unit].bonus), load)))
    return sums
