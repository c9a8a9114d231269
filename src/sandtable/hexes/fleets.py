"""Fleets at their bases: where they may be based, how they change base, and what happens when the base is lost."""

from collections.abc import Iterator

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Base
from sandtable.hexes.events import Expelled
from sandtable.hexes.sealanes import route, ways
from sandtable.hexes.shipping import sea_friends
from sandtable.hexes.state import Fleet, HexState, Name, Place, Side
from sandtable.hexes.status import friendly
from sandtable.hexes.supplying import full_supply
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def check_harbour(world: World, state: HexState, side: Side, fleet: Name, ships: int, at: Place) -> Refusal | None:
    """Whether a fleet of this size may be based in a place."""
    forces = world.setup(side).fleets
    if forces is None:
        return world.refuse("fleet-basic.allotment", f"{world.having(side)} no fleets.")
    rule = world.full_id(forces.rule)
    absent = world.out_of_play(at)
    if absent is not None:
        return absent
    guest = at in lent_harbours(world, state, side)
    if not friendly(state, side, at) and not guest:
        return Refusal(rule, f"{world.title(at)} is not friendly.")
    port, box = world.board.port_of(at), at in world.board.boxes
    if not box and port not in forces.bases:
        return Refusal(rule, f"{world.title(at)} can't be a base for this fleet.")
    others = (one for name, one in state.fleets.items() if one.at == at and name != fleet)
    room = forces.capacity.get(port)
    if room is not None and sum(one.ships for one in others) + ships > room:
        return Refusal(rule, f"{world.title(at)} has room for only {room} fleet points.")
    if forces.supplied and not guest and at not in full_supply(world, state, side):
        return Refusal(rule, f"{world.title(at)} is not supplied.")
    return next(filter(None, (part.berths(world, state, side, fleet, at) for part in world.parts.berths)), None)


def sea_strength(world: World, state: HexState, fleet: Fleet, foe: Fleet | None) -> int:
    """The strength of a fleet in a sea battle. Submarines count as they are. Against submarines, surface ships
    count their escorts and, with at least one capital ship, their side's technology bonus; against surface
    ships, twice their capital ships and half their escorts."""
    if fleet.submarines:
        strength = fleet.submarines
    elif foe is not None and foe.submarines:
        known = sum(part.hunts(world, state, fleet.side) for part in world.parts.hunts)
        strength = fleet.asw + (known if fleet.points else 0)
    else:
        strength = 2 * fleet.points + fleet.asw // 2
    return min(strength, world.tables.most)


def lent_harbours(world: World, state: HexState, side: Side) -> frozenset[Place]:
    """Places that accept a side's fleets although they aren't friendly to it."""
    hooks = [part.harbours(world, state, side) for part in world.parts.harbours]
    hooks += [part.shores(world, state, side) for part in world.parts.shores]
    return frozenset().union(*hooks) if hooks else frozenset()


def check_change(world: World, state: HexState, side: Side, action: Base) -> Refusal | None:
    """Validate a fleet's change of base in the Movement Phase: the whole fleet moves, along a legal sea route."""
    if "naval" in world.facts.phases:
        return world.untimely("Fleets change base in naval movement.")
    fleet = state.fleets.get(action.fleet)
    if fleet is None or fleet.side != side:
        return world.refuse("fleet-basic.allotment", f"{world.having(side)} no fleet {action.fleet} at sea.")
    if action.points != fleet.points or action.at == fleet.at:
        return world.refuse("fleet-basic.allotment", f"{action.fleet} can only change base as a whole.")
    refusal = check_harbour(world, state, side, action.fleet, action.points, action.at)
    if refusal is None and not ways(world.waters, fleet.at, action.at, sea_friends(world, state, side)):
        why = f"There's no open sea route from {world.title(fleet.at)} to {world.title(action.at)}."
        return world.refuse("sea.controlled-straits", why)
    return refusal


def legal_changes(world: World, state: HexState, side: Side) -> Iterator[Base]:
    """Every other base a fleet could move to."""
    for name, fleet in state.fleets.items() if "naval" not in world.facts.phases else ():
        for place in (*state.control, *lent_harbours(world, state, side)) if fleet.side == side else ():
            action = Base(name, place, fleet.points)
            if place in world.waters.harbours and check_change(world, state, side, action) is None:
                yield action


def expel(run: Unfolding) -> None:
    """Move fleets whose base has fallen to the nearest base that accepts them; those without one are lost."""
    for name, fleet in run.state.fleets.items():
        guest = fleet.at in lent_harbours(run.world, run.state, fleet.side)
        kept = any(part.stays(run.world, run.state, name, fleet) for part in run.world.parts.stays)
        if run.state.control.get(fleet.at) != fleet.side and not guest and not kept:
            run.emit(Expelled(fleet=name, to=refuge(run.world, run.state, name)))


def refuge(world: World, state: HexState, name: Name) -> Place:
    """The nearest base that accepts a fleet. Empty: there is none."""
    fleet = state.fleets[name]
    own = sea_friends(world, state, fleet.side)
    seas = set(world.waters.group.values())
    found: list[tuple[float, Place]] = []
    for place in sorted(own):
        if place not in world.waters.harbours:
            continue
        if check_harbour(world, state, fleet.side, name, fleet.ships, place) is None:
            way = route(world.waters, fleet.at, place, own, seas)
            if way is not None:
                found.append((way.length, place))
    return min(found)[1] if found else ""
