"""The state of a hex game: plain data with value equality.

Nothing here is ever modified in place: each step builds a new state that shares what didn't change, so a fork is
the state itself. A place is identified by its number (``1143``) or, for a box off the map, by its name.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from sandtable.core.parts import AnySlice
from sandtable.hexes.atlas import Port
from sandtable.hexes.strength import NONE, Amount, Points

Side = str
"""A side: ``axis``, ``soviet``, ``allied``."""
Place = str
"""The number of a hex, or the name of a box."""
Name = str
"""The name of an army or a fleet, unique in a game."""
Sea = str

Phase = Literal["setup", "strategic", "naval", "movement", "combat", "production", "research"]
"""A scenario lists the phases its turns have; most of them contain only what its parts offer."""
Step = Literal["announce", "opening", "invasion", "defence", "assault", "advance", "exploitation", "over"]
"""The step of a Combat Phase: attacks are announced, questions about them are answered, invasions land,
defenders fire, attackers fire, attackers advance; then exploitation, one army at a time. Afterwards there may
still be something to settle."""


Stage = Literal["sail", "strike", "support", "fire", "assault", "advance"]
"""The stage of a landing: at sea, under coastal air, supported by fleets, under fire, firing, going ashore."""


class Slice(AnySlice, frozen=True):
    """The memory of one part of the scenario; its tag is the part's name."""


class Army(msgspec.Struct, frozen=True, omit_defaults=True):
    """A container for strength points: it is in one place and is as strong as the points it holds."""

    side: Side
    at: Place
    points: Points
    nation: str = ""
    """The nation of its points, if a side has several. Empty: the first nation of its side."""


class Entry(msgspec.Struct, frozen=True):
    """A country's entry on a side."""

    side: Side
    turn: int
    """The seasonal turn of the entry."""


