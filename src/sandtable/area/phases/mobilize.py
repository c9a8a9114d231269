"""Mobilize: bought units enter play at factories; units that don't fit are refunded, or lost."""

from collections.abc import Iterable, Iterator
from random import Random

from sandtable.area.actions import AreaAction, Done, Mobilize
from sandtable.area.events import AirLost, Forfeited, Mobilized, Refunded
from sandtable.area.evolve import evolve
from sandtable.area.factories import (
    barred_from,
    eligible,
    factory_closed,
    factory_damage,
    has_factory,
    levying,
    room_at,
    serving,
)
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.landing import free_places, open_carrier, spare_places, unsaved
from sandtable.area.movement.limits import check_limit
from sandtable.area.movement.selection import known_unit
from sandtable.area.phases.moves import board_carriers
from sandtable.area.state import AreaState
from sandtable.area.status import enemies_at, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import unit_name
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.dice import ScriptedDice
from sandtable.core.refusal import Refusal
from sandtable.core.wording import an

ASKS = "mobilize"
"""The kind of decision: where new units are placed."""


def begin(run: Unfolding, power: Power) -> None:
    """If there is nothing to place, the phase is over at once."""
    if finished(run.world, run.state, power):
        finish(run, power)


def finished(world: World, state: AreaState, power: Power) -> bool:
    """Whether nothing was bought."""
    return not state.bought.get(power)


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    return (Decision(power, ASKS, prompt="Place the units you bought."),)


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if isinstance(action, Done):
        return _check_done(world, state, power)
    if not isinstance(action, Mobilize):
        return world.refuse("mobilize.no-action-after", "It's time to place your new units.")
    return _check_place(world, state, power, action) or _check_waiting(world, state, power, action)


def _check_place(world: World, state: AreaState, power: Power, action: Mobilize) -> Refusal | None:
    refusal = known_unit(world, action.unit)
    if refusal:
        return refusal
    if action.space not in world.board.spaces:
        return world.refuse("board.spaces", f"There's no space called {action.space}.")
    has = state.bought.get(power, {}).get(action.unit, 0)
    if action.count < 1 or has < action.count:
        return world.refuse(
            "mobilize.bought", f"You have {has} {unit_name(world, action.unit, has)} left to place."
        )
    unit, at_sea = world.units[action.unit], world.board.is_sea(action.space)
    if unit.kind == "facility":
        return _check_site(world, state, power, action)
    levy = levying(world, power, action.unit)
    if levy is not None and not at_sea:
        return levy.check_levy(world, state, power, action)
    if action.onto and unit.kind == "land":
        return world.refuse("transport.new-units-not-on-transports", "You can't place new land units at sea.")
    if at_sea and unit.kind == "land":
        return world.refuse("mobilize.land-and-bombers", f"New {unit.plural} must be placed on land.")
    if at_sea and unit.kind == "air" and not unit.can("carrier-landing"):
        return world.refuse("mobilize.land-and-bombers", f"New {unit.plural} must be placed on land.")
    if unit.kind == "air" and (at_sea or action.onto) and not world.game.conduct.ships.new_carriers:
        return world.refuse("mobilize.fighters", f"New {unit.plural} must be placed on land, never on a ship.")
    if not at_sea and unit.kind == "sea":
        return world.refuse("mobilize.sea-units", f"New {unit.plural} must be placed in a sea zone.")
    return (
        _check_factory(world, state, power, action)
        or (_check_carrier(world, state, power, action) if at_sea and unit.kind == "air" else None)
        or (_check_free_zone(world, state, power, action) if at_sea else None)
        or check_limit(world, state, action.unit, action.space, action.count)
    )


def _check_site(world: World, state: AreaState, power: Power, action: Mobilize) -> Refusal | None:
    """Whether a new factory may be built here."""
    here, name = action.space, world.units[action.unit].name
    if world.board.is_sea(here) or state.control.get(here) != power or state.turn.control.get(here) != power:
        return world.refuse(
            "complex.build-site",
            f"You can't place {an(name)} in {here}: it wasn't yours at the start of your turn.",
        )
    barred = barred_from(world, state, power, action.unit, here)
    if barred:
        return barred
    if world.board.territories[here].value < world.game.conduct.factories.site_value:
        return world.refuse("complex.build-site", f"You can't place {an(name)} in {here}: it has no IPC value.")
    return check_limit(world, state, action.unit, here, action.count)


def _check_free_zone(world: World, state: AreaState, power: Power, action: Mobilize) -> Refusal | None:
    """Whether new ships may appear beside enemies, if there are any."""
    on = (option for name, option in world.game.options.items() if state.options.get(name))
    if world.game.conduct.fleets.placed_among_enemies or any(option.ships_among_enemies for option in on):
        return None
    if enemies_at(world, state, power, action.space):
        return world.refuse("placement.naval-no-enemy", f"There are enemies in {action.space}.")
    return None


