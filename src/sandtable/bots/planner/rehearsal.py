"""Rehearsals: with time to spare, plans are played out on the board itself before one is chosen.

A fast planner plays a round for everybody, with as little luck as the game allows, and the sides' results are
compared. This shows what no estimate of an attack can: what is bought, where it goes, and how partners and enemies
respond.
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
from sandtable.bots.planner.style import Style
from sandtable.core.decision import Decision
from sandtable.core.dice import SeededDice

LONGEST = 3000
"""The most decisions in a rehearsal; a round has a few hundred."""
QUICK = {"orders": 2.0, "plans": 1.0, "passes": 2.0, "exact": 0.0}
"""The numbers everybody plays by in a rehearsal."""


class Actor(Protocol):
    """Decides for every seat."""

    def choose(self, view: AreaState, decision: Decision, think: float | None = None) -> AreaAction: ...


def played_on(game: AreaGame, state: AreaState, seat: Power, actor: Actor, seed: int) -> AreaState:
    """The position at the start of ``seat``'s next turn, or when the game is over."""
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


def lead(world: World, state: AreaState, side: str, style: Style) -> float:
    """A side's advantage: units, money, income for some turns, and enemy capitals."""
    if state.winner:
        return style.victory * (10 if state.winner == side else -10)
    total = 0.0
    for power, info in world.powers.items():
        own = state.treasury[power] + style.horizon * production(world, state, power)
        if info.capital:
            own += style.capital * (world.side(state.control[info.capital]) == info.side)
        total += own if info.side == side else -own
    for pieces in state.stacks.values():
        for piece, count in pieces:
            value = count * worth(world, piece)
            total += value if world.side(piece.power) == side else -value
    return total
