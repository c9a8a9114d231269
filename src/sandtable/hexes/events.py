"""What happens in a hex game. Events say what is new; ``evolve`` computes the next state from them."""

from collections.abc import Mapping

import msgspec

from sandtable.hexes.changes import HexChange
from sandtable.hexes.state import Attack, Landing, Name, Phase, Place, Side, Step, Toll
from sandtable.hexes.strength import Amount, Kind, Points


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="event"):
    """Something that happened."""


# the turn


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """A side's player turn begins."""

    turn: int
    side: Side
    cut_off: tuple[Place, ...] = ()
    """Places where its armies lack full supply."""
    hungry: tuple[Name, ...] = ()
    """Armies without full supply in places that have it."""
    phase: Phase = "movement"
    """The phase it begins with."""
    expended: tuple[Name, ...] = ()
    """Fleets that stay expended: they recover only at the start of their own turn."""


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    """The side on turn enters a phase."""

    phase: Phase


class SetUp(Event, frozen=True, tag="set-up"):
    """A side sets up its forces."""

    side: Side


class WinterFelt(Event, frozen=True, tag="winter-felt"):
    """Armies are in a hard winter for the first time this season."""

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
    """Points were deployed from the reserve."""

    side: Side
    army: Name
    at: Place
    points: Points


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """An army returned to the reserve."""

    army: Name


class Based(Event, frozen=True, tag="based"):
    """Fleet points were based."""

    side: Side
    fleet: Name
    at: Place
    points: int


class Ruined(Event, frozen=True, tag="ruined"):
    """Production was lost before the first turn."""

    points: Mapping[Place, int]


class Moved(Event, frozen=True, tag="moved"):
    """Points moved to a place and joined an army there."""

    army: Name
    points: Points
    to: Place
    into: Name
    seas: tuple[str, ...] = ()
    """The seas they crossed, and other allowances they used."""


class Converted(Event, frozen=True, tag="converted"):
    """Amphibious points became infantry."""

    army: Name
    count: int


class Disbanded(Event, frozen=True, tag="disbanded"):
    """Points were removed."""

    army: Name
    points: Points


class Unmarked(Event, frozen=True, tag="unmarked"):
    """An occupation marker was removed."""

    at: Place


# combat


class StepBegan(Event, frozen=True, tag="step-began"):
    """A step of the Combat Phase begins."""

    step: Step
    asked: tuple[Side, ...] = ()
    """Who may fire in defence."""


class Announced(Event, frozen=True, tag="announced"):
    """An attack was announced."""

    attack: Attack


class CalledOff(Event, frozen=True, tag="called-off"):
    """An announced attack was cancelled."""

    army: Name


class DefenceAnnounced(Event, frozen=True, tag="defence-announced"):
    """A defender chose who fires."""

    side: Side
    armies: tuple[Name, ...] = ()
    forts: tuple[Place, ...] = ()
    volleys: tuple[Place, ...] = ()
    """The hexes they fire from."""


class Fired(Event, frozen=True, tag="fired"):
    """A roll on the Firepower Table."""

    side: Side
    at: Place
    """The hex fired at."""
    frm: Place
    """The hex the fire comes from."""
    armies: tuple[Name, ...]
    forts: tuple[Place, ...] = ()
    defensive: bool = False
    strength: int = 0
    die: int = 0
    modifier: int = 0
    hits: int = 0
    more: tuple[int, ...] = ()
    """The dice of further groups, if the strength exceeds the table."""
    air: int = 0
    """How much of the strength came from aircraft."""


class HeldFire(Event, frozen=True, tag="held-fire"):
    """Only aircraft took part in an assault."""

    at: Place
    armies: tuple[Name, ...] = ()
    defensive: bool = False


class LossesDue(Event, frozen=True, tag="losses-due"):
    """A side has losses to choose."""

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
    """A fort absorbed losses."""

    at: Place
    count: int
    left: int
    """Losses it can still absorb in this player turn."""


class GarrisonLost(Event, frozen=True, tag="garrison-lost"):
    """A garrison was destroyed."""

    at: Place


class AdvanceRolled(Event, frozen=True, tag="advance-rolled"):
    """A roll on the Advance Table."""

    army: Name
    target: Place
    strength: int
    defence: int | None
    """The strength of the hex. None: it is friendly."""
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
    """All of its production that is devastated now."""
    marked: bool = False
    """The hex now has an occupation marker from a combat advance."""
    displaced: tuple[Name, ...] = ()
    """Armies that must retreat."""
    landed: bool = False
    """By sea."""


