"""Raids: what bombs on a factory are worth, exactly. Guns fire first; who is left drops the bombs.

Read from the game's declared raid, as the table reads it.
"""

from math import comb

import msgspec
import numpy as np

from sandtable.area.battle.sequence import Bombing, Volley
from sandtable.area.forces import Stack
from sandtable.area.world import World
from sandtable.odds.answer import MAX_UNITS, BadBattle

FACES = 6


class RaidOdds(msgspec.Struct, frozen=True):
    """What a raid does to both sides."""

    left: dict[int, float]
    """The chance of so many bombers that come through."""
    damage: dict[int, float]
    """The chance of so much damage, however rich the owner of the factory is."""
    lost: float
    """Expected: what the bombers cost that are shot down."""
    expected: float
    """Expected damage."""


def bad_raid(world: World, attack: Stack, defend: Stack) -> BadBattle | None:
    """What is wrong with a raid, if anything."""
    if "raids" not in world.features:
        return BadBattle("this game has no bombing raids")
    bombers = sum(count for _, count in attack)
    if not bombers:
        return BadBattle("the attacker needs at least one bomber")
    if bombers > MAX_UNITS:
        return BadBattle(f"the attacker has {bombers} units; {MAX_UNITS} are the most that make sense")
    for piece, _ in attack:
        if not world.can(piece, "bombs"):
            return BadBattle(f"{world.type(piece).plural} cannot bomb a factory")
    for piece, _ in defend:
        if not world.sequences.supports("raid", "defend", world.type(piece)):
            return BadBattle(f"{world.type(piece).plural} do not fire at a raid; leave them out")
    return None


def raid_odds(world: World, attack: Stack, defend: Stack) -> RaidOdds:
    """The odds of a raid that has been looked at; all its bombers are of one kind.

    >>> from sandtable.area.notation import parse_force
    >>> from sandtable.games import world
    >>> classic = world("classic")
    >>> two, gun = parse_force(classic, "uk", "2 bombers"), parse_force(classic, "germany", "antiaircraft gun")
    >>> found = raid_odds(classic, two, gun)
    >>> f"{found.expected:.3f} {found.lost:.2f} {found.left[2]:.4f}"
    '5.833 5.00 0.6944'
    """
    piece, bombers = attack[0][0], sum(count for _, count in attack)
    unit = world.type(piece)
    left = {bombers: 1.0}
    dice = 0
    for step in world.sequences.sequences["raid"].steps:
        if isinstance(step, Volley) and any(step.who.takes(world.type(gun)) for gun, _ in defend):
            left = _shot_at(left, step.value / FACES)
        elif isinstance(step, Bombing):
            dice = unit.attack_dice
    damage = _summed(left, dice)
    return RaidOdds(
        dict(sorted(left.items())),
        damage,
        sum(chance * (bombers - count) for count, chance in left.items()) * unit.cost,
        sum(amount * chance for amount, chance in damage.items()),
    )


def _shot_at(left: dict[int, float], hit: float) -> dict[int, float]:
    """A die for each bomber."""
    found: dict[int, float] = {}
    for count, chance in left.items():
        for down in range(count + 1):
            share = comb(count, down) * hit**down * (1 - hit) ** (count - down)
            found[count - down] = found.get(count - down, 0.0) + chance * share
    return found


def _summed(left: dict[int, float], dice: int) -> dict[int, float]:
    """The sum of ``dice`` dice for each of those that are left."""
    die = np.array([0.0, *[1 / FACES] * FACES])
    found = np.zeros(max(left) * dice * FACES + 1)
    sums, count = np.ones(1), 0
    for alive, chance in sorted(left.items()):
        while count < alive * dice:
            sums, count = np.convolve(sums, die), count + 1
        found[: len(sums)] += chance * sums
    return {amount: chance for amount, chance in enumerate(found.tolist()) if chance}
