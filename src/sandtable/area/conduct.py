"""How a game does things that every game of the family does in one way or another, and how options change that.

Nothing here has a default: a game's ``game.yaml`` sets every field, or is ``like`` a game that does. Features that
only some games have are parts; differences in battles are declared in ``battle.yaml``.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.area.forces import Power
from sandtable.area.requirements.kinds import Requirements


class Fleets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ships among enemies."""

    lone_transports: bool
    """Ships without an attack value may enter a hostile zone without units that can fight."""
    share_zones: bool
    """Ships that begin a turn beside enemies fight only if ordered to."""
    placed_among_enemies: bool
    """New ships may be placed in a zone with enemies."""


class Landings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Landing troops."""

    coasts: int
    """In how many territories one transport may land troops in the noncombat move."""
    optional: bool
    """After a sea battle, the attacker may keep an assault's troops aboard."""
    load_under_fire: bool
    """Troops for an assault may board in a hostile zone that is fought over this turn."""
    among_friends: bool
    """Transports may also land troops in friendly territory in the combat move."""


class Ships(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Room aboard ships."""

    new_carriers: bool
    """Air units may count on carriers bought this turn, and new ones may be placed on carriers."""
    guests_when_new: bool
    """New air units may be placed on partners' carriers."""
    decks_carry: bool
    """Carriers may carry air units of their own power instead of these flying."""
    deny_room: bool
    """Powers may deny partners room on their carriers and transports."""


class Factories(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What factories can produce, and where they stand."""

    original: Literal["value", "unlimited"]
    """How many units a factory can produce each turn for its original owner; for others, its territory's value."""
    captured: int
    """A factory in a captured territory can produce its territory's value divided by this."""
    least: int
    """The minimum that a factory can produce, whatever its territory's value."""
    site_value: int
    """The minimum value of a territory in which a factory can be built."""
    stop_blitz: bool
    """Guns and factories stop a blitz, even if no other units are there."""


class Conduct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings that every game of the family must have. Features that only some games have are parts."""

    undefended: Literal["in-combat", "at-once"]
    """When an undefended territory changes hands: in the conduct combat phase, or when it is entered."""
    assaults_first: bool
    """Amphibious assaults are resolved before all other combats."""
    stranded: Literal["one-space", "same-zone", "two-spaces"]
    """How far defending air units without a carrier may fly, or that they stay in their zone."""
    unplaced: Literal["refunded", "lost"]
    """What becomes of bought units that find no place."""
    keeps_liberated: tuple[Power, ...]
    """Powers that keep partners' territories when they retake them."""
    fleets: Fleets
    landings: Landings
    ships: Ships
    factories: Factories


class OptionInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An optional rule to agree on before the game, and what it changes."""

    name: str
    text: str
    default: bool = False
    rule: str = ""
    """Cited when somebody tries to switch it during a game, and when it forbids something."""
    peaceful_rounds: Mapping[Power, int] = {}
    """Powers that can't make combat moves in the first rounds, and for how many rounds."""
    not_for_sale: tuple[str, ...] = ()
    """Units that nobody can buy."""
    techs: Mapping[Power, tuple[str, ...]] = {}
    """Developments that powers start with."""
    ships_among_enemies: bool = False
    """New ships may be placed in a zone with enemies, even if the game normally forbids it."""
    points: Mapping[str, int] = {}
    """City values with this option, if different."""


class VictoryInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a side wins: checked at the end of a turn; victory by points at the start of the side's own turn."""

    side: str
    rule: str
    name: str = ""
    """Distinguishes it from the side's other ways to win."""
    after: Power = ""
    """Only after this power's turn; by default after every turn."""
    cities: tuple[str, ...] = ()
    at_least: int = 0
    """How many of the cities the side must hold."""
    production: int = 0
    """Or the production that its powers must have together."""
    points: int = 0
    """Or the city points that they must hold together at the start of one of their turns."""
    when: Requirements = ()
    """Or requirements that must hold, checked at the end and the start of a turn."""
    option: str = ""
    """Only with this option. Entries without one apply while no option that has entries is on."""
