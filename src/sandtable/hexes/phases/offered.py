"""A phase in which only the scenario's parts have actions."""

from collections.abc import Iterator
from random import Random

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Done, HexAction
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

ENOUGH = 0.15
"""How often a random choice ends such a phase although something could still be done."""

PROMPTS = {
    "strategic": "Bomb and launch missiles, then end the phase.",
    "naval": "Move your fleets, launch invasions, then end the phase.",
    "research": "Invest in research and roll for results, then end the turn.",
}


def pending(world: World, state: HexState) -> tuple[Decision, ...]:
    return (Decision(state.side, state.phase, prompt=PROMPTS[state.phase]),)


def check(world: World, state: HexState, side: Side, action: HexAction) -> Refusal | None:
    if isinstance(action, Done):
        return next(filter(None, (part.lingers(world, state, side) for part in world.parts.lingers)), None)
    return world.untimely(f"Not now. {PROMPTS[state.phase]}")


def legal(
    world: World, state: HexState, side: Side, shuffle: Random | None, more: tuple[HexAction, ...]
) -> Iterator[HexAction]:
    offers = [one for one in more if world.parts.by_action[type(one)].check(world, state, side, one) is None]
    over = check(world, state, side, Done()) is None
    if shuffle:
        shuffle.shuffle(offers)
        if shuffle.random() < ENOUGH and over:
            yield Done()
    yield from offers
    if over:
        yield Done()


def do(run: Unfolding, side: Side, action: HexAction) -> bool:
    return isinstance(action, Done)
