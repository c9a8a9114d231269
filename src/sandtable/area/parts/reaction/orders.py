"""The orders: air units fly to support an adjacent space, and units move there later.

Air units fly at once, before combat. Reinforcements are ordered then, and move after all combats.
"""

from collections.abc import Iterator

from sandtable.area.actions import Pick
from sandtable.area.citations import Citation
from sandtable.area.forces import EMPTY, Piece, Power, Stack, first, merge, size, where
from sandtable.area.movement.course import check_adjacent, check_passage
from sandtable.area.movement.selection import known_unit
from sandtable.area.parts.reaction.actions import Reinforce, Support
from sandtable.area.parts.reaction.events import ReinforcementOrdered, Supported
from sandtable.area.parts.reaction.memory import ORDERS, Reinforcement
from sandtable.area.state import AreaState
from sandtable.area.status import active, barred, friendly_land, hostile_zone, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital


def passive_powers(world: World, state: AreaState) -> tuple[Power, ...]:
    """The powers of the passive team."""
    team = active(state)
    return tuple(power for power in world.order if not world.friends(power, team[0]))


# support


def supports(world: World, unit: str) -> bool:
    """Whether air units of this type can fly in support."""
    return world.units[unit].kind == "air" and not world.units[unit].can("bombs")


def _waiting(
    world: World, state: AreaState, power: Power, space: str, unit: str
) -> list[tuple[Piece | None, Piece]]:
    """Air units that could take off here, each with the ship it is aboard, or None."""
    found: list[tuple[Piece | None, Piece]] = []
    for piece, count in state.at(space):
        if piece.power == power and piece.unit == unit and not piece.came:
            found += [(None, piece)] * count
        found += [(piece, one) for one in piece.cargo if one.power == power and one.unit == unit] * count
    return found


def held_down(world: World, state: AreaState, space: str) -> int:
    """How many air units in a space are pinned down by enemy attacks."""
    return sum(part.grounds(world, state, space) for part in world.parts.grounds)


def may_leave(world: World, state: AreaState, space: str) -> int:
    """How many more air units may fly from a space, for all powers together."""
    here = sum(
        len(_waiting(world, state, power, space, unit))
        for power in passive_powers(world, state)
        for unit in world.units
        if supports(world, unit)
    )
    return max(0, here - held_down(world, state, space))


def check_support(world: World, state: AreaState, power: Power, action: Support) -> Refusal | None:
    """The rule against this support flight, or None."""
    refusal = known_unit(world, action.unit) or _check_next(world, action.space, action.to, "support.where")
    if refusal:
        return refusal
    if not supports(world, action.unit):
        return world.refuse("support.who", f"{capital(world.units[action.unit].plural)} can't fly in support.")
    ready = _waiting(world, state, power, action.space, action.unit)
    if action.count < 1 or len(ready) < action.count:
        return world.refuse("support.who", f"You don't have that many {world.units[action.unit].plural} to send.")
    if may_leave(world, state, action.space) < action.count:
        return world.refuse("support.held", f"The enemy has pinned down the air units in {action.space}.")
    shut = barred(world, state, power, action.to, flying=True)
    if shut:
        return shut
    if not world.board.is_sea(action.to) and not friendly_land(world, state.control, power, action.to):
        return world.refuse("support.where", f"{action.to} is not friendly.")
    return None


def _check_next(world: World, space: str, to: str, rule: Citation) -> Refusal | None:
    """Whether two spaces are adjacent; ``rule`` is cited if not."""
    for known in (space, to):
        if known not in world.board.spaces:
            return world.refuse("board.spaces", f"There's no space called {known}.")
    refusal = check_adjacent(world, space, to)
    return world.refuse(rule, refusal.why) if refusal else None


def support(run: Unfolding, power: Power, action: Support) -> None:
    """Fly the air units."""
    for _ in range(action.count):
        ready = _waiting(run.world, run.state, power, action.space, action.unit)
        ship, piece = min(
            ready, key=lambda pair: (pair[0] is not None, pair[0] is not None and pair[0].power != power)
        )
        run.emit(Supported(piece=piece, start=action.space, to=action.to, carrier=ship))


# reinforcement


def ordered(state: AreaState, power: Power, space: str, unit: str, cargo: tuple[str, ...]) -> int:
    """How many units of this type and cargo have orders to leave a space."""
    return sum(
        o.count
        for o in ORDERS.of(state).reinforcements
        if (o.power, o.space, o.unit, o.cargo) == (power, space, unit, cargo)
    )


def _aboard(piece: Piece) -> tuple[str, ...]:
    return tuple(sorted(one.unit for one in piece.cargo))


