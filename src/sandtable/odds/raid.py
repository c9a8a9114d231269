"""The exact odds of raids on a factory. Guns fire first, then the surviving bombers drop their bombs.

Read from the game's declared raid, as the engine reads it.
"""

from math import comb

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Bombing, Volley
from sandtable.area.forces import Stack
from sandtable.area.world import World
from sandtable.odds import air_raid
from sandtable.odds.air_raid import escorted
from sandtable.odds.answer import MAX_UNITS, BadBattle
from sandtable.odds.policy import Policy
from sandtable.odds.result import RaidOdds
from sandtable.odds.sides import Counts, Floats, Force
from sandtable.odds.stepwise.chain import Chain
from sandtable.odds.stepwise.fighting import NEVER, Fight
from sandtable.odds.stepwise.matchup import Matchup

FACES = 6
PLAIN = Policy()
MAX_MISSION = 60
"""The most units on a side of a mission for an exact answer."""


def declared(world: World) -> bool:
    """Whether raids are declared as a sequence that can be read."""
    return escorted(world) is not None or not {"raid", "mission"}.isdisjoint(world.sequences.sequences)


def joins(world: World, side: Side, name: str) -> bool:
    """Whether units of a type take part in a raid."""
    raids, unit = escorted(world), world.units[name]
    if raids is not None:
        return air_raid.joins(world, raids, side, name)
    if mission(world):
        return unit.kind == "air" or (side == "defend" and world.sequences.supports("mission", side, unit))
    return unit.can("bombs") if side == "attack" else world.sequences.supports("raid", side, unit)


def bombs(world: World, name: str) -> bool:
    """Whether units of a type drop bombs in a raid; others only escort."""
    raids = escorted(world)
    return name in raids.bombers if raids is not None else world.units[name].can("bombs")


def bad_raid(world: World, attack: Stack, defend: Stack) -> BadBattle | None:
    """What is wrong with a raid; None if nothing is."""
    raids = escorted(world)
    if raids is not None:
        return air_raid.bad_air_raid(world, raids, attack, defend)
    if mission(world):
        return _bad_mission(world, attack, defend)
    if not world.parts.missions:
        return BadBattle("this game has no bombing raids")
    if not declared(world):
        return BadBattle("the odds of this game's bombing raids can't be worked out")
    bombers = sum(count for _, count in attack)
    if not bombers:
        return BadBattle("the attacker needs at least one bomber")
    if bombers > MAX_UNITS:
        return BadBattle(f"the attacker has {bombers} units; {MAX_UNITS} is the maximum")
    for piece, _ in attack:
        if not world.can(piece, "bombs"):
            return BadBattle(f"{world.type(piece).plural} cannot bomb a factory")
    for piece, _ in defend:
        if not world.sequences.supports("raid", "defend", world.type(piece)):
            return BadBattle(f"{world.type(piece).plural} can't fire at a raid; leave them out")
    return None


def raid_odds(
    world: World, attack: Stack, defend: Stack, attacker: Policy = PLAIN, defender: Policy = PLAIN
) -> RaidOdds:
    """The odds of a raid that has been checked; the policies matter if there are interceptors.

    >>> from sandtable.area.notation import parse_force
    >>> from sandtable.games import world
    >>> classic = world("classic")
    >>> two, gun = parse_force(classic, "uk", "2 bombers"), parse_force(classic, "germany", "antiaircraft gun")
    >>> found = raid_odds(classic, two, gun)
    >>> f"{found.expected:.3f} {found.lost:.2f} {found.left[2]:.4f}"
    '5.833 5.00 0.6944'
    """
    raids = escorted(world)
    if raids is not None:
        return air_raid.air_raid_odds(world, raids, attack, defend, attacker, defender)
    if mission(world):
        return _mission(world, attack, defend)
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


def mission(world: World) -> bool:
    """Whether bombers in this game fly missions, with escorts and against air defenders."""
    return any(sequence.mission for sequence in world.sequences.sequences.values())


