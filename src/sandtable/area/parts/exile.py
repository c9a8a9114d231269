"""Exile: a power that loses its capital collects half of its next income and fights on with what it has left.

It can mobilize only at factories and in cities, and can't build factories.
"""

from sandtable.area.event import Event
from sandtable.area.events import ControlChanged, IncomeCollected
from sandtable.area.factories import has_factory
from sandtable.area.forces import Power
from sandtable.area.part import GameMemory, NoSettings, Part
from sandtable.area.position import Position
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import capital_lost
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.wording import an


class Halved(Slice, frozen=True, tag="exile"):
    """State kept for the whole game."""

    powers: tuple[Power, ...] = ()
    """Powers that have lost their capital since they last collected income."""


HALVED = GameMemory("exile", Halved())


class Exile(Part[NoSettings]):
    """The limits on a power without its capital."""

    name = "exile"
    game_memory = HALVED
    reacts_to = (ControlChanged, IncomeCollected)
    citations = ("mobilize.exiled", "mobilize.exiled-factory")

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        before = HALVED.of(state).powers
        if isinstance(event, IncomeCollected) and event.power in before:
            return HALVED.put(state, Halved(tuple(power for power in before if power != event.power)))
        if isinstance(event, ControlChanged):
            owner = next((p for p, info in world.powers.items() if info.capital == event.space), "")
            if owner and not world.friends(owner, event.to):
                return HALVED.put(state, Halved(tuple(sorted({*before, owner}))))
        return state

    def revenue_divisor(self, state: AreaState, power: Power) -> int:
        return 2 if power in HALVED.of(state).powers else 1

    def sells(self, world: World, state: AreaState, power: Power, unit: str) -> Refusal | None:
        if unit not in world.factory_units or not capital_lost(world, state, power):
            return None
        return world.refuse("mobilize.exiled-factory", "A power without its capital can't build a factory.")

    def builds(self, world: World, state: AreaState, power: Power, unit: str, territory: str) -> Refusal | None:
        if not capital_lost(world, state, power):
            return None
        if world.units[unit].kind == "facility":
            name = world.units[unit].name
            return world.refuse("mobilize.exiled-factory", f"A power without its capital can't build {an(name)}.")
        if has_factory(world, state, territory) or world.board.territories[territory].city:
            return None
        return world.refuse(
            "mobilize.exiled", "A power without its capital can mobilize only at factories and in cities."
        )

    def from_position(self, world: World, state: AreaState, position: Position) -> AreaState:
        return HALVED.put(state, Halved(position.halved))


PART = Exile
