"""Closed areas: territories that some powers may not enter until a certain territory first falls."""

from collections.abc import Iterable

import msgspec

from sandtable.area.event import Event
from sandtable.area.events import ControlChanged
from sandtable.area.forces import Power
from sandtable.area.part import GameMemory, Part
from sandtable.area.state import AreaState, Slice
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Territories closed to some powers."""

    name: str
    """Its name."""
    powers: tuple[Power, ...]
    """The powers that may not enter it."""
    spaces: frozenset[str]
    """Its territories."""
    until: str
    """It opens when this territory falls to an enemy of its original owner."""
    entry: str
    """The rule against entering it."""
    overflight: str
    """The rule against flying over it."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The closed areas."""

    areas: tuple[Area, ...]
    """The areas."""


class Opened(Slice, frozen=True, tag="closed-areas"):
    """State kept for the whole game."""

    areas: tuple[str, ...] = ()
    """Areas that have opened."""


OPENED = GameMemory("closed-areas", Opened())


class ClosedAreas(Part[Settings]):
    """Areas that are closed for a time."""

    name = "closed-areas"
    Settings = Settings
    game_memory = OPENED
    reacts_to = (ControlChanged,)

    def problems(self, world: World) -> Iterable[str]:
        for area in self.settings.areas:
            for space in (*sorted(area.spaces), area.until):
                if space not in world.board.territories:
                    yield f"{area.name}: unknown territory {space!r}"

    def rules(self) -> Iterable[str]:
        return (rule for area in self.settings.areas for rule in (area.entry, area.overflight))

    def bars(self, world: World, state: AreaState, power: Power, space: str, flying: bool) -> Refusal | None:
        for area in self._closed_to(state, power):
            if space in area.spaces:
                rule = area.overflight if flying else area.entry
                return world.refuse_by(rule, f"{space} is closed to {world.name(power)}: {area.name}.")
        return None

    def closed(self, world: World, state: AreaState, power: Power) -> frozenset[str]:
        closed: frozenset[str] = frozenset()
        for area in self._closed_to(state, power):
            closed |= area.spaces
        return closed

    def _closed_to(self, state: AreaState, power: Power) -> list[Area]:
        opened = OPENED.of(state).areas
        return [area for area in self.settings.areas if power in area.powers and area.name not in opened]

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        assert isinstance(event, ControlChanged)
        owner = world.board.territories[event.space].owner
        if not owner or world.friends(owner, event.to):
            return state
        fallen = {area.name for area in self.settings.areas if area.until == event.space}
        return OPENED.put(state, Opened(tuple(sorted({*OPENED.of(state).areas, *fallen}))))


PART = ClosedAreas
