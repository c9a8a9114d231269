"""The Russian winter: what it does to dice, and which winters count."""

from sandtable.hexes.state import Army, HexState
from sandtable.hexes.world import World


def out_in_the_cold(world: World, state: HexState, army: Army) -> bool:
    """Whether an army stands where this season's winter hurts it."""
    winter = world.scenario.winter
    return (
        winter is not None
        and army.side == winter.side
        and world.season(state.turn) == winter.season
        and world.country(army.at) in winter.areas
    )


def winter_number(state: HexState) -> int:
    """Which hard winter it is, if anybody stands in it now."""
    return state.winters if state.wintered == state.turn else state.winters + 1


def winter_modifier(world: World, state: HexState, army: Army) -> int:
    """What winter adds to a die of this army."""
    winter = world.scenario.winter
    if winter is None or not out_in_the_cold(world, state, army):
        return 0
    scale = winter.scale
    return scale[min(winter_number(state), len(scale)) - 1]


def newly_felt(world: World, state: HexState) -> bool:
    """Whether this season has just become one of the winters that count."""
    return state.wintered != state.turn and any(
        out_in_the_cold(world, state, army) for army in state.armies.values()
    )
