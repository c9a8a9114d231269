"""Setting up a puzzle's position: the game's opening, changed by hand, like any study."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from sandtable.area.amending import standing
from sandtable.area.changes import AreaChange, SetOwner, SetTechs, SetTreasury, SetTurn, SetUnits
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.core.game import AnyGame, Setup
from sandtable.core.refusal import Refusal
from sandtable.puzzles.puzzle import Puzzle

SETUP = Setup(call_battles=True)
"""The set-up of every puzzle: the game's first scenario, without options."""


class BadPuzzle(Exception):
    """A puzzle that doesn't fit its game; the message says why."""


def changes_of(game: Any, puzzle: Puzzle) -> tuple[Any, ...]:
    """The changes that set up the position."""
    return tuple(msgspec.json.decode(raw, type=game.change_type) for raw in puzzle.changes)


def solution_of(game: AnyGame, puzzle: Puzzle) -> tuple[Any, ...]:
    """The orders of the solution."""
    return tuple(msgspec.json.decode(raw, type=game.action_type) for raw in puzzle.solution)


def position(game: AnyGame, puzzle: Puzzle) -> AreaState:
    """The position that a puzzle starts from."""
    found = amended(game, changes_of(game, puzzle))
    if isinstance(found, Refusal):
        raise BadPuzzle(f"{puzzle.id}: {found.why}")
    return found


def amended(game: AnyGame, changes: Iterable[Any]) -> AreaState | Refusal:
    """The game's opening, changed by hand."""
    state: Any = game.start(SETUP)
    for change in changes:
        events = game.amend(state, change)  # type: ignore[attr-defined]
        if isinstance(events, Refusal):
            return events
        for event in events:
            state = game.evolve(state, event)
    found: AreaState = state
    return found


def changes_to(game: AreaGame, state: AreaState, seat: Power, phase: str) -> tuple[AreaChange, ...] | None:
    """The changes that lead from the opening to a position, at the start of a phase of ``seat``'s turn.

    None if changes by hand can't lead there, for instance to damaged ships.
    """
    opening = game.start(SETUP)
    assert isinstance(opening, AreaState)
    changes = tuple(_differences(game, opening, state, seat, phase))
    found = amended(game, changes)
    if isinstance(found, Refusal) or found.winner:
        return None
    same = (found.stacks, found.control, found.techs) == (
        replace(state, battle=None).stacks,
        state.control,
        state.techs,
    )
    return changes if same and found.turn.phases == {seat: phase} else None


def _differences(
    game: AreaGame, opening: AreaState, state: AreaState, seat: Power, phase: str
) -> Iterator[AreaChange]:
    world = game.world
    kinds = sorted(world.units, key=lambda unit: (world.units[unit].kind != "sea", unit))
    counted = {
        space: [
            (power, unit, standing(opening, space, power, unit), standing(state, space, power, unit))
            for unit in kinds
            for power in world.order
        ]
        for space in world.board.spaces
    }
    for space, rows in counted.items():
        for power, unit, before, after in reversed(rows):
            if after < before and unit not in world.factory_units:
                yield SetUnits(space, power, unit, after)
    for space, holder in state.control.items():
        if opening.control.get(space) != holder:
            yield SetOwner(space, holder)
    for space, rows in counted.items():
        for power, unit, before, after in rows:
            if after > before:
                yield SetUnits(space, power, unit, after)
    for power in world.order:
        if state.treasury[power] != opening.treasury[power]:
            yield SetTreasury(power, state.treasury[power])
        techs = tuple(sorted(tech for owner, tech in state.techs if owner == power))
        if techs:
            yield SetTechs(power, techs)
    yield SetTurn(seat, phase, state.round)


def encoded(values: Iterable[Any]) -> tuple[Raw, ...]:
    """Game values as JSON."""
    return tuple(Raw(msgspec.json.encode(value)) for value in values)
