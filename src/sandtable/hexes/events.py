"""What happens in a hex game. Events say what is new; ``evolve`` makes the next state of them."""

from collections.abc import Mapping

import msgspec

from sandtable.hexes.changes import HexChange
from sandtable.hexes.state import Attack, Landing, Name, Phase, Place, Side, Step, Toll
from sandtable.hexes.strength import Kind, Points


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="event"):
    """Something that happened."""


# the turn


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """A side's player turn begins."""

    turn: int
    side: Side
    cut_off: tuple[Place, ...] = ()
    """Where its armies have no full supply."""


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    """The side on turn comes to a phase."""

    phase: Phase


class SetUp(Event, frozen=True, tag="set-up"):
    """A side sets its forces up."""

    side: Side


class WinterFelt(Event, frozen=True, tag="winter-felt"):
    """Armies stand in a hard winter for the first time this season."""

    number: int


class Conceded(Event, frozen=True, tag="conceded"):
    """A player gave up."""

    sides: tuple[Side, ...]


class Won(Event, frozen=True, tag="won"):
    """The game is over."""

    side: str
    why: str
    """The rule by which it was won."""


# set-up and movement


class Deployed(Event, frozen=True, tag="deployed"):
    """Points left the reserve."""

    side: Side
    army: Name
    at: Place
    points: Points


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """An army went back into the reserve."""

    army: Name


class Based(Event, frozen=True, tag="based"):
    """Fleet points came to a base."""

    side: Side
    fleet: Name
    at: Place
    points: int


class Ruined(Event, frozen=True, tag="ruined"):
    """Production was lost before the first turn."""

    points: Mapping[Place, int]


class Moved(Event, frozen=True, tag="moved"):
    """Points went to a place, and into an army there."""

    army: Name
    points: Points
    to: Place
    into: Name
    seas: tuple[str, ...] = ()
    """The seas that they crossed, and other allowances that they used."""


class Converted(Event, frozen=True, tag="converted"):
    """Amphibious points became infantry."""

    army: Name
    count: int


class Disbanded(Event, frozen=True, tag="disbanded"):
    """Points were given up."""

    army: Name
    points: Points


class Unmarked(Event, frozen=True, tag="unmarked"):
    """An occupation marker was taken away."""

    at: Place


# combat


class StepBegan(Event, frozen=True, tag="step-began"):
    """A Combat Phase comes to a step."""

    step: Step
    asked: tuple[Side, ...] = ()
    """Who may fire in defence."""


class Announced(Event, frozen=True, tag="announced"):
    """An attack was announced."""

    attack: Attack


class CalledOff(Event, frozen=True, tag="called-off"):
    """An announced attack was taken back or given up."""

    army: Name


class DefenceAnnounced(Event, frozen=True, tag="defence-announced"):
    """A defender said who fires."""

    side: Side
    armies: tuple[Name, ...] = ()
    forts: tuple[Place, ...] = ()
    volleys: tuple[Place, ...] = ()
    """The hexes that they fire from."""


class Fired(Event, frozen=True, tag="fired"):
    """A roll on the Firepower Table."""

    side: Side
    at: Place
    """The hex that is fired upon."""
    frm: Place
    """The hex that the fire comes from."""
    armies: tuple[Name, ...]
    forts: tuple[Place, ...] = ()
    defensive: bool = False
    strength: int = 0
    die: int = 0
    modifier: int = 0
    hits: int = 0


class LossesDue(Event, frozen=True, tag="losses-due"):
    """A side has losses to name."""

    toll: Toll


class Lost(Event, frozen=True, tag="lost"):
    """Points were lost."""

    side: Side
    armies: Mapping[Name, Points] = {}
    fort: Place = ""
    fort_points: int = 0
    fleet: Name = ""
    fleet_points: int = 0


class FortHeld(Event, frozen=True, tag="fort-held"):
    """A fort swallowed losses."""

    at: Place
    count: int
    left: int
    """Losses that it can still swallow in this player turn."""


class GarrisonLost(Event, frozen=True, tag="garrison-lost"):
    """A garrison was destroyed."""

    at: Place


class AdvanceRolled(Event, frozen=True, tag="advance-rolled"):
    """A roll on the Advance Table."""

    army: Name
    target: Place
    strength: int
    defence: int | None
    """The strength of the hex; nothing: it is friendly."""
    need: int
    """The highest modified die that succeeds."""
    die: int
    modifier: int
    success: bool


