"""Transfers: a few units per turn that a power may move a long way within its own land."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from sandtable.area.actions import Action
from sandtable.area.forces import Piece, Power, Stack, how_many, stack
from sandtable.area.part import Part, PartEvent, TurnMemory
from sandtable.area.requirements.fitting import misfits
from sandtable.area.requirements.judging import Case, holds, judge
from sandtable.area.requirements.kinds import Requirements
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import put
from sandtable.area.wording import the, unit_name
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The units that can be sent, and where."""

    power: Power
    """The power."""
    unit: str
    """The unit type."""
    most: int
    """How many per turn."""
    within: tuple[str, ...]
    """From which territories or regions."""
    to: str
    """The destination."""
    when: Requirements = ()
    """What must hold."""


class Dispatched(Slice, frozen=True, tag="transfers"):
    """State kept for one turn."""

    count: int = 0


SENT = TurnMemory("transfers", Dispatched())


class Transfer(Action, frozen=True):
    """Send units a long way."""

    phrase: ClassVar[str] = "transfer {count} from {space}"
    example: ClassVar[str] = "transfer 2 from Buryatia"

    count: int
    """How many."""
    space: SpaceName
    """Where they are."""


class Transferred(PartEvent, frozen=True):
    """Units have been transferred."""

    power: Power
    unit: str
    count: int
    space: str
    to: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        left = Piece(self.power, self.unit)
        stacks: dict[str, Stack] = {
            self.space: stack((*state.at(self.space), (left, -self.count))),
            self.to: stack((*state.at(self.to), (Piece(self.power, self.unit, moved=True), self.count))),
        }
        return SENT.put(put(state, stacks), Dispatched(SENT.of(state).count + self.count))

    def tell(self, world: World, state: AreaState) -> str:
        what = unit_name(world, self.unit, self.count)
        return f"{the(world.name(self.power))} sends {self.count} {what} from {self.space} to {self.to}"


class Transfers(Part[Settings]):
    """Units transferred over a long distance."""

    name = "transfers"
    Settings = Settings
    turn_memory = SENT
    actions = (Transfer,)
    events = (Transferred,)
    citations = ("transfer.right", "transfer.limits")

    def problems(self, world: World) -> Iterable[str | Misfit]:
        yield from misfits(world, self.file, self.settings.when)
        if self.settings.unit not in world.units:
            yield Misfit(self.file, f"unknown unit {self.settings.unit!r}", self.settings.unit, world.units)
        if self.settings.to not in world.board.territories:
            yield Misfit(
                self.file, f"unknown territory {self.settings.to!r}", self.settings.to, world.board.territories
            )

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("noncombat-move",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Transfer)
        settings, case = self.settings, Case(world, state, power)
        if power != settings.power:
            return world.refuse("transfer.right", f"{world.the(power)} can't make this transfer.")
        if not holds(case, settings.when):
            return world.refuse("transfer.right", f"Not now: {judge(case, settings.when).line}.")
        if action.space not in world.board.named(settings.within):
            return world.refuse("transfer.right", f"You can't transfer units from {action.space}.")
        if state.control.get(settings.to) != power:
            return world.refuse("transfer.limits", f"{settings.to} isn't yours.")
        rested = how_many(own_at(state, power, action.space), Piece(power, settings.unit))
        if action.count < 1 or action.count > rested:
            return world.refuse("transfer.limits", f"Only {rested} in {action.space} haven't moved.")
        if SENT.of(state).count + action.count > settings.most:
            return world.refuse("transfer.right", f"You can transfer at most {settings.most} per turn.")
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if power != self.settings.power:
            return
        for space in sorted(world.board.named(self.settings.within)):
            for count in range(1, self.settings.most + 1):
                if self.check(world, state, power, seat, Transfer(count, space)) is None:
                    yield Transfer(count, space)

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Transfer)
        settings = self.settings
        run.emit(
            Transferred(power=power, unit=settings.unit, count=action.count, space=action.space, to=settings.to)
        )


PART = Transfers
