"""The Russian winter: what it does to dice, and which winters count."""

from sandtable.hexes.state import Army, HexState
from sandtable.hexes.world import World

WINTER = "Winter"


def out_in_the_cold(world: World, state: HexState, army: Army) -> bool:
    """Whether an army stands where this season's winter hurts it."""
    winter = world.facts.winter
    return (
        army.side == winter.side and world.season(state.turn) == WINTER and world.country(army.at) in winter.areas
    )


def winter_number(state: HexState) -> int:
    """Which hard winter it is, if anybody stands in it now."""
    return state.winters if state.wintered == state.turn else state.winters + 1


def winter_modifier(world: World, state: HexState, army: Army) -> int:
    """What winter adds to a die of this army."""
    if not out_in_the_cold(world, state, army):
        return 0
    scale = world.facts.winter.scale
    return scale[min(winter_number(state), len(scale)) - 1]


def newly_felt(world: World, state: HexState) -> bool:
    """Whether this season has just become one of the winters that count."""
    return state.wintered != state.turn and any(
        out_in_the_cold(world, state, army) for army in state.armies.values()
    )
