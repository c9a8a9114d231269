"""Which powers react to moves, in which order, and with which air units."""

from collections.abc import Iterator

from sandtable.area.forces import Piece, Power, Stack, stack, take, where
from sandtable.area.movement.survey import survey
from sandtable.area.parts.countermoves.memory import MOVES, Track
from sandtable.area.parts.countermoves.tracks import present
from sandtable.area.state import AreaState
from sandtable.area.status import active, own_at
from sandtable.area.world import World


def mover(state: AreaState) -> Power:
    """The power whose moves are being reacted to."""
    return active(state)[0]


def deciders(world: World, state: AreaState) -> tuple[Power, ...]:
    """The mover's enemies in turn order, starting with the next power to play."""
    power = mover(state)
    at = world.order.index(power)
    return tuple(p for p in (*world.order[at + 1 :], *world.order[:at]) if p in world.enemies[power])


def fleet(world: World, state: AreaState) -> list[tuple[Track, Stack]]:
    """The ships that moved in this phase."""
    return [pair for pair in _moved(world, state) if world.units[pair[0].piece.unit].kind == "sea"]


def flights(world: World, state: AreaState) -> list[tuple[Track, Stack]]:
    """The air units that moved in this phase."""
    return [pair for pair in _moved(world, state) if world.units[pair[0].piece.unit].kind == "air"]


def _moved(world: World, state: AreaState) -> list[tuple[Track, Stack]]:
    power, parts = mover(state), world.parts
    attacking = "combat-move" in state.turn.phases.values()
    known = (
        t
        for t in MOVES.of(state).tracks
        if len(t.path) > 1
        and t.piece.power == power
        and not (attacking and parts.surprised(world, state, t.end))  # nobody saw them coming
    )
    return present(world, state, known)


def reach_of_base(world: World, state: AreaState, power: Power, space: str, base: str) -> int | None:
    """What an operative base in a territory adds to the range of a power's air units. None if there is no base."""
    for part in world.parts.serving:
        works = part.serving(world, state, power, space)
        if base in works:
            return works[base]
    return None


def ready(state: AreaState, power: Power, space: str, types: tuple[str, ...]) -> Stack:
    """A power's air units of these types that haven't acted yet in this enemy turn."""
    if space in MOVES.of(state).embattled:
        return ()
    return where(own_at(state, power, space), lambda p: p.unit in types and not p.submerged and not p.came)


def bases(
    world: World, state: AreaState, power: Power, base: str, types: tuple[str, ...]
) -> Iterator[tuple[str, Stack, int]]:
    """Territories with an operative base and ready air units, and the range bonus of the base."""
    for space, _ in survey(world, state, power).planes:
        if world.board.is_sea(space) or not any(p.unit == base for p, _ in state.at(space)):
            continue
        units = ready(state, power, space, types)
        bonus = reach_of_base(world, state, power, space, base) if units else None
        if bonus is not None:
            yield space, units, bonus


def chosen(units: Stack, names: tuple[str, ...]) -> Stack | None:
    """Pieces by unit type. None if there are too few."""
    left = units
    found: list[tuple[Piece, int]] = []
    for name in names:
        piece = next((p for p, _ in left if p.unit == name), None)
        if piece is None:
            return None
        left = take(left, piece)
        found.append((piece, 1))
    return stack(found)


def names(units: Stack) -> tuple[str, ...]:
    """One type name per unit."""
    return tuple(p.unit for p, n in units for _ in range(n))


def subsets(units: Stack, most: int = 99) -> Iterator[tuple[str, ...]]:
    """Choices of units by name: as many as possible, then one of each type."""
    everybody = names(units)[:most]
    yield everybody
    if len(everybody) > 1:
        yield from ((unit,) for unit in dict.fromkeys(names(units)))
