"""Aimed shots, bombs and stopped ships: which targets are worth most, and which units should go on."""

from collections.abc import Iterable
from math import comb

from sandtable.area.actions import Aim
from sandtable.area.battle.casualties import worth
from sandtable.area.forces import Power, minus, size
from sandtable.area.parts.interdiction import Halt, Passing
from sandtable.area.parts.reaction.actions import Pin
from sandtable.area.state import AreaState, Battle
from sandtable.area.world import World
from sandtable.bots.bot import Reason
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.stance import Stance

SCRATCH = 0.35
"""The value of damaging a ship, as a share of its cost."""
FACES = 6


def at_least(needed: int, shots: int, chance: float) -> float:
    """The chance of at least ``needed`` hits.

    >>> round(at_least(1, 2, 1 / 3), 3)
    0.556
    """
    return sum(
        comb(shots, hits) * chance**hits * (1 - chance) ** (shots - hits) for hits in range(needed, shots + 1)
    )


def aim(world: World, battle: Battle, seat: Power, options: Iterable[Aim]) -> tuple[Aim, Reason]:
    """The most promising targets: what is destroyed or damaged, cargo included."""
    attacking = any(piece.power == seat for piece, _ in battle.attack.units)

    def promise(order: Aim) -> float:
        total = 0.0
        for shots in order.shots or ():
            unit = world.type(shots.by[0][0])
            need = max(1, unit.attack if attacking else unit.defense)
            number, chance = size(shots.by), need / FACES
            price, life = worth(world, shots.at), world.type(shots.at).hits - shots.at.damage
            total += price * at_least(life, number, chance)
            if life > 1:
                total += SCRATCH * price * (at_least(1, number, chance) - at_least(life, number, chance))
        return total

    best = max(options, key=promise)
    marks = ", ".join(dict.fromkeys(shots.at.unit for shots in best.shots or ()))
    return best, Reason(f"aim at {marks} in {battle.space}", value=promise(best))


def halt(stance: Stance, state: AreaState, passing: Passing, options: Iterable[Halt]) -> tuple[Halt, Reason]:
    """Which ships stay where submarines have stopped some: the rest go on if they still win, or all stay."""
    terrain, roster = stance.terrain, stance.terrain.roster
    end = terrain.index[passing.path[-1]]
    theirs = Field.of(terrain, state).of_side(end, stance.foe)

    def going(order: Halt) -> float:
        rest = roster.numbers(minus(passing.units, order.ships))
        if not any(rest):
            return 0.0
        if not any(theirs):
            return 0.1 * sum(rest)
        duel = stance.duels.fight(rest, theirs, True)
        return roster.worth(theirs) - duel.theirs - roster.worth(rest) + duel.mine

    best = max(options, key=going)
    return best, Reason(f"ships stop in {passing.path[0]}", value=going(best))


def pin(stance: Stance, options: Iterable[Pin]) -> tuple[Pin, Reason]:
    """Which reinforcements stay where the roads are bombed: those that gain least by going."""
    index, units = stance.terrain.index, stance.terrain.roster.index

    def missed(order: Pin) -> float:
        return sum(
            one.count
            * (
                stance.standing_worth(units[one.unit], index[one.to])
                - stance.standing_worth(units[one.unit], index[one.space])
            )
            for one in order.orders
        )

    best = min(options, key=missed)
    return best, Reason("stop the least useful ships", value=-missed(best))
