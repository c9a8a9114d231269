"""The politics part: hooks that call the other modules here."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandtable.area import events as ev
from sandtable.area.actions import Action, Done
from sandtable.area.board import Passage
from sandtable.area.event import Event
from sandtable.area.forces import Piece, Power
from sandtable.area.part import Part
from sandtable.area.parts.politics import bounds, declaring, limits, passages
from sandtable.area.parts.politics.declaring import Declare, EntryPassed
from sandtable.area.parts.politics.memory import DIPLOMACY
from sandtable.area.parts.politics.passages import Ask, PassageAnswered, PassageAsked, Permit
from sandtable.area.parts.politics.settings import Anchorage, problems
from sandtable.area.parts.politics.settings import Settings as PoliticsSettings
from sandtable.area.parts.politics.standing import at_war, drawn_in
from sandtable.area.position import Position
from sandtable.area.relations import with_relation
from sandtable.area.requirements.chronicle import CHRONICLE
from sandtable.area.state import AreaState, Route
from sandtable.area.status import hostile_land, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.units import UnitType
from sandtable.area.wording import the
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

ASKS = "passage"
"""Decision kind: whether another power's ships may pass."""

ENTRY = "entry"
"""Decision kind: whether to declare war before collecting income."""

MOVES = ("combat-move", "noncombat-move")
REMEMBERED = 24
"""How many positions are cached with the spaces closed to a power, since trial moves change control."""


