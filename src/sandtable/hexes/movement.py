"""Movement: strength points go as far as friendly hexes lead, and from army to army."""

from collections.abc import Iterator
from random import Random

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Convert, Disband, Move, Unmark
from sandtable.hexes.citations import Citation
from sandtable.hexes.combat.announcing import check_bound
from sandtable.hexes.events import Converted, Disbanded, Moved, Unmarked
from sandtable.hexes.shipping import check_ports, sea_orders, seas_used
from sandtable.hexes.state import Army, HexState, Name, Place, Side
from sandtable.hexes.status import crowded, free_counters, friendly, own_army
from sandtable.hexes.strength import KINDS, Points, points_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

SEAFARING = 0.3
"""How often chance looks at the sea first, where land offers so much more."""


def reach(world: World, state: HexState, side: Side, start: Place) -> set[Place]:
    """All places that a chain of friendly hexes joins with a place, itself included."""
    found = {start}
    edge = [start]
    control, near = state.control, world.near
    while edge:
        for place in near(edge.pop()):
            if place not in found and control.get(place) == side:
                found.add(place)
                edge.append(place)
    return found


def moving(state: HexState, action: Move) -> Points:
    """The points that an order means."""
    return action.points if action.points.total else state.armies[action.army].points


def check_move(world: World, state: HexState, side: Side, action: Move) -> Refusal | None:
    """Judge a move of points."""
    army = own_army(world, state, side, action.army)
    if isinstance(army, Refusal):
        return army
    points = moving(state, action)
    if not points.sound or points not in army.points:
        return world.refuse("move.type-kept", f"{action.army} has {army.points}, not {points}.")
    refusal = check_bound(world, state, army, action.army) or _check_receiver(world, state, side, action, points)
    if refusal is not None:
        return refusal
    if action.ports is not None:
        return _check_voyage(world, state, side, army, action.to, action.ports, points.total)
    if army.at == action.to and action.into in ("", action.army):
        return world.refuse("move.any-points", f"{action.army} is in {world.title(action.to)} already.")
    return _check_way(world, state, side, army, action.to)


def _check_receiver(world: World, state: HexState, side: Side, action: Move, points: Points) -> Refusal | None:
    """Whether the army that is to take the points can be there."""
    whole = points == state.armies[action.army].points
    if action.into in ("", action.army):
        if whole:
            return None
        why = "Some of its points go, so name another army that takes them."
        return world.refuse("army.composition", why)
    other = state.armies.get(action.into)
    if other is None:
        return check_new_army(world, state, side, action.into, emptied=whole)
    if other.side != side:
        return world.refuse("army.no-nationality", f"{action.into} is no army of {world.name(side)}.")
    if other.at != action.to:
        why = f"{action.into} stands in {world.title(other.at)}, not in {world.title(action.to)}."
        return world.refuse("move.transfer", why)
    return None


def check_new_army(world: World, state: HexState, side: Side, name: Name, emptied: bool = False) -> Refusal | None:
    """Whether a counter can be placed; ``emptied``: another one leaves the board at the same moment."""
    if name not in world.counters(side):
        return world.refuse("army.names", f"{world.name(side)} has no counter {name}.")
    in_play = sum(1 for _ in state.armies_of(side))
    if in_play - int(emptied) >= len(world.counters(side)):
        return world.refuse("army.limit-twelve", "All twelve armies are in play.")
    return None


def _check_way(world: World, state: HexState, side: Side, army: Army, to: Place) -> Refusal | None:
    """Whether friendly hexes lead there."""
    if not world.in_play(to):
        return world.refuse("map.theatres", f"{to} is not in play.")
    if not friendly(state, side, to):
        if state.control.get(to) in world.partners(side):
            return world.refuse("coop.no-entry", f"{world.title(to)} is a partner's hex.")
        return world.refuse("move.friendly-route", f"{world.title(to)} is not friendly.")
    if to in reach(world, state, side, army.at):
        return None
    if world.touches(army.at, to):
        return world.refuse("move.sea-hexside", f"Only sea lies between {army.at} and {to}.")
    why = f"No chain of friendly hexes leads from {world.title(army.at)} to {world.title(to)}."
    return world.refuse("move.friendly-route", why)


def _check_voyage(
    world: World, state: HexState, side: Side, army: Army, to: Place, ports: tuple[Place, Place], points: int
) -> Refusal | None:
    """Whether points get to one port by land, to the other by sea, and on by land."""
    refusal = check_ports(world, state, side, ports)
    if refusal is None and ports[0] not in reach(world, state, side, army.at):
        why = f"No chain of friendly hexes leads from {world.title(army.at)} to {world.title(ports[0])}."
        refusal = world.refuse("move.friendly-route", why)
    if refusal is None and to not in reach(world, state, side, ports[1]):
        why = f"No chain of friendly hexes leads from {world.title(ports[1])} to {world.title(to)}."
        refusal = world.refuse("move.friendly-route", why)
    if refusal is not None:
        return refusal
    seas = seas_used(world, state, side, ports, points)
    return seas if isinstance(seas, Refusal) else None


