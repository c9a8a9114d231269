"""Purchase: research first, where a game has it; then one order, paid at once, changed until the phase ends."""

from collections.abc import Iterator, Mapping
from random import Random

from sandtable.area import program, repairs
from sandtable.area.actions import AreaAction, Done, Order, Program, Repair, Research, Scorch
from sandtable.area.conduct import OptionInfo
from sandtable.area.events import Ordered
from sandtable.area.factories import has_factory, levy_room, room_at
from sandtable.area.forces import Power
from sandtable.area.movement.muster import known_unit
from sandtable.area.phases.mobilize import levied, placements
from sandtable.area.research import check_research, do_research, most_dice, offers
from sandtable.area.state import AreaState
from sandtable.area.status import capital_lost, player_of
from sandtable.area.team_events import Programmed, ScorchChosen
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
    """What of the present order may find no place: it would be lost, or only be paid back."""
    if world.game.conduct.levies is not None:
        return tuple(_too_many(world, state, power))
    if world.game.conduct.unplaced != "lost":
        return ()
    found = []
    for unit in state.bought.get(power, {}):
        if not any(True for _ in placements(world, state, power, unit)):
            found.append(f"As things stand there is no place for {world.units[unit].plural}: they would be lost.")
    return tuple(found)


def _too_many(world: World, state: AreaState, power: Power) -> Iterator[str]:
    """Units that need no factory, and those that do: whether there are more of them than places."""
    order = {u: n for u, n in state.bought.get(power, {}).items() if world.units[u].kind != "facility"}
    lands = world.board.territories
    raised = sum(n for unit, n in order.items() if levied(world, unit))
    room = sum(max(0, levy_room(world, state, power, land)) for land in lands)
    if raised > room:
        yield f"As things stand there is room for {room} of {raised} units that need no factory."
    built, room = sum(order.values()) - raised, sum(room_at(world, state, power, land) for land in lands)
    if built > room:
        yield f"As things stand the factories take {room} of {built} units."


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if isinstance(action, Done):
        return None
    if isinstance(action, Research) and world.game.research is not None:
        return check_research(world, state, power, world.game.research, action)
    if isinstance(action, Program) and "directed-research" in world.features and world.game.research:
        return program.check_program(world, state, power, world.game.research, action)
    if isinstance(action, Repair) and world.game.conduct.repairs:
        return repairs.check_repair(world, state, power, action)
    if isinstance(action, Scorch) and world.game.conduct.scorched_earth:
        return _check_scorch(world, state, power, action)
    if not isinstance(action, Order):
        return world.refuse("turn.phases", "Now is the time to purchase units.")
    for unit, count in action.units.items():
        refusal = known_unit(world, unit)
        if refusal:
            return refusal
        if count < 0:
            return world.refuse("purchase.affordable", "An order cannot hold less than none of a unit.")
        exiled = world.game.conduct.build_where_lost and capital_lost(world, state, power)
        if count and exiled and unit in world.factory_units:
            return world.refuse("mobilize.exiled-factory", "Without its capital a power builds no factory.")
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


def _check_scorch(world: World, state: AreaState, power: Power, action: Scorch) -> Refusal | None:
    for space in action.territories:
        if state.control.get(space) != power or not has_factory(world, state, space):
            return world.refuse("scorch.own", f"{world.name(power)} has no factory in {space}.")
    return None


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    if isinstance(action, Order):
        units = {unit: count for unit, count in action.units.items() if count}
        run.emit(Ordered(power=power, units=units, cost=price(run.world, power, units)))
    elif isinstance(action, Research) and run.world.game.research is not None:
        do_research(run, power, run.world.game.research, action)
    elif isinstance(action, Program) and run.world.game.research is not None:
        dice = {tech: count for tech, count in action.dice.items() if count}
        cost = run.world.game.research.die * sum(dice.values())
        run.emit(Programmed(power=power, dice=dice, cost=cost))
    elif isinstance(action, Repair):
        repairs.repair(run, power, action)
    elif isinstance(action, Scorch):
        run.emit(ScorchChosen(power=power, territories=tuple(sorted(set(action.territories)))))


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
    orders = [order for order in orders if check(world, state, power, seat, order) is None]
    orders += offers(world, state, power)
    orders += program.offers(world, state, power)
    orders += repairs.offers(world, state, power)
    if world.game.conduct.scorched_earth:
        chosen = tuple(s for s in state.turn.scorched if state.control.get(s) == power)
        orders += [
            Scorch((*chosen, space))
            for space, holder in state.control.items()
            if holder == power and space not in chosen and has_factory(world, state, space)
        ]
    if shuffle:
        shuffle.shuffle(orders)
    yield from orders
    yield Done()
