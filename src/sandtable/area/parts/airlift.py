"""Airlift: in the noncombat move an air unit carries one land unit to a friendly territory.

``units.yaml`` says which units an air unit can carry.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from sandtable.area.actions import Action, Pick
from sandtable.area.forces import Piece, Power, add, minus, stack
from sandtable.area.movement.air import AirCourse
from sandtable.area.movement.airfields import safe_territories
from sandtable.area.movement.course import Reached, judge, reach
from sandtable.area.movement.selection import select_pieces
from sandtable.area.part import NoSettings, Part, PartEvent
from sandtable.area.reader import Reader
from sandtable.area.state import AreaState
from sandtable.area.status import barred, own_at, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import put
from sandtable.area.wording import an, force, unit_name
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import RouteNames, SpaceName, UnitName
from sandtable.core.wording import capital


class Airlift(Action, frozen=True):
    """Fly a land unit along the path, drop it off in ``drop``, and continue."""

    phrase: ClassVar[str] = "airlift {passenger} using {unit} path {path} drop {drop}"
    example: ClassVar[str] = "airlift infantry by bomber from Germany to Balkans"
    lines: ClassVar[tuple[str, ...]] = (
        r"(?P<airlift>.+?)\s+(?:by|with|using)\s+(?P<using>.+?)\s+from\s+(?P<from>.+?)\s+to\s+(?P<drop>.+?)"
        r"(?:\s+and\s+on\s+to\s+(?P<to>.+))?",
    )

    unit: UnitName
    """The air unit that carries it."""
    passenger: UnitName
    """The land unit."""
    path: RouteNames
    """The spaces they fly through, starting where they are."""
    drop: SpaceName = ""
    """Where the land unit is dropped off. Default: the end of the path."""


class Airlifted(PartEvent, frozen=True):
    """A land unit was airlifted."""

    flyer: Piece
    passenger: Piece
    path: tuple[str, ...]
    drop: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        start, end = self.path[0], self.path[-1]
        state = put(state, {start: minus(state.at(start), stack([(self.flyer, 1), (self.passenger, 1)]))})
        carried = replace(self.passenger, moved=True, landed=True)
        state = put(state, {self.drop: add(state.at(self.drop), carried)})
        flyer = replace(self.flyer, used=self.flyer.used + len(self.path) - 1, landed=True)
        return put(state, {end: add(state.at(end), flyer)})

    def tell(self, world: World, state: AreaState) -> str:
        passenger = force(world, ((self.passenger, 1),))
        return f"{force(world, ((self.flyer, 1),))} carries {passenger} to {self.drop}"


class AirliftPart(Part[NoSettings]):
    """Air units carry land units."""

    name = "airlift"
    actions = (Airlift,)
    events = (Airlifted,)
    citations = ("ncm.airlift", "ncm.airlift-limits")

    def problems(self, world: World) -> Iterable[str]:
        if not any(unit.lifts for unit in world.units.values()):
            yield "no unit lifts another: units.yaml has no 'lifts'"

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("noncombat-move",)

    def misplaced(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal:
        if phase_of(state, seat) != "combat-move":
            return super().misplaced(world, state, seat, action)
        return world.refuse("ncm.airlift", "Airlifts happen only in the noncombat move.")

    def reads(self, reader: Reader, action: type[Action], words: Mapping[str, Any]) -> Sequence[Action]:
        unit, passenger = reader.unit(words["using"]), reader.unit(words["airlift"])
        drop = reader.space(words["drop"]) if words.get("drop") else ""
        path = reader.route(words, unit, (drop,) if drop else ())
        return [Airlift(unit, passenger, path, drop or path[-1])]

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Airlift)
        if state.turn.stranded:
            return world.refuse("ncm.stranded-first", "Stranded fighters land before anything else moves.")
        if not action.path or action.drop not in action.path[1:]:
            return world.refuse("ncm.airlift", "Say where on the way the unit is dropped.")
        for unit in (action.unit, action.passenger):
            group = select_pieces(world, state, power, action.path[0], Pick(unit))
            if isinstance(group, Refusal):
                return group
        if action.passenger not in world.units[action.unit].lifts:
            carrier, other = world.units[action.unit].name, world.units[action.passenger].name
            return world.refuse("ncm.airlift-limits", f"{capital(an(carrier))} can't carry {other}.")
        flyer = _idle(state, power, action.path[0], action.unit)
        if flyer is None or _idle(state, power, action.path[0], action.passenger) is None:
            return world.refuse(
                "ncm.airlift-limits", "Units that have moved or fought this turn can't carry or be carried."
            )
        shut = barred(world, state, power, action.drop)
        if shut:
            return shut
        if action.drop not in safe_territories(world, state, power):
            return world.refuse("ncm.airlift-limits", f"{action.drop} was not friendly when the turn began.")
        return judge(AirCourse(world, state, flyer, combat=False), action.path)

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        """Every way to carry a unit to the end of the path."""
        for space in state.stacks:
            for unit, kind in world.units.items():
                passengers = [one for one in kind.lifts if _idle(state, power, space, one) is not None]
                flyer = _idle(state, power, space, unit) if passengers else None
                if flyer is None:
                    continue
                ways = reach(AirCourse(world, state, flyer, combat=False), space)
                for passenger in passengers:
                    for there, way in ways.items():
                        if isinstance(way, Reached):
                            order = Airlift(unit, passenger, way.path, there)
                            if self.check(world, state, power, seat, order) is None:
                                yield order

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Airlift)
        start = action.path[0]
        flyer = _idle(run.state, power, start, action.unit)
        passenger = _idle(run.state, power, start, action.passenger)
        if flyer is None or passenger is None:
            raise ValueError("the airlift was not checked")
        run.emit(Airlifted(flyer=flyer, passenger=passenger, path=action.path, drop=action.drop))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Airlift)
        who = f"carry {unit_name(world, action.passenger)} by {unit_name(world, action.unit)} to {action.drop}"
        return who if action.drop == action.path[-1] else f"{who} and fly on to {action.path[-1]}"


def _idle(state: AreaState, power: Power, space: str, unit: str) -> Piece | None:
    """A unit of this type that has neither moved nor fought, or None."""
    mine = (p for p, _ in own_at(state, power, space) if p.unit == unit)
    return next((p for p in mine if not (p.moved or p.used or p.landed)), None)


PART = AirliftPart
