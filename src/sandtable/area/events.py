"""What happened. Events carry their dice and enough to evolve the state without asking a rule."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.area.actions import Side
from sandtable.area.changes import AreaChange
from sandtable.area.event import Event
from sandtable.area.forces import EMPTY, Piece, Power, Stack
from sandtable.area.state import (
    Battle,
    Hits,
    Leave,
    Proposal,
    Shots,
    Site,
)
from sandtable.area.team_events import (
    AidSent,
    Airlifted,
    BombersThrough,
    BombsFell,
    CombatsOver,
    Halted,
    HeldBack,
    Interdicted,
    OrdersClosed,
    Programmed,
    Recalled,
    Reinforced,
    ReinforcementOrdered,
    Repaired,
    ResearchOver,
    ResearchRolled,
    Returned,
    ScorchChosen,
    Scorched,
    StrikeOrdered,
    StrikesOver,
    Supported,
)


class TurnBegan(Event, frozen=True):
    round: int
    power: Power
    phase: str
    mates: Mapping[Power, str] = {}
    """Who plays at the same time, and where they begin."""


class PhaseBegan(Event, frozen=True):
    """A power goes on to a phase; none: it has finished its turn and waits for its team."""

    power: Power
    phase: str


class TurnEnded(Event, frozen=True):
    power: Power


class Ordered(Event, frozen=True):
    """The order of this purchase phase, which replaces the one before; ``cost`` is its whole price."""

    power: Power
    units: Mapping[str, int]
    cost: int


class Researched(Event, frozen=True):
    """Dice for research: each success brings a development, which a second die names (again if it is owned)."""

    power: Power
    cost: int
    dice: tuple[int, ...]
    second: tuple[int, ...] = ()
    gained: tuple[str, ...] = ()


class TookOff(Event, frozen=True):
    """An air unit leaves a partner's carrier and is in the air in its zone."""

    space: str
    carrier: Piece
    piece: Piece


class Moved(Event, frozen=True):
    """``count`` pieces went along a path and are now as ``after`` says."""

    piece: Piece
    count: int
    path: tuple[str, ...]
    after: Piece


class NeutralViolated(Event, frozen=True):
    """Units enter or cross a neutral territory: their power pays, and holds it from now on."""

    power: Power
    space: str
    fee: int


class Overflown(Event, frozen=True):
    """Air units on their way to ``space`` have come over enemy guns, which fire one after another."""

    power: Power
    space: str
    planes: Stack
    guns: tuple[str, ...]


class GunFired(Event, frozen=True):
    """A gun fires at the air units that cross its territory: one die each."""

    space: str
    value: int
    dice: tuple[int, ...]
    hits: int


class ShotDown(Event, frozen=True):
    """Air units on their way to ``space`` are lost to a gun."""

    space: str
    units: Stack


class Changed(Event, frozen=True):
    """Pieces in a space changed condition without moving."""

    space: str
    piece: Piece
    count: int
    after: Piece


class Engaged(Event, frozen=True):
    """The active power attacks (or expressly ignores) submarines and transports in a sea zone."""

    power: Power
    space: str
    fight: bool = True


class Announced(Event, frozen=True):
    """An amphibious assault is announced."""

    power: Power
    zone: str
    territory: str


class Loaded(Event, frozen=True):
    """A land unit boards: the transport before and after."""

    zone: str
    territory: str
    piece: Piece
    transport: Piece
    after: Piece


class Landed(Event, frozen=True):
    """Units go ashore from one transport: the transport before and after, and the units as they stand on land."""

    zone: str
    territory: str
    transport: Piece
    after: Piece
    units: Stack


class ControlChanged(Event, frozen=True):
    space: str
    to: Power
    frm: Power
    how: Literal["capture", "blitz", "liberation", "reverted"]


class PrizesTaken(Event, frozen=True):
    """Guns and factories in a territory that has changed hands go to its holder."""

    space: str
    to: Power
    units: Stack


class TreasurySeized(Event, frozen=True):
    frm: Power
    to: Power
    amount: int


class SitesSet(Event, frozen=True):
    """The combats of this turn, in the order in which they became known."""

    power: Power
    sites: tuple[Site, ...]


class SiteChosen(Event, frozen=True):
    """The attacker turns to this combat next; a question about it is still open."""

    space: str


