"""Combat move: all of the turn's attacks are ordered before any is fought."""

from collections.abc import Iterable, Iterator
from random import Random

from sandtable.area.actions import AreaAction, Done
from sandtable.area.conduct import OptionInfo
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.course import Reached
from sandtable.area.movement.duties import check_escort
from sandtable.area.movement.orders import reach_of
from sandtable.area.movement.sea import excused
from sandtable.area.movement.voyage import troops_waiting
from sandtable.area.phases.moves import check_order, do_order, legal_orders
from sandtable.area.state import AreaState
from sandtable.area.status import can_act, has_units, hostile_zone, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

ASKS = "combat-move"
"""The kind of decision: which attacks to make."""


def begin(run: Unfolding, power: Power) -> None:
    """Nothing happens automatically."""


def finished(world: World, state: AreaState, power: Power) -> bool:
    """A power without units has nothing to move; if a team would wait for it, only units that can act count."""
    if "teams" in world.features:
        return not can_act(world, state, power)
    return not has_units(state, power)


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    return (Decision(power, ASKS, prompt="Make your combat moves."),)


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if isinstance(action, Done):
        return _check_done(world, state, power)
    option = peaceful(world, state, power)
    if option is not None:
        return world.refuse_by(option.rule, f"{option.name}: {option.text}")
    return check_order(world, state, power, action, combat=True)


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    taken_over = any(part.carries_out(run, power, action) for part in run.world.parts.carries_out)
    if not taken_over and not isinstance(action, Done):
        do_order(run, power, action, combat=True)


def peaceful(world: World, state: AreaState, power: Power) -> OptionInfo | None:
    """The option that keeps a power from attacking in this round, if any."""
    on = (option for name, option in world.game.options.items() if state.options.get(name))
    return next((option for option in on if state.round <= option.peaceful_rounds.get(power, 0)), None)


def resume(run: Unfolding, power: Power) -> None:
    """Nothing happens automatically."""


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None, more: Iterable[AreaAction]
) -> Iterator[AreaAction]:
    yield from more
    if peaceful(world, state, power) is None:
        yield from legal_orders(world, state, power, True, shuffle)
    if _check_done(world, state, power) is None:
        yield Done()


def _check_done(world: World, state: AreaState, power: Power) -> Refusal | None:
    for zone, land in state.turn.assaults:
        if not troops_waiting(state, power, zone, land) and world.game.conduct.fleets.share_zones:
            continue
        refusal = check_escort(world, state, power, zone)
        if refusal:
            return refusal
    for zone in state.stacks:
        if world.board.is_sea(zone):
            refusal = _check_purpose(world, state, power, zone) or _check_lone_transports(
                world, state, power, zone
            )
            if refusal:
                return refusal
    return None


def _check_purpose(world: World, state: AreaState, power: Power, zone: str) -> Refusal | None:
    """Ships that moved into a friendly zone must attack there, take part in a landing, or have escaped enemies."""
    if world.game.conduct.fleets.share_zones:
        return _check_landing_parties(world, state, power, zone)
    routes = state.turn.routes.get(zone, ())
    moved = [p for p, _ in own_at(state, power, zone) if p.moved and world.type(p).kind == "sea"]
    if not moved:
        return None
    if hostile_zone(world, state, power, zone) or zone in state.turn.engaged:
        return None
    if any(z == zone for z, _ in state.turn.assaults):
        return None
    if all(any(excused(world, state, ship, route) for ship in moved) for route in routes):
        return None
    return _in_vain(world, zone)


def _check_landing_parties(world: World, state: AreaState, power: Power, zone: str) -> Refusal | None:
    """Each ship was sent with a purpose of its own; if that was a landing, it must have been announced."""
    vain = any(
        p.landing and world.type(p).kind == "sea" and (zone, p.landing) not in state.turn.assaults
        for p, _ in own_at(state, power, zone)
    )
    return _in_vain(world, zone) if vain else None


def _in_vain(world: World, zone: str) -> Refusal:
    return world.refuse(
        "cmove.must-end-hostile",
        f"Ships moved to {zone} for an assault, but you haven't announced one from there.",
    )


def _check_lone_transports(world: World, state: AreaState, power: Power, zone: str) -> Refusal | None:
    """Transports beside enemy warships must leave if nothing fights for them and there is a way out."""
    if world.game.conduct.fleets.lone_transports or not hostile_zone(world, state, power, zone):
        return None
    ships = [p for p, _ in own_at(state, power, zone) if world.type(p).kind == "sea"]
    if not ships or any(world.type(p).attack for p, _ in own_at(state, power, zone)):
        return None
    if not any(_can_leave(world, state, power, zone, ship) for ship in ships):
        return None
    return world.refuse(
        "shared-zone.lone-transports-cannot-fight", f"Transports can't stay in {zone} alone against warships."
    )


def _can_leave(world: World, state: AreaState, power: Power, zone: str, ship: Piece) -> bool:
    found = reach_of(world, state, power, zone, ship, combat=True)
    return any(isinstance(r, Reached) for z, r in found.items() if z != zone)
