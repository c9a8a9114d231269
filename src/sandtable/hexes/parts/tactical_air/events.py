"""The events of tactical air."""

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.core.wording import listed, times
from sandtable.hexes.evolve import with_points, without_points
from sandtable.hexes.part import PartEvent
from sandtable.hexes.parts.tactical_air.memory import AIR_WAR, AirWar, lane
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.story import army_name, side_name
from sandtable.hexes.strength import points_of
from sandtable.hexes.world import World


class AircraftOrdered(PartEvent, frozen=True):
    """Aircraft will fight enemy aircraft before an assault."""

    frm: Place
    at: Place
    count: int

    def evolve(self, state: HexState) -> HexState:
        memory = AIR_WAR.of(state)
        return AIR_WAR.put(state, replace(memory, ordered={**memory.ordered, lane(self.frm, self.at): self.count}))


class SupportFlown(PartEvent, frozen=True):
    """An army's aircraft support an invasion; it makes no other assault."""

    army: Name
    at: Place

    def evolve(self, state: HexState) -> HexState:
        memory, combat = AIR_WAR.of(state), state.combat
        assert combat is not None, "nobody fights"
        flown = (*memory.support.get(self.at, ()), self.army)
        state = replace(state, combat=replace(combat, assaulted=tuple(sorted({*combat.assaulted, self.army}))))
        return AIR_WAR.put(state, replace(memory, support={**memory.support, self.at: flown}))

    def tell(self, world: World, state: HexState) -> str:
        return f"aircraft of {army_name(self.army)} support the invasion of {world.title(self.at)}"


class AirFought(PartEvent, frozen=True):
    """Aircraft attacked enemy aircraft."""

    side: Side
    at: Place
    strength: int
    dice: tuple[int, ...]
    hits: int
    lost: Mapping[Name, int] = {}
    """Aircraft lost, by army."""
    coast: int = 0
    """Losses among the coast's own aircraft."""

    def evolve(self, state: HexState) -> HexState:
        for name, count in self.lost.items():
            state = without_points(state, name, points_of("tac_air", count))
        if self.coast:
            memory = AIR_WAR.of(state)
            left = memory.coast[self.at] - self.coast
            state = AIR_WAR.put(state, replace(memory, coast={**memory.coast, self.at: left}))
        return state

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def tell(self, world: World, state: HexState) -> str:
        lost = sum(self.lost.values()) + self.coast
        dice = listed([str(die) for die in self.dice])
        who = side_name(world, self.side)
        return f"{who} attacks with {times(self.strength, 'aircraft', 'aircraft')}: {dice}, {lost} shot down"


class CoastShielded(PartEvent, frozen=True):
    """Aircraft defend an invaded coast for the duration of the invasion."""

    at: Place
    count: int

    def evolve(self, state: HexState) -> HexState:
        memory = AIR_WAR.of(state)
        return AIR_WAR.put(state, replace(memory, coast={self.at: self.count}))

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.count} aircraft defend the coast of {world.title(self.at)}"


class Ferried(PartEvent, frozen=True):
    """Aircraft flew over the ocean."""

    army: Name
    into: Name
    at: Place
    count: int
    dice: tuple[int, ...] = ()
    lost: int = 0

    def evolve(self, state: HexState) -> HexState:
        army = state.armies[self.army]
        state = without_points(state, self.army, points_of("tac_air", self.count))
        arrived = self.count - self.lost
        if arrived:
            state = with_points(state, self.into, army.side, self.at, points_of("tac_air", arrived), army.nation)
        return AIR_WAR.put(state, replace(AIR_WAR.of(state), ferried=True)) if self.dice else state

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def tell(self, world: World, state: HexState) -> str:
        lost = f", {self.lost} lost on the way" if self.lost else ""
        return f"{self.count} aircraft fly from {army_name(self.army)} to {army_name(self.into)}{lost}"


class AirWarForgotten(PartEvent, frozen=True):
    """A turn begins: no aircraft have orders."""

    def evolve(self, state: HexState) -> HexState:
        return AIR_WAR.put(state, AirWar())
