"""Movement: strength points move through friendly hexes, and from army to army."""

from collections.abc import Iterator
from random import Random

from sandtable.core.refusal import Refusal
from sandtable.core.wording import the
from sandtable.hexes.actions import Convert, Disband, Move, Unmark
from sandtable.hexes.citations import Citation
from sandtable.hexes.combat.announcing import check_bound
from sandtable.hexes.events import Converted, Disbanded, Moved, Unmarked
from sandtable.hexes.shipping import check_ports, sea_orders, seas_used
from sandtable.hexes.state import Army, HexState, Name, Place, Side
from sandtable.hexes.status import crowded, free_counters, friendly, own_army, strength_of, under_way
from sandtable.hexes.strength import KINDS, NONE, Points, points_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

SEAFARING = 0.3
"""How often a random choice tries the sea first, since land offers far more moves."""


def reach(world: World, state: HexState, side: Side, start: Place) -> set[Place]:
    """All places connected to a place by a chain of friendly hexes, including itself."""
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
    """The points that an order moves."""
    return action.points if action.points.total else state.armies[action.army].points


def check_move(world: World, state: HexState, side: Side, action: Move) -> Refusal | None:
    """Validate a move of points."""
    if any(name in state.forts and name not in world.counters(side) for name in (action.army, action.into)):
        return world.refuse("fort.only-in-forts", "Fort points stay where they were built and can't be combined.")
    army = own_army(world, state, side, action.army)
    if isinstance(army, Refusal):
        return army
    points = moving(state, action)
    if not points.sound or points not in army.points:
        return world.refuse("move.type-kept", f"{action.army} has {army.points}, not {points}.")
    bound = check_bound(world, state, army, action.army)
    cut_off = army.at in state.cut_off or action.army in state.hungry
    if bound is not None and cut_off and action.into not in ("", action.army):
        return world.refuse("supply.points-in-defense-only-army", bound.why)
    refusal = bound or _check_receiver(world, state, side, action, points)
    refusal = refusal or check_leaving(world, state, army, action.to)
    if refusal is not None:
        return refusal
    if action.ports is None and army.at == action.to and action.into in ("", action.army):
        return world.refuse("move.any-points", f"{action.army} is already in {world.title(action.to)}.")
    refusal = check_route(world, state, side, army, action.to, action.ports, points.total)
    return refusal or _check_course(world, state, side, action, points.total)


def _check_course(world: World, state: HexState, side: Side, action: Move, points: int) -> Refusal | None:
    """Whether points can take the route they name at sea."""
    if not action.route:
        return None
    if action.ports is None or not world.parts.crosses:
        return world.refuse("sea.three-uses", "Points can't choose their sea route here.")
    seas = seas_used(world, state, side, action.ports, points)
    if isinstance(seas, Refusal):
        return seas
    refusals = (part.crosses(world, state, side, action, seas) for part in world.parts.crosses)
    return next(filter(None, refusals), None)


def check_route(
    world: World,
    state: HexState,
    side: Side,
    army: Army,
    to: Place,
    ports: tuple[Place, Place] | None,
    points: int,
) -> Refusal | None:
    """Whether points of an army can reach a place: by land or, between two ports, by sea."""
    if ports is not None:
        return _check_voyage(world, state, side, army, to, ports, points)
    return _check_way(world, state, side, army, to)


def _check_receiver(world: World, state: HexState, side: Side, action: Move, points: Points) -> Refusal | None:
    """Whether the army that receives the points can be there."""
    whole = points == state.armies[action.army].points
    if action.into in ("", action.army):
        if whole:
            return None
        why = "Only some of its points move, so name another army to take them."
        return world.refuse("army.no-empty-army", why)
    other = state.armies.get(action.into)
    if other is None:
        return check_new_army(world, state, side, action.into)
    if other.side != side:
        return world.refuse("army.no-nationality", f"{world.having(side)} no army called {action.into}.")
    if other.at != action.to:
        why = f"{action.into} is in {world.title(other.at)}, not in {world.title(action.to)}."
        return world.refuse("move.transfer", why)
    if under_way(state, action.into):
        why = f"{action.into} is under way to an invasion: nobody can join it."
        return world.refuse("c2-sequence.naval-before-land", why)
    return check_merger(world, state, state.armies[action.army].nation, other, points)


