"""A position as written in a file, and the state it describes."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.core.dice import ScriptedDice
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.hexes.atlas import Port
from sandtable.hexes.opening import armies_at_start, opening
from sandtable.hexes.state import Army, Fleet, Fort, HexState, Name, Phase, Place, Side
from sandtable.hexes.status import strength_of
from sandtable.hexes.strength import Amount, Points
from sandtable.hexes.turns import begin_in
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An army: where it is and what it holds."""

    at: Place = ""
    infantry: int = 0
    mechanized: int = 0
    amphibious: int = 0
    tac_air: int = 0
    paratroop: int = 0
    nation: str | None = None
    """Default: the nation of its counter."""

    @property
    def points(self) -> Points:
        return Points(self.infantry, self.mechanized, self.amphibious, self.tac_air, self.paratroop)


class Moored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fleet: its base and its points."""

    at: Place
    points: int = 0
    """Capital ships."""
    asw: int = 0
    submarines: int = 0
    carriers: int = 0


class Walls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fort: complete points, and points under construction."""

    points: int = 0
    building: int = 0


class HexPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The start of a scenario file. Everything left out is as at the start of the game's scenario."""

    scenario: str = ""
    """Which scenario of the game. Default: the first."""
    turn: str = ""
    """The seasonal turn, such as ``Winter 1942``. Default: the first."""
    side: Side = ""
    """Whose turn it is. Default: the first side's."""
    phase: Phase = "movement"
    """The current phase. ``setup``: before the first turn, with nothing else specified."""
    armies: Mapping[Name, Standing] | None = None
    """Exactly these armies, on hexes that are friendly to them unless ``control`` says otherwise."""
    control: Mapping[str, str | int] = {}
    """Hexes held by a side (or ``nobody``), separated by spaces."""
    forts: Mapping[Place, Walls] | None = None
    """Exactly these forts, owned by the side that holds the hex. Default: the scenario's forts whose side still
    holds the hex; but none if both ``armies`` and ``fleets`` are given, since those are then everything on the
    board."""
    fleets: Mapping[Name, Moored] | None = None
    """Exactly these fleets."""
    devastated: Mapping[Place, int] = {}
    """Devastated production, in addition to the scenario's."""
    marked: str = ""
    """Hexes with a marker from a combat advance."""
    ports: Mapping[Place, Port] = {}
    """Ports that were built since the start: ``port`` or ``anchor``."""
    roads: str = ""
    """Hexes with a supply road that was built."""
    budget: Amount | None = None
    """Production points to spend. Default: they are counted."""
    lent: Mapping[Side, int] = {}
    """Lend-lease waiting for its receiver."""
    winters: int | None = None
    """Hard winters before this season."""
    joined: Mapping[str, Side] = {}
    """Countries that have joined a side, or ``nobody``. Default: those whose date has passed."""
    surrendered: Mapping[str, Side] = {}
    """Countries that have surrendered, and to which side."""
    parts: Mapping[str, Mapping[str, Any]] = {}
    """The memory of parts, where it differs from the start."""
    options: Mapping[str, bool] = {}
    """The options agreed on."""
    players: Mapping[str, tuple[Side, ...]] = {}
    """Which sides each player has. Default: one each."""


class PositionError(msgspec.Struct, frozen=True):
    """An error in a written position."""

    message: str


def build(world: World, written: HexPosition) -> HexState | PositionError:
    """The state that a written position describes."""
    for name in written.options:
        if name not in world.facts.options:
            known = ", ".join(world.facts.options) or "none"
            return PositionError(f"there is no option {name!r}; there are {known}")
    world = world.playing(written.options)
    opened = opening(world, Setup(players=written.players, options=written.options))
    if isinstance(opened, Refusal):
        return PositionError(opened.why)
    wrong = _problem(world, written)
    if wrong:
        return PositionError(wrong)
    if written.phase == "setup":
        return opened
    turn = world.scenario.turn_of(written.turn) if written.turn else 1
    side = written.side or world.order[0]
    history = Unfolding(world, replace(opened, turn=turn), ScriptedDice(()))
    begun = written.phase != world.facts.phases[0]
    for part in world.parts.catches_up:
        part.catches_up(history, turn, side, begun, written.joined, written.surrendered)
    state = _placed(world, history.state, written)
    if isinstance(state, PositionError):
        return state
    past = Unfolding(world, state, ScriptedDice(()))
    for part in world.parts.settles:
        part.settles(past)
    remembered = _remembered(world, past.state, written)
    if isinstance(remembered, PositionError):
        return remembered
    state = remembered
    run = Unfolding(world, state, ScriptedDice(()))
    for part in world.parts.hexes_fell:
        part.hexes_fell(run)  # countries whose capitals are held have surrendered
    begin_in(run, turn, side, written.phase)
    now = run.state
    for part in world.parts.resumes if begun else ():
        now = part.resumes(world, now, state)
    return now if written.budget is None else replace(now, budget=written.budget)


