"""Where bought units may be placed, and how many."""

from msgspec.structs import replace

from sandtable.area.actions import Mobilize
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import Place, PlacementsAnswer
from sandtable.guides.area.shop import factory_limits, levied, levy_limits


def placements(game: AreaGame, state: AreaState, seat: Power | None) -> PlacementsAnswer | Refusal:
    """Every legal space for every unplaced unit."""
    world = game.world.as_of(state)
    if seat is None:
        return world.refuse("players.one-power-at-a-time", "Only a power can place units.")
    waiting = dict(state.bought.get(seat, {}))
    orders = [order for order in game.legal(state, seat) if isinstance(order, Mobilize)] if waiting else []
    places = tuple(
        Place(order.unit, order.space, _most(game, state, seat, order, waiting[order.unit]), (order,))
        for order in orders
    )
    return PlacementsAnswer(
        waiting, places, factory_limits(world, state, seat), levied(world), levy_limits(world, state, seat)
    )


def _most(game: AreaGame, state: AreaState, seat: Power, order: Mobilize, waiting: int) -> int:
    """How many of a unit can be placed there, given that one can."""
    most = order.count
    while most < waiting and game.check(state, seat, replace(order, count=most + 1)) is None:
        most += 1
    return most