def make_move(run: Unfolding, action: Move) -> None:
    """Carry a move out."""
    state = run.state
    points = moving(state, action)
    seas: tuple[str, ...] | Refusal = ()
    if action.ports is not None:
        seas = seas_used(run.world, state, state.side, action.ports, points.total)
    assert not isinstance(seas, Refusal), "the move was not checked"
    run.emit(Moved(army=action.army, points=points, to=action.to, into=action.into or action.army, seas=seas))


def check_convert(world: World, state: HexState, side: Side, action: Convert) -> Refusal | None:
    """Judge turning amphibious points into infantry."""
    army = own_army(world, state, side, action.army)
    if isinstance(army, Refusal):
        return army
    if not 0 < action.count <= army.points.amphibious:
        why = f"{action.army} has {army.points.amphibious} amphibious points; only they can be turned."
        return world.refuse("invasion.convert-to-infantry", why)
    return None


def make_convert(run: Unfolding, action: Convert) -> None:
    run.emit(Converted(army=action.army, count=action.count))


def check_disband(world: World, state: HexState, side: Side, action: Disband) -> Refusal | None:
    """Judge giving points up: only what is too much may go."""
    army = own_army(world, state, side, action.army)
    if isinstance(army, Refusal):
        return army
    if not action.points.sound or not action.points.total or action.points not in army.points:
        return world.refuse("army.composition", f"{action.army} has only {army.points}.")
    limit = world.room(army.at)
    over = 0 if limit is None else state.points_at(army.at).total + state.fort_at(army.at) - limit
    if action.points.total > over:
        why = f"{world.title(army.at)} has {max(over, 0)} points too many; no more than that can be given up."
        return world.refuse("stack.overstack-elimination", why)
    return None


def make_disband(run: Unfolding, action: Disband) -> None:
    run.emit(Disbanded(army=action.army, points=action.points))


def check_unmark(world: World, state: HexState, side: Side, action: Unmark) -> Refusal | None:
    """Judge taking a marker away: only where it is what makes a garrison."""
    if action.at not in state.marked or not friendly(state, side, action.at) or world.garrisoned(action.at):
        why = f"No marker of {world.name(side)} in {action.at} stands for a garrison."
        return world.refuse("control.marker-removal", why)
    return None


def make_unmark(run: Unfolding, action: Unmark) -> None:
    run.emit(Unmarked(at=action.at))


def check_stacks(world: World, state: HexState, side: Side) -> Refusal | None:
    """Whether the Movement Phase may end as the armies stand."""
    for place in crowded(world, state, side):
        names = [name for name, army in state.armies_at(place)]
        much = state.points_at(place).total + state.fort_at(place)
        limit = world.room(place)
        rule: Citation = "stack.army-ten" if len(names) == 1 and not state.fort_at(place) else "stack.ten"
        why = f"{world.title(place)} holds {much} points; {limit} may stay. Move some away, or give them up."
        return world.refuse(rule, why)
    return None


def legal_moves(world: World, state: HexState, side: Side, shuffle: Random | None) -> Iterator[Move | Disband]:
    """For each army the whole of it, and single points, to every place in reach."""
    names = [name for name, army in state.armies_of(side) if check_bound(world, state, army, name) is None]
    places_of: dict[Place, list[Place]] = {}
    if shuffle:
        shuffle.shuffle(names)
    yield from _too_many(world, state, side)
    for name in names:
        army = state.armies[name]
        if army.at not in places_of:
            places_of[army.at] = sorted(reach(world, state, side, army.at))
        places = list(places_of[army.at])
        if shuffle:
            shuffle.shuffle(places)
            if shuffle.random() < SEAFARING:
                yield from sea_orders(world, state, side, name, shuffle)
        for place in places:
            yield from _orders(world, state, side, name, place)
        if not shuffle:
            yield from sea_orders(world, state, side, name, shuffle)


def _orders(world: World, state: HexState, side: Side, name: Name, place: Place) -> Iterator[Move]:
    """Orders that bring points of an army to a place, without filling it above its limit."""
    army = state.armies[name]
    limit = world.room(place)
    held = state.points_at(place).total + state.fort_at(place)
    space = army.points.total if army.at == place or limit is None else limit - held
    hosts = [other for other, there in state.armies_at(place) if there.side == side and other != name]
    fresh = free_counters(world, state, side)[:1]
    if army.at != place and army.points.total <= space:
        yield Move(name, place)
        yield from (Move(name, place, into=host) for host in hosts)
    parts = [points_of(kind) for kind in KINDS if army.points.of(kind)]
    for part in parts if space > 0 and army.points.total > 1 else ():
        yield from (Move(name, place, part, into=host) for host in (*hosts, *fresh))


def _too_many(world: World, state: HexState, side: Side) -> Iterator[Disband]:
    for place in crowded(world, state, side):
        for name, army in state.armies_at(place):
            yield from (Disband(name, points_of(kind)) for kind in KINDS if army.points.of(kind))