def _bad_mission(world: World, attack: Stack, defend: Stack) -> BadBattle | None:
    if not any(world.can(piece, "bombs") for piece, _ in attack):
        return BadBattle("a mission needs at least one bomber")
    for name, units in (("attacker", attack), ("defender", defend)):
        if sum(count for _, count in units) > MAX_MISSION:
            return BadBattle(f"the {name} has too many units; {MAX_MISSION} are the most in a mission")
        for piece, _ in units:
            guns = name == "defender" and world.sequences.supports("mission", "defend", world.type(piece))
            if world.type(piece).kind != "air" and not guns:
                return BadBattle(f"{world.type(piece).plural} can't take part in a mission; leave them out")
    return None


def _mission(world: World, attack: Stack, defend: Stack) -> RaidOdds:
    """A mission: guns search, air units fight once, and each surviving bomber drops its bombs.

    A night mission meets no air units, so it is a mission against nobody.
    """
    forces: dict[Side, Force] = {
        "attack": Force(world, "attack", attack, "mission"),
        "defend": Force(world, "defend", defend, "mission"),
    }
    fight = Fight(Chain(Matchup(world, "mission", forces, {"attack": Policy(), "defend": Policy()}, False)), NEVER)
    chances, matchup = fight.solve().ended, fight.chain.matchup
    mine, theirs = forces["attack"], forces["defend"]
    bombers = [c for c, unit in enumerate(mine.types) if unit.can("bombs") and not mine.columns[c].below]
    left: dict[int, float] = {}
    dropped: dict[tuple[tuple[int, int], ...], float] = {}
    for state, p in enumerate(chances.sum(axis=1).tolist()):
        counts = matchup.states["attack"][state]
        through = tuple((mine.types[c].best_of, counts[c]) for c in bombers)
        number = sum(n for _, n in through)
        left[number] = left.get(number, 0.0) + p
        dropped[through] = dropped.get(through, 0.0) + p
    damage: dict[int, float] = {}
    for through, p in dropped.items():
        for amount, q in enumerate(_bombs(through).tolist()):
            damage[amount] = damage.get(amount, 0.0) + p * q
    return RaidOdds(
        {n: p for n, p in sorted(left.items()) if p},
        {amount: p for amount, p in sorted(damage.items()) if p},
        _expected_loss(mine, matchup.states["attack"], chances.sum(axis=1)),
        sum(amount * p for amount, p in damage.items()),
        _expected_loss(theirs, matchup.states["defend"], chances.sum(axis=0)),
    )


def _expected_loss(force: Force, states: list[Counts], chances: Floats) -> float:
    start = force.worth(force.start)
    return float(sum(p * (start - force.worth(c)) for c, p in zip(states, chances.tolist(), strict=True)))


def _bombs(through: tuple[tuple[int, int], ...]) -> Floats:
    """The distribution of total bomb damage, where each of ``count`` bombs is the best of ``best_of`` dice.

    >>> [round(p, 3) for p in _bombs(((2, 1),)).tolist()]
    [0.0, 0.028, 0.083, 0.139, 0.194, 0.25, 0.306]
    """
    sums: Floats = np.ones(1)
    for best_of, count in through:
        at_most = (np.arange(FACES + 1) / FACES) ** best_of
        for _ in range(count):
            sums = np.convolve(sums, np.diff(at_most, prepend=0))
    return sums


def _shot_at(left: dict[int, float], hit: float) -> dict[int, float]:
    """Roll a die for each bomber."""
    found: dict[int, float] = {}
    for count, chance in left.items():
        for down in range(count + 1):
            share = comb(count, down) * hit**down * (1 - hit) ** (count - down)
            found[count - down] = found.get(count - down, 0.0) + chance * share
    return found


def _summed(left: dict[int, float], dice: int) -> dict[int, float]:
    """The distribution of the sum of ``dice`` dice for each surviving bomber."""
    die = np.array([0.0, *[1 / FACES] * FACES])
    found = np.zeros(max(left) * dice * FACES + 1)
    sums, count = np.ones(1), 0
    for alive, chance in sorted(left.items()):
        while count < alive * dice:
            sums, count = np.convolve(sums, die), count + 1
        found[: len(sums)] += chance * sums
    return {amount: chance for amount, chance in enumerate(found.tolist()) if chance}
