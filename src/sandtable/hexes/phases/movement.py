"""The Movement Phase: points go where they are wanted; at its end no hex may be overstacked."""

from collections.abc import Iterator
from random import Random

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes import movement
from sandtable.hexes.actions import Base, Convert, Disband, Done, HexAction, Lend, Move, Unmark
from sandtable.hexes.events import Based
from sandtable.hexes.fleets import check_change, legal_changes
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

SELDOM = 0.03
"""How often chance thinks of anything else than moves."""


def pending(world: World, state: HexState) -> tuple[Decision, ...]:
    return (Decision(state.side, "movement", prompt="Move strength points, then finish the phase."),)


def check(world: World, state: HexState, side: Side, action: HexAction) -> Refusal | None:
    match action:
        case Move():
            return movement.check_move(world, state, side, action)
        case Convert():
            return movement.check_convert(world, state, side, action)
        case Disband():
            return movement.check_disband(world, state, side, action)
        case Unmark():
            return movement.check_unmark(world, state, side, action)
        case Base():
            return check_change(world, state, side, action)
        case Lend():
            return world.refuse("lendlease.phase", "Lend-lease is given in the Production Phase.")
        case Done():
            return movement.check_stacks(world, state, side)
    return world.refuse("seq.fixed-order", "Now is the time to move strength points.")


def legal(world: World, state: HexState, side: Side, shuffle: Random | None) -> Iterator[HexAction]:
    if shuffle and shuffle.random() < SELDOM:
        yield from _beside_moves(world, state, side)
    yield from movement.legal_moves(world, state, side, shuffle)
    if not shuffle:
        yield from _beside_moves(world, state, side)
    if movement.check_stacks(world, state, side) is None:
        yield Done()


def _beside_moves(world: World, state: HexState, side: Side) -> Iterator[HexAction]:
    """What else can be done in this phase: points changed, markers taken away, fleets brought to other bases."""
    for name, army in state.armies_of(side):
        yield from (
            Convert(name, count) for count in sorted({1, army.points.amphibious}) if army.points.amphibious
        )
    for place in state.marked:
        if movement.check_unmark(world, state, side, Unmark(place)) is None:
            yield Unmark(place)
    yield from legal_changes(world, state, side)


def do(run: Unfolding, side: Side, action: HexAction) -> bool:
    match action:
        case Move():
            movement.make_move(run, action)
        case Convert():
            movement.make_convert(run, action)
        case Disband():
            movement.make_disband(run, action)
        case Unmark():
            movement.make_unmark(run, action)
        case Base():
            run.emit(Based(side=side, fleet=action.fleet, at=action.at, points=action.points))
    return isinstance(action, Done)
