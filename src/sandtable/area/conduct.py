"""How a game does what games do differently: the switches of ``game.yaml``, and what options change in them.

A default is what most games of the family do. What a battle does differently is declared in ``battle.yaml``.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.area.forces import Power


class Levies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that enter play in any territory of their power, up to a part of its value and beside its factory."""

    units: tuple[str, ...]
    original: int
    """Their number is the value divided by this, in the power's first territories,"""
    captured: int
    """and divided by this in all others."""


class AidInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Money that a power may send to partners when it has collected its income."""

    to: tuple[Power, ...]
    most: int
    """How much in a turn, all partners together."""


class ClosedArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Territories that some powers may not enter until a territory falls for the first time."""

    name: str
    powers: tuple[Power, ...]
    spaces: tuple[str, ...]
    until: str
    """The territory that has to fall to an enemy of its first owner."""
    entry: str
    """The rule against entering,"""
    overflight: str
    """and the one against flying over."""


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
    stranded: Literal["one-space", "same-zone", "two-spaces"] = "one-space"
    """How far defending air units without a carrier may fly: so many spaces, or only to a place here."""
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
    half_flights: bool = False
    """Air units spend at most half of their movement to attack, and at most half to land afterwards."""
    interdiction: bool = False
    """Ships sail through zones with submarines and transports only; the submarines roll to stop them."""
    shared_zones: bool = False
    """Ships that begin a turn beside enemies fight only if they are told to."""
    decks_carry: bool = False
    """Air units may be taken along by a carrier of their own power instead of flying."""
    friendly_landings: bool = False
    """Transports may put troops ashore in friendly territory in the combat move as well."""
    guests_when_new: bool = False
    """New air units may be placed on carriers of partners."""
    captured_capacity: int = 1
    """A factory in a captured territory takes its value divided by this."""
    capital_ships_at_home: bool = False
    """Capital ships enter play only at factories of the set-up, and only for the power that began with them."""
    levies: Levies | None = None
    """Units that do not need a factory."""
    half_income_after_loss: bool = False
    """Who has lost the capital collects half of the next income."""
    build_where_lost: bool = False
    """Without its capital a power mobilizes only in cities and at factories, and builds no factory."""
    repairs: bool = False
    """Damaged ships are repaired for money beside friendly factories and cities."""
    scorched_earth: bool = False
    """A power may destroy its own factories."""
    prizes_stop: bool = False
    """Guns and factories stop a blitz, though nobody stands beside them."""
    factory_value: int = 0
    """The least value of a territory where a factory can be built."""
    keeps_liberated: tuple[Power, ...] = ()
    """Powers that keep what they retake of their partners' territories."""


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
    points: Mapping[str, int] = {}
    """What cities are worth with this option, where that differs."""


class VictoryInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a side wins: looked at when a turn ends; victory by points when the side's own turn begins."""

    side: str
    rule: str
    after: Power = ""
    """Only after the turn of this power; left out, after every turn."""
    cities: tuple[str, ...] = ()
    at_least: int = 0
    """How many of the cities it has to hold."""
    production: int = 0
    """Or the production that its powers must have together."""
    points: int = 0
    """Or the points of cities that they must hold together when a turn of theirs begins."""
    option: str = ""
    """Only with this option; entries without one hold while no option with entries is on."""
