"""Walking a path: the same questions, asked step by step, judge a given path and discover the reachable ones."""

from abc import ABC, abstractmethod
from heapq import heappop, heappush

import msgspec

from sandtable.area.board import Passage
from sandtable.area.citations import Citation
from sandtable.area.forces import Piece, Power
from sandtable.area.state import AreaState, Route
from sandtable.area.status import friendly_land
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


class Course(ABC):
    """The rules for moving one piece in one of the two movement phases."""

    def __init__(self, world: World, state: AreaState, piece: Piece, combat: bool, attack: bool = False) -> None:
        self.world = world
        self.state = state
        self.piece = piece
        self.power = piece.power
        self.unit = world.type(piece)
        self.combat = combat
        self.attack = attack
        """The order declares an attack."""
        self.points = self.unit.move - piece.used

    @property
    def too_far(self) -> Refusal:
        """The refusal for a path that is longer than what is left of the move value."""
        return spent(self.world, self.unit, self.piece.used, not self.combat)

    @abstractmethod
    def enter(self, path: Route, there: str) -> Refusal | None:
        """May a unit that came along ``path`` go on into ``there``?"""

    def taken_at_once(self, space: str) -> bool:
        """Whether a territory changed hands as it was entered this turn: others may still go in with the first."""
        return self.world.game.conduct.undefended == "at-once" and (
            friendly_land(self.world, self.state.control, self.power, space)
            and not friendly_land(self.world, self.state.turn.control, self.power, space)
        )

    def danger(self, space: str) -> int:
        """How many enemies fire at the unit when it crosses a space; players go another way if they can."""
        return 0

    def shuns(self, space: str) -> Refusal | None:
        """Why nobody goes into a space unless that is asked for, though it may be allowed."""
        return None

    @abstractmethod
    def end(self, path: Route) -> Refusal | None:
        """May the move end with this path?"""


class Reached(msgspec.Struct, frozen=True):
    """A space that a unit can reach, and how."""

    path: Route

    @property
    def cost(self) -> int:
        return len(self.path) - 1


def judge(course: Course, path: Route) -> Refusal | None:
    """The first thing wrong with a path, or nothing."""
    for i in range(1, len(path)):
        refusal = course.enter(path[:i], path[i])
        if refusal:
            return refusal
    if len(path) - 1 > course.points:
        return course.too_far
    return course.end(path)


def reach(
    course: Course, start: str, neighbours: dict[str, tuple[str, ...]], via: Route = ()
) -> dict[str, Reached | Refusal]:
    """Every space within range: the shortest path to it, or why a move there is refused.

    ``via``: only paths that touch these spaces, in this order.
    """
    found: dict[str, Reached | Refusal] = {}
    # Shorter paths first; among those of one length the less dangerous, then those found earlier.
    queue: list[tuple[int, int, int, Route, int]] = [(1, 0, 0, (start,), 0)]
    danger: dict[str, int] = {}
    number = 0
    seen: set[tuple[str, str, int]] = set()
    while queue:
        _, risk, _, path, touched = heappop(queue)
        if len(path) - 1 >= course.points:
            continue
        if len(path) > 1:
            risk += course.danger(path[-1])
        for there in neighbours[path[-1]]:
            after = touched + (touched < len(via) and there == via[touched])
            # Where a unit came from matters (a blitz opens the way back): a space may be entered from each side.
            if (path[-1], there, after) in seen:
                continue
            refusal = (course.shuns(there) if there not in via else None) or course.enter(path, there)
            if refusal:
                if after == len(via):
                    found.setdefault(there, refusal)
                continue
            seen.add((path[-1], there, after))
            longer = (*path, there)
            known = found.get(there)
            safer = isinstance(known, Reached) and len(known.path) == len(longer) and risk < danger[there]
            if after == len(via) and (safer or not isinstance(known, Reached)):
                refusal = course.end(longer)
                found[there], danger[there] = refusal or Reached(longer), risk
            number += 1
            heappush(queue, (len(longer), risk, number, longer, after))
    return found


def check_passage(
    world: World, state: AreaState, power: Power, here: str, there: str, unit: UnitType | None = None
) -> Refusal | None:
    """Whether ships may go from one sea zone to the next where a canal or strait joins them."""
    passage = world.board.passage(here, there)
    if passage is None or world.passage_open(passage, power, state.turn.control):
        return None
    return passage_refusal(world, state, power, passage, unit)


def passage_refusal(
    world: World, state: AreaState, power: Power, passage: Passage, unit: UnitType | None = None
) -> Refusal:
    """Why a canal or strait is barred."""
    if passage.closed:
        return world.refuse("board.straits-closed", f"The {passage.name} are sealed for ships.")
    if world.passage_open(passage, power, state.control):
        since: Citation = (
            "canal.single-bank-since-start" if len(passage.banks) == 1 else "canal.control-since-start-of-turn"
        )
        return world.refuse(
            since,
            f"The {passage.name} was won this turn; it opens for your ships on your next turn.",
        )
    ours = [bank for bank in passage.banks if friendly_land(world, state.turn.control, power, bank)]
    if ours:
        return world.refuse(
            "canal.suez-split-closed", f"The {passage.name} is closed: its banks are held by both sides."
        )
    if unit is not None and unit.can("submersible"):
        return world.refuse(
            "canal.all-sea-units-and-retreats",
            f"The {passage.name} is in enemy hands: {unit.plural} do not slip through.",
        )
    key: Citation = "canal.panama-owner" if len(passage.banks) == 1 else "canal.suez-owner"
    return world.refuse(key, f"The {passage.name} is in enemy hands.")


def check_adjacent(world: World, here: str, there: str) -> Refusal | None:
    """Whether two spaces border on each other."""
    board = world.board
    if there not in board.spaces:
        return world.refuse("board.spaces", f"There is no space {there}.")
    if board.adjacent(here, there):
        return None
    islands = [s for s in (here, there) if not board.is_sea(s) and board.territories[s].island]
    if islands and set(board.coasts[here]) & set(board.coasts[there]):
        return world.refuse(
            "board.islands-not-adjacent", f"{here} and {there} share only water: it takes a transport."
        )
    if board.across_edge(here, there):
        return world.refuse("board.no-vertical-wrap", f"No way leads from {here} to {there} over the map's edge.")
    return world.refuse("board.adjacency", f"{here} and {there} do not border on each other.")


def spent(world: World, unit: UnitType, used: int, noncombat: bool) -> Refusal:
    """The refusal for a path that is longer than what is left of the move value."""
    why = f"The move value of {unit.plural} is {unit.move}"
    why += f"; {unit.move - used} left." if used else "."
    if unit.kind == "air":
        return world.refuse("air.noncombat-range" if noncombat else "air.total-range", why)
    if unit.can("never-attacks"):
        return world.refuse("aa.move", why)
    if noncombat:
        return world.refuse("ncm.ship-distance" if unit.kind == "sea" else "ncm.distance", why)
    if unit.kind == "sea":
        return world.refuse("units.sea-move-two", why)
    return world.refuse("cmove.distance", why)
