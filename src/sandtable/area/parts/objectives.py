"""Objectives: money paid in addition to income while certain requirements hold."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from sandtable.area.event import Event
from sandtable.area.events import IncomeCollected
from sandtable.area.forces import Power
from sandtable.area.part import GameMemory, Part
from sandtable.area.requirements.fitting import misfits
from sandtable.area.requirements.judging import Case, Finding, count, holds, judge
from sandtable.area.requirements.kinds import Requirement, Requirements
from sandtable.area.state import AreaState, Slice
from sandtable.area.world import World
from sandtable.core.datafile import Misfit


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective of a power."""

    name: str
    """Its name."""
    power: Power
    """The power that is paid."""
    pays: int
    """What it pays: in all, or for each."""
    rule: str
    """The rule that says so."""
    heading: Requirements = ()
    """Requirements for the objective to count at all."""
    when: Requirements = ()
    """Requirements for it to be paid."""
    each: Requirement | None = None
    """If set, it is paid once for each of what this counts."""
    once: bool = False
    """Whether it is paid only the first time."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All objectives of a game, by id."""

    objectives: Mapping[str, Objective]
    """The objectives."""


class Paid(Slice, frozen=True, tag="objectives"):
    """State kept for the whole game."""

    once: tuple[str, ...] = ()
    """One-time objectives that have been paid."""


PAID = GameMemory("objectives", Paid())


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The current status of an objective."""

    id: str
    name: str
    power: Power
    pays: int
    """In all, or for each."""
    due: int
    """What would be paid now."""
    finding: Finding


class Objectives(Part[Settings]):
    """Money for objectives a power has met."""

    name = "objectives"
    Settings = Settings
    game_memory = PAID
    reacts_to = (IncomeCollected,)

    def rules(self) -> Iterable[str]:
        return (one.rule for one in self.settings.objectives.values())

    def problems(self, world: World) -> Iterable[str | Misfit]:
        for name, one in self.settings.objectives.items():
            under = ("objectives", name)
            if one.power not in world.powers:
                yield Misfit(self.file, f"unknown power {one.power!r}", one.power, world.powers, under)
            each = (one.each,) if one.each is not None else ()
            yield from misfits(world, self.file, (*one.heading, *one.when, *each), under)

    def spent(self, state: AreaState, name: str) -> bool:
        """Whether a one-time objective has already been paid."""
        return self.settings.objectives[name].once and name in PAID.of(state).once

    def due(self, world: World, state: AreaState, name: str) -> int:
        """What an objective pays now."""
        one = self.settings.objectives[name]
        case = Case(world, state, one.power)
        if self.spent(state, name):
            return 0
        if not holds(case, one.heading) or not holds(case, one.when):
            return 0
        return one.pays * (count(case, one.each) if one.each is not None else 1)

    def standings(self, world: World, state: AreaState, power: Power) -> tuple[Standing, ...]:
        """A power's objectives, and what is missing for each."""
        found = []
        for name, one in self.settings.objectives.items():
            if one.power == power:
                each = (one.each,) if one.each is not None else ()
                finding = judge(Case(world, state, power), (*one.heading, *one.when, *each))
                found.append(Standing(name, one.name, power, one.pays, self.due(world, state, name), finding))
        return tuple(found)

    def revenue(self, world: World, state: AreaState, power: Power) -> int:
        mine = (name for name, one in self.settings.objectives.items() if one.power == power)
        return sum(self.due(world, state, name) for name in mine)

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        if not isinstance(event, IncomeCollected):
            return state
        before = PAID.of(state)
        mine = {name for name, one in self.settings.objectives.items() if one.once and one.power == event.power}
        now = {name for name in mine if name not in before.once and self.due(world, state, name)}
        return PAID.put(state, replace(before, once=tuple(sorted({*before.once, *now})))) if now else state


PART = Objectives
