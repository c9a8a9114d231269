"""Developments: what can be developed, and how it changes a power's units."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from sandtable.area.forces import Power
from sandtable.area.units import Ability, UnitType

Techs = tuple[tuple[Power, str], ...]
"""Who has developed what: pairs of power and development, sorted."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a development adds to the values of its owner's units."""

    units: tuple[str, ...] = ()
    """The unit types it changes; by default all."""
    cost: int = 0
    """Added to the price, which is never less than 1."""
    attack: int = 0
    """Added to the attack value."""
    defense: int = 0
    """Added to the defense value."""
    move: int = 0
    """Added to the movement."""
    attack_dice: int = 0
    """Additional dice in an attack."""
    best_of: int = 0
    """Additional dice per shot, of which only the best counts."""
    dogfight: tuple[int, int] = (0, 0)
    """Added to the values in a dogfight, for the attacker and the defender."""
    abilities: tuple[Ability, ...] = ()
    """Abilities they gain."""
    loses: tuple[Ability, ...] = ()
    """Abilities and restrictions they lose."""
    volley: str = ""
    """The kind of hit they score from then on."""
    supports: int = 0
    """How many more units each of them boosts."""
    aim: int = 0
    """Added to the number their antiaircraft dice hit on."""
    hunts: int = 0
    """Added to their value if only submersibles can be hit."""
    towed_by: tuple[str, ...] = ()
    """Unit types that can tow them from then on."""


class TechInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One development."""

    name: str
    """Its name, as shown to players."""
    text: str
    """What it does, in a sentence."""
    effects: tuple[Effect, ...] = ()
    """How it changes units."""


def techs_of(techs: Techs, power: Power) -> tuple[str, ...]:
    """A power's developments."""
    return tuple(tech for owner, tech in techs if owner == power)


def with_techs(techs: Techs, power: Power, more: Iterable[str]) -> Techs:
    """The developments, with more for a power.

    >>> with_techs((("uk", "rockets"),), "germany", ["jets", "rockets"])
    (('germany', 'jets'), ('germany', 'rockets'), ('uk', 'rockets'))
    """
    return tuple(sorted({*techs, *((power, tech) for tech in more)}))


def improved(
    units: Mapping[str, UnitType], table: Mapping[str, TechInfo], techs: Techs
) -> Mapping[tuple[Power, str], UnitType]:
    """The unit types changed by developments, by power."""
    found: dict[tuple[Power, str], UnitType] = {}
    for power, tech in techs:
        for effect in table[tech].effects:
            for name in effect.units or tuple(units):
                found[power, name] = _with(found.get((power, name), units[name]), effect)
    return found


def _with(unit: UnitType, effect: Effect) -> UnitType:
    return replace(
        unit,
        cost=max(1, unit.cost + effect.cost) if unit.cost else 0,
        attack=unit.attack + effect.attack,
        defense=unit.defense + effect.defense,
        move=unit.move + effect.move,
        attack_dice=unit.attack_dice + effect.attack_dice,
        best_of=unit.best_of + effect.best_of,
        dogfight=(unit.dogfight[0] + effect.dogfight[0], unit.dogfight[1] + effect.dogfight[1]),
        abilities=(*(a for a in unit.abilities if a not in effect.loses), *effect.abilities),
        volley=effect.volley or unit.volley,
        supports=unit.supports + effect.supports,
        aim=unit.aim + effect.aim,
        hunts=unit.hunts + effect.hunts,
        towed_by=(*unit.towed_by, *effect.towed_by),
    )