def _check_factory(world: World, state: AreaState, power: Power, action: Mobilize) -> Refusal | None:
    around = world.board.coasts[action.space] if world.board.is_sea(action.space) else (action.space,)
    factories = [f for f in around if has_factory(world, state, f)]
    usable = [f for f in factories if eligible(world, state, power, f)]
    if action.complex:
        factories = [f for f in factories if f == action.complex]
        usable = [f for f in usable if f == action.complex]
    if not factories:
        at_sea = world.board.is_sea(action.space)
        which = f"complex of {action.complex}" if action.complex else "industrial complex"
        return world.refuse(
            "mobilize.sea-units" if at_sea else "mobilize.no-factory",
            f"There is no {which} {'beside' if at_sea else 'in'} {action.space}.",
        )
    if not usable:
        return _not_usable(world, state, power, factories)
    barred = [barred_from(world, state, power, action.unit, factory) for factory in usable]
    usable = [factory for factory, refusal in zip(usable, barred, strict=True) if not refusal]
    if not usable:
        return barred[0]
    if sum(room_at(world, state, power, f) for f in usable) < action.count:
        if any(factory_damage(world, state, f) for f in usable):
            return world.refuse("mobilize.bombed", "The bombed factory doesn't have the capacity for that.")
        captured = all(world.board.territories[f].owner != power for f in usable)
        if captured and "captured-factories" in world.features:
            return world.refuse("mobilize.captured-capacity", "A captured factory can't take more than that.")
        poor = all(world.board.territories[f].value < world.game.conduct.factories.least for f in usable)
        return world.refuse(
            "mobilize.least-capacity" if poor else "mobilize.capacity",
            f"The complex in or next to {action.space} doesn't have the capacity for that.",
        )
    return None


def _not_usable(world: World, state: AreaState, power: Power, factories: list[str]) -> Refusal:
    """Why none of these factories is usable for a power now."""
    closed = factory_closed(world, state, power, factories)
    if closed:
        return closed
    if all(state.turn.control.get(f) == state.control.get(f) == power for f in factories):
        return world.refuse(
            "complex.not-in-turn-of-purchase", "That factory was placed this turn and can't be used yet."
        )
    if any(state.control.get(f) == power for f in factories):
        return world.refuse("mobilize.just-captured", "The complex wasn't yours at the start of your turn.")
    if any(world.friends(state.control.get(f, ""), power) for f in factories if state.control.get(f)):
        return world.refuse("mobilize.partners-complex", "The complex wasn't yours at the start of your turn.")
    return world.refuse("mobilize.eligible-complex", "The complex wasn't yours at the start of your turn.")


def _check_carrier(world: World, state: AreaState, power: Power, action: Mobilize) -> Refusal | None:
    if world.game.conduct.ships.guests_when_new:
        free = sum(
            spare_places(world, state, power, action.space, owner, action.unit)
            for owner in world.order
            if world.friends(owner, power) and action.aboard in ("", owner)
        )
        if free >= action.count:
            return None
    elif action.aboard and action.aboard != power:
        return world.refuse("mobilize.not-on-partner-carrier", "New fighters can go only on your own carriers.")
    ships = own_at(state, power, action.space)
    if sum(n * free_places(world, p, action.unit) for p, n in ships) >= action.count:
        return None
    if any(one.landed for ship, _ in ships for one in ship.cargo):
        return world.refuse(
            "mobilize.carrier-room-shared-with-landings",
            f"The carriers in {action.space} are full of fighters that landed there.",
        )
    if not any(p.unit in world.carriers for p, _ in ships) and open_carrier(
        world, state, power, action.space, action.unit
    ):
        return world.refuse(
            "mobilize.not-on-partner-carrier", f"The carrier in {action.space} belongs to a partner."
        )
    return world.refuse("mobilize.fighters", f"No carrier of yours in {action.space} has room.")


def _check_waiting(world: World, state: AreaState, power: Power, action: Mobilize) -> Refusal | None:
    """Fighters that wait at sea for a new carrier come first."""
    before = unsaved(world, state, power, settled=True)
    run = Unfolding(world, state, ScriptedDice(()), evolve)
    _place(run, power, action)
    if unsaved(world, run.state, power, settled=True) <= before:
        return None
    return world.refuse(
        "mobilize.declared-carrier", "A fighter is waiting for the new carrier. Place the carrier with it."
    )


