"""A described position: built from the starting position or an empty board, with the differences written down.

The description is part of a scenario file, so all of its keys should be readable for players.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from sandtable.area.forces import EMPTY, Piece, Power, Stack, merge, stack
from sandtable.area.notation import (
    NotationError,
    find_power,
    find_space,
    find_unit,
    parse_counts,
    parse_force,
)
from sandtable.area.opening import board_at_start, opening
from sandtable.area.state import AreaState, Damage, Turn
from sandtable.area.techs import with_techs
from sandtable.area.turns import next_phase, turn_begins
from sandtable.area.world import World
from sandtable.core.game import Setup
from sandtable.core.nearest import nearest
from sandtable.core.refusal import Refusal
from sandtable.core.wording import an


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A position at the moment when a power's turn has begun and it is in the given phase."""

    start_from: Literal["opening", "empty"] = msgspec.field(default="opening", name="from")
    """The board to start from: the starting position, or no units at all (control as at the start either way)."""
    setup: str = ""
    """Which starting position, if the game has several."""
    round: int = 1
    """The current round."""
    turn: str = ""
    """The power whose turn it is; by default the first in turn order."""
    phase: str = ""
    """The phase it is in; by default the first it plays."""
    mates: Mapping[str, str] = {}
    """The phases of other powers that play at the same time, if different; ``waits`` for one that has finished."""
    units: Mapping[str | int, str | Mapping[str, str]] = {}
    """Forces by space and power; they replace all units in the named spaces."""
    control: Mapping[str, str] = {}
    """Who holds a territory, if different."""
    held_at_start: Mapping[str, str] = {}
    """Who held a territory when the turn began, if different (so that it counts as captured this turn)."""
    treasury: Mapping[str, int] = {}
    """IPCs in hand, by power."""
    bought: str | Mapping[str, int] = ""
    """Units that the power on turn has bought and paid for, but not yet placed."""
    developments: Mapping[str, tuple[str, ...]] = {}
    """Weapons that powers have developed, besides those that an option gives them."""
    damage: Mapping[str, Damage] = {}
    """Damage to territories from bombs and rockets: ``{Germany: {income: 3, production: 2}}``."""
    halved: tuple[str, ...] = ()
    """Powers that have lost their capital since they last collected income."""
    razed: tuple[str, ...] = ()
    """Original factories that their owners have destroyed, if factories are units."""
    wars: tuple[tuple[str, str], ...] = ()
    """Wars that have broken out since the start, with all their consequences for relations."""
    parts: Mapping[str, Any] = {}
    """What parts of the game remember, as in a save file: ``{chronicle: {deeds: {london-taken: 2}}}``."""
    turn_parts: Mapping[str, Any] = {}
    """What parts remember about this turn."""
    options: Mapping[str, bool] = {}
    """Optional rules that are switched on or off."""
    players: Mapping[str, tuple[str, ...]] = {}
    """Who commands which powers; a power that isn't named has its own player."""
    no_room: Mapping[str, tuple[str, ...]] = {}
    """Powers that don't share the room on their ships, and the partners they deny it to."""


class PositionError(msgspec.Struct, frozen=True):
    """Why a description isn't a valid position; a value, never an exception."""

    message: str


class _ImpossibleError(Exception):
    """Raised inside the builder; :func:`build` turns it into a :class:`PositionError`."""


def build(world: World, description: Position) -> AreaState | PositionError:
    """The state that a description means, or what is wrong with it."""
    try:
        return _build(world, description)
    except _ImpossibleError as error:
        return PositionError(str(error))


