"""A hex game: its scenarios, its phases, and the protocol that ties them together."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Any, Literal, Union

import msgspec

from sandtable.core.datafile import AnyFolder, DataFileError, read_yaml
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import Dice, ScriptedDice
from sandtable.core.game import Setup
from sandtable.core.guide import Guide
from sandtable.core.refusal import Refusal
from sandtable.core.rulebook import Rulebook
from sandtable.hexes import actions as act
from sandtable.hexes import events as ev
from sandtable.hexes.amending import amend
from sandtable.hexes.atlas import read_atlas
from sandtable.hexes.board import Board, build_board, read_theatre
from sandtable.hexes.changes import HexChange
from sandtable.hexes.citations import CITATIONS
from sandtable.hexes.combat.sequence import advance_until_decision
from sandtable.hexes.evolve import evolve
from sandtable.hexes.offering import offered
from sandtable.hexes.opening import opening
from sandtable.hexes.part import Part, PartEvent
from sandtable.hexes.parts import compose
from sandtable.hexes.phases import PhaseRules, combat, movement, naval, production, setup
from sandtable.hexes.phases import offered as offered_phase
from sandtable.hexes.production import check_priorities
from sandtable.hexes.scenario import Scenario, read_facts, read_scenario, read_sides
from sandtable.hexes.state import HexState, Phase
from sandtable.hexes.tables import Tables
from sandtable.hexes.turns import next_phase, next_setup, open_questions, settle, settling
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.victory import judge_end
from sandtable.hexes.waters import Waters, read_waters
from sandtable.hexes.weather import newly_felt, winter_number
from sandtable.hexes.world import World

FamilyGuide = Guide[HexState, act.HexAction, ev.HexEvent]

PHASES: Mapping[Phase, PhaseRules] = {
    "setup": setup,
    "strategic": offered_phase,
    "naval": naval,
    "movement": movement,
    "combat": combat,
    "production": production,
    "research": offered_phase,
}


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``game.yaml``: the game's title and its scenarios; the first is the default."""

    title: str
    summary: str
    prefix: str
    scenarios: tuple[str, ...]
    family: Literal["hexes"]
    like: str = ""
    """The game this one is a variant of."""
    finished: bool = False
    """Whether every rule of the book is enforced and tested."""
    version: str = ""
    """The author's version of the game: 1.0."""
    author: str = ""
    licence: str = ""
    """The licence: CC BY 4.0."""


