"""The state of a hex game: plain data with value equality.

Nothing here is ever changed in place: evolving builds a new state that shares what did not change, so a fork is
the state itself. A place is called by its number (``1143``) or, if it is a box beside the map, by its name.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from sandtable.hexes.strength import NONE, Points

Side = str
"""Who plays: ``axis``, ``soviet``, ``allied``."""
Place = str
"""The number of a hex, or the name of a box."""
Name = str
"""The name of an army or a fleet: no two of a game are called alike."""
Sea = str

Phase = Literal["setup", "movement", "combat", "production"]
Step = Literal["announce", "invasion", "defence", "assault", "advance", "exploitation"]
"""Where a Combat Phase is: attacks are announced, invasions land, the defenders fire, the attackers fire, they
advance; then exploitation, one army at a time."""


Stage = Literal["sail", "strike", "support", "fire", "assault", "advance"]
"""Where a landing is: at sea, under coastal air, supported by fleets, under fire, firing, going ashore."""


class Army(msgspec.Struct, frozen=True):
    """A vessel for strength points: it stands in one place and is as strong as what it holds."""

    side: Side
    at: Place
    points: Points


class Fleet(msgspec.Struct, frozen=True):
    """Naval fire points at their base."""

    side: Side
    at: Place
    points: int


class Fort(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fort: points that defend, and points that are still being built."""

    side: Side
    points: int = 0
    building: int = 0


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army and the one hex that it has been named against."""

    army: Name
    """Empty: a fleet that sails by itself to support an invasion."""
    target: Place
    route: tuple[Place, ...] = ()
    """By sea: the hexes that it enters on its way, the target last; by land: none."""
    fleet: Name = ""
    """The fleet that sails with it."""


class Toll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Losses that a side has yet to name."""

    side: Side
    count: int
    armies: tuple[Name, ...]
    """The armies that may bear them."""
    fort: Place = ""
    """The fort that may bear some of them."""
    fleet: Name = ""
    """The fleet that may bear some of them."""
    amphibious: int = 0
    """So many of them at least must be amphibious, while there are any."""


class Duel(msgspec.Struct, frozen=True):
    """A battle at sea whose losses are being taken."""

    fleet: Name
    """The one that intercepts."""
    escort: Name
    """The one that sails with the invasion; none: nobody fires back."""
    dealt: int
    taken: int


class Landing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The invasion of one hex while it is being carried out."""

    target: Place
    armies: tuple[Name, ...]
    """Those that land, in the order in which they sail."""
    supports: tuple[Name, ...] = ()
    """Fleets that sail after them to support them."""
    stage: Stage = "sail"
    sailing: int = 0
    """Which of them all is at sea; all have arrived: their number."""
    met: tuple[Name, ...] = ()
    """Enemy fleets that have had their chance at the one at sea."""
    duel: Duel | None = None
    coasts: tuple[Place, ...] = ()
    """Enemy coasts on its way that have yet to fire at it."""
    struck: bool = False
    """Coastal air of the target has fired."""


class Combat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Combat Phase in progress."""

    step: Step = "announce"
    attacks: tuple[Attack, ...] = ()
    """Announced and not yet carried out; an army without an entry attacks no more in this sub-phase."""
    supports: tuple[Attack, ...] = ()
    """Fleets that are to support an invasion by themselves."""
    unasked: tuple[Side, ...] = ()
    """Defenders who have yet to say which of their armies fire."""
    volleys: tuple[Place, ...] = ()
    """Hexes whose announced defensive assaults have yet to be rolled."""
    firing: tuple[str, ...] = ()
    """Armies and forts that fire in those defensive assaults."""
    toll: Toll | None = None
    displaced: tuple[Name, ...] = ()
    """Armies that have lost their hex and have yet to retreat: they are nowhere until then."""
    assaulted: tuple[Name, ...] = ()
    """Armies that have made their one assault of the turn."""
    spent: Mapping[str, int] = {}
    """Strength that has been fired from one hex at another in this sub-phase, as ``1142>1143``."""
    advanced: Mapping[Name, int] = {}
    """How many hexes each army has advanced in this turn."""
    eligible: tuple[Name, ...] = ()
    """Armies that have advanced and may still attack on."""
    failed: tuple[Name, ...] = ()
    """Armies that have failed to advance: they attack no more in this turn."""
    spearhead: Name = ""
    """The army that is exploiting."""
    tried: tuple[Name, ...] = ()
    """Armies that have tried to advance in this sub-phase."""
    landing: Landing | None = None
    landed: tuple[Name, ...] = ()
    """Armies that have invaded in this turn."""


