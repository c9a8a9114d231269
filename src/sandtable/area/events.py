"""Events. They carry their dice and everything needed to evolve the state without consulting the rules."""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from sandtable.area.actions import Side
from sandtable.area.changes import AreaChange
from sandtable.area.event import Event
from sandtable.area.forces import EMPTY, Piece, Power, Stack
from sandtable.area.relations import Relation
from sandtable.area.state import (
    Battle,
    Hits,
    Leave,
    Proposal,
    Shots,
    Site,
)


class TurnBegan(Event, frozen=True):
    round: int
    power: Power
    phase: str
    mates: Mapping[Power, str] = {}
    """The powers that play at the same time, and where each begins."""


class PhaseBegan(Event, frozen=True):
    """A power begins a phase; an empty phase: it has finished its turn and waits for its team."""

    power: Power
    phase: str


class TurnEnded(Event, frozen=True):
    power: Power


class Ordered(Event, frozen=True):
    """The order of this purchase phase, which replaces the previous one; ``cost`` is its total price."""

    power: Power
    units: Mapping[str, int]
    cost: int


class TookOff(Event, frozen=True):
    """An air unit takes off from a partner's carrier and is in the air in its zone."""

    space: str
    carrier: Piece
    piece: Piece


class Moved(Event, frozen=True):
    """``count`` pieces moved along a path and are now as in ``after``."""

    piece: Piece
    count: int
    path: tuple[str, ...]
    after: Piece


class Changed(Event, frozen=True):
    """Pieces in a space changed condition without moving."""

    space: str
    piece: Piece
    count: int
    after: Piece


class Engaged(Event, frozen=True):
    """The active power attacks (or explicitly ignores) submarines and transports in a sea zone."""

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
    """Units land from one transport: the transport before and after, and the units on land."""

    zone: str
    territory: str
    transport: Piece
    after: Piece
    units: Stack


ChangeOfHands = Literal["capture", "blitz", "liberation", "reverted", "joined", "occupied", "passed"]
"""How a territory changes control."""


class ControlChanged(Event, frozen=True):
    space: str
    to: Power
    frm: Power
    how: ChangeOfHands
    """``joined``: a neutral that was attacked joins the other side; ``occupied``: taken over without a fight;
    ``passed``: handed to another power by a rule."""


class PrizesTaken(Event, frozen=True):
    """Guns and factories in a territory that changed hands go to its new holder."""

    space: str
    to: Power
    units: Stack


class RelationChanged(Event, frozen=True):
    """Two powers are now partners, at war, or at peace."""

    powers: tuple[Power, Power]
    now: Relation
    by: Power = ""
    """For a war: who declared it."""
    provoked: bool = False
    """For a war: whether the declaration answers something the other power did."""


class TreasurySeized(Event, frozen=True):
    frm: Power
    to: Power
    amount: int


class SitesSet(Event, frozen=True):
    """This turn's combats, in the order they became known."""

    power: Power
    sites: tuple[Site, ...]


class SiteChosen(Event, frozen=True):
    """The attacker chooses this combat next; something about it is still to be decided."""

    space: str


class SiteClosed(Event, frozen=True):
    """A combat is over (or there was none). ``landing``: whether troops can land from this zone."""

    space: str
    landing: Literal["", "open", "blocked"] = ""
    raid: bool = False


class CalledOff(Event, frozen=True):
    """The troops of an announced assault stay aboard."""

    zone: str
    territory: str


class BattleBegan(Event, frozen=True):
    """Units are placed on the strip: they leave the board for the duration of the battle."""

    battle: Battle


class RoundBegan(Event, frozen=True):
    space: str
    round: int


class StepReached(Event, frozen=True):
    """The battle reaches a step of its sequence."""

    space: str
    step: int