def _remembered(world: World, state: HexState, written: HexPosition) -> HexState | PositionError:
    """The state with the memory of parts as given in the position."""
    for name, said in written.parts.items():
        part = world.parts.by_name.get(name)
        if part is None or part.memory is None:
            return PositionError(f"no part {name!r} of this scenario remembers anything")
        known = msgspec.to_builtins(part.memory.of(state))
        try:
            memory = msgspec.convert({**known, **said}, type(part.memory.empty), strict=False)
        except msgspec.ValidationError as error:
            return PositionError(f"{name}: {error}")
        state = part.memory.put(state, memory)
    return state


def _problem(world: World, written: HexPosition) -> str:
    """The first unknown side, turn, army or hex in a position; empty if there is none."""
    if written.turn and written.turn not in world.facts.turns:
        return f"there is no turn {written.turn!r}; the turns are {', '.join(world.facts.turns)}"
    sides = [side for side in (written.side, *written.control, *written.lent) if side not in ("", "nobody")]
    for side in sides:
        if side not in world.order:
            return f"there is no side {side!r}; the sides are {', '.join(world.order)}"
    for text in written.control.values():
        if isinstance(text, int) and world.board.absence(str(text)) is not None:
            return f"{text} is not a hex of this game: write hexes in quotation marks, such as '0744'"
    places = [place for text in written.control.values() for place in _hexes(text)]
    places += [*written.devastated, *written.marked.split(), *(written.forts or {})]
    places += [*written.ports, *written.roads.split()]
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


def _hexes(text: str | int) -> list[Place]:
    """The hexes in a text, separated by spaces; a single one may have been parsed as a number."""
    return str(text).split()


def owner(world: World, name: Name) -> Side | None:
    """The side that owns an army of this name."""
    return next((side for side in world.order if name in world.counters(side)), None)


def fleet_owner(world: World, name: Name) -> Side | None:
    """The side that owns a fleet of this name."""
    return next((side for side in world.order if name in world.who(side).fleets), None)


def _nation(world: World, name: Name, army: Standing) -> str:
    return world.nation_of(name) if army.nation is None else army.nation


def _waits(world: World, control: Mapping[Place, Side], name: Name, army: Army) -> bool:
    """Whether an army is at its starting place, or in its own country, and that hasn't joined its side yet."""
    placed = armies_at_start(world, army.side).get(name)
    at_home = bool(army.nation) and world.nation_at(army.side, army.at) == army.nation
    waiting = at_home or (placed is not None and placed.at == army.at)
    return waiting and army.at not in {*control, *world.scenario.control}


def _placed(world: World, state: HexState, written: HexPosition) -> HexState | PositionError:
    """The state with the pieces of a position on the board."""
    control = dict(state.control)
    armies = state.armies
    if written.armies is not None:
        armies = {
            name: Army(owner(world, name) or "", army.at, army.points, _nation(world, name, army))
            for name, army in written.armies.items()
        }
        control |= {army.at: army.side for name, army in armies.items() if not _waits(world, control, name, army)}
    for side, text in written.control.items():
        for place in _hexes(text):
            if side == "nobody":
                control.pop(place, None)
            else:
                control[place] = side
    fleets = state.fleets
    if written.fleets is not None:
        fleets = {
            name: Fleet(
                fleet_owner(world, name) or "", fleet.at, fleet.points, fleet.asw, fleet.submarines, fleet.carriers
            )
            for name, fleet in written.fleets.items()
        }
    spelled_out = written.armies is not None and written.fleets is not None
    forts = {at: fort for at, fort in state.forts.items() if not spelled_out and control.get(at) == fort.side}
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
        ports=dict(written.ports),
        roads=tuple(sorted(written.roads.split())),
        lent=dict(written.lent),
        winters=state.winters if written.winters is None else written.winters,
        reserve={},
    )
    for name, army in armies.items():
        if control.get(army.at) != army.side and not _waits(world, control, name, army):
            return PositionError(f"{name} stands in {army.at}, which is not friendly to it")
        if not army.points.total or not army.points.sound or strength_of(state, army.at) > 2 * world.tables.stack:
            return PositionError(f"{name} cannot hold {army.points} in {army.at}")
    return state
