"""Fleets at their bases: where they may be, how they change base, and what becomes of them when it is lost."""

from collections.abc import Iterator

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Base
from sandtable.hexes.events import Expelled
from sandtable.hexes.sealanes import route, ways
from sandtable.hexes.shipping import friendly_places
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.status import friendly
from sandtable.hexes.supplying import full_supply
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def check_harbour(
    world: World, state: HexState, side: Side, fleet: Name, points: int, at: Place
) -> Refusal | None:
    """Whether a fleet may be based in a place."""
    forces = world.setup(side).fleets
    if forces is None:
        return world.refuse("fleet-basic.allotment", f"{world.name(side)} has no fleets.")
    rule = world.full_id(forces.rule)
    absent = world.out_of_play(at)
    if absent is not None:
        return absent
    if not friendly(state, side, at):
        return Refusal(rule, f"{world.title(at)} is not friendly.")
    port, box = world.board.port_of(at), at in world.board.boxes
    if not box and port not in forces.bases:
        return Refusal(rule, f"{world.title(at)} is no base for this fleet.")
    others = (one for name, one in state.fleets.items() if one.at == at and name != fleet)
    room = forces.capacity.get(port)
    if room is not None and sum(one.points for one in others) + points > room:
        return Refusal(rule, f"{world.title(at)} has room for {room} fleet points.")
    if forces.supplied and at not in full_supply(world, state, side):
        return Refusal(rule, f"{world.title(at)} is not supplied.")
    return None


def check_change(world: World, state: HexState, side: Side, action: Base) -> Refusal | None:
    """Judge a fleet that changes its base in the Movement Phase: it goes as a whole, over a legal sea route."""
    fleet = state.fleets.get(action.fleet)
    if fleet is None or fleet.side != side:
        return world.refuse("fleet-basic.allotment", f"{world.name(side)} has no fleet {action.fleet} at sea.")
    if action.points != fleet.points or action.at == fleet.at:
        return world.refuse("fleet-basic.allotment", f"{action.fleet} goes to another base as a whole.")
    refusal = check_harbour(world, state, side, action.fleet, action.points, action.at)
    if refusal is None and not ways(world.waters, fleet.at, action.at, friendly_places(state, side)):
        why = f"No open sea route leads from {world.title(fleet.at)} to {world.title(action.at)}."
        return world.refuse("sea.controlled-straits", why)
    return refusal


def legal_changes(world: World, state: HexState, side: Side) -> Iterator[Base]:
    """Every other base that a fleet could go to."""
    for name, fleet in state.fleets.items():
        for place in state.control if fleet.side == side else ():
            action = Base(name, place, fleet.points)
            if place in world.waters.harbours and check_change(world, state, side, action) is None:
                yield action


def expel(run: Unfolding) -> None:
    """Fleets whose base has fallen go to the nearest one that takes them; without one they are lost."""
    for name, fleet in run.state.fleets.items():
        if run.state.control.get(fleet.at) != fleet.side:
            run.emit(Expelled(fleet=name, to=_refuge(run.world, run.state, name)))


def _refuge(world: World, state: HexState, name: Name) -> Place:
    fleet = state.fleets[name]
    own = friendly_places(state, fleet.side)
    seas = set(world.waters.group.values())
    found: list[tuple[float, Place]] = []
    for place in sorted(own):
        if place not in world.waters.harbours:
            continue
        if check_harbour(world, state, fleet.side, name, fleet.points, place) is None:
            way = route(world.waters, fleet.at, place, own, seas)
            if way is not None:
                found.append((way.length, place))
    return min(found)[1] if found else ""
