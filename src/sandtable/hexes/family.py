"""A hex game: its scenarios, its phases, and what binds them together."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from random import Random

import msgspec

from sandtable.core.datafile import read_yaml
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
from sandtable.hexes.citations import CITATIONS, Citation
from sandtable.hexes.evolve import evolve
from sandtable.hexes.opening import opening
from sandtable.hexes.phases import PhaseRules, combat, movement, production, setup
from sandtable.hexes.scenario import Scenario, on_board, read_facts, read_sides
from sandtable.hexes.state import HexState, Phase
from sandtable.hexes.tables import Tables
from sandtable.hexes.turns import next_phase, next_setup
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.victory import judge_end
from sandtable.hexes.waters import Waters, read_waters
from sandtable.hexes.weather import newly_felt, winter_number
from sandtable.hexes.world import World

FamilyGuide = Guide[HexState, act.HexAction, ev.HexEvent]

PHASES: Mapping[Phase, PhaseRules] = {
    "setup": setup,
    "movement": movement,
    "combat": combat,
    "production": production,
}


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``game.yaml``: what the game is called, and its scenarios, the first one to begin with."""

    id: str
    title: str
    summary: str
    prefix: str
    scenarios: tuple[str, ...]


class HexGame:
    """A game of the hex family, composed of data."""

    action_type = act.HexAction
    event_type = ev.HexEvent
    change_type = HexChange

    def __init__(self, folder: Path, guide: Callable[["HexGame"], FamilyGuide], finished: bool = False) -> None:
        self.folder = folder
        self.facts = read_yaml(folder / "game.yaml", GameFile)
        self.rulebook = Rulebook.read(folder / "rules.yaml")
        self.worlds = read_worlds(folder, self.facts)
        """The world of each scenario."""
        self.finished = finished
        """Whether every rule of the book is enforced and tested."""
        self.id = self.facts.id
        self.title = self.facts.title
        self.summary = self.facts.summary
        self.seats: tuple[Seat, ...] = tuple(dict.fromkeys(s for w in self.worlds.values() for s in w.order))
        self._open_guide = guide
        self._check_citations()

    def _check_citations(self) -> None:
        """Fail now, not in play, if something cites a rule that the book does not hold."""
        prefix = self.facts.prefix
        self.rulebook.require(f"{prefix}.{key}" for key in CITATIONS)
        for world in self.worlds.values():
            self.rulebook.require(world.full_id(rule) for rule in world.scenario.cited())
            boxes = world.board.theatre.boxes.values()
            self.rulebook.require(world.full_id(box.rule) for box in boxes if box.rule)

    def world(self, state: HexState) -> World:
        """The world that a position is in."""
        return self.worlds[state.scenario]

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
        state = opening(world, setup)
        if isinstance(state, Refusal):
            return state
        run = Unfolding(world, state, ScriptedDice(()))
        next_setup(run, 0)
        return run.state

    def pending(self, state: HexState) -> tuple[Decision, ...]:
        if state.winner:
            return ()
        return PHASES[state.phase].pending(self.world(state), state)

    def check(self, state: HexState, seat: Seat, action: act.HexAction) -> Refusal | None:
        world = self.world(state)
        if state.winner:
            return world.refuse("seq.immediate-victory", "The game is over.")
        if seat not in world.order:
            return world.refuse("setup.sides", f"{seat} has no part in this scenario.")
        if isinstance(action, act.Concede):
            if seat in state.conceded:
                return world.refuse("setup.sides", f"{world.name(seat)} has conceded already.")
            return None
        attacking = isinstance(action, act.Target | act.Assault | act.Advance | act.Exploit)
        if attacking and state.phase != "setup" and seat != state.side:
            return world.refuse("attack.own-combat-phase", f"It is the turn of {world.name(state.side)}.")
        asked = {decision.seat for decision in self.pending(state)}
        if seat not in asked:
            names = " and ".join(world.name(side) for side in sorted(asked))
            rule: Citation = "fall.setup-order" if state.phase == "setup" else "seq.turn-order"
            return world.refuse(rule, f"{names} has to decide now.")
        return PHASES[state.phase].check(world, state, seat, action)

    def legal(self, state: HexState, seat: Seat, shuffle: Random | None = None) -> Iterator[act.HexAction]:
        if not any(decision.seat == seat for decision in self.pending(state)):
            return iter(())
        return PHASES[state.phase].legal(self.world(state), state, seat, shuffle)

    def decide(self, state: HexState, seat: Seat, action: act.HexAction, dice: Dice) -> tuple[ev.HexEvent, ...]:
        run = Unfolding(self.world(state), state, dice)
        if isinstance(action, act.Concede):
            self._concede(run, seat)
        elif PHASES[state.phase].do(run, seat, action) and not run.state.winner:
            next_phase(run)
        if not run.state.winner and newly_felt(run.world, run.state):
            run.emit(ev.WinterFelt(number=winter_number(run.state)))
        return tuple(run.events)

    def evolve(self, state: HexState, event: ev.HexEvent) -> HexState:
        return evolve(state, event)

    def view(self, state: HexState, seat: Seat | None) -> HexState:
        """Everything is open on this table."""
        return state

    def visible(self, event: ev.HexEvent, seat: Seat | None) -> ev.HexEvent | None:
        return event

    def dice_of(self, event: ev.HexEvent) -> tuple[int, ...]:
        match event:
            case ev.Fired() | ev.AdvanceRolled() | ev.NavalFire() | ev.AirStruck():
                return (event.die,)
            case ev.SupplyFailed():
                return event.dice
            case _:
                return ()

    def winner(self, state: HexState) -> str | None:
        return state.winner or None

    def digest(self, state: HexState) -> str:
        encoded = msgspec.json.encode(state, order="deterministic")
        return hashlib.sha256(encoded).hexdigest()[:32]

    def amend(self, state: HexState, change: HexChange) -> tuple[ev.HexEvent, ...] | Refusal:
        """What a change by hand makes happen, or why the position would be none."""
        return amend(self.world(state), state, change)

    def _concede(self, run: Unfolding, seat: Seat) -> None:
        """A player gives up with all his sides; when all enemies of a side have, it has won."""
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


def read_worlds(folder: Path, facts: GameFile) -> dict[str, World]:
    """The worlds of all scenarios of a game's folder."""
    atlas = read_atlas(folder / "atlas.yaml")
    sides = read_sides(folder)
    tables = read_yaml(folder / "tables.yaml", Tables)
    boards: dict[str, tuple[Board, Waters]] = {}
    found: dict[str, World] = {}
    for name in facts.scenarios:
        written = read_facts(folder, name)
        if written.theatre not in boards:
            theatre = read_theatre(folder, written.theatre)
            boards[written.theatre] = build_board(atlas, theatre), read_waters(folder, atlas, theatre)
        board, waters = boards[written.theatre]
        scenario: Scenario = on_board(name, written, sides, board)
        found[name] = World(facts.prefix, scenario, board, waters, tables)
    return found
