"""Where strength points can go in the Movement Phase, by land and sea, and by which orders."""

from collections.abc import Iterator, Sequence
from itertools import product

from sandtable.core.refusal import Refusal
from sandtable.guides.hexes import questions as ask
from sandtable.guides.hexes.words import word
from sandtable.hexes.actions import Move
from sandtable.hexes.combat.announcing import check_bound
from sandtable.hexes.family import HexGame
from sandtable.hexes.movement import reach
from sandtable.hexes.shipping import is_port, seas_used
from sandtable.hexes.state import Army, HexState, Place, Side
from sandtable.hexes.status import free_counters, own_army, strength_of
from sandtable.hexes.strength import Points
from sandtable.hexes.world import World


def reach_of(game: HexGame, state: HexState, seat: Side | None, question: ask.Reach) -> ask.ReachAnswer | Refusal:
    """All places that points of an army can go to; for one of them, the orders."""
    world = game.world(state)
    if seat is None:
        return world.refuse("army.no-empty-army", "Only a side's player can move its armies.")
    army = own_army(world, state, seat, question.army)
    if isinstance(army, Refusal):
        return army
    points = question.points if question.points.total else army.points
    if not points.sound or points not in army.points:
        return world.refuse("move.type-kept", f"{question.army} has {army.points}, not {points}.")
    bound = check_bound(world, state, army, question.army)
    if bound is not None:
        return ask.ReachAnswer((), no=ask.No(bound.rule, bound.why))
    near = {place: _destination(world, state, army, points, place) for place in _near(world, state, army)}
    found = near | {one.place: one for one in by_sea(world, state, seat, army, points) if one.place not in near}
    number = world.board.number
    ordered = tuple(sorted(found.values(), key=lambda one: number[one.place]))
    if not question.to:
        return ask.ReachAnswer(ordered)
    orders = tuple(_orders(game, state, seat, question, points, found.get(question.to)))
    if orders:
        return ask.ReachAnswer(ordered, orders)
    return ask.ReachAnswer(ordered, no=_why_not(game, state, seat, question, points))


def _near(world: World, state: HexState, army: Army) -> set[Place]:
    return reach(world, state, army.side, army.at)


def _destination(world: World, state: HexState, army: Army, points: Points, place: Place) -> ask.Destination:
    return ask.Destination(place, room_in(world, state, place, points.total if army.at == place else 0))


def room_in(world: World, state: HexState, place: Place, leaving: int = 0) -> int:
    """How many more points may be in a place; -1: any number. ``leaving``: points there that will leave."""
    limit = world.room(place)
    return -1 if limit is None else max(0, limit - strength_of(state, place) + leaving)


def by_sea(world: World, state: HexState, side: Side, army: Army, points: Points) -> Iterator[ask.Destination]:
    """Places across the sea: each port that ships can reach, and the places beyond it."""
    near, ports = _near(world, state, army), _ports(world, state, side)
    starts = _nearest(world, army.at, ports & near)
    seen = set(near)
    for end in sorted(ports - near):
        voyage = _voyage(world, state, starts, (end,), points) if end not in seen else None
        if voyage is not None:
            behind = reach(world, state, side, end) - seen
            yield from (ask.Destination(at, room_in(world, state, at), *voyage) for at in sorted(behind))
            seen |= behind


def _voyage(
    world: World, state: HexState, starts: Sequence[Place], ends: Sequence[Place], points: Points
) -> tuple[tuple[Place, Place], tuple[str, ...]] | None:
    """The first two ports between which ships can carry the points, and the seas they cross."""
    for ports in product(ends, starts):
        seas = seas_used(world, state, state.control[ports[0]], ports[::-1], points.total)
        if not isinstance(seas, Refusal):
            return ports[::-1], seas
    return None


def _ports(world: World, state: HexState, side: Side) -> set[Place]:
    """The ports of a side, if it may ship at all."""
    if not any(right.ship for right in world.setup(side).seas.values()):
        return set()
    return {place for place, holder in state.control.items() if holder == side and is_port(world, place)}


def _nearest(world: World, place: Place, ports: set[Place]) -> list[Place]:
    """The ports, nearest to a place first."""
    return sorted(ports, key=lambda port: (world.board.distance(place, port), port))


def _orders(
    game: HexGame,
    state: HexState,
    seat: Side,
    question: ask.Reach,
    points: Points,
    found: ask.Destination | None,
) -> Iterator[ask.Order]:
    world = game.world(state)
    if found is None:
        return
    voyage = None
    if found.ports is not None:
        starts, ends = _crossing(world, state, seat, state.armies[question.army], question.to)
        voyage = _voyage(world, state, starts, ends, points)
    for action in _ways(world, state, question, points, voyage[0] if voyage is not None else None):
        if game.check(state, seat, action) is None:
            yield ask.Order(word(world, state, action), action)


def _ways(
    world: World, state: HexState, question: ask.Reach, points: Points, ports: tuple[Place, Place] | None
) -> Iterator[Move]:
    """Moves as the same army, into each army there, or as a new army."""
    army, to = state.armies[question.army], question.to
    whole = points == army.points
    part = Points() if whole else points
    if whole and army.at != to:
        yield Move(question.army, to, ports=ports)
    for host, there in state.armies_at(to):
        if there.side == army.side and host != question.army:
            yield Move(question.army, to, part, host, ports)
    if not whole:
        for fresh in free_counters(world, state, army.side, army.nation)[:1]:
            yield Move(question.army, to, part, fresh, ports)


def _why_not(game: HexGame, state: HexState, seat: Side, question: ask.Reach, points: Points) -> ask.No:
    """The rule against going there; if it can only be reached by sea, the rule against that voyage."""
    world = game.world(state)
    starts, ends = _crossing(world, state, seat, state.armies[question.army], question.to)
    ports = (starts[0], ends[0]) if starts and ends else None
    for action in _ways(world, state, question, points, ports):
        refusal = game.check(state, seat, action)
        if refusal is not None:
            return ask.No(refusal.rule, refusal.why)
    refusal = game.check(state, seat, Move(question.army, question.to, ports=ports)) or world.refuse(
        "army.limit-twelve", "No counter is free for a new army, and no army there could take them."
    )
    return ask.No(refusal.rule, refusal.why)


def _crossing(world: World, state: HexState, side: Side, army: Army, to: Place) -> tuple[list[Place], list[Place]]:
    """Ports that an army can reach by land, and ports from which ``to`` can be reached; the nearest first."""
    near = _near(world, state, army)
    if to in near or state.control.get(to) != side:
        return [], []
    ports = _ports(world, state, side)
    behind = reach(world, state, side, to)
    return _nearest(world, army.at, ports & near), _nearest(world, to, ports & behind)
