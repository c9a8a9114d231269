"""A position put into words: built from the opening or from an empty board, with what differs written down.

The description is part of a scenario file, so every key of it is one that a player can read.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from sandtable.area.forces import EMPTY, Piece, Power, Stack, merge, stack
from sandtable.area.notation import (
    NotationError,
    find_power,
    find_space,
    find_unit,
    nearest,
    parse_counts,
    parse_force,
)
from sandtable.area.opening import board_at_start, opening
from sandtable.area.state import AreaState, Damage, Turn
from sandtable.area.techs import with_techs
from sandtable.area.turns import next_phase, turn_begins
from sandtable.area.world import World
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A position, at the moment when the turn of a power has begun and it is in the given phase."""

    start_from: Literal["opening", "empty"] = msgspec.field(default="opening", name="from")
    """The board to begin with: the starting position, or no units at all (control as at the start either way)."""
    setup: str = ""
    """Which starting position, where the game has several."""
    round: int = 1
    """The round that is being played."""
    turn: str = ""
    """The power whose turn it is; left out, the first in order of play."""
    phase: str = ""
    """The phase that it is in; left out, the first that it plays."""
    mates: Mapping[str, str] = {}
    """The phases of others who play at the same time, where they differ; ``waits``: that one has finished."""
    units: Mapping[str | int, str | Mapping[str, str]] = {}
    """Forces by space and power; they replace everybody and everything in the spaces that are named."""
    control: Mapping[str, str] = {}
    """Who holds a territory, where that differs."""
    held_at_start: Mapping[str, str] = {}
    """Who held a territory when the turn began, where that differs (so that it counts as taken this turn)."""
    treasury: Mapping[str, int] = {}
    """IPCs in hand, by power."""
    bought: str | Mapping[str, int] = ""
    """Units that the power on turn has bought and paid for, and not yet placed."""
    developments: Mapping[str, tuple[str, ...]] = {}
    """Weapons that powers have developed, beside those that an option gives them."""
    damage: Mapping[str, Damage] = {}
    """What bombs and rockets have done to territories: ``{Germany: {income: 3, production: 2}}``."""
    halved: tuple[str, ...] = ()
    """Powers that have lost their capital since they last collected income."""
    razed: tuple[str, ...] = ()
    """Factories of the start that their owners have destroyed, where they are units."""
    options: Mapping[str, bool] = {}
    """Optional rules that are switched on or off."""
    players: Mapping[str, tuple[str, ...]] = {}
    """Who commands which powers; a power that is not named has a player of its own."""
    no_room: Mapping[str, tuple[str, ...]] = {}
    """Powers that do not lend the room on their ships, and the partners that they deny it to."""


class PositionError(msgspec.Struct, frozen=True):
    """Why a description is no position; a value, never an exception."""

    message: str


class _ImpossibleError(Exception):
    """Leaves the builder; :func:`build` turns it into a :class:`PositionError`."""


def build(world: World, description: Position) -> AreaState | PositionError:
    """The state that a description describes, or what is wrong with it."""
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
    stacks = _with_factories(world, stacks, control, razed)
    state = msgspec.structs.replace(
        base,
        round=described.round,
        turn=Turn({}),
        control=control,
        techs=techs,
        damage={_space(world, name): done for name, done in described.damage.items()},
        halved=tuple(sorted(_power(world, name) for name in described.halved)),
        razed=razed,
        treasury={**base.treasury, **{_power(world, p): n for p, n in described.treasury.items()}},
        stacks={space: _settled(world, space, units) for space, units in stacks.items() if units},
        bought={power: bought} if bought else {},
        no_room=tuple(
            sorted(
                (_power(world, a), _power(world, b)) for a, partners in described.no_room.items() for b in partners
            )
        ),
    )
    state = turn_begins(world, state, _phases(world, state, power, described))
    if described.held_at_start:
        held = {**state.turn.control, **_holders(world, described.held_at_start)}
        state = msgspec.structs.replace(state, turn=msgspec.structs.replace(state.turn, control=held))
    return state


def _phases(world: World, state: AreaState, power: Power, described: Position) -> dict[Power, str]:
    """Where everybody is whose turn it is."""
    team = next((team for team in world.teams(state.round) if power in team), ())
    if not team:
        raise _ImpossibleError(f"{world.name(power)} has no turn in round {state.round}")
    elsewhere = {_power(world, name): phase for name, phase in described.mates.items()}
    strangers = [world.name(name) for name in elsewhere if name not in team or name == power]
    if strangers:
        raise _ImpossibleError(f"{strangers[0]} does not play at the same time as {world.name(power)}")
    return {
        mate: ""
        if elsewhere.get(mate) == "waits"
        else _phase(world, state, mate, elsewhere.get(mate, described.phase))
        for mate in team
    }


def _with_factories(
    world: World, stacks: Mapping[str, Stack], control: Mapping[str, Power], razed: tuple[str, ...]
) -> dict[str, Stack]:
    """The factories of the start stand where they are not razed, and each belongs to who holds the territory."""
    found = dict(stacks)
    for name, land in world.board.territories.items():
        holder = control.get(name, "")
        here = tuple(
            (msgspec.structs.replace(p, power=holder) if p.unit in world.factory_units and holder else p, n)
            for p, n in found.get(name, EMPTY)
            if name not in razed or p.unit not in world.factory_units
        )
        if land.factory and name not in razed and not any(p.unit in world.factory_units for p, _ in here):
            here += tuple((Piece(holder, unit), 1) for unit in sorted(world.factory_units)[:1])
        if here:
            found[name] = stack(here)
    return found


def _settled(world: World, space: str, units: Stack) -> Stack:
    """Fighters at sea are aboard carriers of their own power, as far as there is room."""
    return board_at_start(world, units) if world.board.is_sea(space) else units


def _players(world: World, players: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[Power, ...]]:
    """Who commands whom; a power that nobody was given to has a player of its own."""
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
    """Refuse what cannot stand where it was written."""
    kind = world.units[piece.unit]
    if world.board.is_sea(space) and kind.kind == "land":
        raise _ImpossibleError(
            f"{space}: {kind.name} at sea must be aboard a ship, as in 'transport[{piece.unit}]'"
        )
    if not world.board.is_sea(space) and kind.kind == "sea":
        raise _ImpossibleError(f"{space}: a {kind.name} cannot stand on land")
    if not kind.takes(tuple(c.unit for c in piece.cargo)):
        cargo = ", ".join(c.unit for c in piece.cargo)
        raise _ImpossibleError(f"{space}: a {kind.name} has no room for {cargo}")


def _holders(world: World, control: Mapping[str, str]) -> Mapping[str, Power]:
    held: dict[str, Power] = {}
    for name, holder in control.items():
        space = _space(world, name)
        if world.board.is_sea(space):
            raise _ImpossibleError(f"{space} is a sea zone: nobody controls it")
        held[space] = _power(world, holder)
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
