"""Intelligence in the field: one task force or battle group moves much farther than its units normally could."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action, Move, Pick
from sandtable.area.events import Changed
from sandtable.area.forces import Piece, Power, Stack
from sandtable.area.movement.course import Reached
from sandtable.area.movement.orders import pick_of, reach_of
from sandtable.area.movement.selection import select_pieces
from sandtable.area.part import PartEvent
from sandtable.area.parts.project_research.memory import RESEARCH
from sandtable.area.parts.project_research.settings import Rush as RushLimits
from sandtable.area.parts.project_research.settings import Settings
from sandtable.area.parts.project_research.spying import check_spy, stopped
from sandtable.area.phases.moves import check_order, do_order
from sandtable.area.reader import Reader
from sandtable.area.state import AreaState
from sandtable.area.status import friendly_land, hostile, own_at, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import swap
from sandtable.area.wording import the
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import RouteNames

SOME = 3
"""How many starting spaces to offer rushes from."""


class Rush(Action, frozen=True):
    """Move one force through friendly spaces, farther than its units normally could."""

    phrase: ClassVar[str] = "rush {units} path {path}"
    example: ClassVar[str] = "rush 3 infantry from Germany to Poland"
    lines: ClassVar[tuple[str, ...]] = (r"(?P<rush>.+?)\s+from\s+(?P<from>.+?)\s+to\s+(?P<to>.+)",)

    units: tuple[Pick, ...]
    """The units."""
    path: RouteNames
    """The spaces they move through, starting where they are."""


class Rushed(PartEvent, frozen=True):
    """A force is about to make a rush."""

    power: Power
    space: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return RESEARCH.put(state, replace(RESEARCH.of(state), spied=True))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} moves a force from {self.space} by surprise"


def reads(reader: Reader, words: Mapping[str, Any]) -> Sequence[Action]:
    """``rush: 2 infantry, path: ...``."""
    units = reader.picks(str(words["rush"]))
    return [Rush(units, reader.route(words, units[0].unit if units else ""))]


def check(world: World, state: AreaState, settings: Settings, power: Power, action: Rush) -> Refusal | None:
    """The rule against this rush now, or None."""
    refusal = check_spy(world, state, settings, power)
    limits = settings.rush
    if refusal or limits is None:
        return refusal or world.refuse("projects.rush", "Forces can't be moved by surprise.")
    combat = phase_of(state, power) == "combat-move"
    if len(action.path) < 2 or action.path[0] not in world.board.spaces:
        return world.refuse("projects.rush", "Say where the force goes.")
    far = len(action.path) - 1
    if far > limits.move:
        why = f"{action.path[-1]} is {far} spaces away; the limit is {limits.move}."
        return world.refuse("projects.rush", why)
    force = _force(world, state, power, action)
    if isinstance(force, Refusal):
        return force
    most = limits.sea if world.board.is_sea(action.path[0]) else limits.land
    if sum(count * (1 + len(piece.cargo)) for piece, count in force) > most:
        return world.refuse("projects.rush", f"A force from there has at most {most} units.")
    if any(piece.used or piece.moved for piece, _ in force):
        return world.refuse("projects.rush", "Units that have moved this turn can't be moved by surprise.")
    for space in action.path[1 : len(action.path) - 1 if combat else len(action.path)]:
        if not _friendly(world, state, power, space):
            return world.refuse("projects.rush", f"{space} isn't friendly.")
    return check_order(world, _hurried(world, state, limits, action.path[0], force), power, _move(action), combat)


def _move(action: Rush) -> Move:
    return Move(action.units, action.path)


def _force(world: World, state: AreaState, power: Power, action: Rush) -> Stack | Refusal:
    found: list[tuple[Piece, int]] = []
    for pick in action.units:
        group = select_pieces(world, state, power, action.path[0], pick)
        if isinstance(group, Refusal):
            return group
        found += group
    return tuple(found)


def _friendly(world: World, state: AreaState, power: Power, space: str) -> bool:
    if world.board.is_sea(space):
        return not hostile(world, state, power, space)
    return friendly_land(world, state.control, power, space)


def _farther(world: World, limits: RushLimits, piece: Piece) -> Piece:
    return replace(piece, extra=max(piece.extra, limits.move - world.type(piece).move))


def _hurried(world: World, state: AreaState, limits: RushLimits, space: str, force: Stack) -> AreaState:
    """The state with enough movement points for the force."""
    for piece, count in force:
        state = swap(state, space, ((piece, count),), ((_farther(world, limits, piece), count),))
    return state


def offers(world: World, state: AreaState, settings: Settings, power: Power) -> Iterator[Rush]:
    """Some moves that single units couldn't make otherwise."""
    if settings.rush is None or check_spy(world, state, settings, power):
        return
    combat, places = phase_of(state, power) == "combat-move", 0
    for space in sorted(state.stacks):
        for piece, _ in own_at(state, power, space):
            if piece.used or piece.moved or piece.cargo or not 0 < world.type(piece).move < settings.rush.move:
                continue
            fast = _farther(world, settings.rush, piece)
            ahead = swap(state, space, ((piece, 1),), ((fast, 1),))
            found = reach_of(world, ahead, power, space, fast, combat)
            ways = (way for way in found.values() if isinstance(way, Reached) and len(way.path) > 2)
            orders = [Rush((msgspec.structs.replace(pick_of(piece), used=None),), way.path) for way in ways]
            fitting = [one for one in orders if check(world, state, settings, power, one) is None]
            yield from fitting
            places += bool(fitting)
            break
        if places >= SOME:
            return


def rush(run: Unfolding, settings: Settings, power: Power, action: Rush) -> None:
    """Move the force, unless counter-intelligence stops it."""
    limits, start = settings.rush, action.path[0]
    assert limits is not None
    foes = tuple(one for one in run.world.order if one in run.world.enemies[power])
    if stopped(run, settings, power, foes):
        return
    run.emit(Rushed(power=power, space=start))
    force = _force(run.world, run.state, power, action)
    assert not isinstance(force, Refusal)
    for piece, count in force:
        after = _farther(run.world, limits, piece)
        if after != piece:
            run.emit(Changed(space=start, piece=piece, count=count, after=after))
    do_order(run, power, _move(action), phase_of(run.state, power) == "combat-move")
