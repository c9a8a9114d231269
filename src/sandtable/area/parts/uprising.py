"""Uprising: when a power's territory is first liberated, free units rise there."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.forces import Piece, Power, stack
from sandtable.area.part import GameMemory, Part, PartEvent
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import active
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import swap
from sandtable.area.wording import counts, money, the
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The uprising: whose, where, and its size."""

    power: Power
    """The power whose units rise."""
    at: str
    """The territory."""
    worth: int
    """The total cost of the units that rise."""


class Risen(Slice, frozen=True, tag="uprising"):
    """State kept for the whole game."""

    due: bool = False
    done: bool = False


RISEN = GameMemory("uprising", Risen())
ASKS = "uprising"
"""Decision kind: which units rise."""


class Muster(Action, frozen=True):
    """Choose the units that rise in a liberated territory."""

    phrase: ClassVar[str] = "muster {units}"
    example: ClassVar[str] = "muster 4 infantry"

    units: Mapping[str, int]
    """Which units."""


class UprisingDue(PartEvent, frozen=True):
    """The territory has been liberated."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return RISEN.put(state, replace(RISEN.of(state), due=True))


class Mustered(PartEvent, frozen=True):
    """Units rise."""

    power: Power
    space: str
    units: Mapping[str, int]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        come = stack((Piece(self.power, unit), count) for unit, count in self.units.items())
        return RISEN.put(swap(state, self.space, (), come), Risen(done=True))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} raises {counts(world, self.units)} in {self.space}"


class Uprising(Part[Settings]):
    """Free units for a liberated territory."""

    name = "uprising"
    Settings = Settings
    game_memory = RISEN
    actions = (Muster,)
    answers = (Muster,)
    events = (UprisingDue, Mustered)
    citations = ("uprising.units",)

    def problems(self, world: World) -> Iterable[str | Misfit]:
        if self.settings.at not in world.board.territories:
            lands = world.board.territories
            yield Misfit(self.file, f"unknown territory {self.settings.at!r}", self.settings.at, lands)

    def changes_hands(self, run: Unfolding, power: Power, space: str) -> None:
        freed = space == self.settings.at and run.state.control.get(space) == self.settings.power
        if freed and not RISEN.of(run.state).done:
            run.emit(UprisingDue())

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat-move", "combat", "noncombat-move")

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        if not RISEN.of(state).due or power != active(state)[0]:
            return ()
        prompt = f"Raise units for {money(self.settings.worth)} in {self.settings.at}."
        return (Decision(self.settings.power, ASKS, self.settings.at, prompt),)

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        return world.refuse("uprising.units", f"First choose the units to raise in {self.settings.at}.")

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Muster)
        if not RISEN.of(state).due or seat != self.settings.power:
            return world.refuse("uprising.units", "There's no uprising now.")
        for unit, count in action.units.items():
            known = world.units.get(unit)
            if known is None or known.kind not in ("land", "air") or not known.cost or count < 0:
                return world.refuse("uprising.units", "You can raise only land and air units.")
            for part in world.parts.sells:
                refusal = part.sells(world, state, seat, unit)
                if refusal:
                    return refusal
        cost = sum(world.unit(seat, unit).cost * count for unit, count in action.units.items())
        if cost > self.settings.worth:
            return world.refuse("uprising.units", f"That costs {cost}; you have {self.settings.worth}.")
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        for unit, kind in world.units.items():
            if kind.cost and kind.cost <= self.settings.worth:
                one = Muster({unit: self.settings.worth // kind.cost})
                if self.check(world, state, power, seat, one) is None:
                    yield one

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Muster)
        units = {unit: count for unit, count in action.units.items() if count}
        run.emit(Mustered(power=seat, space=self.settings.at, units=units))


PART = Uprising
