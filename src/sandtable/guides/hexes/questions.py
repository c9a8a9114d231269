"""Questions about a hex game, and what the answers look like."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.guides.hexes.queries import LONGEST, Outlook
from sandtable.hexes.actions import HexAction
from sandtable.hexes.state import Name, Place, Side
from sandtable.hexes.strength import NONE, Kind, Points
from sandtable.hexes.supply import Level
from sandtable.odds.hexes import ORDER


class Question(msgspec.Struct, frozen=True, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    """Base of everything that may be asked."""


class Reach(Question, frozen=True):
    """Where can these points of an army go? With ``to``: by which orders do they get there?"""

    army: Name
    points: Points = NONE
    """None: all that it has."""
    to: Place = ""


class Attacks(Question, frozen=True):
    """Which of my armies could attack what?"""


class Approach(Question, frozen=True):
    """By which orders can this army attack this place, over land or by sea; or why can it not?"""

    army: Name
    to: Place


class Prospect(Question, frozen=True):
    """What is this attack worth, and the advances that may follow from it?"""

    army: Name
    path: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=LONGEST)]
    """The hexes that it shall enter, one after another."""
    others: Annotated[tuple[Name, ...], Meta(max_length=24)] = ()
    """Armies that attack the first of them, too."""
    fire_at: int = 0
    """At which hex of the path the army makes its assault."""
    losses: tuple[Kind, ...] = ORDER
    """What is given up first; the army's own points go last of each kind."""


class Announced(Question, frozen=True):
    """What are the attacks worth that have been announced?"""


class Supply(Question, frozen=True):
    """The supply of a whole side."""

    side: Side


class Line(Question, frozen=True):
    """How is this place supplied, or why is it not?"""

    place: Place


class Works(Question, frozen=True):
    """What a side can count and build: its budget, its prices, the places."""

    side: Side


class Duty(Question, frozen=True):
    """What I have to decide now: losses, who fires in defence, where to retreat."""


class Muster(Question, frozen=True):
    """What have I yet to set up, and where can it go?"""


class Harbours(Question, frozen=True):
    """Where can this fleet of mine be based, at set-up or from now on?"""

    fleet: Name
    points: int = 0
    """At set-up: so many; nothing: all that it has, or all that have no base yet."""


QuestionAsked = (
    Reach | Attacks | Approach | Prospect | Announced | Supply | Line | Works | Duty | Muster | Harbours
)


class Answer(msgspec.Struct, frozen=True, tag=str.lower, tag_field="about"):
    """Base of all answers."""


class No(msgspec.Struct, frozen=True):
    """Why not, and by which rule."""

    rule: str
    why: str


class Order(msgspec.Struct, frozen=True):
    """An order that is ready to be given, and what it says."""

    text: str
    action: HexAction


