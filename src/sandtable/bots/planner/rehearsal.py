"""Rehearsals: with time to spare, plans are played out on the board itself before one is chosen.

A round is played on by a planner that decides quickly for everybody, with as little luck as the game allows, and
what the sides have then is compared. This sees what no estimate of an attack sees: what is bought, where it goes,
and what the partners and the enemies make of it.
"""

from typing import Protocol

from msgspec.structs import replace

from sandtable.area.actions import AreaAction
from sandtable.area.battle.casualties import worth
from sandtable.area.battle.fight import LOW_LUCK
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import production
from sandtable.area.world import World
from sandtable.bots.planner.manner import Manner
from sandtable.core.decision import Decision
from sandtable.core.dice import SeededDice

LONGEST = 3000
"""Decisions in a rehearsal; a round has a few hundred."""
QUICK = {"orders": 2.0, "plans": 1.0, "passes": 2.0, "exact": 0.0}
"""The numbers by which everybody decides in a rehearsal."""


class Actor(Protocol):
    """Somebody who decides for every seat."""

    def choose(self, view: AreaState, decision: Decision, think: float | None = None) -> AreaAction: ...


def played_on(game: AreaGame, state: AreaState, seat: Power, actor: Actor, seed: int) -> AreaState:
    """The position when it is the turn of ``seat`` again, or the game is over."""
    calm = LOW_LUCK in game.world.game.options
    start = replace(state, options={**state.options, LOW_LUCK: True}) if calm else state
    state, dice = start, SeededDice.from_seed(seed)
    for _ in range(LONGEST):
        if state.winner or (state.round > start.round and seat in state.turn.phases):
            break
        decision = game.pending(state)[0]
        action = actor.choose(state, decision)
        for event in game.decide(state, decision.seat, action, dice):
            state = game.evolve(state, event)
    return state


def lead(world: World, state: AreaState, side: str, manner: Manner) -> float:
    """What a side has more than the other: units, money, income for some turns, and enemy capitals."""
    if state.winner:
        return manner.victory * (10 if state.winner == side else -10)
    total = 0.0
    for power, info in world.powers.items():
        own = state.treasury[power] + manner.horizon * production(world, state, power)
        own += manner.capital * (world.side(state.control[info.capital]) == info.side)
        total += own if info.side == side else -own
    for pieces in state.stacks.values():
        for piece, count in pieces:
            value = count * worth(world, piece)
            total += value if world.side(piece.power) == side else -value
    return total
