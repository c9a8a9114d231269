"""The Movement Phase: points move freely; at its end no hex may be overstacked."""

from collections.abc import Iterator
from random import Random

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes import movement
from sandtable.hexes.actions import Base, Convert, Disband, Done, HexAction, Move, Unmark
from sandtable.hexes.events import Based
from sandtable.hexes.fleets import check_change, legal_changes
from sandtable.hexes.phases import with_offers
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.status import under_way
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

SELDOM = 0.03
"""How often a random choice tries anything other than moves."""


def pending(world: World, state: HexState) -> tuple[Decision, ...]:
    return (Decision(state.side, "movement", prompt="Move strength points, then end the phase."),)


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
        case Done():
            return movement.check_stacks(world, state, side)
    return world.refuse("seq.fixed-order", "It's time to move strength points.")


def legal(
    world: World, state: HexState, side: Side, shuffle: Random | None, more: tuple[HexAction, ...]
) -> Iterator[HexAction]:
    return with_offers(world, state, side, _legal(world, state, side, shuffle), more, shuffle)


def _legal(world: World, state: HexState, side: Side, shuffle: Random | None) -> Iterator[HexAction]:
    if shuffle and shuffle.random() < SELDOM:
        yield from _beside_moves(world, state, side)
    yield from movement.legal_moves(world, state, side, shuffle)
    if not shuffle:
        yield from _beside_moves(world, state, side)
    if movement.check_stacks(world, state, side) is None:
        yield Done()


def _beside_moves(world: World, state: HexState, side: Side) -> Iterator[HexAction]:
    """Other actions in this phase: converting points, removing markers, changing fleet bases."""
    for name, army in state.armies_of(side):
        if under_way(state, name):
            continue
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