def _check_done(world: World, state: AreaState, power: Power) -> Refusal | None:
    """Everything that fits must be placed. With a full factory, the more specific refund rule is cited."""
    filled = any(
        eligible(world, state, power, f) and not room_at(world, state, power, f) for f in state.turn.charged
    )
    for unit in state.bought.get(power, {}):
        for order in placements(world, state, power, unit):
            if any(part.forbids(world, state, power, order) for part in world.parts.forbids):
                continue
            if _awaited(world, state, power, order):
                return world.refuse(
                    "carrier.follow-through-new", f"A fighter in {order.space} is waiting for the new carrier."
                )
            return world.refuse(
                "mobilize.refund-only-if-unplaceable" if filled else "mobilize.all",
                f"You still have to place {an(world.units[unit].name)}; {order.space} has room.",
            )
    return None


def _awaited(world: World, state: AreaState, power: Power, order: Mobilize) -> bool:
    """Whether air units are waiting at sea for this new ship."""
    return world.units[order.unit].kind == "sea" and any(
        world.units[order.unit].takes((p.unit,)) for p, _ in own_at(state, power, order.space)
    )


def placements(world: World, state: AreaState, power: Power, unit: str) -> Iterator[Mobilize]:
    """Every legal way to place one unit."""
    found = _places(world, state, power, unit)
    if not world.parts.forbids:
        return found
    return (o for o in found if not any(part.forbids(world, state, power, o) for part in world.parts.forbids))


def _places(world: World, state: AreaState, power: Power, unit: str) -> Iterator[Mobilize]:
    """Every way to place one unit that the rules of the phase allow."""
    kind = world.units[unit].kind
    if kind == "facility":
        for space in world.board.territories:
            order = Mobilize(unit=unit, space=space)
            if _check_place(world, state, power, order) is None:
                yield order
        return
    levy = levying(world, power, unit)
    if levy is not None:
        for space in world.board.territories:
            if levy.levy_room(world, state, power, space) > 0:
                yield Mobilize(unit=unit, space=space)
        return
    for factory in world.board.territories:
        if room_at(world, state, power, factory) < 1:
            continue
        spaces = [factory] if kind != "sea" else []
        if kind == "sea" or world.units[unit].can("carrier-landing"):
            spaces += world.board.coasts[factory]
        for space in spaces:
            order = Mobilize(unit=unit, space=space)
            if (
                _check_place(world, state, power, order) is None
                and _check_waiting(world, state, power, order) is None
            ):
                yield order


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    if isinstance(action, Mobilize):
        _place(run, power, action)
    if isinstance(action, Done) or finished(run.world, run.state, power):
        finish(run, power)


def _place(run: Unfolding, power: Power, action: Mobilize) -> None:
    world = run.world
    left = action.count
    if world.units[action.unit].kind == "facility":
        run.emit(Mobilized(power=power, unit=action.unit, count=left, space=action.space, complex=""))
        return
    if levying(world, power, action.unit) is not None:
        run.emit(Mobilized(power=power, unit=action.unit, count=left, space=action.space, complex="", levied=True))
        return
    while left:
        complexes = (action.complex,) if action.complex else serving(world, run.state, power, action.space)
        complexes = tuple(f for f in complexes if barred_from(world, run.state, power, action.unit, f) is None)
        complex_ = complexes[0]
        carrier: Piece | None = None
        count = min(left, room_at(world, run.state, power, complex_))
        if world.units[action.unit].kind == "air" and world.board.is_sea(action.space):
            count = 1
            if world.game.conduct.ships.guests_when_new:
                carrier = open_carrier(world, run.state, power, action.space, action.unit, action.aboard)
            else:
                ships = own_at(run.state, power, action.space)
                carrier = next(p for p, _ in ships if free_places(world, p, action.unit))
        run.emit(
            Mobilized(
                power=power, unit=action.unit, count=count, space=action.space, complex=complex_, carrier=carrier
            )
        )
        left -= count
    if action.unit in world.carriers:
        board_carriers(run, power)


def finish(run: Unfolding, power: Power) -> None:
    """End the phase: refund units, and lose fighters whose carrier never came."""
    world = run.world
    rest = dict(run.state.bought.get(power, {}))
    if rest:
        if world.game.conduct.unplaced == "lost":
            run.emit(Forfeited(power=power, units=rest))
        else:
            amount = sum(world.unit(power, u).cost * n for u, n in rest.items())
            run.emit(Refunded(power=power, units=rest, amount=amount))
    for space in tuple(run.state.stacks):
        if world.board.is_sea(space):
            flyers = tuple((p, n) for p, n in own_at(run.state, power, space) if world.type(p).kind == "air")
            if flyers:
                run.emit(AirLost(space=space, units=flyers))


def resume(run: Unfolding, power: Power) -> None:
    """Nothing happens automatically."""


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None, more: Iterable[AreaAction]
) -> Iterator[AreaAction]:
    yield from more
    orders = [o for unit in state.bought.get(power, {}) for o in placements(world, state, power, unit)]
    if shuffle:
        shuffle.shuffle(orders)
    yield from orders
    if not orders:
        yield Done()
