"""The Russian winter: its effect on dice, and which winters count."""

from sandtable.hexes.state import Army, HexState
from sandtable.hexes.world import World

WINTER = "Winter"


def out_in_the_cold(world: World, state: HexState, army: Army) -> bool:
    """Whether this season's winter affects an army where it stands."""
    winter = world.facts.winter
    return (
        army.side == winter.side and world.season(state.turn) == WINTER and world.country(army.at) in winter.areas
    )


def winter_number(state: HexState) -> int:
    """The number of the current hard winter, assuming an army is in it."""
    return state.winters if state.wintered == state.turn else state.winters + 1


def winter_modifier(world: World, state: HexState, army: Army) -> int:
    """The winter modifier to an army's dice."""
    if not out_in_the_cold(world, state, army):
        return 0
    scale = world.facts.winter.scale
    return scale[min(winter_number(state), len(scale)) - 1]


def newly_felt(world: World, state: HexState) -> bool:
    """Whether this season has just become one of the winters that count."""
    return state.wintered != state.turn and any(
        out_in_the_cold(world, state, army) for army in state.armies.values()
    )