class HexGame:
    """A game of the hex family, built from data."""

    change_type = HexChange

    def __init__(self, folder: AnyFolder, guide: Callable[["HexGame"], FamilyGuide]) -> None:
        self.folder = folder
        self.facts = read_yaml(folder / "game.yaml", GameFile)
        self.rulebook = Rulebook.read(folder / "rules.yaml")
        self.worlds = read_worlds(folder, self.facts)
        """The world of each scenario."""
        self.finished = self.facts.finished
        """Whether every rule of the book is enforced and tested."""
        self.id = folder.name
        self.title = self.facts.title
        self.summary = self.facts.summary
        listed = [part for world in self.worlds.values() for part in all_parts(world)]
        actions = dict.fromkeys(action for part in listed for action in part.actions)
        events = dict.fromkeys(event for part in listed for event in part.events)
        self.action_type: Any = Union[(*act.FAMILY, *actions)]
        self.event_type: Any = Union[(*ev.FAMILY, *events)]
        self.seats: tuple[Seat, ...] = tuple(dict.fromkeys(s for w in self.worlds.values() for s in w.order))
        self._parts_by_event = {event: part for part in listed for event in part.events}
        self._open_guide = guide
        self._check_citations()

    def _check_citations(self) -> None:
        """Fail on loading, not during play, if something cites a rule that isn't in the book."""
        prefix = self.facts.prefix
        self.rulebook.require(f"{prefix}.{key}" for key in CITATIONS)
        for world in self.worlds.values():
            self.rulebook.require(world.full_id(rule) for rule in world.scenario.cited())
            self.rulebook.require(world.full_id(rule) for part in all_parts(world) for rule in part.citations)
            self.rulebook.require(world.full_id(rule) for part in all_parts(world) for rule in part.rules())
            boxes = world.board.theatre.boxes.values()
            self.rulebook.require(world.full_id(box.rule) for box in boxes if box.rule)

    def world(self, state: HexState) -> World:
        """The world of a position."""
        return self.worlds[state.scenario].as_of(state)

    # the protocol

    @property
    def ending(self) -> act.HexAction | None:
        return act.Done()

    @property
    def resignation(self) -> act.HexAction | None:
        return act.Concede()

    @cached_property
    def guide(self) -> FamilyGuide:
        return self._open_guide(self)

    def start(self, setup: Setup) -> HexState | Refusal:
        name = setup.scenario or self.facts.scenarios[0]
        world = self.worlds.get(name)
        if world is None:
            known = ", ".join(self.worlds)
            return Refusal(f"{self.facts.prefix}.setup.sides", f"There is no scenario {name!r}, but {known}.")
        unknown = [option for option in setup.options if option not in world.facts.options]
        if unknown:
            known = ", ".join(world.facts.options) or "none"
            return world.refuse("setup.sides", f"There is no option {unknown[0]!r}; there are {known}.")
        world = world.playing(setup.options)
        state = opening(world, setup)
        if isinstance(state, Refusal):
            return state
        run = Unfolding(world, state, ScriptedDice(()))
        next_setup(run, 0)
        return run.state

    def pending(self, state: HexState) -> tuple[Decision, ...]:
        if state.winner:
            return ()
        world = self.world(state)
        return open_questions(world, state) or PHASES[state.phase].pending(world, state)

    def check(self, state: HexState, seat: Seat, action: act.HexAction) -> Refusal | None:
        world = self.world(state)
        if state.winner:
            return world.refuse("seq.immediate-victory", "The game is over.")
        if seat not in world.order:
            return world.refuse("setup.sides", f"{seat} isn't in this scenario.")
        if isinstance(action, act.Concede):
            if seat in state.conceded:
                return world.refuse("setup.sides", f"{world.having(seat)} already conceded.")
            return None
        attacking = isinstance(action, act.Target | act.Assault | act.Advance | act.Exploit)
        if attacking and state.phase != "setup" and seat != state.side:
            return world.refuse(
                "attack.own-combat-phase", f"It isn't your turn. Wait for {world.the(state.side)}."
            )
        asked = {decision.seat for decision in self.pending(state)}
        part = world.parts.by_action.get(type(action))
        if seat not in asked:
            early = part.out_of_turn(world, state, action) if part is not None and seat != state.side else None
            if early is not None and state.phase != "setup":
                return early
            names = " and ".join(world.name(side) for side in sorted(asked))
            rule = world.facts.setup_rule if state.phase == "setup" else world.facts.sides_rule
            return world.refuse_by(rule, f"It isn't your turn: {names} must decide now.")
        if part is None and type(action) not in act.FAMILY:
            return self._not_agreed(world, action)
        for asking in world.parts.asks:
            if asking.asks(world, state):
                if isinstance(action, asking.answers):
                    return asking.check(world, state, seat, action)
                return asking.unanswered(world, state)
        if part is not None:
            if state.phase not in part.when(type(action)):
                return part.misplaced(world, state, seat, action)
            first = check_priorities(world, state, seat, action) if state.phase == "production" else None
            return first or part.check(world, state, seat, action)
        return PHASES[state.phase].check(world, state, seat, action)

    def _not_agreed(self, world: World, action: act.HexAction) -> Refusal:
        """Why an action isn't available in this scenario, or with the options agreed on."""
        for name, parts in world.extras.items():
            if any(isinstance(action, part.actions) for part in parts):
                option = world.facts.options[name]
                return world.refuse_by(option.rule, f"{option.name} must be agreed on before the game starts.")
        return world.refuse("seq.fixed-order", "This scenario doesn't have that.")

    def legal(self, state: HexState, seat: Seat, shuffle: Random | None = None) -> Iterator[act.HexAction]:
        if not any(decision.seat == seat for decision in self.pending(state)):
            return iter(())
        world = self.world(state)
        for asking in world.parts.asks:
            if asking.asks(world, state):
                return asking.offers(world, state, seat)
        return PHASES[state.phase].legal(world, state, seat, shuffle, tuple(offered(world, state, seat)))

    def decide(self, state: HexState, seat: Seat, action: act.HexAction, dice: Dice) -> tuple[ev.HexEvent, ...]:
        run = Unfolding(self.worlds[state.scenario], state, dice)
        part = run.world.parts.by_action.get(type(action))
        if isinstance(action, act.Concede):
            self._concede(run, seat)
        elif part is not None:
            for one in run.world.parts.spending if run.state.phase == "production" else ():
                one.spending(run, seat, action)
            part.do(run, seat, action)
            if settling(run.state):
                settle(run)
            elif isinstance(action, part.answers) and self._goes_on(run):
                next_phase(run)
        elif PHASES[state.phase].do(run, seat, action) and not run.state.winner:
            next_phase(run)
        for one in run.world.parts.tidies:
            one.tidies(run)
        if not run.state.winner and newly_felt(run.world, run.state):
            run.emit(ev.WinterFelt(number=winter_number(run.state)))
        return tuple(run.events)

    def _goes_on(self, run: Unfolding) -> bool:
        """Take up what a question has interrupted. Returns whether the phase is over."""
        if run.state.phase == "naval":
            return naval.advance_until_decision(run)
        return _fighting(run.state) and advance_until_decision(run)

    def evolve(self, state: HexState, event: ev.HexEvent) -> HexState:
        return evolve(state, event)

    def view(self, state: HexState, seat: Seat | None) -> HexState:
        """Everything is public, except what a part hides."""
        for part in self.worlds[state.scenario].parts.view if state.parts else ():
            state = part.view(state, seat)
        return state

    def visible(self, event: ev.HexEvent, seat: Seat | None) -> ev.HexEvent | None:
        if not isinstance(event, PartEvent):
            return event
        part = self._parts_by_event.get(type(event))
        return event if part is None else part.visible(event, seat)

    def dice_of(self, event: ev.HexEvent) -> tuple[int, ...]:
        match event:
            case ev.Fired():
                return (event.die, *event.more)
            case ev.AdvanceRolled() | ev.NavalFire() | ev.AirStruck():
                return (event.die,)
            case ev.SupplyFailed():
                return event.dice
            case PartEvent():
                return event.rolled()
            case _:
                return ()

    def winner(self, state: HexState) -> str | None:
        return state.winner or None

    def read_state(self, data: bytes | msgspec.Raw) -> HexState:
        """A state from JSON. Each part's memory is decoded by that part."""
        raw = msgspec.json.decode(data, type=dict[str, Any])
        kept = raw.pop("parts", {})
        state = msgspec.convert(raw, HexState)
        for part in self.world(state).parts.all if kept else ():
            if part.memory is not None and part.name in kept:
                state = part.memory.put(state, msgspec.convert(kept[part.name], type(part.memory.empty)))
        return state

    def digest(self, state: HexState) -> str:
        encoded = msgspec.json.encode(state, order="deterministic")
        return hashlib.sha256(encoded).hexdigest()[:32]

    def amend(self, state: HexState, change: HexChange) -> tuple[ev.HexEvent, ...] | Refusal:
        """The events of a change by hand, or why the result would not be a valid position."""
        return amend(self.world(state), state, change)

    def _concede(self, run: Unfolding, seat: Seat) -> None:
        """A player concedes with all their sides. A side wins when all its enemies have conceded."""
        player = next(sides for sides in run.state.players.values() if seat in sides)
        run.emit(ev.Conceded(sides=player))
        given_up = set(run.state.conceded)
        left = [side for side in run.world.order if side not in given_up]
        if not left or any(run.world.hostile(side, other) for side in left for other in left):
            return
        if len(left) == 1:
            run.emit(ev.Won(side=left[0], why=""))
        else:
            judge_end(run, but=tuple(given_up))


