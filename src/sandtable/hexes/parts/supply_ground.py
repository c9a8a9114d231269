"""Supply ground: areas through which supply is traced as if all of them had one terrain."""

from collections.abc import Iterable, Mapping

import msgspec

from sandtable.hexes.atlas import Terrain
from sandtable.hexes.part import Part
from sandtable.hexes.state import Place
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The areas, and the places in them that are open country for supply."""

    areas: tuple[str, ...]
    terrain: Terrain
    open: tuple[Place, ...]
    rule: str


class SupplyGround(Part[Settings]):
    """Areas that count as another terrain for supply."""

    name = "supply-ground"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def problems(self, world: World) -> Iterable[str]:
        inside = world.places_in(self.settings.areas)
        return (f"{place} is not in these areas" for place in self.settings.open if place not in inside)

    def ground(self, world: World) -> Mapping[Place, Terrain]:
        terms = self.settings
        everywhere: dict[Place, Terrain] = dict.fromkeys(world.places_in(terms.areas), terms.terrain)
        return everywhere | dict.fromkeys(terms.open, "clear")


PART = SupplyGround
