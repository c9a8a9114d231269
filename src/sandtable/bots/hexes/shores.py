"""The enemy at sea: which coasts it could land on in its next turn, and in what strength."""

from collections.abc import Iterator

import msgspec

from sandtable.bots.hexes.outlook import Outlook, mean_losses
from sandtable.hexes.combat.advancing import landing_strength
from sandtable.hexes.sealanes import routes
from sandtable.hexes.shipping import friendly_places, is_port
from sandtable.hexes.state import Side
from sandtable.hexes.strength import Points


class Wave(msgspec.Struct, frozen=True):
    """A possible enemy landing: its coast, its strength, and what its fire takes on average."""

    coast: int
    strength: int
    fire: float


def waves(outlook: Outlook, foe: Side) -> Iterator[Wave]:
    """An enemy's landings within the range of its marines, the strongest on each of our coasts.

    Marines can be moved over land to any of their ports first; only the ports where they are now are considered.
    """
    world, state, tables = outlook.world, outlook.state, outlook.world.tables
    marines = [army for _, army in state.armies_of(foe) if army.points.amphibious]
    if not marines:
        return
    friendly, seas = friendly_places(state, foe), set(world.waters.group.values())
    best: dict[int, Wave] = {}
    for army in marines:
        if not is_port(world, army.at):
            continue
        ships = army.points.amphibious
        others = min(ships, army.points.total - ships)
        strength = landing_strength(Points(infantry=others, amphibious=ships))
        fleet = max(
            (one.points for one in state.fleets.values() if one.side == foe and one.at == army.at), default=0
        )
        fire = mean_losses(tables, ships) + mean_losses(tables, fleet)
        for place in routes(world.waters, army.at, friendly, seas, tables.invasion_range):
            here = outlook.board.number.get(place)
            if here is None or here >= outlook.board.land or not outlook.mine[here]:
                continue
            if here not in best or best[here].strength < strength:
                best[here] = Wave(here, strength, fire)
    yield from best.values()