class Fleet(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ships at their base: surface ships or submarines, never both."""

    side: Side
    at: Place
    points: int
    """Capital ships: the naval fire points."""
    asw: int = 0
    """Anti-submarine escorts."""
    submarines: int = 0
    carriers: int = 0

    @property
    def ships(self) -> int:
        """All its points."""
        return self.points + self.asw + self.submarines + self.carriers

    def without(self, count: int) -> "Fleet":
        """What is left after losses, escorts first and carriers last."""
        asw, submarines = min(count, self.asw), min(count, self.submarines)
        points = min(count - asw - submarines, self.points)
        carriers = min(count - asw - submarines - points, self.carriers)
        return msgspec.structs.replace(
            self,
            points=self.points - points,
            asw=self.asw - asw,
            submarines=self.submarines - submarines,
            carriers=self.carriers - carriers,
        )


class Fort(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fort: points that defend, and points still under construction."""

    side: Side
    points: int = 0
    building: int = 0


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army and its target hex."""

    army: Name
    """Empty: a fleet that sails on its own to support an invasion."""
    target: Place
    route: tuple[Place, ...] = ()
    """By sea: the hexes it enters on its way, ending with the target. Empty: by land."""
    fleet: Name = ""
    """The fleet that escorts it."""


class Toll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Losses that a side has yet to choose."""

    side: Side
    count: int
    armies: tuple[Name, ...]
    """The armies that may take them."""
    fort: Place = ""
    """The fort that may take some of them."""
    fleet: Name = ""
    """The fleet that may take some of them."""
    amphibious: int = 0
    """At least this many of them must be amphibious, while there are any."""


class Duel(msgspec.Struct, frozen=True):
    """A sea battle whose losses are being taken."""

    fleet: Name
    """The intercepting fleet."""
    escort: Name
    """The fleet that escorts the invasion. Empty: nobody fires back."""
    dealt: int
    taken: int


class Landing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The invasion of one hex in progress."""

    target: Place
    armies: tuple[Name, ...]
    """The armies that land, in sailing order."""
    supports: tuple[Name, ...] = ()
    """Fleets that sail after them in support."""
    stage: Stage = "sail"
    sailing: int = 0
    """The index of the force at sea; equal to their number when all have arrived."""
    met: tuple[Name, ...] = ()
    """Enemy fleets that have had their chance to intercept the force at sea."""
    duel: Duel | None = None
    coasts: tuple[Place, ...] = ()
    """Enemy coasts on its route that have yet to fire at it."""
    struck: bool = False
    """Coastal air of the target has fired."""


class Combat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Combat Phase in progress."""

    step: Step = "announce"
    attacks: tuple[Attack, ...] = ()
    """Announced and not yet carried out; an army without an entry doesn't attack any more in this sub-phase."""
    supports: tuple[Attack, ...] = ()
    """Fleets that will support an invasion on their own."""
    unasked: tuple[Side, ...] = ()
    """Defenders who have yet to choose which armies fire."""
    volleys: tuple[Place, ...] = ()
    """Hexes whose announced defensive assaults have yet to be rolled."""
    firing: tuple[str, ...] = ()
    """Armies and forts that fire in those defensive assaults."""
    toll: Toll | None = None
    displaced: tuple[Name, ...] = ()
    """Armies that have lost their hex and have yet to retreat; until then they aren't in any place."""
    assaulted: tuple[Name, ...] = ()
    """Armies that have made their one assault this turn."""
    spent: Mapping[str, int] = {}
    """Strength fired from one hex at another in this sub-phase, as ``1142>1143``."""
    advanced: Mapping[Name, int] = {}
    """How many hexes each army has advanced this turn."""
    eligible: tuple[Name, ...] = ()
    """Armies that have advanced and may still exploit."""
    failed: tuple[Name, ...] = ()
    """Armies that have failed to advance: they can't attack again this turn."""
    spearhead: Name = ""
    """The army that is exploiting."""
    tried: tuple[Name, ...] = ()
    """Armies that have tried to advance in this sub-phase."""
    landing: Landing | None = None
    landed: tuple[Name, ...] = ()
    """Armies that have invaded this turn."""
    sailed: tuple[Name, ...] = ()
    """Armies and fleets that have made their voyage in naval movement and wait off the coast they invade."""


def fort_name(place: Place) -> str:
    """A fort's name among the firing units, since an army may share the name of its place.

    >>> fort_name("Siberia")
    'fort Siberia'
    """
    return f"fort {place}"


class HexState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything on and off the board."""

    scenario: str
    turn: int
    """The seasonal turn of the scenario, from 1."""
    side: Side
    """Whose player turn it is."""
    phase: Phase
    control: Mapping[Place, Side]
    """The side each place is friendly to; not listed: neutral, or out of play."""
    armies: Mapping[Name, Army]
    fleets: Mapping[Name, Fleet] = {}
    forts: Mapping[Place, Fort] = {}
    devastated: Mapping[Place, int] = {}
    """Production points that yield nothing."""
    ruined: Mapping[Place, int] = {}
    """Those devastated before the first turn, which some sides can never repair."""
    repaired: Mapping[Place, int] = {}
    """Points repaired in this Production Phase: usable once it is over."""
    marked: tuple[Place, ...] = ()
    """Places whose occupation marker was gained by combat advance."""
    ungarrisoned: tuple[Place, ...] = msgspec.field(default=(), name="bare")
    """Places without a garrison until the Combat Phase is over."""
    cut_off: tuple[Place, ...] = ()
    """Where armies of the side on turn lacked full supply when its turn began: they can't move or attack."""
    hungry: tuple[Name, ...] = ()
    """Armies that lacked it although their place had it: the sources there don't supply their nation."""
    fired: tuple[str, ...] = ()
    """Armies and forts that have made their defensive assault this player turn."""
    cover: Mapping[Place, int] = {}
    """Losses that forts can still absorb this player turn, once they have taken the first."""
    expended: tuple[Name, ...] = ()
    """Fleets that can no longer intercept or support this player turn."""
    shipped: Mapping[str, int] = {}
    """Points that have crossed each sea this Movement Phase, and other allowances used."""
    beachheads: Mapping[Place, int] = {}
    """Hexes that serve their captors as ports, and the last seasonal turn in which they do."""
    ports: Mapping[Place, Port] = {}
    """Ports that were built or reduced, and what they are now."""
    roads: tuple[Place, ...] = ()
    """Places with a supply road that was built."""
    budget: Amount = 0
    """Production points left to spend this Production Phase."""
    purses: Mapping[str, Amount] = {}
    """Those of places and countries that produce separately: they can be spent only there."""
    lent: Mapping[Side, int] = {}
    """Lend-lease waiting for its receiver's next Production Phase."""
    lending: Mapping[Place, int] = {}
    """Lend-lease that each depot has received this Production Phase."""
    reserve: Mapping[Side, Points] = {}
    """Points a side has yet to deploy during set-up."""
    joined: Mapping[str, Entry] = {}
    """Countries that have joined a side since the start."""
    surrendered: Mapping[str, Side] = {}
    """Countries that have surrendered, and to which side."""
    truces: tuple[tuple[Side, Side], ...] = ()
    """Sides that have made peace with each other."""
    parts: Mapping[str, Slice] = {}
    """The memory of the scenario's parts."""
    winters: int = 0
    """How many hard winters have been counted, including the current one."""
    wintered: int = 0
    """The turn in which the last one was counted."""
    combat: Combat | None = None
    players: Mapping[str, tuple[Side, ...]] = {}
    options: Mapping[str, bool] = {}
    conceded: tuple[Side, ...] = ()
    winner: str = ""

    def armies_at(self, place: Place) -> Iterator[tuple[Name, Army]]:
        """The armies in a place, of any side; those that must retreat aren't in any place."""
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
        """The complete fort points in a place."""
        fort = self.forts.get(place)
        return fort.points if fort is not None else 0
