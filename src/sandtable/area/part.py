"""A part: one feature that some games of the family have and others don't.

A part contains everything that belongs to its rule: settings, memory, actions, events with their dice, effects and
text, checks and offers, the hooks it needs, and the rules it cites. A game lists its parts in ``game.yaml``; the
family calls all parts of a game and names none.

- A part never imports another part. Two parts that need each other are one part.
- The result of a hook must not depend on the order of the parts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action, Mission, Mobilize
from sandtable.area.board import Passage
from sandtable.area.event import Event
from sandtable.area.forces import Piece, Power, Stack
from sandtable.area.state import AreaState, Battle, Route, Site, Slice
from sandtable.area.techs import TechInfo
from sandtable.area.units import UnitType
from sandtable.core.datafile import Misfit
from sandtable.core.decision import Decision
from sandtable.core.guide import Throw
from sandtable.core.parts import GameMemory as GameMemory  # noqa: PLC0414 - for parts of this family
from sandtable.core.parts import NoSettings as NoSettings  # noqa: PLC0414
from sandtable.core.parts import PartList, remembering
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import phrase_of

if TYPE_CHECKING:  # the world holds its parts
    from typing import Self

    from sandtable.area.phases import Phase
    from sandtable.area.position import Position
    from sandtable.area.reader import Reader
    from sandtable.area.unfold import Unfolding
    from sandtable.area.world import World

C = TypeVar("C", bound=msgspec.Struct)
T = TypeVar("T", bound=Slice)


class PartEvent(Event, frozen=True):
    """A part's event: it knows its dice, what it does to the state, and how the story tells it."""

    def evolve(self, world: "World", state: AreaState) -> AreaState:
        """The state after it."""
        return state

    def throws(self, world: "World", state: AreaState) -> tuple[Throw, ...]:
        """Its dice for the luck statistics; dice that are neither good nor bad for anybody are left out."""
        return ()

    def tell(self, world: "World", state: AreaState) -> str | None:
        """The event as a sentence; None if players wouldn't mention it. ``state`` is the table before it."""
        return None


class TurnMemory(Generic[T]):
    """Where a part keeps what it remembers until the turn ends."""

    def __init__(self, part: str, empty: T) -> None:
        self.part = part
        self.empty = empty

    def of(self, state: AreaState) -> T:
        found: Any = state.turn.parts.get(self.part, self.empty)
        return found  # type: ignore[no-any-return]

    def put(self, state: AreaState, value: T) -> AreaState:
        """The state with this memory; an empty memory is not stored."""
        parts = remembering(state.turn.parts, self.part, value, self.empty)
        return replace(state, turn=replace(state.turn, parts=parts))


