"""Unit types: the numbers of the unit table, and the named abilities that the rules use."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.core.bounds import Amount, Digit

Kind = Literal["land", "air", "sea", "facility"]

Ability = Literal[
    "blitz",
    "carrier-landing",
    "submersible",
    "anti-submarine",
    "surface-warship",
    "warship",
    "chosen-last",
    "obstacle",
    "first-shot",
    "withdraws",
    "bombard",
    "anti-air",
    "bombs",
    "factory",
    "anti-tank",
    "tracked",
    "noncombatant",
    "prize",
    "never-attacks",
    "airborne",
    "jet",
    "foot",
    "artillery",
    "air-support",
    "sub-hunter",
    "land-targets",
    "pathfinder",
    "dive",
    "fragile-deck",
    "shield",
    "entrenched",
    "flak",
    "capital-ship",
    "armored",
    "motorized",
    "dropped",
    "heavy",
]
ABILITIES: Mapping[Ability, str] = {
    "blitz": "drives on through an empty hostile territory",
    "carrier-landing": "may rest on a ship with room for it",
    "submersible": "passes hostile zones, strikes first, may submerge, shrugs off air hits",
    "anti-submarine": "takes those abilities from enemy submersibles",
    "surface-warship": "makes a sea zone hostile to its enemies",
    "warship": "may escort a landing past submersibles",
    "chosen-last": "takes a hit only if nothing else can",
    "obstacle": "makes a sea zone hostile to its enemies without being a surface warship",
    "first-shot": "fires before all others when it attacks",
    "withdraws": "may leave a battle on its own",
    "bombard": "may fire one shot ahead of a landing from its zone",
    "anti-air": "fires at enemy air units over its territory",
    "bombs": "may raid a factory instead of fighting",
    "factory": "new units enter play where it stands",
    "anti-tank": "a gun that is turned on tanks",
    "tracked": "a target for guns that are turned on tanks",
    "noncombatant": "never fights, is never a casualty, and holds nothing",
    "prize": "belongs to whoever takes its territory; occupies nothing, is never a casualty",
    "never-attacks": "moves in the noncombat move only, and never into a hostile territory",
    "airborne": "meets enemies of its kind in the sky, where both sides have them",
    "jet": "too fast for guns on the ground, and for those who have none",
    "foot": "is hit last by those who look for heavier targets",
    "artillery": "supports those on foot",
    "air-support": "supports tanks while the sky is free",
    "sub-hunter": "finds submersibles from the air",
    "land-targets": "attacks nothing at sea",
    "pathfinder": "makes those that dive more dangerous",
    "dive": "attacks better with others to guide it",
    "fragile-deck": "takes no air units, and lets none go, while it is damaged",
    "shield": "takes the first hits for everybody else, until it can take no more",
    "entrenched": "defends better behind a shield",
    "flak": "fires at air units that attack its fleet",
    "capital-ship": "built only where there was a yard for it at the start",
    "armored": "leads motorized columns, and is slowed by guns on the ground",
    "motorized": "attacks better beside armor",
    "dropped": "comes down by parachute, under the fire of guns against air units",
    "heavy": "carries the heaviest bombs",
}
"""What the rules do with each ability."""


class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the unit table."""

    name: str
    plural: str
    kind: Kind
    cost: Amount
    attack: Digit
    defense: Digit
    move: Digit
    hits: Annotated[int, Meta(ge=1, le=100)] = 1
    abilities: tuple[Ability, ...] = ()
    berths: tuple[tuple[str, ...], ...] = ()
    """Room aboard: one entry per place, naming the unit types that fit."""
    fills: tuple[str, ...] = ()
    """Unit types of which a single unit takes up all the room aboard."""
    attack_dice: Digit = 1
    """Dice it rolls when it attacks or bombs."""
    limit: Amount = 0
    """How many of its type, of all powers together, may be in one territory; 0 means any number."""
    best_of: Digit = 1
    """Dice it rolls for a single shot, of which the best counts."""
    again_on: Digit = 0
    """When it attacks, a die that shows this or less is rolled again, for another hit."""
    picks_on: Digit = 0
    """A die that shows this or less is a hit for which its own side chooses the casualty."""
    dogfight: tuple[Digit, Digit] = (0, 0)
    """What it has to roll against air units, or less: when attacking, and when defending."""
    air_factor: Digit = 0
    """Its factor in air combat that is decided by a chart."""
    anti_air: Digit = 0
    """Dice it rolls at enemy air units, besides its own shot."""
    aim: int = 0
    """Added to the number those dice hit on."""
    supports: Digit = 1
    """How many other units it boosts, if it boosts any."""
    hunts: int = 0
    """Added to its value if only submersibles can be hit."""
    lifts: tuple[str, ...] = ()
    """For air units: the unit types of which it can carry one to another territory in the noncombat move."""
    volley: str = "other"
    """The kind of hit it scores; a game's battle sequence says what each kind can hit."""
    blitzes_with: tuple[str, ...] = ()
    """Unit types with which it can blitz through an empty hostile territory, one to one, in the same order."""
    towed_by: tuple[str, ...] = ()
    """Unit types that can tow it, one to one, as far as they go themselves in the same order."""
    short: tuple[str, ...] = ()
    """Players' abbreviations for it."""

    def can(self, ability: Ability) -> bool:
        return ability in self.abilities

    def takes(self, cargo: tuple[str, ...]) -> bool:
        """Whether it has room for all of ``cargo`` at once."""
        if any(unit in self.fills for unit in cargo):
            return len(cargo) == 1
        return fits(self.berths, cargo)

    @property
    def guests(self) -> frozenset[str]:
        """The unit types it has room for."""
        return frozenset(unit for berth in self.berths for unit in berth).union(self.fills)


UnitTable = Mapping[str, UnitType]


def fits(berths: tuple[tuple[str, ...], ...], cargo: tuple[str, ...]) -> bool:
    """Whether all of ``cargo`` fits into ``berths``, each unit in its own place.

    >>> room = (("infantry", "tank"), ("infantry",))
    >>> fits(room, ("infantry", "tank")), fits(room, ("tank", "tank"))
    (True, False)
    >>> fits(room, ("tank", "infantry")), fits(room * 20, ("infantry",) * 38 + ("artillery",))
    (True, False)
    """
    if not cargo:
        return True
    if len(cargo) > len(berths):
        return False
    aboard: dict[int, int] = {}
    """The unit in each place."""

    def board(unit: int, tried: set[int]) -> bool:
        for number, place in enumerate(berths):
            if cargo[unit] in place and number not in tried:
                tried.add(number)
                if number not in aboard or board(aboard[number], tried):
                    aboard[number] = unit
                    return True
        return False

    return all(board(unit, set()) for unit in range(len(cargo)))
