"""Finding the way: players name where from and where to; the engine's own reach says how."""

from collections import deque
from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.area.actions import AreaAction, Load, Move, Pick, Voyage
from sandtable.area.family import AreaGame
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.course import Reached, reach
from sandtable.area.movement.muster import aboard_partner, muster
from sandtable.area.movement.orders import course_for
from sandtable.area.state import AreaState, Route
from sandtable.area.status import active, phase_of
from sandtable.area.world import World
from sandtable.core.dice import ScriptedDice
from sandtable.core.refusal import Refusal


def in_combat_move(state: AreaState) -> bool:
    """Whether units are being sent to attack; otherwise moves are judged as noncombat moves."""
    return any(phase_of(state, power) == "combat-move" for power in active(state))


def find_move(
    game: AreaGame,
    state: AreaState,
    seat: Power,
    wanted: Move,
    via: Route = (),
) -> tuple[Move, ...]:
    """The order or orders that take units from the first to the last space of ``wanted``'s path.

    If the rules forbid it, what comes back is what would be refused with the fitting reason.
    """
    candidates = list(_candidates(game, state, seat, wanted, via))
    for order in candidates:
        if game.check(state, seat, order) is None:
            return (order,)
    if len(wanted.units) > 1:
        apart = _one_by_one(game, state, seat, wanted, via)
        if apart:
            return apart
    return (next(one for one in candidates if _same_purpose(one, wanted)),)


def _same_purpose(order: Move, wanted: Move) -> bool:
    return len(order.path) == 1 or (order.attack, order.assault) == (wanted.attack, wanted.assault)


def _candidates(game: AreaGame, state: AreaState, seat: Power, wanted: Move, via: Route) -> Iterator[Move]:
    start, end = wanted.path[0], wanted.path[-1]
    if start == end and not via:
        yield replace(wanted, path=(start,), attack=True)
        return
    for purpose in _purposes(game.world, state, wanted):
        if via:
            yield replace(purpose, path=_joined(game.world, _kind(game.world, wanted), (start, *via, end)))
            continue
        for path in _paths(game.world, state, seat, purpose):
            yield replace(purpose, path=path)
    if not via:
        yield replace(wanted, path=_shortest(game.world, _kind(game.world, wanted), start, end))


def _purposes(world: World, state: AreaState, wanted: Move) -> Iterator[Move]:
    """The move as it was ordered; without a word on its purpose also the purposes that ships may have."""
    yield wanted
    if wanted.attack or wanted.assault or not in_combat_move(state):
        return
    for zone, territory in state.turn.assaults:
        if zone == wanted.path[-1]:
            yield replace(wanted, assault=territory)
    yield replace(wanted, attack=True)


def _kind(world: World, order: Move) -> str:
    unit = world.units.get(order.units[0].unit)
    return unit.kind if unit else "land"


def _paths(world: World, state: AreaState, seat: Power, order: Move) -> Iterator[Route]:
    """The shortest ways that the pieces of an order know to its end."""
    seen: set[Route] = set()
    for piece in _pieces(world, state, seat, order):
        course = course_for(world, state, piece, in_combat_move(state), order)
        way = reach(course, order.path[0], world.board.roads).get(order.path[-1])
        if isinstance(way, Reached) and way.path not in seen:
            seen.add(way.path)
            yield way.path


def _pieces(world: World, state: AreaState, seat: Power, order: Move) -> Iterator[Piece]:
    for pick in order.units:
        if pick.aboard:
            guest = aboard_partner(world, state, seat, order.path[0], pick)
            if not isinstance(guest, Refusal):
                yield guest[1]
            continue
        group = muster(world, state, seat, order.path[0], pick)
        if not isinstance(group, Refusal):
            yield from (piece for piece, _ in group)


def _one_by_one(game: AreaGame, state: AreaState, seat: Power, wanted: Move, via: Route) -> tuple[Move, ...]:
    """One order for each kind of unit, each by its own way; nothing if one of them is refused."""
    orders: list[Move] = []
    for pick in wanted.units:
        order = find_move(game, state, seat, replace(wanted, units=(pick,)), via)[0]
        if game.check(state, seat, order) is not None:
            return ()
        orders.append(order)
        state = after(game, state, seat, order)
    return tuple(orders)


def after(game: AreaGame, state: AreaState, seat: Power, order: AreaAction) -> AreaState:
    """The table after an order that needs no dice."""
    for event in game.decide(state, seat, order, ScriptedDice(())):
        state = game.evolve(state, event)
    return state


def _joined(world: World, kind: str, stops: Route) -> Route:
    path: Route = stops[:1]
    for stop in stops[1:]:
        path += _shortest(world, kind, path[-1], stop)[1:]
    return path


def _shortest(world: World, kind: str, start: str, end: str) -> Route:
    """The shortest way on the board for a kind of unit; where there is none, as if everything were open."""
    board = world.board

    def open_to(space: str) -> bool:
        return not board.is_neutral(space) and (kind == "air" or board.is_sea(space) == (kind == "sea"))

    def walk(everything: bool) -> Route:
        ways: dict[str, Route] = {start: (start,)}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here == end:
                break
            for there in board.neighbours(here):
                if there not in ways and (everything or open_to(there)):
                    ways[there] = (*ways[here], there)
                    queue.append(there)
        return ways.get(end, ())

    return walk(False) or walk(True) or (start, end)


# transports


def find_voyage(game: AreaGame, state: AreaState, seat: Power, wanted: Voyage, via: Route = ()) -> Voyage:
    """The voyage with its zones filled in; loads without a zone board in the first one beside their territory."""
    start, end = wanted.path[0], wanted.path[-1]
    paths = [_joined(game.world, "sea", (start, *via, end))] if via else list(_sea_ways(game.world, start, end))
    orders = [replace(wanted, path=path, loads=_with_zones(game.world, wanted.loads, path)) for path in paths]
    return next((order for order in orders if game.check(state, seat, order) is None), orders[0])


def _sea_ways(world: World, start: str, end: str) -> Iterator[Route]:
    """Ways between two sea zones: the shortest first, then those that are not much longer."""
    shortest = _shortest(world, "sea", start, end)
    yield shortest
    longest = max(len(shortest), 3)
    queue: deque[Route] = deque([(start,)])
    while queue:
        path = queue.popleft()
        if path[-1] == end and path != shortest:
            yield path
        if len(path) < longest:
            queue.extend((*path, there) for there in world.board.neighbours(path[-1]) if world.board.is_sea(there))


def _with_zones(world: World, loads: tuple[Load, ...], path: Route) -> tuple[Load, ...]:
    def zone(load: Load) -> str:
        return load.zone or next((z for z in path if world.board.adjacent(z, load.territory)), path[0])

    return tuple(replace(load, zone=zone(load)) for load in loads)


def everybody(game: AreaGame, state: AreaState, seat: Power, start: str, end: str) -> tuple[Pick, ...]:
    """Every own unit in a space that could go to another one now."""
    picks: list[Pick] = []
    for piece, count in state.at(start):
        if piece.power != seat:
            continue
        pick = Pick(piece.unit, count, tuple(sorted(c.unit for c in piece.cargo)), piece.used)
        order = find_move(game, state, seat, Move(units=(pick,), path=(start, end)))[0]
        if game.check(state, seat, order) is None:
            picks.append(pick)
    return tuple(picks)
