"""Fort dates: in some areas a side can't build fort points before a given turn."""

from collections.abc import Iterable

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Action, Fortify
from sandtable.hexes.part import Part
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The side, the areas, and the date."""

    side: Side
    areas: tuple[str, ...]
    until: str
    rule: str


class FortDates(Part[Settings]):
    """Areas where forts can be built only from a date on."""

    name = "fort-dates"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def problems(self, world: World) -> Iterable[str]:
        return () if self.settings.until in world.facts.turns else (f"no turn {self.settings.until!r}",)

    def spends(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        terms = self.settings
        if not isinstance(action, Fortify) or side != terms.side or action.at not in world.board:
            return None
        early = state.turn < world.scenario.turn_of(terms.until)
        if early and world.board.area_of(action.at) in terms.areas:
            return world.refuse_by(terms.rule, f"You can't build fort points there before {terms.until}.")
        return None


PART = FortDates
