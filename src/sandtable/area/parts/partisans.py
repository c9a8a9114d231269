"""Partisans: a power's fighters behind the lines, who cost the occupier income and stop its units."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec

from sandtable.area.actions import Action, Mobilize
from sandtable.area.forces import Piece, Power, Stack, where
from sandtable.area.part import Part, PartEvent, TurnMemory
from sandtable.area.state import AreaState, Route, Slice
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import swap
from sandtable.area.wording import force
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The partisans' power and unit type."""

    power: Power
    """The power whose territories they fight in."""
    unit: str
    """Their unit type."""


class Risen(Slice, frozen=True, tag="partisans"):
    """State kept for one turn."""

    count: int = 0
    """Free partisans placed so far."""


RISEN = TurnMemory("partisans", Risen())


class RaisePartisans(Action, frozen=True):
    """Place a free partisan, while an event allows it."""

    phrase: ClassVar[str] = "unrest {space}"
    example: ClassVar[str] = "unrest Normandy/Bordeaux"

    space: SpaceName
    """The occupied territory."""


class PartisansRisen(PartEvent, frozen=True):
    """A partisan has appeared."""

    power: Power
    unit: str
    space: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = swap(state, self.space, (), ((Piece(self.power, self.unit), 1),))
        return RISEN.put(state, Risen(RISEN.of(state).count + 1))

    def tell(self, world: World, state: AreaState) -> str:
        return f"Partisans rise in {self.space}"


class PartisansGone(PartEvent, frozen=True):
    """Partisans are removed because the occupation is over."""

    space: str
    units: Stack

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return swap(state, self.space, self.units, ())

    def tell(self, world: World, state: AreaState) -> str:
        return f"{force(world, self.units)} in {self.space} return"


class Partisans(Part[Settings]):
    """Fighters behind the lines."""

    name = "partisans"
    Settings = Settings
    turn_memory = RISEN
    actions = (RaisePartisans,)
    events = (PartisansGone, PartisansRisen)
    citations = ("partisans.buyer", "partisans.where", "partisans.limit", "partisans.stop")

    def problems(self, world: World) -> Iterable[str | Misfit]:
        if self.settings.unit not in world.units:
            yield Misfit(self.file, f"unknown unit {self.settings.unit!r}", self.settings.unit, world.units)

    def at(self, state: AreaState, space: str) -> int:
        """How many partisans there are in a territory."""
        return sum(count for piece, count in state.at(space) if piece.unit == self.settings.unit)

    def occupied(self, world: World, state: AreaState, space: str, power: Power = "") -> bool:
        """Whether the other side holds an original territory of a power; by default, the one with partisans."""
        whose, holder = power or self.settings.power, state.control.get(space, "")
        first = world.board.territories[space].owner == whose
        return first and holder in world.powers and world.side(holder) != world.side(whose)

    # free partisans

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("noncombat-move",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, RaisePartisans)
        free = world.parts.adjusted(world, state, power, "free-partisans", 0) - RISEN.of(state).count
        if free < 1:
            return world.refuse("partisans.buyer", "No partisans rise for you now.")
        space = action.space
        if space not in world.board.territories or not self.occupied(world, state, space, power):
            return world.refuse("partisans.where", f"{space} isn't an occupied territory of yours.")
        if self.at(state, space) >= world.board.territories[space].value:
            return world.refuse("partisans.limit", f"There's no room for more partisans in {space}.")
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if not world.parts.adjusted(world, state, power, "free-partisans", 0):
            return
        orders = (RaisePartisans(space) for space in state.control)
        yield from (one for one in orders if self.check(world, state, power, seat, one) is None)

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, RaisePartisans)
        run.emit(PartisansRisen(power=power, unit=self.settings.unit, space=action.space))

    # bought partisans

    def sells(self, world: World, state: AreaState, power: Power, unit: str) -> Refusal | None:
        if unit != self.settings.unit or power == self.settings.power:
            return None
        return world.refuse("partisans.buyer", f"{world.the(power)} can't raise partisans.")

    def levies(self, power: Power, unit: str) -> bool:
        return unit == self.settings.unit

    def levy_room(self, world: World, state: AreaState, power: Power, territory: str) -> int:
        if not self.occupied(world, state, territory):
            return 0
        return world.board.territories[territory].value - self.at(state, territory)

    def check_levy(self, world: World, state: AreaState, power: Power, action: Mobilize) -> Refusal | None:
        if action.space not in world.board.territories or not self.occupied(world, state, action.space):
            return world.refuse("partisans.where", f"{action.space} isn't occupied by an enemy.")
        if self.levy_room(world, state, power, action.space) < action.count:
            most = world.board.territories[action.space].value
            return world.refuse("partisans.limit", f"{action.space} has room for only {most} partisans.")
        return None

    def extra_value(self, world: World, state: AreaState) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for space, pieces in state.stacks.items():
            for piece, count in pieces:
                if piece.unit == self.settings.unit and self.occupied(world, state, space, piece.power):
                    found[space] = found.get(space, 0) - count
        return found

    def stops_at(self, world: World, state: AreaState, piece: Piece, path: Route) -> Refusal | None:
        foes = world.enemies[piece.power]
        if not any(p.unit == self.settings.unit and p.power in foes for p, _ in state.at(path[-1])):
            return None
        return world.refuse("partisans.stop", f"Partisans in {path[-1]} end the move there.")

    def changes_hands(self, run: Unfolding, power: Power, space: str) -> None:
        here = where(
            run.state.at(space),
            lambda p: p.unit == self.settings.unit and not self.occupied(run.world, run.state, space, p.power),
        )
        if here:
            run.emit(PartisansGone(space=space, units=here))


PART = Partisans
