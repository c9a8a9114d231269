"""The memory of naval warfare."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from sandtable.hexes.events import Moved
from sandtable.hexes.part import GameMemory, Slice
from sandtable.hexes.state import Attack, HexState, Name, Place, Side
from sandtable.hexes.strength import Amount

Mission = Literal["base", "patrol", "home", "intercept", "troops", "invasion", "haven", "port", "terror"]
"""Why a fleet is at sea: to another base, to a patrol hex, home from there, against another fleet, with troops, to
invade, from a neutral port to a friendly one, against a naval base, or against the morale of a coast."""


class Chase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fleet trying to intercept another in one hex of its route."""

    fleet: Name
    at: Place
    foe: Name = ""
    """The fleet it chooses, if there are several."""
    route: tuple[Place, ...] = ()
    """The hexes it enters, as declared. Empty: the shortest route."""


class Orders(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a side will search for what is at sea."""

    at: Place = ""
    """Empty: in every hex of its way, until it is spotted."""
    spotter: str = ""
    """The hex or the fleet that searches. Empty: whichever is best."""
    aircraft: int | None = None
    """How many aircraft are assigned to it. None: as many as possible."""


class Shipment(msgspec.Struct, frozen=True, omit_defaults=True):
    """Troops at sea: points of an army, which stay with it until they land."""

    side: Side
    moved: Moved
    """Their landing, if nothing more is lost."""
    owed: int = 0
    """Points they have yet to lose."""


class Voyage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fleet under way, or troops."""

    fleet: Name
    """For troops: their escort, if any."""
    mission: Mission
    route: tuple[Place, ...]
    """The hexes it enters, ending with its destination."""
    unasked: tuple[Side, ...] = ()
    """Enemies that have yet to choose who intercepts it."""
    chases: tuple[Chase, ...] = ()
    """Interceptors that have not rolled yet."""
    tried: tuple[Name, ...] = ()
    """Interceptors that have rolled."""
    raid: str = ""
    """The route it will attack."""
    shipment: Shipment | None = None
    force: Attack | None = None
    """The invasion that it is part of."""
    foe: Name = ""
    """The fleet it will fight, of several it could intercept."""
    morale: bool = False
    """It attacks the morale of the country, and not a base."""
    start: Place = ""
    """The hex it starts from, if it is searched for."""
    leg: int = 0
    """The hex of its way that it is in."""
    foes: tuple[Side, ...] = ()
    """Sides at war with its own, where fleets must be spotted."""
    watch: tuple[Side, ...] = ()
    """Enemies that may still search for it."""
    orders: Mapping[Side, Orders] = {}
    """What they have ordered."""
    searched: bool = False
    """Somebody has searched for it in this hex."""
    seen: bool = False
    """It is spotted in this hex, and can be intercepted there."""
    spotted: tuple[Place, ...] = ()
    """The hexes where it was spotted."""
    seen_by: Mapping[Side, tuple[Place, ...]] = {}
    """Those where each side has spotted it, or could see it pass."""
    striking: bool = False
    """It has arrived, and coastal aircraft may strike it."""
    struck: tuple[Place, ...] = ()
    """The coasts whose aircraft have struck it."""
    met: bool = False
    """A fleet has intercepted it."""

    @property
    def name(self) -> Name:
        """The fleet, or the army that is shipped or invades."""
        if self.force is not None:
            return self.force.army or self.force.fleet
        return self.fleet if self.shipment is None else self.shipment.moved.army

    @property
    def title(self) -> str:
        """What is at sea, in a sentence."""
        return self.name if self.shipment is None else "the transports"

    @property
    def way(self) -> tuple[Place, ...]:
        """The hexes it passes; if it is searched for, that includes the first."""
        return (self.start, *self.route) if self.start else self.route


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle whose losses are being taken."""

    attacker: Name
    """The intercepting fleet."""
    defender: Name
    at: Place
    dealt: int = 0
    """The attacker's hits."""
    taken: int = 0
    """The defender's hits."""
    owed: Mapping[Name, int] = {}
    """Losses a fleet has yet to take."""
    raid: str = ""
    """The route whose escort is being fought."""
    stage: Literal["air", "guns"] = "guns"
    """Whether carrier aircraft or guns have fired."""
    aimed: Mapping[Name, int] = {}
    """Ships of a fleet that its enemy has yet to choose: they are lost to aircraft."""
    sides: Mapping[Name, Side] = {}
    """Whose the fleets are: aircraft strike home even if their own fleet is sunk."""
    doomed: tuple[Name, ...] = ()
    """Carriers that met capital ships without any of their own: they are lost when the battle is over."""
    troops: bool = False
    """Whether the defender escorts troops."""


class Damage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Losses to aircraft that somebody has yet to choose."""

    at: Place
    side: Side
    """Who chooses."""
    hits: int
    fleets: tuple[Name, ...]
    air: bool = False
    """Whether coastal aircraft in the hex can be chosen, too."""
    base: bool = False
    """Whether the base itself can be chosen, while it is more than a port."""


class Sortie(msgspec.Struct, frozen=True):
    """Coastal aircraft that attack a base."""

    frm: Place
    at: Place
    count: int
    """Those that have set out."""
    flying: int
    """Those that attack, and are left."""


class Slip(msgspec.Struct, frozen=True):
    """An unfinished ship."""

    side: Side
    ship: str
    left: Amount
    """What is still to pay."""


class Navy(Slice, frozen=True, tag="fleets"):
    """What is at sea, and what has been done this turn."""

    levels: Mapping[Side, int] = {}
    """The A.S.W. levels of the sides."""
    patrols: Mapping[Name, Place] = {}
    """Fleets in their patrol hexes; they return to their base."""
    beaten: tuple[Name, ...] = ()
    """Fleets that have lost a battle: they recover when their own turn begins."""
    moved: tuple[Name, ...] = ()
    """Fleets that have changed base this turn."""
    strained: Mapping[Name, int] = {}
    """What a long change of base adds to a fleet's dice of interception, until its owner's next turn."""
    sent: tuple[Name, ...] = ()
    """Fleets that have gone on patrol this turn."""
    raids: Mapping[Name, tuple[str, ...]] = {}
    """The routes that fleets have searched for this turn."""
    escorts: Mapping[str, Name] = {}
    """The fleet that escorts each route, until its owner's next naval movement."""
    raiders: tuple[Name, ...] = ()
    """Fleets that are raiders."""
    lapsed: tuple[Name, ...] = ()
    """Fleets that were raiders and have not been declared again."""
    preyed: tuple[Name, ...] = ()
    """Fleets that have tried to intercept something from a neutral port."""
    homing: tuple[Name, ...] = ()
    """Fleets that must leave their neutral port."""
    slips: tuple[Slip, ...] = ()
    """Unfinished ships."""
    squadrons: Mapping[Name, int] = {}
    """The coastal aircraft of armies."""
    downed: Mapping[Place, int] = {}
    """Coastal aircraft lost in a hex since its side last fought."""
    holed: Mapping[Place, int] = {}
    """Hits on major naval ports this season."""
    uncovered: tuple[Place, ...] = ()
    """Hidden ports that an enemy has come across."""
    flown: Mapping[Place, int] = {}
    """Bought aircraft of a coast that have attacked a base this turn."""
    sortie: Sortie | None = None
    """Coastal aircraft on their way to a base."""
    damage: Damage | None = None
    """Hits of aircraft that somebody has yet to choose."""
    scouts: tuple[Name, ...] = ()
    """Fleets whose carrier aircraft have searched this turn."""
    sought: Mapping[str, tuple[Place, ...]] = {}
    """The hexes in which each route was searched for this turn, in order."""
    sightings: Mapping[str, tuple[Place, ...]] = {}
    """Where routes and forces of invasions were spotted this turn."""
    passages: tuple[Voyage, ...] = ()
    """Voyages of this naval movement, over, that coastal aircraft may strike when it ends."""
    closing: bool = False
    """Naval movement ends: coastal aircraft strike."""
    voyages: tuple[Voyage, ...] = ()
    """The moving fleet; then a fleet on its way to intercept it."""
    battle: Battle | None = None
    """The battle whose losses are being taken."""


NAVY = GameMemory("fleets", Navy())


def changed(state: HexState, **new: Any) -> HexState:
    """The state with changes to this memory."""
    return NAVY.put(state, replace(NAVY.of(state), **new))


def on_top(state: HexState, **new: Any) -> HexState:
    """The state with changes to the innermost voyage."""
    voyages = NAVY.of(state).voyages
    return changed(state, voyages=(*voyages[:-1], replace(voyages[-1], **new)))
