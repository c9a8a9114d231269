"""Sea rights: what sides may ship and supply across a sea, as countries enter and leave the war."""

from collections.abc import Iterable, Mapping

import msgspec

from sandtable.hexes.part import Part
from sandtable.hexes.scenario import SeaRight
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.world import World


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a side may do on a sea under certain conditions."""

    side: Side
    sea: str
    right: SeaRight
    while_with: Mapping[str, Side] = {}
    """Countries that have joined a side and haven't surrendered."""
    unsurrendered: tuple[str, ...] = ()
    holds: tuple[Place, ...] = ()
    """Places that must all be friendly to the side."""

    def applies(self, state: HexState, side: Side) -> bool:
        """Whether the conditions are met."""
        if side != self.side or any(country in state.surrendered for country in self.unsurrendered):
            return False
        if any(state.control.get(place) != side for place in self.holds):
            return False
        for country, wanted in self.while_with.items():
            entry = state.joined.get(country)
            if entry is None or entry.side != wanted or country in state.surrendered:
                return False
        return True


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first case that applies to a side and a sea counts; if none does, the scenario's rights for the side."""

    cases: tuple[Case, ...]


class SeaRights(Part[Settings]):
    """Sea rights that change during a game."""

    name = "sea-rights"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return (case.right.rule for case in self.settings.cases if case.right.rule)

    def problems(self, world: World) -> Iterable[str]:
        seas = world.board.theatre.seas
        return (f"no sea {case.sea!r}" for case in self.settings.cases if case.sea not in seas)

    def sails(self, world: World, state: HexState, side: Side) -> Mapping[str, SeaRight]:
        found: dict[str, SeaRight] = {}
        for case in self.settings.cases:
            if case.sea not in found and case.applies(state, side):
                found[case.sea] = case.right
        return found


PART = SeaRights
