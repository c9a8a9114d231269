"""Unit types: the numbers of the unit table and the abilities, by name, that the rules ask for."""

from collections.abc import Mapping
from typing import Literal

import msgspec

Kind = Literal["land", "air", "sea"]

Ability = Literal[
    "blitz",  # drives on through an empty hostile territory
    "carrier-landing",  # may rest on a ship with room for it
    "submersible",  # passes hostile zones, strikes first, may submerge, shrugs off air hits
    "anti-submarine",  # takes those abilities from enemy submersibles
    "surface-warship",  # makes a sea zone hostile to its enemies
    "warship",  # may escort a landing past submersibles
    "chosen-last",  # takes a hit only if nothing else can
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
    volley: str = "other"
    """The kind of hit that it scores; a game's battle sequence says whom each kind can hit."""
    short: tuple[str, ...] = ()
    """How players abbreviate it when they write a force down."""

    def can(self, ability: Ability) -> bool:
        return ability in self.abilities


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
