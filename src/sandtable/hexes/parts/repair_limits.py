"""Repair limits: a cap on the production that a side can ever use in some areas."""

from collections.abc import Iterable

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital
from sandtable.hexes.actions import Action, Repair
from sandtable.hexes.part import Part
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The side, the areas, and the limit."""

    side: Side
    areas: tuple[str, ...]
    most: int
    rule: str


class RepairLimits(Part[Settings]):
    """Production that can't be repaired beyond a limit."""

    name = "repair-limits"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def spends(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        terms = self.settings
        places = world.places_in(terms.areas)
        if not isinstance(action, Repair) or side != terms.side or action.at not in places:
            return None
        own = [place for place in places if state.control.get(place) == side]
        whole = sum(world.most_production(place) - state.devastated.get(place, 0) for place in own)
        if whole + action.count > terms.most:
            where = " and ".join(terms.areas)
            return world.refuse_by(
                terms.rule, f"{capital(world.the(side))} can use at most {terms.most} points of {where}."
            )
        return None


PART = RepairLimits
