"""A submarine off an enemy coast: what it does to morale."""

from sandtable.hexes.part import PartEvent
from sandtable.hexes.parts.fleets.battle import ShipsLost
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.state import HexState, Name, Place
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class CoastAlarmed(PartEvent, frozen=True):
    """A submarine off a coast has frightened a country."""

    fleet: Name
    at: Place

    def tell(self, world: World, state: HexState) -> str:
        return f"A submarine of {fleet_name(self.fleet)} surfaces off {world.title(self.at)}"


def surface(run: Unfolding, terms: Settings, fleet: Name, at: Place) -> None:
    """A submarine has reached its coast: morale falls, and it is removed."""
    assert terms.naval is not None and terms.naval.terror is not None, "nobody alarms coasts"
    run.emit(CoastAlarmed(fleet=fleet, at=at))
    for part in run.world.parts.alarmed:
        part.alarmed(run, terms.naval.terror.country, 1)
    run.emit(ShipsLost(fleet=fleet, submarines=1))