def fort_name(place: Place) -> str:
    """What a fort is called among those that fire: an army may have the name of its place.

    >>> fort_name("Siberia")
    'fort Siberia'
    """
    return f"fort {place}"


class HexState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything on and beside the board."""

    scenario: str
    turn: int
    """Which seasonal turn of the scenario, from 1."""
    side: Side
    """Whose player turn it is."""
    phase: Phase
    control: Mapping[Place, Side]
    """Whose friend each place is; nobody's: neutral, or out of play."""
    armies: Mapping[Name, Army]
    fleets: Mapping[Name, Fleet] = {}
    forts: Mapping[Place, Fort] = {}
    devastated: Mapping[Place, int] = {}
    """Production points that yield nothing."""
    ruined: Mapping[Place, int] = {}
    """Those of them that were devastated before the first turn and that some sides can never repair."""
    repaired: Mapping[Place, int] = {}
    """Points that were repaired in this Production Phase: they are of use when it is over."""
    marked: tuple[Place, ...] = ()
    """Places whose occupation marker was gained by combat advance."""
    bare: tuple[Place, ...] = ()
    """Places without a garrison until the Combat Phase is over."""
    cut_off: tuple[Place, ...] = ()
    """Where armies of the side on turn had no full supply when its turn began: they neither move nor attack."""
    fired: tuple[str, ...] = ()
    """Armies and forts that have made their defensive assault in this player turn."""
    cover: Mapping[Place, int] = {}
    """Losses that forts can still swallow in this player turn, once the first has been inflicted."""
    expended: tuple[Name, ...] = ()
    """Fleets that may neither intercept nor support any more in this player turn."""
    shipped: Mapping[str, int] = {}
    """Points that have crossed each sea in this Movement Phase, and other allowances that have been used."""
    beachheads: Mapping[Place, int] = {}
    """Hexes that serve their captors as ports, and the last seasonal turn in which they do."""
    budget: int = 0
    """Production points that are left to spend in this Production Phase."""
    purses: Mapping[Place, int] = {}
    """Those of places that produce on their own: they are spent there alone."""
    lent: Mapping[Side, int] = {}
    """Lend-lease that waits for its receiver's next Production Phase."""
    lending: Mapping[Place, int] = {}
    """Lend-lease that each depot has taken in this Production Phase."""
    reserve: Mapping[Side, Points] = {}
    """Points that have yet to be deployed while a side sets up."""
    winters: int = 0
    """How many hard winters have been counted, the present one included."""
    wintered: int = 0
    """The turn in which the last of them was counted."""
    combat: Combat | None = None
    players: Mapping[str, tuple[Side, ...]] = {}
    options: Mapping[str, bool] = {}
    conceded: tuple[Side, ...] = ()
    winner: str = ""

    def armies_at(self, place: Place) -> Iterator[tuple[Name, Army]]:
        """The armies in a place, whosoever they are; those that have to retreat are nowhere."""
        away = self.combat.displaced if self.combat is not None else ()
        return ((name, army) for name, army in self.armies.items() if army.at == place and name not in away)

    def armies_of(self, side: Side) -> Iterator[tuple[Name, Army]]:
        """The armies of a side."""
        return ((name, army) for name, army in self.armies.items() if army.side == side)

    def points_at(self, place: Place) -> Points:
        """The points of all armies in a place."""
        held = NONE
        for _, army in self.armies_at(place):
            held = held + army.points
        return held

    def fort_at(self, place: Place) -> int:
        """The fort points that count in a place."""
        fort = self.forts.get(place)
        return fort.points if fort is not None else 0
