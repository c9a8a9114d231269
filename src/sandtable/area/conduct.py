"""How a game does what games do differently: the switches of ``game.yaml``, and what options change in them.

A default is what most games of the family do. What a battle does differently is declared in ``battle.yaml``.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.area.forces import Power


class Conduct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The switches of a game."""

    neutral_fee: int | None = None
    """What violating a neutral costs; nothing means that neutrals cannot be entered at all."""
    undefended: Literal["in-combat", "at-once"] = "in-combat"
    """When a territory without defenders changes hands: when combat is conducted, or as it is entered."""
    lone_transports: bool = False
    """Ships without an attack value may sail into a hostile zone with nobody to fight beside them."""
    load_under_fire: bool = False
    """Troops for an assault may board in a hostile zone that is fought for this turn."""
    coasts: int = 1
    """In how many territories one transport may put troops ashore in the noncombat move."""
    landing_optional: bool = False
    """After a sea battle the attacker may keep the troops of an assault aboard."""
    assaults_first: bool = True
    """Amphibious assaults are resolved before all other combats."""
    stranded: Literal["one-space", "same-zone"] = "one-space"
    """How far defending air units without a carrier may fly: to the next space, or only to a place here."""
    new_carriers: bool = True
    """Air units may count on carriers bought this turn, and new ones may be placed on carriers."""
    room_can_be_denied: bool = True
    """Partners may be kept from one's carriers and transports."""
    unplaced: Literal["refunded", "lost"] = "refunded"
    """What becomes of bought units that find no place."""
    ships_among_enemies: bool = True
    """New ships may be placed in a zone that holds enemies."""
    original_factories: Literal["value", "unlimited"] = "value"
    """How many units a factory takes each turn while its first owner holds it; any other: the value."""
    least_capacity: int = 0
    """What a factory takes in a territory of less value than this."""
    individual_winner: bool = False
    """At the end the power of the winning side that has grown most is named."""


class OptionInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An optional rule that can be agreed on before the game, and what it changes."""

    name: str
    text: str
    default: bool = False
    rule: str = ""
    """Cited when somebody wants to switch it in mid-game, and when it forbids something."""
    peaceful_rounds: Mapping[Power, int] = {}
    """Powers that make no combat move in the first rounds, and in how many."""
    not_for_sale: tuple[str, ...] = ()
    """Units that nobody can buy."""
    techs: Mapping[Power, tuple[str, ...]] = {}
    """Developments that powers have from the beginning."""
    ships_among_enemies: bool = False
    """New ships may be placed in a zone that holds enemies, whatever the game says otherwise."""


class VictoryInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a side wins: looked at when a turn ends."""

    side: str
    rule: str
    after: Power = ""
    """Only after the turn of this power; left out, after every turn."""
    cities: tuple[str, ...] = ()
    at_least: int = 0
    """How many of the cities it has to hold."""
    production: int = 0
    """Or the production that its powers must have together."""
    option: str = ""
    """Only with this option; entries without one hold while no option with entries is on."""
