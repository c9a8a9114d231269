"""The actions that a scenario's parts offer the side on turn."""

from collections.abc import Iterator

from sandtable.hexes.actions import Action
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.world import World


def offered(world: World, state: HexState, side: Side) -> Iterator[Action]:
    """The actions that parts offer in this phase, allowed or not."""
    for part in world.parts.offers:
        if any(state.phase in part.when(action) for action in part.actions):
            yield from (one for one in part.offers(world, state, side) if state.phase in part.when(type(one)))


def allowed(world: World, state: HexState, side: Side) -> Iterator[Action]:
    """The offered actions that pass their part's check."""
    for action in offered(world, state, side):
        if world.parts.by_action[type(action)].check(world, state, side, action) is None:
            yield action
