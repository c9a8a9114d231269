"""Purchase: one order a turn, paid at once, changed freely until the phase ends."""

from collections.abc import Iterator
from random import Random

from sandtable.area.actions import AreaAction, Done, Order
from sandtable.area.events import Ordered
from sandtable.area.forces import Power
from sandtable.area.movement.muster import known_unit
from sandtable.area.state import AreaState
from sandtable.area.status import player_of
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


def price(world: World, units: dict[str, int]) -> int:
    """What an order costs."""
    return sum(world.units[unit].cost * count for unit, count in units.items())


def budget(world: World, state: AreaState, power: Power) -> int:
    """What the power can spend: its treasury, and what its present order would give back."""
    return state.treasury[power] + price(world, dict(state.bought.get(power, {})))


def _partners_money(state: AreaState, power: Power) -> int:
    """What the player of ``power`` holds for the other powers under the same command."""
    partners = state.players.get(player_of(state, power), ())
    return sum(state.treasury[partner] for partner in partners if partner != power)


def begin(run: Unfolding, power: Power) -> None:
    """Nothing happens by itself."""


def finished(world: World, state: AreaState, power: Power) -> bool:
    """The phase ends when its player says so."""
    return False


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    return (Decision(power, "purchase", prompt=f"Order new units: {budget(world, state, power)} to spend."),)


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if isinstance(action, Done):
        return None
    if not isinstance(action, Order):
        return world.refuse("turn.phases", "Now is the time to purchase units.")
    for unit, count in action.units.items():
        refusal = known_unit(world, unit)
        if refusal:
            return refusal
        if count < 0:
            return world.refuse("purchase.affordable", "An order cannot hold less than none of a unit.")
    cost, money = price(world, dict(action.units)), budget(world, state, power)
    if cost > money:
        if cost <= money + _partners_money(state, power):
            return world.refuse(
                "players.separate-accounts",
                f"That costs {cost}; {world.name(power)} has {money}, and your other powers keep their own.",
            )
        return world.refuse("purchase.affordable", f"That costs {cost}; {world.name(power)} has {money}.")
    return None


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    if isinstance(action, Order):
        units = {unit: count for unit, count in action.units.items() if count}
        run.emit(Ordered(power=power, units=units, cost=price(run.world, units)))


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None
) -> Iterator[AreaAction]:
    """Orders: as many as possible of one type, one more of each type, or nothing more."""
    money = budget(world, state, power)
    now = dict(state.bought.get(power, {}))
    left = money - price(world, now)
    orders: list[AreaAction] = []
    for unit, kind in world.units.items():
        if kind.cost <= money:
            orders.append(Order(units={unit: money // kind.cost}))
        if kind.cost <= left:
            orders.append(Order(units={**now, unit: now.get(unit, 0) + 1}))
    if shuffle:
        shuffle.shuffle(orders)
    yield from orders
    yield Done()
