"""Questions about a hex game, and what the answers look like."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, Union

import msgspec
from msgspec import Meta

from sandtable.guides.hexes.queries import LONGEST, Outlook
from sandtable.hexes.actions import FAMILY, HexAction
from sandtable.hexes.parts import installed_actions
from sandtable.hexes.state import Name, Place, Side
from sandtable.hexes.strength import NONE, Amount, Kind, Points
from sandtable.hexes.supply import Level
from sandtable.odds.hexes.taking import ORDER

if TYPE_CHECKING:
    Offered = HexAction
else:
    Offered = Union[(*FAMILY, *installed_actions())]
"""A ready-made order: an action of any game of the family."""


class Question(msgspec.Struct, frozen=True, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    """Base of all questions."""


class Reach(Question, frozen=True):
    """Where can these points of an army go? With ``to``: by which orders?"""

    army: Name
    points: Points = NONE
    """No points: all that it has."""
    to: Place = ""


class Attacks(Question, frozen=True):
    """Which of my armies can attack what?"""


class Approach(Question, frozen=True):
    """By which orders can this army attack this place, over land or by sea? If it can't, why?"""

    army: Name
    to: Place


class Prospect(Question, frozen=True):
    """What are the odds of this attack, and of the advances that follow?"""

    army: Name
    path: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=LONGEST)]
    """The hexes to enter, in order."""
    others: Annotated[tuple[Name, ...], Meta(max_length=24)] = ()
    """Other armies that attack the first of them."""
    fire_at: int = 0
    """The index of the hex in the path where the army makes its assault."""
    losses: tuple[Kind, ...] = ORDER
    """The order of loss; of each kind, the army's own points go last."""


class Weigh(Question, frozen=True):
    """What are the odds of this order: a landing, a meeting at sea, a raid, missiles?"""

    order: Offered


class Announced(Question, frozen=True):
    """What are the odds of the announced attacks?"""


class Supply(Question, frozen=True):
    """The supply of a whole side."""

    side: Side


class Line(Question, frozen=True):
    """How is this place supplied, or why isn't it?"""

    place: Place


class Production(Question, frozen=True, tag="production"):
    """A side's production: its budget, prices and places to build."""

    side: Side


class PendingDecision(Question, frozen=True, tag="pending-decision"):
    """What must I decide now: losses, defensive fire, retreats?"""


class Deployment(Question, frozen=True, tag="deployment"):
    """What do I still have to set up, and where can it go?"""


class Harbours(Question, frozen=True):
    """Where can my fleet be based, at set-up or from now on?"""

    fleet: Name
    points: int = 0
    """At set-up: this many; 0: all that it has, or all without a base."""


QuestionAsked = (
    Reach
    | Attacks
    | Approach
    | Prospect
    | Weigh
    | Announced
    | Supply
    | Line
    | Production
    | PendingDecision
    | Deployment
    | Harbours
)


class Answer(msgspec.Struct, frozen=True, tag=str.lower, tag_field="about"):
    """Base of all answers."""


class No(msgspec.Struct, frozen=True):
    """A reason why not, with the rule."""

    rule: str
    why: str


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ready-made order, and its text."""

    text: str
    action: Offered
    odds: str = ""
    """What it is worth, if dice are rolled for it."""


class Destination(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place that points can go to."""

    place: Place
    room: int
    """How many more points may be there at the end of the phase; -1: any number."""
    ports: tuple[Place, Place] | None = None
    """By sea: the ports of departure and arrival."""
    seas: tuple[str, ...] = ()


class ReachAnswer(Answer, frozen=True, tag="reach"):
    destinations: tuple[Destination, ...]
    orders: tuple[Order, ...] = ()
    """For the place asked for."""
    no: No | None = None
    """Why they can't move at all, or not there."""


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex that an army can attack."""

    place: Place
    friendly: bool = False
    """The army can advance into it without a fight."""
    by_sea: bool = False
    spend: int = 0
    """By sea: how many amphibious points the voyage costs."""
    chance: float = 0.0
    """The chance that the army alone enters it; by sea without a fleet."""
    order: Offered | None = None
    """The order that announces it, if it can be announced now."""


class Attacker(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army and what it can attack."""

    army: Name
    at: Place
    target: Place = ""
    """The target it has been assigned to."""
    aims: tuple[Aim, ...] = ()
    no: No | None = None
    """Why it can't attack at all."""


class AttacksAnswer(Answer, frozen=True, tag="attacks"):
    armies: tuple[Attacker, ...]


class ApproachAnswer(Answer, frozen=True, tag="approach"):
    orders: tuple[Order, ...]
    """Ready-made orders; by sea, one with each fleet that can come along."""
    no: No | None = None


class ProspectAnswer(Answer, frozen=True, tag="prospect"):
    outlook: Outlook
    """Its chances to enter follow the path, hex by hex."""
    text: str
    """A short summary."""


class WeighAnswer(Answer, frozen=True, tag="weigh", omit_defaults=True):
    """The odds of an order. Empty: no dice are rolled for it, or an attack has to be announced first."""

    text: str
    chance: float = 0.0
    """That it succeeds: a landing, a battle, finding a cargo, a raid with any effect."""
    own: float = 0.0
    """Own losses, on average."""
    enemy: float = 0.0
    """The enemy's losses, on average: points, ships, cargo, production or morale."""
    outlook: Outlook | None = None
    """Of a landing."""


