"""Interdiction: submarines roll to stop ships that sail through their zone in the combat move."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.area.actions import Halt, Move, Voyage
from sandtable.area.events import Moved
from sandtable.area.forces import Piece, Power, Stack, first, minus, size, stack, where
from sandtable.area.movement.landing import free_places
from sandtable.area.movement.orders import make_move
from sandtable.area.movement.voyage import make_voyage
from sandtable.area.state import AreaState, Passing, Route
from sandtable.area.status import enemies_at
from sandtable.area.team_events import Halted, Interdicted
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def hunters(world: World, state: AreaState, power: Power, zone: str) -> Stack:
    """The submarines in a zone that try to stop ships of ``power``."""
    return where(enemies_at(world, state, power, zone), lambda p: world.can(p, "submersible"))


def watched(world: World, state: AreaState, power: Power, path: Route) -> int:
    """The first zone on the way, neither its beginning nor its end, that submarines watch; 0 if there is none."""
    for i in range(1, len(path) - 1):
        if world.board.is_sea(path[i]) and hunters(world, state, power, path[i]):
            return i
    return 0


def _stoppable(world: World, units: Stack) -> Stack:
    return where(units, lambda p: world.type(p).kind == "sea" and not world.can(p, "submersible"))


def sail(run: Unfolding, power: Power, order: Move) -> None:
    """Move ships in the combat move, and let submarines on the way roll."""
    i = watched(run.world, run.state, power, order.path)
    if not i:
        make_move(run, power, order, combat=True)
        return
    seen = len(run.events)
    make_move(run, power, Move(order.units, order.path[: i + 1]), combat=True)
    group = stack((e.after, e.count) for e in run.events[seen:] if isinstance(e, Moved))
    _pass(run, Passing(power, order.path[i:], group, 0, order.assault, order.attack))


def _pass(run: Unfolding, passing: Passing) -> None:
    """The group is in a zone that submarines watch: they roll, and it sails on, stops, or its owner is asked."""
    world, zone = run.world, passing.path[0]
    ships = _stoppable(world, passing.units)
    if not ships:
        _sail_on(run, passing, passing.units)
        return
    stopped, asked = _roll(run, passing)
    if not stopped:
        _sail_on(run, passing, passing.units)
    elif not asked:
        run.emit(Halted(zone=zone, units=passing.units))


def _roll(run: Unfolding, passing: Passing) -> tuple[int, bool]:
    world, zone = run.world, passing.path[0]
    values = tuple(
        world.type(p).defense for p, n in hunters(world, run.state, passing.power, zone) for _ in range(n)
    )
    dice = run.dice.roll(len(values))
    ships = size(_stoppable(world, passing.units))
    stopped = min(ships, sum(die <= value for die, value in zip(dice, values, strict=True)))
    asked = 0 < stopped < size(where(passing.units, lambda p: world.type(p).kind == "sea"))
    question = replace(passing, stopped=stopped) if asked else None
    run.emit(Interdicted(passing.power, zone, values, dice, stopped, question))
    return stopped, asked


def _sail_on(run: Unfolding, passing: Passing, units: Stack) -> None:
    """The way that is left, up to its end or to the next zone that is watched."""
    if not units:
        return
    i = watched(run.world, run.state, passing.power, passing.path)
    path = passing.path[: i + 1] if i else passing.path
    moved: list[tuple[Piece, int]] = []
    for piece, count in units:
        kind = run.world.type(piece).kind
        ends = not i and passing.assault and kind == "sea"
        after = replace(
            piece,
            used=piece.used + (len(path) - 1 if kind == "sea" else 0),
            landing=passing.assault if ends else piece.landing,
        )
        run.emit(Moved(piece=piece, count=count, path=path, after=after))
        moved.append((after, count))
    if i:
        _pass(run, replace(passing, path=passing.path[i:], units=stack(moved)))


def sail_voyage(run: Unfolding, power: Power, voyage: Voyage) -> None:
    """A transport's voyage in the combat move: if it is stopped on its way, nobody goes ashore."""
    i = watched(run.world, run.state, power, voyage.path)
    if not i:
        make_voyage(run, power, voyage, combat=True)
        return
    ship = Piece(power, voyage.transport.unit)
    stopped, _ = _roll(run, Passing(power, voyage.path[i:], ((ship, 1),), 0))
    if stopped:
        reached = voyage.path[: i + 1]
        loads = tuple(load for load in voyage.loads if load.zone in reached)
        voyage = replace(voyage, path=reached, loads=loads, land="", ashore=None, attack=False)
    make_voyage(run, power, voyage, combat=True)


def asked(state: AreaState, power: Power) -> Passing | None:
    """The ships of a power that were stopped and of which it has to say who stays."""
    return next((p for p in state.turn.passing if p.power == power), None)


def check_halt(world: World, passing: Passing, action: Halt) -> Refusal | None:
    """Whether these ships are enough of those that were stopped, and the others can sail on."""
    try:
        rest = minus(passing.units, action.ships)
    except ValueError:
        return world.refuse("interdiction.stopped", "Those ships are not in this group.")
    if size(_stoppable(world, action.ships)) < passing.stopped:
        return world.refuse("interdiction.stopped", f"{passing.stopped} of the ships were stopped.")
    planes = where(rest, lambda p: world.type(p).kind == "air")
    for unit in {p.unit for p, _ in planes}:
        room = sum(n * free_places(world, p, unit) for p, n in rest if p.unit in world.carriers)
        if sum(n for p, n in planes if p.unit == unit) > room:
            return world.refuse("carrier.deck-full", "Air units go on only aboard a carrier that goes on.")
    return None


def halt(run: Unfolding, passing: Passing, action: Halt) -> None:
    """Some ships end their move here, the others go on."""
    run.emit(Halted(zone=passing.path[0], units=action.ships))
    _sail_on(run, passing, minus(passing.units, action.ships))


def choices(world: World, passing: Passing) -> Iterator[Halt]:
    """All stop, or each kind of ship first."""
    yield Halt(passing.units)
    ships = _stoppable(world, passing.units)
    for piece, _ in ships:
        others = minus(ships, first(((piece, dict(ships)[piece]),), passing.stopped))
        named = first(((piece, dict(ships)[piece]),), passing.stopped)
        short = passing.stopped - size(named)
        action = Halt(stack([*named, *first(others, short)]) if short else named)
        if check_halt(world, passing, action) is None:
            yield action
