"""Noncombat move: stranded defenders land first, then the other units move, and every air unit must land."""

from collections.abc import Iterable, Iterator
from random import Random

from sandtable.area.actions import AreaAction, Done, Move, Reland
from sandtable.area.events import AirLost, Relanded
from sandtable.area.factories import serving
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.airfields import safe_territories
from sandtable.area.movement.landing import hosts, open_carrier
from sandtable.area.movement.orders import guest_orders
from sandtable.area.phases.moves import (
    board_carriers,
    board_mates,
    check_order,
    check_settled,
    do_order,
    legal_orders,
    piece_orders,
)
from sandtable.area.state import AreaState, Stranded
from sandtable.area.status import barred, friendly_land, has_units, own_at, stranded_piece
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

ASKS = "noncombat-move"
"""The kind of decision: what else to move."""

RELANDS = "reland"
"""The kind of decision: where a stranded air unit lands."""


def begin(run: Unfolding, power: Power) -> None:
    """Stranded defenders with nowhere to go are lost at once."""
    _drop_hopeless(run)


def _drop_hopeless(run: Unfolding) -> None:
    for lost in tuple(run.state.turn.stranded):
        if not places(run.world, run.state, lost):
            piece = stranded_piece(run.state, lost.space, Piece(lost.power, lost.unit))
            run.emit(AirLost(space=lost.space, units=((piece, lost.count),)))


def places(world: World, state: AreaState, stranded: Stranded) -> tuple[str, ...]:
    """Where a stranded air unit may go: a carrier with room here, or one space away to a friendly space."""
    here = stranded.space
    around = world.board.neighbours(here)
    if world.game.conduct.stranded == "same-zone":
        around = tuple(land for land in world.board.coasts[here] if world.board.territories[land].island)
    return tuple(there for there in (here, *around) if _takes(world, state, stranded.power, stranded.unit, there))


def _takes(world: World, state: AreaState, power: Power, unit: str, there: str) -> bool:
    if barred(world, state, power, there, flying=True):
        return False
    if world.board.is_sea(there):
        return open_carrier(world, state, power, there, unit) is not None
    return friendly_land(world, state.control, power, there)


def waiting(world: World, state: AreaState, power: Power) -> Power | None:
    """Whose stranded air units land next: in turn order, starting after the power on turn.

    If they have to stay in their zone, powers with a carrier of their own there go first.
    """
    if not state.turn.stranded:
        return None
    order = world.order
    at = order.index(power)
    owners = {s.power for s in state.turn.stranded}
    if world.game.conduct.stranded == "same-zone":
        owners = {s.power for s in state.turn.stranded if _own_deck(world, state, s)} or owners
    return next(p for p in (*order[at + 1 :], *order[: at + 1]) if p in owners)


def _own_deck(world: World, state: AreaState, stranded: Stranded) -> bool:
    ship = open_carrier(world, state, stranded.power, stranded.space, stranded.unit)
    return ship is not None and ship.power == stranded.power


def finished(world: World, state: AreaState, power: Power) -> bool:
    """A power without units has nothing to move."""
    return not state.turn.stranded and not has_units(state, power)


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    owner = waiting(world, state, power)
    if owner is not None:
        space = next(s.space for s in state.turn.stranded if s.power == owner)
        return (Decision(owner, RELANDS, space, f"Where does the stranded fighter in {space} land?"),)
    return (Decision(power, ASKS, prompt="Make your noncombat moves and land your planes."),)


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    owner = waiting(world, state, power)
    if owner is not None:
        if not isinstance(action, Reland):
            return world.refuse("ncm.stranded-first", "Stranded fighters land before anything else moves.")
        if seat != owner:
            return world.refuse(
                "carrier.stranded-timing", f"{world.the(owner)} must land its stranded fighters first."
            )
        return _check_reland(world, state, seat, action)
    if isinstance(action, Reland):
        return world.refuse("carrier.stranded-fighters", "No stranded air unit is waiting to land.")
    if isinstance(action, Done):
        return _check_done(world, state, power)
    return check_order(world, state, power, action, combat=False)


