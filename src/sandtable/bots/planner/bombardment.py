"""Ships that bombard ahead of a landing: those in its zone, and those that would follow it anyway."""

from sandtable.area.actions import Move, Pick
from sandtable.bots.planner.assault import Assault, sorties
from sandtable.bots.planner.draft import Draft, names, sail
from sandtable.bots.planner.offensive import Offensive


def order_support(draft: Draft, offensive: Offensive, assaults: dict[int, Assault]) -> None:
    """Give the orders: each ship that can supports the first defended landing it reaches."""
    terrain, stance = offensive.terrain, offensive.stance
    if True not in terrain.roster.bombards:
        return
    gone, busy = frozenset(assaults), sorties(assaults, terrain.roster.sea)
    for target in sorted(assaults, key=lambda t: (-assaults[t].value, t)):
        if not any(offensive.foes[target]):
            continue
        for zone, ships in sorted(assaults[target].landings().items()):
            if stance.field.barred(zone, stance.side):
                continue
            escort = offensive.appraisal.cover(zone, ships, gone, busy).escort
            for start in (zone, *dict.fromkeys(strike.space for strike in escort)):
                _fire(draft, offensive, start, zone, terrain.names[target])


def _fire(draft: Draft, offensive: Offensive, start: int, zone: int, target: str) -> None:
    """Order the ships in one zone to another, or to stay, and to support the landing there."""
    terrain, stance = offensive.terrain, offensive.stance
    roster = terrain.roster
    for piece, count in draft.pieces(terrain.names[start]):
        unit = roster.index[piece.unit]
        if not roster.bombards[unit] or piece.moved:
            continue
        points = stance.field.moves[stance.power][unit] - piece.used
        way = sail(stance.field, stance.side, start, zone, points, roster.sneaks[unit])
        if way is not None:
            draft.give(Move(units=(Pick(piece.unit, count),), path=names(terrain, way), assault=target))
