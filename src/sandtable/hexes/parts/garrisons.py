"""Garrisons: some places have none of their own, and coastal air only where something supports it."""

from collections.abc import Iterable

import msgspec

from sandtable.hexes.atlas import Terrain
from sandtable.hexes.part import Part
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.supplying import any_supply
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which places have no garrison of their own."""

    rule: str
    air_rule: str
    terrain: tuple[Terrain, ...] = ()
    circular: bool = False
    """Islands drawn as circles."""
    areas: tuple[str, ...] = ()
    """Areas without garrisons, whatever their terrain."""
    but: tuple[str, ...] = ()
    """Areas with garrisons, whatever their terrain."""
    exceptions_rule: str = ""


class Garrisons(Part[Settings]):
    """Places that only an occupation marker garrisons."""

    name = "garrisons"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return filter(None, (self.settings.rule, self.settings.air_rule, self.settings.exceptions_rule))

    def problems(self, world: World) -> Iterable[str]:
        areas = world.board.atlas.areas
        for area in (*self.settings.areas, *self.settings.but):
            if area not in areas:
                yield f"{area!r} isn't an area of the atlas"

    def bare(self, world: World) -> frozenset[Place]:
        terms = self.settings
        kept = world.places_in(terms.but)
        return frozenset(
            place
            for place in world.board.places[: world.board.land]
            if place in world.board and place not in kept and self._bare(world, place)
        )

    def _bare(self, world: World, place: Place) -> bool:
        terms = self.settings
        circle = terms.circular and world.board.facts_of(place).circular
        return circle or world.terrain(place) in terms.terrain or world.country(place) in terms.areas

    def quiet(self, world: World, state: HexState, side: Side, places: frozenset[Place]) -> frozenset[Place]:
        doubtful = places & world.bare
        silent = frozenset(place for place in doubtful if not _supported(world, state, place))
        loud = doubtful - silent
        for holder in sorted({state.control[place] for place in loud}):
            fed = any_supply(world, state, holder)
            silent |= {place for place in loud if state.control[place] == holder and place not in fed}
        return silent


def _supported(world: World, state: HexState, place: Place) -> bool:
    """Whether something in a place can support coastal air."""
    if world.board.port_of(place) in ("anchor", "yard") or world.board.facts_of(place).airbase:
        return True
    points = state.points_at(place)
    return points.infantry + points.tac_air > 0


PART = Garrisons
