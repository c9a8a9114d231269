"""A part: a feature that some scenarios of the family have and others don't.

A part contains everything its rules need: settings, memory, actions with their phrases, events with their dice,
effects and text, checks and offers, hooks, and the rules it cites. A scenario lists its parts; the family calls
the hooks of all of a world's parts and knows none of them by name.

- A part never imports another part. Two parts that need each other are one part.
- The result of a hook must not depend on the order of the parts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from sandtable.core.decision import Decision
from sandtable.core.parts import GameMemory, NoSettings, PartList
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import phrase_of
from sandtable.hexes.actions import Action, Move
from sandtable.hexes.atlas import Terrain
from sandtable.hexes.events import Event, Moved
from sandtable.hexes.scenario import SeaRight
from sandtable.hexes.state import Army, Attack, Fleet, HexState, Name, Phase, Place, Side, Slice
from sandtable.hexes.strength import Amount, Points

if TYPE_CHECKING:  # the world holds its parts
    from typing import Self

    from sandtable.hexes.unfold import Unfolding
    from sandtable.hexes.world import World

Firing = Literal["assault", "defence", "advance"]
"""What dice are rolled for."""

C = TypeVar("C", bound=msgspec.Struct)

__all__ = [
    "Convoy",
    "Flight",
    "GameMemory",
    "Line",
    "NoSettings",
    "Part",
    "PartAction",
    "PartEvent",
    "Parts",
    "Slice",
]


def tag(name: str) -> str:
    """The tag of a part's action or event in files and on the wire.

    >>> tag("CountryJoined")
    'country-joined'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Flight(msgspec.Struct, frozen=True):
    """Aircraft in an assault or a defensive assault."""

    fights: int
    """Those that attack enemy aircraft first."""
    joins: int
    """Those that fire with the ground forces, beyond the limit of a hex."""


class Convoy(msgspec.Struct, frozen=True):
    """Something sent along a sea route, which can be attacked there."""

    name: str
    side: Side
    frm: Place
    """The port where the route begins; its escort is based there."""
    route: tuple[Place, ...]
    """The hexes it enters."""
    cargo: int
    """Points that can be sunk."""


class Line(msgspec.Struct, frozen=True):
    """What sea routes carry between some ports and others."""

    capacity: int
    """Points per turn; 0: nothing goes there."""
    frm: Place = ""
    route: tuple[Place, ...] = ()
    """The hexes that the first of them enters on its way."""


class PartAction(Action, frozen=True, tag=tag):
    """An action defined by a part."""

    phrase: ClassVar[str] = ""
    """Its wording: see :mod:`sandtable.core.vocabulary`."""


class PartEvent(Event, frozen=True, tag=tag):
    """An event defined by a part: it provides its dice, its effect on the state, and its sentence in the log."""

    def evolve(self, state: HexState) -> HexState:
        """The state after it. The event contains everything that is new."""
        return state

    def rolled(self) -> tuple[int, ...]:
        """Its dice, in order."""
        return ()

    def tell(self, world: "World", state: HexState) -> str | None:
        """The event as a sentence, or None if it isn't worth mentioning; ``state`` is the state before it."""
        return None


