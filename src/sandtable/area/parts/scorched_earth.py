"""Scorched earth: with its purchase a power may choose to destroy its own factories; they go when it mobilizes."""

from collections.abc import Iterator
from typing import ClassVar

from sandtable.area.actions import Action
from sandtable.area.factories import has_factory
from sandtable.area.forces import Power, Stack, minus, where
from sandtable.area.part import GameMemory, NoSettings, Part, PartEvent, TurnMemory
from sandtable.area.position import Position
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import put
from sandtable.area.wording import listed, the
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName


class Razed(Slice, frozen=True, tag="scorched-earth"):
    """State kept for the whole game."""

    territories: tuple[str, ...] = ()
    """Territories whose original factory was destroyed."""


class Doomed(Slice, frozen=True, tag="scorched-earth"):
    """State kept for one turn."""

    territories: tuple[str, ...] = ()
    """Territories whose factory its owner destroys this turn."""


RAZED = GameMemory("scorched-earth", Razed())
DOOMED = TurnMemory("scorched-earth", Doomed())


class Scorch(Action, frozen=True):
    """Choose which of your factories to destroy this turn; a new choice replaces the previous one."""

    phrase: ClassVar[str] = "scorch {territories}"
    example: ClassVar[str] = "scorch Karelia, Ukraine"

    territories: tuple[SpaceName, ...]
    """The territories; an empty list for none."""


class ScorchChosen(PartEvent, frozen=True):
    """A power has chosen which of its factories to destroy this turn."""

    power: Power
    territories: tuple[str, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        others = [space for space in DOOMED.of(state).territories if state.control.get(space) != self.power]
        return DOOMED.put(state, Doomed(tuple(sorted({*others, *self.territories}))))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} will destroy its factories: {listed(self.territories) or 'nowhere'}"


class Scorched(PartEvent, frozen=True):
    """A power has destroyed its own factory."""

    power: Power
    space: str
    units: Stack

    def evolve(self, world: World, state: AreaState) -> AreaState:
        left = put(state, {self.space: minus(state.at(self.space), self.units)})
        return RAZED.put(left, Razed(tuple(sorted({*RAZED.of(state).territories, self.space}))))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} destroys its factory in {self.space}"


class ScorchedEarth(Part[NoSettings]):
    """Powers that may destroy their own factories."""

    name = "scorched-earth"
    game_memory = RAZED
    turn_memory = DOOMED
    actions = (Scorch,)
    events = (ScorchChosen, Scorched)
    citations = ("scorch.own", "mobilize.scorched")

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("purchase",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Scorch)
        for space in action.territories:
            if state.control.get(space) != power or not has_factory(world, state, space):
                return world.refuse("scorch.own", f"{world.the(power)} has no factory in {space}.")
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        chosen = chosen_by(state, power)
        for space, holder in state.control.items():
            if holder == power and space not in chosen and has_factory(world, state, space):
                yield Scorch((*chosen, space))

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Scorch)
        run.emit(ScorchChosen(power=power, territories=tuple(sorted(set(action.territories)))))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Scorch)
        if not action.territories:
            return "destroy no factory"
        return f"destroy the factory in {listed(action.territories)}"

    def phase_begins(self, run: Unfolding, power: Power) -> None:
        if phase_of(run.state, power) != "mobilize":
            return
        for space in chosen_by(run.state, power):
            gone = where(run.state.at(space), lambda p: p.unit in run.world.factory_units)
            if gone:
                run.emit(Scorched(power=power, space=space, units=gone))

    def factory_closed(self, world: World, state: AreaState, power: Power, territory: str) -> Refusal | None:
        if territory not in DOOMED.of(state).territories:
            return None
        return world.refuse("mobilize.scorched", f"The factory in {territory} is being destroyed this turn.")

    def factory_razed(self, state: AreaState, territory: str) -> bool:
        return territory in RAZED.of(state).territories

    def from_position(self, world: World, state: AreaState, position: Position) -> AreaState:
        return RAZED.put(state, Razed(position.razed))


def chosen_by(state: AreaState, power: Power) -> tuple[str, ...]:
    """The territories whose factory a power destroys this turn."""
    return tuple(space for space in DOOMED.of(state).territories if state.control.get(space) == power)


PART = ScorchedEarth
