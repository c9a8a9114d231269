"""Interdiction: ships may pass zones with submarines and transports, but the submarines roll to stop them.

They roll in the combat move only; ships that are stopped end their move in the zone.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action, Move, Voyage
from sandtable.area.events import Moved
from sandtable.area.forces import EMPTY, Piece, Power, Stack, first, minus, size, stack, where
from sandtable.area.movement.landing import free_places
from sandtable.area.movement.orders import make_move
from sandtable.area.movement.voyage import make_voyage
from sandtable.area.part import NoSettings, Part, PartEvent, TurnMemory
from sandtable.area.reader import Reader
from sandtable.area.state import AreaState, Route, Slice
from sandtable.area.status import enemies_at, holds, hostile_zone
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import faces, force, times
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


class Passing(msgspec.Struct, frozen=True):
    """Ships in a zone where submarines have stopped some of them; their owner chooses which."""

    power: Power
    path: Route
    """The rest of their path, starting with the zone."""
    units: Stack
    stopped: int
    assault: str = ""
    attack: bool = False


class Stopped(Slice, frozen=True, tag="interdiction"):
    """State kept for one turn."""

    passing: tuple[Passing, ...] = ()
    """Groups with stopped ships whose owner must still choose which ones stay."""


STOPPED = TurnMemory("interdiction", Stopped())
ASKS = "interdiction"
"""Decision kind: which ships stay where some were stopped."""


class Halt(Action, frozen=True):
    """Choose which ships end their move where submarines stopped some; the rest sail on."""

    phrase: ClassVar[str] = "halt {ships}"
    example: ClassVar[str] = "halt destroyer"
    aliases: ClassVar[tuple[str, ...]] = ("stop",)

    ships: Stack
    """The ships that stay, including those that were stopped."""


class Interdicted(PartEvent, frozen=True):
    """Submarines have rolled to stop passing ships. ``passing`` is set if the owner must choose which stop."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    power: Power
    zone: str
    values: tuple[int, ...]
    dice: tuple[int, ...]
    stopped: int
    passing: Passing | None = None

    def evolve(self, world: World, state: AreaState) -> AreaState:
        if self.passing is None:
            return state
        return STOPPED.put(state, Stopped((*STOPPED.of(state).passing, self.passing)))

    def tell(self, world: World, state: AreaState) -> str:
        held = times(self.stopped, "ship") if self.stopped else "nobody"
        return f"submarines in {self.zone} roll {faces(self.dice)} and stop {held}"


class Halted(PartEvent, frozen=True):
    """The ships that stop have been chosen."""

    zone: str
    units: Stack

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return STOPPED.put(state, Stopped(tuple(p for p in STOPPED.of(state).passing if p.path[0] != self.zone)))

    def tell(self, world: World, state: AreaState) -> str:
        end = "ends its move" if size(self.units) == 1 else "end their move"
        return f"{force(world, self.units)} {end} in {self.zone}"


class Interdiction(Part[NoSettings]):
    """Submarines that stop passing ships."""

    name = "interdiction"
    turn_memory = STOPPED
    actions = (Halt,)
    answers = (Halt,)
    typed: ClassVar = {ASKS: "halt destroyer · halt all"}
    events = (Interdicted, Halted)
    citations = ("interdiction.stopped", "carrier.deck-full")

    # paths at sea

    def lets_pass(self, world: World, state: AreaState, power: Power, zone: str) -> bool:
        return not holds(world, state, power, zone, "surface-warship")

    def ventures(self, world: World, state: AreaState, piece: Piece, zone: str) -> bool:
        """Whether submarines watch the zone, or the piece is a submarine that can slip through it."""
        if not hostile_zone(world, state, piece.power, zone):
            return False
        return world.type(piece).can("submersible") or holds(world, state, piece.power, zone, "submersible")

    def carries_out(self, run: Unfolding, power: Power, action: Action) -> bool:
        match action:
            case Move():
                _sail(run, power, action)
            case Voyage():
                _sail_voyage(run, power, action)
            case _:
                return False
        return True

    # the decision which ships stay

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat-move",)

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        passing = stopped_of(state, power)
        if passing is None:
            return ()
        (ships, them), zone = (
            ("ship was", "it") if passing.stopped == 1 else ("ships were", "them"),
            passing.path[0],
        )
        prompt = f"{passing.stopped} {ships} stopped in {zone}. Which, and which ships stay with {them}?"
        return (Decision(power, ASKS, zone, prompt),)

    def reads(self, reader: Reader, action: type[Action], words: Mapping[str, Any]) -> Sequence[Action]:
        passing = stopped_of(reader.state, reader.seat)
        return [Halt(reader.among(passing.units if passing else EMPTY, words["halt"]))]

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        passing = stopped_of(state, power)
        where_ = f" in {passing.path[0]}" if passing is not None else ""
        return world.refuse("interdiction.stopped", f"First choose which ships stop{where_}.")

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        """Whether enough ships stop, and the rest can sail on."""
        assert isinstance(action, Halt)
        passing = stopped_of(state, power)
        if passing is None:
            return world.refuse("interdiction.stopped", "No ships have been stopped.")
        return _check_halt(world, passing, action)

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        """All stop, or each type of ship is chosen first."""
        passing = stopped_of(state, power)
        if passing is None:
            return
        yield Halt(passing.units)
        ships = _stoppable(world, passing.units)
        for piece, count in ships:
            named = first(((piece, count),), passing.stopped)
            short = passing.stopped - size(named)
            action = Halt(stack([*named, *first(minus(ships, named), short)]) if short else named)
            if _check_halt(world, passing, action) is None:
                yield action

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        """End the move of some ships here; the rest sail on."""
        passing = stopped_of(run.state, power)
        assert isinstance(action, Halt)
        assert passing is not None
        run.emit(Halted(zone=passing.path[0], units=action.ships))
        _sail_on(run, passing, minus(passing.units, action.ships))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Halt)
        return f"stop {force(world, action.ships)}"