class Part(Generic[C]):
    """A part as a game has it. The hooks below do nothing by default; a part overrides those it needs."""

    name: ClassVar[str]
    """The name under which a game lists it."""
    Settings: ClassVar[type[msgspec.Struct]] = NoSettings
    """What a game can set."""
    game_memory: ClassVar[GameMemory[Any] | None] = None
    turn_memory: ClassVar[TurnMemory[Any] | None] = None
    actions: ClassVar[tuple[type[Action], ...]] = ()
    """The actions it adds."""
    reacts_to: ClassVar[tuple[type[Event], ...]] = ()
    """The family's events that change its memory: see :meth:`reacts`."""
    answers: ClassVar[tuple[type[Action], ...]] = ()
    """The actions that answer its questions: see :meth:`asks`."""
    typed: ClassVar[Mapping[str, str]] = {}
    """For each kind of decision it adds, what a player types to answer it."""
    events: ClassVar[tuple[type[PartEvent], ...]] = ()
    citations: ClassVar[tuple[str, ...]] = ()
    """The rules it may cite, by their names in the family."""
    missions: ClassVar[tuple[Mission, ...]] = ()
    """The missions over a territory that air units can fly, as named in orders; a plain raid has no name."""
    phases: ClassVar[Mapping[str, "Phase"]] = {}
    """The phases it adds, by their id in ``game.yaml``."""

    file: str = "game.yaml"
    """The file that holds its settings."""

    def __init__(self, settings: C) -> None:
        self.settings = settings

    @classmethod
    def of(cls, world: "World") -> "Self | None":
        """This part of a game; None if the game doesn't have it."""
        found = world.parts.by_name.get(cls.name)
        return found if isinstance(found, cls) else None

    def rules(self) -> Iterable[str]:
        """Rules of the game's own book that its settings name, without the book's prefix."""
        return ()

    def problems(self, world: "World") -> Iterable[str | Misfit]:
        """Inconsistencies in the data, reported when the game is loaded."""
        return ()

    @property
    def deeds(self) -> Mapping[str, str]:
        """The deeds it writes into the chronicle, and how they read."""
        return {}

    @property
    def techs(self) -> Mapping[str, TechInfo]:
        """The developments it adds."""
        return {}

    def die_sides(self, event: type[PartEvent], field: str) -> int:
        """How many sides the dice in a field of an event have (see :attr:`Event.dice_at`)."""
        return 6

    # actions

    def when(self, action: type[Action]) -> tuple[str, ...]:
        """The phases in which an action of this part can be taken."""
        return ()

    def misplaced(self, world: "World", state: AreaState, seat: Power, action: Action) -> Refusal:
        """Why an action of this part can't be taken in the current phase."""
        names = " or ".join(world.game.phases[phase].name for phase in self.when(type(action)))
        return world.refuse("turn.phases", f"You can do that only in another phase: {names}.")

    def out_of_turn(self, world: "World", state: AreaState, seat: Power, action: Action) -> Refusal | None:
        """Why a power with nothing to decide now can't take an action; None for the usual reason."""
        return None

    def check(self, world: "World", state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        """None if an action of this part may be taken now, otherwise the refusal."""
        return None

    def offers(self, world: "World", state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        """Actions of this part that pass its check now: every kind, though perhaps not every one."""
        return iter(())

    def do(self, run: "Unfolding", power: Power, seat: Power, action: Action) -> None:
        """Carry out an action that passed the check."""

    def words(self, world: "World", action: Action) -> str:
        """An action as the text of a choice, without a full stop."""
        return phrase_of(type(action)).line(action)

    def price(self, world: "World", state: AreaState, power: Power, action: Action) -> int:
        """What an action costs, for the text of its choice; 0 if nothing, or if the text says it."""
        return 0

    def reads(self, reader: "Reader", action: type[Action], words: Mapping[str, Any]) -> Sequence[Action]:
        """The actions that the keywords of a phrase mean, in a scenario file or a typed line."""
        return phrase_of(action).from_words(words, reader)

    def facts(self, world: "World", state: AreaState, decision: Decision) -> Iterable[str]:
        """Lines that help with a decision of :attr:`typed`, or of a phase."""
        return ()

    def at_risk(self, state: AreaState) -> Stack:
        """Units outside a battle from which somebody has to choose losses."""
        return ()

    # hooks

    def asks(self, world: "World", state: AreaState, power: Power) -> tuple[Decision, ...]:
        """Questions that must be answered before anything else in ``power``'s phase."""
        return ()

    def unanswered(self, world: "World", state: AreaState, power: Power) -> Refusal:
        """Why nothing else can be done while a question is open."""
        return world.refuse("turn.phases", "Make the pending decision first.")

    def invites(self, world: "World", state: AreaState, power: Power) -> Decision | None:
        """Something that may still be done in ``power``'s phase, and keeps it open."""
        return None

    def prompts(self, world: "World", state: AreaState, power: Power) -> str:
        """A sentence for the prompt of ``power``'s phase."""
        return ""

    def holds_up(self, world: "World", state: AreaState, power: Power) -> bool:
        """Whether a question of this part comes before a power's new phase: see :meth:`asks`."""
        return False

    def phase_begins(self, run: "Unfolding", power: Power) -> None:
        """A power begins its phase."""

    def follows(self, run: "Unfolding", power: Power, action: Action) -> None:
        """Called after an action was carried out in ``power``'s phase; ``run`` has the events."""

    def closing(self, run: "Unfolding", power: Power) -> None:
        """Called when a power has finished its phase: do what comes before the phase ends, up to the next
        question.

        Called again until there are no more questions.
        """

    def closed_by(self, world: "World", state: AreaState, power: Power) -> bool:
        """Whether a power has ended its phase, and only questions of this part kept it open."""
        return False

    def phase_ends(self, run: "Unfolding", power: Power) -> None:
        """A power's phase is over, with no questions left."""

    def rules_out(self, world: "World", after: AreaState, power: Power, space: str) -> Refusal | None:
        """Why ships or air units can't start a fight that could be avoided; ``after``: the resulting state."""
        return None

    def carries_out(self, run: "Unfolding", power: Power, action: Action) -> bool:
        """Carry out an order of the combat move in this part's own way; returns whether it did."""
        return False

    def before_combat(self, run: "Unfolding", power: Power) -> None:
        """Called when the turn's combats are known and none has begun."""

    def danger(self, world: "World", state: AreaState, power: Power, space: str) -> int:
        """How many enemies fire at an air unit that crosses a space in the combat move."""
        return 0

    def lets_pass(self, world: "World", state: AreaState, power: Power, zone: str) -> bool:
        """Whether a power's ships may sail through a hostile zone."""
        return False

    def ventures(self, world: "World", state: AreaState, piece: Piece, zone: str) -> bool:
        """Whether passing a zone is a sufficient purpose for a combat move."""
        return False

    def bars(self, world: "World", state: AreaState, power: Power, space: str, flying: bool) -> Refusal | None:
        """The rule that keeps a power out of a space, or out of the air above it."""
        return None

    def closed(self, world: "World", state: AreaState, power: Power) -> frozenset[str]:
        """The spaces that a power may not enter: those for which :meth:`bars` returns a rule."""
        return frozenset()

    def forbids(self, world: "World", state: AreaState, power: Power, action: Action) -> Refusal | None:
        """The rule against an order of the family that would otherwise be allowed in a power's phase."""
        return None

    def idles(self, world: "World", state: AreaState, power: Power) -> bool:
        """Whether a power has nothing to do in its phase, so that it is over at once."""
        return False

    def ends_at(
        self, world: "World", state: AreaState, piece: Piece, path: Route, combat: bool, purpose: str
    ) -> Refusal | None:
        """The rule against a unit ending its move at the end of a path. The answer is the same for all units of a
        type that come to this space, wherever they come from, and for all that stay.

        ``purpose``: empty, ``attack``, or the territory of the landing that a ship takes part in.
        """
        return None

    def stops_at(self, world: "World", state: AreaState, piece: Piece, path: Route) -> Refusal | None:
        """The rule by which a land unit or a ship at the end of a path can't go on this turn."""
        return None

    def newly_hostile(self, world: "World", state: AreaState, power: Power, zone: str) -> bool:
        """Whether a zone is hostile only because of a war declared this turn."""
        return False

    def admits(self, world: "World", state: AreaState, power: Power, space: str) -> bool:
        """Whether land units of a power may enter a neutral territory in the noncombat move."""
        return False

    def assailable(self, world: "World", state: AreaState, power: Power, space: str) -> bool:
        """Whether a neutral territory is attacked like a hostile one, also from the air."""
        return False

    def opens(
        self, world: "World", state: AreaState, power: Power, passage: Passage, unit: UnitType | None
    ) -> "Refusal | bool | None":
        """Whether ships may use a canal or strait, or the rule against it; None to apply the usual rules."""
        return None

    def check_violation(self, world: "World", state: AreaState, power: Power, path: Route) -> Refusal | None:
        """Whether a power may enter the neutral territories on a path; without such a part, nobody may."""
        return None

    def violate(self, run: "Unfolding", power: Power, path: Route) -> None:
        """Units enter the neutral territories on a path."""

    def flight_points(self, world: "World", piece: Piece, combat: bool, points: int) -> int:
        """The movement points an air unit has left in this phase."""
        return points

    def flight_used(self, world: "World", piece: Piece, used: int) -> int:
        """The movement points an air unit has used after flying to attack."""
        return used

    def too_far(self, world: "World", piece: Piece, combat: bool) -> Refusal | None:
        """The refusal for a flight beyond the movement left, if the usual one doesn't fit."""
        return None

    def may_fly(self, unit: UnitType, mission: str) -> bool:
        """Whether air units of a type fly one of :attr:`missions` at all."""
        return True

    def flies_over(
        self, world: "World", state: AreaState, power: Power, unit: UnitType, mission: str, there: str
    ) -> Refusal | None:
        """The rule against sending an air unit over a territory for something other than fighting for it."""
        return None

    def covers(self, world: "World", state: AreaState, piece: Piece, zone: str) -> bool:
        """Whether enemies could still come to a friendly sea zone: air units may wait there, ships may leave."""
        return False

    def serving(self, world: "World", state: AreaState, power: Power, space: str) -> Mapping[str, int]:
        """The facilities in a territory that a power can use now, and what each adds to the range of air units."""
        return {}

    def lands_at(self, world: "World", state: AreaState, piece: Piece, points: int, path: Route) -> Refusal | None:
        """The rule against an air unit ending its turn at the end of a path; ``points``: its movement left."""
        return None

    def grounds(self, world: "World", state: AreaState, space: str) -> int:
        """How many air units that could take off in a space the enemy on turn keeps on the ground."""
        return 0

    def pins(self, state: AreaState) -> Mapping[str, int]:
        """Territories, and how many of the units that would leave each in the enemy's turn must stay."""
        return {}

    def reacts(self, world: "World", state: AreaState, event: Event) -> AreaState:
        """What one of :attr:`reacts_to` does to this part's memory; the state is the one after it."""
        return state

    # combat

    def sites(self, world: "World", state: AreaState, team: tuple[Power, ...]) -> Iterable[Site]:
        """This part's own combats that a team has caused."""
        return ()

    def postpones(self, world: "World", state: AreaState, site: Site) -> Refusal | None:
        """The rule by which a combat has to wait for one of this part's own."""
        return None

    def resolves(self, run: "Unfolding", power: Power, site: Site) -> bool:
        """Resolve a combat of this part's own; false if it isn't one, and nothing was done."""
        return False

    def supports_landing(self, world: "World", state: AreaState, power: Power, space: str) -> Stack:
        """Ships that are no longer there, but still bombard the coast before a landing."""
        return ()

    def sequence(self, world: "World", state: AreaState, space: str) -> str:
        """The sequence of the battle in a space, if not the usual one."""
        return ""

    def surprised(self, world: "World", state: AreaState, space: str) -> bool:
        """Whether the enemy in a space is surprised: no air units take off, no antiaircraft guns fire."""
        return False

    def arrives(self, run: "Unfolding", battle: Battle) -> None:
        """Called when air units have reached the territory they were sent over, which ends their battle."""

    def concludes(self, run: "Unfolding", space: str, sequence: str) -> bool:
        """Handle the end of a battle; false if it wasn't one of this part's own."""
        return False

    def combats_over(self, run: "Unfolding", power: Power) -> None:
        """Called when no combat is left to resolve in this turn."""

    def air_combat(self, run: "Unfolding", power: Power, space: str) -> None:
        """Fight an air combat between a power's air units that were intercepted and the interceptors."""

    def delivers(self, run: "Unfolding", power: Power, space: str, piece: Piece) -> bool:
        """Drop the load of a raider that got through, if it carries one of this part's; returns whether it did."""
        return False

    def bombed(self, run: "Unfolding", space: str, damage: Mapping[str, int]) -> None:
        """Called when facilities in a territory were bombed: the damage to each, by unit type."""

    def changes_hands(self, run: "Unfolding", power: Power, space: str) -> None:
        """Called when ``power`` has taken a territory, for itself or a partner, with everything in it."""

    def decks_coming(self, world: "World", state: AreaState, zone: str) -> Stack:
        """Carriers that will come to a sea zone when all combats are over, as far as is known now."""
        return ()

    def keeps(self, world: "World", state: AreaState, power: Power, space: str) -> bool:
        """Whether a power keeps a partner's territory that it has retaken."""
        return False

    def extra_value(self, world: "World", state: AreaState) -> Mapping[str, int]:
        """Territories worth more or less than their printed value, and the difference."""
        return {}

    def capital(self, state: AreaState, power: Power) -> str | None:
        """A power's capital, if it has moved since the start; empty if it has none."""
        return None

    # the economy

    def factory_closed(self, world: "World", state: AreaState, power: Power, territory: str) -> Refusal | None:
        """Why the factory in a territory mobilizes nothing for a power this turn."""
        return None

    def factory_capacity(self, world: "World", state: AreaState, territory: str) -> int:
        """How many units the factory in a territory can produce each turn, whatever the territory's value."""
        return 0

    def factory_razed(self, state: AreaState, territory: str) -> bool:
        """Whether the original factory in a territory was destroyed."""
        return False

    def sells(self, world: "World", state: AreaState, power: Power, unit: str) -> Refusal | None:
        """Why a power can't buy units of a type."""
        return None

    def builds(self, world: "World", state: AreaState, power: Power, unit: str, territory: str) -> Refusal | None:
        """Why a unit of a type can't enter play in a territory."""
        return None

    def levies(self, power: Power, unit: str) -> bool:
        """Whether a power's units of a type need no factory."""
        return False

    def levy_room(self, world: "World", state: AreaState, power: Power, territory: str) -> int:
        """How many units that need no factory may still enter play in a territory this turn."""
        return 0

    def check_levy(self, world: "World", state: AreaState, power: Power, action: Mobilize) -> Refusal | None:
        """Whether units that need no factory may be placed like this."""
        return None

    def factory_damage(self, world: "World", state: AreaState, territory: str) -> int:
        """By how many units the capacity of the factory in a territory is reduced."""
        return 0

    def adjusts(
        self, world: "World", state: AreaState, power: Power, what: str, number: int, space: str = ""
    ) -> int:
        """A number of another part, by name, as changed by this one for a power (in a space) now."""
        return number

    def revenue(self, world: "World", state: AreaState, power: Power) -> int:
        """What is added to a power's income, or subtracted if negative."""
        return 0

    def savings_lost(self, world: "World", state: AreaState, power: Power) -> int:
        """How much of a power's savings is destroyed when it collects income."""
        return 0

    def revenue_divisor(self, state: AreaState, power: Power) -> int:
        """The divisor applied to a power's income after everything is added up."""
        return 1

    def winners(self, world: "World", state: AreaState, side: str) -> tuple[Power, ...]:
        """The powers of the winning side that rank first among their partners."""
        return ()

    def from_position(self, world: "World", state: AreaState, position: "Position") -> AreaState:
        """The state of a described position, with this part's memory added."""
        return state

    def mid_turn(self, world: "World", state: AreaState, power: Power) -> AreaState:
        """A described position in which a power is in its phase, with what happened when the phase began."""
        return state

    def view(self, state: AreaState, seat: Power | None) -> AreaState:
        """What a seat may see of this part's memory; spectators have no seat."""
        return state

    def visible(self, event: PartEvent, seat: Power | None) -> PartEvent | None:
        """What a seat may see of one of this part's events."""
        return event


class Parts(PartList[Part[Any]]):
    """A game's parts, and the parts that implement each hook, so that unused hooks cost nothing."""

    base = Part
    by_action: Mapping[type[Action], Part[Any]]
    by_event: Mapping[type[Event], Part[Any]]

    def __init__(self, parts: Iterable[Part[Any]] = ()) -> None:
        super().__init__(parts)
        self.asks = self.answering("asks")
        self.facts = self.answering("facts")
        self.at_risk = self.answering("at_risk")
        self.invites = self.answering("invites")
        self.prompts = self.answering("prompts")
        self.offers = self.answering("offers")
        self.phase_begins = self.answering("phase_begins")
        self.holds_up = self.answering("holds_up")
        self.follows = self.answering("follows")
        self.closing = self.answering("closing")
        self.closed_by = self.answering("closed_by")
        self.phase_ends = self.answering("phase_ends")
        self.rules_out = self.answering("rules_out")
        self.carries_out = self.answering("carries_out")
        self.before_combat = self.answering("before_combat")
        self.danger = self.answering("danger")
        self.lets_pass = self.answering("lets_pass")
        self.ventures = self.answering("ventures")
        self.flight_points = self.answering("flight_points")
        self.too_far = self.answering("too_far")
        self.flies_over = self.answering("flies_over")
        self.lands_at = self.answering("lands_at")
        self.grounds = self.answering("grounds")
        self.pins = self.answering("pins")
        self.missions: tuple[Mission, ...] = tuple(mission for part in self.all for mission in part.missions)
        self.sells = self.answering("sells")
        self.builds = self.answering("builds")
        self.levies = self.answering("levies")
        self.savings_lost = self.answering("savings_lost")
        self.revenue_divisor = self.answering("revenue_divisor")
        self.winners = self.answering("winners")
        self.reacts: Mapping[type[Event], tuple[Part[Any], ...]] = self._reacting()
        self.sites = self.answering("sites")
        self.postpones = self.answering("postpones")
        self.resolves = self.answering("resolves")
        self.arrives = self.answering("arrives")
        self.concludes = self.answering("concludes")
        self.combats_over = self.answering("combats_over")
        self.decks_coming = self.answering("decks_coming")
        self.factory_closed = self.answering("factory_closed")
        self.factory_capacity = self.answering("factory_capacity")
        self.factory_razed = self.answering("factory_razed")
        self.factory_damage = self.answering("factory_damage")
        self.revenue = self.answering("revenue")
        self.from_position = self.answering("from_position")
        self.mid_turn = self.answering("mid_turn")
        self.view = self.answering("view")
        self._find_limits()

    def adjusted(
        self, world: "World", state: AreaState, power: Power, what: str, number: int, space: str = ""
    ) -> int:
        """A number that parts can change for each other without knowing each other."""
        for part in self._adjusts:
            number = part.adjusts(world, state, power, what, number, space)
        return number

    def surprised(self, world: "World", state: AreaState, space: str) -> bool:
        """Whether the enemy in a space is surprised."""
        return any(part.surprised(world, state, space) for part in self._surprised)

    def _find_limits(self) -> None:
        """Collects the hooks that limit movement and control, and those that parts use for each other."""
        self._adjusts = self.answering("adjusts")
        self._surprised = self.answering("surprised")
        self.sequence = self.answering("sequence")
        self.air_combat = self.answering("air_combat")
        self.bombed = self.answering("bombed")
        self.delivers = self.answering("delivers")
        self.covers = self.answering("covers")
        self.serving = self.answering("serving")
        self.supports_landing = self.answering("supports_landing")
        self.admits = self.answering("admits")
        self.newly_hostile = self.answering("newly_hostile")
        self.assailable = self.answering("assailable")
        self.bars = self.answering("bars")
        self.capital = self.answering("capital")
        self.keeps = self.answering("keeps")
        self.extra_value = self.answering("extra_value")
        self.changes_hands = self.answering("changes_hands")
        self.check_violation = self.answering("check_violation")
        self.closed = self.answering("closed")
        self.ends_at = self.answering("ends_at")
        self.forbids = self.answering("forbids")
        self.idles = self.answering("idles")
        self.opens = self.answering("opens")
        self.stops_at = self.answering("stops_at")

    def _reacting(self) -> dict[type[Event], tuple[Part[Any], ...]]:
        found: dict[type[Event], tuple[Part[Any], ...]] = {}
        for part in self.answering("reacts"):
            if not part.reacts_to:
                raise TypeError(f"the part {part.name} does not say which events it reacts to")
            for event in part.reacts_to:
                found[event] = (*found.get(event, ()), part)
        return found
