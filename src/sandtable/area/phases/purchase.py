"""Purchase: research first, where a game has it; then one order, paid at once, changed until the phase ends."""

from collections.abc import Iterator, Mapping
from random import Random

from sandtable.area.actions import AreaAction, Done, Order, Research
from sandtable.area.conduct import OptionInfo
from sandtable.area.events import Ordered
from sandtable.area.forces import Power
from sandtable.area.movement.muster import known_unit
from sandtable.area.phases.mobilize import placements
from sandtable.area.research import check_research, do_research, most_dice, offers
from sandtable.area.state import AreaState
from sandtable.area.status import player_of
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


def price(world: World, power: Power, units: Mapping[str, int]) -> int:
    """What an order costs a power."""
    return sum(world.unit(power, unit).cost * count for unit, count in units.items())


def budget(world: World, state: AreaState, power: Power) -> int:
    """What the power can spend: its treasury, and what its present order would give back."""
    return state.treasury[power] + price(world, power, state.bought.get(power, {}))


def not_for_sale(world: World, state: AreaState, unit: str) -> OptionInfo | None:
    """The option that takes a unit out of the market, if one does."""
    on = (option for name, option in world.game.options.items() if state.options.get(name))
    return next((option for option in on if unit in option.not_for_sale), None)


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
    prompt = f"Order new units: {budget(world, state, power)} to spend."
    if most_dice(world, state, power):
        prompt = f"Buy research dice or order new units: {budget(world, state, power)} to spend."
    return (Decision(power, "purchase", prompt=" ".join((prompt, *warnings(world, state, power)))),)


def warnings(world: World, state: AreaState, power: Power) -> tuple[str, ...]:
    """What of the present order may find no place, where that would be lost."""
    if world.game.conduct.unplaced != "lost":
        return ()
    found = []
    for unit in state.bought.get(power, {}):
        if not any(True for _ in placements(world, state, power, unit)):
            found.append(f"As things stand there is no place for {world.units[unit].plural}: they would be lost.")
    return tuple(found)


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if isinstance(action, Done):
        return None
    if isinstance(action, Research) and world.game.research is not None:
        return check_research(world, state, power, world.game.research, action)
    if not isinstance(action, Order):
        return world.refuse("turn.phases", "Now is the time to purchase units.")
    for unit, count in action.units.items():
        refusal = known_unit(world, unit)
        if refusal:
            return refusal
        if count < 0:
            return world.refuse("purchase.affordable", "An order cannot hold less than none of a unit.")
        option = not_for_sale(world, state, unit)
        if option is not None and count:
            return Refusal(f"{world.game.prefix}.{option.rule}", f"{option.name}: {option.text}")
    cost, money = price(world, power, action.units), budget(world, state, power)
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
        run.emit(Ordered(power=power, units=units, cost=price(run.world, power, units)))
    elif isinstance(action, Research) and run.world.game.research is not None:
        do_research(run, power, run.world.game.research, action)


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None
) -> Iterator[AreaAction]:
    """Orders: as many as possible of one type, one more of each type, or nothing more."""
    money = budget(world, state, power)
    now = dict(state.bought.get(power, {}))
    left = money - price(world, power, now)
    orders: list[AreaAction] = []
    for unit in world.units:
        cost = world.unit(power, unit).cost
        if not_for_sale(world, state, unit):
            continue
        if cost <= money:
            orders.append(Order(units={unit: money // cost}))
        if cost <= left:
            orders.append(Order(units={**now, unit: now.get(unit, 0) + 1}))
    orders += offers(world, state, power)
    if shuffle:
        shuffle.shuffle(orders)
    yield from orders
    yield Done()