def check_merger(world: World, state: HexState, nation: str, into: Army, points: Points = NONE) -> Refusal | None:
    """Whether points of a nation may join an army."""
    refusals = (part.merges(world, state, nation, points, into) for part in world.parts.merges)
    return next(filter(None, refusals), None)


def check_leaving(world: World, state: HexState, army: Army, to: Place) -> Refusal | None:
    """Whether points may leave for a place, whatever the route."""
    refusals = (part.keeps(world, state, army, to) for part in world.parts.keeps)
    return next(filter(None, refusals), None)


def check_new_army(world: World, state: HexState, side: Side, name: Name) -> Refusal | None:
    """Whether a counter that isn't in play can be placed."""
    if name in world.counters(side):
        return None
    if not free_counters(world, state, side):
        return world.refuse("army.limit-twelve", f"All armies of {world.the(side)} are in play.")
    return world.refuse("army.names", f"{world.having(side)} no counter {name}.")


def _check_way(world: World, state: HexState, side: Side, army: Army, to: Place) -> Refusal | None:
    """Whether friendly hexes lead there."""
    absent = world.out_of_play(to)
    if absent is not None:
        return absent
    if not friendly(state, side, to):
        holder = state.control.get(to)
        if holder is not None and holder in world.partners(side):
            return world.at_peace(side, holder, "coop.no-entry", f"{world.title(to)} is a partner's hex.")
        return world.refuse("move.friendly-route", f"{world.title(to)} is not friendly.")
    if to in reach(world, state, side, army.at):
        return None
    if world.touches(army.at, to):
        return world.refuse("move.sea-hexside", f"There's only sea between {army.at} and {to}.")
    for place in (army.at, to):
        if place in world.board.boxes and not world.near(place):
            return world.refuse("offmap.by-sea", f"You can reach and leave {the(world.title(place))} only by sea.")
    why = f"There's no chain of friendly hexes from {world.title(army.at)} to {world.title(to)}."
    return world.refuse("move.friendly-route", why)


def _check_voyage(
    world: World, state: HexState, side: Side, army: Army, to: Place, ports: tuple[Place, Place], points: int
) -> Refusal | None:
    """Whether points can reach one port by land, the other by sea, and the destination by land."""
    refusal = check_ports(world, state, side, ports)
    if refusal is None and ports[0] not in reach(world, state, side, army.at):
        why = f"There's no chain of friendly hexes from {world.title(army.at)} to {world.title(ports[0])}."
        refusal = world.refuse("move.friendly-route", why)
    if refusal is None and to not in reach(world, state, side, ports[1]):
        why = f"There's no chain of friendly hexes from {world.title(ports[1])} to {world.title(to)}."
        refusal = world.refuse("move.friendly-route", why)
    if refusal is not None:
        return refusal
    seas = seas_used(world, state, side, ports, points)
    return seas if isinstance(seas, Refusal) else None


def make_move(run: Unfolding, action: Move) -> None:
    """Carry out a move."""
    state = run.state
    points = moving(state, action)
    seas: tuple[str, ...] | Refusal = ()
    if action.ports is not None:
        seas = seas_used(run.world, state, state.side, action.ports, points.total)
    assert not isinstance(seas, Refusal), "the move was not checked"
    moved = Moved(army=action.army, points=points, to=action.to, into=action.into or action.army, seas=seas)
    taken = [part.embarked(run, action, moved) for part in run.world.parts.embarked if action.ports is not None]
    if not any(taken):
        run.emit(moved)


def check_convert(world: World, state: HexState, side: Side, action: Convert) -> Refusal | None:
    """Validate converting amphibious points to infantry."""
    army = own_army(world, state, side, action.army)
    if isinstance(army, Refusal):
        return army
    if under_way(state, action.army):
        return check_bound(world, state, army, action.army)
    if not 0 < action.count <= army.points.amphibious:
        why = f"{action.army} has {army.points.amphibious} amphibious points; only those can be converted."
        return world.refuse("invasion.convert-to-infantry", why)
    return None


def make_convert(run: Unfolding, action: Convert) -> None:
    run.emit(Converted(army=action.army, count=action.count))


