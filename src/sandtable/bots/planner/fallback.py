"""Decisions that no plan covers: tries a few legal answers on a copy and gives the best."""

from itertools import islice
from random import Random

from sandtable.area.actions import AreaAction, Casualties, Concede
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.parts.reaction.actions import Recall, Reinforce, Support
from sandtable.area.state import AreaState
from sandtable.area.status import production
from sandtable.bots.bot import BotFailed, Reason
from sandtable.core.dice import SeededDice

FEW = 6
SAMPLES = 2
"""How often each answer is played out, since it may lead to dice rolls."""


def balance(game: AreaGame, state: AreaState, side: str) -> float:
    """A side's units, money and income minus the other's."""
    world = game.world
    total = 0.0
    units = [group for pieces in state.stacks.values() for group in pieces]
    if state.battle is not None:
        units += [*state.battle.attack.units, *state.battle.defend.units]
    for piece, count in units:
        for one in (piece, *piece.cargo):
            total += world.units[one.unit].cost * count * (1 if world.side(one.power) == side else -1)
    for power in world.order:
        sign = 1 if world.side(power) == side else -1
        waiting = sum(world.units[u].cost * n for u, n in state.bought.get(power, {}).items() if u in world.units)
        total += sign * (state.treasury[power] + waiting + 3 * production(world, state, power))
    if state.winner:
        total += 1000 if state.winner == side else -1000
    return total


def sensible(game: AreaGame, state: AreaState, seat: Power, rng: Random) -> tuple[AreaAction, Reason]:
    """A legal answer to any decision, the best of a few."""
    ending = game.ending
    options = list(islice(game.legal(state, seat), FEW))
    options += [a for a in islice(game.legal(state, seat, rng), FEW) if a not in options]
    if ending is not None and ending not in options and game.check(state, seat, ending) is None:
        options.append(ending)
    if not options and game.check(state, seat, Casualties()) is None:
        options = [Casualties()]
    options = [a for a in options if not isinstance(a, Concede)]
    if not options:
        raise BotFailed(f"{seat} has no legal action")
    if ending in options and any(isinstance(a, Support | Reinforce | Recall) for a in options):
        return ending, Reason("no plan for the enemy's turn")
    side = game.world.side(seat)
    seed = rng.randrange(1 << 30)

    def worth(action: AreaAction) -> float:
        total = 0.0
        for sample in range(SAMPLES):
            after = state
            for event in game.decide(state, seat, action, SeededDice.from_seed(seed + sample)):
                after = game.evolve(after, event)
            total += balance(game, after, side)
        # Nothing gained: better to finish than to move around.
        return total / SAMPLES + (0.01 if action == ending else 0.0)

    values = {i: worth(action) for i, action in enumerate(options)}
    best = max(values, key=lambda i: (values[i], -i))
    return options[best], Reason("the best of a few legal moves", value=values[best])
