"""Questions about an area game, and what the answers look like."""

from typing import Literal

import msgspec

from sandtable.area.actions import AreaAction, Land, Pick, Reinforce, Repair, Side, Support
from sandtable.area.forces import Piece, Power, Stack


class Question(msgspec.Struct, frozen=True, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    """Base of everything that may be asked."""


class Reach(Question, frozen=True):
    """Where can these units of mine go from here? ``via``: through these spaces, in this order.

    Land units on a coast are offered what transports can do for them, too.
    """

    space: str
    units: tuple[Pick, ...]
    via: tuple[str, ...] = ()


class Sail(Question, frozen=True):
    """What can this transport do: whom can it load where, and where can they go ashore?"""

    zone: str
    transport: Pick
    path: tuple[str, ...] = ()
    """Zones that it sails so far, the first is where it is."""
    loads: tuple[tuple[str, str, int], ...] = ()
    """Chosen so far: territory, unit, count."""


class Threat(Question, frozen=True):
    """What could attack this space next turn, and with what strength? What could relieve it?"""

    space: str


class Contests(Question, frozen=True):
    """The odds of each combat that the moves so far have set up."""


class BattleOdds(Question, frozen=True):
    """The odds for the rest of the battle in progress."""


class Strip(Question, frozen=True):
    """The battle strip: columns by hit number, hits to assign, the default losses."""


class Shop(Question, frozen=True):
    """What can be bought: budget, prices, the factories' limits."""


class Placements(Question, frozen=True):
    """Where the bought units may be placed, and how many."""


class Income(Question, frozen=True):
    """What a power will collect, as a sum that explains itself."""

    power: Power


class Flights(Question, frozen=True):
    """Units in the air: range left, and where they can land."""


class Window(Question, frozen=True):
    """In the enemy's turn: which units of mine could be sent to the next space, and where is it in danger?"""


QuestionAsked = (
    Reach | Sail | Threat | Contests | BattleOdds | Strip | Shop | Placements | Income | Flights | Window
)


class Answer(msgspec.Struct, frozen=True, tag=str.lower, tag_field="about"):
    """Base of all answers."""


class No(msgspec.Struct, frozen=True):
    """Why not, and by which rule."""

    rule: str
    why: str


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way to a space: the orders that do it, all to be given together."""

    orders: tuple[AreaAction, ...]
    path: tuple[str, ...]
    cost: int
    left: int
    """Movement left afterwards, the least of all units."""
    text: str
    """``2 infantry by transport from sea zone 11``; empty where it goes without saying."""
    attack: bool = False
    """It starts a combat."""
    landing: tuple[str, ...] = ()
    """For air units: where they could land afterwards."""


class Destination(msgspec.Struct, frozen=True, omit_defaults=True):
    space: str
    ways: tuple[Way, ...] = ()
    """The best first; none: see ``no``."""
    no: No | None = None


class ReachAnswer(Answer, frozen=True, tag="reach"):
    destinations: tuple[Destination, ...]
    no: No | None = None
    """Why the units cannot move at all."""


class Cargo(msgspec.Struct, frozen=True):
    """Who could board at a stop."""

    zone: str
    territory: str
    unit: str
    count: int


class SailAnswer(Answer, frozen=True, tag="sail"):
    zones: tuple[Destination, ...]
    """Where the transport could sail from the path's end (orders: the voyage that ends there)."""
    cargo: tuple[Cargo, ...]
    """Who could board along the path so far."""
    ashore: tuple[Destination, ...]
    """Where those aboard could go ashore from the path's end."""
    no: No | None = None


class Striker(msgspec.Struct, frozen=True):
    """What one power could bring."""

    power: Power
    units: dict[str, int]
    strength: int
    """The sum of the attack values (of the defence values, for those who could relieve)."""
    value: int
    """What the units cost."""


class ThreatAnswer(Answer, frozen=True, tag="threat"):
    strikers: tuple[Striker, ...]
    """Enemies of who holds the space, who could attack it in their next turn."""
    defence: int
    """The sum of the defence values that stand there."""
    odds: tuple[tuple[Power, float], ...]
    """For each striker the chance that its attack with everything succeeds (by exact odds, or sampled)."""
    relief: tuple[Striker, ...]
    """Friends of who holds the space, and what they could move there in their next turn."""


class Chances(msgspec.Struct, frozen=True):
    """What a battle is worth, in short."""

    space: str
    attack: Stack
    defend: Stack
    win: float
    draw: float
    lose: float
    swing: float
    """Expected value of the losses of the defender less those of the attacker, in IPCs."""
    attackers_left: float
    defenders_left: float
    exact: bool
    likely: tuple[tuple[str, float], ...] = ()
    """The most probable endings in words."""
    note: str = ""
    """What should be known about these numbers."""


class ContestsAnswer(Answer, frozen=True, tag="contests"):
    battles: tuple[Chances, ...]


class BattleOddsAnswer(Answer, frozen=True, tag="battleodds"):
    chances: Chances | None


class Column(msgspec.Struct, frozen=True):
    """Units of one side that hit with the same number."""

    side: Side
    value: int
    units: Stack
    behind: Stack = ()
    """Hit, but still to return fire."""


class Sighting(msgspec.Struct, frozen=True):
    """Shots that the seat has to aim."""

    guns: Stack
    """Who can fire; not all of them have to."""
    marks: Stack
    """At whom."""
    shots: int
    """How many shots are aimed."""


class WayOut(msgspec.Struct, frozen=True):
    """Where like units of the seat may go that leave the battle; an empty place: they wait until they land."""

    piece: Piece
    count: int
    places: tuple[str, ...]
    below: bool
    """They may submerge."""


class StripAnswer(Answer, frozen=True, tag="strip"):
    space: str
    columns: tuple[Column, ...]
    steps: tuple[str, ...]
    """The steps of a round, in words; ``now`` is where the battle is."""
    now: int
    hits: int
    """To be assigned now."""
    victim: Literal["", "attack", "defend"]
    default_damaged: Stack
    default_destroyed: Stack
    choosable: Stack
    """Units that may take these hits."""
    retreats: tuple[str, ...]
    may_submerge: int
    may_withdraw: int
    withdrawals: tuple[str, ...]
    """Where units may withdraw to."""
    aims: Sighting | None = None
    leaving: tuple[WayOut, ...] = ()
    """Which units of the seat may be pulled back now."""
    must_leave: int = 0
    """How many of them have to."""


class Ware(msgspec.Struct, frozen=True):
    unit: str
    cost: int
    most: int
    """So many could be afforded with nothing else on the order."""


class FactoryLimit(msgspec.Struct, frozen=True):
    space: str
    limit: int
    """Units it can take this turn; -1: any number."""
    used: int


class ResearchOffer(msgspec.Struct, frozen=True):
    """What research costs, and what is still to be found."""

    die: int
    """What one die costs."""
    most: int
    """So many dice could be bought now."""
    success: int
    """A die that shows this or more is a breakthrough."""
    owned: tuple[str, ...]
    """Developments of this power, by name."""
    missing: tuple[tuple[str, str], ...]
    """Developments that it lacks, by name, and what they bring."""
    names: dict[str, str]
    """What each development is called that events speak of."""
    program: dict[str, int] | None = None
    """Dice that are bought so far, by development, where each is bought for one; none: they are rolled at once."""
    open: tuple[str, ...] = ()
    """Developments that dice can be bought for; an empty name: for none in particular, to be given out later."""
    to_give: int = 0
    """Dice to be given to developments now."""
    boxes: dict[str, int] = {}
    """Steps made towards each development, where it takes several."""
    needed: int = 0
    """How many steps it takes."""
    step: int = 0
    """A die that shows this or less is a step."""


class ShopAnswer(Answer, frozen=True, tag="shop"):
    budget: int
    wares: tuple[Ware, ...]
    factories: tuple[FactoryLimit, ...]
    capacity: int
    """The sum over the factories; -1: any number."""
    order: dict[str, int]
    """What is ordered now."""
    research: ResearchOffer | None
    """Dice for new weapons, where a game has them."""
    repairs: tuple[Repair, ...] = ()
    """Damaged ships that could be repaired now."""
    scorchable: tuple[str, ...] = ()
    """Own factories that could be destroyed this turn, where a game has that."""
    levied: tuple[str, ...] = ()
    """Units that need no factory; ``levies`` says where they can enter play, and how many."""
    levies: tuple["FactoryLimit", ...] = ()


class Place(msgspec.Struct, frozen=True):
    unit: str
    space: str
    most: int
    orders: tuple[AreaAction, ...]
    """For one unit."""


class PlacementsAnswer(Answer, frozen=True, tag="placements"):
    waiting: dict[str, int]
    places: tuple[Place, ...]
    factories: tuple[FactoryLimit, ...]
    levied: tuple[str, ...] = ()
    """Units that need no factory; ``levies`` says where they can enter play, and how many."""
    levies: tuple[FactoryLimit, ...] = ()


class Sending(msgspec.Struct, frozen=True):
    """Like units that could go to the next space: at once in support, or as reinforcements after the combats."""

    order: Support | Reinforce
    """For one of them."""
    unit: str
    space: str
    to: str
    most: int
    attacked: bool
    """The enemy attacks there."""


class WindowAnswer(Answer, frozen=True, tag="window"):
    attacked: tuple[str, ...]
    """Spaces of one's own side that the enemy attacks now."""
    sendings: tuple[Sending, ...]
    given: tuple[str, ...]
    """What has been ordered so far, in words."""


class Share(msgspec.Struct, frozen=True):
    """A line of the sum."""

    text: str
    amount: int


class IncomeAnswer(Answer, frozen=True, tag="income"):
    power: Power
    shares: tuple[Share, ...]
    total: int
    treasury: int


class Flight(msgspec.Struct, frozen=True):
    space: str
    unit: str
    count: int
    left: int
    landing: tuple[str, ...]
    decks: tuple[Land, ...] = ()
    """Orders that name the carrier on which one of them lands, where there is a choice."""


class FlightsAnswer(Answer, frozen=True, tag="flights"):
    flights: tuple[Flight, ...]


AnswerGiven = (
    ReachAnswer
    | SailAnswer
    | ThreatAnswer
    | ContestsAnswer
    | BattleOddsAnswer
    | StripAnswer
    | ShopAnswer
    | PlacementsAnswer
    | IncomeAnswer
    | FlightsAnswer
    | WindowAnswer
)


class StandingOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a player's battles are to be settled without asking."""

    losses: tuple[str, ...] = ()
    """Unit types in the order in which they are lost; empty: the default choice."""
    keep_last_land: bool = False
    """Keep one land unit to take the territory rather than lose it before a dearer unit."""
    retreat_below: float = 0.0
    """Break off when the chance to win falls below this; 0: fight to the end."""
    fights: bool = True
    """Also turn to the next combat, in the order in which they became known."""
    submerge: Literal["never", "when-losing", "always"] = "never"
    until: Literal["phase", "turn", "cancelled"] = "phase"
