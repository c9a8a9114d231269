"""Neutral ports: a country that is still unaligned accepts a side's fleets, until a date."""

from collections.abc import Iterable

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.hexes.part import Part
from sandtable.hexes.state import Fleet, HexState, Name, Place, Side
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose ports, for which side, and until when."""

    country: str
    side: Side
    until: str
    rule: str


class NeutralPorts(Part[Settings]):
    """Unaligned ports open to a side's fleets."""

    name = "neutral-ports"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def problems(self, world: World) -> Iterable[str]:
        return () if self.settings.until in world.facts.turns else (f"no turn {self.settings.until!r}",)

    def harbours(self, world: World, state: HexState, side: Side) -> frozenset[Place]:
        terms = self.settings
        over = state.turn >= world.scenario.turn_of(terms.until)
        if side != terms.side or over or terms.country in state.joined:
            return frozenset()
        places = world.lands[terms.country]
        return frozenset(
            place for place in places if world.board.port_of(place) != "none" and place not in state.control
        )

    def berths(self, world: World, state: HexState, side: Side, name: Name, at: Place) -> Refusal | None:
        terms = self.settings
        closed = terms.country not in state.joined and at in world.lands[terms.country] and at not in state.control
        if side != terms.side or not closed or at in self.harbours(world, state, side):
            return None
        return world.refuse_by(terms.rule, f"{terms.country} is closed to your fleets from {terms.until} on.")

    def idles(self, world: World, state: HexState, fleet: Fleet) -> Refusal | None:
        if fleet.at not in self.harbours(world, state, fleet.side):
            return None
        why = f"You can't attack from {world.title(fleet.at)}, a neutral port."
        return world.refuse_by(self.settings.rule, why)


PART = NeutralPorts
