"""Growth: a place produces more each turn after its country has entered the war."""

from collections.abc import Iterable

import msgspec

from sandtable.hexes.part import Part
from sandtable.hexes.state import HexState, Place
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What grows, and how fast."""

    place: Place
    country: str
    start: int
    step: int
    rule: str


class Growth(Part[Settings]):
    """Production that grows."""

    name = "growth"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def produces(self, world: World, state: HexState, place: Place) -> int | None:
        terms = self.settings
        if place != terms.place:
            return None
        entry = state.joined.get(terms.country)
        return terms.start + (terms.step * (state.turn - entry.turn) if entry is not None else 0)

    def most(self, world: World, place: Place) -> int:
        terms = self.settings
        return terms.start + terms.step * (len(world.facts.turns) - 1) if place == terms.place else 0


PART = Growth
