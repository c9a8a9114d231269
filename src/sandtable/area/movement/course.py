"""Walking a path: the same step-by-step checks judge a given path and find the reachable ones."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from heapq import heappop, heappush

import msgspec

from sandtable.area.board import Passage
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.outlook import outlook
from sandtable.area.state import AreaState, Route
from sandtable.area.status import friendly_land
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital, listed


class Course(ABC):
    """The rules for moving one piece in one of the two movement phases."""

    sided = True
    """Whether it matters from which side a space was entered: a blitz opens the way back."""

    clear: Mapping[str, bool] | None = None
    """Whether each space can be entered from other such spaces, whatever the way there."""

    def __init__(self, world: World, state: AreaState, piece: Piece, combat: bool, attack: bool = False) -> None:
        self.world = world
        self.state = state
        self.piece = piece
        self.power = piece.power
        self.unit = world.type(piece)
        self.combat = combat
        self.attack = attack
        """The order declares an attack."""
        self.points = world.points_left(piece)
        self.under_way = self.unit.kind != "air" and piece.used > 0
        """Has already moved this turn: its current space was entered, not started in."""
        self.outlook = outlook(world, state, piece.power)
        self.goal = ""
        """Where a given path leads; empty while all paths are explored."""
        self._held: tuple[Route, Refusal | None] = (), None

    @property
    def too_far(self) -> Refusal:
        """The refusal for a path longer than the movement left."""
        return spent(self.world, self.unit, self.piece.used - self.piece.extra, not self.combat)

    @abstractmethod
    def enter(self, path: Route, there: str) -> Refusal | None:
        """May a unit that came along ``path`` go on into the adjacent space ``there``?"""

    @property
    def manner(self) -> Hashable:
        """How the unit travels: units that start in the same space in the same manner can take the same paths."""
        return self.piece.unit, self.piece.extra, self.piece.used, self.combat, self.points

    def held_here(self, path: Route) -> Refusal | None:
        """Whether a part's rule ends the move where the unit is now, in this order or since an earlier one."""
        known, held = self._held
        if known is not path:  # asked for every neighbour of the space
            parts = self.world.parts.stops_at if len(path) > 1 or self.under_way else ()
            refusals = (part.stops_at(self.world, self.state, self.piece, path) for part in parts)
            held = next((refusal for refusal in refusals if refusal), None)
            self._held = path, held
        return held

    def taken_at_once(self, space: str) -> bool:
        """Whether a territory changed hands when it was entered this turn: more units may still enter."""
        return self.world.game.conduct.undefended == "at-once" and (
            friendly_land(self.world, self.state.control, self.power, space)
            and not friendly_land(self.world, self.state.turn.control, self.power, space)
        )

    def danger(self, space: str) -> int:
        """How many enemies fire at the unit when it crosses a space; paths avoid them if they can."""
        return 0

    def avoids(self, space: str) -> Refusal | None:
        """Why no path goes into a space unless the order asks for it, though it may be allowed."""
        return None

    @abstractmethod
    def end(self, path: Route) -> Refusal | None:
        """May the move end with this path?"""

    @property
    def purpose(self) -> str:
        """The purpose of the move, if it has one besides being there."""
        return "attack" if self.attack else ""

    def finish(self, path: Route) -> Refusal | None:
        """May the move end with this path, by the family's rules and the parts'?"""
        return (self.ruled_out(path) if self.world.parts.ends_at else None) or self.end(path)

    def ruled_out(self, path: Route) -> Refusal | None:
        """A part's rule against ending a move."""
        piece, combat, purpose, known = self.piece, self.combat, self.purpose, self.outlook.ruled
        key = (piece.unit, path[-1], len(path) > 1, combat, purpose)
        if key not in known:
            parts = self.world.parts.ends_at
            rules = (part.ends_at(self.world, self.state, piece, path, combat, purpose) for part in parts)
            known[key] = next((refusal for refusal in rules if refusal), None)
        return known[key]


class Reached(msgspec.Struct, frozen=True):
    """A space that a unit can reach, and the path there."""

    path: Route

    @property
    def cost(self) -> int:
        return len(self.path) - 1


def judge(course: Course, path: Route) -> Refusal | None:
    """The first thing wrong with a path, or None."""
    course.goal = path[-1]
    for i in range(1, len(path)):
        refusal = check_adjacent(course.world, path[i - 1], path[i]) or course.enter(path[:i], path[i])
        if refusal:
            return refusal
    if len(path) - 1 > course.points:
        return course.too_far
    return course.finish(path)


def reach(course: Course, start: str, via: Route = ()) -> dict[str, Reached | Refusal]:
    """Every space within range: the shortest path to it, or why a move there is refused.

    ``via``: only paths that touch these spaces, in this order.
    """
    found: dict[str, Reached | Refusal] = {}
    dangers: dict[str, int] = {}
    for there, way, danger in _arrivals(course, start, via):
        known = found.get(there)
        if isinstance(way, Refusal):
            if known is None:
                found[there] = way
        elif not isinstance(known, Reached) or (len(known.path) == len(way.path) and danger < dangers[there]):
            found[there], dangers[there] = course.finish(way.path) or way, danger
    return found


Arrival = tuple[str, Reached | Refusal, int]
"""A space, a path to it or why that is closed, and the danger of the path."""


def _arrivals(course: Course, start: str, via: Route) -> list[Arrival]:
    """Where the paths from a space lead; units that travel alike share the search."""
    if via:
        return _search(course, start, via)
    known, key = course.outlook.arrivals, (start, course.manner)
    if key not in known:
        known[key] = _search(course, start, via)
    return known[key]