def _fighting(state: HexState) -> bool:
    """Whether attacks are being carried out."""
    return state.phase == "combat" and state.combat is not None and state.combat.step != "announce"


def all_parts(world: World) -> tuple[Part[Any], ...]:
    """The parts of a scenario, including those of all its options."""
    return (*world.parts.all, *(part for parts in world.extras.values() for part in parts))


def read_worlds(folder: AnyFolder, facts: GameFile) -> dict[str, World]:
    """The worlds of all scenarios in a game's folder."""
    atlas = read_atlas(folder / "atlas.yaml")
    sides = read_sides(folder)
    tables = read_yaml(folder / "tables.yaml", Tables)
    boards: dict[str, Board] = {}
    waters: dict[tuple[str, tuple[str, ...]], Waters] = {}
    found: dict[str, World] = {}
    for name in facts.scenarios:
        written = read_facts(folder, name)
        if written.theatre not in boards:
            theatre = read_theatre(folder, written.theatre)
            boards[written.theatre] = build_board(atlas, theatre)
        board, seas = boards[written.theatre], (written.theatre, written.free_waters)
        if seas not in waters:
            waters[seas] = read_waters(folder, atlas, board.theatre, written.free_waters)
        scenario: Scenario = read_scenario(folder, name, sides, board)
        options = written.options.items()
        extras = {option: compose(one.parts, f"{name}.yaml: options.{option}").all for option, one in options}
        parts = compose(written.parts, f"{name}.yaml")
        world = World(facts.prefix, scenario, board, waters[seas], tables, parts, extras=extras)
        for part in all_parts(world):
            for problem in part.problems(world):
                raise DataFileError(f"{name}.yaml: part {part.name}: {problem}")
        found[name] = world
    return found
