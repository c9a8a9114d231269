"""Beyond the edge: production outside the theatre that counts while a place inside is held, and may grow."""

from collections.abc import Iterable, Mapping

import msgspec

from sandtable.hexes.part import Part
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.world import World


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Production points of one region outside the theatre."""

    points: int
    """The number of points."""
    places: tuple[Place, ...]
    """One of these must be friendly, supplied and, unless ``devastated`` is set, undevastated."""
    devastated: bool = False
    """It counts even while they are devastated."""
    country: str = ""
    """The points grow after this country has entered the war."""
    step: int = 0
    """How much they grow per turn."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The side, and the sources of its production."""

    side: Side
    sources: tuple[Source, ...]
    rule: str


class BeyondTheEdge(Part[Settings]):
    """Production from outside the theatre."""

    name = "beyond-the-edge"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def problems(self, world: World) -> Iterable[str]:
        places = (place for source in self.settings.sources for place in source.places)
        return (f"{place} isn't a place in this theatre" for place in places if place not in world.board)

    def harvests(
        self, world: World, state: HexState, side: Side, counted: Mapping[Place, int]
    ) -> Mapping[Place, int]:
        if side != self.settings.side:
            return counted
        found = dict(counted)
        for source in self.settings.sources:
            open_to_it = [
                place for place in source.places if place in counted and (counted[place] or source.devastated)
            ]
            if open_to_it:
                entry = state.joined.get(source.country)
                grown = source.step * (state.turn - entry.turn) if entry is not None else 0
                found[open_to_it[0]] += source.points + grown
        return found


PART = BeyondTheEdge
