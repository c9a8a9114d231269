"""Trying orders out, one after the other, before they are offered."""

from collections.abc import Sequence

from sandtable.area.actions import AreaAction
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.core.dice import NoDice, ScriptedDice
from sandtable.core.refusal import Refusal


def after(game: AreaGame, state: AreaState, seat: Power, order: AreaAction) -> AreaState:
    """The table after a legal order, as far as it can be foreseen: one that rolls dice leaves it as it is."""
    try:
        events = game.decide(state, seat, order, ScriptedDice(()))
    except NoDice:
        return state
    for event in events:
        state = game.evolve(state, event)
    return state


def tried(game: AreaGame, state: AreaState, seat: Power, orders: Sequence[AreaAction]) -> Refusal | None:
    """Nothing if the orders may be given one after the other, otherwise the first refusal."""
    for number, order in enumerate(orders, 1):
        refusal = game.check(state, seat, order)
        if refusal is not None:
            return refusal
        if number < len(orders):
            state = after(game, state, seat, order)
    return None
