"""The individual winner: at the end, the power of the winning side that has grown most is named."""

from sandtable.area.forces import Power
from sandtable.area.part import NoSettings, Part
from sandtable.area.state import AreaState
from sandtable.area.victory import growth
from sandtable.area.world import World


class IndividualWinner(Part[NoSettings]):
    """Names one power of the winning side as the individual winner."""

    name = "individual-winner"

    def winners(self, world: World, state: AreaState, side: str) -> tuple[Power, ...]:
        grown = {power: growth(world, state, power) for power in world.order if world.side(power) == side}
        return tuple(power for power, share in grown.items() if share == max(grown.values()))


PART = IndividualWinner