def _build(world: World, described: Position) -> AreaState:
    base = opening(
        world, Setup(described.setup, _options(world, described.options), _players(world, described.players))
    )
    if isinstance(base, Refusal):
        raise _ImpossibleError(f"{base.why} ({base.rule})")
    power = _power(world, described.turn) if described.turn else world.order[0]
    stacks = {} if described.start_from == "empty" else dict(base.stacks)
    for name, forces in described.units.items():
        space = _space(world, name)
        stacks[space] = _forces(world, space, forces)
    bought = _bought(world, described.bought)
    control = {**base.control, **_holders(world, described.control)}
    techs = base.techs
    for name, gained in described.developments.items():
        for tech in gained:
            _known(tech, world.tech_table, "development")
        techs = with_techs(techs, _power(world, name), gained)
    razed = tuple(sorted(_space(world, name) for name in described.razed))
    halved = tuple(sorted(_power(world, name) for name in described.halved))
    wars = tuple((_power(world, a), _power(world, b)) for a, b in described.wars)
    named = msgspec.structs.replace(described, razed=razed, halved=halved, wars=wars)
    stacks = _with_factories(world, base.stacks, stacks, control, razed)
    state = msgspec.structs.replace(
        base,
        round=described.round,
        turn=Turn({}),
        control=control,
        techs=techs,
        damage={_space(world, name): done for name, done in described.damage.items()},
        treasury={**base.treasury, **{_power(world, p): n for p, n in described.treasury.items()}},
        stacks={space: _settled(world, space, units) for space, units in stacks.items() if units},
        bought={power: bought} if bought else {},
        no_room=tuple(
            sorted(
                (_power(world, a), _power(world, b)) for a, partners in described.no_room.items() for b in partners
            )
        ),
    )
    state = _remembering(world, state, described.parts, of_turn=False)
    for part in world.parts.from_position:
        state = part.from_position(world, state, named)
    world = world.as_of(state)
    state = turn_begins(world, state, _phases(world, state, power, described))
    state = _remembering(world, state, described.turn_parts, of_turn=True)
    for part in world.parts.mid_turn:
        for mate in state.turn.phases:
            state = part.mid_turn(world, state, mate)
    if described.held_at_start:
        held = {**state.turn.control, **_holders(world, described.held_at_start)}
        state = msgspec.structs.replace(state, turn=msgspec.structs.replace(state.turn, control=held))
    return state


def _remembering(world: World, state: AreaState, memories: Mapping[str, Any], of_turn: bool) -> AreaState:
    """The state with the parts' memory."""
    for name, data in memories.items():
        _known(name, world.parts.by_name, "part")
        part = world.parts.by_name[name]
        memory = part.turn_memory if of_turn else part.game_memory
        if memory is None:
            raise _ImpossibleError(f"{name} remembers nothing {'for a turn' if of_turn else 'for the whole game'}")
        try:
            state = memory.put(state, msgspec.convert({"part": name, **data}, type(memory.empty)))
        except msgspec.ValidationError as error:
            raise _ImpossibleError(f"{name}: {error}") from None
    return state


def _phases(world: World, state: AreaState, power: Power, described: Position) -> dict[Power, str]:
    """The phases of the powers whose turn it is."""
    team = next((team for team in world.teams(state.round) if power in team), ())
    if not team:
        raise _ImpossibleError(f"{world.the(power)} has no turn in round {state.round}")
    elsewhere = {_power(world, name): phase for name, phase in described.mates.items()}
    strangers = [world.name(name) for name in elsewhere if name not in team or name == power]
    if strangers:
        raise _ImpossibleError(f"{strangers[0]} does not play at the same time as {world.the(power)}")
    return {
        mate: ""
        if elsewhere.get(mate) == "waits"
        else _phase(world, state, mate, elsewhere.get(mate, described.phase))
        for mate in team
    }


