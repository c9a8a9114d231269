"""Enemy submarines: how many hunt together, and which escorts can stand up to them."""

from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.state import Fleet, Name


def hunters(outlook: Outlook) -> int:
    """The submarines in the strongest enemy fleet."""
    fleets = outlook.state.fleets.values()
    return max((fleet.submarines for fleet in fleets if fleet.side in outlook.foes), default=0)


def guarded(outlook: Outlook) -> bool:
    """Whether a side's escorts can stand up to enemy submarines, if it has any ships that hunt them."""
    own = any(fleet.points for fleet in outlook.state.fleets.values() if fleet.side == outlook.side)
    return not hunters(outlook) or (own and NAVY.of(outlook.state).levels.get(outlook.side, 0) >= hunters(outlook))


def withstands(outlook: Outlook, name: Name) -> bool:
    """Whether a fleet can stand up to them: a weak escort would only be lost."""
    fleet = outlook.state.fleets[name]
    pack = Fleet(outlook.side, fleet.at, 0, submarines=1)
    return sea_strength(outlook.world, outlook.state, fleet, pack) >= hunters(outlook)