def _search(course: Course, start: str, via: Route) -> list[Arrival]:
    found: list[Arrival] = []
    # Shorter paths first; among those of equal length the less dangerous, then those found earlier.
    queue: list[tuple[int, int, int, Route, int]] = [(1, 0, 0, (start,), 0)] if course.points > 0 else []
    number, stops = 0, len(via)
    seen: dict[tuple[str, str, int], tuple[int, int]] = {}
    points, sided, clear, roads = course.points, course.sided, course.clear, course.world.board.roads
    while queue:
        length, risk, _, path, touched = heappop(queue)
        here, length = path[-1], length + 1
        if length > 2:
            risk += course.danger(here)
        side = here if sided else ""
        freely = clear is not None and (length == 2 or clear[here])
        for there in roads[here]:
            after = touched + (touched < stops and there == via[touched])
            key = (side, there, after)
            best = seen.get(key)
            if best is not None and (sided or best <= (length, risk)):
                continue
            if clear is not None and freely and clear[there]:
                refusal = None
            else:
                refusal = (course.avoids(there) if there not in via else None) or course.enter(path, there)
            if refusal is not None:
                if after == stops:
                    found.append((there, refusal, risk))
                continue
            seen[key] = length, risk
            longer = (*path, there)
            if after == stops:
                found.append((there, Reached(longer), risk))
            if length <= points:
                number += 1
                heappush(queue, (length, risk, number, longer, after))
    return found


def check_passage(
    world: World, state: AreaState, power: Power, here: str, there: str, unit: UnitType | None = None
) -> Refusal | None:
    """Whether ships may pass between two sea zones that a canal or strait joins."""
    passage = world.board.passage(here, there)
    if passage is None:
        return None
    for part in world.parts.opens:
        ruled = part.opens(world, state, power, passage, unit)
        if ruled is not None:
            return None if ruled is True else ruled or passage_refusal(world, state, power, passage, unit)
    if world.passage_open(passage, power, state.turn.control):
        return None
    return passage_refusal(world, state, power, passage, unit)


def passage_refusal(
    world: World, state: AreaState, power: Power, passage: Passage, unit: UnitType | None = None
) -> Refusal:
    """Why a canal or strait is closed."""
    if passage.closed:
        return world.refuse("board.straits-closed", f"The {passage.name} are closed to ships.")
    if world.passage_open(passage, power, state.control):
        why = f"You took the {passage.name} this turn. It opens for your ships next turn."
        return world.refuse_own_or(passage.won, "canal.control-since-start-of-turn", why)
    held = state.turn.control
    if passage.joined and any(held.get(bank) in world.game.sides for bank in passage.banks):
        why = f"No power controls {listed(passage.banks)} yet, so you can't pass the {passage.name}."
        return world.refuse_by(passage.joined, why)
    if any(friendly_land(world, held, power, bank) for bank in passage.banks):
        return world.refuse("canal.suez-split-closed", f"The {passage.name} is closed: each side holds one bank.")
    if unit is not None and unit.can("submersible"):
        return world.refuse(
            "canal.all-sea-units-and-retreats",
            f"The {passage.name} is in enemy hands: {unit.plural} can't slip through.",
        )
    whose = "in enemy hands" if all(bank in held for bank in passage.banks) else "in neutral hands"
    return world.refuse_own_or(passage.held, "canal.suez-owner", f"The {passage.name} is {whose}.")


def check_adjacent(world: World, here: str, there: str) -> Refusal | None:
    """Whether two spaces are adjacent."""
    board = world.board
    if there not in board.spaces:
        return world.refuse("board.spaces", f"There's no space called {there}.")
    if board.adjacent(here, there):
        return None
    islands = [s for s in (here, there) if not board.is_sea(s) and board.territories[s].island]
    if islands and set(board.coasts[here]) & set(board.coasts[there]):
        return world.refuse(
            "board.islands-not-adjacent", f"{here} and {there} are separated by water: you need a transport."
        )
    if board.across_edge(here, there):
        return world.refuse(
            "board.no-vertical-wrap", f"You can't move from {here} to {there} across the edge of the map."
        )
    why = f"{here} and {there} aren't adjacent."
    if any(board.is_sea(s) and not any(map(board.is_sea, board.neighbours(s))) for s in (here, there)):
        return world.refuse("board.landlocked", why)
    shores = set() if board.is_sea(here) or board.is_sea(there) else {*board.coasts[here]} & {*board.coasts[there]}
    if any(shores.issuperset(passage.between) for passage in board.passages):
        why = f"{here} and {there} are separated by a strait: you need a transport."
        return world.refuse("board.strait-on-foot", why)
    return world.refuse("board.adjacency", why)


def spent(world: World, unit: UnitType, used: int, noncombat: bool) -> Refusal:
    """The refusal for a path longer than the movement left."""
    why = f"{capital(unit.plural)} have a move of {unit.move}"
    why += f", with {unit.move - used} left." if used else "."
    if unit.kind == "air":
        return world.refuse("air.noncombat-range" if noncombat else "air.total-range", why)
    if unit.can("never-attacks"):
        return world.refuse("aa.too-far", why)
    if noncombat:
        return world.refuse("ncm.ship-distance" if unit.kind == "sea" else "ncm.distance", why)
    if unit.kind == "sea":
        return world.refuse("units.sea-move-two", why)
    return world.refuse("cmove.distance", why)
