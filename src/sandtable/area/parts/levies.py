"""Levies: units placed in any territory of their power, without a factory, up to a share of its value."""

from collections.abc import Iterator, Mapping

import msgspec

from sandtable.area.actions import Mobilize
from sandtable.area.event import Event
from sandtable.area.events import Mobilized
from sandtable.area.factories import closed_or_barred, room_at
from sandtable.area.forces import Power
from sandtable.area.part import Part, TurnMemory
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import phase_of
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The units that are levied, and how many per territory and turn."""

    units: tuple[str, ...]
    """The unit types."""
    original: int
    """In its original territories a power can levy up to the value divided by this."""
    captured: int
    """In other territories it can levy up to the value divided by this."""


class Raised(Slice, frozen=True, tag="levies"):
    """State kept for one turn."""

    units: Mapping[str, int] = {}
    """Units levied in each territory."""


RAISED = TurnMemory("levies", Raised())


class Levies(Part[Settings]):
    """Units that need no factory."""

    name = "levies"
    Settings = Settings
    turn_memory = RAISED
    reacts_to = (Mobilized,)
    citations = ("mobilize.levy", "mobilize.captured-levy")

    def limit(self, world: World, power: Power, territory: str) -> int:
        """How many units a power can levy in a territory per turn."""
        land = world.board.territories[territory]
        return land.value // (self.settings.original if land.owner == power else self.settings.captured)

    def open_to(self, world: World, state: AreaState, power: Power, territory: str) -> bool:
        """Whether units can be levied in a territory this turn."""
        held = state.control.get(territory) == power == state.turn.control.get(territory)
        return held and closed_or_barred(world, state, power, self.settings.units[0], territory) is None

    # hooks

    def levies(self, power: Power, unit: str) -> bool:
        return unit in self.settings.units

    def levy_room(self, world: World, state: AreaState, power: Power, territory: str) -> int:
        if not self.open_to(world, state, power, territory):
            return 0
        return self.limit(world, power, territory) - RAISED.of(state).units.get(territory, 0)

    def check_levy(self, world: World, state: AreaState, power: Power, action: Mobilize) -> Refusal | None:
        here = action.space
        if state.control.get(here) != power and world.friends(state.control.get(here, power), power):
            return world.refuse("mobilize.partners-complex", f"{here} isn't yours.")
        if state.control.get(here) != power or state.turn.control.get(here) != power:
            return world.refuse("mobilize.just-captured", f"{here} wasn't yours at the start of your turn.")
        refusal = closed_or_barred(world, state, power, action.unit, here)
        if refusal:
            return refusal
        if self.levy_room(world, state, power, here) < action.count:
            first = world.board.territories[here].owner == power
            most = self.limit(world, power, here)
            why = f"You can place only {most} {world.units[action.unit].plural} in {here} per turn."
            return world.refuse("mobilize.levy" if first else "mobilize.captured-levy", why)
        return None

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        if not isinstance(event, Mobilized) or not event.levied:
            return state
        raised = RAISED.of(state).units
        return RAISED.put(state, Raised({**raised, event.space: raised.get(event.space, 0) + event.count}))

    def prompts(self, world: World, state: AreaState, power: Power) -> str:
        return " ".join(self._warnings(world, state, power)) if phase_of(state, power) == "purchase" else ""

    def _warnings(self, world: World, state: AreaState, power: Power) -> Iterator[str]:
        """Warnings if more units are ordered than can be placed."""
        order = {u: n for u, n in state.bought.get(power, {}).items() if world.units[u].kind != "facility"}
        if not order:
            return
        lands = world.board.territories
        raised = sum(n for unit, n in order.items() if self.levies(power, unit))
        room = sum(max(0, self.levy_room(world, state, power, land)) for land in lands)
        if raised > room:
            yield f"There's room for only {room} of {raised} units that need no factory."
        built, room = sum(order.values()) - raised, sum(room_at(world, state, power, land) for land in lands)
        if built > room:
            yield f"Your factories can take only {room} of {built} units."


PART = Levies