def _check_done(world: World, state: AreaState, power: Power) -> Refusal | None:
    """Air units must land, unless the parts of the game forbid every move that could save them."""
    refusal = check_settled(world, state, power)
    if refusal is None or not world.parts.forbids:
        return refusal
    return refusal if _can_be_saved(world, state, power) else None


def _can_be_saved(world: World, state: AreaState, power: Power) -> bool:
    """Whether an air unit, or a ship that could take it aboard, may still move."""
    for space in state.stacks:
        for piece, _ in own_at(state, power, space):
            if world.type(piece).kind != "air" and piece.unit not in world.carriers:
                continue
            for order in piece_orders(world, state, power, space, piece, False, None):
                forbidden = any(part.forbids(world, state, power, order) for part in world.parts.forbids)
                if not forbidden and check_order(world, state, power, order, combat=False) is None:
                    return True
    return False


def _check_reland(world: World, state: AreaState, seat: Power, action: Reland) -> Refusal | None:
    for stranded in state.turn.stranded:
        if (stranded.space, stranded.power, stranded.unit) == (action.space, seat, action.unit):
            if action.to in places(world, state, stranded) and (
                not action.owner or _reland_carrier(world, state, seat, action)
            ):
                return None
            closed = barred(world, state, seat, action.to, flying=True)
            return closed or world.refuse(
                "carrier.stranded-fighters",
                f"{action.to} isn't a landing place within one space of {action.space}.",
            )
    return world.refuse("carrier.stranded-fighters", "You have no such stranded air unit there.")


def _reland_carrier(world: World, state: AreaState, seat: Power, action: Reland) -> Piece | None:
    """The carrier that a stranded air unit will land on."""
    return open_carrier(world, state, seat, action.to, action.unit, action.owner)


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    if isinstance(action, Reland):
        carrier = None
        if run.world.board.is_sea(action.to):
            carrier = _reland_carrier(run.world, run.state, seat, action)
        run.emit(Relanded(space=action.space, power=seat, unit=action.unit, to=action.to, carrier=carrier))
        _drop_hopeless(run)
    elif isinstance(action, Done):
        board_carriers(run, power)
        _lose_homeless(run, power)
    else:
        do_order(run, power, action, combat=False)
        if isinstance(action, Move):
            board_mates(run, power, action)


def _lose_homeless(run: Unfolding, power: Power) -> None:
    """Air units without a safe landing place are destroyed; those that wait for a new carrier may wait."""
    world = run.world
    safe = safe_territories(world, run.state, power)
    waiting_for = run.state.bought.get(power, {}) if world.game.conduct.ships.new_carriers else {}
    bought = [world.units[name] for name in waiting_for]
    for space in tuple(run.state.stacks):
        if space in safe:
            continue
        flyers = tuple((p, n) for p, n in own_at(run.state, power, space) if world.type(p).kind == "air")
        if world.board.is_sea(space) and serving(world, run.state, power, space):
            flyers = tuple(
                (p, n) for p, n in flyers if not any(u.kind == "sea" and u.takes((p.unit,)) for u in bought)
            )
        if flyers:
            run.emit(AirLost(space=space, units=flyers))


def resume(run: Unfolding, power: Power) -> None:
    """Nothing happens automatically."""


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None, more: Iterable[AreaAction]
) -> Iterator[AreaAction]:
    if waiting(world, state, power) is not None:
        for stranded in state.turn.stranded:
            if stranded.power == seat:
                for to in places(world, state, stranded):
                    for owner in hosts(world, state, seat, to, stranded.unit):
                        yield Reland(unit=stranded.unit, space=stranded.space, to=to, owner=owner)
        return
    yield from legal_orders(world, state, power, False, shuffle)
    yield from more
    if _check_done(world, state, power) is None:
        yield Done()
        return
    for order in guest_orders(world, state, power, combat=False):  # a guest may have to make room
        if check_order(world, state, power, order, combat=False) is None:
            yield order
