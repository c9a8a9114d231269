"""Confinement: while enemy armies are in a country, points in it can leave only by combat advance."""

from collections.abc import Iterable

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.hexes.part import Part
from sandtable.hexes.state import Army, HexState, Place, Side
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may not leave which areas, and because of which enemy."""

    side: Side
    areas: tuple[str, ...]
    enemy: Side
    rule: str


class Confinement(Part[Settings]):
    """Points that may not leave a country."""

    name = "confinement"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def keeps(self, world: World, state: HexState, army: Army, to: Place) -> Refusal | None:
        terms = self.settings
        if army.side != terms.side or not self._within(world, army.at) or self._within(world, to):
            return None
        if not any(one.side == terms.enemy and self._within(world, one.at) for one in state.armies.values()):
            return None
        where = " and ".join(terms.areas)
        why = f"While {world.name(terms.enemy)} armies are in {where}, points can leave only by combat advance."
        return world.refuse_by(terms.rule, why)

    def _within(self, world: World, place: Place) -> bool:
        return place in world.board and world.board.area_of(place) in self.settings.areas


PART = Confinement