def stopped_of(state: AreaState, power: Power) -> Passing | None:
    """A power's stopped ships for which it must choose which ones stay, or None."""
    return next((p for p in STOPPED.of(state).passing if p.power == power), None)


def _check_halt(world: World, passing: Passing, action: Halt) -> Refusal | None:
    try:
        rest = minus(passing.units, action.ships)
    except ValueError:
        return world.refuse("interdiction.stopped", "Those ships are not in this group.")
    if size(_stoppable(world, action.ships)) < passing.stopped:
        return world.refuse("interdiction.stopped", f"{passing.stopped} of the ships must stop.")
    planes = where(rest, lambda p: world.type(p).kind == "air")
    for unit in {p.unit for p, _ in planes}:
        room = sum(n * free_places(world, p, unit) for p, n in rest if p.unit in world.carriers)
        if sum(n for p, n in planes if p.unit == unit) > room:
            return world.refuse(
                "carrier.deck-full", "Air units can continue only aboard a carrier that continues."
            )
    return None


def _hunters(world: World, state: AreaState, power: Power, zone: str) -> Stack:
    """The submarines in a zone that try to stop ships of ``power``."""
    return where(enemies_at(world, state, power, zone), lambda p: world.can(p, "submersible"))


def _watched(world: World, state: AreaState, power: Power, path: Route) -> int:
    """The index of the first zone on the path, except its ends, that submarines watch; 0 if there is none."""
    for i in range(1, len(path) - 1):
        if world.board.is_sea(path[i]) and _hunters(world, state, power, path[i]):
            return i
    return 0


def _stoppable(world: World, units: Stack) -> Stack:
    return where(units, lambda p: world.type(p).kind == "sea" and not world.can(p, "submersible"))


def _sail(run: Unfolding, power: Power, order: Move) -> None:
    """Move ships in the combat move; submarines on the way roll to stop them."""
    i = _watched(run.world, run.state, power, order.path)
    if not i:
        make_move(run, power, order, combat=True)
        return
    seen = len(run.events)
    make_move(run, power, Move(order.units, order.path[: i + 1]), combat=True)
    group = stack((e.after, e.count) for e in run.events[seen:] if isinstance(e, Moved))
    _pass(run, Passing(power, order.path[i:], group, 0, order.assault, order.attack))


def _pass(run: Unfolding, passing: Passing) -> None:
    """Let submarines roll against a group in their zone: it sails on, stops, or its owner must choose."""
    if not _stoppable(run.world, passing.units):
        _sail_on(run, passing, passing.units)
        return
    stopped, asked = _roll(run, passing)
    if not stopped:
        _sail_on(run, passing, passing.units)
    elif not asked:
        run.emit(Halted(zone=passing.path[0], units=passing.units))


def _roll(run: Unfolding, passing: Passing) -> tuple[int, bool]:
    """Roll for the submarines: how many ships they stop, and whether the owner must choose which."""
    world, zone = run.world, passing.path[0]
    watching = _hunters(world, run.state, passing.power, zone)
    values = tuple(world.type(p).defense for p, n in watching for _ in range(n))
    dice = run.dice.roll(len(values))
    ships = size(_stoppable(world, passing.units))
    stopped = min(ships, sum(die <= value for die, value in zip(dice, values, strict=True)))
    asked = 0 < stopped < size(where(passing.units, lambda p: world.type(p).kind == "sea"))
    question = replace(passing, stopped=stopped) if asked else None
    run.emit(Interdicted(passing.power, zone, values, dice, stopped, question))
    return stopped, asked


def _sail_on(run: Unfolding, passing: Passing, units: Stack) -> None:
    """Continue along the path, to its end or the next watched zone."""
    if not units:
        return
    i = _watched(run.world, run.state, passing.power, passing.path)
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


def _sail_voyage(run: Unfolding, power: Power, voyage: Voyage) -> None:
    """Make a transport's voyage in the combat move; if it is stopped on the way, no units land."""
    i = _watched(run.world, run.state, power, voyage.path)
    if i:
        ship = Piece(power, voyage.transport.unit)
        stopped, _ = _roll(run, Passing(power, voyage.path[i:], ((ship, 1),), 0))
        if stopped:
            reached = voyage.path[: i + 1]
            loads = tuple(load for load in voyage.loads if load.zone in reached)
            voyage = replace(voyage, path=reached, loads=loads, land="", ashore=None, attack=False)
    make_voyage(run, power, voyage, combat=True)


PART = Interdiction
