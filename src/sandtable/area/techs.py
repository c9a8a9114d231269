"""Developments: what research costs, what can be found, and what it does to a power's units."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from sandtable.area.forces import Power
from sandtable.area.units import Ability, UnitType

Techs = tuple[tuple[Power, str], ...]
"""Who has developed what: pairs of power and development, sorted."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a development adds to the numbers of its owner's units."""

    units: tuple[str, ...] = ()
    """The unit types that it changes; left out, all of them."""
    cost: int = 0
    attack: int = 0
    defense: int = 0
    move: int = 0
    attack_dice: int = 0
    best_of: int = 0
    dogfight: tuple[int, int] = (0, 0)
    abilities: tuple[Ability, ...] = ()
    """What they can do from now on."""
    volley: str = ""
    """The kind of hit that they score from now on."""


class RocketInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attack on a factory from afar, once a turn, by a unit that can fire at air units."""

    range: int
    """How many spaces it reaches, over land and sea alike."""
    dice: int = 1
    """Dice that are rolled and added up: so much the owner of the factory pays."""
    declared: bool = False
    """Every gun may fire one; that is ordered in the combat move, and what is hit is the next income there."""


class TechInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One development."""

    name: str
    text: str
    number: int
    """The die that brings it."""
    effects: tuple[Effect, ...] = ()
    rockets: RocketInfo | None = None


class BoxesInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Research in small steps, as an option: dice are given to developments when they are rolled."""

    option: str
    success: int
    """A die that shows this or less fills a box."""
    needed: int
    """So many boxes bring the development."""
    free: int = 0
    """Dice that every power has each turn beside those that it buys."""


class ResearchInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How research is done: dice are bought and rolled together, and each success brings a development."""

    die: int
    """What one die costs."""
    success: int
    """A die that shows this or more is a breakthrough."""
    techs: Mapping[str, TechInfo]
    directed: bool = False
    """Dice are bought for a development and rolled in a phase of their own."""
    boxes: BoxesInfo | None = None

    def numbered(self, number: int) -> str:
        """The development that a die brings."""
        return next(name for name, tech in self.techs.items() if tech.number == number)


def techs_of(techs: Techs, power: Power) -> tuple[str, ...]:
    """What a power has developed."""
    return tuple(tech for owner, tech in techs if owner == power)


def with_techs(techs: Techs, power: Power, more: Iterable[str]) -> Techs:
    """The developments with more of them for a power.

    >>> with_techs((("uk", "rockets"),), "germany", ["jets", "rockets"])
    (('germany', 'jets'), ('germany', 'rockets'), ('uk', 'rockets'))
    """
    return tuple(sorted({*techs, *((power, tech) for tech in more)}))


def improved(
    units: Mapping[str, UnitType], table: Mapping[str, TechInfo], techs: Techs
) -> Mapping[tuple[Power, str], UnitType]:
    """The unit types that developments have changed, by power."""
    found: dict[tuple[Power, str], UnitType] = {}
    for power, tech in techs:
        for effect in table[tech].effects:
            for name in effect.units or tuple(units):
                found[power, name] = _with(found.get((power, name), units[name]), effect)
    return found


def _with(unit: UnitType, effect: Effect) -> UnitType:
    return replace(
        unit,
        cost=unit.cost + effect.cost,
        attack=unit.attack + effect.attack,
        defense=unit.defense + effect.defense,
        move=unit.move + effect.move,
        attack_dice=unit.attack_dice + effect.attack_dice,
        best_of=unit.best_of + effect.best_of,
        dogfight=(unit.dogfight[0] + effect.dogfight[0], unit.dogfight[1] + effect.dogfight[1]),
        abilities=(*unit.abilities, *effect.abilities),
        volley=effect.volley or unit.volley,
    )
