"""The settings of fleets."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.hexes.state import Fleet, Name, Place, Side


class Reach(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ranges of a kind of fleet."""

    patrol: int
    """How far a patrol hex can be from port."""
    intercept: Mapping[int, int]
    """The highest die that intercepts, by distance up to which it applies."""

    @property
    def longest(self) -> int:
        """The greatest distance at which a fleet can intercept."""
        return max(self.intercept)

    def needed(self, distance: int) -> int:
        """The highest die that intercepts at a distance; 0: too far.

        >>> reach = Reach(12, {2: 6, 12: 1})
        >>> reach.needed(2), reach.needed(3), reach.needed(13)
        (6, 1, 0)
        """
        return next((die for far, die in sorted(self.intercept.items()) if distance <= far), 0)


class Weather(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's submarines fire better in some waters while it holds one of some areas."""

    side: Side
    areas: tuple[str, ...]
    sea: str
    rows: tuple[int, int]
    rule: str


class Service(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The navy of one nation."""

    side: Side
    fleets: tuple[Name, ...]
    """Its counters: whatever is in one of them belongs to the nation."""
    country: str
    bound: bool = False
    """Until the country surrenders, it uses only the ports of the country and its possessions."""
    builds: bool = True
    """Whether ships can be built for it."""


class Raider(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fleet that is at sea when the first turn begins."""

    fleet: Name
    at: Place
    """Its patrol hex, unless its owner chooses another."""
    sea: str
    """The sea in which it can be."""


class Unfinished(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship that is unfinished when the game begins."""

    side: Side
    ship: str
    left: int
    """What is still to pay."""


Lookout = Literal["army", "coast", "carrier", "fleet", "submarine"]
"""Who searches: aircraft of an army or a naval base, coastal air, carrier aircraft, surface ships, submarines."""


class Modifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is added to the die of a search."""

    aircraft: int
    """For each aircraft assigned to it."""
    distant: int
    """Carrier aircraft search the next hex."""
    active: int
    """Carrier aircraft of the target have searched this turn."""
    coast: int
    """The target is in a coastal hex."""
    own_coast: int
    """The target is in a coastal hex friendly to the searcher, besides."""
    seen: int
    """For each time the target was spotted in this hex or beside it."""
    seen_most: int
    """How many of those count."""
    large: int
    large_from: int
    """The strength points of a large target."""
    company: int
    """For each other fleet of the searcher in the hex."""
    submarines: int
    air: int
    """The target is aircraft."""
    route: int
    """The target is the cargo of a route."""


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is at sea must be spotted before it can be intercepted."""

    spot: Mapping[Lookout, tuple[int, ...]]
    """The highest modified die that spots, by range."""
    coast: tuple[int, ...]
    """The range of coastal air, by its side's level in tac air."""
    share: int
    """Of this many coastal aircraft in a hex, one can be assigned to a search."""
    carrier: tuple[int, ...]
    """How many aircraft a fleet of carriers can assign to a search, by its side's level in carriers."""
    modifiers: Modifiers


class Strait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A strait that is open to a side's raiders when they change base."""

    side: Side
    name: str
    """What opens it, as the waters say."""
    seasons: tuple[str, ...]
    peace: Side
    """The side that it must be at peace with."""


class Terror(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Submarines of a side can be given up to attack a country's morale off its coasts."""

    side: Side
    country: str
    areas: tuple[str, ...]
    places: tuple[Place, ...] = ()
    """Other places that will do."""


class NavalAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Navies of nations, ports with limited room, and what else the naval game adds."""

    navies: Mapping[str, Service]
    large: int
    """How many capital ships and carriers a plain port can harbour."""
    boats: int
    """How many submarines a plain port can harbour."""
    room: Mapping[Place, int] = {}
    """Bases that harbour only so many points of any kind."""
    strain: Mapping[int, int] = {}
    """What changing base adds to the dice of interceptions, by the distance beyond which it does."""
    raider: Raider | None = None
    strait: Strait | None = None
    terror: Terror | None = None
    hidden: tuple[Place, ...] = ()
    """Places whose ports can't be attacked until an enemy has come across them."""
    unfinished: tuple[Unfinished, ...] = ()
    search: Search | None = None

    def navy(self, fleet: Name) -> Service | None:
        """The navy that a fleet belongs to."""
        return next((navy for navy in self.navies.values() if fleet in navy.fleets), None)

    def straining(self, distance: int) -> int:
        """What changing base over a distance adds to the dice of interceptions.

        >>> action = NavalAction({}, 1, 4, strain={30: 1, 40: 2})
        >>> action.straining(30), action.straining(31), action.straining(41)
        (0, 1, 2)
        """
        return max((add for far, add in self.strain.items() if distance > far), default=0)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How fleets fight at sea."""

    surface: Reach
    submarines: Reach
    weather: Weather | None = None
    naval: NavalAction | None = None

    @property
    def search(self) -> Search | None:
        """How fleets are searched for. None: they are always found."""
        return self.naval.search if self.naval is not None else None

    def reach(self, fleet: Fleet) -> Reach:
        """The ranges of a fleet."""
        return self.submarines if fleet.submarines else self.surface
