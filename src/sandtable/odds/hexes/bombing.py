"""The odds of raids by bombers, and of missiles."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

import msgspec
from msgspec.structs import replace

from sandtable.hexes.combat.fire import aimed
from sandtable.hexes.parts.strategic.memory import wing_at
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import undevastated
from sandtable.hexes.tables import Tables
from sandtable.hexes.world import World
from sandtable.odds.hexes.course import Course, Salvos


class Raid(msgspec.Struct, frozen=True):
    """Bombers and their escorts against the air defense of a hex."""

    bombers: int
    escorts: int = 0
    defence: int = 0
    """Air defense points."""
    production: int = 0
    """What the hex still produces."""
    modifier: int = 0
    """Added to the dice of the raiders."""


class Bombing(msgspec.Struct, frozen=True):
    """The possible results of a raid. The chances are exact."""

    hits: Mapping[int, Fraction]
    """Hits of the bombers: what a nation's morale loses."""
    devastated: Mapping[int, Fraction]
    """Production points that the hex loses."""
    bombers: Mapping[int, Fraction]
    """Bombers shot down."""
    escorts: Mapping[int, Fraction]
    """Escorts shot down."""
    defence: Mapping[int, Fraction]
    """Air defense lost."""


class _Air(msgspec.Struct, frozen=True):
    bombers: int
    escorts: int
    defence: int
    hits: int = 0


def bombing(tables: Tables, raid: Raid) -> Bombing:
    """The exact chances of a raid."""
    salvos = Salvos(tables)
    course = Course(_Air(raid.bombers, raid.escorts, raid.defence))
    guard, shield, load = salvos.dice(raid.escorts), salvos.dice(raid.defence), salvos.dice(raid.bombers)
    if raid.escorts and raid.defence:
        course.roll(partial(_dogfight, salvos, raid, guard, shield), guard + shield)
    course.roll(partial(_flak, salvos, shield), shield)
    course.roll(partial(_drop, salvos, raid, load), load)

    def spread(lost: Mapping[int, Fraction]) -> dict[int, Fraction]:
        return dict(sorted(lost.items()))

    return Bombing(
        hits=spread(course.spread(lambda air: air.hits)),
        devastated=spread(course.spread(lambda air: min(air.hits, raid.production))),
        bombers=spread(course.spread(lambda air: raid.bombers - air.bombers)),
        escorts=spread(course.spread(lambda air: raid.escorts - air.escorts)),
        defence=spread(course.spread(lambda air: raid.defence - air.defence)),
    )


def _dogfight(salvos: Salvos, raid: Raid, guard: int, shield: int, air: _Air) -> list[tuple[_Air, int]]:
    """Escorts and air defense fire at the same moment."""
    return [
        (replace(air, defence=max(0, air.defence - shot), escorts=max(0, air.escorts - lost)), ways * others)
        for shot, ways in salvos.hits(air.escorts, raid.modifier, guard)
        for lost, others in salvos.hits(air.defence, 0, shield)
    ]


def _flak(salvos: Salvos, shield: int, air: _Air) -> list[tuple[_Air, int]]:
    """What is left of the air defense fires at the bombers."""
    return [
        (replace(air, bombers=max(0, air.bombers - hits)), ways)
        for hits, ways in salvos.hits(air.defence, 0, shield)
    ]


def _drop(salvos: Salvos, raid: Raid, load: int, air: _Air) -> list[tuple[_Air, int]]:
    """The bombers that got through."""
    return [(replace(air, hits=hits), ways) for hits, ways in salvos.hits(air.bombers, raid.modifier, load)]


def raid_on(world: World, state: HexState, side: Side, target: Place, bombers: int, escorts: int = 0) -> Raid:
    """A raid in a position."""
    holder = state.control.get(target, "")
    return Raid(
        bombers,
        escorts,
        wing_at(state, holder, target).air_defense,
        undevastated(world, state, target),
        aimed(world, state, side, "assault"),
    )


def missiles_at(world: World, state: HexState, side: Side, target: Place, count: int) -> Raid:
    """Missiles, which nothing stops."""
    return replace(raid_on(world, state, side, target, count), defence=0)