class Retreated(Event, frozen=True, tag="retreated"):
    """A displaced army retreated to another hex."""

    army: Name
    to: Place


class Eliminated(Event, frozen=True, tag="eliminated"):
    """An army was eliminated with all its points."""

    army: Name
    why: str
    """The rule by which it was eliminated."""


class FortFell(Event, frozen=True, tag="fort-fell"):
    """A fort was lost with all its points."""

    at: Place


class Exploited(Event, frozen=True, tag="exploited"):
    """An army continues to attack."""

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
    """The hex it comes from."""
    army: Name
    strength: int
    die: int
    hits: int


class LandingBegan(Event, frozen=True, tag="landing-began"):
    """An invasion begins, or enters its next step."""

    landing: Landing | None


class ForcesSailed(Event, frozen=True, tag="forces-sailed"):
    """Forces of an invasion have made their voyage in naval movement."""

    target: Place
    forces: tuple[Name, ...]
    """Armies, and fleets that sail on their own."""


class Expelled(Event, frozen=True, tag="expelled"):
    """A fleet lost its base, or returned home for the turn."""

    fleet: Name
    to: Place = ""
    """Its new base. Empty: it is lost."""


class Expended(Event, frozen=True, tag="expended"):
    """A fleet can no longer intercept or support this turn."""

    fleet: Name


# supply and production


class SupplyFailed(Event, frozen=True, tag="supply-failed"):
    """The check at the end of a Combat Phase found places without supply."""

    places: tuple[Place, ...]
    armies: tuple[Name, ...] = ()
    """Armies that were eliminated."""
    forts: tuple[Place, ...] = ()
    captured: Mapping[Place, Side] = {}
    """Places captured by an opponent."""
    dice: tuple[int, ...] = ()
    """Rolled when two opponents are equally close."""


class Budgeted(Event, frozen=True, tag="budgeted"):
    """Production was counted."""

    side: Side
    counted: int
    budget: Amount
    """What may be spent: the count, minus what is spent elsewhere, plus lend-lease."""
    purses: Mapping[str, Amount] = {}
    """What places and countries with production of their own may spend, only there."""


class FortsReady(Event, frozen=True, tag="forts-ready"):
    """Fort points under construction are completed."""

    at: tuple[Place, ...]


class Built(Event, frozen=True, tag="built"):
    """Points were built."""

    side: Side
    kind: Kind
    count: int
    at: Place
    into: Name
    cost: Amount
    nation: str = ""
    """The nation they belong to, if a side has several."""
    purse: str = ""
    """What paid for them. Empty: the common budget, or the place's own purse."""


class Repaired(Event, frozen=True, tag="repaired"):
    """Production was repaired."""

    at: Place
    count: int
    cost: Amount
    purse: str = ""


class Fortified(Event, frozen=True, tag="fortified"):
    """Construction of fort points began."""

    side: Side
    at: Place
    count: int
    cost: Amount
    purse: str = ""


# study


class Amended(Event, frozen=True, tag="amended"):
    """The position was changed by hand."""

    change: HexChange
    cut_off: tuple[Place, ...] = ()
    """Places where armies of the side on turn now lack full supply."""
    winters: int | None = None
    """Hard winters before the new date, if the date changed."""
    nation: str = ""
    """The nation of a new army."""


FAMILY: tuple[type[Event], ...] = (
    TurnBegan,
    PhaseBegan,
    SetUp,
    WinterFelt,
    Conceded,
    Won,
    Deployed,
    Withdrawn,
    Based,
    Ruined,
    Moved,
    Converted,
    Disbanded,
    Unmarked,
    StepBegan,
    Announced,
    CalledOff,
    DefenceAnnounced,
    Fired,
    HeldFire,
    LossesDue,
    Lost,
    FortHeld,
    GarrisonLost,
    AdvanceRolled,
    Advanced,
    Retreated,
    Eliminated,
    FortFell,
    Exploited,
    DefenceAsked,
    NavalFire,
    AirStruck,
    LandingBegan,
    ForcesSailed,
    Expelled,
    Expended,
    SupplyFailed,
    Budgeted,
    FortsReady,
    Built,
    Repaired,
    Fortified,
    Amended,
)
"""Every event that any scenario can have; parts add more."""
HexEvent = Event