class Fire(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice of identical units: who rolled, what they need, what they got."""

    unit: str
    value: int
    dice: tuple[int, ...]
    hits: int
    units: int = 0
    """How many units share one die (low luck); 0 means that each unit rolled for itself."""
    power: Power = ""
    """The units' power, if each power rolls for its own."""


class Rolled(Event, frozen=True):
    """A volley. ``hits`` are those the other side still has to assign."""

    dice_at: ClassVar[tuple[str, ...]] = ("fire.dice",)

    space: str
    side: Side
    step: str
    fire: tuple[Fire, ...]
    hits: tuple[Hits, ...]
    column: int = 0
    """The number these units needed, if the volley is fired column by column."""
    pending: bool = False
    """The hits wait until all losses are taken."""
    absorbed: int = 0
    """Hits taken by a shield."""
    picked: tuple[Hits, ...] = ()
    """Hits for which the firing side chooses the casualties."""


class Aimed(Event, frozen=True):
    """A side has chosen targets for some of its shots."""

    space: str
    side: Side
    shots: tuple[Shots, ...]


class AimedRoll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice at one target."""

    at: Piece
    fire: tuple[Fire, ...]
    hits: int


class AimedFired(Event, frozen=True):
    """Aimed shots are fired; the hits wait until losses are taken."""

    dice_at: ClassVar[tuple[str, ...]] = ("rolls.fire.dice",)

    space: str
    side: Side
    step: str
    rolls: tuple[AimedRoll, ...]
    by: Stack
    """The units that fired."""


class Searched(Event, frozen=True):
    """Guns searched for the air units they aimed at, and found some."""

    dice_at: ClassVar[tuple[str, ...]] = ("rolls.fire.dice",)

    space: str
    side: Side
    rolls: tuple[AimedRoll, ...]
    found: tuple[Piece, ...]


class GunsFired(Event, frozen=True):
    """Guns fired at the air units they found: some are destroyed, others turn back and wait to land."""

    dice_at: ClassVar[tuple[str, ...]] = ("rolls.fire.dice",)

    space: str
    side: Side
    rolls: tuple[AimedRoll, ...]
    destroyed: Stack
    driven_off: Stack


class LossesDue(Event, frozen=True):
    """Pending hits have to be taken now, and there is a choice."""

    space: str
    side: Side


class Proposed(Event, frozen=True):
    """One player of a multinational defense chose losses."""

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
    """Hit by shots aimed at these units."""
    picked: bool = False
    """Chosen by the firing side."""


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
    """Units left the battle for another space, or their owner decided to keep them in it."""

    space: str
    side: Side
    power: Power
    to: str = ""
    units: Stack = EMPTY


class LeaveNamed(Event, frozen=True):
    """A power has decided what it pulls back; others of its side still have to."""

    space: str
    leave: Leave


class PulledBack(Event, frozen=True):
    """Units left the battle, or their owner decided to keep them in it. Defending air units that leave without a
    destination have no place to land yet."""

    space: str
    side: Side
    leave: Leave
    aboard: str = ""
    """The unit type that units became when they went back aboard their transports."""
    deadlock: bool = False
    """They left because neither side could hit the other."""


class RetreatOffered(Event, frozen=True):
    """The attacker has to decide whether to continue; these are the spaces it can retreat to."""

    space: str
    to: tuple[str, ...]


class Retreated(Event, frozen=True):
    """Attackers left the strip: ``units`` to ``to``, ``air`` stays over the contested space."""

    space: str
    to: str
    units: Stack
    air: Stack = EMPTY


class Defenseless(Event, frozen=True):
    """Transports (or other units that can't defend themselves) are destroyed without dice."""

    space: str
    side: Side
    units: Stack


class BattleEnded(Event, frozen=True):
    """Survivors return to the board."""

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
    """A stranded air unit found a place: ``carrier`` is the ship it landed on, as it was before."""

    space: str
    power: Power
    unit: str
    to: str
    carrier: Piece | None = None


class LandedAboard(Event, frozen=True):
    """An air unit lands on a carrier."""

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
    """The ship that a new air unit is put aboard, as it was before."""
    levied: bool = False
    """It needed no factory."""


class Refunded(Event, frozen=True):
    power: Power
    units: Mapping[str, int]
    amount: int


class Forfeited(Event, frozen=True):
    """Bought units without a place to go are lost."""

    power: Power
    units: Mapping[str, int]


class IncomeCollected(Event, frozen=True):
    power: Power
    amount: int
    destroyed: int = 0
    """Savings destroyed by bombs and rockets."""


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
    """The powers of the winning side that grew most, if the game names an individual winner."""


class Amended(Event, frozen=True):
    """The position was changed by hand, in study."""

    change: AreaChange


AreaEvent = Event
"""An event of any game of the family, whether the family's own or a part's."""

FAMILY: tuple[type[Event], ...] = (
    TurnBegan,
    PhaseBegan,
    TurnEnded,
    Ordered,
    TookOff,
    Moved,
    Changed,
    Engaged,
    Announced,
    Loaded,
    Landed,
    ControlChanged,
    PrizesTaken,
    RelationChanged,
    TreasurySeized,
    SitesSet,
    SiteChosen,
    SiteClosed,
    CalledOff,
    BattleBegan,
    RoundBegan,
    StepReached,
    Rolled,
    Aimed,
    AimedFired,
    Searched,
    GunsFired,
    LossesDue,
    Proposed,
    LossesTaken,
    CasualtiesRemoved,
    Submerged,
    Withdrew,
    LeaveNamed,
    PulledBack,
    RetreatOffered,
    Retreated,
    Defenseless,
    BattleEnded,
    WereStranded,
    Relanded,
    LandedAboard,
    AirLost,
    Mobilized,
    Refunded,
    Forfeited,
    IncomeCollected,
    RoomSet,
    Conceded,
    Won,
    Amended,
)
"""The events that all games of the family have."""
