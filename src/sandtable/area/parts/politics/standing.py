"""Who is neutral, and where: powers at war with nobody, and powers at war on only part of the board."""

from collections.abc import Iterator, Mapping

from sandtable.area.forces import Power
from sandtable.area.relations import Relation
from sandtable.area.world import World

Fronts = Mapping[Power, Mapping[str, tuple[str, ...]]]


def at_war(world: World, power: Power) -> bool:
    """Whether a power is at war with anybody."""
    return power in world.at_war


def quiet_fronts(world: World, fronts: Fronts, power: Power) -> tuple[str, ...]:
    """The regions where a power at war elsewhere is still restricted as a neutral."""
    if power not in fronts or not at_war(world, power):
        return ()
    return tuple(
        region for region, foes in fronts[power].items() if not any(foe in world.enemies[power] for foe in foes)
    )


def quiet_spaces(world: World, fronts: Fronts, power: Power) -> frozenset[str]:
    """The spaces in those regions."""
    return world.board.named(quiet_fronts(world, fronts, power))


def drawn_in(world: World, power: Power) -> Iterator[tuple[Power, Power, Relation]]:
    """The partnerships a power forms on entering the war: with the powers of its side that are at war."""
    for other in world.order:
        mate = other != power and world.side(other) == world.side(power)
        if mate and at_war(world, other) and world.relation(power, other) == "peace":
            yield power, other, "partners"