class SiteClosed(Event, frozen=True):
    """A combat is over (or was none). ``landing`` tells whether the way ashore from this zone is open."""

    space: str
    landing: Literal["", "open", "blocked"] = ""
    raid: bool = False


class CalledOff(Event, frozen=True):
    """The troops of an announced assault stay aboard."""

    zone: str
    territory: str


class RocketFired(Event, frozen=True):
    """A rocket hits a factory: ``amount`` is what its owner pays."""

    power: Power
    gun: str
    target: str
    owner: Power
    dice: tuple[int, ...]
    amount: int
    later: bool = False
    """Not paid now: it lowers the next income of the territory."""


class BattleBegan(Event, frozen=True):
    """Units are placed along the strip: they leave the board for the length of the battle."""

    battle: Battle


class RoundBegan(Event, frozen=True):
    space: str
    round: int


class StepReached(Event, frozen=True):
    """The battle goes on to a step of its sequence."""

    space: str
    step: int


class Fire(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice of like units: who rolled, what they need, what they got."""

    unit: str
    value: int
    dice: tuple[int, ...]
    hits: int
    units: int = 0
    """How many units stand behind one die (low luck); 0 means that each unit rolled for itself."""
    power: Power = ""
    """Whose units, where each power rolls for its own."""


class Rolled(Event, frozen=True):
    """A volley. ``hits`` are those still to be assigned by the other side."""

    space: str
    side: Side
    step: str
    fire: tuple[Fire, ...]
    hits: tuple[Hits, ...]
    column: int = 0
    """What these had to roll, if the volley is fired column by column."""
    pending: bool = False
    """The hits wait until all losses are taken."""


class Aimed(Event, frozen=True):
    """A side has named the targets of some of its shots."""

    space: str
    side: Side
    shots: tuple[Shots, ...]


class AimedRoll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice at one target."""

    at: Piece
    fire: tuple[Fire, ...]
    hits: int


class AimedFired(Event, frozen=True):
    """Aimed shots are fired; hits wait until losses are taken."""

    space: str
    side: Side
    step: str
    rolls: tuple[AimedRoll, ...]
    by: Stack
    """Who has fired."""


class Searched(Event, frozen=True):
    """Guns looked for the air units that they had aimed at, and found some."""

    space: str
    side: Side
    rolls: tuple[AimedRoll, ...]
    found: tuple[Piece, ...]


class GunsFired(Event, frozen=True):
    """Guns fired at the air units that they had found: some are destroyed, others turn back and wait to land."""

    space: str
    side: Side
    rolls: tuple[AimedRoll, ...]
    destroyed: Stack
    driven_off: Stack


class LossesDue(Event, frozen=True):
    """Hits that have waited are to be taken now, and there is a choice."""

    space: str
    side: Side


class Proposed(Event, frozen=True):
    """One player of a multinational defence named losses."""

    space: str
    proposal: Proposal


class LossesTaken(Event, frozen=True):
    """Hits were assigned. ``behind``: the lost units still return fire before they are removed."""

    space: str
    side: Side
    damaged: Stack
    destroyed: Stack
    behind: bool = False
    aimed: bool = False
    """By shots that were aimed at these very units."""


class CasualtiesRemoved(Event, frozen=True):
    """Units behind the strip leave play."""

    space: str
    side: Side
    units: Stack


class Submerged(Event, frozen=True):
    space: str
    side: Side
    power: Power
    units: Stack = EMPTY


class Withdrew(Event, frozen=True):
    """Units left the battle for another space; with nobody leaving, their owner has said so."""

    space: str
    side: Side
    power: Power
    to: str = ""
    units: Stack = EMPTY


class LeaveNamed(Event, frozen=True):
    """A power has said what it pulls back; others of its side have yet to."""

    space: str
    leave: Leave


class PulledBack(Event, frozen=True):
    """Units left the battle; with nobody leaving, their owner has said so. Defending air units that leave for
    nowhere have found no place to land yet."""

    space: str
    side: Side
    leave: Leave
    aboard: str = ""
    """What units have become that went back aboard their transports."""
    deadlock: bool = False
    """They left because neither side could hit the other."""


class Arrived(Event, frozen=True):
    """Air units have come through to the target of their missions."""

    space: str
    units: Stack


class Bombed(Event, frozen=True):
    """Bombs fall on a factory: ``amount`` is what its owner pays."""

    space: str
    owner: Power
    fire: tuple[Fire, ...]
    amount: int


class RetreatOffered(Event, frozen=True):
    """The attacker is asked whether to press on; these spaces are open for a retreat."""

    space: str
    to: tuple[str, ...]


class Retreated(Event, frozen=True):
    """Attackers left the strip: ``units`` to ``to``, ``air`` stays over the contested space."""

    space: str
    to: str
    units: Stack
    air: Stack = EMPTY


class Defenseless(Event, frozen=True):
    """Transports (or what cannot defend itself) are destroyed without dice."""

    space: str
    side: Side
    units: Stack


class BattleEnded(Event, frozen=True):
    """Survivors return to the board as they stand after the battle."""

    space: str
    outcome: Literal["attacker", "defender", "none", "broken-off", "stalemate"]
    attackers: Stack
    defenders: Stack


class WereStranded(Event, frozen=True):
    """Defending air units have no carrier left to land on."""

    space: str
    power: Power
    unit: str
    count: int


class Relanded(Event, frozen=True):
    """A stranded air unit found a place: ``carrier`` is the ship that it is now aboard, before it landed."""

    space: str
    power: Power
    unit: str
    to: str
    carrier: Piece | None = None


class LandedAboard(Event, frozen=True):
    """An air unit comes to rest on a carrier."""

    zone: str
    piece: Piece
    carrier: Piece


class AirLost(Event, frozen=True):
    """Air units without a landing place are destroyed."""

    space: str
    units: Stack


class Mobilized(Event, frozen=True):
    power: Power
    unit: str
    count: int
    space: str
    complex: str
    carrier: Piece | None = None
    """The ship that a new air unit is put aboard, before it was."""
    levied: bool = False
    """It needed no factory."""


class Refunded(Event, frozen=True):
    power: Power
    units: Mapping[str, int]
    amount: int


class Forfeited(Event, frozen=True):
    """Bought units that found no place are lost."""

    power: Power
    units: Mapping[str, int]


class IncomeCollected(Event, frozen=True):
    power: Power
    amount: int
    destroyed: int = 0
    """Savings that bombs and rockets have destroyed."""


class RoomSet(Event, frozen=True):
    owner: Power
    partner: Power
    allowed: bool


class Conceded(Event, frozen=True):
    player: str


class Won(Event, frozen=True):
    side: str
    why: str
    individual: tuple[Power, ...] = ()
    """Who of the winning side has grown most, where a game names an individual winner."""


class Amended(Event, frozen=True):
    """The position was changed by hand, in study."""

    change: AreaChange


AreaEvent = (
    TurnBegan
    | PhaseBegan
    | TurnEnded
    | Ordered
    | Researched
    | TookOff
    | Moved
    | NeutralViolated
    | Overflown
    | GunFired
    | ShotDown
    | Changed
    | Engaged
    | Announced
    | Loaded
    | Landed
    | ControlChanged
    | PrizesTaken
    | TreasurySeized
    | SitesSet
    | SiteChosen
    | SiteClosed
    | CalledOff
    | RocketFired
    | BattleBegan
    | RoundBegan
    | StepReached
    | Rolled
    | Aimed
    | AimedFired
    | Searched
    | GunsFired
    | LossesDue
    | Proposed
    | LossesTaken
    | CasualtiesRemoved
    | Submerged
    | Withdrew
    | LeaveNamed
    | PulledBack
    | Arrived
    | Bombed
    | RetreatOffered
    | Retreated
    | Defenseless
    | BattleEnded
    | WereStranded
    | Relanded
    | LandedAboard
    | AirLost
    | Mobilized
    | Refunded
    | Forfeited
    | IncomeCollected
    | AidSent
    | Programmed
    | ResearchRolled
    | ResearchOver
    | Repaired
    | ScorchChosen
    | Scorched
    | StrikeOrdered
    | Interdicted
    | Halted
    | Supported
    | ReinforcementOrdered
    | Recalled
    | OrdersClosed
    | BombersThrough
    | BombsFell
    | StrikesOver
    | CombatsOver
    | HeldBack
    | Reinforced
    | Returned
    | Airlifted
    | RoomSet
    | Conceded
    | Won
    | Amended
)
