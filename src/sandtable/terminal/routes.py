"""Finds routes: players name start and end; the guide's reach gives the way."""

from collections import deque
from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.area.actions import AreaAction, Load, Move, Pick, Raid, Voyage
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.movement.course import Reached, reach
from sandtable.area.movement.orders import course_for
from sandtable.area.state import AreaState, Route
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.guides.area.direct import Purpose, Scout
from sandtable.guides.area.party import gather
from sandtable.guides.area.reach import moving


def find_move(
    game: AreaGame,
    state: AreaState,
    seat: Power,
    wanted: Move,
    via: Route = (),
) -> tuple[AreaAction, ...]:
    """The orders that move units from the first to the last space of ``wanted``'s path.

    If the rules forbid it, returns orders that will be refused for the right reason.
    """
    start, end = wanted.path[0], wanted.path[-1]
    if start == end and not via:
        return (replace(wanted, path=(start,), attack=True),)
    combat = moving(game, state, seat) is True
    party = gather(game.world.as_of(state), state, seat, start, wanted.units, combat)
    if isinstance(party, Refusal) or party.passengers:
        return (replace(wanted, path=_joined(game.world, _kind(game.world, wanted), (start, *via, end))),)
    scout = Scout(game, state, party, combat, via)
    ways = scout.ways(only=end).get(end, [])
    if not isinstance(ways, Refusal):
        for way in ways:
            if all(_same_purpose(order, wanted) for order in way.orders):
                return way.orders
    routes = [scout.routes(member, Purpose(wanted.attack, wanted.assault)).get(end) for member in party.members]
    known = next((route.path for route in routes if isinstance(route, Reached)), None)
    return (replace(wanted, path=known or _joined(game.world, _kind(game.world, wanted), (start, *via, end))),)


def find_raid(game: AreaGame, state: AreaState, seat: Power, wanted: Raid, via: Route = ()) -> Raid:
    """The raid with its route filled in; for a forbidden one, a route that will be refused."""
    start, end = wanted.path[0], wanted.path[-1]
    world = game.world.as_of(state)
    party = gather(world, state, seat, start, wanted.units, True)
    paths = [_joined(world, "air", (start, *via, end))]
    if not isinstance(party, Refusal):
        found = [
            reach(course_for(world, state, member.piece, True, wanted), start, via).get(end)
            for member in party.members
        ]
        paths[:0] = [way.path for way in found if isinstance(way, Reached)]
    orders = [replace(wanted, path=path) for path in paths]
    return next((order for order in orders if game.check(state, seat, order) is None), orders[0])


def _same_purpose(order: AreaAction, wanted: Move) -> bool:
    """Whether an order matches the purpose; without one, any does."""
    said = (wanted.attack, wanted.assault)
    return isinstance(order, Move) and (not any(said) or (order.attack, order.assault) == said)


def _kind(world: World, order: Move) -> str:
    unit = world.units.get(order.units[0].unit)
    return unit.kind if unit else "land"


def _joined(world: World, kind: str, stops: Route) -> Route:
    path: Route = stops[:1]
    for stop in stops[1:]:
        path += _shortest(world, kind, path[-1], stop)[1:]
    return path


def _shortest(world: World, kind: str, start: str, end: str) -> Route:
    """The shortest route on the board for a kind of unit; if there is none, as if everything were open."""
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


# -- transports


def find_voyage(game: AreaGame, state: AreaState, seat: Power, wanted: Voyage, via: Route = ()) -> Voyage:
    """The voyage with its zones filled in. Loads without a zone board in the first one beside their territory."""
    start, end = wanted.path[0], wanted.path[-1]
    paths = [_joined(game.world, "sea", (start, *via, end))] if via else list(_sea_ways(game.world, start, end))
    orders = [replace(wanted, path=path, loads=_with_zones(game.world, wanted.loads, path)) for path in paths]
    return next((order for order in orders if game.check(state, seat, order) is None), orders[0])


def _sea_ways(world: World, start: str, end: str) -> Iterator[Route]:
    """Routes between two sea zones: the shortest first, then slightly longer ones."""
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
    """Every own unit in a space that can go to another one now."""
    picks: list[Pick] = []
    for piece, count in state.at(start):
        if piece.power != seat:
            continue
        pick = Pick(piece.unit, count, tuple(sorted(c.unit for c in piece.cargo)), piece.used)
        order = find_move(game, state, seat, Move(units=(pick,), path=(start, end)))[0]
        if game.check(state, seat, order) is None:
            picks.append(pick)
    return tuple(picks)