def available(
    world: World, state: AreaState, power: Power, space: str, unit: str, cargo: tuple[str, ...]
) -> Stack:
    """The units of this type and cargo that haven't acted yet."""
    return where(
        own_at(state, power, space),
        lambda p: p.unit == unit and _aboard(p) == cargo and _fresh(p),
    )


def _fresh(piece: Piece) -> bool:
    """Whether a unit hasn't acted yet in this enemy turn."""
    return not (piece.retreated or piece.submerged or piece.moved)


def check_reinforce(world: World, state: AreaState, power: Power, action: Reinforce) -> Refusal | None:
    """The rule against these reinforcement orders, or None."""
    refusal = _check_next(world, action.space, action.to, "reinforce.distance")
    if refusal:
        return refusal
    if not action.units:
        return world.refuse("reinforce.who", "Name the units.")
    for pick in action.units:
        refusal = known_unit(world, pick.unit) or _check_unit(world, state, power, action, pick)
        if refusal:
            return refusal
    return _check_destination(world, state, power, action.space, action.to)


def _check_unit(world: World, state: AreaState, power: Power, action: Reinforce, pick: Pick) -> Refusal | None:
    kind = world.units[pick.unit].kind
    if kind not in ("land", "sea"):
        return world.refuse("reinforce.who", f"{capital(world.units[pick.unit].plural)} can't reinforce.")
    if (kind == "sea") != world.board.is_sea(action.to):
        return world.refuse(
            "reinforce.distance", f"{capital(world.units[pick.unit].plural)} can't reach {action.to}."
        )
    cargo = tuple(sorted(pick.cargo or ()))
    here = size(available(world, state, power, action.space, pick.unit, cargo))
    if pick.count < 1 or here - ordered(state, power, action.space, pick.unit, cargo) < pick.count:
        return world.refuse("reinforce.who", f"You don't have that many {world.units[pick.unit].plural} to send.")
    return None


def _check_destination(world: World, state: AreaState, power: Power, space: str, to: str) -> Refusal | None:
    if world.board.is_sea(to):
        refusal = check_passage(world, state, power, space, to)
        if refusal:
            return refusal
        if hostile_zone(world, state, power, to):
            return world.refuse("reinforce.distance", f"{to} is hostile.")
        return None
    shut = barred(world, state, power, to)
    if shut:
        return shut
    if not friendly_land(world, state.control, power, to):
        return world.refuse("reinforce.distance", f"{to} is not friendly.")
    return None


def reinforce(run: Unfolding, power: Power, action: Reinforce) -> None:
    """Record the orders."""
    for pick in action.units:
        cargo = tuple(sorted(pick.cargo or ()))
        order = Reinforcement(power, action.space, action.to, pick.unit, pick.count, cargo)
        run.emit(ReinforcementOrdered(order))


def going(world: World, state: AreaState, order: Reinforcement) -> Stack:
    """The units that can carry out an order now; none if it has become void."""
    if order.space in ORDERS.of(state).embattled:
        return EMPTY
    if _check_destination(world, state, order.power, order.space, order.to):
        return EMPTY
    ready = available(world, state, order.power, order.space, order.unit, order.cargo)
    found = first(ready, order.count)
    # Air units that have joined or left a ship since it got its order don't hold it back.
    others = where(
        own_at(state, order.power, order.space),
        lambda p: p.unit == order.unit and p.unit in world.carriers and _fresh(p) and _aboard(p) != order.cargo,
    )
    return merge(found, first(others, order.count - size(found)))


def decks_under_orders(world: World, state: AreaState, zone: str) -> Stack:
    """Carriers expected in a zone after all combats."""
    return merge(
        *(
            going(world, state, order)
            for order in ORDERS.of(state).reinforcements
            if order.to == zone and order.unit in world.carriers
        )
    )


# possible orders


def offers(world: World, state: AreaState, power: Power) -> Iterator[Support | Reinforce]:
    """Every possible order for a single unit."""
    for space in tuple(state.stacks):
        units = dict.fromkeys(p.unit for p, _ in own_at(state, power, space))
        fliers = dict.fromkeys(one.unit for p, _ in state.at(space) for one in (p, *p.cargo) if one.power == power)
        for to in world.board.neighbours(space):
            for unit in fliers:
                if supports(world, unit):
                    flight = Support(unit, space, to)
                    if check_support(world, state, power, flight) is None:
                        yield flight
            for unit in units:
                if (world.units[unit].kind == "sea") != world.board.is_sea(to):
                    continue
                cargoes = dict.fromkeys(_aboard(p) for p, _ in own_at(state, power, space) if p.unit == unit)
                for cargo in cargoes:
                    order = Reinforce((Pick(unit, 1, cargo or None),), space, to)
                    if check_reinforce(world, state, power, order) is None:
                        yield order


def can_order(world: World, state: AreaState, power: Power) -> bool:
    """Whether a power has a possible order."""
    return next(offers(world, state, power), None) is not None
