"""Confinement: powers without industry that stay in their own area and raise their units at home."""

from collections.abc import Iterable, Mapping

import msgspec

from sandtable.area.actions import Action, Board, Mobilize, Voyage
from sandtable.area.events import ControlChanged
from sandtable.area.factories import UNLIMITED
from sandtable.area.forces import Power, Stack, where
from sandtable.area.part import Part, PartEvent
from sandtable.area.requirements.fitting import misfits
from sandtable.area.requirements.judging import Case, holds, judge
from sandtable.area.requirements.kinds import Requirements
from sandtable.area.state import AreaState
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import swap
from sandtable.area.wording import force
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.refusal import Refusal

Names = tuple[str, ...]


class Custody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Territories of a partner that the power keeps while requirements hold."""

    of: Names
    """The territories."""
    whose: Power
    """The partner they belong to."""
    when: Requirements
    """What must hold."""


class Confined(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A confined power."""

    area: Names
    """Where its units may be."""
    home: Names
    """Where its new units are placed."""
    buys: Mapping[str, Requirements]
    """The units it can buy, each with what must hold."""
    custody: tuple[Custody, ...] = ()
    """Partners' territories that it keeps for a time."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The confined powers."""

    powers: Mapping[Power, Confined]
    """The powers."""


class WorksRemoved(PartEvent, frozen=True):
    """Factories that others built in its home area are removed."""

    space: str
    units: Stack

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return swap(state, self.space, self.units, ())

    def tell(self, world: World, state: AreaState) -> str:
        return f"{force(world, self.units)} in {self.space} is removed"


class Confinement(Part[Settings]):
    """Powers without industry that stay in their own area."""

    name = "confinement"
    Settings = Settings
    events = (WorksRemoved,)
    citations = (
        "confined.area",
        "confined.flight",
        "confined.buys",
        "confined.buys-when",
        "confined.mobilize",
        "confined.home-only",
        "confined.transports",
    )

    def problems(self, world: World) -> Iterable[str | Misfit]:
        known = (*world.board.territories, *world.board.regions)
        for power, one in self.settings.powers.items():
            under = ("powers", power)
            if power not in world.powers:
                yield Misfit(self.file, f"unknown power {power!r}", power, world.powers, ("powers",))
            for name in (*one.area, *one.home, *(land for c in one.custody for land in c.of)):
                if name not in known:
                    yield Misfit(self.file, f"unknown territory {name!r}", name, known, under)
            for unit, when in one.buys.items():
                if unit not in world.units:
                    yield Misfit(self.file, f"unknown unit {unit!r}", unit, world.units, under)
                yield from misfits(world, self.file, when, (*under, "buys", unit))
            for custody in one.custody:
                yield from misfits(world, self.file, custody.when, (*under, "custody"))

    # where its units may be

    def bars(self, world: World, state: AreaState, power: Power, space: str, flying: bool) -> Refusal | None:
        one = self.settings.powers.get(power)
        if one is None or space in world.board.named(one.area):
            return None
        rule = "confined.flight" if flying else "confined.area"
        return world.refuse(rule, f"{world.the(power)} can't enter {space}.")

    def closed(self, world: World, state: AreaState, power: Power) -> frozenset[str]:
        one = self.settings.powers.get(power)
        return frozenset() if one is None else frozenset(world.board.spaces - world.board.named(one.area))

    def forbids(self, world: World, state: AreaState, power: Power, action: Action) -> Refusal | None:
        if power in self.settings.powers and isinstance(action, Board | Voyage):
            return world.refuse("confined.transports", f"{world.the(power)}'s units can't board ships.")
        return None

    # what it buys, and where new units are placed

    def sells(self, world: World, state: AreaState, power: Power, unit: str) -> Refusal | None:
        one = self.settings.powers.get(power)
        if one is None:
            return None
        if unit not in one.buys:
            return world.refuse("confined.buys", f"{world.the(power)} can't buy {world.units[unit].plural}.")
        case = Case(world, state, power)
        if holds(case, one.buys[unit]):
            return None
        why = f"{world.the(power)} can't buy {world.units[unit].plural} now: {judge(case, one.buys[unit]).line}."
        return world.refuse("confined.buys-when", why)

    def levies(self, power: Power, unit: str) -> bool:
        one = self.settings.powers.get(power)
        return one is not None and unit in one.buys

    def levy_room(self, world: World, state: AreaState, power: Power, territory: str) -> int:
        one = self.settings.powers.get(power)
        at_home = one is not None and territory in world.board.named(one.home)
        return UNLIMITED if at_home and state.control.get(territory) == power else 0

    def check_levy(self, world: World, state: AreaState, power: Power, action: Mobilize) -> Refusal | None:
        here = action.space
        if here not in world.board.named(self.settings.powers[power].home):
            return world.refuse("confined.home-only", f"{here} isn't a home territory of {world.the(power)}.")
        if state.control.get(here) != power:
            return world.refuse("confined.mobilize", f"{world.the(power)} doesn't hold {here}.")
        return None

    # what it captures

    def keeps(self, world: World, state: AreaState, power: Power, space: str) -> bool:
        one = self.settings.powers.get(power)
        return one is not None and any(
            space in custody.of and holds(Case(world, state, power), custody.when) for custody in one.custody
        )

    def changes_hands(self, run: Unfolding, power: Power, space: str) -> None:
        for name, one in self.settings.powers.items():
            if space in run.world.board.named(one.home) and run.world.side(power) == run.world.side(name):
                works = where(run.state.at(space), lambda p: p.unit in run.world.factory_units)
                if works:
                    run.emit(WorksRemoved(space=space, units=works))
            for custody in one.custody:
                if holds(Case(run.world, run.state, name), custody.when):
                    continue
                for land in custody.of:
                    if run.state.control.get(land) == name:
                        run.emit(ControlChanged(space=land, to=custody.whose, frm=name, how="passed"))


PART = Confinement
