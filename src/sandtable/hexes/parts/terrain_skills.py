"""Terrain skills: some nations advance better than others into certain terrain."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from sandtable.hexes.atlas import Terrain
from sandtable.hexes.part import Part
from sandtable.hexes.state import HexState, Name, Place
from sandtable.hexes.status import defence, strength_of
from sandtable.hexes.world import World

if TYPE_CHECKING:
    from sandtable.hexes.part import Firing


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the armies of some nations add to their die when they advance into a terrain."""

    nations: tuple[str, ...]
    terrain: Terrain
    add: int
    rule: str
    foot: bool = False
    """Only armies without mechanized points, and with infantry."""
    empty: bool = False
    """Only into places that nobody defends, not even a garrison."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The skills."""

    skills: tuple[Skill, ...]


class TerrainSkills(Part[Settings]):
    """Nations that know a terrain."""

    name = "terrain-skills"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return (skill.rule for skill in self.settings.skills)

    def problems(self, world: World) -> Iterable[str]:
        named = (nation for skill in self.settings.skills for nation in skill.nations)
        return (f"there is no nation {nation!r}" for nation in named if nation not in world.facts.nations)

    def leads(self, world: World, state: HexState, armies: tuple[Name, ...], target: Place, how: "Firing") -> int:
        if how != "advance":
            return 0
        return sum(self._add(world, state, skill, armies[0], target) for skill in self.settings.skills)

    def _add(self, world: World, state: HexState, skill: Skill, name: Name, target: Place) -> int:
        army = state.armies[name]
        if army.nation not in skill.nations or world.terrain(target) != skill.terrain:
            return 0
        if skill.foot and (army.points.mechanized or not army.points.infantry):
            return 0
        if skill.empty and (defence(world, state, army.side, target) or strength_of(state, target)):
            return 0
        return skill.add


PART = TerrainSkills
