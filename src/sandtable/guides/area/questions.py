"""Questions about an area game, and what the answers look like."""

from typing import TYPE_CHECKING, Literal, Union

import msgspec

from sandtable.area.actions import FAMILY, AreaAction, Land, Pick, Side
from sandtable.area.battle.breaking_off import Remaining
from sandtable.area.forces import Piece, Power, Stack
from sandtable.area.parts import installed_actions
from sandtable.area.parts.reaction.actions import Reinforce, Support
from sandtable.area.parts.repairs import Repair
from sandtable.area.relations import Relation
from sandtable.area.requirements.judging import Finding

if TYPE_CHECKING:
    Offered = AreaAction
else:
    Offered = Union[(*FAMILY, *installed_actions())]
"""A ready-made order: an action of any game of the family."""


class Question(msgspec.Struct, frozen=True, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    """Base of all questions."""


class Reach(Question, frozen=True):
    """Where can these units of mine go from here? ``via``: through these spaces, in this order.

    For land units on a coast this includes where transports can take them.
    """

    space: str
    units: tuple[Pick, ...]
    via: tuple[str, ...] = ()
    to: str = ""
    """Only this space, with only the units that can get there."""


class Sail(Question, frozen=True):
    """What can this transport do: which units can it load where, and where can they land?"""

    zone: str
    transport: Pick
    path: tuple[str, ...] = ()
    """The zones on its path so far, starting with its own."""
    loads: tuple[tuple[str, str, int], ...] = ()
    """Chosen so far: territory, unit, count."""


class Threat(Question, frozen=True):
    """What could attack this space next turn, and with what strength? What could relieve it?"""

    space: str


class Contests(Question, frozen=True):
    """The odds of each combat that the moves so far have set up."""

    orders: tuple[Offered, ...] = ()
    """Hypothetical moves: the odds if they were made as well."""
    space: str = ""
    """Only the combat there."""


class Worth(Question, frozen=True):
    """What the combat moves so far are worth: battles by their odds, and what they capture."""


class BattleOdds(Question, frozen=True):
    """The odds for the rest of the battle in progress."""


class Strip(Question, frozen=True):
    """The battle strip: columns by hit number, hits to assign, the default losses."""


class Shop(Question, frozen=True):
    """What can be bought: budget, prices, the factories' limits."""


class Placements(Question, frozen=True):
    """Where bought units may be placed, and how many."""


class Income(Question, frozen=True):
    """What a power will collect, itemized."""

    power: Power


class Flights(Question, frozen=True):
    """Units in the air: remaining range and landing spaces."""


class Reaction(Question, frozen=True, tag="reaction"):
    """During the enemy's turn: which of my units can go to an adjacent space, and what is in danger?"""


class Aims(Question, frozen=True):
    """War and peace, objectives and victory: what is met, and what is missing."""

    power: Power = ""
    """Whose wars. Default: the asking seat's."""


class Projects(Question, frozen=True):
    """The research track: all powers' markers, and the projects the seat can pay for."""


class Convoys(Question, frozen=True):
    """Which convoys are in danger, and what could be lost?"""


QuestionAsked = (
    Reach
    | Sail
    | Threat
    | Contests
    | Worth
    | BattleOdds
    | Strip
    | Shop
    | Placements
    | Income
    | Flights
    | Reaction
    | Aims
    | Convoys
    | Projects
)


class Answer(msgspec.Struct, frozen=True, tag=str.lower, tag_field="about"):
    """Base of all answers."""


class No(msgspec.Struct, frozen=True):
    """A reason why not, with the rule."""

    rule: str
    why: str


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way to a space: its orders, to be given together."""

    orders: tuple[Offered, ...]
    path: tuple[str, ...]
    cost: int
    left: int
    """Movement left afterwards: the lowest of all units."""
    text: str
    """``2 infantry by transport from sea zone 11``; empty if it is obvious."""
    attack: bool = False
    """It starts a combat."""
    landing: tuple[str, ...] = ()
    """For air units: where they could land afterwards."""


class Destination(msgspec.Struct, frozen=True, omit_defaults=True):
    space: str
    ways: tuple[Way, ...] = ()
    """The best first. If empty, see ``no``."""
    no: No | None = None


class ReachAnswer(Answer, frozen=True, tag="reach"):
    destinations: tuple[Destination, ...]
    no: No | None = None
    """Why the units can't move at all."""


class Cargo(msgspec.Struct, frozen=True):
    """Units that could board at a stop."""

    zone: str
    territory: str
    unit: str
    count: int


class SailAnswer(Answer, frozen=True, tag="sail"):
    zones: tuple[Destination, ...]
    """Where the transport can sail from the end of the path (orders: the voyage that ends there)."""
    cargo: tuple[Cargo, ...]
    """Units that can board along the path so far."""
    ashore: tuple[Destination, ...]
    """Where the cargo can go ashore from the end of the path."""
    no: No | None = None


class Striker(msgspec.Struct, frozen=True):
    """What one power could bring."""

    power: Power
    units: dict[str, int]
    strength: int
    """The sum of the attack values (for relief, the defence values)."""
    value: int
    """What the units cost."""


class ThreatAnswer(Answer, frozen=True, tag="threat"):
    strikers: tuple[Striker, ...]
    """Enemies of the space's holder that could attack it in their next turn."""
    defence: int
    """The sum of the defence values there."""
    odds: tuple[tuple[Power, float], ...]
    """For each striker the chance that an all-out attack succeeds (exact or sampled)."""
    relief: tuple[Striker, ...]
    """Friends of the space's holder, with what they could move there in their next turn."""


class Chances(msgspec.Struct, frozen=True):
    """The odds of a battle, summarized."""

    space: str
    attack: Stack
    defend: Stack
    win: float
    draw: float
    lose: float
    swing: float
    """Expected losses of the defender minus those of the attacker, in IPCs."""
    attackers_left: float
    defenders_left: float
    exact: bool
    likely: tuple[tuple[str, float], ...] = ()
    """The most likely outcomes, in words."""
    note: str = ""
    """A caveat about these numbers."""


class ContestsAnswer(Answer, frozen=True, tag="contests"):
    battles: tuple[Chances, ...]


class Prospect(msgspec.Struct, frozen=True):
    """What one combat is worth on average."""

    space: str
    reached: float
    """The chance that it takes place in full: that the sea battles before its landings are won."""
    win: float
    capture: float
    """The chance that the space is taken; 0 at sea."""
    swing: float
    """The enemy's losses minus the attacker's, in money."""
    prize: float
    """What taking the space is worth besides, in money."""
    exact: bool


class WorthAnswer(Answer, frozen=True, tag="worth"):
    combats: tuple[Prospect, ...]
    taken: dict[str, float]
    """Spaces taken on the way without a fight, and what each is worth."""
    total: float
    """All swings, and all prizes times their chances."""


class BattleOddsAnswer(Answer, frozen=True, tag="battleodds"):
    chances: Chances | None


class Column(msgspec.Struct, frozen=True):
    """Units of one side that hit on the same number."""

    side: Side
    value: int
    units: Stack
    behind: Stack = ()
    """Hit, but still to return fire."""


class Sighting(msgspec.Struct, frozen=True):
    """Shots that the seat has to aim."""

    guns: Stack
    """Units that can fire; not all of them have to."""
    marks: Stack
    """Units that can be targeted."""
    shots: int
    """How many shots are aimed."""


class WayOut(msgspec.Struct, frozen=True):
    """Where identical units may go if they leave the battle; an empty space: they wait until they land."""

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
    """Hits to be assigned now."""
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
    """How many of them must."""
    remaining: Remaining = "fight"
    """What happens if the attacker doesn't retreat."""


class Ware(msgspec.Struct, frozen=True):
    unit: str
    cost: int
    most: int
    """How many the seat could afford with nothing else ordered."""


class FactoryLimit(msgspec.Struct, frozen=True):
    space: str
    limit: int
    """Units it can produce this turn; -1: any number."""
    used: int


class ResearchOffer(msgspec.Struct, frozen=True):
    """What research costs, and which developments are missing."""

    die: int
    """The price of one die."""
    most: int
    """How many dice can be bought now."""
    success: int
    """A die that shows this or more is a breakthrough."""
    owned: tuple[str, ...]
    """Developments of this power, by name."""
    missing: tuple[tuple[str, str], ...]
    """Missing developments: names and effects."""
    names: dict[str, str]
    """The name of each development that events mention."""
    program: dict[str, int] | None = None
    """Dice bought so far by development, where dice are bought per development; None: dice are rolled at once."""
    open: tuple[str, ...] = ()
    """Developments that dice can be bought for; an empty name: for none in particular, to be assigned later."""
    to_give: int = 0
    """Dice to be assigned to developments now."""
    boxes: dict[str, int] = {}
    """Steps made towards each development, if it takes several."""
    needed: int = 0
    """How many steps it takes."""
    step: int = 0
    """A die that shows this or less is a step."""


class FacilityWork(msgspec.Struct, frozen=True, omit_defaults=True):
    """A facility of the buyer's that can be repaired or upgraded, or is being built."""

    territory: str
    facility: str
    damage: int
    repair: int
    """The price of repairing a point."""
    points: int
    """How many points can be repaired now."""
    no_repair: No | None = None
    """Why nothing can be repaired now."""
    larger: str = ""
    """What it can be upgraded to,"""
    price: int = 0
    """at what price,"""
    no_upgrade: No | None = None
    """and why it can't be now."""
    ordered: bool = False
    """The upgrade is paid for."""
    chips: int = 0
    """Turns until it is built."""


class ShopAnswer(Answer, frozen=True, tag="shop"):
    budget: int
    wares: tuple[Ware, ...]
    factories: tuple[FactoryLimit, ...]
    capacity: int
    """The total of all factories; -1: any number."""
    order: dict[str, int]
    """What is ordered now."""
    research: ResearchOffer | None
    """Research, if the game has it."""
    repairs: tuple[Repair, ...] = ()
    """Damaged ships that can be repaired now."""
    scorchable: tuple[str, ...] = ()
    """Own factories that can be destroyed this turn, if the game has that."""
    levied: tuple[str, ...] = ()
    """Units that need no factory; ``levies`` says where and how many."""
    levies: tuple["FactoryLimit", ...] = ()
    works: tuple[FacilityWork, ...] = ()
    """Facilities that can be repaired or upgraded, and those being built."""
    purse: int = -1
    """What may be spent on combat units, if that is limited; otherwise -1."""


class Place(msgspec.Struct, frozen=True):
    unit: str
    space: str
    most: int
    orders: tuple[Offered, ...]
    """For one unit."""


class PlacementsAnswer(Answer, frozen=True, tag="placements"):
    waiting: dict[str, int]
    places: tuple[Place, ...]
    factories: tuple[FactoryLimit, ...]
    levied: tuple[str, ...] = ()
    """Units that need no factory; ``levies`` says where and how many."""
    levies: tuple[FactoryLimit, ...] = ()


class Sending(msgspec.Struct, frozen=True):
    """Identical units that can go to an adjacent space: now as support, or after combat as reinforcements."""

    order: Support | Reinforce
    """The order for one of them."""
    unit: str
    space: str
    to: str
    most: int
    attacked: bool
    """The enemy attacks there."""


class ReactionAnswer(Answer, frozen=True, tag="reaction"):
    attacked: tuple[str, ...]
    """The seat's side's spaces that the enemy attacks now."""
    sendings: tuple[Sending, ...]
    given: tuple[str, ...]
    """The orders so far, in words."""


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
    """Orders that land one of them on a certain carrier, if there is a choice."""


class FlightsAnswer(Answer, frozen=True, tag="flights"):
    flights: tuple[Flight, ...]


class Stance(msgspec.Struct, frozen=True):
    """The relation between two powers."""

    powers: tuple[Power, Power]
    are: Relation


class PossibleWar(msgspec.Struct, frozen=True, omit_defaults=True):
    """A war that the asking power could declare."""

    on: Power
    why_not: str
    """Why it can't be declared now; empty if it can."""
    rule: str
    when: Finding | None = None
    """Its conditions, regardless of whose turn it is; None: none."""
    never: bool = False
    """No rule allows it at any time."""
    follows: tuple[str, ...] = ()
    """Its consequences, in sentences."""


class Goal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A power's objective, or a side's victory."""

    name: str
    whose: str
    """A power, or a side."""
    rule: str
    finding: Finding
    """What it requires, and what is missing."""
    due: int = 0
    """What an objective would pay now."""
    title: str = ""
    """Distinguishes a side's victory conditions."""
    pays: int = 0
    """What it pays in total, or per item."""
    each: bool = False
    """It pays per item."""
    paid: bool = False
    """It pays only once, and has paid."""


class AimsAnswer(Answer, frozen=True, tag="aims"):
    relations: tuple[Stance, ...]
    neutral: tuple[Power, ...]
    """Powers that aren't at war."""
    wars: tuple[PossibleWar, ...]
    objectives: tuple[Goal, ...]
    victory: tuple[Goal, ...]


class Convoy(msgspec.Struct, frozen=True):
    """A power's convoys in a sea zone that enemies can disrupt."""

    zone: str
    power: Power
    dice: int
    """Dice that enemies roll there when the power collects income."""
    stake: int
    """The value of the adjacent territories: the most that can be lost."""
    expected: float
    """The average loss."""


class ConvoysAnswer(Answer, frozen=True, tag="convoys"):
    convoys: tuple[Convoy, ...]
    """Convoys that enemies can disrupt now."""


class ProjectLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A project from the asking seat's view."""

    project: str
    name: str
    text: str
    at: int
    """The space its marker is on, or would start on."""
    started: bool = False
    developed: bool = False
    no: No | None = None
    """Why the seat can't roll for it now."""


class Lab(msgspec.Struct, frozen=True):
    """A power's markers on the track, as the asking seat sees them."""

    power: Power
    markers: tuple[tuple[str, str, int], ...]
    """Letter, project (empty: unknown), and space."""
    developed: tuple[str, ...]


class ProjectsAnswer(Answer, frozen=True, tag="projects"):
    die: int
    """The price of a die."""
    track: int
    """The space at which a project is developed."""
    breakthrough: int
    """A die that shows this is rolled again."""
    projects: tuple[ProjectLine, ...]
    labs: tuple[Lab, ...]


AnswerGiven = (
    ReachAnswer
    | SailAnswer
    | ThreatAnswer
    | ContestsAnswer
    | WorthAnswer
    | BattleOddsAnswer
    | StripAnswer
    | ShopAnswer
    | PlacementsAnswer
    | IncomeAnswer
    | FlightsAnswer
    | ReactionAnswer
    | AimsAnswer
    | ConvoysAnswer
    | ProjectsAnswer
)


class StandingOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a player's battles are resolved automatically."""

    losses: tuple[str, ...] = ()
    """Unit types in order of loss; empty: the default order."""
    keep_last_land: bool = False
    """Keep one land unit to take the territory, even if a more expensive unit is lost instead."""
    retreat_below: float = 0.0
    """Retreat when the chance to win falls below this; 0: fight to the end."""
    fights: bool = True
    """Also start the next combat, in the order in which they became known."""
    submerge: Literal["never", "when-losing", "always"] = "never"
    until: Literal["phase", "turn", "cancelled"] = "phase"