class Escort(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fleet of the invading side."""

    fleet: Name
    sails: bool = False
    """It sails there, with an army or alone."""
    alone: bool = False
    """It sails alone, and can be called off."""
    order: Offered | None = None
    """The order that sends it to support the invasion."""
    no: No | None = None
    """Why it can't."""


class Assailed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex under attack."""

    place: Place
    armies: tuple[Name, ...]
    """The armies assigned to attack it; the first counts as the spearhead."""
    outlook: Outlook | None
    """None: the attack is no longer possible."""
    fleets: tuple[Escort, ...] = ()
    """By sea: the attacker's fleets, while attacks are being announced."""


class AnnouncedAnswer(Answer, frozen=True, tag="announced"):
    targets: tuple[Assailed, ...]


class SupplyAnswer(Answer, frozen=True, tag="supply"):
    """The current supply of every place of a side."""

    side: Side
    full: tuple[Place, ...]
    defence: tuple[Place, ...]
    none: tuple[Place, ...]


class LineAnswer(Answer, frozen=True, tag="line"):
    """The supply of one place."""

    place: Place
    side: Side
    level: Level
    text: str
    """How it is supplied, or why not, in a sentence or two."""
    route: tuple[Place, ...] = ()
    """The route to its source, both ends included; it skips sea hexes."""
    pocket: tuple[Place, ...] = ()
    """Without full supply: the places it can trace through."""
    held: tuple[Place, ...] = ()
    """Unfriendly places that enclose the pocket."""
    rough: tuple[Place, ...] = ()
    """Terrain that blocks the route: no road leads out of it."""


class Ware(msgspec.Struct, frozen=True):
    """Something that can be built."""

    kind: Kind
    cost: Amount
    most: int
    """How many can be paid for now."""


class Yard(msgspec.Struct, frozen=True):
    """A place where new points can appear."""

    place: Place
    room: int
    """Room for this many points; -1: any number."""
    armies: tuple[Name, ...]
    """Armies there that can take them."""
    budget: Amount = 0
    """What may be spent there."""


class Site(msgspec.Struct, frozen=True):
    """A place where something costs production points."""

    place: Place
    most: int
    """How many points can be paid for now."""
    order: Offered
    """The order for one point."""


class Source(msgspec.Struct, frozen=True):
    """A line of the production count."""

    place: Place
    points: int
    devastated: int
    level: Level
    counted: int


class ProductionAnswer(Answer, frozen=True, tag="production"):
    side: Side
    sources: tuple[Source, ...]
    counted: int
    """What a count would give now."""
    withheld: int
    """How much of it is spent elsewhere."""
    lent: int
    """What a partner has given."""
    budget: Amount
    """What is left to spend in this phase; 0 in other phases."""
    wares: tuple[Ware, ...]
    yards: tuple[Yard, ...]
    counters: tuple[Name, ...]
    """Free counters for new armies."""
    repairs: tuple[Site, ...]
    forts: tuple[Site, ...]
    """Where fort points can be added. Other places can get new forts while any are left."""
    forts_left: int
    fort_places: tuple[Place, ...]
    """Where new forts can be built now."""
    depots: tuple[Site, ...]
    """Where production points can be given to a partner."""


class Volley(msgspec.Struct, frozen=True):
    """A possible defensive assault."""

    place: Place
    armies: tuple[Name, ...]
    fort: bool
    strength: int
    losses: Mapping[int, float]
    """The chance of each number of attacker's losses, if all of them fire."""


class Refuge(msgspec.Struct, frozen=True):
    """Where an army can retreat to."""

    army: Name
    place: Place
    level: Level
    room: int
    order: Offered


class PendingDecisionAnswer(Answer, frozen=True, tag="pending-decision"):
    kind: str
    """The kind of decision: ``losses``, ``defence``, ``retreat`` ...; empty: none."""
    text: str
    count: int = 0
    """Losses to choose."""
    armies: Mapping[Name, Points] = {}
    """The armies that can take them."""
    fort: int = 0
    fleet: int = 0
    amphibious: int = 0
    """At least this many of them must be amphibious."""
    volleys: tuple[Volley, ...] = ()
    refuges: tuple[Refuge, ...] = ()
    orders: tuple[Order, ...] = ()
    """Ready-made answers, the usual one first."""


class DeploymentAnswer(Answer, frozen=True, tag="deployment"):
    reserve: Points
    """Points to deploy."""
    counters: tuple[Name, ...]
    """Free counters for new armies."""
    places: tuple[Destination, ...]
    """Where they can go."""
    fleets: tuple[Name, ...]
    """Fleets without a base."""
    fleet_points: int
    """Fleet points without a base."""
    ruin: int
    """Production points that the side must choose to lose before the first turn."""
    ruin_areas: tuple[str, ...]
    """Countries to choose them from."""
    ruined: Mapping[Place, int]
    """The default choice."""


class HarboursAnswer(Answer, frozen=True, tag="harbours"):
    fleet: Name
    points: int
    orders: tuple[Order, ...]


AnswerGiven = (
    ReachAnswer
    | AttacksAnswer
    | ApproachAnswer
    | ProspectAnswer
    | WeighAnswer
    | AnnouncedAnswer
    | SupplyAnswer
    | LineAnswer
    | ProductionAnswer
    | PendingDecisionAnswer
    | DeploymentAnswer
    | HarboursAnswer
)


class StandingOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a player's losses, defensive assaults, retreats and interceptions are resolved automatically."""

    losses: tuple[Kind, ...] = ()
    """Kinds of points in order of loss; empty: ask."""
    defend: Literal["ask", "always", "never"] = "ask"
    """Whether all armies that may fire in defence do."""
    retreat: Literal["ask", "supplied"] = "ask"
    """``supplied``: retreat to the best supplied hex, joining others if there is room."""
    intercept: Literal["ask", "always", "never"] = "ask"
    """Whether fleets intercept invasions."""
    until: Literal["phase", "turn", "cancelled"] = "phase"