class Politics(Part[PoliticsSettings]):
    """War, peace and neutral powers."""

    name = "politics"
    Settings = PoliticsSettings
    turn_memory = DIPLOMACY
    reacts_to = (
        ev.TurnBegan,
        ev.PhaseBegan,
        ev.RelationChanged,
        ev.Moved,
        ev.Loaded,
        ev.Announced,
        ev.Engaged,
        ev.Mobilized,
    )
    actions = (Declare, Ask, Permit)
    answers = (Permit, Declare, Done)
    events = (bounds.MovesRolled, PassageAsked, PassageAnswered, EntryPassed)
    citations = (
        "war.state",
        "war.timing",
        "war.restrictions-first",
        "war.no-attack-on-non-enemy",
        "war.neutral-no-neutral-territory",
        "war.neutral-no-foreign-territory",
        "war.neutral-others-stay-out",
        "war.neutral-no-combat",
        "war.neutral-half-spending",
        "war.neutral-d6-moves",
        "war.neutral-d6-cargo-counts",
        "war.one-front-limits",
        "war.one-front-borders",
        "canal.permission",
        "canal.neutral-power",
        "canal.list",
    )

    def __init__(self, settings: PoliticsSettings) -> None:
        super().__init__(settings)
        self._anchorages: tuple[World, AreaState, Power, tuple[Anchorage, ...]] | None = None
        self._shut: dict[tuple[Power, Any], list[_Shut]] = {}

    def rules(self) -> Iterable[str]:
        return (
            *(one.rule for one in self.settings.declarations),
            *(one.rule for one in self.settings.closed),
            *(one.rule for one in self.settings.anchorages),
            *(one.open_rule for one in self.settings.anchorages if one.open_rule),
        )

    def problems(self, world: World) -> Iterable[str | Misfit]:
        yield from problems(world, self.settings, self.file)
        for one in self.settings.declarations:
            if one.phase not in world.game.phases:
                yield Misfit(self.file, f"unknown phase {one.phase!r}", one.phase, world.game.phases)

    # actions

    def when(self, action: type[Action]) -> tuple[str, ...]:
        if action is Declare:
            return ("combat-move", "income")
        return MOVES

    def misplaced(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal:
        if isinstance(action, Declare):
            name = world.game.phases["combat-move"].name
            return world.refuse("war.timing", f"Declare war at the start of the {name} phase.")
        return super().misplaced(world, state, seat, action)

    def out_of_turn(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal | None:
        if isinstance(action, Declare):
            return world.refuse("war.timing", "You can declare war only in your own turn.")
        return None

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        match action:
            case Done() if DIPLOMACY.of(state).asked is not None:
                return self.unanswered(world, state, power)
            case Declare():
                return declaring.check(world, state, self.settings, power, action.on)
            case Ask():
                return passages.check_ask(world, state, self.settings, power, action.passage)
            case Permit():
                asked = DIPLOMACY.of(state).asked
                if asked is None or asked[1] != seat:
                    return world.refuse("canal.permission", "Nobody has asked you for passage.")
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        asked = DIPLOMACY.of(state).asked
        if asked is not None:
            if asked[1] == seat:
                yield from (Permit(True), Permit(False))
            return
        if phase_of(state, power) in self.when(Declare):
            for on in declaring.possible(world, state, self.settings, power):
                yield Declare(on)
        if self.holds_up(world, state, power):
            yield Done()
        if phase_of(state, power) in MOVES:
            for passage in world.board.passages:
                if passages.check_ask(world, state, self.settings, power, passage.name) is None:
                    yield Ask(passage.name)

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        match action:
            case Declare():
                declaring.declare(run, self.settings, power, action.on)
            case Ask():
                passage = passages.find(run.world, action.passage)
                assert passage is not None
                holder = passages.whose_leave(run.world, run.state, self.settings, power, passage)
                run.emit(PassageAsked(power=power, passage=passage.name, holder=holder))
            case Permit():
                asked = DIPLOMACY.of(run.state).asked
                assert asked is not None
                run.emit(PassageAnswered(holder=seat, passage=asked[0], allowed=action.allowed))
            case Done():
                run.emit(EntryPassed(power=power))

    def words(self, world: World, action: Action) -> str:
        match action:
            case Declare():
                return f"declare war on {the(world.name(action.on))}"
            case Ask():
                return f"ask for passage through the {action.passage}"
            case Permit():
                return "let them pass" if action.allowed else "do not let them pass"
        return super().words(world, action)

    # questions

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        asked = DIPLOMACY.of(state).asked
        if asked is None:
            if not self.holds_up(world, state, power):
                return ()
            return (Decision(power, ENTRY, prompt="You can declare war now, before you collect income."),)
        prompt = f"May ships of {the(world.name(power))} pass the {asked[0]}?"
        return (Decision(asked[1], ASKS, prompt=prompt),)

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        return world.refuse("canal.permission", "Answer the question about passage first.")

    def idles(self, world: World, state: AreaState, power: Power) -> bool:
        if phase_of(state, power) != "combat-move" or power not in world.neutral_powers:
            return False
        return not declaring.possible(world, state, self.settings, power)

    def holds_up(self, world: World, state: AreaState, power: Power) -> bool:
        """Whether the power can still declare war before collecting income."""
        if phase_of(state, power) != "income" or DIPLOMACY.of(state).passed:
            return False
        return bool(declaring.possible(world, state, self.settings, power))

    def phase_begins(self, run: Unfolding, power: Power) -> None:
        if phase_of(run.state, power) != "noncombat-move" or not self.settings.die:
            return
        if bounds.bound(run.world, self.settings, power):
            run.emit(bounds.MovesRolled(power=power, dice=run.dice.roll(1)))

    def die_sides(self, event: type[Any], field: str) -> int:
        return self.settings.die or 6

    # limits

    def forbids(self, world: World, state: AreaState, power: Power, action: Action) -> Refusal | None:
        return bounds.forbids(world, state, self.settings, power, action)

    def bars(self, world: World, state: AreaState, power: Power, space: str, flying: bool) -> Refusal | None:
        if space not in self.closed(world, state, power):
            return None
        return limits.bars(world, state, self.settings, power, space)

    def closed(self, world: World, state: AreaState, power: Power) -> frozenset[str]:
        past = CHRONICLE.of(state), state.round
        known = self._shut.setdefault((power, state.relations), [])
        for one in known:
            if one.control is state.control and one.past == past:
                return one.spaces
        for one in known:
            if one.past == past and one.control == state.control:
                return one.spaces
        before = (known[0].control, known[0].borders) if known else None
        borders = limits.barred_lands(world, state, self.settings, power, before)
        found = borders | limits.closed_lands(world, state, self.settings, power)
        del known[REMEMBERED - 1 :]
        known.insert(0, _Shut(state.control, past, borders, found))
        return found

    def ends_at(
        self, world: World, state: AreaState, piece: Piece, path: Route, combat: bool, purpose: str
    ) -> Refusal | None:
        known = self._anchorages
        if known is None or known[0] is not world or known[1] is not state or known[2] != piece.power:
            found = limits.anchorages(world, state, self.settings, piece.power)
            known = self._anchorages = world, state, piece.power, found
        return limits.ends_at(world, state, known[3], piece, path, combat, purpose)

    def stops_at(self, world: World, state: AreaState, piece: Piece, path: Route) -> Refusal | None:
        here = path[-1]
        if world.type(piece).kind != "land" or not hostile_land(world, state.control, piece.power, here):
            return None
        return limits.check_bystanders(world, state, piece.power, here)  # a blitz takes the territory

    def newly_hostile(self, world: World, state: AreaState, power: Power, zone: str) -> bool:
        """Whether the zone is hostile only because of a war declared this turn."""
        new = DIPLOMACY.of(state).declared
        return bool(new) and not any(
            p.power in world.enemies[power] and p.power not in new and p.unit in world.barring
            for p, _ in state.at(zone)
        )

    def opens(
        self, world: World, state: AreaState, power: Power, passage: Passage, unit: UnitType | None
    ) -> Refusal | bool | None:
        return passages.opens(world, state, self.settings, power, passage, unit)

    # memory

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        memory = DIPLOMACY.of(state)
        match event:
            case ev.TurnBegan() | ev.PhaseBegan() if event.phase in ("purchase", "income"):
                return _opened(world, state, event.power, event.phase)
            case ev.RelationChanged() if event.by and event.by in state.turn.phases:
                other = next(power for power in event.powers if power != event.by)
                return DIPLOMACY.put(state, replace(memory, declared=(*memory.declared, other)))
            case ev.Moved() | ev.Loaded() | ev.Announced() | ev.Engaged():
                if not memory.moved and "combat-move" in state.turn.phases.values():
                    state = DIPLOMACY.put(state, replace(memory, moved=True))
        return bounds.counted(world, state, self.settings, event)

    def from_position(self, world: World, state: AreaState, position: Position) -> AreaState:
        for a, b in position.wars:
            for one, other in ((a, b), *declaring.linked(world, self.settings, a, b)):
                state = replace(state, relations=with_relation(state.relations, one, other, "war"))
        for power in world.order:
            now = world.as_of(state)
            if at_war(now, power):
                for one, other, relation in tuple(drawn_in(now, power)):
                    state = replace(state, relations=with_relation(state.relations, one, other, relation))
        return state

    def mid_turn(self, world: World, state: AreaState, power: Power) -> AreaState:
        if DIPLOMACY.of(state).purse >= 0:
            return state  # written in the position
        return _opened(world, state, power, phase_of(state, power))


def _opened(world: World, state: AreaState, power: Power, phase: str) -> AreaState:
    """The state with what must be known of the moment when a phase began."""
    memory = DIPLOMACY.of(state)
    if phase == "purchase":
        return DIPLOMACY.put(state, replace(memory, purse=state.treasury[power]))
    if phase == "income":
        return DIPLOMACY.put(state, replace(memory, neutral=not at_war(world, power)))
    return state


class _Shut(NamedTuple):
    """What is closed to a power in a position, and what that depends on."""

    control: Mapping[str, Power]
    past: Any
    borders: frozenset[str]
    spaces: frozenset[str]
