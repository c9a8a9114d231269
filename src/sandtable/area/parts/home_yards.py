"""Home yards: capital ships can be built only at a power's own original factories."""

from sandtable.area.factories import stands_since_start
from sandtable.area.forces import Power
from sandtable.area.part import NoSettings, Part
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


class HomeYards(Part[NoSettings]):
    """Capital ships are built only at home yards."""

    name = "home-yards"
    citations = ("mobilize.capital-ship",)

    def builds(self, world: World, state: AreaState, power: Power, unit: str, territory: str) -> Refusal | None:
        if not world.units[unit].can("capital-ship") or self.is_yard(world, state, power, territory):
            return None
        return world.refuse(
            "mobilize.capital-ship", "You can build capital ships only at your original factories."
        )

    def is_yard(self, world: World, state: AreaState, power: Power, territory: str) -> bool:
        """Whether a territory has an original factory of the power that has stood since the start."""
        land = world.board.territories[territory]
        return land.owner == power and stands_since_start(world, state, territory)


PART = HomeYards
