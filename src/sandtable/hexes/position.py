"""A position as a file writes it, and the state that it means."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from sandtable.core.dice import ScriptedDice
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.hexes.opening import opening
from sandtable.hexes.state import Army, Fleet, Fort, HexState, Name, Phase, Place, Side
from sandtable.hexes.status import strength_of
from sandtable.hexes.strength import Points
from sandtable.hexes.turns import begin_in
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An army: where it stands and what it holds."""

    at: Place = ""
    infantry: int = 0
    mechanized: int = 0
    amphibious: int = 0

    @property
    def points(self) -> Points:
        return Points(self.infantry, self.mechanized, self.amphibious)


class Moored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fleet: its base and its points."""

    at: Place
    points: int


class Walls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fort: points that are ready, and points under construction."""

    points: int = 0
    building: int = 0


class HexPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a scenario file begins. What is left out is as the game's scenario has it at the start."""

    scenario: str = ""
    """Which scenario of the game; left out, its first."""
    turn: str = ""
    """The seasonal turn, such as ``Winter 1941``; left out, the first."""
    side: Side = ""
    """Whose turn it is; left out, the first side's."""
    phase: Phase = "movement"
    """The phase that the turn has come to; ``setup``: before the first turn, with nothing else said."""
    armies: Mapping[Name, Standing] | None = None
    """Exactly these armies, on hexes that are friendly to them unless ``control`` says otherwise."""
    control: Mapping[str, str] = {}
    """Hexes that a side holds (or ``nobody``) in this position, as a text with spaces."""
    forts: Mapping[Place, Walls] | None = None
    """Exactly these forts, of whoever holds the hex."""
    fleets: Mapping[Name, Moored] | None = None
    """Exactly these fleets."""
    devastated: Mapping[Place, int] = {}
    """Devastated production, beside what the scenario has."""
    marked: str = ""
    """Hexes with a marker of a combat advance."""
    budget: int | None = None
    """Production points to spend; left out, they are counted."""
    lent: Mapping[Side, int] = {}
    """Lend-lease that waits for its receiver."""
    winters: int | None = None
    """Hard winters before this season."""
    players: Mapping[str, tuple[Side, ...]] = {}
    """Who has which sides; left out, everybody has one."""


class PositionError(msgspec.Struct, frozen=True):
    """What is wrong with a written position."""

    message: str


def build(world: World, written: HexPosition) -> HexState | PositionError:
    """The state that a written position means."""
    opened = opening(world, Setup(players=written.players))
    if isinstance(opened, Refusal):
        return PositionError(opened.why)
    wrong = _problem(world, written)
    if wrong:
        return PositionError(wrong)
    if written.phase == "setup":
        return opened
    turn = world.scenario.turn_of(written.turn) if written.turn else 1
    state = _placed(world, replace(opened, turn=turn), written)
    if isinstance(state, PositionError):
        return state
    run = Unfolding(world, state, ScriptedDice(()))
    begin_in(run, turn, written.side or world.order[0], written.phase)
    if written.budget is not None:
        return replace(run.state, budget=written.budget)
    return run.state


def _problem(world: World, written: HexPosition) -> str:
    """What is no side, no turn, no army, no hex of this world; empty if all is."""
    if written.turn and written.turn not in world.facts.turns:
        return f"there is no turn {written.turn!r}; the turns are {', '.join(world.facts.turns)}"
    sides = [side for side in (written.side, *written.control, *written.lent) if side not in ("", "nobody")]
    for side in sides:
        if side not in world.order:
            return f"there is no side {side!r}; the sides are {', '.join(world.order)}"
    places = [place for text in written.control.values() for place in text.split()]
    places += [*written.devastated, *written.marked.split(), *(written.forts or {})]
    places += [army.at for army in (written.armies or {}).values()]
    places += [fleet.at for fleet in (written.fleets or {}).values()]
    for place in places:
        absence = world.board.absence(place)
        if absence is not None:
            return absence.text
    for name in written.armies or {}:
        if owner(world, name) is None:
            return f"no side has an army {name!r}"
    for name in written.fleets or {}:
        if fleet_owner(world, name) is None:
            return f"no side has a fleet {name!r}"
    return ""


def owner(world: World, name: Name) -> Side | None:
    """The side that has an army of this name."""
    return next((side for side in world.order if name in world.counters(side)), None)


def fleet_owner(world: World, name: Name) -> Side | None:
    """The side that has a fleet of this name."""
    return next((side for side in world.order if name in world.who(side).fleets), None)


def _placed(world: World, state: HexState, written: HexPosition) -> HexState | PositionError:
    """The pieces of a position on its board."""
    control = dict(state.control)
    armies = state.armies
    if written.armies is not None:
        armies = {
            name: Army(owner(world, name) or "", army.at, army.points) for name, army in written.armies.items()
        }
        control |= {army.at: army.side for army in armies.values()}
    for side, text in written.control.items():
        for place in text.split():
            if side == "nobody":
                control.pop(place, None)
            else:
                control[place] = side
    fleets = state.fleets
    if written.fleets is not None:
        fleets = {
            name: Fleet(fleet_owner(world, name) or "", fleet.at, fleet.points)
            for name, fleet in written.fleets.items()
        }
    forts = state.forts if written.armies is None else {}
    if written.forts is not None:
        forts = {at: Fort(control.get(at, ""), one.points, one.building) for at, one in written.forts.items()}
    state = replace(
        state,
        control=control,
        armies=armies,
        fleets=fleets,
        forts=forts,
        devastated={**state.devastated, **written.devastated},
        marked=tuple(sorted(written.marked.split())),
        lent=dict(written.lent),
        winters=state.winters if written.winters is None else written.winters,
        reserve={},
    )
    for name, army in armies.items():
        if control.get(army.at) != army.side:
            return PositionError(f"{name} stands in {army.at}, which is not friendly to it")
        if not army.points.total or not army.points.sound or strength_of(state, army.at) > 2 * world.tables.stack:
            return PositionError(f"{name} cannot hold {army.points} in {army.at}")
    return state
