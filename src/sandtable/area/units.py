"""Unit types: the numbers of the unit table and the abilities, by name, that the rules ask for."""

from collections.abc import Mapping
from typing import Literal

import msgspec

Kind = Literal["land", "air", "sea", "facility"]

Ability = Literal[
    "blitz",  # drives on through an empty hostile territory
    "carrier-landing",  # may rest on a ship with room for it
    "submersible",  # passes hostile zones, strikes first, may submerge, shrugs off air hits
    "anti-submarine",  # takes those abilities from enemy submersibles
    "surface-warship",  # makes a sea zone hostile to its enemies
    "warship",  # may escort a landing past submersibles
    "chosen-last",  # takes a hit only if nothing else can
    "obstacle",  # makes a sea zone hostile to its enemies without being a surface warship
    "first-shot",  # fires before all others when it attacks
    "withdraws",  # may leave a battle on its own
    "bombard",  # may fire one shot ahead of a landing from its zone
    "anti-air",  # fires at enemy air units over its territory
    "bombs",  # may raid a factory instead of fighting
    "factory",  # new units enter play where it stands
    "prize",  # belongs to whoever takes its territory; occupies nothing, is never a casualty
    "never-attacks",  # moves in the noncombat move only, and never into a hostile territory
    "airborne",  # meets enemies of its kind in the sky, where both sides have them
    "jet",  # too fast for guns on the ground, and for those who have none
    "foot",  # is hit last by those who look for heavier targets
    "artillery",  # supports those on foot
    "air-support",  # supports tanks while the sky is free
    "sub-hunter",  # finds submersibles from the air
    "land-targets",  # attacks nothing at sea
    "capital-ship",  # built only where there was a yard for it at the start
]


class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the unit table."""

    name: str
    plural: str
    kind: Kind
    cost: int
    attack: int
    defense: int
    move: int
    hits: int = 1
    abilities: tuple[Ability, ...] = ()
    berths: tuple[tuple[str, ...], ...] = ()
    """Room aboard: one entry a place, naming the unit types that fit into it."""
    fills: tuple[str, ...] = ()
    """Unit types of which a single one takes up all the room aboard."""
    attack_dice: int = 1
    """Dice that it rolls when it attacks or bombs."""
    limit: int = 0
    """How many of its kind, of all powers together, may stand in one territory; 0 means any number."""
    best_of: int = 1
    """Dice that it rolls for a single shot, of which the best counts."""
    dogfight: tuple[int, int] = (0, 0)
    """What it has to roll against air units, or less: when it attacks, and when it defends."""
    anti_air: int = 0
    """Dice that it rolls at enemy air units, beside its own shot."""
    lifts: tuple[str, ...] = ()
    """For air units: the unit types of which it can carry one to another territory in the noncombat move."""
    volley: str = "other"
    """The kind of hit that it scores; a game's battle sequence says whom each kind can hit."""
    short: tuple[str, ...] = ()
    """How players abbreviate it when they write a force down."""

    def can(self, ability: Ability) -> bool:
        return ability in self.abilities

    def takes(self, cargo: tuple[str, ...]) -> bool:
        """Whether it has room for all of ``cargo`` at once."""
        if any(unit in self.fills for unit in cargo):
            return len(cargo) == 1
        return fits(self.berths, cargo)

    @property
    def guests(self) -> frozenset[str]:
        """The unit types that it has room for."""
        return frozenset(unit for berth in self.berths for unit in berth).union(self.fills)


UnitTable = Mapping[str, UnitType]


def fits(berths: tuple[tuple[str, ...], ...], cargo: tuple[str, ...]) -> bool:
    """Whether all of ``cargo`` finds a place of its own in ``berths``.

    >>> room = (("infantry", "tank"), ("infantry",))
    >>> fits(room, ("infantry", "tank")), fits(room, ("tank", "tank"))
    (True, False)
    """
    if not cargo:
        return True
    if len(cargo) > len(berths):
        return False
    first, rest = cargo[0], cargo[1:]
    return any(first in place and fits(berths[:i] + berths[i + 1 :], rest) for i, place in enumerate(berths))