def _with_factories(
    world: World,
    opening: Mapping[str, Stack],
    stacks: Mapping[str, Stack],
    control: Mapping[str, Power],
    razed: tuple[str, ...],
) -> dict[str, Stack]:
    """The original factories that aren't razed are in place, and belong to the holder of the territory."""
    found = dict(stacks)
    for name, land in world.board.territories.items():
        holder = control.get(name, "")
        here = tuple(
            (msgspec.structs.replace(p, power=holder) if p.unit in world.factory_units and holder else p, n)
            for p, n in found.get(name, EMPTY)
            if name not in razed or p.unit not in world.factory_units
        )
        if land.factory and name not in razed and not any(p.unit in world.factory_units for p, _ in here):
            first = {p.unit for p, _ in opening.get(name, EMPTY)} & world.factory_units or world.factory_units
            here += tuple((Piece(holder, unit), 1) for unit in sorted(first)[:1])
        if here:
            found[name] = stack(here)
    return found


def _settled(world: World, space: str, units: Stack) -> Stack:
    """Fighters at sea are aboard carriers of their own power, as far as there is room."""
    return board_at_start(world, units) if world.board.is_sea(space) else units


def _players(world: World, players: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[Power, ...]]:
    """Who commands which powers; an unassigned power has its own player."""
    given = {player: tuple(_power(world, name) for name in powers) for player, powers in players.items()}
    taken = {power for powers in given.values() for power in powers}
    return {**given, **{power: (power,) for power in world.order if power not in taken}}


def _forces(world: World, space: str, forces: str | Mapping[str, str]) -> Stack:
    lines = {"": forces} if isinstance(forces, str) else forces
    found: Stack = EMPTY
    for name, text in lines.items():
        units = parse_force(world, _power(world, name) if name else "", text)
        if isinstance(units, NotationError):
            raise _ImpossibleError(f"{space}: {units.message}")
        for piece, _ in units:
            _place(world, space, piece)
        found = merge(found, units)
    return found


def _place(world: World, space: str, piece: Piece) -> None:
    """Refuse units that can't be where they were written."""
    kind = world.units[piece.unit]
    if world.board.is_sea(space) and kind.kind == "land":
        raise _ImpossibleError(
            f"{space}: {kind.name} at sea must be aboard a ship, as in 'transport[{piece.unit}]'"
        )
    if not world.board.is_sea(space) and kind.kind == "sea":
        raise _ImpossibleError(f"{space}: {kind.plural} can't be on land")
    if not kind.takes(tuple(c.unit for c in piece.cargo)):
        cargo = ", ".join(c.unit for c in piece.cargo)
        raise _ImpossibleError(f"{space}: {an(kind.name)} has no room for {cargo}")


def _holders(world: World, control: Mapping[str, str]) -> Mapping[str, Power]:
    held: dict[str, Power] = {}
    for name, holder in control.items():
        space = _space(world, name)
        if world.board.is_sea(space):
            raise _ImpossibleError(f"{space} is a sea zone and can't be controlled")
        held[space] = holder if holder in world.game.sides else _power(world, holder)
    return held


def _bought(world: World, bought: str | Mapping[str, int]) -> Mapping[str, int]:
    if isinstance(bought, str):
        counts = parse_counts(world, bought)
        if isinstance(counts, NotationError):
            raise _ImpossibleError(f"bought: {counts.message}")
        return counts
    return {_named(find_unit(world, unit)): count for unit, count in bought.items()}


def _options(world: World, options: Mapping[str, bool]) -> Mapping[str, bool]:
    for name in options:
        _known(name, world.game.options, "option")
    return options


def _phase(world: World, state: AreaState, power: Power, name: str) -> str:
    if name:
        _known(name, world.game.phases, "phase")
        return name
    return next_phase(world, state, power, "")


def _known(name: str, known: Iterable[str], what: str) -> None:
    known = tuple(known)
    if name not in known:
        raise _ImpossibleError(f"unknown {what} {name!r}{nearest(name, known)}")


def _space(world: World, name: str | int) -> str:
    return _named(find_space(world, name))


def _power(world: World, name: str) -> Power:
    return _named(find_power(world, name))


def _named(found: str | NotationError) -> str:
    if isinstance(found, NotationError):
        raise _ImpossibleError(found.message)
    return found
