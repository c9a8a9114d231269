"""Nations: a side's armies don't mix their points, and one nation stays separate.

The scenario's ``nations`` list the nations and what belongs to them.
"""

from collections.abc import Iterable, Iterator

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.hexes.combat.announcing import check_bound
from sandtable.hexes.movement import check_leaving, reach
from sandtable.hexes.part import Part
from sandtable.hexes.state import Army, HexState, Name, Place, Side
from sandtable.hexes.status import strength_of
from sandtable.hexes.strength import Points
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules."""

    exchange: str
    """The rule that points stay with their nation."""
    stacking: str = ""
    """The rule that a nation in ``apart`` doesn't stack with the others."""
    supply: str = ""
    """The rule that its sources don't supply the others."""
    apart: tuple[str, ...] = ()
    """Nations that stay separate."""


class Nations(Part[Settings]):
    """Nations of a side that don't mix."""

    name = "nations"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return filter(None, (self.settings.exchange, self.settings.stacking, self.settings.supply))

    def problems(self, world: World) -> Iterable[str]:
        return (f"there is no nation {name!r}" for name in self.settings.apart if name not in world.facts.nations)

    def merges(self, world: World, state: HexState, nation: str, points: Points, into: Army) -> Refusal | None:
        if nation == into.nation:
            return None
        whose = " and ".join(self._name(world, one) for one in (nation, into.nation))
        return world.refuse_by(self.settings.exchange, f"{whose} points can't mix.")

    def _name(self, world: World, nation: str) -> str:
        return world.facts.nations[nation].name if nation in world.facts.nations else "other"

    def stacks(self, world: World, state: HexState, side: Side) -> Refusal | None:
        for place in self.mixed(state, side):
            if any(self.partings(world, state, side, place)):
                why = f"{world.title(place)} holds armies of nations that can't stack. Move one of them away."
                return world.refuse_by(self.settings.stacking, why)
        return None

    def mixed(self, state: HexState, side: Side) -> Iterator[Place]:
        """Places where a side's nations are together although they may not be."""
        for place in sorted({army.at for _, army in state.armies_of(side) if army.nation in self.settings.apart}):
            if len({army.nation for _, army in state.armies_at(place)}) > 1:
                yield place

    def partings(self, world: World, state: HexState, side: Side, place: Place) -> Iterator[tuple[Name, Place]]:
        """Armies in a place that could leave it as a whole, and where to, so that they no longer share it."""
        for name, army in state.armies_at(place):
            if check_bound(world, state, army, name) is not None:
                continue
            for to in sorted(reach(world, state, side, place) - {place}):
                room = world.room(to)
                fits = room is None or strength_of(state, to) + army.points.ground <= room
                alone = all(self.get_on(army.nation, other.nation) for _, other in state.armies_at(to))
                if fits and alone and check_leaving(world, state, army, to) is None:
                    yield name, to

    def get_on(self, nation: str, other: str) -> bool:
        """Whether armies of two nations may stack."""
        return nation == other or not {nation, other} & set(self.settings.apart)

    def fed_from(self, world: World, state: HexState, nation: str, places: frozenset[Place]) -> frozenset[Place]:
        if nation in self.settings.apart:
            return places
        areas = tuple(area for name in self.settings.apart for area in world.facts.nations[name].areas)
        return places - world.places_in(areas)


PART = Nations