class Part(Generic[C]):
    """One part as configured by a scenario. The hooks below do nothing; a part overrides those it needs."""

    name: ClassVar[str]
    """The name a scenario lists it under."""
    Settings: ClassVar[type[msgspec.Struct]] = NoSettings
    memory: ClassVar[GameMemory[Any] | None] = None
    actions: ClassVar[tuple[type[PartAction], ...]] = ()
    """The actions it defines, including those that answer its questions."""
    answers: ClassVar[tuple[type[PartAction], ...]] = ()
    """The actions that answer its questions: see :meth:`asks`."""
    events: ClassVar[tuple[type[PartEvent], ...]] = ()
    citations: ClassVar[tuple[str, ...]] = ()
    """The rules it may cite whatever its settings, without the book's prefix."""

    def __init__(self, settings: C) -> None:
        self.settings = settings

    @classmethod
    def of(cls, world: "World") -> "Self | None":
        """This part in a world. None if the world doesn't have it."""
        found = world.parts.by_name.get(cls.name)
        return found if isinstance(found, cls) else None

    def rules(self) -> Iterable[str]:
        """Rules of the game's book that its settings name, without the book's prefix."""
        return ()

    def problems(self, world: "World") -> Iterable[str]:
        """Contradictions in the data, reported when the game is loaded."""
        return ()

    # actions

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        """The phases in which the side on turn can take an action of this part."""
        return ()

    def misplaced(self, world: "World", state: HexState, side: Side, action: Action) -> Refusal:
        """Why an action of this part can't be taken in the current phase."""
        phases = " or ".join(self.when(type(action)))
        return world.untimely(f"You can do that only in another phase: {phases}.")

    def out_of_turn(self, world: "World", state: HexState, action: Action) -> Refusal | None:
        """The rule that keeps an action of this part for its side's own turn. None: that of the order of sides."""
        return None

    def check(self, world: "World", state: HexState, side: Side, action: Action) -> Refusal | None:
        """The rule against an action of this part. None if it may be taken now."""
        return None

    def offers(self, world: "World", state: HexState, side: Side) -> Iterator[Action]:
        """Actions of this part that may pass its check now: at least one of each kind, if not all. The family
        filters out those that don't pass."""
        return iter(())

    def do(self, run: "Unfolding", side: Side, action: Action) -> None:
        """Carry out an action that passed the check."""

    def words(self, world: "World", action: Action) -> str:
        """An action as the text of a choice, without a full stop."""
        return phrase_of(type(action)).line(action)

    # questions

    def asks(self, world: "World", state: HexState) -> tuple[Decision, ...]:
        """Questions that must be answered before anything else."""
        return ()

    def unanswered(self, world: "World", state: HexState) -> Refusal:
        """Why nothing else can be done while a question is open."""
        return world.refuse("seq.fixed-order", "Make the pending decision first.")

    # the course of a turn

    def sets_up(self, world: "World", side: Side) -> bool:
        """Whether a side has anything to do with this part before the first turn."""
        return False

    def turn_begins(self, run: "Unfolding", turn: int, side: Side) -> None:
        """A side's turn is about to begin."""

    def lingers(self, world: "World", state: HexState, side: Side) -> Refusal | None:
        """The rule that keeps the current phase from ending: production, or a phase that only parts use."""
        return None

    def closes(self, run: "Unfolding", over: bool) -> bool:
        """The side on turn ends naval movement (``over``), or something at sea has been settled since. Whether
        this part has kept the phase open and is ready for its end now."""
        return False

    def production_begins(self, run: "Unfolding") -> None:
        """The side on turn enters its Production Phase; nothing has been counted yet."""

    def announced(self, run: "Unfolding", attacks: tuple[Attack, ...]) -> None:
        """Attacks are about to be carried out: no more can be added to them, and no die has been rolled.

        A part's questions are answered first; see :func:`sandtable.hexes.combat.sequence.answered`.
        """

    def attacked(self, run: "Unfolding", side: Side, frm: Place, place: Place) -> None:
        """A side's attack on a hex is carried out: a die is about to be rolled, or it puts to sea."""

    def provoked(self, run: "Unfolding", side: Side, country: str) -> None:
        """A side has given an unaligned country cause for war, as if it had attacked it."""

    def entered(self, run: "Unfolding", side: Side, place: Place, holder: Side) -> None:
        """A side's army has captured a place from this side; from nobody: it was neutral."""

    def hexes_fell(self, run: "Unfolding") -> None:
        """Hexes have changed hands."""

    def unclaimed(self, world: "World", state: HexState) -> frozenset[Place]:
        """Places that a side holds without having captured them: they don't make a country surrender."""
        return frozenset()

    def realigned(self, run: "Unfolding") -> None:
        """A country has joined a side, or surrendered."""

    def combat_ends(self, run: "Unfolding") -> None:
        """The Combat Phase of the side on turn is over, and supply has been checked."""

    def inherits(self, world: "World", state: HexState, country: str, attacker: Side) -> Side | None:
        """The side that an unaligned country joins if it holds out against an attacker. None: it joins nobody."""
        return None

    def pledged(self, world: "World", state: HexState, country: str) -> frozenset[Name]:
        """Armies whose points are lost before all others when a side loses points with a country."""
        return frozenset()

    def catches_up(
        self,
        run: "Unfolding",
        turn: int,
        side: Side,
        begun: bool,
        joined: Mapping[str, Side],
        surrendered: Mapping[str, Side],
    ) -> None:
        """A written position starts in this turn, at its beginning or (``begun``) later: apply what must have
        happened before, and the countries it lists as having joined a side (or nobody) or surrendered."""

    def settles(self, run: "Unfolding") -> None:
        """What lies before a written position has happened, and has no effect of its own any more."""

    def resumes(self, world: "World", state: HexState, written: HexState) -> HexState:
        """A written position starts in the middle of a turn: with what was done earlier in it, as ``written``."""
        return state

    def tidies(self, run: "Unfolding") -> None:
        """An action and all its consequences have been carried out."""

    def verdict(self, world: "World", state: HexState, but: tuple[Side, ...]) -> tuple[str, str] | None:
        """Who has won at the end, and by which rule. None: this part doesn't decide. ``but``: sides that have
        conceded."""
        return None

    # what is hidden

    def view(self, state: HexState, seat: Side | None) -> HexState:
        """What a seat may see of this part's memory; spectators have no seat."""
        return state

    def visible(self, event: "PartEvent", seat: Side | None) -> "PartEvent | None":
        """What a seat may see of one of this part's events."""
        return event

    # the board

    def bare(self, world: "World") -> frozenset[Place]:
        """Places without a garrison of their own: only an occupation marker gives them one."""
        return frozenset()

    def ground(self, world: "World") -> Mapping[Place, Terrain]:
        """Places where supply is traced as through another terrain than theirs."""
        return {}

    # movement and combat

    def binds(self, world: "World", state: HexState, name: Name, army: Army) -> Refusal | None:
        """The rule that keeps an army from moving and attacking."""
        return None

    def peaceful(self, world: "World", state: HexState, side: Side, other: Side) -> bool:
        """Whether two sides that may attack each other are still at peace."""
        return False

    def keeps(self, world: "World", state: HexState, army: Army, to: Place) -> Refusal | None:
        """The rule against moving an army's points to a place in the Movement Phase."""
        return None

    def merges(self, world: "World", state: HexState, nation: str, points: Points, into: Army) -> Refusal | None:
        """The rule against points of a nation joining an army."""
        return None

    def stacks(self, world: "World", state: HexState, side: Side) -> Refusal | None:
        """The rule against ending a side's Movement Phase with its armies where they are."""
        return None

    def leaps(self, world: "World", state: HexState, army: Army) -> frozenset[Place]:
        """Places an army can attack although only water connects them."""
        return frozenset()

    def embarks(self, world: "World", state: HexState, name: Name, army: Army) -> Refusal | None:
        """The rule that keeps an army from invading."""
        return None

    def flies(
        self, world: "World", state: HexState, frm: Place, at: Place, armies: tuple[Name, ...], defensive: bool
    ) -> Flight | None:
        """The aircraft that take part in an assault by the given armies, if any."""
        return None

    def wings(self, world: "World", state: HexState, name: Name) -> int:
        """What an army's aircraft of this part are worth as tac air in an ordinary assault."""
        return 0

    def clipped(self, run: "Unfolding", name: Name, count: int) -> None:
        """Tac air that an army's aircraft of this part were worth was shot down."""

    def flights(self, world: "World", state: HexState, at: Place) -> int:
        """Aircraft from ships that support the invasion of a place; they can't be lost."""
        return 0

    def grounded(self, world: "World", state: HexState, place: Place) -> int:
        """How many of a coast's own aircraft are lost for the time being."""
        return 0

    def dogfights(
        self, run: "Unfolding", frm: Place, at: Place, armies: tuple[Name, ...], count: int, defensive: bool
    ) -> None:
        """Aircraft attack enemy aircraft, before the assault itself."""

    def shields(self, run: "Unfolding", place: Place) -> bool:
        """Whether this part defends an invaded coast from the air, in place of coastal air."""
        return False

    def pushes(self, world: "World", state: HexState, name: Name, army: Army, target: Place) -> int:
        """Strength in an army's advance, besides its mechanized points."""
        return 0

    def holds_back(self, world: "World", state: HexState, name: Name, army: Army, target: Place) -> Refusal | None:
        """The rule that keeps an army from trying to advance over land."""
        return None

    def tried(self, run: "Unfolding", name: Name, target: Place, success: bool) -> None:
        """An army has tried to advance."""

    def routed(self, run: "Unfolding", by: Name, place: Place, armies: tuple[Name, ...]) -> None:
        """Armies have lost their place to an army and must retreat."""

    def steadies(self, world: "World", state: HexState, side: Side, how: "Firing", whose: str) -> int:
        """Modifier to a side's dice. ``whose``: the nation of the armies, the country of the fleet, or the area
        that aircraft and missiles start from."""
        return 0

    def leads(
        self, world: "World", state: HexState, armies: tuple[Name, ...], target: Place, how: "Firing"
    ) -> int:
        """Modifier to the dice of armies that attack a place together."""
        return 0

    def irregular(self, world: "World", state: HexState, name: Name) -> bool:
        """Whether points stand on the map without belonging to an army: they defend their place, even a neutral
        one, and never attack."""
        return False

    def guards(self, world: "World", state: HexState, name: Name) -> bool:
        """Whether points in a neutral place fire at its attackers."""
        return False

    def suffered(self, run: "Unfolding", armies: tuple[Name, ...]) -> None:
        """Armies have taken casualties; some may have been eliminated."""

    def bars_attack(self, world: "World", state: HexState, army: Army, target: Place) -> Refusal | None:
        """The rule that keeps an army from attacking a place that its side could attack."""
        return None

    def truce(self, world: "World", state: HexState, side: Side, place: Place) -> Refusal | None:
        """The rule that keeps a side from harming an enemy place without armies: its power is at peace with it."""
        return None

    def shelters(self, world: "World", state: HexState, army: Army, place: Place) -> bool | None:
        """Whether an army that has lost its hex may retreat to a place. None: only if it is friendly to its
        side."""
        return None

    # the sea

    def leaves_alone(self, world: "World", state: HexState, fleet: Name, force: str) -> Refusal | None:
        """The rule that keeps a fleet from attacking an enemy force, whose powers are at peace with it: an army,
        a fleet, or a convoy from this port."""
        return None

    def quiet(self, world: "World", state: HexState, side: Side, places: frozenset[Place]) -> frozenset[Place]:
        """Those of some enemy coasts that have no coastal air against a side's ships."""
        return frozenset()

    def refuels(self, world: "World", state: HexState, fleet: Name) -> tuple[Place, ...]:
        """Hexes of the sea by way of which a fleet can sail farther, in order."""
        return ()

    def voyaged(self, run: "Unfolding", fleet: Name, refuelled: bool, to: Place) -> None:
        """A fleet has left on a mission, perhaps by way of those hexes; to nowhere: it returns from one."""

    def crosses(
        self, world: "World", state: HexState, side: Side, action: Move, seas: tuple[str, ...]
    ) -> Refusal | None:
        """The rule against the route of points that cross the given seas."""
        return None

    def embarked(self, run: "Unfolding", action: Move, moved: Moved) -> bool:
        """Points put to sea in the Movement Phase. Whether this part takes over until they land."""
        return False

    def carries(
        self, world: "World", state: HexState, side: Side, ports: tuple[Place, Place], points: int
    ) -> tuple[Name, ...] | Refusal:
        """The allowances that shipping points from port to port uses, besides those of the seas; or the rule
        against it."""
        return ()

    def follows(
        self, world: "World", state: HexState, side: Side, ports: tuple[Place, Place], seas: tuple[str, ...]
    ) -> tuple[Place, ...]:
        """The hexes that points enter from port to port, given the seas and allowances they use. Empty: the
        shortest way."""
        return ()

    def linked(self, world: "World", state: HexState, side: Side) -> tuple[frozenset[Place], ...]:
        """Groups of ports between which supply goes by sea, if that takes more than a right to the sea."""
        return ()

    def plies(
        self, world: "World", state: HexState, side: Side, frm: tuple[Place, ...], to: tuple[Place, ...]
    ) -> Line | None:
        """What is carried between one of some ports and one of others, if routes limit that."""
        return None

    def allots(self, world: "World", state: HexState, side: Side) -> Refusal | None:
        """The rule against allotting shipping now."""
        return None

    def sails(self, world: "World", state: HexState, side: Side) -> Mapping[str, SeaRight]:
        """What a side may do on some seas now, if that changes during a game."""
        return {}

    def shores(self, world: "World", state: HexState, side: Side) -> frozenset[Place]:
        """Places that aren't friendly to a side, except for its sea routes and fleets."""
        return frozenset()

    def harbours(self, world: "World", state: HexState, side: Side) -> frozenset[Place]:
        """Places that aren't friendly to a side, but accept and supply its fleets."""
        return frozenset()

    def berths(self, world: "World", state: HexState, side: Side, name: Name, at: Place) -> Refusal | None:
        """The rule against basing a fleet in a place that is friendly to its side."""
        return None

    def stays(self, world: "World", state: HexState, name: Name, fleet: Fleet) -> bool:
        """Whether a fleet keeps its base although that isn't friendly to its side."""
        return False

    def idles(self, world: "World", state: HexState, fleet: Fleet) -> Refusal | None:
        """The rule that keeps a fleet from intercepting and from escorting an invasion."""
        return None

    def excuses(self, world: "World", state: HexState, name: Name, fleet: Fleet) -> Refusal | None:
        """The rule that keeps a fleet from escorting an invasion."""
        return None

    def spots(self, world: "World", state: HexState, name: Name, route: tuple[Place, ...]) -> bool:
        """Whether a fleet is close enough to intercept an invasion that enters these hexes."""
        return True

    def asks_interceptors(self) -> bool:
        """Whether this part itself asks who intercepts an invasion."""
        return False

    def finds(self, run: "Unfolding", name: Name, route: tuple[Place, ...]) -> bool:
        """Whether a fleet that sails against an invasion finds it."""
        return True

    def hunts(self, world: "World", state: HexState, side: Side) -> int:
        """What a side's capital ships add to their fleet's strength against submarines."""
        return 0

    def shadows(self, run: "Unfolding", force: Attack) -> bool:
        """A force of an invasion is at sea. Whether somebody must decide what this part does about it."""
        return False

    def reached(self, run: "Unfolding", force: Attack) -> None:
        """A force of an invasion has made its voyage."""

    def notices(self, world: "World", state: HexState, side: Side, coast: Place, force: Attack) -> bool:
        """Whether a side's coastal air can fire at a force of an invasion that passes a coast."""
        return True

    def navy(self, world: "World", state: HexState, name: Name) -> str:
        """The country whose navy a fleet belongs to, if it is in the war. Empty: none."""
        return ""

    def shakes(
        self, world: "World", state: HexState, side: Side, navy: str, nation: str, place: Place
    ) -> str | None:
        """The country whose morale an attack from the sea on a coast lowers, by a side's fleet of a navy or, if
        there is none, by the aircraft of an army of a nation. None: the attack is impossible."""
        return None

    def alarmed(self, run: "Unfolding", country: str, by: int) -> None:
        """An attack from the sea has lowered a country's morale."""

    def engages(self, run: "Unfolding", fleets: tuple[Name, ...]) -> None:
        """Fleets are about to fight: no die has been rolled."""

    def commands(self, world: "World", state: HexState, name: Name) -> int:
        """Modifier to the dice of a fleet that fights."""
        return 0

    def battered(self, run: "Unfolding", name: Name, before: Fleet) -> None:
        """A fleet has lost ships. ``before``: what it was."""

    def convoys(self, world: "World", state: HexState, side: Side) -> Iterator[Convoy]:
        """What a side sends by sea, besides armies and fleets."""
        return iter(())

    def sunk(self, run: "Unfolding", convoy: Convoy, count: int) -> None:
        """Points of a convoy were sunk. The convoy may belong to another part."""

    def beaten(self, run: "Unfolding", name: Name) -> None:
        """A fleet has lost a battle against an invasion, or while escorting one."""

    def tires(self, world: "World", state: HexState) -> frozenset[Name]:
        """Fleets that stay expended when the next turn begins."""
        return frozenset()

    # supply and production

    def tech(self, world: "World", state: HexState, side: Side, item: str) -> int | None:
        """A side's technology level in an item, if there are levels."""
        return None

    def studies(self, world: "World", state: HexState, side: Side, item: str) -> Refusal | None:
        """The rule that keeps a side from researching an item now."""
        return None

    def sustains(self, world: "World", state: HexState, name: Name, army: Army) -> bool:
        """Whether an army is in full supply although no source supplies it."""
        return False

    def spared(self, world: "World", state: HexState, side: Side) -> frozenset[Place]:
        """Places that aren't lost for lack of supply at the end of a Combat Phase."""
        return frozenset()

    def mends(self, world: "World", state: HexState, side: Side) -> frozenset[Place]:
        """Places where a side can repair production without supply."""
        return frozenset()

    def fed_from(self, world: "World", state: HexState, nation: str, places: frozenset[Place]) -> frozenset[Place]:
        """Which of the given home production places give armies of a nation full supply."""
        return places

    def produces(self, world: "World", state: HexState, place: Place) -> int | None:
        """The production points a place has now, if they change during a game."""
        return None

    def most(self, world: "World", place: Place) -> int:
        """The most production points a place can ever have, if they change during a game."""
        return 0

    def harvests(
        self, world: "World", state: HexState, side: Side, counted: Mapping[Place, int]
    ) -> Mapping[Place, int]:
        """What a side counts of its production, by place: less than the total, or income from elsewhere."""
        return counted

    def prices(
        self, world: "World", state: HexState, side: Side, item: str, place: Place
    ) -> Amount | Refusal | None:
        """What one point of an item costs a side in a place, if the price varies; or why it can't be built."""
        return None

    def purses(
        self, world: "World", state: HexState, side: Side, counted: Mapping[Place, int]
    ) -> Mapping[str, int]:
        """Production outside a side's common budget, by the name of the purse."""
        return {}

    def purse(self, world: "World", state: HexState, side: Side, place: Place) -> str:
        """The purse that pays for everything in a place. Empty: the common budget."""
        return ""

    def purse_rule(self, purse: str) -> str:
        """The rule that keeps a purse of this part separate."""
        return ""

    def spends(self, world: "World", state: HexState, side: Side, action: Action) -> Refusal | None:
        """The rule against spending production this way."""
        return None

    def spending(self, run: "Unfolding", side: Side, action: Action) -> None:
        """Production is about to be spent this way."""


