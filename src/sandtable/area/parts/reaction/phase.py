"""The phase before combat: the passive team's powers give their orders, simultaneously and openly."""

from collections.abc import Iterable, Iterator
from random import Random

from sandtable.area.actions import AreaAction, Done
from sandtable.area.forces import Power
from sandtable.area.parts.reaction import orders
from sandtable.area.parts.reaction.actions import Recall
from sandtable.area.parts.reaction.events import OrdersClosed
from sandtable.area.parts.reaction.memory import ORDERS
from sandtable.area.state import AreaState
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

ASKS = "passive"
"""Decision kind: orders in the enemy's turn."""


def begin(run: Unfolding, power: Power) -> None:
    """Do nothing: the phase waits for orders."""


def open_for(world: World, state: AreaState) -> tuple[Power, ...]:
    """The powers that may still give orders; none in a special opening round."""
    if state.round < 1:
        return ()
    closed = ORDERS.of(state).closed
    return tuple(
        power
        for power in orders.passive_powers(world, state)
        if power not in closed and (_has_orders(state, power) or orders.can_order(world, state, power))
    )


def _has_orders(state: AreaState, power: Power) -> bool:
    """Whether a power has given orders that it may cancel."""
    return any(order.power == power for order in ORDERS.of(state).reinforcements) or any(
        piece.power == power and piece.came for pieces in state.stacks.values() for piece, _ in pieces
    )


def finished(world: World, state: AreaState, power: Power) -> bool:
    """Whether all powers have finished their orders."""
    return not open_for(world, state)


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    prompt = "Send fighters and order reinforcements, or start combat."
    return tuple(Decision(seat, ASKS, prompt=prompt) for seat in open_for(world, state))


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if seat not in open_for(world, state):
        return world.refuse("turn.combat-move-is-final", "The other team is giving its orders now.")
    if isinstance(action, Done):
        return None
    return world.refuse("players.one-power-at-a-time", "You can order only support and reinforcements now.")


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    """Finish a power's orders."""
    run.emit(OrdersClosed(power=seat))


def resume(run: Unfolding, power: Power) -> None:
    """Do nothing: the phase waits for orders."""


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None, more: Iterable[AreaAction]
) -> Iterator[AreaAction]:
    """Done comes first, since no order is required."""
    yield Done()
    if _has_orders(state, seat):
        yield Recall()
    found = list(orders.offers(world, state, seat))
    if shuffle:
        shuffle.shuffle(found)
    yield from found
    yield from more
