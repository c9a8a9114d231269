"""Victory: looked at when a turn ends, as the game file says."""

from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.world import VictoryInfo, World


def conditions(world: World, state: AreaState) -> tuple[VictoryInfo, ...]:
    """The conditions in force: those of an option that is on replace the standard ones."""
    chosen = [v for v in world.game.victory if v.option and state.options.get(v.option)]
    return tuple(chosen) or tuple(v for v in world.game.victory if not v.option)


def victor(world: World, state: AreaState, ended: Power) -> VictoryInfo | None:
    """The condition that is met now that the turn of ``ended`` is over."""
    for condition in conditions(world, state):
        if condition.after == ended and cities_held(world, state, condition) >= condition.at_least:
            return condition
    return None


def cities_held(world: World, state: AreaState, condition: VictoryInfo) -> int:
    """How many of a condition's cities its side holds."""
    return sum(
        info.city in condition.cities and world.side(state.control[info.capital]) == condition.side
        for info in world.powers.values()
    )
