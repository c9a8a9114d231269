"""What a scenario can set about politics. It is all data; the code doesn't know any country."""

from collections.abc import Iterator, Mapping

import msgspec

from sandtable.hexes.state import Place, Side
from sandtable.hexes.strength import Points


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a file. Unknown keys are rejected."""


class Dated(_Strict, frozen=True):
    """Countries that join a side on a date, if they are still unaligned."""

    side: Side
    date: str
    by: Side
    """At the beginning of this side's turn."""
    rule: str
    countries: tuple[str, ...] = ()
    colour: str = ""
    """All countries of this allegiance in the atlas."""
    production: bool = False
    """Not before that side's Production Phase."""


class Gift(_Strict, frozen=True):
    """Points that a side receives when a country joins it."""

    side: Side
    points: Points
    rule: str
    whenever: bool = False
    """However it joins; otherwise only on its date."""


class Also(_Strict, frozen=True):
    """An attack that also counts as one on another country."""

    frm: str
    """The area the attack comes from."""
    at: Place
    """The place attacked."""
    country: str
    rule: str


class Neutrals(_Strict, frozen=True):
    """The consequences of an attack on an unaligned country."""

    rule: str
    joins: Mapping[Side, Side]
    """By attacker: the side a country joins if it wasn't conquered in the same phase."""
    instead: Mapping[Side, Mapping[Side, tuple[str, ...]]] = {}
    """By attacker and side: the countries that join that side instead."""
    never: tuple[str, ...] = ()
    """Countries that join nobody."""
    at_once: Mapping[str, tuple[Side, str]] = {}
    """Countries that join a side at once when attacked by an enemy of that side, and the rule."""
    also: tuple[Also, ...] = ()
    waits: Mapping[str, str] = {}
    """Countries whose armies wait for the side they will join, and the rule that binds them."""


class Terms(_Strict, frozen=True):
    """How a great power surrenders: at the end of a Combat Phase of the side that holds certain places."""

    to: Side
    holds: tuple[Place, ...]
    rule: str
    yields: tuple[str, ...] = ()
    """Areas whose uncaptured places go to the victor; points there are eliminated, production is devastated."""
    frees: tuple[str, ...] = ()
    """Areas whose uncaptured places become unaligned; points there are eliminated."""
    nation: str = ""
    """The nation whose points elsewhere become those of their side."""
    nation_rule: str = ""
    ships: Side = ""
    """The side whose ships may use them while they are unaligned."""


class Collapse(_Strict, frozen=True):
    """How a country without a capital surrenders: by losing enough places. Its side loses points with it."""

    side: Side
    """The side it must be on."""
    places: tuple[Place, ...]
    count: int
    loses: Points
    rule: str
    losses_rule: str


class Offer(_Strict, frozen=True):
    """How a side offers to surrender, once."""

    country: str
    frm: Side
    to: Side
    holds: tuple[Place, ...]
    rule: str
    refused: str
    """The rule that it isn't offered again."""


class Rally(_Strict, frozen=True):
    """Freed areas that join a side when it has captured certain places."""

    areas: tuple[str, ...]
    after: str
    """The country that must have surrendered."""
    side: Side
    holds: tuple[Place, ...]
    rule: str


class Settings(_Strict, frozen=True):
    """All settings of politics."""

    neutrals: Neutrals
    entry: tuple[Dated, ...] = ()
    gifts: Mapping[str, Gift] = {}
    terms: Mapping[str, Terms] = {}
    collapses: Mapping[str, Collapse] = {}
    offer: Offer | None = None
    rallies: tuple[Rally, ...] = ()
    capitals: str = "surrender.other-capital"
    """The rule by which other countries surrender with their capital."""
    enduring: tuple[str, ...] = ()
    """Countries that don't surrender with their capital; its loss ends the game or has another effect."""
    heirs: Mapping[str, tuple[Side, str]] = {}
    """Countries whose possessions go to this side instead of the victor, and the rule."""

    def rules(self) -> Iterator[str]:
        """All rules named here."""
        yield self.neutrals.rule
        yield self.capitals
        yield from self.neutrals.waits.values()
        yield from (rule for _, rule in (*self.heirs.values(), *self.neutrals.at_once.values()))
        yield from (one.nation_rule for one in self.terms.values() if one.nation_rule)
        yield from (one.losses_rule for one in self.collapses.values())
        named: list[Dated | Gift | Also | Terms | Collapse | Rally] = [*self.entry, *self.gifts.values()]
        named += [*self.neutrals.also, *self.terms.values(), *self.collapses.values(), *self.rallies]
        yield from (one.rule for one in named)
        if self.offer is not None:
            yield from (self.offer.rule, self.offer.refused)