class Destination(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place that points can go to."""

    place: Place
    room: int
    """So many points may still come to stand there at the end of the phase; -1: any number."""
    ports: tuple[Place, Place] | None = None
    """By sea: from which port to which."""
    seas: tuple[str, ...] = ()


class ReachAnswer(Answer, frozen=True, tag="reach"):
    destinations: tuple[Destination, ...]
    orders: tuple[Order, ...] = ()
    """For the place that was asked for."""
    no: No | None = None
    """Why they cannot move at all, or not there."""


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex that an army could attack."""

    place: Place
    friendly: bool = False
    """It could advance into it without a fight."""
    by_sea: bool = False
    spend: int = 0
    """By sea: so many amphibious points are spent on the way."""
    chance: float = 0.0
    """That the army alone gets in; by sea that is not worked out."""
    order: HexAction | None = None
    """What announces it, where it is the time for that."""


class Attacker(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army and what it could attack."""

    army: Name
    at: Place
    target: Place = ""
    """What it has been named against."""
    aims: tuple[Aim, ...] = ()
    no: No | None = None
    """Why it cannot attack at all."""


class AttacksAnswer(Answer, frozen=True, tag="attacks"):
    armies: tuple[Attacker, ...]


class ApproachAnswer(Answer, frozen=True, tag="approach"):
    orders: tuple[Order, ...]
    """Ready to be given; by sea with every fleet that could come along."""
    no: No | None = None


class ProspectAnswer(Answer, frozen=True, tag="prospect"):
    outlook: Outlook
    """Its chances to enter are those of the path, hex by hex."""
    text: str
    """All of it in a few words."""


class Escort(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fleet of the side that invades a hex."""

    fleet: Name
    sails: bool = False
    """It sails there, with an army or by itself."""
    alone: bool = False
    """By itself: it can be called off."""
    order: HexAction | None = None
    """What sends it there to support the invasion."""
    no: No | None = None
    """Why it cannot."""


class Assailed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex that is under attack."""

    place: Place
    armies: tuple[Name, ...]
    """Those that are named against it; the first is taken for the spearhead."""
    outlook: Outlook | None
    """Nothing: the attack comes by sea, which is not worked out."""
    fleets: tuple[Escort, ...] = ()
    """By sea: the fleets of who attacks, while attacks are announced."""


class AnnouncedAnswer(Answer, frozen=True, tag="announced"):
    targets: tuple[Assailed, ...]


class SupplyAnswer(Answer, frozen=True, tag="supply"):
    """Every place of a side, as it is supplied now."""

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
    """The way to its source, both ends included; over sea it leaps."""
    pocket: tuple[Place, ...] = ()
    """Without full supply: the places that it can trace through."""
    held: tuple[Place, ...] = ()
    """Places that are not friendly and close the pocket in."""
    rough: tuple[Place, ...] = ()
    """Terrain that bars the way: no road leads out of it."""


class Ware(msgspec.Struct, frozen=True):
    """What can be built."""

    kind: Kind
    cost: int
    most: int
    """So many could be paid for now."""


class Yard(msgspec.Struct, frozen=True):
    """A place where new points can appear."""

    place: Place
    room: int
    """For so many points; -1: any number."""
    armies: tuple[Name, ...]
    """Armies there that could take them."""


class Site(msgspec.Struct, frozen=True):
    """A place where something costs production points."""

    place: Place
    most: int
    """So many points of it could be paid for now."""
    order: HexAction
    """For one point."""


class Source(msgspec.Struct, frozen=True):
    """A line of the count of production."""

    place: Place
    points: int
    devastated: int
    level: Level
    counted: int


class WorksAnswer(Answer, frozen=True, tag="works"):
    side: Side
    sources: tuple[Source, ...]
    counted: int
    """What would be counted now."""
    withheld: int
    """What of it is spent elsewhere."""
    lent: int
    """What waits from a partner."""
    budget: int
    """What is left to spend in this phase; nothing in other phases."""
    wares: tuple[Ware, ...]
    yards: tuple[Yard, ...]
    counters: tuple[Name, ...]
    """Counters that are free for new armies."""
    repairs: tuple[Site, ...]
    forts: tuple[Site, ...]
    """Where fort points can be added; other places can have new forts while some are left."""
    forts_left: int
    fort_places: tuple[Place, ...]
    """Where new forts can be built now."""
    depots: tuple[Site, ...]
    """Where production points can be given to a partner."""


class Volley(msgspec.Struct, frozen=True):
    """A defensive assault that could be made."""

    place: Place
    armies: tuple[Name, ...]
    fort: bool
    strength: int
    losses: Mapping[int, float]
    """The chance of so many losses to the attacker, if all of them fire."""


class Refuge(msgspec.Struct, frozen=True):
    """Where an army could retreat to."""

    army: Name
    place: Place
    level: Level
    room: int
    order: HexAction


class DutyAnswer(Answer, frozen=True, tag="duty"):
    kind: str
    """What has to be decided: ``losses``, ``defence``, ``retreat`` ...; empty: nothing."""
    text: str
    count: int = 0
    """Losses that are to be named."""
    armies: Mapping[Name, Points] = {}
    """Whose losses they may be."""
    fort: int = 0
    fleet: int = 0
    amphibious: int = 0
    """So many of them at least must be amphibious."""
    volleys: tuple[Volley, ...] = ()
    refuges: tuple[Refuge, ...] = ()
    orders: tuple[Order, ...] = ()
    """Answers that are ready to be given, the usual one first."""


class MusterAnswer(Answer, frozen=True, tag="muster"):
    reserve: Points
    """Points that are to be deployed."""
    counters: tuple[Name, ...]
    """Counters that are free for new armies."""
    places: tuple[Destination, ...]
    """Where they can go."""
    fleets: tuple[Name, ...]
    """Fleets without a base."""
    fleet_points: int
    """Fleet points without a base."""
    ruin: int
    """Production points that the side chooses to lose before the first turn."""
    ruin_areas: tuple[str, ...]
    """Countries where it chooses them."""
    ruined: Mapping[Place, int]
    """What is chosen if it says nothing."""


class HarboursAnswer(Answer, frozen=True, tag="harbours"):
    fleet: Name
    points: int
    orders: tuple[Order, ...]


AnswerGiven = (
    ReachAnswer
    | AttacksAnswer
    | ApproachAnswer
    | ProspectAnswer
    | AnnouncedAnswer
    | SupplyAnswer
    | LineAnswer
    | WorksAnswer
    | DutyAnswer
    | MusterAnswer
    | HarboursAnswer
)


class StandingOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a player's losses, defensive assaults, retreats and interceptions are settled without asking."""

    losses: tuple[Kind, ...] = ()
    """Kinds of points in the order in which they are lost; none: ask."""
    defend: Literal["ask", "always", "never"] = "ask"
    """Whether all who may fire in defence do."""
    retreat: Literal["ask", "supplied"] = "ask"
    """Retreat to the best supplied hex, to others with room."""
    intercept: Literal["ask", "always", "never"] = "ask"
    """Whether fleets meet invasions at sea."""
    until: Literal["phase", "turn", "cancelled"] = "phase"
