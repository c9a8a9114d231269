"""The Production Phase: points are counted and spent; what is left is lost."""

from collections.abc import Iterator
from random import Random

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes import production
from sandtable.hexes.actions import Build, Dismantle, Done, Fortify, HexAction, Move, Repair
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def pending(world: World, state: HexState) -> tuple[Decision, ...]:
    prompt = f"Spend {state.budget} production points, then end the turn."
    return (Decision(state.side, "production", prompt=prompt),)


def check(world: World, state: HexState, side: Side, action: HexAction) -> Refusal | None:
    match action:
        case Build() | Repair() | Fortify() | Dismantle():
            return production.check_spending(world, state, side, action)
        case Done():
            return production.check_over(world, state, side)
        case Move():
            return world.refuse("move.not-in-combat-phase", "You can move points only in the Movement Phase.")
    return world.refuse("seq.fixed-order", "It's time to spend production points.")


def legal(
    world: World, state: HexState, side: Side, shuffle: Random | None, more: tuple[HexAction, ...]
) -> Iterator[HexAction]:
    yield from production.legal_spending(world, state, side, shuffle, more)
    if production.check_over(world, state, side) is None:
        yield Done()


def do(run: Unfolding, side: Side, action: HexAction) -> bool:
    match action:
        case Build() | Repair() | Fortify() | Dismantle():
            production.spend(run, side, action)
    return isinstance(action, Done)
