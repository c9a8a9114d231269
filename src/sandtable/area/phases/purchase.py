"""Purchase: one order, paid at once, and changeable until the phase ends."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from sandtable.area.actions import AreaAction, Done, Order
from sandtable.area.conduct import OptionInfo
from sandtable.area.events import Ordered
from sandtable.area.forces import Power
from sandtable.area.movement.selection import known_unit
from sandtable.area.phases.mobilize import placements
from sandtable.area.state import AreaState
from sandtable.area.status import capital_lost, player_of
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import money
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

ASKS = "purchase"
"""The kind of decision: what to buy."""


def price(world: World, power: Power, units: Mapping[str, int]) -> int:
    """The cost of an order for a power."""
    return sum(world.unit(power, unit).cost * count for unit, count in units.items())


def budget(world: World, state: AreaState, power: Power) -> int:
    """What the power can spend: its treasury, plus the refund for its current order."""
    return state.treasury[power] + price(world, power, state.bought.get(power, {}))


def not_for_sale(world: World, state: AreaState, unit: str) -> OptionInfo | None:
    """The option that makes a unit unavailable, if any."""
    on = (option for name, option in world.game.options.items() if state.options.get(name))
    return next((option for option in on if unit in option.not_for_sale), None)


def _partners_money(state: AreaState, power: Power) -> int:
    """The money that the player of ``power`` holds for the other powers under the same command."""
    partners = state.players.get(player_of(state, power), ())
    return sum(state.treasury[partner] for partner in partners if partner != power)


def begin(run: Unfolding, power: Power) -> None:
    """Nothing happens automatically."""


def finished(world: World, state: AreaState, power: Power) -> bool:
    """The phase ends when its player says so."""
    return False


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    prompt = f"Buy units: {money(budget(world, state, power))}."
    return (Decision(power, ASKS, prompt=" ".join((prompt, *warnings(world, state, power)))),)


def warnings(world: World, state: AreaState, power: Power) -> tuple[str, ...]:
    """Units of the current order that may have nowhere to go: they would be lost, or only refunded."""
    if world.game.conduct.unplaced != "lost":
        return ()
    found = []
    for unit in state.bought.get(power, {}):
        if not any(True for _ in placements(world, state, power, unit)):
            found.append(f"There's no place for {world.units[unit].plural}: they would be lost.")
    return tuple(found)


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if isinstance(action, Done):
        return None
    if not isinstance(action, Order):
        return world.refuse("turn.phases", "It's time to buy units.")
    for unit, count in action.units.items():
        refusal = known_unit(world, unit)
        if refusal:
            return refusal
        if count < 0:
            return world.refuse("purchase.affordable", "You can't buy a negative number of units.")
        for part in world.parts.sells if count else ():
            refusal = part.sells(world, state, power, unit)
            if refusal:
                return refusal
        option = not_for_sale(world, state, unit)
        if option is not None and count:
            return world.refuse_by(option.rule, f"{option.name}: {option.text}")
    cost, money = price(world, power, action.units), budget(world, state, power)
    if cost > money:
        if cost <= money + _partners_money(state, power):
            return world.refuse(
                "players.separate-accounts",
                f"That costs {cost}; {world.the(power)} has {money}, and your powers can't share IPCs.",
            )
        return world.refuse("purchase.affordable", f"That costs {cost}; {world.the(power)} has {money}.")
    return None


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    if isinstance(action, Order):
        units = {unit: count for unit, count in action.units.items() if count}
        run.emit(Ordered(power=power, units=units, cost=price(run.world, power, units)))


def misplaced(world: World, state: AreaState, seat: Power, action: Order) -> Refusal:
    """Why nothing can be bought in another phase."""
    if capital_lost(world, state, seat) and world.game.phases[ASKS].needs_capital:
        return world.refuse("purchase.capital-needed", "A power without its capital can't buy anything.")
    if any(action.units.get(unit, 0) < n for unit, n in state.bought.get(seat, {}).items()):
        return world.refuse("purchase.final-when-phase-ends", "You've already made this turn's purchase.")
    return world.refuse("purchase.only-this-phase", "You can buy units only in the purchase phase.")


def resume(run: Unfolding, power: Power) -> None:
    """Nothing happens automatically."""


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None, more: Iterable[AreaAction]
) -> Iterator[AreaAction]:
    """Orders: as many as possible of one type, one more of each type, or no change."""
    money = budget(world, state, power)
    now = dict(state.bought.get(power, {}))
    left = money - price(world, power, now)
    orders: list[AreaAction] = []
    for unit in world.units:
        cost = world.unit(power, unit).cost
        if not cost or not_for_sale(world, state, unit):
            continue
        if cost <= money:
            orders.append(Order(units={unit: money // cost}))
        if cost <= left:
            orders.append(Order(units={**now, unit: now.get(unit, 0) + 1}))
    orders = [order for order in orders if check(world, state, power, seat, order) is None]
    orders += more
    if shuffle:
        shuffle.shuffle(orders)
    yield from orders
    yield Done()
