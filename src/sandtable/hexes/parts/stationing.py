"""Stationing: before the first turn a side chooses where some of its armies start, within their country."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.hexes.actions import Action
from sandtable.hexes.evolve import with_points, without_points
from sandtable.hexes.part import Part, PartAction, PartEvent
from sandtable.hexes.state import HexState, Name, Phase, Place, Side
from sandtable.hexes.status import strength_of
from sandtable.hexes.story import army_name
from sandtable.hexes.strength import NONE, Points
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Armies stationed in production hexes of some areas."""

    side: Side
    armies: tuple[Name, ...]
    areas: tuple[str, ...]
    rule: str
    anywhere: bool = False
    """In any of their hexes that the side holds, not only where there is production."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which armies are stationed."""

    groups: tuple[Group, ...]


class Station(PartAction, frozen=True):
    """Move an army, or some of its points, to another hex before the first turn."""

    phrase: ClassVar[str] = "station {army} in {at}"
    example: ClassVar[str] = "station Siberia in 1052"

    army: str
    at: SpaceName
    points: Points = NONE
    """Empty: all its points."""
    into: str = ""
    """The army that receives them. Empty: the army itself."""


class Stationed(PartEvent, frozen=True):
    """Points were moved to a hex."""

    army: Name
    at: Place
    points: Points
    into: Name

    def evolve(self, state: HexState) -> HexState:
        army = state.armies[self.army]
        if self.into == self.army:
            return replace(state, armies={**state.armies, self.army: replace(army, at=self.at)})
        left = without_points(state, self.army, self.points)
        return with_points(left, self.into, army.side, self.at, self.points, army.nation)

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.points} of {army_name(self.army)} stationed in {world.title(self.at)}"


class Stationing(Part[Settings]):
    """Armies whose starting place is chosen."""

    name = "stationing"
    Settings = Settings
    actions = (Station,)
    events = (Stationed,)

    def rules(self) -> Iterable[str]:
        return (group.rule for group in self.settings.groups)

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("setup",)

    def sets_up(self, world: World, side: Side) -> bool:
        return any(group.side == side for group in self.settings.groups)

    def _sites(self, world: World, group: Group) -> list[Place]:
        places = sorted(world.places_in(group.areas))
        if not group.anywhere:
            return [place for place in places if world.board.production_of(place)]
        held = world.scenario.control
        return [place for place in places if held.get(place, group.side) == group.side]

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        assert isinstance(action, Station)
        army = state.armies.get(action.army)
        groups = [group for group in self.settings.groups if group.side == side and action.army in group.armies]
        if army is None or not groups:
            rule = next((group.rule for group in self.settings.groups if group.side == side), "setup.procedure")
            return world.refuse_by(rule, f"You can't choose where {action.army} stands.")
        group = groups[0]
        if action.at not in self._sites(world, group):
            what = "hex" if group.anywhere else "production hex"
            why = f"{world.title(action.at)} isn't a {what} of {' or '.join(group.areas)}."
            return world.refuse_by(group.rule, why)
        points = action.points if action.points.total else army.points
        into = action.into or action.army
        other = state.armies.get(into)
        if not points.sound or points not in army.points or into not in group.armies:
            return world.refuse_by(group.rule, f"{into} can't take {points} from {action.army}.")
        if into == action.army and points != army.points:
            return world.refuse_by(group.rule, "Only some of its points move, so name another army to take them.")
        if other is not None and into != action.army and other.at != action.at:
            return world.refuse_by(group.rule, f"{into} is in {world.title(other.at)}.")
        limit = world.room(action.at)
        here = army.points.ground if army.at == action.at else 0
        if limit is not None and strength_of(state, action.at) - here + points.ground > limit:
            return world.refuse_by(group.rule, f"{world.title(action.at)} would hold more than {limit} points.")
        return None

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        for group in self.settings.groups if state.phase == "setup" else ():
            for name in group.armies if group.side == side else ():
                army = state.armies.get(name)
                if army is not None:
                    yield from (Station(name, at) for at in self._sites(world, group) if at != army.at)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        assert isinstance(action, Station)
        points = action.points if action.points.total else run.state.armies[action.army].points
        run.emit(Stationed(army=action.army, at=action.at, points=points, into=action.into or action.army))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Station)
        return f"station {army_name(action.army)} in {world.title(action.at)}"


PART = Stationing
