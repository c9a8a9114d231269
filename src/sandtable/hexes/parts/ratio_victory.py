"""Victory by ratio: at the end each side's production is compared with that of all others, giving a level."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from sandtable.core.guide import SHARED
from sandtable.hexes.part import Part
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.victory import NOBODY, all_production, party
from sandtable.hexes.world import World

NAMES = ("no victory", "marginal victory", "substantial victory", "decisive victory")


class Scale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The minimum ratio for each level, from the first; as fractions such as ``1/3``."""

    marginal: str
    substantial: str
    decisive: str
    above: bool = False
    """Whether the second level needs more than its ratio."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the winner is determined."""

    players: int
    """The number of players. 0: any."""
    scales: Mapping[Side, Scale]
    capitals: Mapping[Side, Place]
    """Places without which a side's count is 0."""
    rule: str
    ratio_rule: str
    special_rule: str
    levels_rule: str


class RatioVictory(Part[Settings]):
    """The side with the highest level wins."""

    name = "ratio-victory"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        terms = self.settings
        return (terms.rule, terms.ratio_rule, terms.special_rule, terms.levels_rule)

    def problems(self, world: World) -> Iterable[str]:
        return (f"unknown side {side!r}" for side in self.settings.scales if side not in world.order)

    def counts(self, world: World, state: HexState) -> dict[Side, int]:
        """Each side's count at the end."""
        found = {side: all_production(world, state, side) for side in world.order}
        for side, place in self.settings.capitals.items():
            if state.control.get(place) != side:
                found[side] = 0
        return found

    def verdict(self, world: World, state: HexState, but: tuple[Side, ...]) -> tuple[str, str] | None:
        if self.settings.players and len(state.players) != self.settings.players:
            return None
        counts = self.counts(world, state)
        levels = self.levels({side: 0 if side in but else counts[side] for side in counts})
        best = max(levels.values())
        winners = dict.fromkeys(self._party(state, side) for side in world.order if levels[side] == best)
        return (SHARED.join(winners) if best else NOBODY), self.settings.rule

    def _party(self, state: HexState, side: Side) -> str:
        """A side, or the partners that one player plays together."""
        return next((party(sides) for sides in state.players.values() if side in sides), side)

    def levels(self, counts: Mapping[Side, int]) -> dict[Side, int]:
        """The level of each side: 0 for none, then marginal, substantial and decisive."""
        return {side: self.level(side, counts[side], sum(counts.values()) - counts[side]) for side in counts}

    def level(self, side: Side, own: int, others: int) -> int:
        """The level of a side's ratio."""
        scale = self.settings.scales[side]
        if not own:
            return 0
        if not others:
            return 3
        ratio = Fraction(own, others)
        second = Fraction(scale.substantial)
        reached = (
            ratio >= Fraction(scale.marginal),
            ratio > second if scale.above else ratio >= second,
            ratio >= Fraction(scale.decisive),
        )
        return max((number for number, one in enumerate(reached, 1) if one), default=0)


PART = RatioVictory
