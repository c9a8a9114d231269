"""Paratroops: land units fly from a base into a battle fought by other land units of their power.

During the turn's combats they have a different unit type, which antiaircraft guns fire at like air units.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.events import Changed
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.air import AirCourse
from sandtable.area.movement.course import Reached, judge, reach
from sandtable.area.part import Part, PartEvent, TurnMemory
from sandtable.area.reader import Reader
from sandtable.area.state import AreaState, Route, Slice
from sandtable.area.status import hostile_land, own_at
from sandtable.area.techs import techs_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import swap
from sandtable.area.wording import the, unit_name
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import RouteNames


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The units that jump, and their base and range."""

    development: str
    """The development a power needs."""
    unit: str
    """The unit type that jumps."""
    become: str
    """The unit type they fight as."""
    base: str
    """The facility needed where they start."""
    range: int
    """How many spaces they can fly."""
    most: int
    """How many can jump from one territory."""


class Jumped(Slice, frozen=True, tag="paratroops"):
    """State kept for one turn."""

    units: Mapping[str, int] = {}
    """How many have jumped from each territory."""


JUMPED = TurnMemory("paratroops", Jumped())


class Drop(Action, frozen=True):
    """Drop units into a battle."""

    phrase: ClassVar[str] = "drop {count} path {path}"
    example: ClassVar[str] = "drop 2 from Southern Italy to Albania"
    lines: ClassVar[tuple[str, ...]] = (r"(?P<drop>\d+)(?:\s+\w+)?\s+from\s+(?P<from>.+?)\s+to\s+(?P<to>.+)",)

    count: int
    """How many."""
    path: RouteNames
    """The spaces they fly through, starting where they are."""


class ParatroopsDropped(PartEvent, frozen=True):
    """Paratroops have jumped."""

    piece: Piece
    after: Piece
    count: int
    path: Route

    def evolve(self, world: World, state: AreaState) -> AreaState:
        start, end = self.path[0], self.path[-1]
        state = swap(state, start, ((self.piece, self.count),), ())
        state = swap(state, end, (), ((self.after, self.count),))
        known = JUMPED.of(state).units
        return JUMPED.put(state, Jumped({**known, start: known.get(start, 0) + self.count}))

    def tell(self, world: World, state: AreaState) -> str:
        what = f"{self.count} {unit_name(world, self.piece.unit, self.count)}"
        return f"{the(world.name(self.piece.power))} drops {what} into {self.path[-1]}"


class Paratroops(Part[Settings]):
    """Units that jump into a battle."""

    name = "paratroops"
    Settings = Settings
    turn_memory = JUMPED
    actions = (Drop,)
    events = (ParatroopsDropped,)
    citations = ("paratroops.drop", "paratroops.path")

    def problems(self, world: World) -> Iterable[str | Misfit]:
        for unit in (self.settings.unit, self.settings.become, self.settings.base):
            if unit not in world.units:
                yield Misfit(self.file, f"unknown unit {unit!r}", unit, world.units)
        if self.settings.development not in world.tech_table:
            yield f"unknown development {self.settings.development!r}"

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat-move",)

    def reads(self, reader: Reader, action: type[Action], words: Mapping[str, Any]) -> Sequence[Action]:
        return [Drop(int(str(words["drop"])[:4]), reader.route(words, self.settings.unit))]

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Drop)
        refusal = self._check_start(world, state, power, action)
        if refusal:
            return refusal
        path, there = action.path, action.path[-1]
        far = len(path) - 1
        if not 1 <= far <= self.settings.range:
            return world.refuse(
                "paratroops.drop", f"{there} is {far} spaces away; the range is {self.settings.range}."
            )
        if not self._attacked(world, state, power, there):
            why = f"Your land units must attack {there} from next to it or from the sea first."
            return world.refuse("paratroops.drop", why)
        found = judge(self._course(world, state, power), path)
        return world.refuse("paratroops.path", found.why) if found else None

    def _check_start(self, world: World, state: AreaState, power: Power, action: Drop) -> Refusal | None:
        if self.settings.development not in techs_of(state.techs, power):
            return world.refuse("paratroops.drop", f"{world.the(power)} has no paratroops.")
        if not action.path or any(space not in world.board.spaces for space in action.path):
            return world.refuse("board.spaces", "Say where they fly.")
        start = action.path[0]
        if not self._based(world, state, power, start):
            return world.refuse("paratroops.drop", f"{start} has no base that serves you.")
        ready, gone = self._ready(state, power, start), JUMPED.of(state).units.get(start, 0)
        if action.count < 1 or action.count + gone > self.settings.most:
            return world.refuse(
                "paratroops.drop", f"At most {self.settings.most} can be dropped from {start} per turn."
            )
        if ready is None or ready[1] < action.count:
            what = unit_name(world, self.settings.unit, 2)
            return world.refuse(
                "paratroops.drop", f"{start} doesn't have {action.count} {what} that can still move."
            )
        return None

    def _based(self, world: World, state: AreaState, power: Power, space: str) -> bool:
        return any(self.settings.base in part.serving(world, state, power, space) for part in world.parts.serving)

    def _ready(self, state: AreaState, power: Power, space: str) -> tuple[Piece, int] | None:
        rested = Piece(power, self.settings.unit)
        return next(((p, n) for p, n in own_at(state, power, space) if p == rested), None)

    def _attacked(self, world: World, state: AreaState, power: Power, there: str) -> bool:
        if not hostile_land(world, state.control, power, there):
            return False
        if any(land == there for _, land in state.turn.assaults):
            return True
        mine = own_at(state, power, there)
        return any(world.type(p).kind == "land" and p.unit != self.settings.become for p, _ in mine)

    def _course(self, world: World, state: AreaState, power: Power) -> AirCourse:
        course = AirCourse(world, state, Piece(power, self.settings.unit), combat=True)
        course.points = self.settings.range
        return course

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if self.settings.development not in techs_of(state.techs, power):
            return
        fields = [land for land in state.control if self._attacked(world, state, power, land)]
        for start in sorted(state.control) if fields else ():
            ready = self._ready(state, power, start)
            if ready is None or not self._based(world, state, power, start):
                continue
            ways = reach(self._course(world, state, power), start)
            for there in fields:
                way = ways.get(there)
                for count in range(min(ready[1], self.settings.most), 0, -1) if isinstance(way, Reached) else ():
                    assert isinstance(way, Reached)
                    order = Drop(count, way.path)
                    if self.check(world, state, power, seat, order) is None:
                        yield order

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Drop)
        ready = self._ready(run.state, power, action.path[0])
        assert ready is not None
        after = Piece(power, self.settings.become, moved=True)
        run.emit(ParatroopsDropped(piece=ready[0], after=after, count=action.count, path=action.path))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Drop)
        what = unit_name(world, self.settings.unit, action.count)
        return f"drop {action.count} {what} from {action.path[0]} into {action.path[-1]}"

    def combats_over(self, run: Unfolding, power: Power) -> None:
        """Change paratroops back to their usual unit type."""
        for space, pieces in tuple(run.state.stacks.items()):
            for piece, count in pieces:
                if piece.unit == self.settings.become:
                    after = replace(piece, unit=self.settings.unit)
                    run.emit(Changed(space=space, piece=piece, count=count, after=after))


PART = Paratroops
