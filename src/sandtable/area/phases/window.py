"""The window of the other team: before combat its powers give their orders, all at once and in the open."""

from collections.abc import Iterator
from random import Random

from sandtable.area import passive
from sandtable.area.actions import AreaAction, Done, Recall, Reinforce, Support
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.team_events import OrdersClosed, Recalled
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


def begin(run: Unfolding, power: Power) -> None:
    """Nothing happens by itself."""


def open_for(world: World, state: AreaState) -> tuple[Power, ...]:
    """The powers that may still give orders; nobody in a special opening round."""
    if state.round < 1:
        return ()
    return tuple(
        power
        for power in passive.passive_powers(world, state)
        if power not in state.turn.closed and (_has_orders(state, power) or passive.can_order(world, state, power))
    )


def _has_orders(state: AreaState, power: Power) -> bool:
    """Whether a power has given orders that it may take back."""
    return any(order.power == power for order in state.turn.reinforcements) or any(
        piece.power == power and piece.came for pieces in state.stacks.values() for piece, _ in pieces
    )


def finished(world: World, state: AreaState, power: Power) -> bool:
    """Everybody has given all orders."""
    return not open_for(world, state)


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    prompt = "Send fighters in support and order reinforcements, or let combat begin."
    return tuple(Decision(seat, "passive", prompt=prompt) for seat in open_for(world, state))


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if seat not in open_for(world, state):
        return world.refuse("turn.combat-move-is-final", "Now the other team gives its orders.")
    match action:
        case Done() | Recall():
            return None
        case Support():
            return passive.check_support(world, state, seat, action)
        case Reinforce():
            return passive.check_reinforce(world, state, seat, action)
    return world.refuse(
        "players.one-power-at-a-time", "Support and reinforcement are all that can be ordered now."
    )


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    match action:
        case Done():
            run.emit(OrdersClosed(power=seat))
        case Recall():
            run.emit(Recalled(power=seat))
        case Support():
            passive.support(run, seat, action)
        case Reinforce():
            passive.reinforce(run, seat, action)


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None
) -> Iterator[AreaAction]:
    """Done first: nobody has to do anything here."""
    yield Done()
    if _has_orders(state, seat):
        yield Recall()
    orders = list(passive.offers(world, state, seat))
    if shuffle:
        shuffle.shuffle(orders)
    yield from orders
