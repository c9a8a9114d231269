"""Tries out orders, one after the other, before they are offered."""

from collections.abc import Sequence

from sandtable.area.actions import AreaAction
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.core.dice import NoDice, ScriptedDice
from sandtable.core.refusal import Refusal


def after(game: AreaGame, state: AreaState, seat: Power, order: AreaAction) -> AreaState:
    """The state after a legal order. An order that rolls dice leaves it unchanged."""
    try:
        events = game.decide(state, seat, order, ScriptedDice(()))
    except NoDice:
        return state
    for event in events:
        state = game.evolve(state, event)
    return state


def tried(game: AreaGame, state: AreaState, seat: Power, orders: Sequence[AreaAction]) -> Refusal | None:
    """None if the orders are legal one after the other, otherwise the first refusal."""
    for number, order in enumerate(orders, 1):
        refusal = game.check(state, seat, order)
        if refusal is not None:
            return refusal
        if number < len(orders):
            state = after(game, state, seat, order)
    return None