class Advanced(Event, frozen=True, tag="advanced"):
    """An army entered a hex."""

    army: Name
    to: Place
    captured: bool = False
    devastated: int = 0
    """All its production that yields nothing now."""
    marked: bool = False
    """The hex has an occupation marker of a combat advance now."""
    displaced: tuple[Name, ...] = ()
    """Armies that have to retreat."""
    landed: bool = False
    """By sea."""


class Retreated(Event, frozen=True, tag="retreated"):
    """A displaced army went to another hex."""

    army: Name
    to: Place


class Eliminated(Event, frozen=True, tag="eliminated"):
    """An army is gone with all its points."""

    army: Name
    why: str
    """The rule by which it went."""


class FortFell(Event, frozen=True, tag="fort-fell"):
    """A fort is gone with all its points."""

    at: Place


class Exploited(Event, frozen=True, tag="exploited"):
    """An army goes on attacking."""

    attack: Attack
    asked: tuple[Side, ...] = ()


class DefenceAsked(Event, frozen=True, tag="defence-asked"):
    """The defenders of an invaded hex may fire."""

    sides: tuple[Side, ...]


class NavalFire(Event, frozen=True, tag="naval-fire"):
    """A fleet rolls on the Firepower Table."""

    side: Side
    fleet: Name
    at: str
    """A fleet, an army at sea, or a hex."""
    strength: int
    die: int
    modifier: int
    hits: int


class AirStruck(Event, frozen=True, tag="air-struck"):
    """Coastal air rolls on the Firepower Table."""

    side: Side
    at: Place
    """The hex that it comes from."""
    army: Name
    strength: int
    die: int
    hits: int


class LandingBegan(Event, frozen=True, tag="landing-began"):
    """An invasion is carried out, or has come to its next step."""

    landing: Landing | None


class Expelled(Event, frozen=True, tag="expelled"):
    """A fleet lost its base, or went home for the turn."""

    fleet: Name
    to: Place = ""
    """Its new base; none: it is lost."""


class Expended(Event, frozen=True, tag="expended"):
    """A fleet can neither intercept nor support any more in this turn."""

    fleet: Name


# supply and production


class SupplyFailed(Event, frozen=True, tag="supply-failed"):
    """The check at the end of a Combat Phase found places without supply."""

    places: tuple[Place, ...]
    armies: tuple[Name, ...] = ()
    """Armies that are gone."""
    forts: tuple[Place, ...] = ()
    captured: Mapping[Place, Side] = {}
    """Places that went to an opponent."""
    dice: tuple[int, ...] = ()
    """Rolled where two opponents are equally near."""


class Budgeted(Event, frozen=True, tag="budgeted"):
    """Production was counted."""

    side: Side
    counted: int
    budget: int
    """What may be spent: the count, less what is spent elsewhere, and with what was lent."""
    purses: Mapping[Place, int] = {}
    """What places that produce on their own may spend there alone."""


class FortsReady(Event, frozen=True, tag="forts-ready"):
    """Fort points that were under construction count from now on."""

    at: tuple[Place, ...]


class Built(Event, frozen=True, tag="built"):
    """Points were built."""

    side: Side
    kind: Kind
    count: int
    at: Place
    into: Name
    cost: int


class Repaired(Event, frozen=True, tag="repaired"):
    """Production was repaired."""

    at: Place
    count: int
    cost: int


class Fortified(Event, frozen=True, tag="fortified"):
    """Fort points were begun."""

    side: Side
    at: Place
    count: int
    cost: int


class Lent(Event, frozen=True, tag="lent"):
    """Production points were given to a partner."""

    to: Side
    at: Place
    count: int


# study


class Amended(Event, frozen=True, tag="amended"):
    """The position was changed by hand."""

    change: HexChange
    cut_off: tuple[Place, ...] = ()
    """Where armies of the side on turn have no full supply now."""
    winters: int | None = None
    """Hard winters before the new date, where it is another one."""


HexEvent = (
    TurnBegan
    | PhaseBegan
    | SetUp
    | WinterFelt
    | Conceded
    | Won
    | Deployed
    | Withdrawn
    | Based
    | Ruined
    | Moved
    | Converted
    | Disbanded
    | Unmarked
    | StepBegan
    | Announced
    | CalledOff
    | DefenceAnnounced
    | Fired
    | LossesDue
    | Lost
    | FortHeld
    | GarrisonLost
    | AdvanceRolled
    | Advanced
    | Retreated
    | Eliminated
    | FortFell
    | Exploited
    | DefenceAsked
    | NavalFire
    | AirStruck
    | LandingBegan
    | Expelled
    | Expended
    | SupplyFailed
    | Budgeted
    | FortsReady
    | Built
    | Repaired
    | Fortified
    | Lent
    | Amended
)