def check_disband(world: World, state: HexState, side: Side, action: Disband) -> Refusal | None:
    """Validate disbanding points: only the excess may be removed."""
    army = own_army(world, state, side, action.army)
    if isinstance(army, Refusal):
        return army
    if under_way(state, action.army):
        return check_bound(world, state, army, action.army)
    if not action.points.sound or not action.points.total or action.points not in army.points:
        return world.refuse("army.composition", f"{action.army} has only {army.points}.")
    limit = world.room(army.at)
    over = 0 if limit is None else strength_of(state, army.at) - limit
    if action.points.total > over:
        why = f"{world.title(army.at)} has {max(over, 0)} points too many; you can't disband more than that."
        return world.refuse("stack.overstack-elimination", why)
    return None


def make_disband(run: Unfolding, action: Disband) -> None:
    run.emit(Disbanded(army=action.army, points=action.points))


def check_unmark(world: World, state: HexState, side: Side, action: Unmark) -> Refusal | None:
    """Validate removing a marker: only where the marker is what provides a garrison."""
    if action.at not in state.marked or not friendly(state, side, action.at) or world.garrisoned(action.at):
        why = f"{world.having(side)} no garrison marker in {action.at}."
        return world.refuse("control.marker-removal", why)
    return None


def make_unmark(run: Unfolding, action: Unmark) -> None:
    run.emit(Unmarked(at=action.at))


def check_stacks(world: World, state: HexState, side: Side) -> Refusal | None:
    """Whether the Movement Phase may end with the armies where they are."""
    for place in crowded(world, state, side):
        names = [name for name, army in state.armies_at(place)]
        much = strength_of(state, place)
        limit = world.room(place)
        rule: Citation = "stack.army-ten" if len(names) == 1 and not state.fort_at(place) else "stack.ten"
        why = f"{much} points are in {world.title(place)}; {limit} can stay. Move some away or disband them."
        return world.refuse(rule, why)
    return next(filter(None, (part.stacks(world, state, side) for part in world.parts.stacks)), None)


def legal_moves(world: World, state: HexState, side: Side, shuffle: Random | None) -> Iterator[Move | Disband]:
    """For each army, moves of all its points and of single points to every place in reach."""
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
                yield from _allowed(world, state, army, sea_orders(world, state, side, name, shuffle))
        for place in places:
            yield from _allowed(world, state, army, _orders(world, state, side, name, place))
        if not shuffle:
            yield from _allowed(world, state, army, sea_orders(world, state, side, name, shuffle))


def _allowed(world: World, state: HexState, army: Army, orders: Iterator[Move]) -> Iterator[Move]:
    """The orders that no part forbids."""
    if not world.parts.keeps and not world.parts.merges:
        return orders
    return (order for order in orders if _lets(world, state, army, order))


def _lets(world: World, state: HexState, army: Army, order: Move) -> bool:
    into = state.armies.get(order.into) if order.into not in ("", order.army) else None
    joins = into is None or check_merger(world, state, army.nation, into, moving(state, order)) is None
    return joins and check_leaving(world, state, army, order.to) is None


def _orders(world: World, state: HexState, side: Side, name: Name, place: Place) -> Iterator[Move]:
    """Orders that move points of an army to a place without exceeding its limit."""
    army = state.armies[name]
    limit = world.room(place)
    held = strength_of(state, place)
    space = army.points.ground if army.at == place or limit is None else limit - held
    hosts = [
        other
        for other, there in state.armies_at(place)
        if there.side == side and other != name and not under_way(state, other)
    ]
    fresh = free_counters(world, state, side, army.nation)[:1]
    if army.at != place and army.points.ground <= space:
        yield Move(name, place)
        yield from (Move(name, place, into=host) for host in hosts)
    parts = [points_of(kind) for kind in KINDS if army.points.of(kind)]
    for part in parts if army.points.total > 1 else ():
        if part.ground <= space:
            yield from (Move(name, place, part, into=host) for host in (*hosts, *fresh))


def _too_many(world: World, state: HexState, side: Side) -> Iterator[Disband]:
    for place in crowded(world, state, side):
        for name, army in state.armies_at(place):
            if under_way(state, name):
                continue
            yield from (
                Disband(name, points_of(kind)) for kind in KINDS if kind != "tac_air" and army.points.of(kind)
            )