class Parts(PartList[Part[Any]]):
    """The parts of a world and, for each hook, the parts that implement it, so that unused hooks cost nothing."""

    base = Part
    by_action: Mapping[type[Action], Part[Any]]
    by_event: Mapping[type[Event], Part[Any]]

    def __init__(self, parts: Iterable[Part[Any]] = ()) -> None:
        super().__init__(parts)
        self.offers = self.answering("offers")
        self.asks = self.answering("asks")
        self.sets_up = self.answering("sets_up")
        self.turn_begins = self.answering("turn_begins")
        self.lingers = self.answering("lingers")
        self.closes = self.answering("closes")
        self.production_begins = self.answering("production_begins")
        self.announced = self.answering("announced")
        self.attacked = self.answering("attacked")
        self.provoked = self.answering("provoked")
        self.entered = self.answering("entered")
        self.hexes_fell = self.answering("hexes_fell")
        self.unclaimed = self.answering("unclaimed")
        self.realigned = self.answering("realigned")
        self.combat_ends = self.answering("combat_ends")
        self.inherits = self.answering("inherits")
        self.pledged = self.answering("pledged")
        self.catches_up = self.answering("catches_up")
        self.settles = self.answering("settles")
        self.resumes = self.answering("resumes")
        self.tidies = self.answering("tidies")
        self.verdict = self.answering("verdict")
        self.view = self.answering("view")
        self._hear_of_war()

    def _hear_of_war(self) -> None:
        """Collect the parts that implement the hooks of movement, combat, the sea and production."""
        self.binds = self.answering("binds")
        self.peaceful = self.answering("peaceful")
        self.keeps = self.answering("keeps")
        self.merges = self.answering("merges")
        self.stacks = self.answering("stacks")
        self.leaps = self.answering("leaps")
        self.embarks = self.answering("embarks")
        self.flies = self.answering("flies")
        self.wings = self.answering("wings")
        self.clipped = self.answering("clipped")
        self.flights = self.answering("flights")
        self.grounded = self.answering("grounded")
        self.dogfights = self.answering("dogfights")
        self.shields = self.answering("shields")
        self.pushes = self.answering("pushes")
        self.holds_back = self.answering("holds_back")
        self.tried = self.answering("tried")
        self.routed = self.answering("routed")
        self.steadies = self.answering("steadies")
        self.leads = self.answering("leads")
        self.irregular = self.answering("irregular")
        self.guards = self.answering("guards")
        self.suffered = self.answering("suffered")
        self.bars_attack = self.answering("bars_attack")
        self.truce = self.answering("truce")
        self.shelters = self.answering("shelters")
        self._at_sea()
        self.tech = self.answering("tech")
        self.studies = self.answering("studies")
        self.sustains = self.answering("sustains")
        self.spared = self.answering("spared")
        self.mends = self.answering("mends")
        self.fed_from = self.answering("fed_from")
        self.produces = self.answering("produces")
        self.most = self.answering("most")
        self.harvests = self.answering("harvests")
        self.prices = self.answering("prices")
        self.purses = self.answering("purses")
        self.purse = self.answering("purse")
        self.spends = self.answering("spends")
        self.spending = self.answering("spending")

    def _at_sea(self) -> None:
        self.leaves_alone = self.answering("leaves_alone")
        self.quiet = self.answering("quiet")
        self.refuels = self.answering("refuels")
        self.voyaged = self.answering("voyaged")
        self.crosses = self.answering("crosses")
        self.embarked = self.answering("embarked")
        self.carries = self.answering("carries")
        self.follows = self.answering("follows")
        self.linked = self.answering("linked")
        self.plies = self.answering("plies")
        self.allots = self.answering("allots")
        self.sails = self.answering("sails")
        self.shores = self.answering("shores")
        self.harbours = self.answering("harbours")
        self.berths = self.answering("berths")
        self.stays = self.answering("stays")
        self.idles = self.answering("idles")
        self.excuses = self.answering("excuses")
        self.spots = self.answering("spots")
        self.asks_interceptors = self.answering("asks_interceptors")
        self.finds = self.answering("finds")
        self.hunts = self.answering("hunts")
        self.shadows = self.answering("shadows")
        self.reached = self.answering("reached")
        self.notices = self.answering("notices")
        self.navy = self.answering("navy")
        self.shakes = self.answering("shakes")
        self.alarmed = self.answering("alarmed")
        self.engages = self.answering("engages")
        self.commands = self.answering("commands")
        self.battered = self.answering("battered")
        self.convoys = self.answering("convoys")
        self.sunk = self.answering("sunk")
        self.beaten = self.answering("beaten")
        self.tires = self.answering("tires")
